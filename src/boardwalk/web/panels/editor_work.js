// The workshop: palette and tools on one side, the sheet in the middle, what the engine says of it on the other side.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { button, el, isTyping, sentence, text, title, toast } from "../parts/dom.js";
import { FilePanel, fileButton } from "./editor_file.js";
import { run } from "./editor_jobs.js";
import { Drawing, sceneOf } from "../state/editor_model.js";
import { Sheet } from "./editor_sheet.js";
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

export class Workshop {
  constructor(shell, about, grids) {
    this.shell = shell;
    this.about = about;
    this.drawing = new Drawing(about.grid, grids);
    this.tool = "brush";
    this.char = about.grid.symbols[1]?.char ?? this.drawing.blank;
    this.sheet = new Sheet(this.drawing, this, { changed: () => this.changed(), hint: (words) => text(this.hint, words) });
    this.file = new FilePanel(shell, about, {
      content: () => ({ grids: this.drawing.grids }),
      part: () => ({ grids: [this.drawing.grid] }),
      show: (mistakes) => this.mark(mistakes),
      point: ({ grid, row, col }) => {
        this.look(grid);
        this.sheet.draw().then(() => this.sheet.focus([row, col]));
      },
    });
    this.found = []; // mistakes
    this.pictures = {}; // by symbol
    this.node = this.build();
    this.keys = (event) => this.onKey(event);
    addEventListener("keydown", this.keys);
    this.showPalette();
    this.showAll();
    this.file.check();
  }

  // -- the page

  build() {
    const many = this.entries().length > MANY;
    this.palette = el("div", { class: many ? "palette many" : "palette", role: "radiogroup", "aria-label": "What to paint" });
    const turns = this.drawing.families.size > 0;
    this.tools = el(
      "div",
      { class: "paint-tools", role: "group", "aria-label": "Tools" },
      TOOLS.filter(([name]) => turns || name !== "turn").map(([name, label, key]) =>
        el("button", { type: "button", class: "button small", "data-tool": name, title: `${label} (${key.toUpperCase()})`, onclick: () => this.pick(name) }, label),
      ),
    );
    this.undo = button("Undo", { icon: "undo", class: "button small", onclick: () => this.back() });
    this.redo = button("Redo", { icon: "redo", class: "button small", onclick: () => this.again() });
    this.paintName = el("p", { class: "paint-name", "aria-hidden": "true", hidden: !many });
    this.hint = el("p", { class: "sheet-hint muted", "aria-hidden": "true" });
    const near = (label, words, way) => el("button", { type: "button", class: "button round", "aria-label": words, title: words, onclick: () => this.sheet.zoom(way) }, label);
    return el(
      "div",
      { class: "editor" },
      el("div", { class: "editor-head" }, el("h1", {}, this.about.name), this.starts()),
      el(
        "div",
        { class: "editor-body" },
        el("div", { class: "paint-box" }, this.palette, this.paintName, this.tools),
        el(
          "div",
          { class: "sheet-area" },
          el("div", { class: "row sheet-bar" }, this.undo, this.redo, el("span", { class: "grow" }, this.hint), near("−", "Smaller", -1), near("+", "Larger", 1)),
          this.sheet.node,
        ),
        el("div", { class: "editor-side" }, this.levels(), this.titleField(), this.sizes(), this.file.node, this.help()),
      ),
    );
  }

