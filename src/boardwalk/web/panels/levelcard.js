// Starting a level, from the map of levels or after another one.

/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { reason, text, toast } from "../parts/dom.js";
import { keepTokens, setting } from "../state/memory.js";

/** Makes a room for a level and goes there; `pressed` is the button that waits for it.
 *  @param {string} game @param {{ options: Record<string, unknown> }} level @param {Shell} shell @param {HTMLButtonElement} pressed */
export async function startLevel(game, level, shell, pressed) {
  pressed.disabled = true;
  const label = pressed.querySelector(".wait-here");
  const slow = setTimeout(() => label && text(label, "Setting up the board…"), 600);
  try {
    const made = await api.makeRoom({
      game,
      options: level.options,
      seats: [{ kind: "me", name: setting("name", "") }],
    });
    keepTokens(made.room, Object.values(made.tokens));
    shell.go(`/r/${made.room}`);
  } catch (error) {
    toast(reason(error), "bad");
    pressed.disabled = false;
  } finally {
    clearTimeout(slow);
  }
}
