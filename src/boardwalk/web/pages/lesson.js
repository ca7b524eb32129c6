// A lesson: a position, a task, and the table to solve it on. The server replays all moves each time; nothing is stored
// there, so moves can be taken back and tried again as one likes.

import * as api from "../net/api.js";
import { stillness } from "../board/board.js";
import { Deck, newView, take } from "../board/deck.js";
import { button, el, icon, sentence, text, toast } from "../parts/dom.js";
import { Hands } from "../state/hands.js";
import { setting } from "../state/memory.js";
import { keepDone } from "../state/progress.js";
import { hearEnd } from "../board/sound.js";
import { TablePage } from "../panels/table.js";
import { Tray } from "../panels/tray.js";

const PIECES = 36; // of paper, when a lesson is solved

export class LessonPage {
  constructor(game, shell, number) {
    this.game = game;
    this.shell = shell;
    this.number = number;
    this.moves = []; // of the player so far: the actions that were sent together
    this.undone = [];
    this.room = null;
    this.held = [];
    this.events = [];
    this.view = null;
    this.shown = null;
    this.live = false;
    this.sending = 0;
    this.after = { key: () => false };
    this.hands = new Hands(this);
    const nothing = () => {};
    this.table = new TablePage({
      choose: (choice) => this.choose(choice),
      typed: (line) => this.hands.type(line),
      press: (keys) => this.hands.press(keys),
      pause: () => this.deck.pause(!this.deck.paused),
      speed: nothing,
      skip: () => this.deck.finish(),
      look: nothing,
      canLook: () => false,
    });
    this.deck = new Deck(this.table.board, {
      shown: (frame, isNew) => this.frameShown(frame, isNew),
      idle: () => this.settle(),
      busy: (left) => this.table.showPlayback(left, this.deck.paused, this.deck.speed),
    });
    this.deck.speed = setting("speed", 1);
    this.link = { send: ({ actions }) => api.lessonPreview(this.game, this.number, this.actions, actions) };
    this.tray = new Tray(this);
    this.table.banner.before(this.buildHead());
    this.onKey = (event) => this.hands.key(event);
    document.addEventListener("keydown", this.onKey);
    this.load([], -1);
  }

  buildHead() {
    this.place = el("a", { class: "lesson-back", href: `/learn/${this.game}`, "data-link": true });
    this.title = el("h2", {});
    this.task = el("p", { class: "lesson-task" });
    this.hint = el("p", { class: "lesson-hint", role: "status", hidden: true });
    this.left = el("span", { class: "lesson-left" });
    const small = (label, name, run) => button(label, { icon: name, class: "button small", "aria-label": label, onclick: run });
    this.undo = small("Undo", "undo", () => this.ask("undo"));
    this.again = small("Start again", "again", () => this.load([], -1));
    const hint = small("Hint", "help", () => (this.hint.hidden = false));
    const titled = el("div", { class: "lesson-title" }, this.title, this.left);
    const words = el("div", { class: "lesson-words" }, this.place, titled, this.task, this.hint);
    return el("section", { class: "lesson-head", "aria-label": "Task" }, words, el("div", { class: "row lesson-tools" }, hint, this.undo, this.again));
  }

  get actions() {
    return this.moves.flat();
  }

  close() {
    this.closed = true;
    this.tray.close();
    this.party?.remove();
    document.removeEventListener("keydown", this.onKey);
    for (const name of ["phase", "seat", "busy"]) delete this.shell.main.dataset[name];
  }

  // -- what the server says

  /** Asks for the lesson after these moves, and shows it; frames since the step `seen`, or the newest position. */
  async load(moves, seen) {
    this.sending += 1;
    this.refresh();
    try {
      const answer = await api.lesson(this.game, this.number, moves.flat(), seen);
      if (this.closed) return;
      this.moves = moves;
      this.show(answer);
    } catch (error) {
      if (this.closed) return;
      this.hands.waiting = [];
      if (this.view) toast(sentence(error.message), "bad");
      else this.shell.problem([404, 422].includes(error.status) ? "There is no such lesson." : sentence(error.message), "");
    } finally {
      this.sending -= 1;
      this.refresh();
    }
    this.hands.next();
  }

  show(answer) {
    const { frames } = answer;
    this.answer = answer;
    if (!this.view) {
      this.view = newView(frames.seat);
      this.held = [frames.seat];
      this.shown = frames.seat;
      this.shell.where(answer.game_title, this.game);
      this.shell.title(`${answer.title} · ${answer.game_title}`);
      this.shell.page(this.table.node);
      this.showWords(answer);
    }
    const seats = answer.seats.map((seat) => ({ ...seat, kind: "person", connected: true }));
    const phase = answer.state === "open" ? "playing" : "over";
    this.room = { room: `lesson ${this.game}`, match: this.number, phase, seats, undo: true, scores: null, spectators: 0 };
    this.step = answer.step;
    this.table.after.hidden = true;
    this.party?.remove();
    text(this.left, `Lesson ${this.number} of ${answer.lessons} · ${answer.left} ${answer.left === 1 ? "move" : "moves"} left`);
    take(this.view, frames, false);
    for (const choice of this.view.choices) this.view.known.set(choice.action, choice);
    if (this.deck.view === this.view) this.deck.run();
    else this.deck.follow(this.view);
  }

