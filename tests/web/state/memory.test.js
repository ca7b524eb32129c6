import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import {
  dropTokens,
  heldRooms,
  keepPassword,
  keepSeen,
  keepSetting,
  keepTokens,
  password,
  setting,
  tokens,
} from "../../../src/boardwalk/web/state/memory.js";

/** A browser's storage. */
class Storage extends Map {
  getItem = (key) => this.get(key) ?? null;
  setItem = (key, value) => this.set(key, value);
}

beforeEach(() => {
  globalThis.localStorage = new Storage();
  globalThis.sessionStorage = new Storage();
});

const room = (name, more = {}) => ({
  room: name,
  title: name,
  phase: "playing",
  match: 1,
  seats: [{ name: "Ada" }, { name: "Ben" }],
  ...more,
});

test("a setting is what was chosen last, else what is usual", () => {
  assert.equal(setting("speed", 1), 1);
  keepSetting("speed", 4);
  assert.equal(setting("speed", 1), 4);
});

test("where storage is forbidden, a setting holds until the page is closed", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => assert.fail("forbidden") });
  keepSetting("pace", 2);
  assert.equal(setting("pace", 1), 2);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
});

test("tokens of a room add up, and are dropped", () => {
  keepTokens("abc", ["one"]);
  keepTokens("abc", ["two"]);
  assert.deepEqual(tokens("abc"), ["one", "two"]);
  dropTokens("abc");
  assert.deepEqual(tokens("abc"), []);
});

test("of many rooms the oldest are forgotten", () => {
  for (let n = 0; n < 45; n += 1) keepTokens(`room${n}`, ["t"]);
  assert.equal(Object.keys(JSON.parse(localStorage.getItem("boardwalk.rooms"))).length, 40);
});

test("games to go on with are those with a seat that were not over", () => {
  for (const name of ["on", "over", "left"]) keepTokens(name, ["t"]);
  keepSeen(room("on"), [0]);
  keepSeen(room("over", { phase: "over" }), [0]);
  keepSeen(room("left"), [0]);
  keepSeen(room("watched"), []);
  dropTokens("left");
  const held = heldRooms();
  assert.deepEqual(
    held.map(({ name }) => name),
    ["on"],
  );
  assert.deepEqual(held[0].seen.others, ["Ben"]);
});

test("the invite word is kept as it is sent", () => {
  keepPassword(" sea (shore) ");
  assert.equal(password(), "sea%20%28shore%29");
});
