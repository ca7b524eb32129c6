import assert from "node:assert/strict";
import test from "node:test";

import { byKey, byWords, keyName, keysOf, words } from "../../../src/boardwalk/web/parts/keys.js";

const choice = (text, label, ...keys) => ({ text, label, keys });
const STEPS = [choice("n", "north", "ArrowUp", "8"), choice("s", "south", "ArrowDown", "2")];
const CARDS = [choice("F", "forward", "f"), choice("L", "left", "l"), choice("e5", "to e5")];

test("the number pad's keys are digits first, whatever Num Lock says", () => {
  assert.deepEqual(keysOf({ key: "ArrowUp", code: "Numpad8" }), ["8", "ArrowUp"]);
  assert.deepEqual(keysOf({ key: "F", code: "KeyF" }), ["f"]);
});

test("a choice is found by any of its keys, in either case", () => {
  assert.equal(byKey(STEPS, ["8", "ArrowUp"]).text, "n");
  assert.equal(byKey(CARDS, ["F"]).label, "forward");
  assert.equal(byKey(CARDS, ["x"]), null);
  assert.equal(keyName("ArrowLeft"), "←");
});

test("a choice is found by its text or else its label", () => {
  assert.equal(byWords(STEPS, " North ").text, "n");
  assert.equal(byWords(CARDS, "l").label, "left");
  assert.equal(byWords(CARDS, "r"), null);
});

test("a typed line is one word for each move", () => {
  assert.deepEqual(words("north, north", STEPS, STEPS), ["north", " north"]);
  assert.deepEqual(words("FLF", CARDS, CARDS), ["F", "L", "F"]);
  assert.deepEqual(words("to e5", CARDS, CARDS), ["to e5"]);
  assert.deepEqual(words("n x", STEPS, STEPS), ["n", "x"]);
  assert.deepEqual(words("  ", STEPS, STEPS), []);
});
