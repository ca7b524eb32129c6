// Pieces of coloured paper fall over a board, once: a lesson or a level is solved.

import { el, stillness } from "./dom.js";

const PIECES = 36;
const TIME = 2600; // ms

/** Not for those who want no motion. @param {HTMLElement} stage what they fall over */
export function celebrate(stage) {
  if (stillness.matches) return;
  const paper = Array.from({ length: PIECES }, (_, number) => {
    const piece = el("i", { class: `tone-${number % 4}` });
    piece.style.setProperty("--across", `${Math.round(Math.random() * 100)}%`);
    piece.style.setProperty("--late", `${Math.round(Math.random() * 500)}ms`);
    piece.style.setProperty("--spin", `${Math.round(Math.random() * 720 - 360)}deg`);
    return piece;
  });
  stage.querySelector(".party")?.remove();
  const party = el("div", { class: "party", "aria-hidden": "true" }, paper);
  stage.append(party);
  setTimeout(() => party.remove(), TIME);
}
