// The workshop: palette and tools on one side, the sheet in the middle, what the engine says of it on the other side.
//
// Keys: digits choose what to paint, letters a tool, R turns, Ctrl + Z and Ctrl + Y undo and redo.

/** @import { EditorKind, FileToOpen, Grid, GridInfo, SymbolInfo, WorkMistake } from "../state/protocol" */
/** @import { Place } from "../state/editor_model.js" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { isTyping, reason, sentence, title, toast } from "../parts/dom.js";
import { FilePanel, openButton } from "./editor_file.js";
import { run } from "./editor_jobs.js";
import { Drawing, sceneOf } from "../state/editor_model.js";
import { Sheet } from "./editor_sheet.js";
import { icon, options, typed } from "../parts/templates.js";
import { html, live, nothing } from "../parts/vendor/lit-html.js";
import { FRAME, UNIT } from "../board/look.js";
import { keepSetting } from "../state/memory.js";

const MANY = 9; // more symbols are shown as pictures only, with the name of the chosen one
const TOOLS = [
  ["brush", "Brush", "b"],
  ["fill", "Fill", "f"],
  ["rectangle", "Rectangle", "q"],
  ["frame", "Frame", "g"],
  ["erase", "Erase", "e"],
  ["turn", "Turn", "t"],
  ["move", "Move", "m"],
];
const HELP = [
  ["Arrows", "move over the board"],
  ["Space", "use the tool"],
  ["Shift + arrows", "paint along"],
  ["1 – 9, 0", "choose what to paint"],
  ["R", "turn"],
  ["Delete", "erase; so does the right mouse button"],
  ["Ctrl + Z", "undo"],
];
/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Workshop {
  /** @param {Shell} shell @param {EditorKind} about @param {GridInfo} kind @param {Grid[]} grids */
  constructor(shell, about, kind, grids) {
    this.shell = shell;
    this.about = about;
    this.kind = kind;
    this.drawing = new Drawing(kind, grids);
    this.tool = "brush";
    this.char = kind.symbols[1]?.char ?? this.drawing.blank;
    this.hint = "";
    this.start = "new"; // what to start from
    this.sheet = new Sheet(this.drawing, this, {
      changed: () => this.changed(),
      hint: (words) => {
        this.hint = words;
        this.draw();
      },
    });
    this.file = new FilePanel(shell, about, {
      content: () => ({ grids: this.drawing.grids }),
      part: () => ({ grids: [this.drawing.grid] }),
      show: (mistakes) => this.mark(mistakes),
      point: ({ grid = 0, row = 0, col = 0 }) => {
        this.look(grid);
        this.sheet.draw().then(() => this.sheet.focus([row, col]));
      },
      draw: () => this.draw(),
    });
    /** @type {WorkMistake[]} */
    this.found = [];
    /** By symbol. @type {Map<string, SVGElement>} */
    this.pictures = new Map();
    /** Of a generator at work. @type {AbortController | null} */
    this.making = null;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    addEventListener("keydown", this.keys);
    this.showAll();
    this.file.check();
  }

  // -- the page

  draw() {
    if (!this.closed) this.shell.page(this.template());
  }

  template() {
    const { drawing } = this;
    const near = (/** @type {string} */ label, /** @type {string} */ words, /** @type {1 | -1} */ way) =>
      html`<button type="button" class="button round" aria-label=${words} title=${words}
        @click=${() => this.sheet.zoom(way)}>${label}</button>`;
    return html`
      <div class="editor">
        <div class="editor-head"><h1>${this.about.name}</h1>${this.starts()}</div>
        <div class="editor-body">
          <div class="paint-box">${this.palette()}${this.tools()}</div>
          <div class="sheet-area">
            <div class="row sheet-bar">
              <button type="button" class="button small" ?disabled=${!drawing.past.length}
                @click=${() => this.back()}>${icon("undo")}<span>Undo</span></button>
              <button type="button" class="button small" ?disabled=${!drawing.future.length}
                @click=${() => this.again()}>${icon("redo")}<span>Redo</span></button>
              <p class="grow sheet-hint muted" aria-hidden="true">${this.hint}</p>
              ${near("−", "Smaller", -1)}${near("+", "Larger", 1)}
            </div>
            ${this.sheet.node}
          </div>
          <div class="editor-side">
            ${this.kind.several ? this.levels() : nothing}
            ${this.kind.titled ? this.titleField() : nothing}
            <section class="sizes" aria-label="Size">${this.side("rows", "Rows")}${this.side("cols", "Columns")}</section>
            ${this.file.template()}
            <details class="editor-help"><summary>Keys</summary><dl>${HELP.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}</dl></details>
          </div>
        </div>
      </div>`;
  }

  starts() {
    const { shipped, difficulties } = this.about;
    const group = (/** @type {string} */ label, /** @type {string} */ prefix, /** @type {string[]} */ names) =>
      names.length
        ? html`<optgroup label=${label}>${options(
            names.map((name) => [`${prefix} ${name}`, title(name)]),
            this.start,
          )}</optgroup>`
        : nothing;
    return html`
      <div class="row">
        <select aria-label="Start from" @change=${typed((start) => (this.start = start))}>
          ${options([["new", "A small example"]], this.start)}${group("From the game", "from", shipped)}${group("Generate", "make", difficulties)}
        </select>
        <button type="button" class="button small" ?disabled=${this.making}
          @click=${() => this.startFrom()}><span>${this.making ? "Making one…" : "Start from it"}</span></button>
        ${openButton(this.about, (source) => this.open({ text: source }))}
      </div>`;
  }

  /** Replaces the whole file; undo brings the old one back. */
  async startFrom() {
    const [how, ...name] = this.start.split(" ");
    if (how === "new") this.take(this.kind.new);
    else if (how === "from") await this.open({ name: name.join(" ") });
    else await this.generate(name.join(" "));
  }

  /** @param {FileToOpen} what */
  async open(what) {
    try {
      const { grids } = await api.openFile(this.about.game, this.about.kind, what);
      if (grids) this.take(grids);
    } catch (error) {
      toast(sentence(api.placed(error)), "bad");
    }
  }

  /** @param {string} difficulty */
  async generate(difficulty) {
    const job = new AbortController();
    this.making = job;
    this.draw();
    try {
      let made = "";
      await run(
        api.editorPath(this.about.game, this.about.kind, "generate"),
        { difficulty },
        (report) => (made = report.text ?? made),
        job.signal,
      );
      if (made && !job.signal.aborted) await this.open({ text: made });
    } catch (error) {
      toast(reason(error), "bad");
    }
    this.making = null;
    this.draw();
  }

  /** @param {Grid[]} grids */
  take(grids) {
    this.drawing.step(() => this.drawing.replace(grids));
    this.sheet.chosen = false;
    this.changed();
  }

  /** The grids of the file. */
  levels() {
    const { drawing } = this;
    const act = (/** @type {string} */ label, /** @type {string} */ words, /** @type {() => void} */ change) =>
      html`<button type="button" class="button small" aria-label=${words} title=${words}
        @click=${() => this.do(change)}>${label}</button>`;
    /** @type {[number, string][]} */
    const grids = drawing.grids.map((grid, n) => [
      n,
      `${n + 1} of ${drawing.grids.length}${grid.title ? `: ${grid.title}` : ""}`,
    ]);
    return html`
      <section class="levels" aria-label="All in this file">
        <select aria-label="Which one"
          @change=${typed((number) => this.look(Number(number)))}>${options(grids, drawing.at)}</select>
        <div class="row">
          ${act("New", "Add a new one", () => drawing.add(this.kind.new[0]))}
          ${act("Copy", "Add a copy of this one", () => drawing.add(drawing.grid))}
          ${act("Remove", "Remove this one", () => drawing.remove())}
        </div>
      </section>`;
  }

  titleField() {
    const change = typed((words) => this.do(() => this.drawing.change({ title: words })));
    return html`
      <div class="labelled">
        <label for="grid-title">Title</label>
        <input type="text" id="grid-title" maxlength="60" autocomplete="off" .value=${this.drawing.grid.title} @change=${change}>
      </div>`;
  }

  /** @param {"rows" | "cols"} name @param {string} label */
  side(name, label) {
    const { drawing } = this;
    const [least, most] = this.kind[name];
    const set = (/** @type {number} */ value) => {
      const wanted = Math.max(least, Math.min(value || least, most));
      this.do(() => drawing.resize(name === "rows" ? wanted : drawing.rows, name === "cols" ? wanted : drawing.cols));
    };
    const step = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {number} */ way) =>
      html`<button type="button" class="button round" aria-label="${words} ${label.toLowerCase()}"
        @click=${() => set(drawing[name] + way)}>${sign}</button>`;
    return html`
      <div class="row size-row">
        <span>${label}</span>${step("Fewer", "−", -1)}
        <input type="text" inputmode="numeric" class="size" aria-label=${label} .value=${live(String(drawing[name]))}
          @change=${typed((value) => set(Number(value)))}>
        ${step("More", "+", 1)}
      </div>`;
  }

  // -- the palette

  /** One entry for each symbol; directions of the same thing share one, which can be turned. */
  entries() {
    /** @type {Set<string[]>} */
    const seen = new Set();
    return this.kind.symbols.filter(({ char }) => {
      const family = this.drawing.families.get(char);
      if (!family) return true;
      const shown = family.includes(this.char) ? this.char : family[0];
      return char === shown && !seen.has(family) && seen.add(family);
    });
  }

  palette() {
    const entries = this.entries();
    const many = entries.length > MANY;
    return html`
      <div class="palette ${many ? "many" : ""}" role="radiogroup" aria-label="What to paint">${entries.map((symbol, n) => this.paint(symbol, n))}</div>
      <p class="paint-name" aria-hidden="true" ?hidden=${!many}>${this.drawing.symbols.get(this.char)?.name}</p>`;
  }

  /** @param {SymbolInfo} symbol @param {number} n */
  paint({ char, name }, n) {
    const chosen = char === this.char;
    return html`
      <button type="button" role="radio" class="paint" aria-checked=${chosen} aria-label=${name} title=${n < 10 ? `${name} (${(n + 1) % 10})` : name}
        tabindex=${chosen ? 0 : -1} data-char=${char} @click=${() => this.choose(char, chosen)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.onPaletteKey(event, n)}>
        ${this.picture(char)}<span>${name}</span>
      </button>`;
  }

  /** A symbol as it looks on the board. @param {string} char */
  picture(char) {
    const known = this.pictures.get(char);
    if (known) return known;
    const board = new Board();
    const inside = `${FRAME} ${FRAME} ${UNIT} ${UNIT}`;
    board
      .show(sceneOf(this.kind, { rows: [char] }), { animate: false, labels: false })
      .then(() => board.node.setAttribute("viewBox", inside));
    this.pictures.set(char, board.node);
    return board.node;
  }

  tools() {
    const turns = this.drawing.families.size > 0;
    const tool = ([name, label, key] = TOOLS[0]) => html`
      <button type="button" class="button small" data-tool=${name} title="${label} (${key.toUpperCase()})" aria-pressed=${name === this.tool}
        @click=${() => this.pick(name)}>${label}</button>`;
    return html`<div class="paint-tools" role="group" aria-label="Tools">${TOOLS.filter(([name]) => turns || name !== "turn").map((one) => tool(one))}</div>`;
  }

  /** What to paint with from now on; to choose the same again turns it. @param {string} char */
  choose(char, again = false) {
    this.char = (again && this.drawing.turned(char)) || char;
    this.pick(["erase", "turn", "move"].includes(this.tool) ? "brush" : this.tool);
  }

  /** @param {string} tool */
  pick(tool) {
    this.tool = tool;
    this.sheet.node.dataset.tool = tool;
    this.draw();
  }

  /** @param {KeyboardEvent} event @param {number} n */
  onPaletteKey(event, n) {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const entries = this.entries();
    const palette = /** @type {Element} */ (event.currentTarget).parentElement;
    this.choose(entries[(n + way + entries.length) % entries.length].char);
    /** @type {HTMLElement | null | undefined} */ (palette?.querySelector("[aria-checked=true]"))?.focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (isTyping(event.target) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const tool = TOOLS.find(([, , one]) => one === key);
    if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && event.shiftKey)) this.again();
      else if (key === "z") this.back();
      else return;
    } else if (/^\d$/.test(key)) {
      const entry = this.entries()[(Number(key) + 9) % 10];
      if (entry) this.choose(entry.char, entry.char === this.char);
    } else if (key === "r") this.choose(this.char, true);
    else if (tool) this.pick(tool[0]);
    else return;
    event.preventDefault();
  }

  // -- changes

  /** @param {() => void} change */
  do(change) {
    this.drawing.step(change);
    this.changed();
  }

  back() {
    this.drawing.undo();
    this.changed();
  }

  again() {
    this.drawing.redo();
    this.changed();
  }

  /** @param {number} number of a grid */
  look(number) {
    this.drawing.turnTo(number);
    this.showAll();
    this.showMarks();
  }

  changed() {
    keepSetting(`draft.${this.about.game}.${this.about.kind}`, this.drawing.grids);
    this.sheet.show();
    this.file.changed();
  }

  showAll() {
    this.sheet.show();
    this.pick(this.tool);
  }

  /** Marks mistakes, and says where each is. @param {WorkMistake[]} mistakes */
  mark(mistakes) {
    this.found = mistakes;
    this.showMarks();
    const several = this.drawing.grids.length > 1;
    return mistakes.map(
      ({ grid = 0, row = 0, col = 0 }) => `${several ? `No. ${grid + 1}, row` : "Row"} ${row + 1}, column ${col + 1}:`,
    );
  }

  showMarks() {
    this.sheet.mark(
      this.found
        .filter(({ grid }) => grid === this.drawing.at)
        .map(({ row = 0, col = 0 }) => /** @type {Place} */ ([row, col])),
    );
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.keys);
    this.making?.abort();
    this.sheet.close();
    this.file.close();
  }
}
