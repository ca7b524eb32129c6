// The drawings of a theme, fetched once and put into the page, where <use> finds them.

import { svg } from "../parts/dom.js";

export const UNIT = 40; // a cell
export const HALF = UNIT / 2;
export const REACH = 1.1; // of a choice on a cell, in cells
export const FRAME = 9; // the board's frame
export const LABELS = 17; // more of it where there are labels

/** How the drawing of a word behaves, as the loaded theme declares it: whether it `turns` with its tile or piece, whether it
 *  `lies` (steps aside for a piece on its cell), whether it is a sign `behind` its piece, where its `badge` is (x, y and size of
 *  the label or the seat's mark), which tile is its `accent`, drawn over a few of the cells, and, in that tone, the CSS variable
 *  and the opacity of its `flat` colour.
 *  @typedef {{ turns: boolean, lies: boolean, behind: boolean, badge: [number, number, number] | null, accent: string, flat: string, flatOpacity: number }} Behaviour */
/** @typedef {"tile" | "piece" | "over" | "sign" | "icon"} Group of words */
/** @typedef {import("../parts/dom.js").Props} Props */

/** @type {Behaviour} */
const PLAIN = { turns: false, lies: false, behind: false, badge: null, accent: "", flat: "", flatOpacity: 1 };

/** By theme. @type {Map<string, Promise<void>>} */
const loading = new Map();
/** By a symbol's id. @type {Map<string, Behaviour>} */
const known = new Map();

/** @param {string} theme */
export function load(theme) {
  const begun = loading.get(theme);
  if (begun) return begun;
  const loaded = fetch(new URL(`../look/${encodeURIComponent(theme)}.svg`, import.meta.url))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(`no drawings of ${theme}`))))
    .then((source) => {
      const sheet = document.adoptNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement);
      sheet.setAttribute("class", "sprite");
      sheet.setAttribute("aria-hidden", "true");
      for (const one of sheet.querySelectorAll("symbol")) known.set(one.id, behaviourOf(one));
      document.body.append(sheet);
    });
  loaded.catch(() => loading.delete(theme));
  loading.set(theme, loaded);
  return loaded;
}

/** @param {SVGSymbolElement} symbol @returns {Behaviour} */
function behaviourOf({ dataset }) {
  const { turns, lies, behind, badge, accent, flat, flatOpacity } = dataset;
  return {
    turns: turns === "1",
    lies: lies === "1",
    behind: behind === "1",
    badge: badge ? /** @type {[number, number, number]} */ (badge.split(" ").map(Number)) : null,
    accent: accent ?? "",
    flat: flat ?? "",
    flatOpacity: Number(flatOpacity ?? 1),
  };
}

/** @param {string} theme @param {Group} group @param {string} word */
export const behaviour = (theme, group, word, tone = -1) => known.get(symbol(theme, group, word, tone)) ?? PLAIN;

/** Whether this is one of the few cells on which a tile's accent is drawn. @param {number} row @param {number} col */
export const hasAccent = (row, col) => (row * 5 + col * 13) % 23 === 0;

/** The id of a drawing; where it has no look of its own for a tone, nobody's. @param {string} theme @param {Group} group @param {string} word @param {number} tone */
function symbol(theme, group, word, tone) {
  const own = `bw-${theme}-${group}-${word}-${tone >= 0 ? tone % 4 : "n"}`;
  return known.has(own) ? own : `bw-${theme}-${group}-${word}-n`;
}

/** @param {string} theme @param {Group} group @param {string} word @param {number} tone */
export const ref = (theme, group, word, tone) => `#${symbol(theme, group, word, tone)}`;

/** @param {string} theme @param {Group} group @param {string} word @param {number} tone @param {Props} props */
export function use(theme, group, word, tone, props) {
  return svg("use", { href: ref(theme, group, word, tone), ...props });
}

/** @param {number} tone */
export const seatColour = (tone) => (tone >= 0 ? `var(--bw-seat${tone % 4})` : "var(--bw-plain)");

/** A seat's mark as a drawing: circle, triangle, square, diamond.
 *  @param {number} tone @param {number} x @param {number} y @param {number} r @param {Props} props */
export function markShape(tone, x, y, r, props) {
  const kind = tone % 4;
  if (kind === 0) return svg("circle", { cx: x, cy: y, r, ...props });
  const [corners, first, stretch] = [
    [3, -90, 1.3],
    [4, 45, 1.25],
    [4, 0, 1.3],
  ][kind - 1];
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = ((first + (360 * corner) / corners) * Math.PI) / 180;
    return `${(x + Math.cos(angle) * r * stretch).toFixed(2)} ${(y + (kind === 1 ? r * 0.25 : 0) + Math.sin(angle) * r * stretch).toFixed(2)}`;
  });
  return svg("path", { d: `M${points.join("L")}Z`, ...props });
}
