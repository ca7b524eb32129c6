// Positions that a player has reason to believe in, as small boards.

/** @import { Believed } from "../state/protocol" */

import { Board } from "../board/board.js";
import { el } from "../parts/dom.js";

/** A button that shows them, and where it does. @param {string} label @param {readonly Believed[]} worlds those of a hint or of a decision */
export function beliefs(label, worlds) {
  const boards = el("div", { class: "beliefs" });
  const open = el("button", { type: "button", class: "button small", "aria-expanded": "false" }, el("span", {}, label));
  open.addEventListener("click", () => {
    const shows = open.getAttribute("aria-expanded") === "false";
    open.setAttribute("aria-expanded", String(shows));
    boards.replaceChildren(...(shows ? worlds.map(picture) : []));
  });
  return [open, boards];
}

/** @param {Believed} world */
function picture({ share, scene }) {
  const small = new Board();
  small.show(scene, { animate: false, labels: false });
  return el(
    "figure",
    { class: "belief" },
    small.node,
    el("figcaption", {}, `${Math.max(1, Math.round(share * 100))} % likely`),
  );
}
