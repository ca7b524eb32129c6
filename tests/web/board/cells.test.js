import assert from "node:assert/strict";
import test from "node:test";

import { closest, nearest, placeOf } from "../../../src/boardwalk/web/board/cells.js";

const self = (point) => point;
const RIGHT = [1, 0];

test("an arrow goes ahead first, and sideways only as far as it must", () => {
  const [near, far, aside] = [
    [3, 0],
    [5, 0],
    [1, 2],
  ];
  assert.equal(nearest([far, aside, near], [0, 0], RIGHT, self), near);
  assert.equal(nearest([far, aside], [0, 0], RIGHT, self), far, "two aside weigh more than four ahead");
  assert.equal(nearest([aside], [0, 0], RIGHT, self), aside);
});

test("an arrow does not go back, nor stay", () => {
  assert.equal(
    nearest(
      [
        [0, 0],
        [-1, 0],
        [0, 3],
      ],
      [0, 0],
      RIGHT,
      self,
    ),
    null,
  );
});

test("the closest of several, the first of equals", () => {
  const [one, other] = [
    [1, 0],
    [0, 1],
  ];
  assert.equal(closest([[4, 4], one, other], [0, 0], self), one);
  assert.equal(closest([], [0, 0], self), null);
});

test("the middle of a wall", () => {
  const edge = { row: 2, col: 3, across: true, length: 2, tone: -1, kind: "wall" };
  assert.deepEqual(placeOf({ edge }), [4, 2]);
  assert.deepEqual(placeOf({ edge: { ...edge, across: false } }), [3, 3]);
});
