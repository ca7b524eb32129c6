import assert from "node:assert/strict";
import test from "node:test";

import { JSDOM } from "jsdom";

const { window } = new JSDOM('<body><div id="choices"></div><div id="toasts"></div></body>', { url: "http://localhost/" });
const { document, Event, HTMLElement, HTMLButtonElement, Node, localStorage } = window;
Object.assign(globalThis, { document, HTMLElement, HTMLButtonElement, Node, localStorage });
globalThis.addEventListener = window.addEventListener.bind(window);
globalThis.removeEventListener = window.removeEventListener.bind(window);
document.elementFromPoint = () => null;
const { Tray } = await import("../../../src/boardwalk/web/panels/tray.js");

const CARD = { action: 1, text: "F", label: "forward", keys: ["f"], cell: null, edge: null, frame: 1 };
const SCENE = { slots: 2, status: "", pieces: [], overlays: [] };

test("a card that is still carried when the tray closes is put nowhere", () => {
  const sent = [];
  const table = { choices: document.getElementById("choices"), board: { show() {} } };
  const link = { send: (message) => (sent.push(message), new Promise(() => {})) };
  const tray = new Tray({ room: { room: "x", match: 1 }, sending: 0, deck: { waiting: 0 }, table, link });
  const at = (type, clientX) => Object.assign(new Event(type), { clientX, clientY: 0, button: 0 });
  const carry = () => {
    document.querySelector("[data-slot]").onpointerdown(at("pointerdown", 0));
    window.dispatchEvent(at("pointermove", 50));
  };

  tray.show({ seat: 0 }, SCENE, [CARD]);
  tray.takes(CARD);
  carry();
  window.dispatchEvent(at("pointerup", 50));
  assert.deepEqual(sent.map(({ seat, actions }) => [seat, actions]), [[0, [1]], [0, []]]);

  tray.takes(CARD);
  carry();
  tray.show({ seat: 0 }, SCENE, []); // the time is up: nothing can be chosen
  sent.length = 0;
  window.dispatchEvent(at("pointerup", 50));
  assert.deepEqual(sent, []);
  assert.equal(document.querySelector(".tray-carried"), null);
});
