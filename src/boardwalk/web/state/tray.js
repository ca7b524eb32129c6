// The tray: choices that belong together, such as a program, are collected in slots and sent all at once. What they lead
// to is shown on the board as the server previews it.

/** @import { Effect, GameState, Happened, KeptTray, Offered, Tray } from "./types" */

import { request } from "./outbox.js";
import { frameOf, isOpen, isSending, isStepping, viewOf } from "./select.js";

/** The tray in line with what the seat may choose now; it stays while others get ready.
 *  @param {GameState} state @param {Effect[]} effects @returns {GameState} */
export function fitTray(state, effects) {
  const { tray } = state;
  const view = viewOf(state);
  const scene = frameOf(state)?.scene;
  if (state.curtain !== null) return tray ? { ...state, tray: null } : state;
  if (!view || !scene || isStepping(state) || (tray?.seat === view.seat && isSending(state))) return state;
  const count = isOpen(state) && view.choices.length ? scene.slots : 0;
  if (!count) return tray ? { ...state, tray: null } : state;
  if (tray?.seat === view.seat && tray.slots.length === count) return state;
  const place = [state.room?.room, state.room?.match, view.seat, scene.status].join(" ");
  const slots = restored(state.kept, place, view.choices, count);
  const fresh = { ...state, tray: { seat: view.seat, place, slots, next: null, plan: null, asked: null } };
  return slots.some(Boolean) ? ask(fresh, effects) : fresh;
}

/** What was in the slots before the page was loaded again, or nothing.
 *  @param {KeptTray | null} kept @param {string} place @param {readonly Offered[]} choices @param {number} count */
function restored(kept, place, choices, count) {
  const actions = kept?.of === place && kept.actions.length === count ? kept.actions : [];
  return Array.from({ length: count }, (_, slot) => choices.find((one) => one.action === actions[slot]) ?? null);
}

/** The choices before the first empty slot. @param {Tray} tray @returns {Offered[]} */
const begun = ({ slots }) =>
  /** @type {Offered[]} */ (slots.includes(null) ? slots.slice(0, slots.indexOf(null)) : slots);

/** Asks what the choices so far lead to; only the newest answer counts. @param {GameState} state @param {Effect[]} effects @returns {GameState} */
function ask(state, effects) {
  const { tray } = state;
  if (!tray) return state;
  const asked = /** @type {const} */ ({
    type: "preview",
    seat: tray.seat,
    actions: begun(tray).map((choice) => choice.action),
  });
  effects.push({ send: asked });
  return { ...state, tray: { ...tray, asked, next: null } };
}

/** @param {GameState} state @param {readonly (Offered | null)[]} slots @param {Effect[]} effects @returns {GameState} */
function changed(state, slots, effects) {
  const { tray } = state;
  if (!tray) return state; // it may close during a drag
  effects.push({ keep: "tray" });
  const kept = { of: tray.place, actions: slots.map((choice) => choice?.action ?? -1) };
  return ask({ ...state, kept, tray: { ...tray, slots } }, effects);
}

/** @param {GameState} state @param {number} slot @param {Offered | null} choice @param {Effect[]} effects */
export function put(state, slot, choice, effects) {
  const slots = state.tray?.slots ?? [];
  return slot in slots
    ? changed(
        state,
        slots.map((one, number) => (number === slot ? choice : one)),
        effects,
      )
    : state;
}

/** @param {GameState} state @param {readonly [number, number]} slots @param {Effect[]} effects */
export function swap(state, [one, other], effects) {
  const slots = [...(state.tray?.slots ?? [])];
  if (!(one in slots) || !(other in slots)) return state;
  [slots[one], slots[other]] = [slots[other], slots[one]];
  return changed(state, slots, effects);
}

/** Whether a choice goes into the tray instead of to the server. @param {GameState} state @param {Offered} choice */
export const isCollected = (state, choice) =>
  state.tray !== null && Boolean(viewOf(state)?.choices.some((one) => one.action === choice.action));

/** Into the first empty slot. @param {GameState} state @param {Offered} choice @param {Effect[]} effects */
export const collect = (state, choice, effects) => put(state, state.tray?.slots.indexOf(null) ?? -1, choice, effects);

/** @param {GameState} state */
export const mayConfirm = (state) => state.tray !== null && !state.tray.slots.includes(null) && !isSending(state);

/** @param {GameState} state @param {Effect[]} effects @returns {GameState} */
export function confirm(state, effects) {
  const view = viewOf(state);
  if (!view || !state.tray || !mayConfirm(state)) return state;
  const actions = begun(state.tray).map((choice) => choice.action);
  return request(state, { type: "act", seat: state.tray.seat, frame: view.choices[0].frame, actions }, effects);
}

/** Without a connection there is no preview.
 *  @param {GameState} state @param {Extract<Happened, { did: "answered" }>} what @param {Effect[]} effects @returns {GameState} */
export function previewed(state, { message, answer }, effects) {
  const { tray } = state;
  if (!tray || tray.asked !== message) return state;
  if (answer?.type !== "preview") return { ...state, tray: { ...tray, asked: null } };
  const { taken, scene: plan } = answer;
  const told = { ...tray, asked: null, plan };
  if (taken >= begun(tray).length)
    return { ...state, tray: { ...told, next: new Set(answer.choices.map((choice) => choice.action)) } };
  effects.push({ toast: `“${tray.slots[taken]?.label}” is not possible in slot ${taken + 1}.`, bad: true });
  return { ...state, tray: { ...told, slots: tray.slots.map((choice, slot) => (slot === taken ? null : choice)) } };
}
