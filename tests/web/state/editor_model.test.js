import assert from "node:assert/strict";
import test from "node:test";

import { Drawing, line, rectangle, sceneOf } from "../../../src/boardwalk/web/state/editor_model.js";

const tile = (kind, turn = 0) => ({ kind, char: "", name: kind, tone: -1, turn });
const KIND = {
  symbols: [
    { char: ".", tile: tile("floor"), piece: null, unique: false },
    { char: "#", tile: tile("wall"), piece: null, unique: false },
    { char: "@", tile: tile("floor"), piece: { shape: "walker", tone: 0 }, unique: true },
    { char: "$", tile: tile("floor"), piece: { shape: "box", tone: -1 }, unique: false },
    { char: ">", tile: tile("belt", 1), piece: null, unique: false },
    { char: "<", tile: tile("belt", 3), piece: null, unique: false },
  ],
  scene: { theme: "plain" },
};
const drawing = (...rows) => new Drawing(KIND, [{ title: "", rows }]);
const rowsOf = (one) => one.grid.rows;

test("of a unique symbol only the last one stays", () => {
  const one = drawing("@..", "...");
  one.paint(
    [
      [0, 2],
      [1, 1],
    ],
    "@",
  );
  assert.deepEqual(rowsOf(one), ["...", ".@."]);
});

test("cells outside are not painted", () => {
  const one = drawing("...");
  one.paint(
    [
      [0, 1],
      [0, 3],
      [-1, 0],
    ],
    "#",
  );
  assert.deepEqual(rowsOf(one), [".#."]);
});

test("filling stops at what looks different", () => {
  const one = drawing("..#.", "..#.", "###.");
  one.fill(0, 0, "$");
  assert.deepEqual(rowsOf(one), ["$$#.", "$$#.", "###."]);
});

test("a symbol turns clockwise through its directions", () => {
  const one = drawing(">.");
  one.turn(0, 0);
  assert.deepEqual(rowsOf(one), ["<."]);
  one.turn(0, 0);
  one.turn(0, 1);
  assert.deepEqual(rowsOf(one), [">."], "what has one direction stays");
});

test("a border of walls stays closed when rows and columns come and go", () => {
  const one = drawing("####", "#@.#", "####");
  one.resize(4, 5);
  assert.deepEqual(rowsOf(one), ["#####", "#@..#", "#...#", "#####"]);
  one.resize(3, 3);
  assert.deepEqual(rowsOf(one), ["###", "#@#", "###"]);
});

test("steps are undone and redone; what changes nothing is no step", () => {
  const one = drawing("...");
  one.step(() => one.paint([[0, 0]], "#"));
  one.step(() => one.paint([[0, 0]], "#"));
  assert.equal(one.past.length, 1);
  one.undo();
  assert.deepEqual(rowsOf(one), ["..."]);
  one.undo();
  one.redo();
  assert.deepEqual(rowsOf(one), ["#.."]);
  one.step(() => one.paint([[0, 1]], "#"));
  assert.equal(one.future.length, 0);
});

test("a stroke that is cancelled leaves what was there", () => {
  const one = drawing("...");
  one.begin();
  one.paint([[0, 0]], "#");
  one.cancel();
  one.end();
  assert.deepEqual([rowsOf(one), one.past.length], [["..."], 0]);
});

test("grids are added after the present one; the last one stays", () => {
  const one = drawing("...");
  one.add({ title: "two", rows: ["#"] });
  assert.deepEqual([one.at, one.grid.title], [1, "two"]);
  one.remove();
  one.remove();
  assert.deepEqual([one.at, one.grids.length], [0, 1]);
});

test("the cells of a rectangle, of its border, and of a line", () => {
  assert.equal(rectangle([2, 2], [0, 0], false).length, 9);
  assert.ok(!rectangle([0, 0], [2, 2], true).some(([row, col]) => row === 1 && col === 1));
  assert.deepEqual(line([0, 0], [2, 4]), [
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 3],
    [2, 4],
  ]);
});

test("a grid is a scene: unique pieces keep their identity wherever they stand", () => {
  const { tiles, pieces, rows, cols } = sceneOf(KIND, { rows: ["@#", "$."] });
  assert.deepEqual([rows, cols, tiles], [2, 2, [2, 1, 3, 0]]);
  assert.deepEqual(
    pieces.map(({ id, row, col }) => [id, row, col]),
    [
      ["@", 0, 0],
      ["1,0", 1, 0],
    ],
  );
});
