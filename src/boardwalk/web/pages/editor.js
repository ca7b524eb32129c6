// The editor: a list of what can be made; one kind of file at work; and a file that was shared by a link.

/** @import { EditorKind, Grid, GridInfo, OpenedFile } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { reason, sentence } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { wanted } from "../state/editor_link.js";
import { sceneOf } from "../state/editor_model.js";
import { TextWorkshop } from "../panels/editor_text.js";
import { Workshop } from "../panels/editor_work.js";
import { setting } from "../state/memory.js";

export class EditorPage {
  /** @param {string} game @param {Shell} shell @param {string} [kind] */
  constructor(game, shell, kind) {
    this.shell = shell;
    /** @type {Workshop | TextWorkshop | null} */
    this.current = null;
    this.open(game, kind);
    this.rehash = () => shell.go(location.pathname + location.hash, true);
    addEventListener("hashchange", this.rehash);
  }

  /** @param {string} game @param {string} [kind] */
  async open(game, kind) {
    try {
      /** @type {EditorKind[]} */
      const kinds = await api.editorKinds();
      if (this.closed) return;
      const about = kinds.find((one) => one.game === game && one.kind === kind);
      if (about) await this.show(about);
      else if (game)
        this.shell.problem(
          "There is no such editor.",
          "",
          html`<a class="button" href="/editor" data-link>All editors</a>`,
        );
      else this.list(kinds);
    } catch (error) {
      if (!this.closed) this.shell.problem(reason(error), "");
    }
  }

  /** @param {EditorKind[]} kinds */
  list(kinds) {
    this.shell.title("Editor");
    const card = (/** @type {EditorKind} */ { game, kind, name, title, suffix, grid }) => html`
      <li>
        <a class="card editor-card" href="/editor/${game}/${kind}" data-link>
          ${grid ? small(grid, grid.new[0]) : html`<span class="editor-plain" aria-hidden="true">${suffix}</span>`}
          <span class="editor-card-words"><b>${name}</b><span class="muted">${title}</span></span>
        </a>
      </li>`;
    this.shell.page(html`
      <div class="editor-list">
        <h1>Make your own</h1>
        <p class="muted">Paint a board, see at once whether it can be played, try it, and share it by a link.</p>
        <ul>${kinds.map(card)}</ul>
      </div>`);
  }

  /** @param {EditorKind} about */
  async show(about) {
    const { game, kind, grid } = about;
    this.shell.where(about.title, game);
    this.shell.title(about.name);
    const { shared, text, from } = await wanted(location.hash);
    if (this.closed) return;
    if (shared) await this.showShared(about, shared);
    else if (text || from) this.work(about, await api.openFile(game, kind, from ? { name: from } : { text }));
    else if (grid) this.work(about, { grids: setting(`draft.${game}.${kind}`, grid.new), text: "" });
    else this.work(about, { text: setting(`draft.${game}.${kind}`, "") });
  }

  /** @param {EditorKind} about @param {OpenedFile} opened */
  work(about, { grids, text }) {
    if (this.closed) return;
    this.current?.close();
    this.current = about.grid
      ? new Workshop(this.shell, about, about.grid, grids ?? about.grid.new)
      : new TextWorkshop(this.shell, about, text);
  }

  /** The file of another person, to play or to change. @param {EditorKind} about @param {string} source */
  async showShared(about, source) {
    const opened = await api.openFile(about.game, about.kind, { text: source });
    const { trial, mistakes, refusal } = await api.checkWork(about.game, about.kind, { text: source });
    if (this.closed) return;
    const { grids = [], text } = opened;
    const play = () => {
      this.shell.brought = { game: about.game, options: trial?.options ?? {} };
      this.shell.go(`/play/${about.game}`);
    };
    const why = mistakes.length
      ? `Line ${mistakes[0].line}: ${sentence(mistakes[0].what)}`
      : refusal && sentence(refusal);
    this.shell.page(html`
      <div class="shared">
        <h1>${grids[0]?.title || about.name}</h1>
        <p class="muted">${grids.length > 1 ? `${about.name}: ${grids.length} boards, of which this is the first.` : `${about.name}, shared with you.`}</p>
        ${about.grid ? small(about.grid, grids[0]) : html`<pre class="file-text">${text}</pre>`}
        ${why ? html`<p class="problem-note">${why}</p>` : nothing}
        <div class="row">
          ${
            trial
              ? html`<button type="button" class="button primary big"
            @click=${play}>${icon("play")}<span>Play</span></button>`
              : nothing
          }
          <button type="button" class="button big" @click=${() => this.work(about, opened)}><span>Edit</span></button>
        </div>
      </div>`);
  }

  close() {
    this.closed = true;
    removeEventListener("hashchange", this.rehash);
    this.current?.close();
  }
}

/** @param {GridInfo} about @param {Grid} grid */
function small(about, grid) {
  const board = new Board();
  board.show(sceneOf(about, grid), { animate: false, labels: false });
  return board.node;
}
