import assert from "node:assert/strict";
import test from "node:test";

import { SeatsForm } from "../../../src/boardwalk/web/panels/seats.js";

const form = (changed = () => {}) => {
  const made = new SeatsForm({ bots: ["easy", "hard"] }, { changed, draw: () => {} });
  made.me = " Ada ";
  made.show(["A", "B", "C"], [0, 1, 2]);
  return made;
};

test("others are bots of the chosen strength, friends here, or open seats", () => {
  const ways = [];
  const made = form((way) => ways.push(way));
  assert.deepEqual(made.value, [
    { kind: "me", name: "Ada" },
    { kind: "bot", bot: "easy" },
    { kind: "bot", bot: "easy" },
  ]);
  made.strengthen("hard");
  assert.deepEqual(made.value[2], { kind: "bot", bot: "hard" });
  made.choose("link");
  assert.deepEqual(made.value[1], { kind: "open" });
  made.choose("here");
  assert.deepEqual(made.value[1], { kind: "me", name: "" });
  assert.deepEqual(ways, ["bots", "link", "here"]);
});

test("what was chosen for a seat is kept when the seats change", () => {
  const made = form();
  made.rows[1].kind = "open";
  made.show(["A", "B"], [0, 1]);
  assert.deepEqual(
    made.value.map(({ kind }) => kind),
    ["me", "open"],
  );
});

test("one's own name is that of the first seat only", () => {
  const made = form();
  made.rows[2].kind = "me";
  assert.deepEqual(made.value[2], { kind: "me", name: "" });
});
