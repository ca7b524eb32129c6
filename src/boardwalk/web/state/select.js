// What follows from the state of a game: for `reduce`, and for the panels that show it.

/** @import { Scene } from "./protocol" */
/** @import { GameState, Offered, Shown, View } from "./types" */

import { choicesOf, NOBODY } from "./views.js";

/** The view on the board. @param {GameState} state @returns {View | null} */
export const viewOf = ({ views, shown }) => (shown === null ? null : (views.get(shown) ?? null));

/** Whether all act at once, by the clock. @param {GameState} state */
export const isLive = ({ room }) => room !== null && room.tick_ms > 0;

/** Whether a move has no answer yet. @param {GameState} state */
export const isSending = ({ outbox }) => outbox.sent.length > 0 || outbox.unsure !== null;

/** Whether frames are still being shown. @param {GameState} state */
export const isShowing = (state) =>
  state.playback.running || (!state.past?.frame && (viewOf(state)?.queue.length ?? 0) > 0);

/** Whether the board shows an earlier step of a finished match. @param {GameState} state */
export const isStepping = ({ past }) => past !== null && past.total > 0 && past.at !== past.total - 1;

/** What is on the board. @param {GameState} state @returns {Shown | null} */
export const frameOf = (state) => state.past?.on ?? viewOf(state)?.on ?? null;

/** Whether the seat on the board plays at this screen. @param {GameState} state */
export const isHeld = ({ held, shown }) => shown !== null && held.includes(shown);

/** Whether the player may do something. @param {GameState} state */
export const isOpen = (state) => isHeld(state) && state.room?.phase === "playing";

/** Whether a player of turns is to choose. @param {GameState} state */
export const isYours = (state) => Boolean(viewOf(state)?.acting) && state.room?.phase === "playing" && !isLive(state);

/** What can be chosen at this moment. @param {GameState} state @returns {readonly Offered[]} */
export function openChoices(state) {
  if (!isOpen(state) || (!isLive(state) && (isShowing(state) || isSending(state)))) return [];
  return viewOf(state)?.choices ?? [];
}

/** Everything that could be chosen at some time, in the order of the game. @param {GameState} state */
export const knownChoices = (state) => [...(viewOf(state)?.known.values() ?? [])].sort((a, b) => a.action - b.action);

/** Who is to act, as the list of players shows it. @param {GameState} state */
export const toActOf = (state) => (isLive(state) || state.past?.on ? NOBODY : (viewOf(state)?.toAct ?? NOBODY));

/** Whether one seat of this screen may see what another may not. @param {GameState} state @param {number} one @param {number} other */
export function isSecret({ views }, one, other) {
  const [a, b] = [views.get(one)?.base, views.get(other)?.base];
  if (one === other || !a || !b) return false;
  /** @param {Scene} scene */
  const shown = (scene) => JSON.stringify([scene.tiles, scene.pieces, scene.edges, scene.overlays, scene.panel]);
  return shown(a) !== shown(b);
}

/** Whether a seat's view may be looked at without giving anything away. @param {GameState} state @param {number} seat */
export const canLook = (state, seat) =>
  state.kind === "room" && state.curtain === null && state.held.every((other) => !isSecret(state, seat, other));

/** Whether a player at this screen may ask for a hint now. @param {GameState} state */
export const mayAskHint = (state) => Boolean(state.room?.hints) && isOpen(state) && !isStepping(state);

/** Which decision a player faces: how often the player has acted, and what can be chosen. @param {GameState} state */
export const decisionOf = (state) => `${viewOf(state)?.acted} ${choicesOf(viewOf(state))}`;

/** What the level on the board has achieved, once the board shows it. @param {GameState} state */
export const resultOf = (state) => (isHeld(state) && !isShowing(state) ? (viewOf(state)?.result ?? null) : null);