  showWords(answer) {
    this.place.replaceChildren(icon("back"), "All lessons");
    text(this.table.heading, `Lesson: ${answer.title}`);
    text(this.title, answer.title);
    text(this.task, answer.task);
    text(this.hint, answer.hint);
  }

  // -- what is shown

  frameShown(frame, isNew) {
    if (isNew) this.table.addNews(frame.news);
    this.refresh();
  }

  refresh() {
    const { view, room, table } = this;
    const scene = view?.last?.scene;
    if (!scene || this.closed) return;
    const settled = !this.deck.waiting;
    const open = room.phase === "playing";
    const choices = open && settled && !this.sending ? view.choices : [];
    table.showScene(scene, open && settled && view.acting);
    table.cells.update(scene, choices);
    const collected = this.tray.show(view, scene, open ? view.choices : []);
    table.advise(choices, collected);
    const known = open && !collected ? [...view.known.values()].sort((a, b) => a.action - b.action) : [];
    table.showChoices(collected ? [] : choices, known);
    table.typing.hidden = true;
    table.showPeople(room, this.held, this.shown, view.toAct, scene);
    this.undo.disabled = !this.moves.length;
    this.again.disabled = !this.moves.length;
    const { dataset } = this.shell.main;
    dataset.phase = room.phase;
    dataset.seat = this.shown;
    dataset.busy = Boolean(!settled || this.sending);
  }

  /** All frames are shown: go on, or say how it ended. */
  settle() {
    this.refresh();
    const { state, words, name } = this.answer;
    if (this.closed || state === "open" || !this.table.after.hidden) return;
    const solved = state === "solved";
    if (solved) {
      keepDone(this.game, name);
      hearEnd({ scores: { [this.shown]: 1 } }, this.held);
      this.celebrate();
    }
    const first = solved ? this.onwards() : button("Try again", { icon: "again", class: "button primary", onclick: () => this.load([], -1) });
    const second = solved
      ? button("Once more", { icon: "again", onclick: () => this.load([], -1) })
      : button("Take back one move", { icon: "undo", onclick: () => this.ask("undo") });
    this.table.after.hidden = false;
    this.table.after.dataset.state = state;
    this.table.after.replaceChildren(
      el("p", { class: solved ? "result won" : "result", role: "status" }, solved ? "Solved!" : "Not yet"),
      el("p", {}, words),
      ...(solved ? [] : [el("p", { class: "muted" }, this.answer.hint)]),
      el("div", { class: "row" }, first, second),
    );
    first.focus({ preventScroll: true });
    this.table.after.scrollIntoView({ block: "nearest", behavior: stillness.matches ? "auto" : "smooth" });
  }

  onwards() {
    const { lessons, game_title: title } = this.answer;
    const [href, label] = this.number < lessons ? [`/learn/${this.game}/${this.number + 1}`, "Next lesson"] : [`/play/${this.game}`, `Play ${title}`];
    return el("a", { class: "button primary", href, "data-link": true }, icon("next"), el("span", {}, label));
  }

  /** Pieces of coloured paper fall over the board, once. */
  celebrate() {
    if (stillness.matches) return;
    const paper = Array.from({ length: PIECES }, (_, n) => {
      const piece = el("i", { class: `tone-${n % 4}` });
      piece.style.setProperty("--across", `${Math.round(Math.random() * 100)}%`);
      piece.style.setProperty("--late", `${Math.round(Math.random() * 500)}ms`);
      piece.style.setProperty("--spin", `${Math.round(Math.random() * 720 - 360)}deg`);
      return piece;
    });
    this.party = el("div", { class: "party", "aria-hidden": "true" }, paper);
    this.table.stage.append(this.party);
    setTimeout(() => this.party.remove(), 2600);
  }

  // -- what one does

  async choose(choice) {
    if (!choice || this.room?.phase !== "playing") return;
    if (this.tray.takes(choice)) this.hands.next();
    else if (!this.sending) await this.request({ actions: [choice.action] });
  }

  async request({ actions }) {
    if (this.deck.waiting) this.deck.finish();
    this.undone = [];
    await this.load([...this.moves, actions], this.step);
  }

  /** Takes the last move back, or makes it again. */
  async ask(type) {
    if (this.sending) return;
    if (type === "undo" && this.moves.length) {
      this.undone.push(this.moves.at(-1));
      await this.load(this.moves.slice(0, -1), -1);
    } else if (type === "redo" && this.undone.length && this.room.phase === "playing") {
      await this.load([...this.moves, this.undone.pop()], this.step);
    }
  }
}
