import assert from "node:assert/strict";
import test from "node:test";

import { drawn } from "../parts/page.js";
import { BankClocks, ClockForm, clockText, secondsLeft } from "../../../src/boardwalk/web/panels/clock.js";
import { people } from "../../../src/boardwalk/web/panels/people.js";
import { clockWords } from "../../../src/boardwalk/web/parts/dom.js";

const OWN = "own";

test("a clock shows minutes, hours when there are any, and tenths with little left", () => {
  const shown = [3723, 3600, 300, 299.9, 65, 10, 9.99, 9.4, 0.05, 0].map(clockText);
  assert.deepEqual(shown, [
    "1:02:03",
    "1:00:00",
    "5:00",
    "4:59",
    "1:05",
    "0:10",
    "0:09.9",
    "0:09.4",
    "0:00.0",
    "0:00.0",
  ]);
});

test("only the time of seats that may act runs, and it stops at nothing", () => {
  const clock = { left: [60, 30], running: [1] };
  assert.deepEqual(
    [0, 1].map((seat) => secondsLeft(clock, seat, 12_500)),
    [60, 17.5],
  );
  assert.equal(secondsLeft(clock, 1, 99_999), 0);
});

test("a clock is told in words", () => {
  const words = (bank, bonus, turn = 0) => clockWords({ bank_seconds: bank, bonus_seconds: bonus, turn_seconds: turn });
  assert.deepEqual(
    [words(300, 3), words(60, 0), words(90, 1), words(0, 0, 15), words(0, 0, 60), words(0, 0, 86400), words(0, 0)],
    [
      "5 min + 3 s a move",
      "1 min for the game",
      "90 s + 1 s a move",
      "15 s a turn",
      "1 min a turn",
      "a day a turn",
      "",
    ],
  );
});

function form(banks = true) {
  const made = new ClockForm(() => drawn(made.template(banks), page));
  const page = drawn(made.template(banks));
  const { Event } = page.ownerDocument.defaultView;
  const choose = (value) => {
    const select = page.querySelector("select");
    select.value = value;
    select.dispatchEvent(new Event("change"));
  };
  const own = (...values) =>
    page.querySelectorAll("input").forEach((input, number) => {
      input.value = values[number];
      input.dispatchEvent(new Event("input"));
    });
  return { made, page, choose, own };
}

test("what is offered is what the server is sent", () => {
  const { made, page, choose } = form();
  const sent = [...page.querySelectorAll("option")].map(({ value, textContent }) => {
    if (value === OWN) return [];
    choose(value);
    return [textContent, made.value];
  });
  const offered = new Map(sent);
  assert.deepEqual(offered.get("No clock"), { turn_seconds: 0 });
  assert.deepEqual(offered.get("5 min + 3 s a move"), { bank_seconds: 300, bonus_seconds: 3 });
  assert.deepEqual(offered.get("30 s a turn"), { turn_seconds: 30 });
});

test("minutes and seconds of one's choice have limits", () => {
  const { made, page, choose, own } = form();
  assert.equal(page.querySelector(".own-clock").hidden, true);
  choose(OWN);
  assert.equal(page.querySelector(".own-clock").hidden, false);
  own("2.5", "1");
  assert.deepEqual(made.value, { bank_seconds: 150, bonus_seconds: 1 });
  for (const wrong of [
    ["0", "1"],
    ["181", "0"],
    ["five", "0"],
    ["5", "-1"],
    ["5", "1.5"],
    ["5", "181"],
  ]) {
    own(...wrong);
    assert.throws(() => made.value, /up to 180 minutes/, wrong.join());
  }
});

test("where nobody can win against another there is no bank", () => {
  const { made, page, choose } = form();
  choose("bank 3 2");
  drawn(made.template(false), page);
  assert.deepEqual(made.value, { turn_seconds: 0 });
  assert.ok(![...page.querySelectorAll("option")].some((option) => option.value.startsWith("bank")));
});

test("each player has a clock that runs between messages, warned by more than a colour", (t) => {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const seat = (name, tone) => ({ name, tone, kind: "person", bot: "", ready: true, connected: true });
  const clock = { left: [60, 12], running: [1] };
  const room = { seats: [seat("Ada", 0), seat("Ben", 1)], phase: "playing", scores: null, spectators: 0, clock };
  const state = { kind: "room", held: [0], shown: 0, curtain: null, views: new Map() };
  const list = drawn(people({ state, dispatch: () => {}, room, toAct: 1, scene: null }));
  const main = document.createElement("span");
  const clocks = new BankClocks(main, list);
  assert.equal(clocks.tick(0), false);
  clocks.take(clock);
  const shown = () => {
    assert.equal(clocks.tick(0), true);
    return [...list.querySelectorAll(".bank"), main].map((node) => node.textContent);
  };
  assert.deepEqual(shown(), ["1:00", "0:12", "0:12"]);
  now += 2500;
  assert.deepEqual(shown(), ["1:00", "0:09.5", "0:09.5"]);
  assert.deepEqual(
    [...list.querySelectorAll(".bank")].map((node) => node.classList.contains("low")),
    [false, true],
  );
  clocks.take(clock); // nothing new: it runs on
  now += 500;
  assert.equal(shown()[1], "0:09.0");
  clocks.take({ left: [60, 11], running: [0, 1] }); // the server knows better; one's own comes first
  assert.deepEqual(shown(), ["1:00", "0:11", "1:00"]);
  clocks.take({ left: [9, 30], running: [1] });
  shown();
  assert.equal(list.querySelector(".low"), null, "nobody whose time stands is warned");
  clocks.take({ left: [60, 0], running: [] });
  assert.deepEqual(shown(), ["1:00", "0:00.0", "0:30"]);
  assert.equal(main.hidden, true);
});

test("who has lost on time is said to", () => {
  const seat = (name, tone) => ({ name, tone, kind: "person", bot: "", ready: true, connected: true });
  const room = { seats: [seat("Ada", 0), seat("Ben", 1)], phase: "over", scores: [1, -1], spectators: 0 };
  const clock = { left: [60, 0], running: [] };
  const state = { kind: "room", held: [0], shown: 0, curtain: null, views: new Map() };
  const list = drawn(people({ state, dispatch: () => {}, room: { ...room, clock }, toAct: -2, scene: null }));
  assert.deepEqual(
    [...list.querySelectorAll(".seat-note")].map((node) => node.textContent),
    ["won · you", "lost on time"],
  );
});
