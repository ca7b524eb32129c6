// Starting a game: presets first, details behind them, and a look at the board as it will be.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { button, el, made, text, toast } from "../parts/dom.js";
import { editorLinks } from "../panels/filecard.js";
import { OptionsForm, asText, title } from "../panels/form.js";
import { keepTokens } from "../state/memory.js";
import { Openness } from "../panels/openness.js";
import { SeatsForm } from "../panels/seats.js";

const QUIET = 250; // ms without a change before the server is asked
const CLOCKS = [[0, "No clock"], [15, "15 seconds a turn"], [30, "30 seconds a turn"], [60, "1 minute a turn"], [180, "3 minutes a turn"], [86400, "A day a turn"]];
const LIVE = 600; // ms a tick
const TICKS = [[0, "Turn by turn"], [900, "Live, slow"], [LIVE, "Live"], [350, "Live, fast"]];

export class SetupPage {
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
      this.shell.problem(error.message, "Is the server running?");
      return;
    }
    if (this.closed) return;
    this.game = games.find((game) => game.name === this.name);
    if (!this.game) {
      this.shell.problem("There is no such game.", "These are the games:");
      return;
    }
    this.shell.where(this.game.title, this.game.name);
    this.shell.title(this.game.title);
    this.shell.page(this.build());
    const { brought } = this.shell;
    this.shell.brought = null;
    if (brought?.game === this.name) this.choose({ name: "", options: brought.options });
    else this.choose(this.game.presets[0] ?? { name: "Standard", options: {} });
  }

  build() {
    const { game } = this;
    this.form = new OptionsForm(game, () => this.edited());
    this.seats = new SeatsForm(game, (way) => this.suitPace(way));
    this.openness = new Openness(game);
    this.board = new Board();
    this.presets = el("div", { class: "presets", role: "group", "aria-label": "Presets" }, game.presets.map((preset) => this.preset(preset)));
    this.problem = el("p", { class: "problem-note", role: "alert", hidden: true });
    this.start = button("Start", { icon: "play", class: "button primary big", onclick: () => this.begin() });
    this.clock = select("Turn clock", CLOCKS, 0);
    this.tick = game.live ? select("Pace", TICKS, LIVE) : null;
    this.seed = el("input", { type: "text", inputmode: "numeric", id: "seed", placeholder: "at random", autocomplete: "off", maxlength: 16 });
    this.picture = el("div", { class: "setup-picture" }, this.board.node);
    const form = el(
      "form",
      { class: "setup-form" },
      el("h1", {}, game.title),
      el("p", { class: "lead" }, game.summary),
      el(
        "div",
        { class: "row setup-links" },
        el("button", { type: "button", class: "link", onclick: () => this.shell.help() }, "How to play"),
        game.levels && el("a", { class: "link", href: `/levels/${game.name}`, "data-link": true }, "Map of levels"),
        editorLinks(game, "link").map(made),
      ),
      this.presets,
      this.seats.node,
      this.openness.node,
      this.tick?.node,
      el(
        "details",
        { class: "more" },
        el("summary", {}, "More options"),
        this.form.node,
        el("div", { class: "options" }, el("div", { class: "option", hidden: game.players === "1" }, this.clock.node), el("div", { class: "option" }, el("label", { for: "seed" }, "Seed"), this.seed, el("p", { class: "about" }, "the same number deals the same game"))),
      ),
      this.problem,
      el("div", { class: "row start-row" }, this.start),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    return el("div", { class: "setup" }, form, this.picture);
  }

  /** Several people at one keyboard take turns; otherwise a game that can be live is. */
  suitPace(way) {
    if (this.tick) this.tick.value = way === "here" ? 0 : LIVE;
  }

  preset(preset) {
    const named = (name) => this.game.options.find((option) => option.name === name)?.title || title(name);
    const note = Object.entries(preset.options).map(([name, value]) => `${named(name)}: ${words(value)}`).join(", ");
    return el(
      "button",
      { type: "button", class: "preset", "aria-pressed": "false", onclick: () => this.choose(preset), "data-preset": preset.name },
      el("b", {}, preset.name),
      el("span", {}, preset.note || note || "The usual game"),
    );
  }

  choose(preset) {
    this.chosen = preset.name;
    this.form.values = preset.options;
    if (preset.seats) this.seats.show(preset.seats, preset.tones);
    this.showPreset();
    this.look();
  }

  showPreset() {
    for (const one of this.presets.children) one.setAttribute("aria-pressed", one.dataset.preset === this.chosen);
  }

  edited() {
    this.chosen = "";
    this.showPreset();
    clearTimeout(this.timer);
    this.seen = false;
    this.timer = setTimeout(() => this.look(), QUIET);
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
      const answer = await api.check(this.name, options);
      const { scene } = await api.preview(this.name, options, this.seedValue() ?? 1);
      if (this.asked !== asked || this.closed) return false;
      this.form.clear();
      this.problem.hidden = true;
      this.seats.show(answer.seats, answer.tones);
      await this.board.show(scene, { animate: false });
      this.picture.dataset.theme = this.seats.node.dataset.theme = scene.theme;
    } catch (error) {
      if (this.asked === asked) this.complain(error);
      return false;
    }
    return true;
  }

  complain(error) {
    if (this.form.show(error)) {
      const details = this.form.node.closest("details");
      details.open = true;
      this.problem.hidden = true;
      return;
    }
    text(this.problem, error.message);
    this.problem.hidden = false;
  }

  seedValue() {
    const typed = this.seed.value.trim();
    return /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  }

  async begin() {
    this.start.disabled = true;
    // The first game of its size may have to wait for its rules to be compiled.
    const slow = setTimeout(() => text(this.start.querySelector("span"), "Setting up the board…"), 600);
    try {
      await (this.seen ? this.looking : this.look()); // the seats must be those of the options as they are now
      if (this.seed.value.trim() && this.seedValue() === null) throw new Error("The seed must be a whole number, or empty.");
      const answer = await api.makeRoom({
        game: this.name,
        options: this.form.values,
        seats: this.seats.value,
        turn_seconds: this.clock.value,
        tick_ms: this.tick?.value ?? 0,
        seed: this.seedValue(),
        ...this.openness.value,
      });
      keepTokens(answer.room, Object.values(answer.tokens));
      this.shell.go(`/r/${answer.room}`);
    } catch (error) {
      this.complain(error);
      toast(error.message, "bad");
      this.start.disabled = false;
    } finally {
      clearTimeout(slow);
      text(this.start.querySelector("span"), "Start");
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}

const words = (value) => (typeof value === "string" ? (value.includes("\n") ? "of your own" : value.replaceAll("_", " ")) : asText(value));

function select(label, choices, chosen) {
  const id = label.toLowerCase().replaceAll(" ", "-");
  const input = el("select", { id }, choices.map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
  return {
    node: el("div", { class: "labelled" }, el("label", { for: id }, label), input),
    get value() {
      return Number(input.value);
    },
    set value(value) {
      input.value = String(value);
    },
  };
}
