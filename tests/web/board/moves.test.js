import assert from "node:assert/strict";
import test from "node:test";

import { besideBoard, offers, stillPicked } from "../../../src/boardwalk/web/board/moves.js";

const name = ([row, col]) => "abc"[col] + (3 - row);
const choice = (action, cell, start = null, edge = null) => ({
  action,
  text: `${action}`,
  label: `${action}`,
  keys: [],
  cell,
  edge,
  start,
});
const MOVES = [
  choice(0, [1, 0], [2, 0]),
  choice(1, [1, 1], [2, 0]),
  choice(2, [1, 1], [2, 1]),
  choice(3, [0, 2]),
  choice(4, null),
];
const told = (some) => some.map(({ action, label, cell }) => [action, label, cell]);

test("first the cells at which moves start can be pressed, each once, and what does not start anywhere", () => {
  assert.deepEqual(told(offers(MOVES, null, name)), [
    ["from 2,0", "Move from a1", [2, 0]],
    ["from 2,1", "Move from b1", [2, 1]],
    [3, "3", [0, 2]],
    [4, "4", null],
  ]);
});

test("once a start is picked, only its own moves can be pressed, and itself to go back", () => {
  const offered = offers(MOVES, [2, 0], name);
  assert.deepEqual(told(offered), [
    [0, "0", [1, 0]],
    [1, "1", [1, 1]],
    ["from 2,0", "Put back a1", [2, 0]],
  ]);
  assert.deepEqual(
    offered.map(({ picks, picked }) => [Boolean(picks), Boolean(picked)]),
    [
      [false, false],
      [false, false],
      [true, true],
    ],
  );
});

test("a start stays picked as long as a move starts there", () => {
  assert.deepEqual(stillPicked(MOVES, [2, 0]), [2, 0]);
  assert.equal(stillPicked(MOVES, [2, 2]), null);
  assert.equal(stillPicked([], [2, 0]), null);
  assert.equal(stillPicked(MOVES, null), null);
});

test("moves between the same cells and what shares a cell with a start are buttons beside the board", () => {
  assert.deepEqual(besideBoard(MOVES), new Set([4]));
  const promoted = choice(5, [1, 0], [2, 0]);
  const onStart = choice(6, [2, 1]);
  const wall = choice(7, null, null, { row: 1, col: 1 });
  assert.deepEqual(besideBoard([...MOVES, promoted, onStart, wall]), new Set([4, 5, 6]));
  assert.deepEqual(besideBoard([choice(8, [0, 0]), choice(9, [0, 0])]), new Set([9]));
});
