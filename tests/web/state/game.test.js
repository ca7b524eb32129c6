import assert from "node:assert/strict";
import test from "node:test";

import { frameOf, isSending, isShowing, openChoices } from "../../../src/boardwalk/web/state/select.js";
import { begun, choice, frame, frames, Game, room, welcome } from "./table.js";

const F = choice(1, "f");
const L = choice(2, "l");

test("an action is sent once, and nothing can be chosen until its answer", () => {
  const game = begun();
  game.tell({ do: "choose", choice: game.view.choices[0] }, { do: "choose", choice: game.view.choices[1] });
  assert.deepEqual(game.sent, [{ type: "act", seat: 0, frame: 1, actions: [1] }]);
  assert.deepEqual([isSending(game.state), openChoices(game.state)], [true, []]);
  game.hear(frames(0, [frame(2, { status: "moved" }, ["Ada moved."])], { choices: [L], acted: 1 }));
  assert.equal(isShowing(game.state), true);
  game.answer(game.sent[0]).show();
  assert.equal(frameOf(game.state).scene.status, "moved");
  assert.deepEqual(
    game.state.news.map((one) => one.words),
    ["Ada moved."],
  );
  assert.deepEqual(openChoices(game.state), [{ ...L, frame: 2 }]);
});

test("keys that are pressed too early follow, and a refusal drops them", () => {
  const game = begun();
  game.tell({ do: "press", keys: ["f"] });
  for (let key = 0; key < 9; key += 1) game.tell({ do: "press", keys: ["l"] });
  assert.equal(game.state.outbox.later.length, 8);
  game.hear(frames(0, [frame(2)], { choices: [F, L], acted: 1 })).answer(game.sent[0]);
  assert.deepEqual(
    game.sent.map((one) => one.actions[0]),
    [1, 2],
  );
  game.answer(game.sent[1], "the game has moved on");
  assert.deepEqual(game.state.outbox.later, []);
  assert.deepEqual(game.taken().at(-1), { toast: "The game has moved on.", bad: false });
});

test("undo while an answer is awaited comes after it", () => {
  const game = begun();
  game.tell({ do: "press", keys: ["f"] }, { do: "undo" });
  assert.equal(game.sent.length, 1);
  game.hear(frames(0, [frame(2)], { choices: [L], acted: 1 })).answer(game.sent[0]);
  assert.deepEqual(game.sent[1], { type: "undo", seat: 0, frame: 2 });
});

test("what an action leads to is shown at once, and taken back if it is refused", () => {
  const game = begun();
  const step = { action: 1, scene: { status: "ahead" }, pieces: [], gone: [], news: [] };
  game.hear({ type: "ahead", seat: 0, frame: 1, steps: [step] });
  game.tell({ do: "press", keys: ["f"] }).show();
  assert.equal(frameOf(game.state).scene.status, "ahead");
  game.answer(game.sent[0], "no").show();
  assert.equal(frameOf(game.state).scene.status, "");
});

test("an action whose answer was lost is not sent again if it was carried out", () => {
  const game = begun();
  game.tell({ do: "press", keys: ["f"] });
  game.answer(game.sent[0], "The connection was lost.", true);
  assert.equal(isSending(game.state), true);
  game.hear(welcome([0]), frames(0, [frame(2)], { fresh: true, choices: [L], acted: 1 }));
  assert.deepEqual([isSending(game.state), game.sent.length], [false, 1]);
});

test("one that was not carried out is sent again, or chosen again where the game has moved on", () => {
  for (const [choices, sent, words] of [
    [[F, L], 2, []],
    [[L], 1, ["The game has moved on; choose again."]],
  ]) {
    const game = begun();
    game.tell({ do: "press", keys: ["f"] });
    game.answer(game.sent[0], "The connection was lost.", true);
    game.hear(welcome([0]), frames(0, [frame(4)], { fresh: true, choices, acted: 0 }));
    assert.equal(game.sent.length, sent);
    assert.deepEqual(
      game.effects.filter((effect) => "toast" in effect).map((effect) => effect.toast),
      words,
    );
    if (sent === 2) assert.deepEqual(game.sent[1], { type: "act", seat: 0, frame: 4, actions: [1] });
  }
});

