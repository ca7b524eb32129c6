// Keys, strokes of a finger and typed words become intents.

/** @import { GameState, Intent, Offered } from "./types" */

import { byKey, byWords } from "../parts/keys.js";
import { eventBy } from "./events.js";
import { frameOf, isHeld, isLive, isOpen, isSending, isShowing, knownChoices, mayAskHint, viewOf } from "./select.js";
import { mayConfirm } from "./tray.js";

export const HINT = "t"; // the key that asks for a hint
const MOVING = /^([a-gi-z0-9]|Arrow\w+)$/; // keys that may turn out to be a move (`h` is help, unless a game has it)
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };

/** What a key does: in a finished match it steps, in a tray it takes out or confirms; else the game's own choices come first, then its events, then what every
 *  game has. Null if nothing. `onButton` and `onSlider`: what has the focus uses some keys itself.
 *  @param {GameState} state @param {readonly string[]} keys
 *  @param {{ shift?: boolean, onButton?: boolean, onSlider?: boolean }} [how] @returns {Intent | null} */
export function meaningOf(state, keys, { shift = false, onButton = false, onSlider = false } = {}) {
  if (state.room?.phase === "waiting" || state.curtain !== null) return null;
  const collected = trayMeaning(state, keys[0], onButton);
  if (collected) return collected;
  const step = onSlider ? null : stepOf(state, keys[keys.length - 1], onButton);
  if (step) return step;
  const mine = isOpen(state) && !(onButton && [" ", "Enter"].includes(keys[0])) && !shift;
  const free = !isSending(state) || isLive(state);
  if (mine && byKey(knownChoices(state), keys)) {
    return free
      ? { do: "choose", choice: byKey(viewOf(state)?.choices ?? [], keys) }
      : { do: "later", after: { do: "press", keys } };
  }
  const event = mine && eventBy(state.events, keys[0]);
  if (event) return { do: "event", event };
  const common = commonOf(state, keys[0], shift);
  if (common) return common;
  // Where the action on its way leads, this key may mean something that it never did before.
  return mine && !free && MOVING.test(keys[0]) ? { do: "later", after: { do: "press", keys } } : null;
}

/** @param {GameState} state @param {string} key @param {boolean} onButton @returns {Intent | null} */
function trayMeaning(state, key, onButton) {
  if (key === "Backspace" && state.tray?.slots.some(Boolean)) return { do: "takeOut" };
  return key === "Enter" && !onButton && mayConfirm(state) ? { do: "confirm" } : null;
}

/** @param {GameState} state @param {string} key @param {boolean} shift @returns {Intent | null} */
function commonOf(state, key, shift) {
  const undoes = isHeld(state) && state.room?.undo;
  if (undoes && key === "u" && !shift) return { do: "undo" };
  if (undoes && (key === "y" || key === "u")) return { do: "redo" };
  if (key === HINT && mayAskHint(state)) return { do: "hint" };
  if (key === "." && state.playback.many) return { do: "pause" };
  if (key === "Escape" && isShowing(state)) return { do: "skip" };
  return key === "/" && state.kind === "room" && isOpen(state) ? { do: "field" } : null;
}

/** @param {GameState} state @param {string} key @param {boolean} onButton @returns {Intent | null} */
function stepOf({ past }, key, onButton) {
  if (!past?.total) return null;
  if (key in STEPS) return { do: "step", to: past.wanted + STEPS[key] };
  if (key === "Home") return { do: "step", to: 0 };
  if (key === "End") return { do: "step", to: past.total - 1 };
  return key === " " && !onButton ? { do: "play", on: !past.playing } : null;
}

/** The choice on a cell, by the cell's name: `e4`. @param {GameState} state @param {string} word @returns {Offered | null} */
function byPlace(state, word) {
  const { row_labels: rows = [], col_labels: cols = [] } = frameOf(state)?.scene ?? {};
  /** @param {Offered} choice */
  const named = ({ cell, start }) =>
    cell && !start && rows.length && cols.length && `${cols[cell[1]]}${rows[cell[0]]}` === word.trim().toLowerCase();
  return viewOf(state)?.choices.find(named) ?? null;
}

/** What a typed word means: a choice, or an event. Null if it is not possible now.
 *  @param {GameState} state @param {string} word @returns {Intent | null} */
export function wordMeaning(state, word) {
  const choice = byWords(viewOf(state)?.choices ?? [], word) ?? byPlace(state, word);
  if (choice) return { do: "choose", choice };
  const event = eventBy(state.events, word.trim());
  return event && { do: "event", event };
}
