// A lesson beside its board: the task, what can be done about it, and how it ended.

/** @import { Dispatch, GameState, Intent, Lesson } from "../state/types" */

import { stillness } from "../board/board.js";
import { el } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { AGAIN } from "../state/events.js";

/** @type {Intent} */
const again = { do: "event", event: AGAIN };

export class LessonPanel {
  /** @param {Dispatch} dispatch @param {{ banner: HTMLElement, after: HTMLElement }} table */
  constructor(dispatch, table) {
    this.dispatch = dispatch;
    this.after = table.after;
    this.node = el("section", { class: "lesson-head", "aria-label": "Task" });
    table.banner.before(this.node);
    this.hinted = false;
  }

  /** @param {GameState} state @param {Lesson} lesson */
  show(state, lesson) {
    render(this.head(state, lesson), this.node);
    const over = state.ended > 0;
    const appears = over && this.after.hidden;
    this.after.hidden = !over;
    this.after.dataset.state = lesson.state;
    render(over ? this.result(lesson) : nothing, this.after);
    if (!appears) return;
    /** @type {HTMLElement | null} */ (this.after.querySelector(".primary"))?.focus({ preventScroll: true });
    this.after.scrollIntoView({ block: "nearest", behavior: stillness.matches ? "auto" : "smooth" });
  }

  /** @param {GameState} state @param {Lesson} lesson */
  head(state, { game, number, of, title, task, hint, left, taken }) {
    const showHint = () => {
      this.hinted = true;
      render(this.head(state, /** @type {Lesson} */ (state.lesson)), this.node);
    };
    /** @param {string} label @param {string} name @param {() => void} run @param {boolean} [off] */
    const small = (label, name, run, off = false) =>
      html`<button type="button" class="button small" aria-label=${label} ?disabled=${off}
        @click=${run}>${icon(name)}<span>${label}</span></button>`;
    return html`
      <div class="lesson-words">
        <a class="lesson-back" href="/learn/${game}" data-link>${icon("back")}All lessons</a>
        <div class="lesson-title"><h2>${title}</h2><span class="lesson-left">Lesson ${number} of ${of} · ${left} ${left === 1 ? "move" : "moves"} left</span></div>
        <p class="lesson-task">${task}</p>
        <p class="lesson-hint" role="status" ?hidden=${!this.hinted}>${hint}</p>
      </div>
      <div class="row lesson-tools">
        ${small("Hint", "help", showHint)}${small("Undo", "undo", () => this.dispatch({ do: "undo" }), !taken)}${small("Start again", "again", () => this.dispatch(again), !taken)}
      </div>`;
  }

  /** @param {Lesson} lesson */
  result(lesson) {
    const solved = lesson.state === "solved";
    /** @param {string} label @param {string} name @param {Intent} what @param {string} look */
    const then = (label, name, what, look) =>
      html`<button type="button" class=${look} @click=${() => this.dispatch(what)}>${icon(name)}<span>${label}</span></button>`;
    return html`
      <p class=${solved ? "result won" : "result"} role="status">${solved ? "Solved!" : "Not yet"}</p>
      <p>${lesson.words}</p>
      ${solved ? nothing : html`<p class="muted">${lesson.hint}</p>`}
      <div class="row">
        ${solved ? onwards(lesson) : then("Try again", "again", again, "button primary")}
        ${solved ? then("Once more", "again", again, "button") : then("Take back one move", "undo", { do: "undo" }, "button")}
      </div>`;
  }
}

/** @param {Lesson} lesson */
function onwards({ game, gameTitle, number, of }) {
  const [href, label] =
    number < of ? [`/learn/${game}/${number + 1}`, "Next lesson"] : [`/play/${game}`, `Play ${gameTitle}`];
  return html`<a class="button primary" href=${href} data-link>${icon("next")}<span>${label}</span></a>`;
}