test("in a live game one may change one's mind, and all of a tick is seen at once", () => {
  const game = begun({}, { tick_ms: 500 });
  game.tell({ do: "press", keys: ["f"] }, { do: "press", keys: ["f"] }, { do: "press", keys: ["l"] });
  assert.deepEqual(
    game.sent.map((one) => one.actions[0]),
    [1, 2],
  );
  game.hear(frames(0, [frame(2, {}, ["one"]), frame(3, { status: "now" }, ["two"])], { choices: [F] }));
  assert.deepEqual(
    game.view.queue.map(({ scene, news }) => [scene.status, news]),
    [["now", ["one", "two"]]],
  );
});

/** Two at one screen; `hidden`: each sees other pieces. */
function shared(hidden) {
  const game = new Game();
  const own = (seat) => ({ pieces: hidden ? [{ id: `of ${seat}` }] : [] });
  game.hear(welcome([0, 1]), frames(0, [{ ...frame(1, own(0)), by: -4 }], { fresh: true, choices: [F] }));
  assert.equal(game.state.shown, null, "not before all views of the screen are there");
  game.hear(frames(1, [{ ...frame(1, own(1)), by: -4 }], { fresh: true })).show();
  const act = (step) => {
    game.hear(frames(0, [frame(2, { ...own(0), status: step }, [step])], { to_act: 1, acting: [1], acted: 1 }));
    game
      .hear(frames(1, [frame(2, { ...own(1), status: step }, [step])], { to_act: 1, acting: [1], choices: [L] }))
      .show();
  };
  return [game, act];
}

test("without secrets the next player at the screen goes on at once, and sees no step twice", () => {
  const [game, act] = shared(false);
  act("moved");
  assert.deepEqual([game.state.shown, game.state.curtain, game.view.queue.length], [1, null, 0]);
  assert.equal(game.view.on.scene.status, "moved");
});

test("with secrets a curtain falls, nothing known is left, and the step is shown when it is lifted", () => {
  const [game, act] = shared(true);
  act("moved");
  assert.deepEqual([game.state.shown, game.state.curtain, game.state.news], [0, 1, []]);
  game.tell({ do: "press", keys: ["f"] });
  assert.equal(game.sent.length, 0);
  game.tell({ do: "lift" }).show();
  assert.deepEqual([game.state.shown, game.state.curtain, game.view.on.scene.status], [1, null, "moved"]);
});

test("a page that is loaded in the middle of a match with secrets begins behind the curtain", () => {
  const game = new Game();
  for (const seat of [0, 1])
    game.hear(
      ...(seat ? [] : [welcome([0, 1])]),
      frames(seat, [frame(5, { pieces: [{ id: `of ${seat}` }] })], { fresh: true }),
    );
  assert.deepEqual([game.state.shown, game.state.curtain], [0, 0]);
});

test("the end is shown once all steps are, and the match can be stepped through", () => {
  const game = begun();
  game.hear({ type: "room", room: room({ phase: "over", scores: [1, -1] }) });
  assert.equal(game.state.ended, 0, "its last steps are not here");
  game.hear(frames(0, [frame(2)], { to_act: -2, acting: [] }));
  assert.equal(game.state.ended, 0);
  game.taken();
  game.show();
  assert.deepEqual(game.taken(), [{ perform: "end" }, { step: -1, seenBy: -5 }]);
  const step = (number) => {
    const shown = { ...frame(number, { status: `step ${number}` }) };
    return game.tell({ did: "stepped", seat: -5, number, total: 3, frame: shown }, { did: "at", frame: shown });
  };
  step(2);
  game.tell({ do: "press", keys: ["ArrowLeft"] });
  assert.deepEqual(game.taken(), [{ step: 1, seenBy: -5 }]);
  step(1);
  assert.deepEqual([frameOf(game.state).scene.status, game.state.past.at], ["step 1", 1]);
  game.tell({ do: "undo" });
  assert.deepEqual([game.state.past, frameOf(game.state).number, game.sent[0].type], [null, 2, "undo"]);
  game
    .hear(frames(0, [frame(1)], { choices: [F, L] }))
    .answer(game.sent[0])
    .show();
  assert.deepEqual([game.state.room.phase, game.state.ended], ["playing", 0]);
});

