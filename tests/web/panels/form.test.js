import assert from "node:assert/strict";
import test from "node:test";

import { ApiError } from "../../../src/boardwalk/web/net/api.js";
import { OptionsForm } from "../../../src/boardwalk/web/panels/form.js";

const option = (name, kind, usual, more = {}) => ({
  name,
  kind,
  default: usual,
  title: "",
  description: "",
  choices: null,
  ...more,
});
const OPTIONS = [
  option("rows", "whole", 10),
  option("share", "number", 0.5),
  option("fog", "switch", false),
  option("walls", "choice", "open", { choices: ["open", "closed"] }),
  option("board", "file", "small", { choices: ["small", "large"] }),
];
const GAME = {
  name: "race",
  options: OPTIONS,
  presets: [],
  files: [{ option: "board", suffix: ".brd", name: "board" }],
};
const nothing = () => {};
const form = (values) => {
  const made = new OptionsForm(GAME, { edited: nothing, draw: nothing });
  made.values = values;
  return made;
};
const field = (made, name) => made.fields.find((one) => one.option.name === name);

test("only what differs from the defaults is sent", () => {
  assert.deepEqual(form({}).values, {});
  assert.deepEqual(form({ rows: 12, fog: true, walls: "closed", board: "large" }).values, {
    rows: 12,
    fog: true,
    walls: "closed",
    board: "large",
  });
});

test("what is no number goes to the server as it was typed", () => {
  const made = form({});
  for (const [typed, value] of [
    ["12", 12],
    [" 12 ", 12],
    ["ten", "ten"],
    ["1.5", "1.5"],
    ["", ""],
  ]) {
    field(made, "rows").take(typed);
    assert.deepEqual(made.values, { rows: value });
  }
  field(made, "rows").take("10");
  field(made, "share").take("0.25");
  assert.deepEqual(made.values, { share: 0.25 });
});

test("an error stands beside its option, or beside the file with that line", () => {
  const made = form({ board: "a\nb\n" });
  assert.equal(made.show(new ApiError(422, { error: "too few rows", option: "rows" })), true);
  assert.equal(field(made, "rows").problem, "too few rows");
  globalThis.document ??= { getElementById: () => null };
  assert.equal(made.show(new ApiError(422, { error: "what is b", line: 2, column: 1 })), true);
  assert.deepEqual([field(made, "rows").problem, field(made, "board").problem], ["", "Line 2, column 1: what is b"]);
  assert.equal(field(made, "board").line, "2 │ b\n    ↑");
  assert.equal(made.show(new ApiError(0, null)), false);
});
