// Names that stay, for who wants one: one's own page with the key, the players of a game by rating, and a player's page.

/** @import { GameInfo, Profile, RatingInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { confirm, download, reason, toast } from "../parts/dom.js";
import { botName } from "../parts/bots.js";
import { fileButton, icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { keepKey, keepSetting, playerKey, setting } from "../state/memory.js";
import { progressTools } from "../panels/progress_file.js";

const DOUBT = "A question mark: few games so far, so the rating may still change much.";
const SYSTEMS = { duel: "One against one", many: "More than two players" };

/** A page that asks the server and then shows what it answered. */
class AskingPage {
  /** @param {string} name @param {Shell} shell */
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.open = true;
    this.fill();
  }

  async fill() {
    try {
      const content = await this.build();
      if (this.open) this.shell.page(html`<section class="people">${content}</section>`);
    } catch (error) {
      if (this.open) this.shell.problem(reason(error), "");
    }
  }

  /** @returns {Promise<unknown>} */
  async build() {
    return nothing;
  }

  close() {
    this.open = false;
  }
}

export class PlayersPage extends AskingPage {
  async build() {
    const { title, game, ratings } = await api.ratings(this.name);
    this.shell.where(title, game);
    this.shell.title(`Best players · ${title}`);
    const games = await api.games();
    /** @type {[string, RatingInfo[]][]} */
    const tables = Object.entries(SYSTEMS).map(([system, words]) => [
      words,
      ratings.filter((/** @type {RatingInfo} */ one) => one.system === system),
    ]);
    const filled = tables.filter(([, rows]) => rows.length);
    return html`
      <h1>Best players of ${title}</h1>
      <p class="lead">From rated games on this server. To be rated, keep a name and make a rated game.</p>
      ${bestLinks(games, game)}
      ${filled.map(([words, rows]) => html`${filled.length > 1 ? html`<h2>${words}</h2>` : nothing}${ratingTable(rows)}`)}
      ${filled.length ? html`<p class="muted">${DOUBT}</p>` : html`<p class="card empty">No rated games yet.</p>`}
      <p><a href="/me" data-link>${playerKey() ? "Your name and games" : "Keep a name"}</a></p>`;
  }
}

/** @param {string[]} head @param {unknown[]} rows */
const table = (head, rows) => html`
  <table class="ratings">
    <thead><tr>${head.map((word) => html`<th scope="col">${word}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;

/** @param {RatingInfo[]} rows */
function ratingTable(rows) {
  const name = (/** @type {RatingInfo} */ one) =>
    one.bot ? `${botName(one.bot)} (bot)` : html`<a href="/player/${one.player}" data-link>${one.name}</a>`;
  return table(
    ["", "Player", "Rating", "Games", "Won"],
    rows.map(
      (one, place) =>
        html`<tr><td>${place + 1}</td><td>${name(one)}</td><td>${ratingText(one)}</td><td>${one.games}</td><td>${one.won}</td></tr>`,
    ),
  );
}

/** @param {RatingInfo} one */
const ratingText = (one) =>
  html`<span title="± ${2 * one.deviation}">${one.rating}${one.provisional ? "?" : ""}</span>`;

export class PlayerPage extends AskingPage {
  async build() {
    const [player, games] = await Promise.all([api.player(this.name), api.games()]);
    this.shell.title(player.name);
    return html`<h1>${player.name}</h1>${profile(player, games)}`;
  }
}

/** Links to the best players of each game for several players. @param {GameInfo[]} games */
function bestLinks(games, current = "") {
  const link = (/** @type {GameInfo} */ { name, title }) =>
    html`<a class="button small" href="/players/${name}" data-link aria-current=${name === current ? "page" : nothing}>${title}</a>`;
  return html`<nav class="row" aria-label="Best players"><span class="muted">Best players:</span>${games.filter((one) => one.players !== "1").map(link)}</nav>`;
}

