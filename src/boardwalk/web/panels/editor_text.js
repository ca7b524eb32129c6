// A kind of file that is no picture of cells: its text, checked as it is typed.

import { el, text } from "../parts/dom.js";
import { FilePanel, fileButton } from "./editor_file.js";
import { keepSetting } from "../state/memory.js";

export class TextWorkshop {
  constructor(shell, about, source) {
    this.about = about;
    this.input = el("textarea", { rows: 22, spellcheck: "false", wrap: "off", class: "file-text", "aria-label": about.name, value: source, placeholder: `Type or paste a ${about.suffix} file here.` });
    this.line = el("pre", { class: "bad-line", hidden: true });
    this.file = new FilePanel(shell, about, {
      content: () => ({ text: this.input.value }),
      part: () => ({ text: this.input.value }),
      show: (mistakes) => this.mark(mistakes),
      point: (mistake) => this.point(mistake),
    });
    this.input.addEventListener("input", () => this.changed());
    const open = (opened) => {
      this.input.value = opened;
      this.changed();
    };
    this.node = el(
      "div",
      { class: "editor" },
      el("div", { class: "editor-head" }, el("h1", {}, about.name), el("div", { class: "row" }, fileButton(about, open))),
      el("div", { class: "editor-body text-body" }, el("div", { class: "sheet-area" }, this.input, this.line), el("div", { class: "editor-side" }, this.file.node)),
    );
    if (source) this.file.check(); // an empty sheet is no mistake yet
  }

  changed() {
    keepSetting(`draft.${this.about.game}.${this.about.kind}`, this.input.value);
    this.file.changed();
  }

  mark(mistakes) {
    const lines = this.input.value.split("\n");
    this.input.setAttribute("aria-invalid", String(mistakes.length > 0));
    this.line.hidden = !mistakes.length;
    const marked = ({ line, column }) => {
      const number = `${line} │ `;
      return `${number}${lines[line - 1] ?? ""}\n${" ".repeat(number.length + column - 1)}↑`;
    };
    text(this.line, mistakes.map(marked).join("\n"));
    return mistakes.map(({ line, column }) => `Line ${line}, column ${column}:`);
  }

  point({ line, column }) {
    const before = this.input.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.input.focus();
    this.input.setSelectionRange(at, at + 1);
  }

  close() {
    this.file.close();
  }
}
