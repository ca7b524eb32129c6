// The page of a game in play: the board, and beside it whose turn it is, what one can do, the facts and the news.

import { Aim } from "../board/aim.js";
import { Board } from "../board/board.js";
import { besideBoard } from "../board/moves.js";
import { Cells } from "../board/cells.js";
import { button, el, icon, mark, renew, set, text } from "../parts/dom.js";
import { Gestures } from "../board/gestures.js";
import { keyName } from "../parts/keys.js";
import { Countdown, Objective } from "./objective.js";
import { people } from "./people.js";
import { Pad } from "../board/pad.js";
import { render } from "../parts/vendor/lit-html.js";
import { Zoom } from "../board/zoom.js";

const NEWS = 30; // sentences kept

export class TablePage {
  constructor(on) {
    this.on = on;
    this.board = new Board();
    this.cells = new Cells(this.board, {
      choose: on.choose,
      hint: (words, choice) => this.showHint(words, choice),
      shown: (scene, choices) => this.boardShown(scene, choices),
    });
    this.heading = el("h1", { class: "off" });
    this.status = el("p", { id: "status", class: "status", role: "status", "aria-live": "polite" });
    this.pill = el("span", { class: "pill", hidden: true }, "Your turn");
    this.clock = el("span", { class: "clock", hidden: true, role: "timer", "aria-label": "Time left" });
    this.advice = "";
    this.own = []; // the cells of the player's own pieces
    this.hint = el("p", { class: "hint", "aria-hidden": "true" });
    this.choices = el("div", { class: "choices", role: "group", "aria-label": "What you can do" });
    this.objective = new Objective();
    this.news = el("ol", { id: "news", class: "news", tabindex: 0 }); // it scrolls, by keyboard too
    this.actions = el("div", { class: "actions", role: "group", "aria-label": "Game" });
    this.banner = el("p", { class: "banner", role: "alert", hidden: true });
    this.after = el("section", { class: "after", "aria-label": "Result", hidden: true });
    this.typed = el("input", {
      type: "text",
      id: "typed",
      class: "typed",
      placeholder: "or type a move",
      "aria-label": "Type a move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 200,
    });
    this.typing = el("form", { class: "typing" }, this.typed);
    this.typing.addEventListener("submit", (event) => {
      event.preventDefault();
      on.typed(this.typed.value);
      this.typed.value = "";
    });
    this.playback = this.playbackBar();
    this.curtain = el("div", { class: "curtain", hidden: true });
    this.stage = el("section", { class: "stage", "aria-label": "Board" }, this.board.node, this.curtain);
    this.countdown = new Countdown(this.stage);
    this.zoom = new Zoom(this.board, this.stage);
    this.pad = new Pad(on.press);
    this.aim = new Aim(this.cells, this.zoom, on.choose);
    this.gestures = new Gestures(this.stage, this.zoom, this.pad);
    this.hand = el("div", { class: "hand" }, this.zoom.node, this.pad.node, this.aim.note, this.aim.node);
    this.rest = el("div", { class: "rest" }, el("div", { role: "log", "aria-live": "polite", "aria-label": "What happened" }, this.news), this.actions, this.typing);
    this.node = el(
      "div",
      { class: "table" },
      this.heading,
      this.banner,
      el("div", { class: "board-side" }, this.objective.node, this.stage),
      el(
        "aside",
        { class: "side" },
        el("div", { class: "turn" }, el("div", { class: "turn-line" }, this.pill, this.clock), this.status, this.hint),
        this.playback.node,
        this.after,
        this.hand,
        this.choices,
        this.rest,
      ),
    );
  }

  boardShown(scene, choices) {
    this.own = scene.pieces.filter((piece) => scene.own?.includes(piece.id)).map((piece) => `${piece.row},${piece.col}`);
    this.zoom.follow(scene, choices);
    this.aim.update();
    this.gestures.update();
  }

  playbackBar() {
    const pause = button("Pause", { icon: "pause", class: "button small", onclick: () => this.on.pause() });
    const speed = button("1×", { class: "button small", "aria-label": "Speed", onclick: () => this.on.speed() });
    const skip = button("Skip", { icon: "last", class: "button small", onclick: () => this.on.skip() });
    const left = el("span", { class: "left" });
    const node = el("div", { class: "playback", role: "group", "aria-label": "Playback", hidden: true }, pause, speed, skip, left);
    return { node, pause, speed, left };
  }

  showPlayback(left, paused, speed) {
    const { node, pause } = this.playback;
    node.hidden = !left && !paused;
    if (node.hidden) return;
    text(pause.querySelector("span"), paused ? "Go on" : "Pause");
    if (pause.dataset.paused !== String(paused)) {
      pause.dataset.paused = paused;
      pause.querySelector("svg").replaceWith(icon(paused ? "play" : "pause"));
    }
    text(this.playback.speed.querySelector("span"), `${speed}×`);
    text(this.playback.left, left === 1 ? "1 step" : `${left} steps`);
  }

