// What the pages of rooms, lessons and replays share: a game, its board, and the keys.

/** @import { Effect, GameState } from "../state/types" */
/** @import { Shell } from "../state/shell" */

import { Deck } from "../board/deck.js";
import { TablePage } from "../panels/table.js";
import { isTyping } from "../parts/dom.js";
import { keysOf } from "../parts/keys.js";
import { meaningOf } from "../state/hands.js";
import { frameOf, isSending, isShowing } from "../state/select.js";
import { GameView } from "../state/view.js";

export class GamePage {
  /** @param {GameState} state @param {Shell} shell */
  constructor(state, shell) {
    this.shell = shell;
    this.view = new GameView(state, {
      told: (next) => this.told(next),
      render: (next) => this.draw(next),
      perform: (what) => this.perform(what),
      go: (path, instead) => shell.go(path, instead),
    });
    const { dispatch } = this.view;
    this.table = new TablePage(state, dispatch);
    this.deck = new Deck(this.table.board, state, dispatch);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  /** What a page does besides. @type {(what: Extract<Effect, { perform: string }>["perform"]) => void} */
  perform() {}

  /** @type {(state: GameState) => void} */
  render() {}

  /** At once: tests and scripts that look at the page before it is drawn again must not take it for settled. @param {GameState} state */
  told(state) {
    const { dataset } = this.shell.main;
    if (isShowing(state) || isSending(state)) dataset.busy = "true";
    if (isSending(state)) dataset.sending = "true";
    if (state.tray?.asked) this.table.tray.node.setAttribute("aria-busy", "true");
    this.deck.follow(state);
  }

  /** @param {GameState} state */
  draw(state) {
    this.render(state);
    const { dataset } = this.shell.main;
    if (state.room) dataset.phase = state.room.phase;
    if (!frameOf(state)) return;
    if (state.shown !== null) dataset.seat = String(state.shown);
    dataset.busy = String(isShowing(state) || isSending(state));
    dataset.sending = String(isSending(state));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
    if (document.querySelector("dialog[open]")) return;
    const onSlider = target instanceof HTMLInputElement && target.type === "range";
    const how = { shift: event.shiftKey, onButton: target instanceof HTMLButtonElement, onSlider };
    const meaning = meaningOf(this.view.state, keysOf(event), how);
    if (!meaning) return;
    event.preventDefault();
    this.view.dispatch(meaning);
  }

  close() {
    this.view.close();
    document.removeEventListener("keydown", this.onKey);
    for (const name of ["phase", "seat", "busy", "sending"]) delete this.shell.main.dataset[name];
  }
}
