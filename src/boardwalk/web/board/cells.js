// The part of a board one acts on: a grid of cells for screen readers and pointers, the choices on it as buttons, and
// the walls that could be placed, each a ghost until it is pointed at.
//
// Keys, while the focus is on the board: Shift and arrows walk from cell to cell; arrows go from choice to choice where
// the game does not use them itself; Enter chooses. On walls: arrows move along, Space turns, Enter places. Of a move from a
// cell to a cell the start is chosen first; Escape puts it back.

/** @import { Choice, Edge, Scene } from "../state/protocol" */
/** @import { Board } from "./board.js" */
/** @import { Offer } from "./moves.js" */

import { coarse, set, svg } from "../parts/dom.js";
import { BAR, bar, middle } from "./layers.js";
import { HALF, REACH, UNIT } from "./look.js";
import { offers, stillPicked } from "./moves.js";

const MANY = 2500; // boards of more cells have grid cells only where something is
const ALL_STOPS = 9; // up to this many choices are each a stop of the Tab key; more share one
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ASIDE = 8; // how near to a wall's line a pointer must be, in units

/** The element of what can be pressed. @typedef {SVGGElement & { choice: Offer }} OfferNode */
/** @typedef {{ node: SVGGElement, row: number, col: number }} Cell */

export class Cells {
  /** `hint(words, choice)` tells what one points at; `shown(scene, choices)` is called when the cells are in line with the scene.
   *  @param {Board} board
   *  @param {{ choose(choice: Choice): void, hint(words: string, choice?: Choice): void, shown(scene: Scene, choices: readonly Choice[]): void }} on */
  constructor(board, { choose, hint, shown }) {
    this.board = board;
    this.choose = choose;
    this.hint = hint;
    this.shown = shown;
    this.shape = "";
    /** What may be chosen. @type {readonly Choice[]} */
    this.all = [];
    /** The cell at which the next move starts. @type {[number, number] | null} */
    this.picked = null;
    /** What can be pressed now. @type {readonly Offer[]} */
    this.choices = [];
    /** @type {Map<string, OfferNode>} */
    this.offered = new Map();
    /** The action whose element has the focus, or had it when it went. @type {string | null} */
    this.keepFocus = null;
    /** By row and column. @type {Map<string, Cell>} */
    this.cells = new Map();
    this.sparse = false; // whether there are cells only where something is
    this.grid = svg("g");
    this.walls = svg("g");
    /** @type {SVGGElement[]} */
    this.rows = [];
    document.addEventListener("keydown", (event) => this.onEscape(event));
  }

  /** Shows cells and choices for the scene on the board. @param {Scene} scene @param {readonly Choice[]} choices */
  update(scene, choices) {
    set(this.board.node, { "aria-hidden": null, role: "group", "aria-label": "The board" });
    const shape = this.board.shape;
    if (this.shape !== shape || !this.grid.isConnected) this.lay(scene, shape);
    this.describe(scene);
    this.offer(choices);
    this.shown(scene, choices);
  }

  /** @param {Scene} scene @param {string} shape */
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

  /** @param {number} row @param {number} col */
  cell(row, col) {
    const key = `${row},${col}`;
    const known = this.cells.get(key);
    if (known) return known;
    const hit = svg("rect", { x: col * UNIT, y: row * UNIT, width: UNIT, height: UNIT, class: "hit" });
    const node = svg("g", { role: "gridcell", "data-cell": key, "aria-colindex": col + 1, tabindex: -1 }, hit);
    const cell = { node, row, col };
    this.rows[row].append(node);
    this.cells.set(key, cell);
    return cell;
  }

  /** What each cell is and who stands there, in words. @param {Scene} scene */
  describe(scene) {
    /** @type {Map<string, string>} */
    const things = new Map();
    const put = (/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ words) => {
      const key = `${row},${col}`;
      if (words) things.set(key, things.has(key) ? `${things.get(key)}, ${words}` : words);
    };
    for (const piece of scene.pieces) put(piece.row, piece.col, piece.name);
    /** @type {Partial<Record<Scene["overlays"][0]["kind"], string>>} */
    const words = { fog: "not seen", dark: "no power", trail: "light trail" };
    for (const { kind, row, col } of scene.overlays) put(row, col, words[kind] ?? "");
    if (this.sparse) for (const key of things.keys()) this.cell(...place(key));
    for (const [key, { node, row, col }] of this.cells) {
      const where = this.nameOf(scene, row, col);
      const tile = scene.palette[scene.tiles[row * scene.cols + col]];
      const thing = things.get(key);
      set(node, { "aria-label": `${where}: ${tile.name}${thing ? `, ${thing}` : ""}` });
    }
  }