/** Ratings, rated games, challenges. @param {Profile} player @param {GameInfo[]} games */
function profile({ solved, ratings, games: rated }, games) {
  const title = (/** @type {string} */ name) => games.find((one) => one.name === name)?.title ?? name;
  const cards = ratings.map(
    (one) => html`
      <li class="card rating">
        <span class="muted">${title(one.game)}</span><b>${ratingText(one)}</b>
        <span class="muted">${one.games} ${one.games === 1 ? "game" : "games"} · ${one.won} won</span>
      </li>`,
  );
  const rows = rated.map((one) => {
    const outcome = one.score > 0 ? "Won" : one.score < 0 ? "Lost" : "Draw";
    const what = `${title(one.game)} against ${one.others.join(", ")}`;
    const day = new Date(one.ended * 1000).toLocaleDateString([], { day: "numeric", month: "short" });
    const link = one.room ? html`<a href="/replay/${one.room}/${one.match}" data-link>${what}</a>` : what;
    return html`<tr><td>${day}</td><td>${link}</td><td>${outcome}</td><td>${one.rating} (${one.gain >= 0 ? "+" : "−"}${Math.abs(one.gain)})</td></tr>`;
  });
  return html`
    <p class="muted">${solved} ${solved === 1 ? "challenge" : "challenges"} solved</p>
    ${cards.length ? html`<ul class="rating-list">${cards}</ul>` : nothing}
    ${ratings.some((one) => one.provisional) ? html`<p class="muted">${DOUBT}</p>` : nothing}
    <h2>Rated games</h2>
    ${rows.length ? table(["Day", "Game", "Result", "Rating"], rows) : html`<p class="card empty">None yet.</p>`}`;
}

export class MePage extends AskingPage {
  async build() {
    this.shell.title("Your name");
    if (!playerKey()) return this.welcome();
    try {
      const [player, games] = await Promise.all([api.player("me"), api.games()]);
      keepSetting("name", player.name);
      return html`
        <h1>${player.name}</h1>
        ${this.nameForm(player.name, (name) => api.renamePlayer(name), "Change the name")}
        ${this.keyRow(player)}
        ${profile(player, games)}
        ${bestLinks(games)}
        ${progressTools(() => {})}`;
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.status !== 403) throw error;
      keepKey("");
      toast("This server does not know the key of this browser.", "bad");
      return this.welcome();
    }
  }

  welcome() {
    return html`
      <h1>Keep a name</h1>
      <p class="lead">You don't need one to play. With a name that stays you can play rated games, and your challenges and games are kept for you. No e-mail, no password: this browser holds a key, and you can take it along as a file.</p>
      ${this.nameForm(setting("name", ""), (name) => api.newPlayer(name), "Keep this name")}
      <div class="row"><span>Have a key already?</span>${this.loadButton()}</div>
      ${progressTools(() => {})}`;
  }

  /** @param {string} name @param {(name: string) => Promise<{ name: string, key?: string }>} send @param {string} words */
  nameForm(name, send, words) {
    const keep = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      try {
        const answer = await send(String(new FormData(form).get("name")));
        if (answer.key) keepKey(answer.key);
        keepSetting("name", answer.name);
        this.fill();
      } catch (error) {
        toast(reason(error), "bad");
      }
    };
    return html`
      <form class="row" @submit=${keep}>
        <input name="name" aria-label="Your name" placeholder="Your name" maxlength="24" required autocomplete="nickname" .value=${name}>
        <button type="submit" class="button primary">${words}</button>
      </form>`;
  }

  /** @param {Profile} player */
  keyRow(player) {
    return html`
      <div class="row">
        <button type="button" class="button"
          @click=${() => saveKey(player.name)}>${icon("down")}<span>Download the key</span></button>
        ${this.loadButton()}
        <button type="button" class="button" @click=${() => this.forget()}><span>Forget it here</span></button>
        <p class="muted">Anybody who has the key plays as you. Keep the file safe: there is no other way back to the name.</p>
      </div>`;
  }

  loadButton() {
    return fileButton({ words: "Use a key file", label: "A key file", accept: ".key,.txt,text/plain" }, (file) =>
      this.load(file),
    );
  }

  /** @param {File} file */
  async load(file) {
    const before = playerKey();
    const found = /\bbw-[\w-]{20,}/.exec(await file.text());
    if (!found) {
      toast("That file holds no key.", "bad");
      return;
    }
    keepKey(found[0]);
    try {
      await api.player("me");
      this.fill();
    } catch (error) {
      keepKey(before);
      toast(reason(error), "bad");
    }
  }

  async forget() {
    const detail = "Download the key first, or the name and its ratings can't be used again.";
    if (!(await confirm("Forget the key in this browser?", { yes: "Forget it", detail }))) return;
    keepKey("");
    this.fill();
  }
}

/** @param {string} name */
const saveKey = (name) =>
  download(
    "boardwalk.key",
    new Blob([`The key of ${name} at ${location.origin}. Keep it to yourself.\n${playerKey()}\n`], {
      type: "text/plain",
    }),
  );
