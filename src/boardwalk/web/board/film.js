// A small board on which some frames are shown over and over, while it is in sight.

/** @import { Frame, Scene } from "../state/protocol" */

import { Board, stillness } from "./board.js";
import { el, set } from "../parts/dom.js";

const PAUSE = 320; // ms between steps
const STEP = 900; // ms a step where nothing moves
const REST = 2200; // at the end

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The scenes of frames as the server sends them: the first whole, each other as what differs from the one before.
 *  @param {Frame[]} frames @returns {Scene[]} */
export function scenesOf(frames) {
  let scene = {};
  return frames.map((frame) => /** @type {Scene} */ ((scene = { ...scene, ...frame.scene })));
}

/** Shows scenes over and over as long as `wanted()`; it waits while not `seen()`. Without motion it shows them once.
 *  @param {Board} board @param {Scene[]} scenes @param {() => boolean} wanted @param {() => boolean} seen */
export async function loop(board, scenes, wanted, seen) {
  await sleep(Math.random() * 500);
  for (let at = 0; wanted(); ) {
    if (!seen() || document.hidden) {
      await sleep(300);
      continue;
    }
    const time = await board.show(scenes[at], { animate: at > 0, labels: false });
    at = (at + 1) % scenes.length;
    await sleep(at === 0 ? REST : at === 1 || stillness.matches ? STEP : time ? time + PAUSE : 0);
    if (at === 0 && stillness.matches) return;
  }
}

export class Film {
  /** @param {Frame[]} frames @param {string} name of what is shown */
  constructor(frames, name) {
    this.scenes = scenesOf(frames);
    this.board = new Board();
    this.node = el(
      "button",
      { type: "button", class: "film", onclick: () => this.play(!this.playing) },
      this.board.node,
    );
    this.name = name;
    this.seen = false;
    this.playing = false;
    this.running = false;
    this.closed = false;
    this.watcher = new IntersectionObserver(([entry]) => (this.seen = entry.isIntersecting));
    this.watcher.observe(this.node);
    this.board.show(this.scenes[stillness.matches ? this.scenes.length - 1 : 0], { animate: false, labels: false });
    this.play(!stillness.matches);
  }

  /** @param {boolean} playing */
  play(playing) {
    this.playing = playing;
    set(this.node, { "aria-label": `${playing ? "Pause" : "Play"}: ${this.name}`, "data-playing": playing });
    if (playing && !this.running) this.run();
  }

  async run() {
    this.running = true;
    await loop(
      this.board,
      this.scenes,
      () => this.playing && !this.closed,
      () => this.seen,
    );
    this.running = false;
    if (this.playing && !this.closed) this.play(false);
  }

  close() {
    this.closed = true;
    this.watcher.disconnect();
  }
}
