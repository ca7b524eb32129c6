// The lessons of a game: which there are and which are done; and one of them, by its number in the address.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { button, el, icon, made, sentence } from "../parts/dom.js";
import { LessonPage } from "./lesson.js";
import { lessonsDone } from "../state/progress.js";
import { progressTools } from "../panels/progress_file.js";

export class LearnPage {
  constructor(game, shell, number) {
    this.game = game;
    this.shell = shell;
    this.lesson = number ? new LessonPage(game, shell, Number(number)) : null;
    if (!this.lesson) this.open();
  }

  /** The board in front of somebody, for its legend. */
  get table() {
    return this.lesson?.table;
  }

  async open() {
    let answer;
    try {
      answer = await api.lessons(this.game);
    } catch (error) {
      if (!this.closed) this.shell.problem(error.status === 404 ? "There is no such game." : sentence(error.message), "");
      return;
    }
    if (this.closed) return;
    const { title, lessons } = answer;
    this.shell.where(title, this.game);
    this.shell.title(`Learn ${title}`);
    const done = lessonsDone(this.game);
    const count = lessons.filter((lesson) => done.includes(lesson.name)).length;
    const next = lessons.findIndex((lesson) => !done.includes(lesson.name));
    this.shell.page(
      el(
        "div",
        { class: "learn" },
        el("h1", {}, `Learn ${title}`),
        el("p", { class: "muted" }, progress(count, lessons.length)),
        el(
          "div",
          { class: "row" },
          next >= 0 && go(`/learn/${this.game}/${next + 1}`, "play", count ? "Go on" : "Start", "button primary"),
          button("How to play", { icon: "help", onclick: () => this.shell.help() }),
          go(`/play/${this.game}`, "play", `Play ${title}`, next < 0 ? "button primary" : "button"),
        ),
        el("ol", { class: "lessons" }, lessons.map((lesson, n) => this.card(lesson, n + 1, done.includes(lesson.name)))),
        made(progressTools(() => this.open())),
      ),
    );
  }

  card(lesson, number, done) {
    const board = new Board();
    board.show(lesson.scene, { animate: false, labels: false });
    return el(
      "li",
      { "data-done": String(done) },
      el(
        "a",
        { class: "card lesson-card", href: `/learn/${this.game}/${number}`, "data-link": true },
        el("div", { class: "lesson-picture", "data-theme": lesson.scene.theme }, board.node),
        el("span", { class: "lesson-number" }, done ? icon("check") : number, done && el("span", { class: "off" }, `${number}, done`)),
        el("b", {}, lesson.title),
      ),
    );
  }

  close() {
    this.closed = true;
    this.lesson?.close();
  }
}

const go = (href, name, label, look) => el("a", { class: look, href, "data-link": true }, icon(name), el("span", {}, label));

function progress(count, total) {
  if (!total) return "There are no lessons for this game.";
  if (count === total) return "You have done them all.";
  return count ? `${count} of ${total} done.` : `${total} small positions. Each teaches one thing, by doing it.`;
}
