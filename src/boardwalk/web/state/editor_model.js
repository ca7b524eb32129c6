// What is being drawn: grids of symbols, the tools that change them, and every earlier state for undo. Knows no game.
//
// A grid's rows are strings with one symbol a cell. Grids are never changed, only replaced.

/** @import { Grid, GridInfo, Piece, Scene, SymbolInfo } from "./protocol" */

/** @typedef {[number, number]} Place row and column */

const MOST_STEPS = 500; // that can be undone
const AROUND = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

export class Drawing {
  /** @param {GridInfo} about @param {Grid[]} grids */
  constructor(about, grids) {
    this.about = about;
    this.blank = about.symbols[0].char;
    this.symbols = new Map(about.symbols.map((symbol, number) => [symbol.char, { ...symbol, number }]));
    this.families = families(about.symbols);
    this.now = { grids, at: 0 };
    /** @type {Drawing["now"][]} */
    this.past = [];
    /** @type {Drawing["now"][]} */
    this.future = [];
  }

  get grids() {
    return this.now.grids;
  }

  get at() {
    return this.now.at;
  }

  get grid() {
    return this.grids[this.at];
  }

  get rows() {
    return this.grid.rows.length;
  }

  get cols() {
    return this.grid.rows[0].length;
  }

  /** @param {number} row @param {number} col @returns {string | undefined} */
  symbol(row, col) {
    return this.grid.rows[row]?.[col];
  }

  // -- steps that can be undone

  /** Remembers the present state: what follows until the next call is one step. */
  begin() {
    this.past.push(this.now);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
  }

  /** Forgets the step that has begun if it changed nothing. */
  end() {
    if (this.past.at(-1) === this.now) this.past.pop();
  }

  /** @param {() => void} change */
  step(change) {
    this.begin();
    change();
    this.end();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.now);
    this.now = before;
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.now);
    this.now = after;
  }

  /** Takes back the step that has begun. */
  cancel() {
    this.now = this.past.at(-1) ?? this.now;
  }

  // -- grids

  /** @param {Grid[]} grids */
  replace(grids, at = 0) {
    this.now = { grids, at: Math.min(at, grids.length - 1) };
  }

  /** @param {Partial<Grid>} grid */
  change(grid) {
    this.replace(this.grids.with(this.at, { ...this.grid, ...grid }), this.at);
  }

  /** To look at another grid is no step. @param {number} at */
  turnTo(at) {
    this.now = { ...this.now, at };
  }

  /** @param {Grid} grid */
  add(grid) {
    this.replace(this.grids.toSpliced(this.at + 1, 0, grid), this.at + 1);
  }

  remove() {
    if (this.grids.length > 1) this.replace(this.grids.toSpliced(this.at, 1), this.at);
  }

  // -- painting

  /** Puts a symbol on cells. Of a unique symbol only the last one stays. @param {Place[]} cells @param {string} char */
  paint(cells, char) {
    const inside = cells.filter(([row, col]) => row >= 0 && col >= 0 && row < this.rows && col < this.cols);
    const unique = this.symbols.get(char)?.unique;
    const wanted = unique ? inside.slice(-1) : inside;
    if (wanted.every(([row, col]) => this.symbol(row, col) === char)) return;
    const grid = this.grid.rows.map((line) => [...(unique ? line.replaceAll(char, this.blank) : line)]);
    for (const [row, col] of wanted) grid[row][col] = char;
    this.change({ rows: grid.map((line) => line.join("")) });
  }

  /** Paints a cell and all that look the same and can be reached from it. @param {number} row @param {number} col @param {string} char */
  fill(row, col, char) {
    const from = this.symbol(row, col);
    if (from === undefined) return;
    /** @type {Place[]} */
    const cells = [[row, col]];
    const seen = new Set([`${row},${col}`]);
    for (const [r, c] of cells) {
      for (const [down, right] of AROUND) {
        const [y, x] = [r + down, c + right];
        if (this.symbol(y, x) !== from || seen.has(`${y},${x}`)) continue;
        seen.add(`${y},${x}`);
        cells.push([y, x]);
      }
    }
    this.paint(this.symbols.get(char)?.unique ? [[row, col]] : cells, char);
  }

  /** The next direction of the symbol on a cell, if it has several. @param {number} row @param {number} col */
  turn(row, col) {
    const next = this.turned(this.symbol(row, col) ?? "");
    if (next) this.paint([[row, col]], next);
  }

  /** @param {string} char */
  turned(char) {
    const family = this.families.get(char);
    return family?.[(family.indexOf(char) + 1) % family.length];
  }

  /** Rows and columns come and go just before the last one: a border of walls stays closed, corners stay corners. @param {number} rows @param {number} cols */
  resize(rows, cols) {
    let lines = this.grid.rows.map((line) => [...line]);
    while (lines.length > rows) lines.splice(Math.max(lines.length - 2, 0), 1);
    while (lines.length < rows) lines.splice(lines.length - 1, 0, this.between(lines.at(-2), lines[lines.length - 1]));
    lines = transposed(lines);
    while (lines.length > cols) lines.splice(Math.max(lines.length - 2, 0), 1);
    while (lines.length < cols) lines.splice(lines.length - 1, 0, this.between(lines.at(-2), lines[lines.length - 1]));
    this.change({ rows: transposed(lines).map((line) => line.join("")) });
  }

  /** A new line between two: ground that is the same on both sides goes on, everything else is left blank. @param {string[] | undefined} before @param {string[]} after */
  between(before, after) {
    const goesOn = (/** @type {string} */ char) => !this.symbols.get(char)?.piece && !this.symbols.get(char)?.unique;
    return after.map((char, n) => (before?.[n] === char && goesOn(char) ? char : this.blank));
  }
}

