// Starting a game: presets first, details behind them, and a look at the board as it will be.

/** @import { GameInfo, PresetInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */
/** @import { Way } from "../panels/seats.js" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { reason, title, toast } from "../parts/dom.js";
import { icon, options, typed } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { ClockForm } from "../panels/clock.js";
import { editorLinks } from "../panels/filecard.js";
import { OptionsForm, asText } from "../panels/form.js";
import { keepTokens } from "../state/memory.js";
import { Openness } from "../panels/openness.js";
import { SeatsForm } from "../panels/seats.js";

const QUIET = 250; // ms without a change before the server is asked
const SLOW = 600; // ms after which one is told what one waits for
const LIVE = 600; // ms a tick
/** @type {[number, string][]} */
const TICKS = [
  [0, "Turn by turn"],
  [900, "Live, slow"],
  [LIVE, "Live"],
  [350, "Live, fast"],
];

export class SetupPage {
  /** @param {string} name @param {Shell} shell */
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.open();
  }

  async open() {
    let games;
    try {
      games = await api.games();
    } catch (error) {
      this.shell.problem(reason(error), "Is the server running?");
      return;
    }
    if (this.closed) return;
    const game = games.find((one) => one.name === this.name);
    if (!game) {
      this.shell.problem("There is no such game.", "These are the games:");
      return;
    }
    this.shell.where(game.title, game.name);
    this.shell.title(game.title);
    const { brought } = this.shell;
    this.shell.brought = null;
    this.setup = new Setup(game, this.shell);
    this.setup.choose(
      brought?.game === this.name
        ? { name: "", options: brought.options }
        : (game.presets[0] ?? { name: "Standard", options: {} }),
    );
  }

  get board() {
    return this.setup?.board;
  }

  close() {
    this.closed = true;
    this.setup?.close();
  }
}

class Setup {
  /** @param {GameInfo} game @param {Shell} shell */
  constructor(game, shell) {
    this.game = game;
    this.shell = shell;
    const draw = () => this.draw();
    this.form = new OptionsForm(game, { edited: () => this.edited(), draw });
    this.seats = new SeatsForm(game, { changed: (way) => this.suitPace(way), draw });
    this.openness = new Openness(game);
    this.board = new Board();
    this.chosen = ""; // the name of a preset
    this.theme = "";
    this.problem = "";
    this.clock = new ClockForm(draw);
    this.tick = game.live ? LIVE : 0;
    this.seed = "";
    this.waiting = ""; // what the button says while the game is being made
    this.starting = false;
    this.seen = false; // whether the server was asked about the options as they are
    /** @type {Promise<boolean>} */
    this.looking = Promise.resolve(false);
  }

  draw() {
    if (!this.closed) this.shell.page(this.template());
  }

