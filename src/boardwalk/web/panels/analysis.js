// The analysis of a finished match: each decision judged by what its player knew then, fetched as it is computed.

/** @import { Board } from "../board/board.js" */
/** @import { Judgement, Review, RoomInfo } from "../state/protocol" */
/** @import { Dispatch, GameState, Past } from "../state/types" */

import * as api from "../net/api.js";
import { beliefs } from "./belief.js";
import { Course, counted, linesOf } from "./course.js";
import { lineWords } from "./line.js";
import { clearPointer, pointAt } from "../board/pointing.js";
import { el, sentence, text } from "../parts/dom.js";
import { icon, mark } from "../parts/templates.js";
import { html, nothing, render, repeat } from "../parts/vendor/lit-html.js";

const PAUSE = 1200; // ms between two requests
const MOST_SEATS = 4; // that are analysed: the server computes this many at once
const LOST = ["inaccuracy", "mistake", "blunder"];
const BUSY = 503;

export class Analysis {
  /** @param {Dispatch} dispatch @param {Board} board @param {RoomInfo} room */
  constructor(dispatch, board, room) {
    this.dispatch = dispatch;
    this.board = board;
    this.room = room;
    this.match = room.match;
    this.closed = false;
    this.at = 0; // the step on the board
    this.total = 1;
    this.secrets = false;
    /** @type {Judgement[]} */
    this.decisions = [];
    /** By seat. @type {Map<number, Review>} */
    this.judged = new Map();
    /** What the player of a decision could believe: made once. @type {Map<Judgement, unknown[]>} */
    this.beliefs = new Map();
    this.sides = [...new Set(room.seats.map((seat) => seat.tone))];
    this.seats = analysed(room);
    this.course = new Course(room.seats, this.sides, (step) => this.go(step));
    this.course.picture.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.progress = el("progress", { max: 1, value: 0, "aria-label": "Analysis" });
    this.note = el(
      "p",
      { class: "analysis-note", role: "status" },
      "Looking at every decision, each by what its player knew then…",
    );
    this.detail = el("div", { class: "analysis-detail", "aria-live": "polite" });
    this.list = el("ol", { class: "turning-points", "aria-label": "Steps that changed the game" });
    this.node = el(
      "section",
      { class: "analysis", "aria-label": "Analysis" },
      this.course.node,
      this.progress,
      this.detail,
      this.note,
      this.list,
    );
    for (const seat of this.seats) this.follow(seat);
  }

  /** @param {number} step */
  go(step) {
    this.dispatch({ do: "step", to: step, animate: false });
  }

