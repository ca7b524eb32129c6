import assert from "node:assert/strict";
import test from "node:test";

import { LessonSource } from "../../../src/boardwalk/web/net/lesson.js";
import { choice, frame, frames, Game } from "../state/table.js";

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A lesson of two moves to the right; what is asked of the server is kept. */
async function lesson() {
  const asked = [];
  globalThis.fetch = async (address) => {
    const path = decodeURIComponent(address);
    asked.push(path.replace("/api/games/box_world/lessons/1", ""));
    const [, list, seen] = /actions=([\d,]*)&seen=(-?\d+)/.exec(path);
    const taken = list ? list.split(",").map(Number) : [];
    const state = taken.length === 2 ? "solved" : "open";
    const steps = [frame(taken.length, { status: `after ${taken}` })];
    const open = state === "open" ? { acting: [0], choices: [choice(1, "r")] } : { acting: [], to_act: -2 };
    const answer = {
      game: "box_world",
      game_title: "Box World",
      name: "push",
      left: 2 - taken.length,
      step: taken.length,
      state,
      lessons: 3,
    };
    return {
      ok: true,
      json: async () => ({
        ...answer,
        seats: [{ name: "You", tone: 0 }],
        frames: frames(0, steps, { fresh: seen === "-1", ...open }),
      }),
    };
  };
  const game = new Game("lesson");
  const source = new LessonSource("box_world", 1, (what) => game.tell(what));
  await settled();
  game.show();
  const act = async (what) => {
    game.taken();
    game.tell(what);
    for (const message of game.sent) game.answer(message, null, false, await source.send(message));
    game.show();
  };
  return { game, act, asked };
}

test("a lesson is played as a room is: choose, take back, make again, begin again", async () => {
  const { game, act, asked } = await lesson();
  assert.deepEqual(
    [game.state.held, game.state.shown, game.state.room.phase, game.state.lesson.left],
    [[0], 0, "playing", 2],
  );
  await act({ do: "press", keys: ["r"] });
  await act({ do: "press", keys: ["r"] });
  assert.deepEqual(
    [game.state.room.phase, game.state.lesson.state, game.state.ended, game.state.lesson.taken],
    ["over", "solved", 1, 2],
  );
  assert.deepEqual(
    game.effects.filter((effect) => "perform" in effect),
    [{ perform: "end" }],
  );
  await act({ do: "undo" });
  assert.deepEqual([game.view.on.scene.status, game.state.ended, game.state.lesson.taken], ["after 1", 0, 1]);
  await act({ do: "redo" });
  assert.equal(game.state.lesson.state, "solved");
  await act({ do: "event", event: { name: "again", question: "" } });
  assert.equal(game.state.lesson.taken, 0);
  await act({ do: "redo" });
  const paths = [
    "?actions=&seen=-1",
    "?actions=1&seen=0",
    "?actions=1,1&seen=1",
    "?actions=1&seen=-1",
    "?actions=1,1&seen=1",
    "?actions=&seen=-1",
  ];
  assert.deepEqual(asked, paths);
});
