// The page of a game in play: the board, and beside it whose turn it is, what one can do, the facts and the news.

/** @import { Dispatch, GameState, News, Offered, Shown } from "../state/types" */
/** @import { Choice, RoomInfo, Scene } from "../state/protocol" */

import { Aim } from "../board/aim.js";
import { Board } from "../board/board.js";
import { Cells } from "../board/cells.js";
import { Gestures } from "../board/gestures.js";
import { besideBoard } from "../board/moves.js";
import { Pad } from "../board/pad.js";
import { Zoom } from "../board/zoom.js";
import { el, set, text } from "../parts/dom.js";
import { keyName } from "../parts/keys.js";
import { icon, mark } from "../parts/templates.js";
import { html, nothing, render, repeat } from "../parts/vendor/lit-html.js";
import {
  frameOf,
  isLive,
  isOpen,
  isShowing,
  isYours,
  knownChoices,
  openChoices,
  toActOf,
  viewOf,
} from "../state/select.js";
import { NOBODY } from "../state/views.js";
import { BankClocks } from "./clock.js";
import { Hints } from "./hints.js";
import { Countdown, Objective } from "./objective.js";
import { people } from "./people.js";
import { showTask } from "./result.js";
import { Tray } from "./tray.js";

const LOST = {
  open: "",
  silent: "There is no connection; your seat is kept",
  lost: "No connection; trying to come back…",
  closed: "",
};

export class TablePage {
  /** @param {GameState} state @param {Dispatch} dispatch */
  constructor(state, dispatch) {
    this.state = state;
    this.dispatch = dispatch;
    this.board = new Board();
    const choose = (/** @type {Choice} */ choice) =>
      dispatch({ do: "choose", choice: /** @type {Offered} */ (choice) }); // it was offered
    /** @param {string} words @param {Choice} [choice] */
    const hint = (words, choice) => this.showHint(words, choice);
    /** @param {Scene} scene @param {readonly Choice[]} choices */
    const shown = (scene, choices) => this.boardShown(scene, choices);
    this.cells = new Cells(this.board, { choose, hint, shown });
    this.curtain = el("div", { class: "curtain", hidden: true });
    this.stage = el("section", { class: "stage", "aria-label": "Board" }, this.board.node, this.curtain);
    this.heading = el("h1", { class: "off" });
    this.banner = el("p", { class: "banner", role: "alert", hidden: true });
    this.status = el("p", { id: "status", class: "status", role: "status", "aria-live": "polite" });
    this.warming = el("p", { id: "warming", class: "muted", hidden: true }); // what the game waits for; it counts down
    this.pill = el("span", { class: "pill", hidden: true });
    this.clock = el("span", { class: "clock", hidden: true, role: "timer", "aria-label": "Time left" });
    this.hint = el("p", { class: "hint", "aria-hidden": "true" });
    this.advice = "";
    /** The cells of the player's own pieces. @type {string[]} */
    this.own = [];
    this.playback = el("div", { class: "playback", role: "group", "aria-label": "Playback", hidden: true });
    this.choices = el("div", { class: "choices", role: "group", "aria-label": "What you can do" });
    this.news = el("ol", { id: "news", class: "news", tabindex: 0 }); // it scrolls, by keyboard too
    /** Whose news are listed: those of the match, or of a step. @type {readonly News[] | Shown} */
    this.told = [];
    this.actions = el("div", { class: "actions", role: "group", "aria-label": "Game" });
    this.after = el("section", { class: "after", "aria-label": "Result", hidden: true });
    this.objective = new Objective();
    this.countdown = new Countdown(this.stage);
    this.zoom = new Zoom(this.board, this.stage);
    this.pad = new Pad((/** @type {string[]} */ keys) => dispatch({ do: "press", keys }));
    this.aim = new Aim(this.cells, this.zoom);
    this.gestures = new Gestures(this.stage, this.zoom, this.pad);
    this.hand = el("div", { class: "hand" }, this.zoom.node, this.pad.node, this.aim.note, this.aim.node);
    this.tray = new Tray(dispatch);
    this.hints = new Hints(dispatch, this.board);
    this.typed = this.typedField();
    this.typing = el(
      "form",
      { class: "typing", onsubmit: (/** @type {Event} */ event) => this.type(event) },
      this.typed,
    );
    /** The one that was shown last. @type {RoomInfo | null} */
    this.room = null;
    this.log = el("div", { role: "log", "aria-live": "polite", "aria-label": "What happened" }, this.news);
    this.rest = el("div", { class: "rest" });
    this.banks = new BankClocks(this.clock, this.rest);
    this.node = this.layOut();
  }

