// The buttons for what one can do in a room at any time, besides the game's own choices.

import { button, copy, sentence, toast } from "../parts/dom.js";
import { HINT } from "../state/hands.js";
import { keyName } from "../parts/keys.js";
import { setting } from "../state/memory.js";

export function actionButtons(page) {
  const { room } = page;
  const seat = page.held.includes(page.shown) ? page.shown : null;
  const small = (label, name, key, run) =>
    button(label, { icon: name, class: "button small", onclick: run, title: key ? `Key ${key}` : undefined, "aria-label": label });
  const list = [];
  if (page.hints.allowed) list.push(small("Hint", "bulb", keyName(HINT), () => page.hints.ask()));
  if (seat !== null && room.undo) {
    list.push(small("Undo", "undo", "U", () => page.ask("undo")), small("Redo", "redo", "Y", () => page.ask("redo")));
  }
  if (seat !== null && room.phase === "playing") {
    for (const event of page.events) list.push(small(event.label, event.icon, keyName(event.key), () => page.event(event)));
  }
  if (!page.held.length && room.phase === "playing" && room.seats.some((one) => one.kind === "open")) {
    list.push(small("Join", "play", "", () => page.join(setting("name", ""), null).catch((error) => toast(sentence(error.message), "bad"))));
  }
  if (room.phase === "playing") list.push(small("Copy link", "copy", "", () => copy(`${location.origin}/r/${room.room}`, "Link to this table")));
  list.push(small("How to play", "help", "?", () => page.shell.help()));
  if (seat !== null) list.push(small("Leave", "leave", "", () => page.leave()));
  return list;
}
