import assert from "node:assert/strict";
import test from "node:test";

import {
  keepDone,
  keepResult,
  progressFile,
  resultsOf,
  starsFor,
  takeProgress,
} from "../../../src/boardwalk/web/state/progress.js";
import { starText } from "../../../src/boardwalk/web/parts/templates.js";
import { keepSolved, solvedCount, starsAt, streak } from "../../../src/boardwalk/web/state/solved.js";

test("the best result of a level stays", () => {
  assert.equal(keepResult("box_world", "1", { pushes: 9, moves: 20 }), null);
  keepResult("box_world", "1", { pushes: 9, moves: 22 });
  assert.deepEqual(resultsOf("box_world"), { 1: { pushes: 9, moves: 20 } });
  keepResult("box_world", "1", { pushes: 8, moves: 30 });
  assert.deepEqual(resultsOf("box_world"), { 1: { pushes: 8, moves: 30 } });
});

test("stars are given by the fewest that are possible", () => {
  assert.equal(starsFor(null, { pushes: 5 }), 0);
  assert.equal(starsFor({ pushes: 9 }, {}), 1);
  assert.deepEqual(
    [5, 6, 7].map((pushes) => starsFor({ pushes }, { pushes: 5 })),
    [3, 2, 1],
  );
  assert.deepEqual(
    [8, 10, 11].map((count) => starText(starsAt(count, 8))),
    ["★★★", "★★☆", "★☆☆"],
  );
});

test("a row of days may still be open today", () => {
  for (const day of [4, 6, 7]) keepSolved("robo_rally", day, 10);
  assert.deepEqual([streak(7), streak(8), streak(9), streak(8, "box_world")], [2, 2, 0, 0]);
  assert.equal(keepSolved("robo_rally", 7, 12), false);
  assert.equal(solvedCount("robo_rally", 7), 10);
});

test("a progress file adds what is new or better, and anything else is refused", () => {
  keepDone("box_world", "pushing");
  const file = JSON.parse(progressFile());
  assert.equal(takeProgress(JSON.stringify(file)), 0);
  file.results.box_world[1] = { pushes: 7, moves: 30 };
  file.lessons.box_world.push("ice");
  file.challenges.robo_rally = { 6: 9, 8: -1, x: 2 };
  assert.equal(takeProgress(JSON.stringify(file)), 3);
  for (const bad of ["{", "[]", '{"kind":"boardwalk progress"}']) assert.throws(() => takeProgress(bad), /no progress/);
  assert.throws(() => takeProgress(JSON.stringify({ ...file, version: 2 })), /another version/);
});