/** @param {string[][]} lines */
const transposed = (lines) => lines[0].map((_, col) => lines.map((line) => line[col]));

/** Each symbol that can be turned, with all its directions, clockwise. @param {SymbolInfo[]} symbols */
function families(symbols) {
  /** @type {Map<string, SymbolInfo[]>} */
  const groups = new Map();
  for (const symbol of symbols) {
    const key = symbol.piece ? symbol.char : `${symbol.tile.kind} ${symbol.tile.tone}`;
    groups.set(key, [...(groups.get(key) ?? []), symbol]);
  }
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const group of groups.values()) {
    if (new Set(group.map((symbol) => symbol.tile.turn)).size < 2) continue;
    const order = group.toSorted((a, b) => a.tile.turn - b.tile.turn).map((symbol) => symbol.char);
    for (const char of order) found.set(char, order);
  }
  return found;
}

/** The cells of a rectangle between two corners, or only its border. @param {Place} from @param {Place} to @param {boolean} borderOnly */
export function rectangle([row, col], [toRow, toCol], borderOnly) {
  const [top, bottom, left, right] = [
    Math.min(row, toRow),
    Math.max(row, toRow),
    Math.min(col, toCol),
    Math.max(col, toCol),
  ];
  /** @type {Place[]} */
  const cells = [];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if (!borderOnly || y === top || y === bottom || x === left || x === right) cells.push([y, x]);
    }
  }
  return cells;
}

/** The cells on the way from one to another, for a pointer that moves fast. @param {Place} from @param {Place} to @returns {Place[]} */
export function line([row, col], [toRow, toCol]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toCol - col), 1);
  return Array.from({ length: steps + 1 }, (_, n) => [
    Math.round(row + ((toRow - row) * n) / steps),
    Math.round(col + ((toCol - col) * n) / steps),
  ]);
}

/** A grid as a scene that any board can show. @param {GridInfo} about @param {Pick<Grid, "rows">} grid @returns {Scene} */
export function sceneOf(about, grid) {
  const numbers = new Map(about.symbols.map((symbol, number) => [symbol.char, number]));
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {number[]} */
  const tiles = [];
  grid.rows.forEach((line, row) =>
    [...line].forEach((char, col) => {
      const number = numbers.get(char) ?? 0;
      const { piece, unique } = about.symbols[number];
      tiles.push(number);
      if (piece) pieces.push({ ...piece, id: unique ? char : `${row},${col}`, row, col });
    }),
  );
  return { ...about.scene, rows: grid.rows.length, cols: grid.rows[0].length, tiles, pieces };
}