test("a match plays by itself from its first step to its last", () => {
  const game = new Game();
  game.hear(welcome([0], { phase: "over" }), frames(0, [frame(2)], { fresh: true, to_act: -2, acting: [] })).show();
  const steps = [];
  for (let wanted = game.taken().at(-1); wanted; wanted = game.taken().at(-1)) {
    const number = wanted.step < 0 ? 2 : wanted.step;
    const shown = frame(number);
    steps.push(number);
    game.tell({ did: "stepped", seat: -5, number, total: 3, frame: shown }, { did: "at", frame: shown });
    game.tell(steps.length > 1 ? { did: "rested", frame: shown } : { do: "play", on: true }, {
      did: "rested",
      frame: frame(number),
    });
  }
  assert.deepEqual([steps, game.state.past.playing], [[2, 0, 1, 2], false]);
});

test("a hint is about one decision", () => {
  const game = begun();
  game.tell({ do: "press", keys: ["t"] }, { do: "hint" });
  assert.deepEqual(game.sent, [{ type: "hint", seat: 0 }]);
  const hint = { actions: [{ action: 1 }], undo: 0 };
  game.answer(game.sent[0], null, false, { type: "hint", seat: 0, frame: 1, hint });
  assert.equal(game.state.hint.hint, hint);
  game.hear(frames(0, [], { choices: [F, L] }));
  assert.equal(game.state.hint.hint, hint, "somebody else got ready");
  game.hear(frames(0, [frame(2)], { choices: [L], acted: 1 }));
  assert.equal(game.state.hint, null);
});

test("typed words are said one after the other, and what is impossible is told", () => {
  const game = begun();
  game.tell({ do: "type", line: "f, l" });
  assert.deepEqual(
    game.sent.map((one) => one.actions[0]),
    [1],
  );
  game.hear(frames(0, [frame(2)], { choices: [L], acted: 1 })).answer(game.sent[0]);
  assert.deepEqual(
    game.sent.map((one) => one.actions[0]),
    [1, 2],
  );
  const other = begun();
  other.tell({ do: "type", line: "x" });
  assert.deepEqual(other.taken(), [{ toast: "“x” is not possible now; try f, l…", bad: true }]);
});

test("what can't be taken back is asked first", () => {
  const game = begun();
  const resign = { name: "resign", label: "Resign", key: "R", question: "Really?", icon: "" };
  game.tell({ did: "described", events: [resign], secrets: false }, { do: "press", keys: ["r"] });
  const [asked] = game.taken();
  assert.deepEqual([asked.ask, game.sent.length], ["Really?", 0]);
  game.tell(asked.after);
  assert.deepEqual(game.sent, [{ type: "event", seat: 0, name: "resign" }]);
});

test("a new match forgets what could be chosen, and says so if seats change", () => {
  const game = begun();
  game.hear(welcome([1], { match: 2 }));
  assert.deepEqual(game.taken()[0], { toast: "A new game: everybody has changed seats.", bad: false });
  assert.deepEqual([game.state.views.size, game.state.shown], [0, null]);
  const same = begun();
  same.hear(frames(0, [frame(1)], { fresh: true, choices: [L] }), { type: "room", room: room({ match: 2 }) });
  assert.deepEqual([...same.view.known.keys()], [2]);
});

test("a message that is newer than this page changes nothing", () => {
  const game = begun();
  const before = game.state;
  game.hear({ type: "newer", room: null });
  assert.equal(game.state, before);
});
