// Shows the frames of a game on its board one after the other, so that every step can be seen: those of the view that is
// shown, or the step of a finished match that one goes to.

/** @import { Dispatch, GameState, Shown, View } from "../state/types" */

import { viewOf } from "../state/select.js";
import { hear } from "./sound.js";

const GAP = 70; // ms between frames that show something
const PAUSE = 130; // ms between the steps of a match that plays by itself

/** @typedef {{ show(scene: object, how?: object): Promise<number>, settle(): void }} Drawn the board */

export class Deck {
  /** @param {Drawn} board @param {GameState} state @param {Dispatch} dispatch is told what is on the board */
  constructor(board, state, dispatch) {
    this.board = board;
    this.state = state;
    this.dispatch = dispatch;
    /** What is on the board. @type {Shown | null} */
    this.drawn = null;
    this.running = false;
    this.drawing = false;
    this.wake = () => {};
  }

  /** Brings the board in line with the state. @param {GameState} state */
  follow(state) {
    const before = this.state.playback;
    const { playback, past } = state;
    this.state = state;
    if (playback.hurry && !before.hurry) this.board.settle();
    if ((playback.hurry && !before.hurry) || (before.paused && !playback.paused)) this.wake();
    const view = viewOf(state);
    if (state.curtain !== null || this.drawing) return;
    if (past?.frame) {
      if (past.frame !== this.drawn) this.showStep(past.frame, past.animate);
    } else if (view?.on && view.on !== this.drawn) this.redraw(view.on);
    else if (view?.queue.length && !this.running) this.run();
  }

  /** @param {Shown} frame @param {object} how */
  async draw(frame, how) {
    this.drawing = true;
    try {
      const time = await this.board.show(frame.scene, how);
      this.drawn = frame;
      return time;
    } finally {
      this.drawing = false;
    }
  }

  /** What has been seen already, as of another seat. @param {Shown} frame */
  async redraw(frame) {
    await this.draw(frame, { animate: false });
    this.dispatch({ did: "redrawn" });
  }

  /** @param {Shown} frame @param {boolean} animate */
  async showStep(frame, animate) {
    const { speed } = this.state.playback;
    const time = await this.draw(frame, { animate, pace: speed });
    this.dispatch({ did: "at", frame });
    await drawn();
    if (time) await sleep(time + PAUSE / speed);
    this.dispatch({ did: "rested", frame });
  }

  async run() {
    this.running = true;
    try {
      for (let view = this.next(); view; view = this.next()) await this.step(view);
    } finally {
      this.running = false;
    }
    this.dispatch({ did: "idle" });
  }

  /** The view whose frames are played. */
  next() {
    const view = this.state.curtain === null && !this.state.past?.frame ? viewOf(this.state) : null;
    return view?.queue.length ? view : null;
  }

  /** @param {View} view */
  async step(view) {
    if (this.state.playback.paused && view.on) await this.nap(1e8);
    const now = this.next();
    if (now?.seat !== view.seat) return;
    const { speed, hurry } = this.state.playback;
    const skip = hurry || document.hidden;
    const frames = skip ? now.queue : now.queue.slice(0, 1);
    const frame = { ...frames[frames.length - 1], news: frames.flatMap((one) => one.news) };
    const before = now.on;
    this.dispatch({ did: "drawing", seat: view.seat, count: frames.length });
    if (before && !skip) hear(before.scene, frame.scene);
    const pace = speed * (hurry ? 4 : 1);
    const time = await this.draw(frame, { animate: before !== null, pace });
    this.dispatch({ did: "shown", seat: view.seat, frame });
    if (this.state.shown !== view.seat || !time) return;
    const last = !this.next();
    if (!before || last) {
      if (!this.state.playback.hurry) await this.nap(time);
    } else await this.nap(time + GAP / pace);
  }

  /** Until the time is over, or the player hurries. @param {number} ms @returns {Promise<void>} */
  nap(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Until the page shows it. */
const drawn = () => (document.hidden ? sleep(0) : new Promise((resolve) => requestAnimationFrame(resolve)));

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
