// Names that stay, for who wants one: one's own page with the key, the players of a game by rating, and a player's page.

import * as api from "../net/api.js";
import { button, confirm, el, made, sentence, toast } from "../parts/dom.js";
import { botName } from "../parts/bots.js";
import { keepKey, keepSetting, playerKey, setting } from "../state/memory.js";
import { progressTools } from "../panels/progress_file.js";

const DOUBT = "A question mark: few games so far, so the rating may still change much.";
const SYSTEMS = { duel: "One against one", many: "More than two players" };

/** A page that asks the server and then shows what it answered. */
class AskingPage {
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.open = true;
    this.fill();
  }

  async fill() {
    try {
      const node = await this.build();
      if (this.open) this.shell.page(node);
    } catch (error) {
      if (this.open) this.shell.problem(sentence(error.message), "");
    }
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
    const tables = Object.keys(SYSTEMS)
      .map((system) => [system, ratings.filter((one) => one.system === system)])
      .filter(([, rows]) => rows.length);
    return el(
      "section",
      { class: "people" },
      el("h1", {}, `Best players of ${title}`),
      el("p", { class: "lead" }, "From rated games on this server. To be rated, keep a name and make a rated game."),
      bestLinks(games, game),
      tables.map(([system, rows]) => [tables.length > 1 && el("h2", {}, SYSTEMS[system]), ratingTable(rows)]),
      !tables.length && el("p", { class: "card empty" }, "No rated games yet."),
      tables.length > 0 && el("p", { class: "muted" }, DOUBT),
      el("p", {}, el("a", { href: "/me", "data-link": true }, playerKey() ? "Your name and games" : "Keep a name")),
    );
  }
}

function ratingTable(rows) {
  const name = (one) => (one.bot ? `${botName(one.bot)} (bot)` : el("a", { href: `/player/${one.player}`, "data-link": true }, one.name));
  return el(
    "table",
    { class: "ratings" },
    el("thead", {}, el("tr", {}, ["", "Player", "Rating", "Games", "Won"].map((word) => el("th", { scope: "col" }, word)))),
    el("tbody", {}, rows.map((one, place) => el("tr", {}, el("td", {}, place + 1), el("td", {}, name(one)), el("td", {}, ratingText(one)), el("td", {}, one.games), el("td", {}, one.won)))),
  );
}

const ratingText = (one) => el("span", { title: `± ${2 * one.deviation}` }, `${one.rating}${one.provisional ? "?" : ""}`);

export class PlayerPage extends AskingPage {
  async build() {
    const [player, games] = await Promise.all([api.player(this.name), api.games()]);
    this.shell.title(player.name);
    return el("section", { class: "people" }, el("h1", {}, player.name), profile(player, games));
  }
}

/** Links to the best players of each game for several players. */
function bestLinks(games, current = "") {
  const links = games.filter((one) => one.players !== "1").map((one) => el("a", { class: "button small", href: `/players/${one.name}`, "data-link": true, "aria-current": one.name === current ? "page" : null }, one.title));
  return el("nav", { class: "row", "aria-label": "Best players" }, el("span", { class: "muted" }, "Best players:"), links);
}

/** Ratings, rated games, challenges. */
function profile(player, games) {
  const title = (name) => games.find((one) => one.name === name)?.title ?? name;
  const ratings = player.ratings.map((one) =>
    el("li", { class: "card rating" }, el("span", { class: "muted" }, title(one.game)), el("b", {}, ratingText(one)), el("span", { class: "muted" }, `${one.games} ${one.games === 1 ? "game" : "games"} · ${one.won} won`)),
  );
  const rows = player.games.map((one) => {
    const outcome = one.score > 0 ? "Won" : one.score < 0 ? "Lost" : "Draw";
    const what = `${title(one.game)} against ${one.others.join(", ")}`;
    return el(
      "tr",
      {},
      el("td", {}, new Date(one.ended * 1000).toLocaleDateString([], { day: "numeric", month: "short" })),
      el("td", {}, one.room ? el("a", { href: `/replay/${one.room}/${one.match}`, "data-link": true }, what) : what),
      el("td", {}, outcome),
      el("td", {}, `${one.rating} (${one.gain >= 0 ? "+" : "−"}${Math.abs(one.gain)})`),
    );
  });
  return [
    el("p", { class: "muted" }, `${player.solved} ${player.solved === 1 ? "challenge" : "challenges"} solved`),
    ratings.length > 0 && el("ul", { class: "rating-list" }, ratings),
    player.ratings.some((one) => one.provisional) && el("p", { class: "muted" }, DOUBT),
    el("h2", {}, "Rated games"),
    rows.length ? el("table", { class: "ratings" }, el("thead", {}, el("tr", {}, ["Day", "Game", "Result", "Rating"].map((word) => el("th", { scope: "col" }, word)))), el("tbody", {}, rows)) : el("p", { class: "card empty" }, "None yet."),
  ];
}

