import assert from "node:assert/strict";
import test from "node:test";

import { JSDOM } from "jsdom";

const { window } = new JSDOM('<div id="page"></div>', { url: "http://localhost/" });
const { document, Event, HTMLElement, HTMLButtonElement, Node, localStorage } = window;
Object.assign(globalThis, { document, HTMLElement, HTMLButtonElement, Node, localStorage });
globalThis.addEventListener = window.addEventListener.bind(window);
globalThis.removeEventListener = window.removeEventListener.bind(window);
const { Tray } = await import("../../../src/boardwalk/web/panels/tray.js");
const { begun, frames } = await import("../state/table.js");

/** A tray with a forward card in its first of two slots, and what it dispatches. */
function tray() {
  const game = begun({ slots: 2 }).tell({ do: "press", keys: ["f"] });
  const wanted = [];
  const panel = new Tray((what) => wanted.push(what));
  document.getElementById("page").replaceChildren(panel.node);
  const show = () => panel.show(game.state, { scene: null, show() {} });
  show();
  return { game, wanted, panel, show };
}

/** A pointer takes what is in the first slot, moves, and is let go over the page's element, or over nothing. */
function carry(over, meanwhile = () => {}) {
  const at = (type, clientX) => Object.assign(new Event(type, { bubbles: true }), { clientX, clientY: 0, button: 0 });
  document.elementFromPoint = () => document.querySelector(over);
  document.querySelector("[data-slot='0']").dispatchEvent(at("pointerdown", 0));
  window.dispatchEvent(at("pointermove", 50));
  assert.ok(document.querySelector(".tray-carried"));
  meanwhile();
  window.dispatchEvent(at("pointerup", 50));
  assert.equal(document.querySelector(".tray-carried"), null);
}

test("a card is carried from slot to slot, or out of the tray", () => {
  const { wanted } = tray();
  carry("[data-slot='1']");
  carry("#nowhere");
  assert.deepEqual(wanted, [
    { do: "swap", slots: [0, 1] },
    { do: "put", slot: 0, choice: null },
  ]);
});

test("one that is still carried when the tray closes asks the server for nothing", () => {
  const { game, wanted, panel, show } = tray();
  carry("#nowhere", () => {
    game.hear(frames(0, [], { choices: [] })); // the time is up
    show();
  });
  assert.equal(panel.node.hidden, true);
  game.taken();
  game.tell(...wanted);
  assert.deepEqual(game.sent, []);
});

test("a card that can't follow is not offered", () => {
  const { game, panel, show } = tray();
  assert.equal(panel.node.getAttribute("aria-busy"), "true");
  const [asked] = game.sent;
  game.answer(asked, null, false, {
    type: "preview",
    seat: 0,
    taken: 1,
    scene: { pieces: [], overlays: [] },
    choices: [{ action: 2 }],
  });
  show();
  assert.equal(panel.node.getAttribute("aria-busy"), null);
  assert.deepEqual(
    [...panel.node.querySelectorAll(".tray-card")].map((card) => card.disabled),
    [true, false],
  );
  assert.equal(panel.node.querySelector(".tray-confirm").disabled, true);
});
