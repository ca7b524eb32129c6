// A hint during play: the best action on the board and in words, from what the player knows.

import { beliefs } from "./belief.js";
import { button, el, sentence, toast } from "../parts/dom.js";
import { lineWords } from "./line.js";
import { choicesOf } from "../state/outbox.js";
import { clearPointer, pointAt } from "../board/pointing.js";

const LOST = -0.999;

export class Hints {
  constructor(page) {
    this.page = page;
    this.node = el("div", { class: "advice", role: "status", "aria-label": "Hint", hidden: true });
    page.table.choices.before(this.node);
    this.about = null; // what the shown hint is about, as `place` has it
  }

  /** Whether somebody at this screen may ask now. */
  get allowed() {
    const { page } = this;
    return Boolean(page.room?.hints && page.room.phase === "playing" && page.held.includes(page.shown) && !page.after.stepping);
  }

  async ask() {
    const { page } = this;
    if (!this.allowed || this.asking) return;
    if (!page.view.acting && !page.live) {
      toast("There is a hint when it is your turn.");
      return;
    }
    const seat = page.shown;
    this.asking = true;
    this.say(el("p", { class: "muted" }, "Thinking…"));
    try {
      const { hint, frame } = await page.link.send({ type: "hint", seat });
      if (page.shown === seat && page.view.number === frame) this.show(hint);
      else this.clear();
    } catch (error) {
      this.clear();
      toast(sentence(error.message), "plain");
    } finally {
      this.asking = false;
    }
  }

  show(hint) {
    const { page } = this;
    const [best] = hint.actions;
    const choice = page.view.choices.find((one) => one.action === best.action);
    const lost = hint.undo > 0 && best.value <= LOST;
    const parts = [];
    if (!lost) {
      parts.push(el("p", {}, "Try ", el("b", {}, choice?.label ?? best.text), `. Your position then: ${best.words}.`));
      if (hint.line.length > 1) parts.push(el("p", { class: "muted" }, `It might go on: ${lineWords(hint.line, page.room.seats)}.`));
    }
    if (hint.note) parts.push(el("p", {}, hint.note));
    if (lost) parts.push(button(`Go back ${hint.undo === 1 ? "one move" : `${hint.undo} moves`}`, { icon: "undo", class: "button small", onclick: () => this.goBack(hint.undo) }));
    if (hint.worlds.length) parts.push(...beliefs("What may be hidden", hint.worlds));
    this.say(...parts);
    this.about = this.place;
    if (lost || !choice) return;
    pointAt(page.table.board, [[choice, "best"]], page.room.seats[page.shown].tone);
    this.advised = page.table.choices.querySelector(`[data-choice="${choice.action}"]`);
    this.advised?.classList.add("advised");
  }

  async goBack(moves) {
    for (let move = 0; move < moves; move += 1) await this.page.ask("undo");
  }

  say(...parts) {
    this.node.replaceChildren(...parts);
    this.node.hidden = false;
  }

  /** How often the player has acted, and what can be chosen now. */
  get place() {
    const { view } = this.page;
    return `${view?.acted} ${choicesOf(view)}`;
  }

  /** A hint goes when the game goes on, but not when somebody else gets ready. */
  follow() {
    if (this.about !== null && (this.about !== this.place || !this.allowed)) this.clear();
  }

  clear() {
    this.about = null;
    this.node.hidden = true;
    this.node.replaceChildren();
    this.advised?.classList.remove("advised");
    clearPointer(this.page.table.board);
  }
}
