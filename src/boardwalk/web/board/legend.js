// What is on a board: each kind of tile, piece, wall and overlay of some scenes, drawn small, with its name.

/** @import { Scene } from "../state/protocol" */

import { Board } from "./board.js";
import { html } from "../parts/vendor/lit-html.js";

const MOST = 4; // of one kind, by colour
const EMPTY = {
  status: "",
  panel: [],
  row_labels: [],
  col_labels: [],
  own: [],
  goal: "",
  goal_cells: [],
  hidden: "",
  slots: 0,
};

/** @typedef {"piece" | "tile" | "edge" | "over"} Group */
/** Samples of one kind, by tone. @typedef {{ group: Group, name: string, theme: string, samples: Map<number, any> }} Item */

/** A list of what occurs in these scenes. `words` explains kinds by their names in scenes; what has no words there has
 *  the scene's own name, and is left out if it has none, as is plain floor in a game that explains itself.
 *  @param {Scene[]} scenes @param {Record<string, string>} words */
export function legend(scenes, words) {
  /** @type {Map<string, Item>} */
  const found = new Map();
  const explained = Object.keys(words).length > 0;
  /** @param {Group} group @param {string} kind @param {string} name @param {{ tone: number }} sample */
  const add = (group, kind, name, sample) => {
    const known = words[kind];
    if (!known && (!name || (explained && kind === "floor"))) return;
    const key = known ? `${group} ${kind}` : `${group} ${kind} ${name}`;
    const item = found.get(key) ?? { group, name: known ?? name, theme: scenes[0].theme, samples: new Map() };
    found.set(key, item);
    const { samples } = item;
    if (samples.size < MOST && !samples.has(sample.tone)) samples.set(sample.tone, sample);
  };
  for (const scene of scenes) {
    for (const piece of scene.pieces) add("piece", piece.shape, piece.name, piece);
    for (const entry of new Set(scene.tiles))
      add("tile", scene.palette[entry].kind, scene.palette[entry].name, scene.palette[entry]);
    for (const edge of scene.edges) add("edge", edge.kind, "wall", edge);
    for (const over of scene.overlays) add("over", over.kind, "", over);
  }
  const floor = scenes[0]?.palette.find((tile) => tile.kind === "floor") ?? scenes[0]?.palette[0];
  return html`<ul class="legend">${[...found.values()].map((item) => html`<li>${picture(item, floor)}<span>${item.name}</span></li>`)}</ul>`;
}

/** One cell for each colour, in a row. @param {Item} item @param {Scene["palette"][0]} floor */
function picture({ group, theme, samples }, floor) {
  const all = [...samples.values()].sort((a, b) => a.tone - b.tone);
  const cols = group === "edge" ? all.length + 1 : all.length;
  /** @param {Group} wanted @param {(sample: any, place: number) => any} place */
  const on = (wanted, place) => (group === wanted ? all.map(place) : []);
  const board = new Board();
  board.show(
    {
      ...EMPTY,
      theme,
      rows: 1,
      cols,
      palette: [floor, ...on("tile", (tile) => tile)],
      tiles: Array.from({ length: cols }, (_, col) => (group === "tile" ? col + 1 : 0)),
      pieces: on("piece", (piece, col) => ({ ...piece, id: String(col), row: 0, col })),
      edges: on("edge", (edge, number) => ({ ...edge, row: 0, col: number + 1, across: false, length: 1 })),
      overlays: on("over", (over, col) => ({ ...over, row: 0, col })),
    },
    { animate: false },
  );
  board.node.style.setProperty("--cells", String(cols));
  return board.node;
}