  /** @param {Scene} scene @param {number} row @param {number} col */
  nameOf(scene, row, col) {
    const labelled = scene.row_labels.length && scene.col_labels.length;
    return labelled ? scene.col_labels[col] + scene.row_labels[row] : `row ${row + 1}, column ${col + 1}`;
  }

  /** @param {readonly Choice[]} choices */
  offer(choices) {
    this.all = choices;
    this.picked = stillPicked(choices, this.picked);
    const { scene } = this.board;
    this.put(offers(choices, this.picked, ([row, col]) => (scene ? this.nameOf(scene, row, col) : "")));
  }

  /** Carries out a choice, or picks the start of a move and shows where it leads. @param {Offer} choice */
  take(choice) {
    if (isChoice(choice)) this.choose(choice);
    else this.pick(choice.picked ? null : choice.cell);
  }

  /** @param {[number, number] | null} cell */
  pick(cell) {
    this.picked = cell;
    this.offer(this.all);
  }

  /** @param {KeyboardEvent} event */
  onEscape(event) {
    if (event.key !== "Escape" || !this.picked || !this.grid.isConnected || document.querySelector("dialog[open]"))
      return;
    this.pick(null);
    event.preventDefault();
  }

  /** @param {readonly Offer[]} choices */
  put(choices) {
    const focused = document.activeElement;
    const inside =
      focused instanceof SVGElement && this.board.node.contains(focused) && byKeyboard(focused)
        ? focused.dataset.action
        : undefined;
    if (inside !== undefined) this.keepFocus = inside;
    else if (focused && focused !== document.body) this.keepFocus = null;
    this.choices = choices;
    const before = this.offered;
    this.offered = new Map();
    const taken = new Set();
    for (const choice of choices) {
      const { cell, edge } = choice;
      if (!edge && (!cell || taken.has(cell.join()))) continue;
      if (!edge) taken.add(cell?.join());
      // What is still possible keeps its element, which the player may be pressing.
      const key = JSON.stringify([choice.action, choice.label, cell, edge, choice.start]);
      const node = before.get(key) ?? (edge ? this.wallChoice(choice, edge) : this.cellChoice(choice, cell ?? [0, 0]));
      node.choice = choice;
      this.offered.set(key, node);
    }
    for (const [key, node] of before) if (!this.offered.has(key)) node.remove();
    const stops = { cells: taken.size <= ALL_STOPS ? Infinity : 1, walls: 1 };
    for (const node of this.offered.values()) {
      const { cell, edge } = node.choice;
      set(node, { tabindex: stops[edge ? "walls" : "cells"]-- > 0 ? 0 : -1 });
      if (!node.isConnected) (edge || !cell ? this.walls : this.cell(...cell).node).append(node);
    }
    if (this.keepFocus !== null && choices.length) {
      const find = (/** @type {string} */ which) =>
        /** @type {SVGElement | null} */ (this.board.node.querySelector(which));
      (find(`[data-action="${this.keepFocus}"]`) ?? find("[data-action]"))?.focus({ preventScroll: true });
    }
  }

  /** @param {Offer} choice @param {string} name @param {SVGElement[]} inside */
  button(choice, name, ...inside) {
    const node = svg(
      "g",
      { role: "button", "aria-label": choice.label, "data-action": choice.action, class: name },
      ...inside,
    );
    const offer = Object.assign(node, { choice });
    offer.addEventListener("click", () => this.take(offer.choice));
    return offer;
  }

