// How to play, one key away: the goal, small boards, what is on the board, keys; the whole rulebook one click further.

/** @import { Choice, Scene } from "../state/protocol" */
/** @import { GameEvent } from "../state/events.js" */

import * as api from "../net/api.js";
import { el, reason } from "../parts/dom.js";
import { Film } from "../board/film.js";
import { keyName } from "../parts/keys.js";
import { legend } from "../board/legend.js";
import { markdown } from "../parts/markdown.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";

/** Answers of the server, by path. @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/** @type {[string, string][]} */
const KEYS = [
  ["?", "this page"],
  ["U, Y", "undo, redo, where the game has them"],
  ["/", "type a move"],
  [".", "pause and go on, while many steps are shown"],
  ["Esc", "skip to the newest position"],
  ["Tab", "to what you can do on the board; arrows and Enter from there"],
  ["Shift + arrows", "look around on the board, cell by cell"],
];

/** @template T @param {string} key @param {() => Promise<T>} ask @returns {Promise<T>} */
function once(key, ask) {
  const known = asked.get(key);
  if (known) return /** @type {Promise<T>} */ (known);
  const answer = ask();
  answer.catch(() => asked.delete(key));
  asked.set(key, answer);
  return answer;
}

/** @param {Pick<Choice, "label" | "keys">[]} choices @param {GameEvent[]} events */
function keyTable(choices, events) {
  const own = [
    ...choices.map(({ label, keys }) => [keys.map(keyName).join(", "), label]),
    ...events.filter((event) => event.key).map((event) => [keyName(event.key), event.label]),
  ];
  return html`
    <details class="keys">
      <summary>Keys</summary>
      <dl>${[...own, ...KEYS].map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
    </details>`;
}

/** Opens the page about a game. `scene` is the board that is shown, if there is one: its legend is shown.
 *  @param {string} game @param {Scene | null} [scene] */
export function showHelp(game, scene = null) {
  if (!document.querySelector("dialog[open]")) new Help(game, scene).open();
}

class Help {
  /** @param {string} game @param {Scene | null} scene */
  constructor(game, scene) {
    this.game = game;
    this.scene = scene;
    /** @type {Film[]} */
    this.films = [];
    this.dialog = el("dialog", { class: "book", "aria-label": "How to play" });
    this.dialog.addEventListener("cancel", () => this.shut());
    this.dialog.addEventListener("click", ({ target }) => {
      if (target === this.dialog || /** @type {Element} */ (target).closest("a[data-link]")) this.shut();
    });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "?" || event.key === "h") this.shut();
    });
  }

  open() {
    this.draw("How to play", "…", nothing);
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.show(() => this.guide());
  }

  /** @param {string} heading @param {unknown} body @param {unknown} foot */
  draw(heading, body, foot) {
    render(
      html`
        <div class="book-head">
          <h2>${heading}</h2>
          <button type="button" class="button round" aria-label="Close" @click=${() => this.shut()}>${icon("close")}</button>
        </div>
        <div class="book-body" tabindex="0" aria-label="How to play">${body}</div>
        <div class="book-foot row">${foot}</div>`,
      this.dialog,
    );
  }

  shut() {
    this.stop();
    this.dialog.close();
    this.dialog.remove();
  }

  stop() {
    for (const film of this.films) film.close();
    this.films = [];
  }

  /** @param {() => Promise<void>} part */
  async show(part) {
    this.stop();
    try {
      await part();
    } catch (error) {
      this.draw("How to play", [html`<p>${reason(error)}</p>`, keyTable([], [])], nothing);
    }
    const body = /** @type {HTMLElement} */ (this.dialog.querySelector(".book-body"));
    body.scrollTop = 0;
    body.focus();
  }

  ask() {
    return Promise.all([once(`guide ${this.game}`, () => api.guide(this.game)), api.events(this.game)]);
  }

  async guide() {
    const [guide, events] = await this.ask();
    this.films = guide.boards.map((board) => new Film(board.frames, board.title));
    const scene = this.scene ?? guide.scene;
    const { goal, boards, keys, lessons, legend: words } = guide;
    this.draw(
      `How to play ${guide.title}`,
      html`
        <p class="book-goal">${goal}</p>
        <div class="films">${this.films.map((film, n) => html`<figure>${film.node}<figcaption><b>${boards[n].title}</b>${boards[n].caption}</figcaption></figure>`)}</div>
        <h3>On the board</h3>
        ${legend(scene ? [scene] : this.films.flatMap((film) => film.scenes), words)}
        ${keyTable(keys, events)}`,
      html`
        ${lessons ? html`<a class="button primary" href="/learn/${this.game}" data-link>${icon("play")}<span>Learn by doing</span></a>` : nothing}
        <button type="button" class="button"
          @click=${() => this.show(() => this.rulebook())}>${icon("help")}<span>Rulebook</span></button>`,
    );
  }

  async rulebook() {
    const [[guide, events], book] = await Promise.all([
      this.ask(),
      once(`rules ${this.game}`, () => api.rulebook(this.game)),
    ]);
    const back = html`<button type="button" class="button"
      @click=${() => this.show(() => this.guide())}>${icon("prev")}<span>How to play</span></button>`;
    this.draw("Rulebook", [...markdown(book.text), keyTable(guide.keys, events)], back);
  }
}