  template() {
    const { game } = this;
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.begin();
    };
    return html`
      <div class="setup">
        <form class="setup-form" @submit=${begin}>
          <h1>${game.title}</h1>
          <p class="lead">${game.summary}</p>
          <div class="row setup-links">
            <button type="button" class="link" @click=${() => this.shell.help()}>How to play</button>
            ${game.levels ? html`<a class="link" href="/levels/${game.name}" data-link>Map of levels</a>` : nothing}
            ${editorLinks(game, "link")}
          </div>
          <div class="presets" role="group" aria-label="Presets">${game.presets.map((preset) => this.preset(preset))}</div>
          ${this.seats.template(this.theme)}
          ${this.openness.template()}
          ${game.live ? labelled("Pace", TICKS, this.tick, (tick) => (this.tick = tick)) : nothing}
          <details class="more" id="more-options">
            <summary>More options</summary>
            ${this.form.template()}
            <div class="options">
              <div class="option" ?hidden=${game.players === "1"}>${this.clock.template(!this.tick && this.seats.sides > 1)}</div>
              <div class="option">
                <label for="seed">Seed</label>
                <input type="text" inputmode="numeric" id="seed" placeholder="at random" autocomplete="off" maxlength="16"
                  @input=${typed((seed) => (this.seed = seed.trim()))}>
                <p class="about">the same number deals the same game</p>
              </div>
            </div>
          </details>
          <p class="problem-note" role="alert" ?hidden=${!this.problem}>${this.problem}</p>
          <div class="row start-row">
            <button type="button" class="button primary big" ?disabled=${this.starting}
              @click=${() => this.begin()}>${icon("play")}<span>${this.waiting || "Start"}</span></button>
          </div>
        </form>
        <div class="setup-picture" data-theme=${this.theme || nothing}>${this.board.node}</div>
      </div>`;
  }

  /** @param {PresetInfo} preset */
  preset(preset) {
    const { name, note } = preset;
    const named = (/** @type {string} */ option) =>
      this.game.options.find((one) => one.name === option)?.title || title(option);
    const chosen = Object.entries(preset.options)
      .map(([option, value]) => `${named(option)}: ${words(value)}`)
      .join(", ");
    return html`
      <button type="button" class="preset" aria-pressed=${name === this.chosen} data-preset=${name}
        @click=${() => this.choose(preset)}>
        <b>${name}</b><span>${note || chosen || "The usual game"}</span>
      </button>`;
  }

  /** Several people at one keyboard take turns; otherwise a game that can be live is. @param {Way} way */
  suitPace(way) {
    this.tick = this.game.live && way !== "here" ? LIVE : 0;
  }

  /** @param {Pick<PresetInfo, "name" | "options"> & Partial<PresetInfo>} preset */
  choose(preset) {
    this.chosen = preset.name;
    this.form.values = preset.options;
    if (preset.seats && preset.tones) this.seats.show(preset.seats, preset.tones);
    this.look();
    this.draw();
  }

  edited() {
    this.chosen = "";
    this.seen = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), QUIET);
    this.draw();
  }

  /** Asks the server what the options give: the seats, the picture, or what is wrong. */
  look() {
    this.seen = true;
    clearTimeout(this.timer);
    return (this.looking = this.ask());
  }

  async ask() {
    const options = this.form.values;
    const asked = JSON.stringify(options);
    this.asked = asked;
    try {
      const answer = await api.check(this.game.name, options);
      const { scene } = await api.preview(this.game.name, options, this.seedValue() ?? 1);
      if (this.asked !== asked || this.closed) return false;
      this.form.clear();
      this.problem = "";
      this.seats.show(answer.seats, answer.tones);
      this.theme = scene.theme;
      await this.board.show(scene, { animate: false });
    } catch (error) {
      if (this.asked === asked) this.complain(error);
      return false;
    }
    this.draw();
    return true;
  }

  /** @param {unknown} error */
  complain(error) {
    const beside = this.form.show(error);
    if (beside) document.getElementById("more-options")?.setAttribute("open", "");
    this.problem = beside ? "" : error instanceof Error ? error.message : String(error);
    this.draw();
  }

  seedValue() {
    return /^\d{1,15}$/.test(this.seed) ? Number(this.seed) : null;
  }

  async begin() {
    this.starting = true;
    // The first game of its size may have to wait for its rules to be compiled.
    const slow = setTimeout(() => {
      this.waiting = "Setting up the board…";
      this.draw();
    }, SLOW);
    this.draw();
    try {
      await (this.seen ? this.looking : this.look()); // the seats must be those of the options as they are now
      if (this.seed && this.seedValue() === null) throw new Error("The seed must be a whole number, or empty.");
      const made = await api.makeRoom({
        game: this.game.name,
        options: this.form.values,
        seats: this.seats.value,
        ...this.clock.value,
        tick_ms: this.tick,
        seed: this.seedValue(),
        ...this.openness.value,
      });
      keepTokens(made.room, Object.values(made.tokens));
      this.shell.go(`/r/${made.room}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
      this.complain(error);
    }
    clearTimeout(slow);
    this.waiting = "";
    this.starting = false;
    this.draw();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}

/** @param {unknown} value */
const words = (value) =>
  typeof value === "string" ? (value.includes("\n") ? "of your own" : value.replaceAll("_", " ")) : asText(value);

/** @param {string} label @param {[number, string][]} choices @param {number} chosen @param {(value: number) => void} take */
function labelled(label, choices, chosen, take) {
  const id = label.toLowerCase().replaceAll(" ", "-");
  return html`
    <div class="labelled">
      <label for=${id}>${label}</label>
      <select id=${id} @change=${typed((value) => take(Number(value)))}>${options(choices, chosen)}</select>
    </div>`;
}
