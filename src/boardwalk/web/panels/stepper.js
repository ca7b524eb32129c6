// Steps through a finished match: a slider, buttons, and whose knowledge is shown.

/** @import { Dispatch, GameState, Past } from "../state/types" */
/** @import { RoomInfo } from "../state/protocol" */

import { icon } from "../parts/templates.js";
import { html, live, nothing } from "../parts/vendor/lit-html.js";
import { EVERYTHING } from "../state/past.js";

/** @param {GameState} state @param {RoomInfo} room @param {Past} past @param {Dispatch} dispatch */
export function stepper({ secrets }, room, past, dispatch) {
  const { at, wanted, total, playing } = past;
  const last = total - 1;
  /** @param {string} label @param {string} name @param {() => void} run */
  const control = (label, name, run) =>
    html`<button type="button" class="button round" aria-label=${label} title=${label} @click=${run}>${icon(name)}</button>`;
  /** @param {string} label @param {string} name @param {number} to */
  const step = (label, name, to) => control(label, name, () => dispatch({ do: "step", to }));
  /** @param {Event} event */
  const slide = ({ currentTarget }) =>
    dispatch({ do: "step", to: Number(/** @type {HTMLInputElement} */ (currentTarget).value), animate: false });
  return html`
    <div class="stepper" role="group" aria-label="Step through the game">
      <input type="range" min="0" max=${last} step="1" aria-label="Step" class="slider" aria-valuetext="step ${at} of ${last}: ${past.on?.scene.status}"
        .value=${live(String(Math.max(wanted, 0)))} @input=${slide}>
      <div class="step-buttons">
        ${step("First step", "first", 0)}${step("Step back", "prev", wanted - 1)}
        ${control(playing ? "Pause" : "Play the game", playing ? "pause" : "play", () => dispatch({ do: "play", on: !playing }))}
        ${step("Step forward", "next", wanted + 1)}${step("Last step", "last", last)}
        <output class="step-place">${at} of ${last}</output>
      </div>
      ${secrets && room.seats.length > 1 ? eyes(room, past, dispatch) : nothing}
    </div>`;
}

/** In games with secrets: everything, or what one of the players knew. @param {RoomInfo} room @param {Past} past @param {Dispatch} dispatch */
function eyes(room, { seenBy }, dispatch) {
  /** @param {Event} event */
  const look = ({ currentTarget }) =>
    dispatch({ do: "seenBy", seat: Number(/** @type {HTMLSelectElement} */ (currentTarget).value) });
  return html`
    <label class="eyes">${icon("eye")}Show <select aria-label="Seen by" @change=${look}>
      <option value=${EVERYTHING} ?selected=${seenBy === EVERYTHING}>everything</option>
      ${room.seats.map((seat, number) => html`<option value=${number} .selected=${live(seenBy === number)}>what ${seat.name} saw</option>`)}
    </select></label>`;
}
