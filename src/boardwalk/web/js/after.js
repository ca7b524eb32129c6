// After the game: the result, the way through the game step by step, the next game.

import { recordPath } from "./api.js";
import { button, copy, el, icon, text } from "./dom.js";
import { Stepper } from "./stepper.js";

export class After {
  constructor(table, page) {
    this.table = table;
    this.page = page;
    this.stepper = null;
    this.shownFor = 0;
  }

  /** Whether the board shows an earlier step and not the end. */
  get stepping() {
    return this.stepper !== null && this.stepper.total > 0 && this.stepper.at !== this.stepper.total - 1;
  }

  show(room, held, seat) {
    if (this.shownFor !== room.match) this.build(room, held, seat);
    this.showReady(room, held);
  }

  build(room, held, seat) {
    this.shownFor = room.match;
    this.stepped = false;
    this.stepper?.close();
    this.stepper = null;
    const won = held.length === 1 && room.scores ? room.scores[seat] : null;
    const head = won === 1 ? "You win" : won === -1 ? "You lose" : outcome(room);
    this.again = button("Play again", { icon: "again", class: "button primary", onclick: () => this.page.ready(held) });
    this.ready = el("p", { class: "ready-note" });
    this.steps = el("div", { class: "steps" });
    this.table.after.replaceChildren(
      el("h2", { class: won === 1 ? "result won" : "result" }, head),
      this.steps,
      el(
        "div",
        { class: "row" },
        held.length ? this.again : null,
        el("a", { class: "button", href: recordPath(room.room), download: `${room.game}-${room.room}.match` }, icon("down"), el("span", {}, "Download record")),
        button("Copy link", { icon: "copy", onclick: () => copy(`${location.origin}/replay/${room.room}`, "Link to the replay") }),
        el("a", { class: "button", href: `/play/${room.game}`, "data-link": true }, el("span", {}, "New game")),
      ),
      this.ready,
    );
    this.table.after.hidden = false;
    this.table.node.classList.add("over");
    this.addStepper(room);
  }

  async addStepper(room) {
    const stepper = new Stepper(this.table.board, room, (frame) => this.stepShown(frame));
    this.stepper = stepper;
    try {
      await stepper.start();
    } catch {
      if (this.stepper === stepper) this.stepper = null;
      return;
    }
    if (this.stepper === stepper) this.steps.replaceChildren(stepper.node);
  }

  stepShown(frame) {
    if (!this.stepper) return;
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
    return this.stepper !== null && !this.table.after.hidden && this.stepper.key(event);
  }

  /** Back to the newest position, such as before an undo. */
  leaveSteps() {
    if (!this.stepper) return;
    this.stepper.close();
    this.stepper = null;
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
    this.stepper?.close();
  }
}

/** How it ended, for those who look on. */
function outcome(room) {
  const winners = room.seats.filter((_, number) => room.scores?.[number] > 0).map((seat) => seat.name);
  if (room.seats.length < 2 || !room.scores || winners.length > 4) return "The end";
  if (!winners.length) return "A draw";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(", ")} win`;
}
