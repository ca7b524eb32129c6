// The part of a board one acts on: a grid of cells for screen readers and pointers, the choices on it as buttons, and
// the walls that could be placed, each a ghost until it is pointed at.
//
// Keys, while the focus is on the board: Shift and arrows walk from cell to cell; arrows go from choice to choice where
// the game does not use them itself; Enter chooses. On walls: arrows move along, Space turns, Enter places. Of a move from a
// cell to a cell the start is chosen first; Escape puts it back.

import { coarse, set, svg } from "../parts/dom.js";
import { BAR, bar, middle } from "./layers.js";
import { HALF, REACH, UNIT } from "./look.js";
import { offers, stillPicked } from "./moves.js";

const MANY = 2500; // boards of more cells have grid cells only where something is
const ALL_STOPS = 9; // so many choices are each a stop of the Tab key; more share one
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ASIDE = 8; // how near to a wall's line a pointer must be, in units

export class Cells {
  /** `shown(scene, choices)` is called when the cells are in line with the scene. */
  constructor(board, { choose, hint, shown }) {
    this.board = board;
    this.choose = choose;
    this.hint = hint;
    this.shown = shown;
    this.shape = "";
    this.all = [];
    this.picked = null; // the cell at which the next move starts
    this.choices = []; // what can be pressed now
    this.offered = new Map(); // the elements of the choices on the board
    this.keepFocus = false;
    document.addEventListener("keydown", (event) => this.onEscape(event));
  }

  /** Shows cells and choices for the scene on the board. */
  update(scene, choices) {
    set(this.board.node, { "aria-hidden": null, role: "group", "aria-label": "The board" });
    const shape = this.board.shape;
    if (this.shape !== shape || !this.grid?.isConnected) this.lay(scene, shape);
    this.describe(scene);
    this.offer(choices);
    this.shown(scene, choices);
  }

  lay(scene, shape) {
    this.shape = shape;
    this.cells = new Map();
    this.offered = new Map();
    this.sparse = scene.rows * scene.cols > MANY;
    const name = { role: "grid", "aria-label": "Board", "aria-rowcount": scene.rows, "aria-colcount": scene.cols };
    this.grid = svg("g", name);
    this.rows = Array.from({ length: scene.rows }, (_, row) => svg("g", { role: "row", "aria-rowindex": row + 1 }));
    this.grid.append(...this.rows);
    if (!this.sparse) {
      for (let row = 0; row < scene.rows; row += 1) {
        for (let col = 0; col < scene.cols; col += 1) this.cell(row, col);
      }
    }
    this.walls = svg("g", { role: "group", "aria-label": "Walls", class: "walls" });
    this.board.top.replaceChildren(this.grid, this.walls);
    this.grid.addEventListener("keydown", (event) => this.onGridKey(event));
    this.walls.addEventListener("keydown", (event) => this.onWallKey(event));
    for (const layer of [this.grid, this.walls]) {
      layer.addEventListener("pointerover", (event) => this.tell(event.target));
      layer.addEventListener("focusin", (event) => this.tell(event.target));
      layer.addEventListener("pointerleave", () => this.hint(""));
      layer.addEventListener("focusout", () => this.hint(""));
    }
  }

  cell(row, col) {
    const key = `${row},${col}`;
    if (!this.cells.has(key)) {
      const hit = svg("rect", { x: col * UNIT, y: row * UNIT, width: UNIT, height: UNIT, class: "hit" });
      const props = { role: "gridcell", "data-cell": key, "aria-colindex": col + 1, tabindex: -1 };
      const node = svg("g", props, hit);
      this.rows[row].append(node);
      this.cells.set(key, { node, row, col });
    }
    return this.cells.get(key);
  }

