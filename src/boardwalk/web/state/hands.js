// Keys, strokes of a finger and typed words become choices.

import { isTyping, toast } from "../parts/dom.js";
import { eventBy } from "./events.js";
import { byKey, byWords, keysOf, words } from "../parts/keys.js";

export const HINT = "t"; // the key that asks for a hint
const AHEAD = 8; // keys remembered while an action is on its way
const MOVING = /^([a-gi-z0-9]|Arrow\w+)$/; // keys that may turn out to be a move (`h` is help, unless a game has it)

export class Hands {
  constructor(page) {
    this.page = page;
    this.waiting = []; // keys pressed, words said, or functions to call, before their time
  }

  get choices() {
    return this.page.view?.choices ?? [];
  }

  /** Whatever could be chosen at some time in this game. */
  get known() {
    return [...(this.page.view?.known.values() ?? [])];
  }

  key(event) {
    const { page } = this;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") || !page.room || page.room.phase === "waiting") return;
    if (!page.table.curtain.hidden || page.after.key(event)) return;
    if (this.use(keysOf(event), event)) event.preventDefault();
  }

  /** What a key does: the game's own choices first, then its events, then what every game has. */
  use(keys, event) {
    const { page } = this;
    const onButton = event?.target instanceof HTMLButtonElement && [" ", "Enter"].includes(keys[0]);
    const held = page.held.includes(page.shown);
    const mine = held && page.room.phase === "playing" && !onButton;
    if (mine && byKey(this.known, keys) && !event?.shiftKey) {
      const choice = byKey(this.choices, keys);
      if (!page.sending || page.live) page.choose(choice);
      else this.later(keys);
      return true;
    }
    const happening = mine && !event?.shiftKey && eventBy(page.events, keys[0]);
    if (happening) {
      page.event(happening);
      return true;
    }
    if (this.common(keys[0], event, held)) return true;
    // Where the action on its way leads, this key may mean something that it never did before.
    const ahead = mine && page.sending && !page.live && !event?.shiftKey && MOVING.test(keys[0]);
    if (ahead) this.later(keys);
    return Boolean(ahead);
  }

  /** Remembers keys, words or a function until what is on its way is answered. */
  later(what) {
    if (this.waiting.length < AHEAD) this.waiting.push(what);
  }

  common(key, event, held) {
    const { room, deck, table } = this.page;
    if (held && room.undo && key === "u" && !event?.shiftKey) this.page.ask("undo");
    else if (held && room.undo && (key === "y" || key === "u")) this.page.ask("redo");
    else if (key === HINT && this.page.hints.allowed) this.page.hints.ask();
    else if (key === "." && deck.many) deck.pause(!deck.paused);
    else if (key === "Escape" && deck.waiting) deck.finish();
    else if (key === "/" && !table.typing.hidden) table.typed.focus();
    else return false;
    return true;
  }

  /** The next of what was pressed or said before its time; keys that turn out to be impossible are passed over. */
  next() {
    const { page } = this;
    while (this.waiting.length && !page.sending && (page.view?.acting || page.room?.phase === "over")) {
      const next = this.waiting.shift();
      if (typeof next === "function") next();
      else if (typeof next === "string") this.say(next);
      else this.use(next, null);
    }
  }

  /** A button of the pad, or a stroke of a finger: counts as these keys. */
  press(keys) {
    if (this.page.table.curtain.hidden) this.use(keys, null);
  }

  type(line) {
    const said = words(line, this.choices, this.known);
    this.waiting = said.slice(1);
    if (said.length) this.say(said[0]);
  }

  /** The choice on a cell, by the cell's name: `e4`. */
  byPlace(word) {
    const { row_labels: rows = [], col_labels: cols = [] } = this.page.view?.last?.scene ?? {};
    const named = ({ cell, start }) => cell && !start && rows.length && cols.length && `${cols[cell[1]]}${rows[cell[0]]}` === word.trim().toLowerCase();
    return this.choices.find(named) ?? null;
  }

  say(word) {
    const choice = byWords(this.choices, word) ?? this.byPlace(word);
    const event = choice ? null : eventBy(this.page.events, word.trim());
    if (choice) {
      this.page.choose(choice);
      return;
    }
    if (event) {
      this.page.event(event);
      return;
    }
    this.waiting = [];
    const some = this.choices.slice(0, 6).map((one) => one.text);
    toast(some.length ? `“${word}” is not possible now; try ${some.join(", ")}…` : "It is not your turn.", "bad");
  }
}
