import assert from "node:assert/strict";
import test from "node:test";

import { confirmGuess, foresee, takeAhead, takeBack } from "../../../src/boardwalk/web/state/ahead.js";

const piece = (id, col) => ({ id, shape: "pawn", row: 0, col });
const scene = (...pieces) => ({ status: "", pieces });
const step = (change) => ({ action: 3, scene: { status: "moved" }, pieces: [], gone: [], news: [], ...change });

function viewAt(base, number = 5) {
  return { seat: 0, number, base, queue: [], guess: null, ahead: null };
}

test("what an action leads to is shown before the answer, once", () => {
  const view = viewAt(scene(piece("a", 0), piece("b", 1)));
  takeAhead(view, { frame: 5, steps: [step({ pieces: [piece("a", 2), piece("c", 3)], gone: ["b"] })] });
  assert.equal(foresee(view, 7), false);
  assert.equal(foresee(view, 3), true);
  assert.deepEqual(view.queue[0].scene, { status: "moved", pieces: [piece("a", 2), piece("c", 3)] });
  const frame = { number: 6, scene: { pieces: [piece("c", 3), piece("a", 2)], status: "moved" } };
  assert.deepEqual(confirmGuess(view, [frame], false), []);
  assert.equal(view.guess, null);
});

test("steps for another frame are not taken", () => {
  const view = viewAt(scene());
  takeAhead(view, { frame: 4, steps: [step({})] });
  assert.equal(foresee(view, 3), false);
});

test("where the frame is another than the guess, it is shown", () => {
  const view = viewAt(scene(piece("a", 0)));
  takeAhead(view, { frame: 5, steps: [step({ pieces: [piece("a", 1)] })] });
  foresee(view, 3);
  const frame = { number: 6, scene: { status: "moved", pieces: [piece("a", 2)] } };
  assert.deepEqual(confirmGuess(view, [frame], false), [frame]);
});

test("what was refused is taken back", () => {
  const view = viewAt(scene(piece("a", 0)));
  takeAhead(view, { frame: 5, steps: [step({ pieces: [piece("a", 1)] })] });
  foresee(view, 3);
  takeBack(view);
  assert.deepEqual(view.queue.at(-1).scene, view.base);
  takeBack(view);
  assert.equal(view.queue.length, 2);
});