  typedField() {
    const quiet = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 };
    const words = { placeholder: "or type a move", "aria-label": "Type a move" };
    return /** @type {HTMLInputElement} */ (
      el("input", { type: "text", id: "typed", class: "typed", ...words, ...quiet })
    );
  }

  layOut() {
    const turn = el(
      "div",
      { class: "turn" },
      el("div", { class: "turn-line" }, this.pill, this.clock),
      this.status,
      this.warming,
      this.hint,
    );
    const side = el(
      "aside",
      { class: "side" },
      turn,
      this.playback,
      this.after,
      this.hand,
      this.tray.node,
      this.hints.node,
      this.choices,
      this.rest,
    );
    const left = el("div", { class: "board-side" }, this.objective.node, this.stage);
    return el("div", { class: "table" }, this.heading, this.banner, left, side);
  }

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    this.dispatch({ do: "type", line: this.typed.value });
    this.typed.value = "";
  }

  /** @param {Scene} scene @param {readonly Choice[]} choices */
  boardShown(scene, choices) {
    this.own = scene.pieces.filter((piece) => scene.own.includes(piece.id)).map((piece) => `${piece.row},${piece.col}`);
    this.zoom.follow(scene, choices);
    this.aim.update();
    this.gestures.update();
  }

  /** Brings everything beside the board in line with what is on it. @param {GameState} state */
  show(state) {
    this.state = state;
    const { room } = state;
    if (!room) return;
    this.showBanner(state);
    if (this.room !== room) this.takeRoom(room);
    this.showPlayback(state);
    this.showCurtain(state, room);
    const frame = frameOf(state);
    if (state.curtain !== null) this.cover(state, room);
    else if (frame) this.showFrame(state, room, frame.scene);
    this.showNews(state);
  }

  /** @param {RoomInfo} room */
  takeRoom(room) {
    this.room = room;
    showTask(this.node, room);
    this.countdown.show(room.starts_in);
    this.warming.hidden = !room.warming;
    text(this.warming, room.warming);
    this.banks.take(room.clock);
  }

  /** @param {GameState} state @param {RoomInfo} room @param {Scene} scene */
  showFrame(state, room, scene) {
    const choices = openChoices(state);
    const collected = state.tray !== null;
    const live = isLive(state) && isOpen(state);
    set(this.node, { "data-theme": scene.theme });
    text(this.status, live ? "Move whenever you like" : scene.status);
    text(this.pill, live ? "Live" : "Your turn");
    this.pill.hidden = !live && !(isYours(state) && !isShowing(state));
    this.objective.show(scene);
    this.cells.update(scene, choices);
    this.tray.show(state, this.board);
    this.hints.show(state);
    this.advise(choices, collected);
    this.showChoices(collected ? [] : choices, isOpen(state) && !collected ? knownChoices(state) : []);
    this.typing.hidden = state.kind !== "room" || !isOpen(state);
    this.showPeople(room, toActOf(state), scene);
    this.tick();
  }

  /** @param {RoomInfo} room @param {number} toAct @param {Scene | null} scene */
  showPeople(room, toAct, scene) {
    const { state, dispatch } = this;
    const players = people({ state, dispatch, room, toAct, scene });
    render([this.log, players, this.actions, this.typing], this.rest);
  }

  /** The time that is left to choose. */
  tick() {
    if (this.banks.tick(this.state.shown)) return;
    const view = viewOf(this.state);
    this.clock.hidden = !view?.deadline || this.state.room?.phase !== "playing";
    if (!view || this.clock.hidden) return;
    const whole = Math.ceil(Math.max(0, (view.deadline - performance.now()) / 1000));
    text(this.clock, `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
    this.clock.classList.toggle("short", view.acting && whole <= 10);
  }

  /** @param {GameState} state */
  showPlayback(state) {
    const { many, paused, speed } = state.playback;
    const left = many ? (viewOf(state)?.queue.length ?? 0) : 0;
    this.playback.hidden = !left && !paused;
    const { dispatch } = this;
    render(
      html`
        <button type="button" class="button small"
          @click=${() => dispatch({ do: "pause" })}>${icon(paused ? "play" : "pause")}<span>${paused ? "Go on" : "Pause"}</span></button>
        <button type="button" class="button small" aria-label="Speed"
          @click=${() => dispatch({ do: "faster" })}><span>${speed}×</span></button>
        <button type="button" class="button small"
          @click=${() => dispatch({ do: "skip" })}>${icon("last")}<span>Skip</span></button>
        <span class="left">${left === 1 ? "1 step" : `${left} steps`}</span>`,
      this.playback,
    );
  }

  /** @param {string} words @param {Choice} [choice] */
  showHint(words, choice) {
    const key = choice?.keys[0];
    text(this.hint, words ? words + (key ? ` · ${keyName(key)}` : "") : this.advice);
  }

  /** Under the status, while one points at nothing: how one acts here. `collected`: choices go to the tray first.
   *  @param {readonly Offered[]} choices @param {boolean} [collected] */
  advise(choices, collected = false) {
    const ways = [];
    if (collected) ways.push("fill the slots by clicks, keys or dragging, and confirm");
    else if (choices.some((choice) => choice.keys.some((key) => key.startsWith("Arrow"))))
      ways.push("use the arrow keys");
    if (choices.some((choice) => choice.cell)) ways.push("click a lit cell");
    if (choices.some((choice) => choice.edge)) ways.push("point between cells for a wall");
    const advice = ways.length ? ways.join(", or ") : "";
    const now = advice && advice[0].toUpperCase() + advice.slice(1);
    if (this.hint.textContent === this.advice) text(this.hint, now);
    this.advice = now;
  }

  /** Buttons for what has no cell. Those that were possible before keep their place, so that nothing jumps.
   *  @param {readonly Offered[]} choices @param {readonly Offered[]} known */
  showChoices(choices, known) {
    this.pad.update(choices, known, this.own);
    const now = new Set(choices.map((choice) => choice.action));
    const beside = besideBoard(choices);
    const listed = known.filter((choice) =>
      now.has(choice.action) ? beside.has(choice.action) : !choice.cell && !choice.edge,
    );
    render(
      repeat(
        listed,
        (choice) => choice.action,
        (choice) => this.choiceButton(choice, now.has(choice.action)),
      ),
      this.choices,
    );
    this.choices.hidden = !listed.length;
  }

  /** @param {Offered} choice @param {boolean} possible */
  choiceButton(choice, possible) {
    const short = choice.text.length <= 2;
    const advised = this.hints.advised === choice.action ? " advised" : "";
    return html`
      <button type="button" class="choice-button${short ? " short" : ""}${advised}" aria-label=${choice.label} data-choice=${choice.action} ?disabled=${!possible}
        @click=${() => this.dispatch({ do: "choose", choice })}>${short ? html`<b>${choice.text}</b>` : nothing}<span>${choice.label}</span>${choice.keys.length ? html`<kbd>${keyName(choice.keys[0])}</kbd>` : nothing}</button>`;
  }

  /** While one steps, the news of the step that is shown and no others. @param {GameState} state */
  showNews({ past, news, kind }) {
    const step = past?.stepped || kind === "replay" ? (past?.on ?? null) : null;
    if (this.told === (step ?? news)) return;
    this.told = step ?? news;
    const told = step ? step.news.map((words, number) => ({ number: -number - 1, words })) : news;
    render(
      repeat(
        told,
        (one) => one.number,
        (one) => html`<li>${one.words}</li>`,
      ),
      this.news,
    );
    this.news.scrollTop = this.news.scrollHeight;
  }

  /** @param {GameState} state */
  showBanner({ connection: { is, why } }) {
    const words = is === "closed" ? why : LOST[is];
    this.banner.hidden = !words;
    text(this.banner, words);
  }

  /** Covers the board until the next player has the screen. @param {GameState} state @param {RoomInfo} room */
  showCurtain({ curtain }, room) {
    const draws = curtain !== null && this.curtain.hidden;
    this.curtain.hidden = curtain === null;
    this.hand.hidden = curtain !== null; // the overview shows what is on the board
    this.board.node.classList.toggle("covered", curtain !== null);
    const seat = curtain === null ? null : room.seats[curtain];
    const card =
      seat &&
      html`
      <div class="curtain-card">${mark(seat.tone)}<h2>Pass the screen to ${seat.name}</h2>
        <button type="button" class="button primary big"
          @click=${() => this.dispatch({ do: "lift" })}><span>I am ${seat.name}: show the board</span></button></div>`;
    render(card ?? nothing, this.curtain);
    if (draws) this.curtain.querySelector("button")?.focus();
  }

  /** Nothing that one player knows is left beside the curtain either. @param {GameState} state @param {RoomInfo} room */
  cover(state, room) {
    if (this.cells.grid) this.cells.offer([]);
    this.tray.show(state, this.board);
    this.hints.show(state);
    this.showChoices([], []);
    this.showPeople(room, NOBODY, null);
    this.tick();
    this.typing.hidden = true;
    this.pill.hidden = true;
    text(this.status, "The screen changes hands");
    this.objective.show(null);
    this.advise([]);
    this.showHint("");
  }
}
