import assert from "node:assert/strict";
import test from "node:test";

import { drawn } from "../parts/page.js";
import { people } from "../../../src/boardwalk/web/panels/people.js";

const seat = (name, tone, more = {}) => ({
  name,
  tone,
  kind: "person",
  bot: "",
  ready: true,
  connected: true,
  ...more,
});
const fact = (label, value, more = {}) => ({ label, value, tone: -1, seat: -1, icon: "", brief: false, ...more });
const seen = (seats, panel = [], { dispatch = () => {}, ...more } = {}) => ({
  state: { kind: "room", held: [0], shown: 0, curtain: null, views: new Map(), ...more },
  dispatch,
  room: { seats, phase: "playing", scores: null, spectators: 0 },
  toAct: 0,
  scene: { theme: "plain", panel },
});
const words = (element) => element.textContent.replaceAll(/\s+/g, " ").trim();

test("each player has what is known of it; what concerns nobody stands below", () => {
  const facts = [fact("walls left", "7", { tone: 1 }), fact("round", "3")];
  const page = drawn(people(seen([seat("Ada", 0), seat("Ben", 1, { kind: "bot", bot: "easy" })], facts)));
  const [ada, ben] = page.querySelectorAll(".seat");
  assert.deepEqual([words(ada), words(ben)], ["Adayou", "Benbot · easy walls left7"]);
  assert.ok(ada.hasAttribute("data-acting") && !ben.hasAttribute("data-acting"));
  assert.equal(words(page.querySelector(".facts")), "round3");
});

test("teams are one card each", () => {
  const page = drawn(
    people(seen([seat("Ada", 0), seat("Ben", 1), seat("Cleo", 0), seat("Dan", 1)], [fact("points", "2", { tone: 1 })])),
  );
  assert.deepEqual(
    [...page.querySelectorAll(".team")].map((team) => team.querySelectorAll(".member").length),
    [2, 2],
  );
  assert.equal(words(page.querySelectorAll(".team-line")[1]), "points 2");
  assert.equal(page.querySelector(".facts").hidden, true);
});

test("who looks as another seat keeps the button that was pressed", () => {
  const seats = [seat("Ada", 0), seat("Ben", 1)];
  const looked = [];
  const more = { held: [0, 1], dispatch: (what) => looked.push(what) };
  const page = drawn(people(seen(seats, [], more)));
  const button = page.querySelectorAll("button")[1];
  button.click();
  drawn(people(seen(seats, [], { ...more, shown: 1 })), page);
  assert.deepEqual(looked, [{ do: "look", seat: 1 }]);
  assert.equal(page.querySelectorAll("button")[1], button);
  assert.equal(button.getAttribute("aria-pressed"), "true");
});
