// Today's challenges: all of them, or the one of a game with its board, the best of the day and one's own result.

/** @import { Challenges, TodaysChallenge } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { challengeList } from "../panels/lobby.js";
import { ratedResult, shareButton } from "../panels/result.js";
import { el, reason, toast } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { keepTokens, setting } from "../state/memory.js";
import { dateText, mergeSolved, solvedCount, streak } from "../state/solved.js";

export class ChallengePage {
  /** @param {string} game empty: all of them @param {Shell} shell */
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
      if (!this.game) this.shell.page(overview(today));
      else if (one) await this.show(today.day, one);
      else
        this.shell.problem(
          "This game has no challenges.",
          "These have:",
          html`<a class="button" href="/challenge" data-link>Today's challenges</a>`,
        );
    } catch (error) {
      if (this.open) this.shell.problem(reason(error), "");
    }
  }

  /** @param {number} day @param {TodaysChallenge} one */
  async show(day, one) {
    this.shell.where(one.game_title, one.game);
    this.shell.title(`Today's challenge · ${one.game_title}`);
    const board = new Board();
    const picture = el("div", { class: "challenge-picture" }, board.node);
    this.shell.page(html`<div class="challenge">${this.words(day, one)}${picture}</div>`);
    const { scene } = await api.challenge(one.game);
    if (!this.open) return;
    picture.dataset.theme = scene.theme;
    await board.show(scene, { animate: false });
  }

  /** @param {number} day @param {TodaysChallenge} one */
  words(day, one) {
    const count = solvedCount(one.game, day);
    const aim = one.fewest ? `The fewest ${one.counted} possible: ` : "Par: ";
    return html`
      <section class="card challenge-words">
        <p class="muted">${one.game_title} · ${dateText(day)}</p>
        <h1>${one.title}</h1>
        <p class="lead">${one.task}</p>
        <p>${aim}<b>${one.fewest ? one.par : `${one.par} ${one.counted}`}</b></p>
        ${count === undefined ? nothing : own(one, day, count)}
        <div class="row"><button type="button" class="button primary big"
          @click=${this.begin}>${icon("play")}<span>${count === undefined ? "Play" : "Play again"}</span></button></div>
        ${best(one)}
        <a href="/challenge" data-link>The other challenges of today</a>
      </section>`;
  }

  /** @param {Event} event */
  begin = async ({ currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    button.disabled = true;
    try {
      const answer = await api.takeChallenge(this.game, setting("name", ""));
      keepTokens(answer.room, Object.values(answer.tokens));
      this.shell.go(`/r/${answer.room}`);
    } catch (error) {
      toast(reason(error), "bad");
      button.disabled = false;
    }
  };

  close() {
    this.open = false;
  }
}

/** @param {Challenges} today */
const overview = (today) => html`
  <section class="people">
    <h1>Today's challenges</h1>
    <p class="lead">${dateText(today.day)}. The same for everybody today; new ones come at midnight UTC.</p>
    ${challengeList(today)}
  </section>`;

/** @param {TodaysChallenge} one @param {number} day @param {number} count */
function own(one, day, count) {
  const { game, game_title: gameTitle, title, counted, par } = one;
  return html`
    <div class="challenge-result">
      ${ratedResult(one, count, streak(day, game))}
      ${shareButton({ game, gameTitle, title, day, count, counted, par })}
    </div>`;
}

/** @param {TodaysChallenge} one */
function best({ best: rows, counted, players }) {
  if (!rows.length) return html`<p class="muted">Nobody on this server has solved it yet today.</p>`;
  return html`
    <div>
      <h2>Best of the day</h2>
      <ol class="best">${rows.map(({ name, count }) => html`<li><span>${name}</span><b>${count} ${counted}</b></li>`)}</ol>
      ${players > rows.length ? html`<p class="muted">Solved by ${players}</p>` : nothing}
    </div>`;
}
