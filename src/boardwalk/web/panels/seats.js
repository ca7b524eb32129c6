// Who sits where: quick answers first, seat by seat behind them.

import { botName, USUAL } from "../parts/bots.js";
import { el, mark } from "../parts/dom.js";
import { keepSetting, setting } from "../state/memory.js";

const WAYS = [
  ["bots", "Against bots"],
  ["here", "Friends on this screen"],
  ["link", "Friends by link"],
];

export class SeatsForm {
  /** `changed(way)` is told how people play together: bots, here, link. */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.way = "bots";
    this.rows = [];
    this.me = el("input", { type: "text", value: setting("name", ""), placeholder: "Your name", "aria-label": "Your name", maxlength: 24, autocomplete: "nickname" });
    this.me.addEventListener("change", () => keepSetting("name", this.me.value.trim()));
    this.ways = el(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": "Who plays" },
      WAYS.map(([way, label]) => {
        const input = el("input", { type: "radio", name: "way", value: way, checked: way === this.way });
        input.addEventListener("change", () => this.choose(way));
        return el("label", { class: "segment" }, input, el("span", {}, label));
      }),
    );
    const strengths = (game.bots ?? [USUAL]).map((bot) => el("option", { value: bot }, botName(bot)));
    this.strength = el("select", { id: "strength" }, strengths);
    this.strength.value = strengths.some((one) => one.value === setting("strength", USUAL)) ? setting("strength", USUAL) : USUAL;
    this.strength.addEventListener("change", () => {
      keepSetting("strength", this.strength.value);
      this.choose("bots");
    });
    this.list = el("div", { class: "seat-rows" });
    this.detail = el("details", { class: "seat-detail" }, el("summary", {}, "Player by player"), this.list);
    this.bots = el("div", { class: "labelled" }, el("label", { for: "strength" }, "How strong the bots are"), this.strength);
    this.node = el("div", { class: "who" }, this.ways, this.bots, this.me, this.detail);
  }

  /** The seats that the chosen options give, with their colours. What was chosen for a seat is kept. */
  show(names, tones) {
    if (JSON.stringify([names, tones]) === this.shown) return;
    this.shown = JSON.stringify([names, tones]);
    this.ways.hidden = this.detail.hidden = names.length < 2;
    this.bots.hidden = names.length < 2 || this.way !== "bots";
    const kept = this.rows.map((row) => row.kind.value);
    this.rows = names.map((name, number) => this.row(name, tones[number], kept[number] ?? this.usual(number)));
    this.list.replaceChildren(...this.rows.map((row) => row.node));
  }

  usual(number) {
    if (number === 0) return "me";
    return { bots: this.strength.value, here: "here", link: "open" }[this.way];
  }

  choose(way) {
    this.way = way;
    this.bots.hidden = way !== "bots";
    this.rows.forEach((row, number) => {
      row.kind.value = this.usual(number);
      row.show();
    });
    this.changed(way);
  }

  row(seatName, tone, kind) {
    const choice = el(
      "select",
      { "aria-label": `Who plays ${seatName}` },
      el("option", { value: "me" }, "Me"),
      el("option", { value: "here" }, "Friend here"),
      el("option", { value: "open" }, "Friend by link"),
      (this.game.bots ?? [USUAL]).map((bot) => el("option", { value: bot }, `Bot: ${botName(bot)}`)),
    );
    choice.value = kind;
    const name = el("input", { type: "text", placeholder: seatName, "aria-label": `Name of ${seatName}`, maxlength: 24 });
    const row = {
      kind: choice,
      name,
      node: el("div", { class: "seat-row" }, mark(tone), el("span", {}, seatName), choice, name),
      show: () => (name.hidden = choice.value !== "here"),
    };
    choice.addEventListener("change", () => {
      row.show();
      if (choice.value === "here") this.changed("here");
    });
    row.show();
    return row;
  }

  /** As the server takes it. */
  get value() {
    const mine = this.me.value.trim();
    let named = false;
    return this.rows.map((row) => {
      if (row.kind.value === "open") return { kind: "open" };
      if (row.kind.value === "here") return { kind: "me", name: row.name.value.trim() };
      if (row.kind.value !== "me") return { kind: "bot", bot: row.kind.value };
      const name = named ? "" : mine;
      named = true;
      return { kind: "me", name };
    });
  }
}