  /** @param {number} seat */
  async follow(seat) {
    let first = 0;
    while (!this.closed) {
      try {
        const answer = await api.analysis(this.room, seat, first);
        first += answer.decisions.length;
        this.judged.set(seat, answer);
        this.take(answer.decisions);
        if (answer.done) return;
      } catch (/** @type {any} */ error) {
        if (error.status !== BUSY) {
          text(this.note, sentence(error.message));
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** The decisions that lost something. */
  get turning() {
    return this.decisions.filter((one) => LOST.includes(one.verdict));
  }

  /** @param {Judgement[]} decisions */
  take(decisions) {
    if (this.closed) return;
    this.decisions = [...this.decisions, ...decisions].sort((a, b) => a.step - b.step);
    const answers = [...this.judged.values()];
    const done = answers.length === this.seats.length && answers.every((answer) => answer.done);
    const last = this.total - 1;
    const scores = this.room.scores ?? [];
    const values = this.sides.map((tone) => scores[this.room.seats.findIndex((seat) => seat.tone === tone)] ?? 0);
    const end = this.room.seats.length > 1 && done && scores.length ? { step: last, values } : null;
    this.course.draw(linesOf(this.decisions, this.sides, this.room.seats, end), this.turning, last);
    const judged = answers.reduce((sum, answer) => sum + answer.judged, 0);
    const total = answers.reduce((sum, answer) => sum + answer.total, 0);
    this.progress.max = Math.max(1, total);
    this.progress.value = judged;
    this.progress.hidden = done;
    text(this.note, done ? this.summary(answers) : `${judged} of ${total} decisions`);
    this.showStep();
  }

  /** @param {Review[]} answers */
  summary(answers) {
    const cut = answers.some((answer) => answer.judged < answer.total)
      ? " Only the first 300 decisions of each are judged."
      : "";
    const own = answers.map(
      ({ seat, summary }) => `${this.room.seats[seat].name}: ${counted(summary?.verdicts ?? {})}`,
    );
    return `${own.join(" · ")}.${cut}`;
  }

  /** @param {GameState} state @param {Past} past */
  show({ secrets }, { at, total }) {
    if (this.at === at && this.total === total && this.secrets === secrets) return;
    this.at = at;
    this.total = total;
    this.secrets = secrets;
    this.showStep();
  }

  /** Beside the board: what the next decision was, and what would have been better; on the board: where. */
  showStep() {
    this.course.show(this.at);
    const next = this.turning.find((one) => one.step === this.at + 1) ?? null;
    render(
      repeat(
        this.turning,
        (one) => `${one.step} ${one.seat}`,
        (one) => this.item(one, one === next),
      ),
      this.list,
    );
    render(next ? this.details(next) : nothing, this.detail);
    if (!next) clearPointer(this.board);
    else
      pointAt(
        this.board,
        [
          [next.took, "taken"],
          [next.better, "best"],
        ],
        this.room.seats[next.seat].tone,
      );
  }

  /** A decision in the list: to the position in which it was made. @param {Judgement} one @param {boolean} current */
  item(one, current) {
    const { name, tone } = this.room.seats[one.seat];
    return html`
      <li><button type="button" class="turning-point ${one.verdict}" data-step=${one.step} aria-current=${current}
        @click=${() => this.go(one.step - 1)}>
        ${mark(tone)}<span class="turning-who">${one.step}. ${name}: ${one.took?.label ?? one.did}</span><b class="turning-verdict">${one.verdict}</b></button></li>`;
  }

  /** @param {Judgement} one */
  details(one) {
    const { name } = this.room.seats[one.seat];
    const was = `${one.words ? ` (${one.words})` : ""}, a${one.verdict === "inaccuracy" ? "n" : ""} ${one.verdict}.`;
    return html`
      <p><b>${name}: ${one.took?.label ?? one.did}</b>${was}</p>
      <p class="better">Better, knowing what ${name} knew: <b>${one.better?.label ?? one.best}</b>${one.best_words ? ` (${one.best_words})` : ""}.</p>
      ${one.line.length > 1 ? html`<p class="muted">It might have gone on: ${lineWords(one.line, this.room.seats)}.</p>` : nothing}
      ${one.note ? html`<p class="muted">${one.note}</p>` : nothing}
      ${this.secrets && this.room.seats.length > 1 ? this.knowledge(one, name) : nothing}`;
  }

  /** In games with secrets: what the player saw then, and what could be believed from all it had seen.
   *  @param {Judgement} one @param {string} name */
  knowledge(one, name) {
    if (!this.beliefs.has(one))
      this.beliefs.set(one, one.worlds.length ? beliefs(`What ${name} could believe`, one.worlds) : []);
    const [open = nothing, boards = nothing] = this.beliefs.get(one) ?? [];
    const look = () => this.dispatch({ do: "seenBy", seat: one.seat });
    return html`
      <div class="knowledge"><div class="row"><button type="button" class="button small"
        @click=${look}>${icon("eye")}<span>What ${name} saw</span></button>${open}</div>${boards}</div>`;
  }

  /** Keys of the curve: from one turning point to the next. @param {KeyboardEvent} event */
  key(event) {
    const back = event.key === "PageUp";
    if (!back && event.key !== "PageDown") return;
    const steps = this.turning.map((one) => one.step - 1);
    const to = back ? steps.findLast((step) => step < this.at) : steps.find((step) => step > this.at);
    if (to !== undefined) this.go(to);
    event.preventDefault();
  }

  close() {
    this.closed = true;
    clearPointer(this.board);
  }
}

/** Those who are analysed: everybody, or with many seats the people and one seat of each side. @param {RoomInfo} room */
function analysed({ seats }) {
  const all = seats.map((seat, number) => ({ ...seat, number }));
  /** @param {typeof all[0]} seat */
  const rank = (seat) =>
    (seat.kind === "person" ? 0 : 2) + (all.find((other) => other.tone === seat.tone) === seat ? 0 : 1);
  const ranked = [...all].sort((a, b) => rank(a) - rank(b));
  return (all.length > MOST_SEATS ? ranked.slice(0, MOST_SEATS) : all).map((seat) => seat.number);
}
