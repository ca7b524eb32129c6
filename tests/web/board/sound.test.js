import assert from "node:assert/strict";
import test from "node:test";

import { soundOf } from "../../../src/boardwalk/web/board/sound.js";

/** Pieces as [id, shape, row, col]. */
const scene = (pieces, walls = 0) => ({
  pieces: pieces.map(([id, shape, row, col]) => ({ id, shape, row, col, tone: 0 })),
  edges: Array.from({ length: walls }, (_, row) => ({ row, col: 0, across: true, length: 1, kind: "wall", tone: 0 })),
});

const [me, box, ice, flag] = [
  ["me", "walker", 1, 1],
  ["b", "box", 1, 2],
  ["i", "ice", 4, 1],
  ["f", "flag", 5, 5],
];
const before = scene([me, box, ice, flag]);

test("what is heard follows from two scenes", () => {
  const heard = {
    "": scene([me, box, ice, flag]),
    step: scene([["me", "walker", 2, 1], box, ice, flag]),
    push: scene([["me", "walker", 1, 2], ["b", "box", 1, 3], ice, flag]),
    slide: scene([me, box, ["i", "ice", 4, 6], flag]),
    wall: scene([me, box, ice, flag], 1),
    flag: scene([me, box, ice, ["f", "flag", 5, 6]]),
  };
  for (const [name, after] of Object.entries(heard)) assert.equal(soundOf(before, after), name);
});

test("a flag that is taken is heard, and so is a box pushed into a hole", () => {
  assert.equal(soundOf(before, scene([me, box, ice])), "flag");
  assert.equal(soundOf(before, scene([["me", "walker", 1, 2], ice, flag])), "push");
});