  /** What each cell is and who stands there, in words. */
  describe(scene) {
    const things = new Map();
    const put = (row, col, words) => {
      const key = `${row},${col}`;
      things.set(key, things.has(key) ? `${things.get(key)}, ${words}` : words);
    };
    for (const piece of scene.pieces) put(piece.row, piece.col, piece.name);
    const words = { fog: "not seen", dark: "no power", trail: "light trail" };
    for (const over of scene.overlays) if (words[over.kind]) put(over.row, over.col, words[over.kind]);
    if (this.sparse) for (const key of things.keys()) this.cell(...key.split(",").map(Number));
    for (const [key, { node, row, col }] of this.cells) {
      const where = this.nameOf(scene, row, col);
      const tile = scene.palette[scene.tiles[row * scene.cols + col]];
      const thing = things.get(key);
      set(node, { "aria-label": `${where}: ${tile.name}${thing ? `, ${thing}` : ""}` });
    }
  }

  nameOf(scene, row, col) {
    const labelled = scene.row_labels.length && scene.col_labels.length;
    return labelled ? scene.col_labels[col] + scene.row_labels[row] : `row ${row + 1}, column ${col + 1}`;
  }

  offer(choices) {
    this.all = choices;
    this.picked = stillPicked(choices, this.picked);
    this.put(offers(choices, this.picked, ([row, col]) => this.nameOf(this.board.scene, row, col)));
  }

  /** Carries out a choice, or picks the start of a move and shows where it leads. */
  take(choice) {
    if (!choice.picks) this.choose(choice);
    else this.pick(choice.picked ? null : choice.cell);
  }

  pick(cell) {
    this.picked = cell;
    this.offer(this.all);
  }

  onEscape(event) {
    if (event.key !== "Escape" || !this.picked || !this.grid?.isConnected || document.querySelector("dialog[open]")) return;
    this.pick(null);
    event.preventDefault();
  }

  put(choices) {
    const focused = document.activeElement;
    const inside = this.board.node.contains(focused) && focused.dataset?.action !== undefined && byKeyboard(focused);
    const action = inside ? focused.dataset.action : this.keepFocus;
    if (inside) this.keepFocus = action;
    else if (focused && focused !== document.body) this.keepFocus = false;
    this.choices = choices;
    const before = this.offered;
    this.offered = new Map();
    const taken = new Set();
    for (const choice of choices) {
      if (!choice.edge && (!choice.cell || taken.has(choice.cell.join()))) continue;
      if (!choice.edge) taken.add(choice.cell.join());
      // What is still possible keeps its element, which somebody may be pressing just now.
      const key = JSON.stringify([choice.action, choice.label, choice.cell, choice.edge, choice.start]);
      const node = before.get(key) ?? (choice.edge ? this.wallChoice(choice) : this.cellChoice(choice));
      node.choice = choice;
      this.offered.set(key, node);
    }
    for (const [key, node] of before) if (!this.offered.has(key)) node.remove();
    const stops = { cells: taken.size <= ALL_STOPS ? Infinity : 1, walls: 1 };
    for (const node of this.offered.values()) {
      const { cell, edge } = node.choice;
      set(node, { tabindex: stops[edge ? "walls" : "cells"]-- > 0 ? 0 : -1 });
      if (!node.isConnected) (edge ? this.walls : this.cell(...cell).node).append(node);
    }
    if (this.keepFocus !== false && choices.length) {
      const same = this.board.node.querySelector(`[data-action="${this.keepFocus}"]`);
      (same ?? this.board.node.querySelector("[data-action]"))?.focus({ preventScroll: true });
    }
  }

  button(choice, name, ...inside) {
    const act = (event) => this.take(event.currentTarget.choice);
    return svg("g", { role: "button", "aria-label": choice.label, "data-action": choice.action, class: name, onclick: act }, ...inside);
  }

