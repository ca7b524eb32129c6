// The front page: what is going on, and a card for each game, with bots playing it in small.

/** @import { GameInfo, Scene } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { el, reason, stillness } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing, repeat, svg } from "../parts/vendor/lit-html.js";
import { editorLinks, FileCard } from "../panels/filecard.js";
import { loop, scenesOf } from "../board/film.js";
import { Lobby } from "../panels/lobby.js";

export class HomePage {
  /** @param {string} _ @param {Shell} shell */
  constructor(_, shell) {
    this.shell = shell;
    this.open = true;
    /** @type {any[]} */
    this.games = [];
    /** By the element that it is drawn in. @type {Map<Element, Preview>} */
    this.previews = new Map();
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const preview = this.previews.get(target);
        if (preview) preview.seen = isIntersecting;
      }
    });
    const changed = () => this.show();
    this.lobby = new Lobby(changed);
    this.fileCard = new FileCard(shell, changed);
    this.show();
    this.fill();
  }

  async fill() {
    try {
      this.games = await api.games();
    } catch (error) {
      if (this.open) this.shell.problem(reason(error), "Is the server running?");
      this.close();
    }
    if (!this.open) return;
    for (const game of this.games) {
      const preview = new Preview(game.name, () => this.open);
      this.previews.set(preview.node, preview);
      this.watcher.observe(preview.node);
      preview.start().then(() => this.show());
    }
    this.show();
  }

  show() {
    if (!this.open) return;
    const previews = [...this.previews.values()];
    this.shell.page(html`
      <div class="home">
        ${HERO}
        ${this.lobby.template()}
        <div class="games">
          ${repeat(
            this.games,
            (game) => game.name,
            (game, n) => this.card(game, previews[n]),
          )}
          ${this.games.length ? this.fileCard.template(this.games) : nothing}
        </div>
      </div>`);
  }

  /** @param {GameInfo} game @param {Preview} preview */
  card(game, preview) {
    const { name, title, summary } = game;
    return html`
      <article class="card game" data-theme=${preview.theme || nothing}>
        <a class="preview-link" href="/play/${name}" data-link tabindex="-1" aria-hidden="true">${preview.node}</a>
        <div class="game-words">
          <h2>${title}</h2>
          <p>${summary}</p>
          ${about(game)}
          <div class="row spread">
            <button type="button" class="button small" aria-label="How to play ${title}"
              @click=${() => this.shell.help(name)}>${icon("help")}<span>How to play</span></button>
            <button type="button" class="button primary" aria-label="Play ${title}"
              @click=${() => this.shell.go(`/play/${name}`)}>${icon("play")}<span>Play</span></button>
          </div>
        </div>
      </article>`;
  }

  close() {
    this.open = false;
    this.lobby.close();
    this.watcher.disconnect();
  }
}

/** How many play it, and the ways to the best of them and to the editor. @param {GameInfo} game */
function about(game) {
  const { players, name, title } = game;
  const alone = players === "1";
  const best = html`<a class="muted" href="/players/${name}" data-link aria-label="Best players of ${title}">Best players</a>`;
  const links = [...(alone ? [] : [best]), ...editorLinks(game, "muted")];
  return html`<p class="muted"><span>${alone ? "1 player" : `${players} players`}</span>${links.map((link) => [" · ", link])}</p>`;
}

/** A short game of bots, over and over, while it is in sight. */
class Preview {
  /** @param {string} game @param {() => boolean} wanted */
  constructor(game, wanted) {
    this.game = game;
    this.wanted = wanted;
    this.seen = false;
    this.theme = "";
    this.board = new Board();
    this.node = el("div", { class: "preview" }, this.board.node);
  }

  /** The start of the game at once, the game itself as soon as the server has played it. */
  async start() {
    const first = (await api.previews().catch(() => null))?.[this.game];
    if (first) await this.show(first);
    this.play();
  }

  async play() {
    const frames = (await api.demos().catch(() => null))?.[this.game];
    if (!frames?.length || !this.wanted()) return;
    const scenes = scenesOf(frames);
    if (stillness.matches) await this.show(scenes[Math.floor(scenes.length / 3)]);
    else loop(this.board, scenes, this.wanted, () => this.seen);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.theme = scene.theme;
    return this.board.show(scene, { animate: false, labels: false });
  }
}

const LAMPS = [590, 760, 940, 1110, 1300];
const CABLES = LAMPS.slice(1)
  .map((x, n) => `M${LAMPS[n]} 66Q${(x + LAMPS[n]) / 2} 92 ${x} 66`)
  .join("");
const PLANKS = Array.from({ length: 33 }, (_, n) => `M${n * 37 - 8} 148L${n * 40 - 66} 190`).join("");

/** A boardwalk by the sea in the evening. */
const HERO = html`
  <section class="hero">
    <svg viewBox="0 24 1180 150" class="shore" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle cx="850" cy="112" r="46" class="sunset"></circle>
      <rect x="-400" y="112" width="2000" height="40" class="sea"></rect>
      <path d="M803 120h94M817 128h66M829 136h42M60 124h80M210 133h60M430 122h90M640 134h70M1060 124h70M720 121h36" class="glint"></path>
      <rect x="-400" y="147" width="2000" height="50" class="walk"></rect>
      <path d=${PLANKS} class="plank-lines"></path>
      <path d=${CABLES} class="cable"></path>
      ${LAMPS.map(
        (x) => svg`
          <g transform="translate(${x} 0)">
            <circle cx="0" cy="62" r="34" class="halo wide"></circle>
            <circle cx="0" cy="62" r="16" class="halo"></circle>
            <path d="M0 66V148" class="post"></path>
            <circle cx="0" cy="62" r="6.5" class="lamp"></circle>
          </g>`,
      )}
    </svg>
    <div class="hero-words">
      <h1>Boardwalk</h1>
      <p>Grid games for an evening: against a bot, beside a friend, or over a link. No account, just play.</p>
    </div>
  </section>`;
