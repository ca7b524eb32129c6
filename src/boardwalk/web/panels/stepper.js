// Steps through a finished game: a slider, buttons and keys; frames are fetched as they are needed.

import * as api from "../net/api.js";
import { el, icon, text, toast } from "../parts/dom.js";
import { setting } from "../state/memory.js";

const PAGE = 200; // frames asked for at once
const PAUSE = 130; // ms between the steps of a game that plays by itself
export const EVERYTHING = -5; // instead of a seat: nothing is hidden

export class Stepper {
  /** `room` is the room's information; `shown(frame)` is called for each step that is on the board. */
  constructor(board, room, shown) {
    this.board = board;
    this.room = room;
    this.shown = shown;
    this.seat = EVERYTHING;
    this.pages = new Map();
    this.total = 0;
    this.at = 0;
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Step", class: "slider" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value), false));
    this.place = el("output", { class: "step-place" });
    const control = (label, name, run) =>
      el("button", { type: "button", class: "button round", "aria-label": label, title: label, onclick: run }, icon(name));
    this.playButton = control("Play the game", "play", () => this.play(!this.playing));
    this.eyes = this.eyesOf(room.seats);
    this.node = el(
      "div",
      { class: "stepper", role: "group", "aria-label": "Step through the game" },
      this.slider,
      el(
        "div",
        { class: "step-buttons" },
        control("First step", "first", () => this.go(0)),
        control("Step back", "prev", () => this.go(this.at - 1)),
        this.playButton,
        control("Step forward", "next", () => this.go(this.at + 1)),
        control("Last step", "last", () => this.go(this.total - 1)),
        this.place,
      ),
      this.eyes,
    );
  }

  /** In games with secrets: everything, or what one of the players knew. */
  eyesOf(seats) {
    this.views = el(
      "select",
      { "aria-label": "Seen by" },
      el("option", { value: EVERYTHING }, "everything"),
      seats.map((seat, number) => el("option", { value: number }, `what ${seat.name} saw`)),
    );
    this.views.addEventListener("change", () => this.look(Number(this.views.value)));
    return el("label", { class: "eyes", hidden: true }, icon("eye"), "Show ", this.views);
  }

  /** Shows the game as a seat knew it, or EVERYTHING. */
  look(seat) {
    if (this.seat === seat) return Promise.resolve(0);
    this.seat = seat;
    this.views.value = seat;
    this.pages.clear();
    return this.go(this.wanted ?? this.at, false);
  }

  async showEyes() {
    const games = await api.games();
    this.eyes.hidden = this.room.seats.length < 2 || !games.find((game) => game.name === this.room.game)?.hidden;
  }

  async load(number) {
    const page = Math.max(0, Math.floor(number / PAGE));
    if (!this.pages.has(page)) {
      const answer = await api.replay(this.room, this.seat, page * PAGE, PAGE);
      this.total = answer.total;
      let scene = {};
      const frames = answer.frames.map((frame) => ({ ...frame, scene: (scene = { ...scene, ...frame.scene }) }));
      this.pages.set(page, frames);
      this.slider.max = this.total - 1;
    }
    return this.pages.get(page)[number - page * PAGE];
  }

  /** The last step, whatever its number. */
  async start(number = null) {
    await Promise.all([this.load(0), this.showEyes()]);
    await this.go(number ?? this.total - 1, false);
  }

  async go(number, animate = true) {
    const to = Math.max(0, Math.min(number, this.total - 1));
    const near = Math.abs(to - this.at) <= 1;
    this.wanted = to;
    let frame;
    try {
      frame = await this.load(to);
    } catch (error) {
      toast(error.message, "bad");
      this.play(false);
      return 0;
    }
    if (this.wanted !== to || this.closed) return 0;
    this.at = to;
    this.slider.value = to;
    this.slider.setAttribute("aria-valuetext", `step ${to} of ${this.total - 1}: ${frame.scene.status}`);
    const time = await this.board.show(frame.scene, { animate: animate && near, pace: this.pace });
    if (this.wanted !== to || this.closed) return 0;
    this.shown(frame);
    text(this.place, `${to} of ${this.total - 1}`); // not before the board shows it
    return time;
  }

  get pace() {
    return setting("speed", 1);
  }

  async play(playing) {
    this.playing = playing;
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", playing ? "Pause" : "Play the game");
    if (!playing || this.running) return;
    this.running = true;
    if (this.at >= this.total - 1) await this.go(0, false);
    while (this.playing && !this.closed && this.at < this.total - 1) {
      const time = await this.go(this.at + 1);
      await new Promise((resolve) => setTimeout(resolve, time ? time + PAUSE / this.pace : 0));
    }
    this.running = false;
    if (!this.closed) this.play(false);
  }

  key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
    if (event.target === this.slider) return false;
    if (event.key in steps) this.go(this.at + steps[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.total - 1);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.play(!this.playing);
    else return false;
    event.preventDefault();
    return true;
  }

  close() {
    this.closed = true;
    this.playing = false;
  }
}
