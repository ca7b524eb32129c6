// The lessons of a game: which there are and which are done; and one of them, by its number in the address.

/** @import { LessonInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { LessonPage } from "./lesson.js";
import { progressTools } from "../panels/progress_file.js";
import { reason } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { lessonsDone } from "../state/progress.js";

export class LearnPage {
  /** @param {string} game @param {Shell} shell @param {string} [number] of a lesson; without it all are listed */
  constructor(game, shell, number) {
    this.game = game;
    this.shell = shell;
    this.closed = false;
    this.lesson = number ? new LessonPage(game, shell, Number(number)) : null;
    if (!this.lesson) this.open();
  }

  /** The board that is shown, for its legend. */
  get table() {
    return this.lesson?.table;
  }

  async open() {
    try {
      const { title, lessons } = await api.lessons(this.game);
      if (this.closed) return;
      this.shell.where(title, this.game);
      this.shell.title(`Learn ${title}`);
      this.shell.page(this.template(title, lessons));
    } catch (error) {
      const missing = error instanceof api.ApiError && error.status === 404;
      if (!this.closed) this.shell.problem(missing ? "There is no such game." : reason(error), "");
    }
  }

  /** @param {string} title @param {LessonInfo[]} lessons */
  template(title, lessons) {
    const done = lessonsDone(this.game);
    const count = lessons.filter((lesson) => done.includes(lesson.name)).length;
    const next = lessons.findIndex((lesson) => !done.includes(lesson.name));
    return html`
      <div class="learn">
        <h1>Learn ${title}</h1>
        <p class="muted">${progress(count, lessons.length)}</p>
        <div class="row">
          ${next < 0 ? nothing : go(`/learn/${this.game}/${next + 1}`, count ? "Go on" : "Start", "button primary")}
          <button type="button" class="button" @click=${() => this.shell.help()}>${icon("help")}<span>How to play</span></button>
          ${go(`/play/${this.game}`, `Play ${title}`, next < 0 ? "button primary" : "button")}
        </div>
        <ol class="lessons">${lessons.map((lesson, n) => this.card(lesson, n + 1, done.includes(lesson.name)))}</ol>
        ${progressTools(() => this.open())}
      </div>`;
  }

  /** @param {LessonInfo} lesson @param {number} number @param {boolean} done */
  card({ title, scene }, number, done) {
    const board = new Board();
    board.show(scene, { animate: false, labels: false });
    return html`
      <li data-done=${done}>
        <a class="card lesson-card" href="/learn/${this.game}/${number}" data-link>
          <div class="lesson-picture" data-theme=${scene.theme}>${board.node}</div>
          <span class="lesson-number">${done ? [icon("check"), html`<span class="off">${number}, done</span>`] : number}</span>
          <b>${title}</b>
        </a>
      </li>`;
  }

  close() {
    this.closed = true;
    this.lesson?.close();
  }
}

/** @param {string} href @param {string} label @param {string} look */
const go = (href, label, look) =>
  html`<a class=${look} href=${href} data-link>${icon("play")}<span>${label}</span></a>`;

/** @param {number} count @param {number} total */
function progress(count, total) {
  if (!total) return "There are no lessons for this game.";
  if (count === total) return "You have done them all.";
  return count ? `${count} of ${total} done.` : `${total} small positions. Each teaches one thing, by doing it.`;
}
