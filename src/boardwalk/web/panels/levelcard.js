// @ts-check
// What the map of levels and a finished level share: stars, and starting a level.

/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { reason, text, toast } from "../parts/dom.js";
import { html } from "../parts/vendor/lit-html.js";
import { keepTokens, setting } from "../state/memory.js";

const MOST = 3;

/** @param {number} count */
export function stars(count) {
  const words = count === 1 ? "1 star of 3" : `${count} stars of 3`;
  return html`<span class="level-stars" role="img" aria-label=${words}>${"★".repeat(count)}<span class="stars-off">${"★".repeat(MOST - count)}</span></span>`;
}

/** Makes a room for a level and goes there; `pressed` is the button that waits for it.
 *  @param {string} game @param {{ options: Record<string, unknown> }} level @param {Shell} shell @param {HTMLButtonElement} pressed */
export async function startLevel(game, level, shell, pressed) {
  pressed.disabled = true;
  const label = pressed.querySelector(".wait-here");
  const slow = setTimeout(() => label && text(label, "Setting up the board…"), 600);
  try {
    const made = await api.makeRoom({ game, options: level.options, seats: [{ kind: "me", name: setting("name", "") }] });
    keepTokens(made.room, Object.values(made.tokens));
    shell.go(`/r/${made.room}`);
  } catch (error) {
    toast(reason(error), "bad");
    pressed.disabled = false;
  } finally {
    clearTimeout(slow);
  }
}
