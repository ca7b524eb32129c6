import assert from "node:assert/strict";
import test from "node:test";

import { Deck } from "../../../src/boardwalk/web/board/deck.js";
import { begun, frame, frames } from "../state/table.js";

Object.assign(globalThis, { document: { hidden: false }, requestAnimationFrame: (run) => setTimeout(run) });

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A game, and a board that says what it shows and how; each frame takes `time` ms to be seen. */
function played(time, change) {
  const game = begun(change);
  const shown = [];
  const board = {
    show: async ({ status }, how) => (shown.push([status, how.animate, how.pace]), time),
    settle: () => shown.push("settle"),
  };
  const deck = new Deck(board, game.state, (what) => tell(what));
  const tell = (what) => {
    game.tell(what);
    deck.follow(game.state);
  };
  const hear = (message) => tell({ did: "heard", message, now: 0 });
  return { game, shown, tell, hear, deck };
}

const STEPS = ["one", "two", "three", "four", "five"].map((status, number) => frame(number + 2, { status }, [status]));

test("frames are shown one after the other, at the speed that is set", async () => {
  const { game, shown, tell, hear } = played(0);
  tell({ do: "faster" });
  await settled();
  shown.length = 0;
  hear(frames(0, STEPS.slice(0, 2)));
  await settled();
  assert.deepEqual(shown, [
    ["one", true, 2],
    ["two", true, 2],
  ]);
  assert.deepEqual(
    game.state.news.map((one) => one.words),
    ["one", "two"],
  );
});

test("who is in a hurry sees the newest frame, and hears of all", async () => {
  const { game, shown, tell, hear } = played(1e6);
  hear(frames(0, STEPS));
  await settled();
  await settled();
  assert.equal(game.state.playback.many, true);
  shown.length = 0;
  tell({ do: "skip" });
  await settled();
  assert.deepEqual(shown, ["settle", ["five", true, 4]]);
  assert.deepEqual(
    game.state.news.map((one) => one.words),
    ["one", "two", "three", "four", "five"],
  );
  assert.equal(game.state.playback.running, false);
});

test("who pauses goes on where it was", async () => {
  const { shown, tell, hear } = played(0);
  await settled();
  tell({ do: "pause" });
  hear(frames(0, STEPS.slice(0, 1)));
  await settled();
  assert.deepEqual(
    shown.map(([status]) => status),
    [""],
  );
  tell({ do: "pause" });
  await settled();
  assert.deepEqual(
    shown.map(([status]) => status),
    ["", "one"],
  );
});

test("a step of a finished match is shown instead, and the position after it again", async () => {
  const { game, shown, tell, hear } = played(0, {});
  hear({ type: "room", room: { ...game.state.room, phase: "over" } });
  hear(frames(0, [], { to_act: -2, acting: [] }));
  const step = frame(1, { status: "step" });
  tell({ did: "stepped", seat: -5, number: 1, total: 3, frame: step });
  await settled();
  assert.deepEqual([shown.at(-1)[0], game.state.past.at], ["step", 1]);
  tell({ do: "undo" });
  await settled();
  assert.equal(shown.at(-1)[0], "");
});
