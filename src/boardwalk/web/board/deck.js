// Plays the frames of a view one after the other, so that every step can be seen.

import { confirmGuess } from "../state/ahead.js";
import { hear } from "./sound.js";

const GAP = 70; // ms between frames that show something
const FEW = 3; // more frames waiting than this are worth the controls

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A view is what one seat sees: `queue` holds the frames not shown yet, `last` the one that is; `number` is that of
 *  the newest, and each choice has the number of the frame with which it was offered. */
export function newView(seat) {
  const shown = { base: null, number: 0, queue: [], last: null, ahead: null, guess: null };
  return { seat, ...shown, choices: [], acting: false, toAct: -2, acted: 0, result: null, deadline: 0, known: new Map() };
}

/** Takes a `frames` message into a view. */
export function take(view, message, live) {
  if (message.fresh) {
    view.base = null;
    view.queue = [];
  }
  const fresh = [];
  for (const frame of message.frames) {
    view.base = { ...view.base, ...frame.scene };
    view.number = frame.number;
    fresh.push({ number: frame.number, by: frame.by, scene: view.base, news: frame.news ?? [] });
  }
  if (live && fresh.length > 1) {
    // All of a tick is seen at once.
    const last = fresh.at(-1);
    fresh.splice(0, fresh.length, { ...last, news: fresh.flatMap((frame) => frame.news) });
  }
  view.queue.push(...confirmGuess(view, fresh, message.fresh));
  if (live && view.queue.length > 1) {
    // A page that can't keep up with the ticks shows the newest.
    view.queue = [{ ...view.queue.at(-1), news: view.queue.flatMap((frame) => frame.news) }];
  }
  view.acting = message.acting.includes(view.seat);
  view.toAct = message.to_act;
  view.acted = message.acted;
  view.result = message.result ?? null;
  view.choices = (message.choices ?? []).map((choice) => ({ ...choice, frame: view.number }));
  view.deadline = message.deadline > 0 ? performance.now() + message.deadline * 1000 : 0;
}

export class Deck {
  /** `shown(frame)` is called when a frame is on the board; `idle()` when all are; `busy(left)` while many wait. */
  constructor(board, { shown, idle, busy }) {
    this.board = board;
    this.shown = shown;
    this.idle = idle;
    this.busy = busy;
    this.view = null;
    this.speed = 1;
    this.paused = false;
    this.running = false;
    this.hurry = false;
    this.many = false; // whether so many frames wait that one may want to pause or hurry
  }

  get waiting() {
    return this.running || (this.view?.queue.length ?? 0) > 0;
  }

  /** From now on plays this view. All but its last `unseen` frames have been seen already, as another seat. (Each seat's
   *  frames have numbers of their own.) */
  follow(view, unseen = Infinity) {
    this.view = view;
    let last = view.last;
    while (view.queue.length > unseen) last = view.queue.shift();
    view.last = last;
    if (last) this.board.show(last.scene, { animate: false }).then(() => this.shown(last, false));
    this.run();
  }

  pause(paused) {
    this.paused = paused;
    if (!paused) this.wake?.();
    this.busy(this.many ? this.view.queue.length : 0);
  }

  /** Straight to the newest frame. */
  finish() {
    this.hurry = true;
    this.paused = false;
    this.wake?.();
    this.board.settle();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    try {
      while (this.view?.queue.length) await this.step();
    } finally {
      this.running = false;
      this.hurry = false;
    }
    this.busy(0);
    this.idle();
  }

  async step() {
    const { view } = this;
    if (this.paused && view.last) await this.nap(1e9);
    if (view !== this.view || !view.queue.length) return;
    const skip = this.hurry || document.hidden;
    const skipped = skip ? view.queue.splice(0, view.queue.length - 1) : [];
    const frame = view.queue.shift();
    frame.news = [...skipped.flatMap((one) => one.news), ...frame.news];
    const first = !view.last;
    this.many = view.queue.length > FEW || (this.many && view.queue.length > 0);
    this.busy(this.many ? view.queue.length : 0);
    const pace = this.speed * (this.hurry ? 4 : 1);
    if (!first && !skip) hear(view.last.scene, frame.scene);
    const time = await this.board.show(frame.scene, { animate: !first, pace });
    view.last = frame;
    if (view !== this.view) return;
    this.shown(frame, !first);
    if (first || !time || !view.queue.length) {
      if (time && !this.hurry) await this.nap(time);
      return;
    }
    await this.nap(time + GAP / pace);
  }

  async nap(ms) {
    await Promise.race([sleep(Math.min(ms, 1e8)), new Promise((resolve) => (this.wake = resolve))]);
  }
}