export class MePage extends AskingPage {
  async build() {
    this.shell.title("Your name");
    if (!playerKey()) return this.welcome();
    try {
      const [player, games] = await Promise.all([api.player("me"), api.games()]);
      keepSetting("name", player.name);
      return el("section", { class: "people" }, el("h1", {}, player.name), this.nameForm(player), this.keyRow(player), profile(player, games), bestLinks(games), made(progressTools(() => {})));
    } catch (error) {
      if (error.status !== 403) throw error;
      keepKey("");
      toast("This server does not know the key of this browser.", "bad");
      return this.welcome();
    }
  }

  welcome() {
    return el(
      "section",
      { class: "people" },
      el("h1", {}, "Keep a name"),
      el("p", { class: "lead" }, "You don't need one to play. With a name that stays you can play rated games, and your challenges and games are kept for you. No e-mail, no password: this browser holds a key, and you can take it along as a file."),
      this.nameForm(null),
      el("div", { class: "row" }, el("span", {}, "Have a key already?"), this.loadButton()),
      made(progressTools(() => {})),
    );
  }

  nameForm(player) {
    const field = el("input", { value: player?.name ?? setting("name", ""), "aria-label": "Your name", placeholder: "Your name", maxlength: 24, name: "name", required: true, autocomplete: "nickname" });
    const keep = async (event) => {
      event.preventDefault();
      try {
        const answer = player ? await api.renamePlayer(field.value) : await api.newPlayer(field.value);
        if (answer.key) keepKey(answer.key);
        keepSetting("name", answer.name);
        this.fill();
      } catch (error) {
        toast(sentence(error.message), "bad");
      }
    };
    return el("form", { class: "row", onsubmit: keep }, field, el("button", { type: "submit", class: "button primary" }, player ? "Change the name" : "Keep this name"));
  }

  keyRow(player) {
    return el(
      "div",
      { class: "row" },
      button("Download the key", { icon: "down", onclick: () => saveKey(player.name) }),
      this.loadButton(),
      button("Forget it here", { onclick: () => this.forget() }),
      el("p", { class: "muted" }, "Anybody who has the key plays as you. Keep the file safe: there is no other way back to the name."),
    );
  }

  loadButton() {
    const input = el("input", { type: "file", class: "off", "aria-label": "A key file", accept: ".key,.txt,text/plain", tabindex: -1 });
    input.addEventListener("change", async () => {
      const before = playerKey();
      const found = /\bbw-[\w-]{20,}/.exec((await input.files[0]?.text()) ?? "");
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
        toast(sentence(error.message), "bad");
      }
    });
    return el("span", {}, button("Use a key file", { onclick: () => input.click() }), input);
  }

  async forget() {
    const detail = "Download the key first, or the name and its ratings can't be used again.";
    if (!(await confirm("Forget the key in this browser?", { yes: "Forget it", detail }))) return;
    keepKey("");
    this.fill();
  }
}

function saveKey(name) {
  const words = `The key of ${name} at ${location.origin}. Keep it to yourself.\n${playerKey()}\n`;
  const href = URL.createObjectURL(new Blob([words], { type: "text/plain" }));
  el("a", { href, download: "boardwalk.key" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}
