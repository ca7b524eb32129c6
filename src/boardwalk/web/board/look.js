// The drawings of a theme, fetched once and put into the page, where <use> finds them.

import { svg } from "../parts/dom.js";

export const UNIT = 40; // a cell
export const HALF = UNIT / 2;
export const REACH = 1.1; // of a choice on a cell, in cells
export const FRAME = 9; // the board's frame
export const LABELS = 17; // more of it where there are labels

const PLAIN = { turns: false, lies: false, behind: false, badge: null, accent: "", flat: "", flatOpacity: 1 };

const loading = new Map();
const known = new Map(); // a symbol's id: how its drawing behaves

export function load(theme) {
  if (!loading.has(theme)) {
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
  }
  return loading.get(theme);
}

function behaviourOf({ dataset }) {
  const { turns, lies, behind, badge, accent, flat, flatOpacity } = dataset;
  return {
    turns: turns === "1",
    lies: lies === "1",
    behind: behind === "1",
    badge: badge ? badge.split(" ").map(Number) : null,
    accent: accent ?? "",
    flat: flat ?? "",
    flatOpacity: Number(flatOpacity ?? 1),
  };
}

/**
 * How the drawing of a word behaves, as the loaded theme declares it: whether it `turns` with its tile or piece, whether it
 * `lies` (steps aside for a piece on its cell), whether it is a sign `behind` its piece, where its `badge` is ([x, y, size] of
 * the label or the seat's mark), which tile is its `accent`, drawn over a few of the cells, and, in that tone, the CSS variable
 * and the opacity of its `flat` colour.
 */
export const behaviour = (theme, group, word, tone = -1) => known.get(symbol(theme, group, word, tone)) ?? PLAIN;

/** Whether this is one of the few cells on which a tile's accent is drawn. */
export const hasAccent = (row, col) => (row * 5 + col * 13) % 23 === 0;

/** The id of a drawing; where it has no look of its own for a tone, nobody's. */
function symbol(theme, group, word, tone) {
  const own = `bw-${theme}-${group}-${word}-${tone >= 0 ? tone % 4 : "n"}`;
  return known.has(own) ? own : `bw-${theme}-${group}-${word}-n`;
}

export const ref = (theme, group, word, tone) => `#${symbol(theme, group, word, tone)}`;

export function use(theme, group, word, tone, props) {
  return svg("use", { href: ref(theme, group, word, tone), ...props });
}

export const seatColour = (tone) => (tone >= 0 ? `var(--bw-seat${tone % 4})` : "var(--bw-plain)");

/** A seat's mark as a drawing: circle, triangle, square, diamond. */
export function markShape(tone, x, y, r, props) {
  const kind = tone % 4;
  if (kind === 0) return svg("circle", { cx: x, cy: y, r, ...props });
  const [corners, first, stretch] = [[3, -90, 1.3], [4, 45, 1.25], [4, 0, 1.3]][kind - 1];
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = ((first + (360 * corner) / corners) * Math.PI) / 180;
    return `${(x + Math.cos(angle) * r * stretch).toFixed(2)} ${(y + (kind === 1 ? r * 0.25 : 0) + Math.sin(angle) * r * stretch).toFixed(2)}`;
  });
  return svg("path", { d: `M${points.join("L")}Z`, ...props });
}
