import assert from "node:assert/strict";
import test from "node:test";

import { foresee, takeAhead, takeBack, unforeseen } from "../../../src/boardwalk/web/state/ahead.js";

const piece = (id, col) => ({ id, shape: "pawn", row: 0, col });
const scene = (...pieces) => ({ status: "", pieces });
const step = (change) => ({ action: 3, scene: { status: "moved" }, pieces: [], gone: [], news: [], ...change });
const view = (base, number = 5) => ({ seat: 0, number, base, queue: [], guess: null, ahead: null });

test("what an action leads to is shown before the answer, once", () => {
  const told = takeAhead(view(scene(piece("a", 0), piece("b", 1))), {
    frame: 5,
    steps: [step({ pieces: [piece("a", 2), piece("c", 3)], gone: ["b"] })],
  });
  assert.equal(foresee(told, 7), null);
  const { queue, guess } = foresee(told, 3);
  assert.deepEqual(queue, [guess]);
  assert.deepEqual(guess.scene, { status: "moved", pieces: [piece("a", 2), piece("c", 3)] });
  const frame = { number: 6, scene: { pieces: [piece("c", 3), piece("a", 2)], status: "moved" } };
  assert.deepEqual(unforeseen(guess, [frame], false), []);
  assert.deepEqual(unforeseen(guess, [frame], true), [frame]);
});

test("steps for another frame are not taken", () => {
  assert.equal(foresee(takeAhead(view(scene()), { frame: 4, steps: [step({})] }), 3), null);
});

test("where the frame is another than the guess, it is shown", () => {
  const told = takeAhead(view(scene(piece("a", 0))), { frame: 5, steps: [step({ pieces: [piece("a", 1)] })] });
  const frame = { number: 6, scene: { status: "moved", pieces: [piece("a", 2)] } };
  assert.deepEqual(unforeseen(foresee(told, 3).guess, [frame], false), [frame]);
});

test("what was refused is taken back", () => {
  const foreseen = foresee(takeAhead(view(scene()), { frame: 5, steps: [step({})] }), 3);
  const back = takeBack(foreseen);
  assert.deepEqual([back.queue.length, back.queue[1].scene], [2, foreseen.base]);
  assert.equal(takeBack(back), back);
});
