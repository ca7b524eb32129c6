// What is on a board: each kind of tile, piece, wall and overlay of some scenes, drawn small, with its name.

import { Board } from "./board.js";
import { el } from "../parts/dom.js";

const MOST = 4; // of one kind, by colour

/** A list of what occurs in these scenes. `words` explains kinds by their names in scenes; what has no words there has
 *  the scene's own name, and is left out if it has none, as is plain floor in a game that explains itself. */
export function legend(scenes, words) {
  const found = new Map();
  const explained = Object.keys(words).length > 0;
  const add = (group, kind, name, sample) => {
    const known = words[kind];
    if (!known && (!name || (explained && kind === "floor"))) return;
    const key = known ? `${group} ${kind}` : `${group} ${kind} ${name}`;
    if (!found.has(key)) found.set(key, { group, name: known ?? name, theme: scenes[0].theme, samples: new Map() });
    const { samples } = found.get(key);
    if (samples.size < MOST && !samples.has(sample.tone)) samples.set(sample.tone, sample);
  };
  for (const scene of scenes) {
    for (const piece of scene.pieces) add("piece", piece.shape, piece.name, piece);
    for (const entry of new Set(scene.tiles)) add("tile", scene.palette[entry].kind, scene.palette[entry].name, scene.palette[entry]);
    for (const edge of scene.edges) add("edge", edge.kind, "wall", edge);
    for (const over of scene.overlays) add("over", over.kind, "", over);
  }
  const floor = scenes[0]?.palette.find((tile) => tile.kind === "floor") ?? scenes[0]?.palette[0];
  return el("ul", { class: "legend" }, [...found.values()].map((item) => el("li", {}, picture(item, floor), el("span", {}, item.name))));
}

/** One cell for each colour, in a row. */
function picture({ group, theme, samples }, floor) {
  const all = [...samples.values()].sort((a, b) => a.tone - b.tone);
  const cols = group === "edge" ? all.length + 1 : all.length;
  const on = (wanted, place) => (group === wanted ? all.map(place) : []);
  const board = new Board();
  board.show(
    {
      theme,
      rows: 1,
      cols,
      palette: [floor, ...on("tile", (tile) => tile)],
      tiles: Array.from({ length: cols }, (_, col) => (group === "tile" ? col + 1 : 0)),
      pieces: on("piece", (piece, col) => ({ ...piece, id: String(col), row: 0, col })),
      edges: on("edge", (edge, number) => ({ ...edge, row: 0, col: number + 1, across: false, length: 1 })),
      overlays: on("over", (over, col) => ({ ...over, row: 0, col })),
      row_labels: [],
      col_labels: [],
    },
    { animate: false },
  );
  board.node.style.setProperty("--cells", cols);
  return board.node;
}
