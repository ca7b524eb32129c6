// The rulebook, one key away.

import { rulebook } from "./api.js";
import { el, icon } from "./dom.js";
import { eventsOf } from "./events.js";
import { keyName } from "./keys.js";
import { markdown } from "./markdown.js";

const books = new Map();

const KEYS = [
  ["?", "these rules"],
  ["U, Y", "undo, redo, where the game has them"],
  ["/", "type a move"],
  [".", "pause and go on, while many steps are shown"],
  ["Esc", "skip to the newest position"],
  ["Tab", "to what you can do on the board; arrows and Enter from there"],
  ["Shift + arrows", "look around on the board, cell by cell"],
];

function keyTable(events) {
  const own = events.filter((event) => event.key).map((event) => [keyName(event.key), event.label]);
  return el(
    "details",
    { class: "keys" },
    el("summary", {}, "Keys"),
    el("dl", {}, [...own, ...KEYS].map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
  );
}

export async function showRules(game) {
  if (document.querySelector("dialog[open]")) return;
  const body = el("div", { class: "book-body", tabindex: 0, "aria-label": "Rulebook" }, "…");
  const dialog = el("dialog", { class: "book", "aria-label": "Rules" });
  const shut = () => {
    dialog.close();
    dialog.remove();
  };
  const close = el("button", { type: "button", class: "button round", "aria-label": "Close", onclick: shut }, icon("close"));
  dialog.append(el("div", { class: "book-head" }, el("h2", {}, "Rules"), close), body);
  dialog.addEventListener("cancel", shut);
  dialog.addEventListener("click", (event) => event.target === dialog && shut());
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "?" || event.key === "h") shut();
  });
  document.body.append(dialog);
  dialog.showModal();
  try {
    if (!books.has(game)) books.set(game, await rulebook(game));
    body.replaceChildren(...markdown(books.get(game).text), keyTable(await eventsOf(game)));
  } catch (error) {
    body.replaceChildren(el("p", {}, error.message), keyTable([]));
  }
  body.focus();
}
