// How the frames that wait are shown on the board: how fast, whether paused, and what the deck tells of them.

/** @import { Effect, GameState, Happened } from "./types" */

import { withView } from "./outbox.js";
import { isShowing } from "./select.js";
import { withNews } from "./views.js";

const SPEEDS = [1, 2, 4];
const FEW = 3; // more frames waiting than this are worth the controls

/** What the deck tells. @param {GameState} state @param {Extract<Happened, { did: "drawing" | "shown" | "redrawn" | "idle" }>} what @returns {GameState} */
export function played(state, what) {
  const { playback } = state;
  if (what.did === "idle") return { ...state, playback: { ...playback, running: false, hurry: false, many: false } };
  const view = "seat" in what ? state.views.get(what.seat) : null;
  if (!view || what.did === "redrawn") return { ...state };
  if (what.did === "drawing") {
    const queue = view.queue.slice(what.count);
    const many = queue.length > FEW || (playback.many && queue.length > 0);
    return { ...withView(state, { ...view, queue }), playback: { ...playback, running: true, many } };
  }
  const next = withView(state, { ...view, on: what.frame });
  return view.on && view.seat === state.shown ? { ...next, news: withNews(next.news, what.frame.news) } : next;
}

/** How fast frames are shown. @param {GameState} state @param {"pause" | "faster" | "skip"} what @param {Effect[]} effects @returns {GameState} */
export function paced(state, what, effects) {
  const { playback } = state;
  if (what === "skip") return hurry(state);
  if (what === "pause") return { ...state, playback: { ...playback, paused: !playback.paused } };
  effects.push({ keep: "speed" });
  return { ...state, playback: { ...playback, speed: SPEEDS[(SPEEDS.indexOf(playback.speed) + 1) % SPEEDS.length] } };
}

/** Straight to the newest frame. @param {GameState} state @returns {GameState} */
export const hurry = (state) =>
  isShowing(state) ? { ...state, playback: { ...state.playback, hurry: true, paused: false } } : state;
