import assert from "node:assert/strict";
import test from "node:test";

import { mayConfirm } from "../../../src/boardwalk/web/state/tray.js";
import { begun, choice, frame, frames, Game, welcome } from "./table.js";

const F = choice(1, "f");
const L = choice(2, "l");
const previewed = (taken, ...choices) => ({ type: "preview", seat: 0, taken, scene: { plan: taken }, choices });
const actions = (game) => game.state.tray?.slots.map((one) => one?.action ?? 0);

test("choices are collected, and sent all at once", () => {
  const game = begun({ slots: 2 });
  assert.deepEqual(actions(game), [0, 0]);
  game.tell({ do: "press", keys: ["l"] });
  assert.deepEqual(game.sent, [{ type: "preview", seat: 0, actions: [2] }]);
  game.answer(game.sent[0], null, false, previewed(1, F));
  assert.deepEqual([[...game.state.tray.next], game.state.tray.plan], [[1], { plan: 1 }]);
  assert.equal(mayConfirm(game.state), false);
  game.tell({ do: "choose", choice: game.view.choices[0] }, { do: "swap", slots: [0, 1] });
  assert.deepEqual(actions(game), [1, 2]);
  game.taken();
  game.tell({ do: "press", keys: ["Enter"] });
  assert.deepEqual(game.sent, [{ type: "act", seat: 0, frame: 1, actions: [1, 2] }]);
  game.hear(frames(0, [], { choices: [F] }));
  assert.deepEqual(actions(game), [1, 2], "it stays while it is on its way");
});

test("Backspace takes out what was put in last, and Enter waits for the last slot", () => {
  const game = begun({ slots: 3 });
  for (const key of ["f", "l", "Backspace", "l", "Enter", "Backspace"]) game.tell({ do: "press", keys: [key] });
  assert.deepEqual(actions(game), [1, 0, 0]);
  assert.equal(
    game.sent.some((message) => message.type === "act"),
    false,
  );
});

test("only the newest preview counts, and takes out what is not possible", () => {
  const game = begun({ slots: 2 });
  game.tell({ do: "put", slot: 0, choice: game.view.choices[0] }, { do: "put", slot: 1, choice: game.view.choices[1] });
  const [first, second] = game.sent;
  game.answer(first, null, false, previewed(1, L));
  assert.equal(game.state.tray.plan, null);
  game.taken();
  game.answer(second, null, false, previewed(1));
  assert.deepEqual(actions(game), [1, 0]);
  assert.deepEqual(game.taken(), [{ toast: "“lward” is not possible in slot 2.", bad: true }]);
});

test("what is carried out of a slot while the tray closes goes nowhere", () => {
  const game = begun({ slots: 2 });
  game.tell({ do: "press", keys: ["f"] });
  game.hear(frames(0, [], { choices: [] })); // the time is up
  assert.equal(game.state.tray, null);
  game.taken();
  game.tell({ do: "put", slot: 0, choice: null }, { do: "swap", slots: [0, 1] }, { do: "confirm" });
  assert.deepEqual(game.taken(), []);
});

test("a page that is loaded again has the same program in its slots", () => {
  const game = begun({ slots: 2, status: "round 1" });
  game.tell({ do: "press", keys: ["l"] });
  const again = new Game("room", { kept: game.state.kept });
  again
    .hear(welcome([0]), frames(0, [frame(1, { slots: 2, status: "round 1" })], { fresh: true, choices: [F, L] }))
    .show();
  assert.deepEqual(actions(again), [2, 0]);
  assert.deepEqual(again.sent, [{ type: "preview", seat: 0, actions: [2] }]);
  const other = new Game("room", { kept: game.state.kept });
  other
    .hear(welcome([0]), frames(0, [frame(1, { slots: 2, status: "round 2" })], { fresh: true, choices: [F, L] }))
    .show();
  assert.deepEqual(actions(other), [0, 0]);
});
