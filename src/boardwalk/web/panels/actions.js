// The buttons for what one can do in a room at any time, besides the game's own choices.

/** @import { RoomInfo } from "../state/protocol" */
/** @import { Dispatch, GameState } from "../state/types" */

import { copy } from "../parts/dom.js";
import { keyName } from "../parts/keys.js";
import { icon } from "../parts/templates.js";
import { html, nothing, repeat } from "../parts/vendor/lit-html.js";
import { HINT } from "../state/hands.js";
import { isHeld, isOpen, mayAskHint } from "../state/select.js";

/** @typedef {{ label: string, icon?: string | undefined, key?: string, run: () => void }} Action */

/** @param {GameState} state @param {Dispatch} dispatch @param {() => void} help shows how to play */
export function actionButtons(state, dispatch, help) {
  return state.room ? repeat(actionsOf(state, state.room, dispatch, help), (one) => one.label, template) : nothing;
}

/** @param {GameState} state @param {RoomInfo} room @param {Dispatch} dispatch @param {() => void} help @returns {Action[]} */
function actionsOf(state, room, dispatch, help) {
  const playing = room.phase === "playing";
  /** @type {Action[]} */
  const list = [];
  if (mayAskHint(state)) list.push({ label: "Hint", icon: "bulb", key: HINT, run: () => dispatch({ do: "hint" }) });
  if (isHeld(state) && room.undo) {
    list.push({ label: "Undo", icon: "undo", key: "U", run: () => dispatch({ do: "undo" }) });
    list.push({ label: "Redo", icon: "redo", key: "Y", run: () => dispatch({ do: "redo" }) });
  }
  if (isOpen(state)) {
    for (const event of state.events)
      list.push({ label: event.label, icon: event.icon, key: event.key, run: () => dispatch({ do: "event", event }) });
  }
  if (!state.held.length && playing && room.seats.some((one) => one.kind === "open"))
    list.push({ label: "Join", icon: "play", run: () => dispatch({ do: "join" }) });
  if (playing)
    list.push({
      label: "Copy link",
      icon: "copy",
      run: () => copy(`${location.origin}/r/${room.room}`, "Link to this table"),
    });
  list.push({ label: "How to play", icon: "help", key: "?", run: help });
  if (isHeld(state)) list.push({ label: "Leave", icon: "leave", run: () => dispatch({ do: "leave" }) });
  return list;
}

/** @param {Action} action */
const template = ({ label, icon: name, key, run }) => html`
  <button type="button" class="button small" title=${key ? `Key ${keyName(key)}` : nothing} aria-label=${label}
    @click=${run}>${name ? icon(name) : nothing}<span>${label}</span></button>`;
