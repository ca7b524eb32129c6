// Today's challenges: all of them, or the one of a game with its board, the best of the day and one's own result.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { challengeList } from "../panels/lobby.js";
import { button, el, made, sentence, toast } from "../parts/dom.js";
import { keepTokens, setting } from "../state/memory.js";
import { shareButton, verdict } from "../panels/result.js";
import { dateText, mergeSolved, solvedCount, stars, streak } from "../state/solved.js";

export class ChallengePage {
  constructor(game, shell) {
    this.game = game;
    this.shell = shell;
    this.open = true;
    shell.title("Today's challenge");
    this.fill();
  }

  async fill() {
    try {
      const today = await api.challenges();
      if (!this.open) return;
      mergeSolved(today.solved);
      const one = today.challenges.find((each) => each.game === this.game);
      if (!this.game) this.shell.page(this.overview(today));
      else if (one) await this.show(today, one);
      else this.shell.problem("This game has no challenges.", "These have:", el("a", { class: "button", href: "/challenge", "data-link": true }, "Today's challenges"));
    } catch (error) {
      if (this.open) this.shell.problem(sentence(error.message), "");
    }
  }

  overview(today) {
    return el(
      "section",
      { class: "people" },
      el("h1", {}, "Today's challenges"),
      el("p", { class: "lead" }, `${dateText(today.day)}. The same for everybody today; new ones come at midnight UTC.`),
      made(challengeList(today)),
    );
  }

  async show(today, one) {
    const { day } = today;
    this.shell.where(one.game_title, one.game);
    this.shell.title(`Today's challenge · ${one.game_title}`);
    const board = new Board();
    const count = solvedCount(one.game, day);
    const picture = el("div", { class: "challenge-picture" }, board.node);
    this.start = button(count === undefined ? "Play" : "Play again", { icon: "play", class: "button primary big", onclick: () => this.begin() });
    this.shell.page(
      el(
        "div",
        { class: "challenge" },
        el(
          "section",
          { class: "card challenge-words" },
          el("p", { class: "muted" }, `${one.game_title} · ${dateText(day)}`),
          el("h1", {}, one.title),
          el("p", { class: "lead" }, one.task),
          el("p", {}, one.fewest ? `The fewest ${one.counted} possible: ` : "Par: ", el("b", {}, one.fewest ? one.par : `${one.par} ${one.counted}`)),
          count === undefined ? null : this.own(one, day, count),
          el("div", { class: "row" }, this.start),
          this.best(one),
          el("a", { href: "/challenge", "data-link": true }, "The other challenges of today"),
        ),
        picture,
      ),
    );
    const { scene } = await api.challenge(one.game);
    if (!this.open) return;
    picture.dataset.theme = scene.theme;
    await board.show(scene, { animate: false });
  }

  own(one, day, count) {
    const row = streak(day, one.game);
    return el(
      "div",
      { class: "challenge-result" },
      el("p", { class: "stars", "aria-hidden": "true" }, stars(count, one.par)),
      el("p", {}, verdict({ ...one, count })),
      row > 1 && el("p", { class: "streak" }, `${row} days in a row`),
      shareButton({ game: one.game, gameTitle: one.game_title, title: one.title, day, count, counted: one.counted, par: one.par }),
    );
  }

  best(one) {
    if (!one.best.length) return el("p", { class: "muted" }, "Nobody on this server has solved it yet today.");
    const rows = one.best.map(({ name, count }) => el("li", {}, el("span", {}, name), el("b", {}, `${count} ${one.counted}`)));
    return el("div", {}, el("h2", {}, "Best of the day"), el("ol", { class: "best" }, rows), one.players > rows.length && el("p", { class: "muted" }, `Solved by ${one.players}`));
  }

  async begin() {
    this.start.disabled = true;
    try {
      const answer = await api.takeChallenge(this.game, setting("name", ""));
      keepTokens(answer.room, Object.values(answer.tokens));
      this.shell.go(`/r/${answer.room}`);
    } catch (error) {
      toast(sentence(error.message), "bad");
      this.start.disabled = false;
    }
  }

  close() {
    this.open = false;
  }
}
