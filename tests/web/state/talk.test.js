import assert from "node:assert/strict";
import test from "node:test";

import { mayTalk, mutable, newest, newestFrom, unseen } from "../../../src/boardwalk/web/state/talk.js";
import { Game, room, welcome } from "./table.js";

const PHRASES = [
  { key: "hello", words: "Hello", picture: "" },
  { key: "clap", words: "claps", picture: "👏" },
];
const said = (number, seat, change = {}) => {
  const speaker = seat < 0 ? 100 : seat + 1;
  return {
    type: "said",
    number,
    speaker,
    seat,
    name: ["Ada", "Ben"][seat] ?? "Eve",
    phrase: "hello",
    text: "",
    ...change,
  };
};
const channel = (...messages) => ({ type: "channel", said: messages, speakers: [1], phrases: PHRASES });

/** A game for two, seen from these seats. */
const table = (seats, ...messages) =>
  new Game().hear(welcome(seats), {
    ...channel(...messages),
    speakers: seats.length ? seats.map((seat) => seat + 1) : [9],
  });

test("what was said before one came is there, and is neither new nor shown at a name", () => {
  const game = table([0], said(1, 1));
  assert.equal(game.state.talk.said.length, 1);
  assert.deepEqual([unseen(game.state), newestFrom(game.state, 1)], [0, undefined]);
  game.hear(said(2, 1), said(3, 0));
  assert.equal(unseen(game.state), 1, "one's own messages are not new");
  assert.deepEqual([newestFrom(game.state, 1).number, newestFrom(game.state, 0).number], [2, 3]);
  game.tell({ do: "talk", open: true });
  game.hear(said(4, 1)).tell({ do: "talk", open: false });
  assert.equal(unseen(game.state), 0);
  for (let number = 5; number < 70; number += 1) game.hear(said(number, 1));
  assert.deepEqual([game.state.talk.said.length, game.state.talk.said[0].number], [50, 20]);
});

test("a person says something for the seat on the board, a spectator with a name", () => {
  const hello = { type: "say", phrase: "hello", text: "", name: "" };
  const one = table([1]).tell({ do: "tell", phrase: "hello" });
  assert.deepEqual(one.sent, [{ ...hello, seat: 1 }]);
  const eve = table([]).tell({ do: "tell", text: "look", name: "Eve" });
  assert.deepEqual(eve.sent, [{ type: "say", phrase: "", text: "look", name: "Eve", seat: -3 }]);
  eve.answer(eve.sent[0], "that is too much at once; wait a moment");
  assert.deepEqual(eve.taken().at(-1), { toast: "That is too much at once; wait a moment.", bad: true });
});

test("who is muted is not heard, a person or a whole channel, and may be heard again", () => {
  const game = table([]).hear(said(1, 0), said(2, 1), said(3, -3));
  assert.deepEqual(mutable(game.state), [
    [1, "Ada"],
    [2, "Ben"],
    [100, "Eve"],
    ["players", "All players"],
    ["spectators", "All spectators"],
  ]);
  game.tell({ do: "mute", who: 2 });
  assert.deepEqual([newest(game.state).number, newestFrom(game.state, 1), unseen(game.state)], [3, undefined, 2]);
  game.tell({ do: "mute", who: "players" });
  assert.equal(unseen(game.state), 1);
  game.tell({ do: "mute", who: "spectators" });
  assert.deepEqual([newest(game.state), unseen(game.state)], [undefined, 0]);
  game.tell({ do: "mute", who: "players" }, { do: "mute", who: 2 });
  assert.deepEqual([newest(game.state).number, unseen(game.state)], [2, 2]);
});

test("a lost connection changes nothing, unless the room was asleep: then the numbers begin again", () => {
  const game = table([0], said(1, 1)).tell({ do: "mute", who: 2 }, { do: "mute", who: "players" });
  game.hear(welcome([0]), channel(said(1, 1), said(2, 1)));
  assert.deepEqual([...game.state.talk.muted], [2, "players"]);
  game.tell({ do: "mute", who: "players" }, { do: "mute", who: 2 });
  assert.deepEqual([unseen(game.state), newest(game.state)], [1, undefined], "what was missed is new");
  game.tell({ do: "mute", who: 2 }, { do: "mute", who: "players" }).hear(welcome([0]), channel());
  assert.deepEqual([...game.state.talk.muted], ["players"], "other people may have these numbers now");
  assert.deepEqual(game.state.talk.said, []);
  game.tell({ do: "mute", who: "players" }).hear(said(1, 1));
  assert.equal(unseen(game.state), 1);
});

test("in the next game, in another seat, one is still oneself", () => {
  const game = table([0]).hear(said(1, 0), said(2, 1));
  game.hear(welcome([1], { match: 2 }), channel(said(1, 0), said(2, 1)));
  assert.deepEqual(mutable(game.state)[0], [2, "Ben"]);
  game.tell({ do: "mute", who: 2 }).hear(said(3, 0, { speaker: 2 }), said(4, 1, { speaker: 1 }));
  assert.deepEqual(
    [newest(game.state), newestFrom(game.state, 0), newestFrom(game.state, 1).number],
    [undefined, undefined, 4],
  );
});

test("only the maker of the room allows free text", () => {
  const seats = [{ ...room().seats[0] }, { ...room().seats[1], maker: true }];
  const ben = new Game().hear(welcome([1], { seats }), channel()).tell({ do: "allow", freeText: true });
  assert.deepEqual(ben.sent, [{ type: "allow", seat: 1, free_text: true }]);
  const ada = new Game().hear(welcome([0], { seats }), channel()).tell({ do: "allow", freeText: true });
  assert.deepEqual(ada.sent, []);
});

test("there is talk where somebody else is, and none on one screen, against bots, in lessons and replays", () => {
  const bot = { ...room().seats[1], kind: "bot" };
  const talks = (seats, about = {}, kind = "room") =>
    mayTalk(new Game(kind).hear(welcome(seats, about), channel()).state);
  assert.deepEqual([talks([0]), talks([1]), talks([])], [true, true, true]);
  assert.deepEqual([talks([0, 1]), talks([0], { seats: [room().seats[0], bot] })], [false, false]);
  const alone = { seats: [room().seats[0], bot] };
  assert.deepEqual([talks([], { ...alone, spectators: 1 }), talks([], { ...alone, spectators: 2 })], [false, true]);
  assert.equal(mayTalk(new Game("lesson").hear(welcome([0])).state), false, "a lesson has no channel");
});