  /** @param {Offer} choice @param {[number, number]} cell */
  cellChoice(choice, cell) {
    const [x, y] = middle(...cell);
    const square = (/** @type {number} */ side, /** @type {string} */ name) =>
      svg("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 6, class: name });
    return this.button(
      choice,
      `choice${choice.picked ? " picked" : ""}`,
      square(UNIT * (coarse.matches ? REACH : 1), "hit"),
      square(35, "glow"),
      square(35, "rim"),
    );
  }

  /** Two wedges that meet in the wall's middle, so that walls across and down never lie under the same point. @param {Offer} choice @param {Edge} edge */
  wallChoice(choice, edge) {
    const [x, y, width, height] = bar(edge);
    const cx = x + width / 2;
    const cy = y + height / 2;
    const wedge = (/** @type {number} */ along, /** @type {number} */ aside) => {
      const at = (/** @type {number} */ a, /** @type {number} */ b) =>
        edge.across ? `${cx + a} ${cy + b}` : `${cx + b} ${cy + a}`;
      const points = [
        [along, -aside],
        [aside, -aside],
        [0, 0],
        [aside, aside],
        [along, aside],
      ];
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

  /** Shows the ghost of a wall that waits for its confirmation. @param {Offer | null} choice */
  lightWall(choice) {
    for (const node of this.nodes(this.walls)) node.classList.toggle("lit", node.choice === choice);
  }

  /** What can be pressed of a part of the board. @param {Element} part */
  nodes(part) {
    return /** @type {OfferNode[]} */ ([...part.querySelectorAll("[data-action]")]);
  }

  /** @param {EventTarget | null} target */
  tell(target) {
    if (!(target instanceof Element)) return;
    const choice = /** @type {OfferNode | null} */ (target.closest("[data-action]"))?.choice;
    const cell = target.closest("[data-cell]");
    this.hint(
      choice ? choice.label : (cell?.getAttribute("aria-label") ?? ""),
      choice && isChoice(choice) ? choice : undefined,
    );
  }

  /** @param {KeyboardEvent} event */
  onGridKey(event) {
    const target = /** @type {OfferNode | SVGElement} */ (event.target);
    const at = /** @type {SVGElement | null} */ (target.closest("[data-cell]"));
    const way = ARROWS[event.key];
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, col] = place(at.dataset.cell ?? "");
    if (way && event.shiftKey) {
      this.cells.get(`${row + way[0]},${col + way[1]}`)?.node.focus({ preventScroll: true });
    } else if (way && !this.choices.some((choice) => choice.keys.includes(event.key))) {
      const others = this.nodes(this.grid);
      this.go(nearest(others, [col, row], [way[1], way[0]], cellOf), others);
    } else if ((event.key === "Enter" || event.key === " ") && "choice" in target && byKeyboard(target)) {
      this.take(target.choice);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  onWallKey(event) {
    const { choice } = /** @type {OfferNode} */ (event.target);
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    const walls = this.nodes(this.walls);
    const way = ARROWS[event.key];
    const across = choice.edge?.across;
    const placed = (/** @type {OfferNode} */ node) => placeOf(node.choice);
    if (way) {
      const same = walls.filter((node) => node.choice.edge?.across === across);
      this.go(nearest(same, placeOf(choice), [way[1], way[0]], placed), walls);
    } else if (event.key === " ") {
      const others = walls.filter((node) => node.choice.edge?.across !== across);
      this.go(closest(others, placeOf(choice), placed), walls);
    } else if (event.key === "Enter") this.take(choice);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus, and with it the one stop of the Tab key. @param {OfferNode | null} node @param {OfferNode[]} all */
  go(node, all) {
    if (!node) return;
    if (all.length > ALL_STOPS) for (const one of all) set(one, { tabindex: one === node ? 0 : -1 });
    node.focus({ preventScroll: true });
  }
}

/** Whether something to press is a choice, not the start of moves. @param {Offer} offer @returns {offer is Offer & Choice} */
const isChoice = (offer) => !offer.picks;

/** A row and a column, as a cell's element names them. @param {string} key @returns {[number, number]} */
function place(key) {
  const [row, col] = key.split(",").map(Number);
  return [row, col];
}

/** @typedef {[number, number]} Point column and row */

/** Where a choice on a cell is. @param {OfferNode} node @returns {Point} */
const cellOf = ({ choice }) => (choice.cell ? [choice.cell[1], choice.cell[0]] : [0, 0]);

/** The middle of a choice's wall. @param {Pick<Offer, "edge">} choice @returns {Point} */
export function placeOf({ edge }) {
  if (!edge) return [0, 0];
  const half = edge.length / 2;
  return edge.across ? [edge.col + half, edge.row] : [edge.col, edge.row + half];
}

/** The next one in a direction: ahead first, sideways only as far as it must be.
 *  @template T @param {readonly T[]} nodes @param {Point} from @param {Point} way @param {(node: T) => Point} where */
export function nearest(nodes, [x, y], [dx, dy], where) {
  /** @type {T | null} */
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

/** The one that is the least distance away.
 *  @template T @param {readonly T[]} nodes @param {Point} from @param {(node: T) => Point} where */
export function closest(nodes, [x, y], where) {
  const far = (/** @type {T} */ node) => Math.hypot(where(node)[0] - x, where(node)[1] - y);
  /** @type {T | null} */
  let best = null;
  for (const node of nodes) if (best === null || far(node) < far(best)) best = node;
  return best;
}

/** Whether the focus came by keyboard; after a click it must not follow, nor keys mean the cell. @param {Element} node */
const byKeyboard = (node) => node.matches(":focus-visible");