  showHint(words, choice) {
    const key = choice?.keys?.[0];
    text(this.hint, words ? words + (key ? ` · ${keyName(key)}` : "") : this.advice);
  }

  /** Under the status, while one points at nothing: how one acts here. `collected`: choices go to the tray first. */
  advise(choices, collected = false) {
    const ways = [];
    if (collected) ways.push("fill the slots by clicks, keys or dragging, and confirm");
    else if (choices.some((choice) => choice.keys.some((key) => key.startsWith("Arrow")))) ways.push("use the arrow keys");
    if (choices.some((choice) => choice.cell)) ways.push("click a lit cell");
    if (choices.some((choice) => choice.edge)) ways.push("point between cells for a wall");
    const advice = ways.length ? ways.join(", or ") : "";
    const now = advice && advice[0].toUpperCase() + advice.slice(1);
    if (this.hint.textContent === this.advice) text(this.hint, now);
    this.advice = now;
  }

  /** The scene's words; the board itself is drawn by whoever plays the frames. */
  showScene(scene, yours) {
    set(this.node, { "data-theme": scene.theme });
    text(this.status, scene.status);
    this.objective.show(scene);
    this.pill.hidden = !yours;
    text(this.pill, "Your turn");
  }

  /** A live game has no turns: everybody moves when the clock ticks. */
  showLive() {
    text(this.status, "Move whenever you like");
    text(this.pill, "Live");
    this.pill.hidden = false;
  }

  /** Buttons for what has no cell. Those that were possible before keep their place, so that nothing jumps. */
  showChoices(choices, known) {
    this.pad.update(choices, known, this.own);
    const now = new Map(choices.map((choice) => [choice.action, choice]));
    const beside = besideBoard(choices);
    const listed = known.filter((choice) => (now.has(choice.action) ? beside.has(choice.action) : !choice.cell && !choice.edge));
    const key = JSON.stringify(listed.map((choice) => [choice.action, now.has(choice.action)]));
    if (this.choicesKey === key) return;
    this.choicesKey = key;
    renew(
      this.choices,
      listed.map((choice) => {
        const short = choice.text.length <= 2;
        return el(
          "button",
          {
            type: "button",
            class: short ? "choice-button short" : "choice-button",
            "aria-label": choice.label,
            "data-choice": choice.action,
            disabled: !now.has(choice.action),
            onclick: () => this.on.choose(choice),
          },
          short && el("b", {}, choice.text),
          el("span", {}, choice.label),
          choice.keys.length > 0 && el("kbd", {}, keyName(choice.keys[0])),
        );
      }),
    );
    this.choices.hidden = !listed.length;
  }

  showPeople(room, held, shown, toAct, scene) {
    const { look, canLook } = this.on;
    render(people({ room, held, shown, toAct, scene, look, canLook }), this.rest, { renderBefore: this.actions });
  }

  /** In a replay, the news of the step that is shown and no others. */
  setNews(sentences) {
    this.news.replaceChildren();
    this.addNews(sentences);
  }

  addNews(sentences) {
    for (const sentence of sentences) this.news.append(el("li", {}, sentence));
    while (this.news.childElementCount > NEWS) this.news.firstChild.remove();
    this.news.scrollTop = this.news.scrollHeight;
  }

  showClock(seconds, yours) {
    this.clock.hidden = seconds === null;
    if (seconds === null) return;
    const whole = Math.ceil(seconds);
    text(this.clock, `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
    this.clock.classList.toggle("short", yours && whole <= 10);
  }

  showBanner(words) {
    this.banner.hidden = !words;
    text(this.banner, words);
  }

  /** Covers the board until the next player has the screen. */
  showCurtain({ name, tone }, ready) {
    this.board.node.classList.add("covered");
    this.curtain.hidden = false;
    this.hand.hidden = true; // the overview shows what is on the board
    const go = button(`I am ${name}: show the board`, { class: "button primary big", onclick: ready });
    this.curtain.replaceChildren(el("div", { class: "curtain-card" }, mark(tone), el("h2", {}, `Pass the screen to ${name}`), go));
    go.focus();
  }

  /** Nothing that one player knows is left beside the curtain either. */
  cover(room, held, shown) {
    this.news.replaceChildren();
    if (this.cells.grid) this.cells.offer([]);
    this.showChoices([], []);
    this.showPeople(room, held, shown, -2, null);
    this.typing.hidden = true;
    this.pill.hidden = true;
    text(this.status, "The screen changes hands");
    this.objective.show(null);
    this.advise([]);
    this.showHint("");
  }

  hideCurtain() {
    this.curtain.hidden = true;
    this.hand.hidden = false;
    this.curtain.replaceChildren();
    this.board.node.classList.remove("covered");
  }

  showActions(buttons) {
    renew(this.actions, buttons);
  }
}
