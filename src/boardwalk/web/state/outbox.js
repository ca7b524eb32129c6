// What a player has sent: it is seen to be on its way, shown ahead where that is possible, and after a lost connection it
// is neither lost nor carried out twice.

import { foresee, takeBack } from "./ahead.js";
import { sentence, toast } from "../parts/dom.js";

const LATE = "moved on"; // in the refusal of a click that came too late, which is nobody's mistake

export class Outbox {
  constructor(page) {
    this.page = page;
    this.sent = 0; // messages without an answer
    this.unsure = null; // an action whose answer was lost with the connection
  }

  get busy() {
    return this.sent + (this.unsure ? 1 : 0);
  }

  /** A new connection: nothing of the old one will be answered. */
  reset() {
    this.sent = 0;
  }

  async request(message) {
    const { page } = this;
    const view = page.views.get(message.seat);
    const before = { message, acted: view?.acted, choices: choicesOf(view), match: page.room.match };
    this.sent += 1;
    if (page.deck.view === view && foresee(view, numberOf(message))) page.deck.run();
    page.refresh();
    try {
      await page.link.send(message);
    } catch (error) {
      if (error.lost && message.type === "act" && !page.live) this.unsure = before;
      else this.refused(error, view);
    }
    this.sent = Math.max(0, this.sent - 1);
    page.refresh();
    page.hands.next();
  }

  refused(error, view) {
    this.page.hands.waiting = [];
    takeBack(view);
    this.page.deck.run();
    toast(sentence(error.message), error.message.includes(LATE) ? "plain" : "bad");
  }

  /** The connection is back. What has no answer was carried out, if the seat has acted as often as it would have then;
   *  if the seat has not acted and can choose what it could, it is sent again; else the player chooses again. */
  settle(view) {
    const { unsure, page } = this;
    if (unsure?.message.seat !== view.seat) return;
    this.unsure = null;
    const same = unsure.match === page.room.match;
    if (same && view.acted === unsure.acted + unsure.message.actions.length) return;
    if (same && view.acted === unsure.acted && choicesOf(view) === unsure.choices) {
      this.request({ ...unsure.message, frame: view.number });
    } else this.refused(new Error("The game has moved on; choose again."), view);
  }
}

/** The number of what a message does, as the server tells it ahead; undefined for what it does not. */
const numberOf = ({ type, actions }) => ({ undo: -1, redo: -2 })[type] ?? (actions?.length === 1 ? actions[0] : undefined);

export const choicesOf = (view) => JSON.stringify(view?.choices.map((choice) => choice.action) ?? []);
