// One game on the page: its state, and `dispatch`, by which everything that happens and is wanted goes. The page is drawn at
// most once a frame of the browser; in a tab that nobody sees, where there are no frames, at once, for the title.

/** @import { Answer, Effect, GameState, Happened, Intent, Source } from "./types" */

import { confirm, toast } from "../parts/dom.js";
import { reduce } from "./game.js";
import { dropTokens, keepSeen, keepSetting } from "./memory.js";

/** What the page adds: it tells the board of each new state, draws the page, and does what needs it.
 *  @typedef {{ told: (state: GameState) => void, render: (state: GameState) => void, go: (path: string, instead: boolean) => void,
 *    perform: (what: Extract<Effect, { perform: string }>["perform"]) => void }} Page */

export class GameView {
  /** @param {GameState} state @param {Page} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    /** @type {Source | null} */
    this.source = null;
    /** @type {(Intent | Happened)[]} */
    this.inbox = [];
    this.reducing = false;
    this.frame = 0; // the browser's frame in which the page is drawn; 0: it shows the state
    this.closed = false;
    this.dispatch = this.dispatch.bind(this);
    this.onHidden = () => document.hidden && this.frame && this.flush();
    document.addEventListener("visibilitychange", this.onHidden);
  }

  /** @param {(dispatch: GameView["dispatch"]) => Source} open */
  connect(open) {
    this.source?.close();
    this.source = open(this.dispatch);
  }

  /** @param {Intent | Happened} what */
  dispatch(what) {
    if (this.closed) return;
    this.inbox.push(what);
    if (this.reducing) return; // it comes after what is happening just now
    this.reducing = true;
    try {
      for (let next = this.inbox.shift(); next; next = this.inbox.shift()) this.step(next);
    } finally {
      this.reducing = false;
    }
  }

  /** @param {Intent | Happened} what */
  step(what) {
    const [state, effects] = reduce(this.state, what);
    const changed = state !== this.state;
    this.state = state;
    for (const effect of effects) this.perform(effect);
    if (!changed || this.closed) return;
    this.page.told(state);
    if (document.hidden) this.flush();
    else this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    if (!this.closed) this.page.render(this.state);
  }

  /** Draws what is not drawn yet. */
  flush() {
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** @param {Effect} effect */
  perform(effect) {
    if ("send" in effect) this.send(effect);
    else if ("toast" in effect) toast(effect.toast, effect.bad ? "bad" : "plain");
    else if ("keep" in effect) this.keep(effect.keep);
    else if ("ask" in effect) this.ask(effect);
    else if ("step" in effect) this.fetchStep(effect);
    else if ("leave" in effect) this.leave(effect.leave);
    else if ("go" in effect) this.page.go(effect.go, true);
    else this.page.perform(effect.perform);
  }

  /** @param {Extract<Effect, { send: object }>} effect */
  async send({ send: message }) {
    /** @type {Answer} */
    let answer = null;
    try {
      answer = (await this.source?.send(message)) ?? null;
    } catch (/** @type {any} */ error) {
      this.dispatch({ did: "answered", message, answer, refused: error.message, lost: Boolean(error.lost) });
      return;
    }
    this.dispatch({ did: "answered", message, answer, refused: null, lost: false });
  }

  /** @param {Extract<Effect, { keep: string }>["keep"]} what */
  keep(what) {
    const { room, held, kept, playback } = this.state;
    if (what === "seen" && room) keepSeen(room, held);
    else if (what === "tray") keepSetting("tray", kept);
    else if (what === "speed") keepSetting("speed", playback.speed);
  }

  /** @param {Extract<Effect, { ask: string }>} effect */
  async ask({ ask: question, after, ...words }) {
    if (await confirm(question, words)) this.dispatch(after);
  }

  /** @param {Extract<Effect, { step: number }>} effect */
  async fetchStep({ step, seenBy: seat }) {
    const { room } = this.state;
    if (!room || !this.source) return;
    try {
      this.dispatch({ did: "stepped", seat, ...(await this.source.step(room, seat, step)) });
    } catch (/** @type {any} */ error) {
      this.dispatch({ did: "unstepped", why: error.message });
    }
  }

  /** @param {readonly number[]} seats */
  async leave(seats) {
    for (const seat of seats) await this.source?.send({ type: "leave", seat }).catch(() => null);
    if (this.state.room) dropTokens(this.state.room.room);
    this.page.go("/", false);
  }

  close() {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    document.removeEventListener("visibilitychange", this.onHidden);
    this.source?.close();
  }
}
