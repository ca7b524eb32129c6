import assert from "node:assert/strict";
import test from "node:test";

import { drawn } from "../parts/page.js";
import { bubble, talkPanel } from "../../../src/boardwalk/web/panels/talk.js";
import { Game, room, welcome } from "../state/table.js";

const PHRASES = [
  { key: "hello", words: "Hello", picture: "" },
  { key: "clap", words: "claps", picture: "👏" },
];
const said = (number, seat, change = {}) => ({
  type: "said",
  number,
  speaker: seat + 1,
  seat,
  name: ["Ada", "Ben"][seat] ?? "Eve",
  phrase: "",
  text: "",
  ...change,
});

function opened(seats, about = {}, ...messages) {
  const game = new Game().hear(
    welcome(seats, about),
    { type: "channel", said: [], speakers: [1], phrases: PHRASES },
    ...messages,
  );
  const asked = [];
  const holder = globalThis.document.createElement("div");
  const draw = () =>
    drawn(
      talkPanel(game.state, (what) => (asked.push(what), game.tell(what), draw()), game.state.room),
      holder,
    );
  const page = draw();
  globalThis.document.body.append(page);
  page.querySelector("button").click();
  return { game, asked, draw, page };
}
const words = (node) => node.textContent.replaceAll(/\s+/g, " ").trim();
const button = (page, name) => [...page.querySelectorAll("button")].find((one) => words(one) === name);

test("a phrase is sent by its key, and is closed by Escape", () => {
  const { asked, page } = opened([0]);
  button(page, "Hello").click();
  page.querySelector("[data-phrase=clap]").click();
  assert.deepEqual(
    asked.slice(1).map((what) => what.phrase),
    ["hello", "clap"],
  );
  assert.equal(page.querySelector(".emote").getAttribute("aria-label"), "claps");
  assert.equal(page.querySelector("form"), null, "no free text");
  const { Event } = page.ownerDocument.defaultView;
  const pressed = Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key: "Escape" });
  page.querySelector("[data-phrase]").dispatchEvent(pressed);
  assert.equal(pressed.defaultPrevented, true);
  assert.equal(page.querySelector("#talk").hidden, true);
  assert.equal(page.querySelector("button").getAttribute("aria-expanded"), "false");
});

test("messages are text and nothing else, and the newest of others is announced", () => {
  const { game, draw, page } = opened([0], {}, said(1, 1, { text: "<img src=x>" }));
  assert.equal(words(page.querySelector("li")), "Ben <img src=x>");
  assert.equal(page.querySelector("img"), null);
  game.hear(said(2, 1, { phrase: "clap" }), said(3, 0, { phrase: "hello" }));
  draw();
  assert.equal(words(page.querySelector("[aria-live]")), "Ben claps");
  assert.equal(page.querySelectorAll("li").length, 3);
});

test("new messages are counted on the closed button", () => {
  const { game, draw, page } = opened([0]);
  page.querySelector("button").click();
  game.hear(said(1, 1, { phrase: "hello" }), said(2, 1, { phrase: "hello" }));
  draw();
  assert.equal(words(page.querySelector("button")), "Messages2 new");
  page.querySelector("button").click();
  assert.equal(words(page.querySelector("button")), "Messages");
});

test("free text is written where it is allowed, and the maker allows it", () => {
  const seats = [{ ...room().seats[0], maker: true }, room().seats[1]];
  const { game, asked, draw, page } = opened([0], { seats });
  const box = page.querySelector("input[type=checkbox]");
  box.checked = true;
  box.dispatchEvent(new page.ownerDocument.defaultView.Event("change"));
  assert.deepEqual(asked.at(-1), { do: "allow", freeText: true });
  game.hear({ type: "room", room: room({ seats, free_text: true }) });
  draw();
  const field = page.querySelector("input[name=text]");
  field.value = "mind the fog";
  page.querySelector("form button").click();
  assert.deepEqual([asked.at(-1).text, field.value], ["mind the fog", ""]);
  assert.equal(opened([1], { seats }).page.querySelector("input[type=checkbox]"), null);
});

test("a bubble at a name holds the newest message, each one anew, and none of who is muted", () => {
  const { game } = opened([0], {}, said(1, 1, { phrase: "hello" }));
  const page = drawn(bubble(game.state, 1));
  const first = page.querySelector(".bubble");
  assert.equal(words(first), "Hello");
  drawn(bubble(game.hear(said(2, 0, { phrase: "hello" })).state, 1), page);
  assert.equal(page.querySelector(".bubble"), first, "what others say does not show it again");
  drawn(bubble(game.hear(said(3, 1, { phrase: "hello" })).state, 1), page);
  assert.notEqual(page.querySelector(".bubble"), first);
  drawn(bubble(game.tell({ do: "mute", who: 2 }).state, 1), page);
  assert.equal(page.querySelector(".bubble"), null);
});
