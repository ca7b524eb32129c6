// Who sits where: quick answers first, seat by seat behind them.

/** @import { WantedSeat } from "../state/protocol" */

import { botName, USUAL } from "../parts/bots.js";
import { mark, options, typed } from "../parts/templates.js";
import { html, live, nothing } from "../parts/vendor/lit-html.js";
import { keepSetting, setting } from "../state/memory.js";

/** How people play together. @typedef {"bots" | "here" | "link"} Way */

/** @type {[Way, string][]} */
const WAYS = [
  ["bots", "Against bots"],
  ["here", "Friends on this screen"],
  ["link", "Friends by link"],
];

/** The bots that a game offers. @param {{ bots?: string[] }} game */
export const botsOf = (game) => game.bots ?? [USUAL];

/** The strength that was chosen last, among these bots. @param {string[]} bots */
export function usualBot(bots) {
  const last = setting("strength", String(USUAL));
  return bots.includes(last) ? last : bots.includes(USUAL) ? USUAL : bots[0];
}

export class SeatsForm {
  /** `changed(way)` is told how people play together, `draw()` that something has to be drawn anew.
   *  @param {{ bots?: string[] }} game @param {{ changed(way: Way): void, draw(): void }} on */
  constructor(game, { changed, draw }) {
    this.bots = botsOf(game);
    this.changed = changed;
    this.draw = draw;
    /** @type {Way} */
    this.way = "bots";
    this.strength = usualBot(this.bots);
    this.me = setting("name", "");
    /** Each seat: its name and colour; who plays (me, here, open, or a bot's name); how a friend here is called.
     *  @type {{ name: string, tone: number, kind: string, friend: string }[]} */
    this.rows = [];
  }

  /** The seats that the chosen options give, with their colours. What was chosen for a seat is kept.
   *  @param {string[]} names @param {number[]} tones */
  show(names, tones) {
    this.rows = names.map((name, number) => {
      const { kind = this.usual(number), friend = "" } = this.rows[number] ?? {};
      return { name, tone: tones[number], kind, friend };
    });
  }

  /** How many sides play: seats of one colour are a team. */
  get sides() {
    return new Set(this.rows.map((row) => row.tone)).size;
  }

  /** @param {number} number */
  usual(number) {
    if (number === 0) return "me";
    return { bots: this.strength, here: "here", link: "open" }[this.way];
  }

  /** @param {Way} way */
  choose(way) {
    this.way = way;
    this.rows.forEach((row, number) => (row.kind = this.usual(number)));
    this.changed(way);
    this.draw();
  }

  /** As the server takes it. @returns {WantedSeat[]} */
  get value() {
    let name = this.me.trim();
    return this.rows.map(({ kind, friend }) => {
      if (kind === "open") return { kind: "open" };
      if (kind === "here") return { kind: "me", name: friend.trim() };
      if (kind !== "me") return { kind: "bot", bot: kind };
      const mine = name;
      name = ""; // of the first seat only
      return { kind: "me", name: mine };
    });
  }

  template(theme = "") {
    const alone = this.rows.length < 2;
    return html`
      <div class="who" data-theme=${theme || nothing}>
        <div class="segments" role="radiogroup" aria-label="Who plays" ?hidden=${alone}>
          ${WAYS.map(
            ([way, label]) => html`
              <label class="segment"><input type="radio" name="way" value=${way} .checked=${live(way === this.way)}
                @change=${() => this.choose(way)}><span>${label}</span></label>`,
          )}
        </div>
        <div class="labelled" ?hidden=${alone || this.way !== "bots"}>
          <label for="strength">How strong the bots are</label>
          <select id="strength" @change=${typed((bot) => this.strengthen(bot))}>${options(this.named(""), this.strength)}</select>
        </div>
        <input type="text" placeholder="Your name" aria-label="Your name" maxlength="24" autocomplete="nickname" .value=${live(this.me)}
          @input=${typed((me) => (this.me = me))} @change=${() => keepSetting("name", this.me.trim())}>
        <details class="seat-detail" ?hidden=${alone}>
          <summary>Player by player</summary>
          <div class="seat-rows">${this.rows.map((row) => this.row(row))}</div>
        </details>
      </div>`;
  }

  /** @param {string} before @returns {[string, string][]} */
  named(before) {
    return this.bots.map((bot) => [bot, before + botName(bot)]);
  }

  /** @param {string} bot */
  strengthen(bot) {
    this.strength = bot;
    keepSetting("strength", bot);
    this.choose("bots");
  }

  /** @param {SeatsForm["rows"][0]} row */
  row(row) {
    const { name, tone, kind, friend } = row;
    const seat = typed((chosen) => {
      row.kind = chosen;
      if (chosen === "here") this.changed("here");
      this.draw();
    });
    /** @type {[string, string][]} */
    const who = [["me", "Me"], ["here", "Friend here"], ["open", "Friend by link"], ...this.named("Bot: ")];
    return html`
      <div class="seat-row">
        ${mark(tone)}<span>${name}</span>
        <select aria-label="Who plays ${name}" @change=${seat}>${options(who, kind)}</select>
        <input type="text" placeholder=${name} aria-label="Name of ${name}" maxlength="24" ?hidden=${kind !== "here"} .value=${live(friend)}
          @input=${typed((called) => (row.friend = called))}>
      </div>`;
  }
}
