import assert from "node:assert/strict";
import test from "node:test";

import { bar, edgeKey, middle, runs } from "../../../src/boardwalk/web/board/layers.js";
import { UNIT } from "../../../src/boardwalk/web/board/look.js";

const wall = { row: 2, col: 3, across: true, length: 2, tone: -1, kind: "wall" };

test("neighbours in a row are one rectangle, in whatever order they come", () => {
  assert.equal(
    runs([
      [1, 2],
      [0, 0],
      [1, 1],
      [1, 4],
    ]),
    "M0 0h1v1h-1zM1 1h2v1h-2zM4 1h1v1h-1z",
  );
  assert.equal(runs([]), "");
});

test("a wall lies on the line between two rows, or two columns", () => {
  const [x, y, width, height] = bar(wall);
  assert.equal(y + height / 2, 2 * UNIT);
  assert.equal(x + width / 2, 4 * UNIT, "two cells from column 3 on");
  const [left, top, thin, long] = bar({ ...wall, across: false });
  assert.equal(left + thin / 2, 3 * UNIT);
  assert.equal(top + long / 2, 3 * UNIT, "two cells from row 2 on");
});

test("walls that look different have different keys", () => {
  const others = [{ across: false }, { length: 1 }, { kind: "known" }, { tone: 0 }, { row: 3 }, { col: 2 }];
  assert.equal(new Set([wall, ...others.map((other) => ({ ...wall, ...other }))].map(edgeKey)).size, 7);
  assert.equal(edgeKey({ ...wall }), edgeKey(wall));
});

test("the middle of a cell", () => {
  assert.deepEqual(middle(0, 0), [UNIT / 2, UNIT / 2]);
  assert.deepEqual(middle(1, 3), [3.5 * UNIT, 1.5 * UNIT]);
});
