// For people who make boards of their own, or have a file: the way to the editors, and a card that takes a file and leads to
// its game, or shows the game that it is a record of.

/** @import { GameInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { fileButton } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";

const LARGEST = 200_000; // bytes
const RECORD = ".match";

/** Links to the editors of the files that a game can be played on. @param {GameInfo} game @param {string} name the links' class */
export function editorLinks(game, name) {
  const playable = game.files.filter((kind) => kind.option);
  return playable.map((kind) => {
    const href = `/editor/${game.name}/${kind.suffix.slice(1)}`;
    return html`<a class=${name} href=${href} data-link aria-label="Make your own ${kind.name}">Make your own</a>`;
  });
}

export class FileCard {
  /** @param {Shell} shell @param {() => void} changed */
  constructor(shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.problem = "";
    this.over = false; // whether a file is being dragged over the card
  }

  /** @param {GameInfo[]} games */
  template(games) {
    const suffixes = games.flatMap((game) => game.files.filter((kind) => kind.option).map((kind) => kind.suffix));
    return html`
      <article class="card file-card ${this.over ? "over" : ""}"
        @dragover=${this.drag} @dragleave=${this.drag} @drop=${this.drop}>
        <h2>Make your own</h2>
        <p>Draw a level, maze, floor or race and play it at once. Or open a file that you have: one to play on (${suffixes.join(", ")}), or the record of a game (${RECORD}).</p>
        <div class="row">
          <a class="button primary" href="/editor" data-link>Draw one</a>
          ${fileButton({ words: "Choose a file", label: "A file to play or to look at" }, (file) => this.take(file))}
        </div>
        ${this.problem ? html`<p class="problem-note" role="alert">${this.problem}</p>` : nothing}
      </article>`;
  }

  drag = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.over = event.type === "dragover";
    this.changed();
  };

  drop = (/** @type {DragEvent} */ event) => {
    this.drag(event);
    const file = event.dataTransfer?.files[0];
    if (file) this.take(file);
  };

  /** @param {File} file */
  async take(file) {
    try {
      this.problem = "";
      if (file.size > LARGEST) throw new Error(`That file is too big: ${file.size} bytes, at most ${LARGEST}.`);
      await this.open(file.name, await file.text());
    } catch (error) {
      this.problem = api.placed(error);
    }
    this.changed();
  }

  /** @param {string} name @param {string} source */
  async open(name, source) {
    if (name.endsWith(RECORD)) {
      this.shell.go(`/replay/${(await api.importRecord(source)).room}`);
      return;
    }
    const answer = await api.checkFile(name, source);
    if (!answer.option) throw new Error(`${name} is ${answer.kind}, which is not for playing on.`);
    this.shell.brought = { game: answer.game, options: { [answer.option]: source } };
    this.shell.go(`/play/${answer.game}`);
  }
}