  help() {
    const rows = [["Arrows", "move over the board"], ["Space", "use the tool"], ["Shift + arrows", "paint along"], ["1 – 9, 0", "choose what to paint"], ["R", "turn"], ["Delete", "erase; so does the right mouse button"], ["Ctrl + Z", "undo"]];
    return el("details", { class: "editor-help" }, el("summary", {}, "Keys"), el("dl", {}, rows.map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)])));
  }

  starts() {
    const { shipped, difficulties } = this.about;
    const group = (label, prefix, names) => names.length > 0 && el("optgroup", { label }, names.map((name) => el("option", { value: `${prefix} ${name}` }, title(name))));
    const input = el("select", { "aria-label": "Start from" }, el("option", { value: "new" }, "A small example"), group("From the game", "from", shipped), group("Generate", "make", difficulties));
    this.begin = button("Start from it", { class: "button small", onclick: () => this.startFrom(input.value) });
    return el("div", { class: "row" }, input, this.begin, fileButton(this.about, (source) => this.open({ text: source })));
  }

  /** Replaces the whole file; undo brings the old one back. */
  async startFrom(value) {
    const [how, ...name] = value.split(" ");
    if (how === "new") this.take(this.about.grid.new);
    else if (how === "from") await this.open({ name: name.join(" ") });
    else await this.generate(name.join(" "));
  }

  async open(what) {
    try {
      this.take((await api.openFile(this.about.game, this.about.kind, what)).grids);
    } catch (error) {
      toast(error.line ? `Line ${error.line}, column ${error.column}: ${error.message}` : sentence(error.message), "bad");
    }
  }

  async generate(difficulty) {
    this.making?.abort();
    const job = (this.making = new AbortController());
    this.begin.disabled = true;
    text(this.begin.querySelector("span"), "Making one…");
    try {
      let made = "";
      await run(api.editorPath(this.about.game, this.about.kind, "generate"), { difficulty }, (report) => (made = report.text ?? made), job.signal);
      if (made && !job.signal.aborted) await this.open({ text: made });
    } catch (error) {
      toast(sentence(error.message), "bad");
    }
    this.begin.disabled = false;
    text(this.begin.querySelector("span"), "Start from it");
  }

  take(grids) {
    this.drawing.step(() => this.drawing.replace(grids));
    this.sheet.chosen = false;
    this.changed();
  }

  levels() {
    if (!this.about.grid.several) return null;
    this.which = el("select", { "aria-label": "Which one", onchange: () => this.look(Number(this.which.value)) });
    const act = (label, words, change) => el("button", { type: "button", class: "button small", "aria-label": words, title: words, onclick: () => this.do(change) }, label);
    return el(
      "section",
      { class: "levels", "aria-label": "All in this file" },
      this.which,
      el(
        "div",
        { class: "row" },
        act("New", "Add a new one", () => this.drawing.add(this.about.grid.new[0])),
        act("Copy", "Add a copy of this one", () => this.drawing.add(this.drawing.grid)),
        act("Remove", "Remove this one", () => this.drawing.remove()),
      ),
    );
  }

  titleField() {
    if (!this.about.grid.titled) return null;
    this.title = el("input", { type: "text", id: "grid-title", maxlength: 60, autocomplete: "off" });
    this.title.addEventListener("change", () => this.do(() => this.drawing.change({ title: this.title.value })));
    return el("div", { class: "labelled" }, el("label", { for: "grid-title" }, "Title"), this.title);
  }

  sizes() {
    const side = (name, label, range) => {
      const set = (value) => {
        const wanted = Math.max(range[0], Math.min(Number(value) || range[0], range[1]));
        this.do(() => this.drawing.resize(name === "rows" ? wanted : this.drawing.rows, name === "cols" ? wanted : this.drawing.cols));
      };
      const input = el("input", { type: "text", inputmode: "numeric", "aria-label": label, class: "size" });
      input.addEventListener("change", () => set(input.value));
      this[`${name}Field`] = input;
      const step = (words, way) => el("button", { type: "button", class: "button round", "aria-label": `${words} ${label.toLowerCase()}`, onclick: () => set(this.drawing[name] + way) }, way > 0 ? "+" : "−");
      return el("div", { class: "row size-row" }, el("span", {}, label), step("Fewer", -1), input, step("More", 1));
    };
    const { rows, cols } = this.about.grid;
    return el("section", { class: "sizes", "aria-label": "Size" }, side("rows", "Rows", rows), side("cols", "Columns", cols));
  }

  // -- the palette

  /** One entry for each symbol; directions of the same thing share one, which can be turned. */
  entries() {
    const seen = new Set();
    return this.about.grid.symbols.filter(({ char }) => {
      const family = this.drawing.families.get(char);
      if (!family) return true;
      const shown = family.includes(this.char) ? this.char : family[0];
      return char === shown && !seen.has(family) && seen.add(family);
    });
  }

  showPalette() {
    const focused = this.palette.contains(document.activeElement);
    this.palette.replaceChildren(
      ...this.entries().map((symbol, n) => {
        const chosen = symbol.char === this.char;
        return el(
          "button",
          {
            type: "button",
            role: "radio",
            class: "paint",
            "aria-checked": String(chosen),
            "aria-label": symbol.name,
            title: n < 10 ? `${symbol.name} (${(n + 1) % 10})` : symbol.name,
            tabindex: chosen ? 0 : -1,
            "data-char": symbol.char,
            onclick: () => this.choose(symbol.char, chosen),
            onkeydown: (event) => this.onPaletteKey(event, n),
          },
          (this.pictures[symbol.char] ??= picture(this.about, symbol)),
          el("span", {}, symbol.name),
        );
      }),
    );
    if (focused) this.palette.querySelector("[aria-checked=true]").focus();
    text(this.paintName, this.drawing.symbols.get(this.char).name);
    for (const one of this.tools.children) one.setAttribute("aria-pressed", one.dataset.tool === this.tool);
    this.sheet.node.dataset.tool = this.tool;
  }

  /** What to paint with from now on; to choose the same again turns it. */
  choose(char, again = false) {
    this.char = (again && this.drawing.turned(char)) || char;
    if (["erase", "turn", "move"].includes(this.tool)) this.tool = "brush";
    this.showPalette();
  }

  pick(tool) {
    this.tool = tool;
    this.showPalette();
  }

  onPaletteKey(event, n) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const entries = this.entries();
    this.choose(entries[(n + way + entries.length) % entries.length].char);
  }

  onKey(event) {
    if (isTyping(event.target) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && event.shiftKey)) this.again();
      else if (key === "z") this.back();
      else return;
    } else if (/^\d$/.test(key)) {
      const entry = this.entries()[(Number(key) + 9) % 10];
      if (entry) this.choose(entry.char, entry.char === this.char);
    } else if (key === "r") this.choose(this.char, true);
    else if (TOOLS.some(([, , one]) => one === key)) this.pick(TOOLS.find(([, , one]) => one === key)[0]);
    else return;
    event.preventDefault();
  }

  // -- changes

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

  look(number) {
    this.drawing.turnTo(number);
    this.showAll();
    this.showMarks();
  }

  changed() {
    keepSetting(`draft.${this.about.game}.${this.about.kind}`, this.drawing.grids);
    this.showAll();
    this.file.changed();
  }

  showAll() {
    const { drawing } = this;
    this.sheet.show();
    this.undo.disabled = !drawing.past.length;
    this.redo.disabled = !drawing.future.length;
    this.rowsField.value = drawing.rows;
    this.colsField.value = drawing.cols;
    if (this.title) this.title.value = drawing.grid.title;
    if (!this.which) return;
    this.which.replaceChildren(
      ...drawing.grids.map((grid, n) => el("option", { value: n, selected: n === drawing.at }, `${n + 1} of ${drawing.grids.length}${grid.title ? `: ${grid.title}` : ""}`)),
    );
  }

  /** Marks mistakes, and says where each is. */
  mark(mistakes) {
    this.found = mistakes;
    this.showMarks();
    const several = this.drawing.grids.length > 1;
    return mistakes.map(({ grid, row, col }) => `${several ? `No. ${grid + 1}, row` : "Row"} ${row + 1}, column ${col + 1}:`);
  }

  showMarks() {
    this.sheet.mark(this.found.filter(({ grid }) => grid === this.drawing.at).map(({ row, col }) => [row, col]));
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.making?.abort();
    this.sheet.close();
    this.file.close();
  }
}

/** A symbol as it looks on the board. */
function picture({ grid }, symbol) {
  const board = new Board();
  const inside = `${FRAME} ${FRAME} ${UNIT} ${UNIT}`;
  board.show(sceneOf(grid, { rows: [symbol.char] }), { animate: false, labels: false }).then(() => board.node.setAttribute("viewBox", inside));
  return board.node;
}
