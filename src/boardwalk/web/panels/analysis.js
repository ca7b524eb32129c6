// The analysis of a finished game: each decision judged by what its player knew then, fetched as it is computed.

import * as api from "../net/api.js";
import { beliefs } from "./belief.js";
import { Course, counted, linesOf, tell } from "./course.js";
import { button, el, mark, sentence } from "../parts/dom.js";
import { lineWords } from "./line.js";
import { clearPointer, pointAt } from "../board/pointing.js";

const PAUSE = 1200; // ms between two requests
const MOST_SEATS = 4; // that are analysed: the server computes so many at once
const LOST = ["inaccuracy", "mistake", "blunder"];
const BUSY = 503;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Analysis {
  constructor(board, room, stepper) {
    Object.assign(this, { board, room, stepper });
    this.decisions = [];
    this.judged = new Map(); // by seat: how many decisions are judged, and of how many
    this.sides = [...new Set(room.seats.map((seat) => seat.tone))];
    this.course = new Course(room.seats, this.sides, (step) => stepper.go(step, false));
    this.progress = el("progress", { max: 1, value: 0, "aria-label": "Analysis" });
    this.note = el("p", { class: "analysis-note", role: "status" });
    this.detail = el("div", { class: "analysis-detail", "aria-live": "polite" });
    this.list = el("ol", { class: "turning-points", "aria-label": "Steps that changed the game" });
    this.node = el("section", { class: "analysis", "aria-label": "Analysis", hidden: true }, this.course.node, this.progress, this.detail, this.note, this.list);
  }

  /** Those who are analysed: everybody, or in a crowd the people and somebody of each side. */
  get seats() {
    const all = this.room.seats.map((seat, number) => ({ ...seat, number }));
    const first = (seat) => all.find((other) => other.tone === seat.tone) === seat;
    const ranked = [...all].sort((a, b) => rank(a) - rank(b));
    function rank(seat) {
      return (seat.kind === "person" ? 0 : 2) + (first(seat) ? 0 : 1);
    }
    return (all.length > MOST_SEATS ? ranked.slice(0, MOST_SEATS) : all).map((seat) => seat.number);
  }

  start() {
    this.node.hidden = false;
    tell(this.note, "Looking at every decision, each by what its player knew then…");
    return Promise.all(this.seats.map((seat) => this.follow(seat)));
  }

  async follow(seat) {
    let first = 0;
    while (!this.closed) {
      try {
        const answer = await api.analysis(this.room, seat, first);
        first += answer.decisions.length;
        this.judged.set(seat, answer);
        this.take(answer.decisions);
        if (answer.done) return;
      } catch (error) {
        if (error.status !== BUSY) {
          tell(this.note, sentence(error.message));
          return;
        }
      }
      await sleep(PAUSE);
    }
  }

  take(decisions) {
    if (this.closed) return;
    this.decisions = [...this.decisions, ...decisions].sort((a, b) => a.step - b.step);
    const answers = [...this.judged.values()];
    const done = answers.length === this.seats.length && answers.every((answer) => answer.done);
    const last = this.stepper.total - 1;
    const scores = this.room.scores ?? [];
    const values = this.sides.map((tone) => scores[this.room.seats.findIndex((seat) => seat.tone === tone)] ?? 0);
    const won = this.room.seats.length > 1 && done && scores.length;
    const lost = this.decisions.filter((one) => LOST.includes(one.verdict));
    this.course.draw(linesOf(this.decisions, this.sides, this.room.seats, won ? { step: last, values } : null), lost, last);
    const [judged, total] = ["judged", "total"].map((name) => answers.reduce((sum, answer) => sum + answer[name], 0));
    this.progress.max = Math.max(1, total);
    this.progress.value = judged;
    this.progress.hidden = done;
    tell(this.note, done ? this.summary(answers) : `${judged} of ${total} decisions`);
    this.list.replaceChildren(...lost.map((one) => this.item(one)));
    this.stepShown({ number: this.stepper.at });
  }

  summary(answers) {
    const cut = answers.some((answer) => answer.judged < answer.total) ? " Only the first 300 decisions of each are judged." : "";
    const own = answers.map(({ seat, summary }) => `${this.room.seats[seat].name}: ${counted(summary?.verdicts ?? {})}`);
    return `${own.join(" · ")}.${cut}`;
  }

  /** A decision in the list: to the position in which it was made. */
  item(one) {
    const name = this.room.seats[one.seat].name;
    const go = () => this.stepper.go(one.step - 1, false);
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: `turning-point ${one.verdict}`, "data-step": one.step, onclick: go },
        mark(this.room.seats[one.seat].tone),
        el("span", { class: "turning-who" }, `${one.step}. ${name}: ${one.took?.label ?? one.did}`),
        el("b", { class: "turning-verdict" }, one.verdict),
      ),
    );
  }

  /** Beside the board: what the next decision was, and what would have been better; on the board: where. */
  stepShown({ number }) {
    if (this.node.hidden) return;
    this.course.show(number);
    const next = this.decisions.find((one) => one.step === number + 1 && LOST.includes(one.verdict));
    for (const item of this.list.querySelectorAll("button")) item.setAttribute("aria-current", Number(item.dataset.step) === next?.step);
    if (this.told === next) return this.point(next);
    this.told = next;
    this.detail.replaceChildren(...(next ? this.details(next) : []));
    this.point(next);
  }

  point(one) {
    if (!one) clearPointer(this.board);
    else pointAt(this.board, [[one.took, "taken"], [one.better, "best"]], this.room.seats[one.seat].tone);
  }

  details(one) {
    const { name } = this.room.seats[one.seat];
    const parts = [
      el("p", {}, el("b", {}, `${name}: ${one.took?.label ?? one.did}`), one.words ? ` (${one.words})` : "", `, a${one.verdict === "inaccuracy" ? "n" : ""} ${one.verdict}.`),
      el("p", { class: "better" }, "Better, knowing what ", name, " knew: ", el("b", {}, one.better?.label ?? one.best), one.best_words ? ` (${one.best_words})` : "", "."),
    ];
    if (one.line.length > 1) parts.push(el("p", { class: "muted" }, `It might have gone on: ${lineWords(one.line, this.room.seats)}.`));
    if (one.note) parts.push(el("p", { class: "muted" }, one.note));
    if (!this.stepper.eyes.hidden) parts.push(this.knowledge(one, name));
    return parts;
  }

  /** In games with secrets: what the player saw then, and what could be believed from all it had seen. */
  knowledge(one, name) {
    const look = button(`What ${name} saw`, { icon: "eye", class: "button small", onclick: () => this.stepper.look(one.seat) });
    const [open, boards] = one.worlds.length ? beliefs(`What ${name} could believe`, one.worlds) : [];
    return el("div", { class: "knowledge" }, el("div", { class: "row" }, look, open), boards);
  }

  /** Keys of the curve: from one turning point to the next. */
  key(event) {
    if (this.node.hidden || event.target !== this.course.picture) return false;
    const back = event.key === "PageUp";
    if (!back && event.key !== "PageDown") return false;
    const steps = this.decisions.filter((one) => LOST.includes(one.verdict)).map((one) => one.step - 1);
    const to = back ? steps.findLast((step) => step < this.stepper.at) : steps.find((step) => step > this.stepper.at);
    if (to !== undefined) this.stepper.go(to, false);
    event.preventDefault();
    return true;
  }

  close() {
    this.closed = true;
    clearPointer(this.board);
  }
}
