import assert from "node:assert/strict";
import test from "node:test";

import { JSDOM } from "jsdom";

const { document, Event } = new JSDOM("").window;
Object.defineProperty(document, "hidden", { value: false, writable: true });
const waiting = [];
Object.assign(globalThis, {
  document,
  requestAnimationFrame: (run) => waiting.push(run),
  cancelAnimationFrame: () => waiting.splice(0),
});
const { GameView } = await import("../../../src/boardwalk/web/state/view.js");
const { Deck } = await import("../../../src/boardwalk/web/board/deck.js");
const { newGame } = await import("../../../src/boardwalk/web/state/new_game.js");
const { isSending, isShowing, openChoices } = await import("../../../src/boardwalk/web/state/select.js");
const { choice, frame, frames, welcome } = await import("./table.js");

const nextFrame = () => waiting.splice(0).forEach((run) => void run());
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A page with a board on which every frame is seen at once, and a server that answers at once. */
function page() {
  const [drawn, told, shown] = [[], [], []];
  const view = new GameView(newGame("room"), {
    told: (state) => (told.push(isShowing(state) || isSending(state)), deck.follow(state)),
    render: (state) => drawn.push(state),
    go() {},
    perform() {},
  });
  const board = { show: async (scene) => (shown.push(scene.status), 0), settle() {} };
  const deck = new Deck(board, view.state, view.dispatch);
  const hear = (...messages) => messages.forEach((message) => view.dispatch({ did: "heard", message, now: 0 }));
  const answers = [];
  view.connect(() => ({ send: async () => (hear(...answers.splice(0)), null), close() {} }));
  return { view, drawn, told, shown, hear, answers };
}

const START = [welcome([0]), frames(0, [frame(1, { status: "first" })], { fresh: true, choices: [choice(1, "f")] })];
const MOVED = frames(0, [frame(2, { status: "second" })], { choices: [choice(2, "l")], acted: 1 });

test("one click, its answer and the frames that come with it draw the page once", async () => {
  const { view, drawn, told, shown, hear, answers } = page();
  hear(...START);
  await settled();
  nextFrame();
  assert.deepEqual([drawn.length, openChoices(drawn[0]).length], [1, 1]);
  answers.push(MOVED, { type: "ahead", seat: 0, frame: 2, steps: [] });
  told.length = 0;
  view.dispatch({ do: "choose", choice: openChoices(view.state)[0] });
  assert.equal(told[0], true, "the page is busy at once");
  await settled();
  assert.deepEqual(shown, ["first", "second"]);
  assert.equal(drawn.length, 1);
  nextFrame();
  assert.equal(drawn.length, 2);
  assert.deepEqual([drawn[1], isSending(drawn[1]), openChoices(drawn[1])[0].text], [view.state, false, "l"]);
  await settled();
  assert.equal(waiting.length, 0);
});

test("in a tab that nobody sees the page is drawn at once", async () => {
  const { drawn, hear } = page();
  hear(START[0]);
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(drawn.length, 1);
  hear(START[1]);
  await settled();
  document.hidden = false;
  assert.equal(drawn.at(-1).views.get(0).on.scene.status, "first");
  assert.equal(waiting.length, 0);
});

test("a page that is left is not drawn any more", () => {
  const { view, drawn, hear } = page();
  hear(...START);
  view.close();
  nextFrame();
  hear(MOVED);
  assert.deepEqual(drawn, []);
});
