// The way through a finished match, step by step; frames are fetched as they are needed.

/** @import { Effect, GameState, Happened, Intent, Past } from "./types" */

export const EVERYTHING = -5; // instead of a seat: nothing is hidden
export const LAST = -1; // the last step

/** @param {GameState} state @param {number} first @param {Effect[]} effects @returns {GameState} */
export function beginPast(state, first, effects) {
  const past = {
    total: 0,
    at: first,
    wanted: first,
    frame: null,
    on: null,
    animate: false,
    seenBy: EVERYTHING,
    playing: false,
    stepped: false,
    analysed: false,
  };
  return asked(state, past, effects);
}

/** @param {GameState} state @param {Past} past @param {Effect[]} effects @returns {GameState} */
function asked(state, past, effects) {
  effects.push({ step: past.wanted, seenBy: past.seenBy });
  return { ...state, past };
}

/** What the player wants to see of it. @param {GameState} state @param {Extract<Intent, { do: "step" | "seenBy" | "play" | "analyse" }>} what @param {Effect[]} effects @returns {GameState} */
export function walk(state, what, effects) {
  switch (what.do) {
    case "step":
      return goTo(state, what.to, what.animate ?? true, effects);
    case "seenBy":
      return seenBy(state, what.seat, effects);
    case "play":
      return playOn(state, what.on, effects);
    case "analyse":
      return state.past ? { ...state, past: { ...state.past, analysed: true } } : state;
  }
}

/** To a step; its neighbours are reached by a move that is seen. @param {GameState} state @param {number} to @param {boolean} animate @param {Effect[]} effects */
function goTo(state, to, animate, effects) {
  const { past } = state;
  if (!past?.total) return state;
  const wanted = Math.max(0, Math.min(to, past.total - 1));
  return asked(state, { ...past, wanted, animate: animate && Math.abs(wanted - past.at) <= 1 }, effects);
}

/** Shows the match as a seat knew it, or everything. @param {GameState} state @param {number} seat @param {Effect[]} effects */
function seenBy(state, seat, effects) {
  const { past } = state;
  return !past || past.seenBy === seat ? state : asked(state, { ...past, seenBy: seat, animate: false }, effects);
}

/** @param {GameState} state @param {boolean} playing @param {Effect[]} effects @returns {GameState} */
function playOn(state, playing, effects) {
  const { past } = state;
  if (!past?.total || past.playing === playing) return state;
  const next = { ...state, past: { ...past, playing } };
  if (!playing) return next;
  const atEnd = past.at >= past.total - 1;
  return goTo(next, atEnd ? 0 : past.at + 1, !atEnd, effects);
}

/** A step was fetched: that of the newest wish counts.
 *  @param {GameState} state @param {Extract<Happened, { did: "stepped" }>} what @returns {GameState} */
export function stepped(state, { seat, number, total, frame }) {
  const { past } = state;
  if (!past || seat !== past.seenBy || (past.wanted !== LAST && number !== past.wanted)) return state;
  return { ...state, past: { ...past, total, wanted: number, at: past.total ? past.at : number, frame } };
}

/** A step is on the board. @param {GameState} state @param {Extract<Happened, { did: "at" }>} what @returns {GameState} */
export function arrived(state, { frame }) {
  const { past } = state;
  if (!past || past.frame !== frame) return state;
  const at = past.wanted;
  return { ...state, past: { ...past, at, on: frame, stepped: past.stepped || at !== past.total - 1 } };
}

/** It has been there for long enough to go on. @param {GameState} state @param {Extract<Happened, { did: "rested" }>} what @param {Effect[]} effects @returns {GameState} */
export function rested(state, { frame }, effects) {
  const { past } = state;
  if (!past?.playing || past.frame !== frame) return state;
  if (past.at >= past.total - 1) return { ...state, past: { ...past, playing: false } };
  return goTo(state, past.at + 1, true, effects);
}
