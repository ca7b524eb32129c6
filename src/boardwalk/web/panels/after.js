// After the game: the result, the way through the game step by step, the next game.

import { button, el, text } from "../parts/dom.js";
import { otherGames, Past, pastLinks } from "./past.js";
import { challengeResult } from "./result.js";

export class After {
  constructor(table, page) {
    this.table = table;
    this.page = page;
    this.past = null;
    this.shownFor = 0;
  }

  /** Whether the board shows an earlier step and not the end. */
  get stepping() {
    return this.past?.stepping ?? false;
  }

  show(room, held, seat) {
    if (this.shownFor !== room.match) this.build(room, held, seat);
    this.showReady(room, held);
  }

  build(room, held, seat) {
    this.shownFor = room.match;
    this.stepped = false;
    this.past?.close();
    this.past = null;
    const won = held.length === 1 && room.scores ? room.scores[seat] : null;
    const head = won === 1 ? "You win" : won === -1 ? "You lose" : outcome(room);
    this.again = button("Play again", { icon: "again", class: this.page.finish.shown ? "button" : "button primary", onclick: () => this.page.ready(held) });
    this.ready = el("p", { class: "ready-note" });
    this.steps = el("div", { class: "steps" });
    this.table.after.replaceChildren(
      el("h2", { class: this.page.finish.shown ? "result off" : won === 1 ? "result won" : "result" }, head), // that says it better
      ...(room.challenge && held.length ? [challengeResult(room)] : []),
      this.steps,
      el(
        "div",
        { class: "row" },
        held.length ? this.again : null,
        pastLinks(room),
        el("a", { class: "button", href: `/play/${room.game}`, "data-link": true }, el("span", {}, "New game")),
      ),
      this.ready,
      otherGames(room) ?? "",
    );
    this.table.after.hidden = false;
    this.table.node.classList.add("over");
    this.addSteps(room);
  }

  async addSteps(room) {
    const past = new Past(this.table.board, room, this.page.shell, (frame) => this.stepShown(frame));
    this.past = past;
    try {
      await past.start();
    } catch {
      if (this.past === past) this.past = null;
      return;
    }
    if (this.past === past) this.steps.replaceChildren(past.node);
  }

  stepShown(frame) {
    if (!this.past) return;
    this.table.showScene(frame.scene, false);
    this.table.showPeople(this.page.room, this.page.held, this.page.shown, -2, frame.scene);
    this.table.cells.update(frame.scene, []);
    this.stepped ||= this.stepping;
    if (this.stepped) this.table.setNews(frame.news); // until then what happened last stays to be read
  }

  showReady(room, held) {
    const others = room.seats.filter((seat, number) => seat.kind === "person" && !held.includes(number));
    const mine = held.every((seat) => room.seats[seat].ready);
    const waiting = others.filter((seat) => !seat.ready).map((seat) => seat.name);
    const wanting = others.filter((seat) => seat.ready).map((seat) => seat.name);
    this.again.disabled = held.length > 0 && mine;
    const words = mine && waiting.length ? `Waiting for ${waiting.join(", ")}` : wanting.length ? `${wanting.join(", ")} would play again` : "";
    text(this.ready, held.length ? words : "");
  }

  key(event) {
    return this.past !== null && !this.table.after.hidden && this.past.key(event);
  }

  /** Back to the newest position, such as before an undo. */
  leaveSteps() {
    if (!this.past) return;
    this.past.close();
    this.past = null;
    const last = this.page.view?.last;
    if (last) this.table.board.show(last.scene, { animate: false });
  }

  hide() {
    if (this.table.after.hidden) return;
    this.leaveSteps();
    this.shownFor = 0;
    this.table.after.hidden = true;
    this.table.after.replaceChildren();
    this.table.node.classList.remove("over");
  }

  close() {
    this.past?.close();
  }
}

/** How it ended, for those who look on. */
function outcome(room) {
  const winners = room.seats.filter((_, number) => room.scores?.[number] > 0).map((seat) => seat.name);
  if (room.seats.length < 2 || !room.scores || winners.length > 4) return "The end";
  if (!winners.length) return "A draw";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(", ")} win`;
}