  cellChoice(choice) {
    const [x, y] = middle(...choice.cell);
    const square = (side, name) =>
      svg("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 6, class: name });
    return this.button(choice, `choice${choice.picked ? " picked" : ""}`, square(UNIT * (coarse.matches ? REACH : 1), "hit"), square(35, "glow"), square(35, "rim"));
  }

  /** Two wedges that meet in the wall's middle, so that walls across and down never lie under the same point. */
  wallChoice(choice) {
    const [x, y, width, height] = bar(choice.edge);
    const cx = x + width / 2;
    const cy = y + height / 2;
    const wedge = (along, aside) => {
      const at = (a, b) => (choice.edge.across ? `${cx + a} ${cy + b}` : `${cx + b} ${cy + a}`);
      const points = [[along, -aside], [aside, -aside], [0, 0], [aside, aside], [along, aside]];
      return [points, points.map(([a, b]) => [-a, b])]
        .map((one) => `M${one.map(([a, b]) => at(a, b)).join("L")}Z`)
        .join("");
    };
    return this.button(
      choice,
      "choice wall-choice",
      svg("path", { d: wedge(HALF, ASIDE), class: "hit" }),
      svg("rect", { x, y, width, height, rx: BAR / 2, class: "ghost" }),
    );
  }

  /** Shows the ghost of a wall that waits for its confirmation. */
  lightWall(choice) {
    for (const node of this.walls.children) node.classList.toggle("lit", node.choice === choice);
  }

  tell(target) {
    const choice = target.closest?.("[data-action]")?.choice;
    const cell = target.closest?.("[data-cell]");
    this.hint(choice ? choice.label : (cell?.getAttribute("aria-label") ?? ""), choice?.picks ? undefined : choice);
  }

  onGridKey(event) {
    const at = event.target.closest("[data-cell]");
    const way = ARROWS[event.key];
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, col] = at.dataset.cell.split(",").map(Number);
    if (way && event.shiftKey) {
      this.cells.get(`${row + way[0]},${col + way[1]}`)?.node.focus({ preventScroll: true });
    } else if (way && !this.choices.some((choice) => choice.keys.includes(event.key))) {
      const others = [...this.grid.querySelectorAll("[data-action]")];
      this.go(nearest(others, [col, row], [way[1], way[0]], (node) => [node.choice.cell[1], node.choice.cell[0]]), others);
    } else if ((event.key === "Enter" || event.key === " ") && event.target.choice && byKeyboard(event.target)) {
      this.take(event.target.choice);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  onWallKey(event) {
    const choice = event.target.choice;
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    const walls = [...this.walls.children];
    const way = ARROWS[event.key];
    const { across } = choice.edge;
    if (way) {
      const same = walls.filter((node) => node.choice.edge.across === across);
      this.go(nearest(same, placeOf(choice), [way[1], way[0]], (node) => placeOf(node.choice)), walls);
    } else if (event.key === " ") {
      const others = walls.filter((node) => node.choice.edge.across !== across);
      this.go(closest(others, placeOf(choice), (node) => placeOf(node.choice)), walls);
    } else if (event.key === "Enter") this.choose(choice);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus, and with it the one stop of the Tab key. */
  go(node, all) {
    if (!node) return;
    if (all.length > ALL_STOPS) for (const one of all) set(one, { tabindex: one === node ? 0 : -1 });
    node.focus({ preventScroll: true });
  }
}

/** The middle of a wall: column and row. */
export function placeOf({ edge }) {
  const half = (edge.length ?? 1) / 2;
  return edge.across ? [edge.col + half, edge.row] : [edge.col, edge.row + half];
}

/** The next one in a direction: ahead first, sideways only as far as it must be. */
export function nearest(nodes, [x, y], [dx, dy], where) {
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const [nx, ny] = where(node);
    const ahead = (nx - x) * dx + (ny - y) * dy;
    const aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
    if (ahead > 0.01 && ahead + aside * 2.5 < least) {
      best = node;
      least = ahead + aside * 2.5;
    }
  }
  return best;
}

/** The one that is the least distance away. */
export function closest(nodes, [x, y], where) {
  const far = (node) => Math.hypot(where(node)[0] - x, where(node)[1] - y);
  return nodes.reduce((best, node) => (best && far(best) <= far(node) ? best : node), null);
}

/** Whether somebody came here by keyboard; who clicks does not want the focus to follow, nor keys to mean the cell. */
const byKeyboard = (node) => node.matches(":focus-visible");
