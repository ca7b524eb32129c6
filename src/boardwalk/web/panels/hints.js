// A hint during play: the best action on the board and in words, from what the player knows.

/** @import { Board } from "../board/board.js" */
/** @import { Hint } from "../state/protocol" */
/** @import { Dispatch, GameState } from "../state/types" */

import { beliefs } from "./belief.js";
import { lineWords } from "./line.js";
import { clearPointer, pointAt } from "../board/pointing.js";
import { el } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { viewOf } from "../state/select.js";

const LOST = -0.999;

export class Hints {
  /** @param {Dispatch} dispatch @param {Board} board on which the best action is pointed at */
  constructor(dispatch, board) {
    this.dispatch = dispatch;
    this.board = board;
    this.node = el("div", { class: "advice", role: "status", "aria-label": "Hint", hidden: true });
    /** @type {GameState["hint"]} */
    this.shown = null;
    this.advised = -1; // the action that is advised; -1: none
  }

  /** @param {GameState} state */
  show(state) {
    const { hint } = state;
    if (hint === this.shown) return;
    if (this.shown?.hint) clearPointer(this.board);
    this.shown = hint;
    this.advised = -1;
    this.node.hidden = !hint;
    if (hint?.hint) this.point(state, hint.hint);
    render(
      hint?.hint ? this.template(state, hint.hint) : hint ? html`<p class="muted">Thinking…</p>` : nothing,
      this.node,
    );
  }

  /** @param {GameState} state @param {Hint} hint */
  point(state, hint) {
    const choice = choiceOf(state, hint);
    if (isLost(hint) || !choice || state.shown === null) return;
    this.advised = choice.action;
    pointAt(this.board, [[choice, "best"]], state.room?.seats[state.shown].tone);
  }

  /** @param {GameState} state @param {Hint} hint */
  template(state, hint) {
    const [best] = hint.actions;
    const { undo } = hint;
    const seats = state.room?.seats ?? [];
    const back = () => this.dispatch({ do: "goBack", moves: undo });
    const tried = html`<p>Try <b>${choiceOf(state, hint)?.label ?? best.text}</b>. Your position then: ${best.words}.</p>`;
    const goesOn =
      hint.line.length > 1 ? html`<p class="muted">It might go on: ${lineWords(hint.line, seats)}.</p>` : nothing;
    return html`
      ${isLost(hint) ? nothing : [tried, goesOn]}
      ${hint.note ? html`<p>${hint.note}</p>` : nothing}
      ${
        isLost(hint)
          ? html`<button type="button" class="button small"
        @click=${back}>${icon("undo")}<span>Go back ${undo === 1 ? "one move" : `${undo} moves`}</span></button>`
          : nothing
      }
      ${hint.worlds.length ? beliefs("What may be hidden", hint.worlds) : nothing}`;
  }
}

/** The level can't be solved any more. @param {Hint} hint */
const isLost = ({ undo, actions }) => undo > 0 && actions[0].value <= LOST;

/** @param {GameState} state @param {Hint} hint */
const choiceOf = (state, { actions }) => viewOf(state)?.choices.find((one) => one.action === actions[0].action);
