// What a player has sent: it is seen to be on its way, shown ahead where that is possible, and after a lost connection it
// is neither lost nor carried out twice.

/** @import { Effect, GameState, Happened, Move, View } from "./types" */

import { foresee, takeBack } from "./ahead.js";
import { isLive } from "./select.js";
import { sentence } from "../parts/dom.js";
import { choicesOf } from "./views.js";

const LATE = "moved on"; // in the refusal of a click that came too late, which is nobody's mistake

/** The number of what a message does, as the server tells it ahead; null for what it does not. @param {Move} message */
function numberOf(message) {
  if (message.type === "act") return message.actions.length === 1 ? message.actions[0] : null;
  return message.type === "undo" ? -1 : message.type === "redo" ? -2 : null;
}

/** @param {GameState} state @param {View} view @returns {GameState} */
export const withView = (state, view) => ({ ...state, views: new Map(state.views).set(view.seat, view) });

/** Sends a move. @param {GameState} state @param {Move} message @param {Effect[]} effects @returns {GameState} */
export function request(state, message, effects) {
  const view = state.views.get(message.seat) ?? null;
  const pending = { message, acted: view?.acted ?? 0, choices: choicesOf(view), match: state.room?.match ?? 0 };
  effects.push({ send: message });
  const next = { ...state, outbox: { ...state.outbox, sent: [...state.outbox.sent, pending] } };
  const foreseen =
    view && view.seat === state.shown && state.curtain === null ? foresee(view, numberOf(message)) : null;
  return foreseen ? withView(next, foreseen) : next;
}

/** A move has its answer, or will have none.
 *  @param {GameState} state @param {Extract<Happened, { did: "answered" }>} what @param {Effect[]} effects @returns {GameState} */
export function moveAnswered(state, what, effects) {
  const pending = state.outbox.sent.find((one) => one.message === what.message);
  if (!pending) return state; // of the connection before this one
  const next = { ...state, outbox: { ...state.outbox, sent: state.outbox.sent.filter((one) => one !== pending) } };
  if (what.refused === null) return next;
  if (what.lost && pending.message.type === "act" && !isLive(state))
    return { ...next, outbox: { ...next.outbox, unsure: pending } };
  return refused(next, pending.message.seat, what.refused, effects);
}

/** @param {GameState} state @param {number} seat @param {string} why @param {Effect[]} effects @returns {GameState} */
function refused(state, seat, why, effects) {
  effects.push({ toast: sentence(why), bad: !why.includes(LATE) });
  const view = state.views.get(seat);
  const next = { ...state, outbox: { ...state.outbox, later: [] } };
  return view ? withView(next, takeBack(view)) : next;
}

/** The connection is back. What has no answer was carried out, if the seat has acted as often as it would have then;
 *  if the seat has not acted and can choose what it could, it is sent again; else the player chooses again.
 *  @param {GameState} state @param {View} view @param {Effect[]} effects @returns {GameState} */
export function settleUnsure(state, view, effects) {
  const { unsure } = state.outbox;
  if (unsure?.message.type !== "act" || unsure.message.seat !== view.seat) return state;
  const next = { ...state, outbox: { ...state.outbox, unsure: null } };
  const same = unsure.match === state.room?.match;
  if (same && view.acted === unsure.acted + unsure.message.actions.length) return next;
  if (same && view.acted === unsure.acted && choicesOf(view) === unsure.choices) {
    return request(next, { ...unsure.message, frame: view.number }, effects);
  }
  return refused(next, view.seat, "The game has moved on; choose again.", effects);
}
