// An option that takes a file: the name of one that ships with the game, or one's own, uploaded or pasted, checked as it
// is typed; what is wrong is shown with its line.

import * as api from "../net/api.js";
import { button, el, text } from "../parts/dom.js";
import { pack } from "../state/editor_link.js";

const LARGEST = 200_000; // characters
const QUIET = 350; // ms without typing before a text is checked

export class FileField {
  constructor(game, option, changed) {
    this.game = game;
    this.option = option;
    this.isFile = true;
    this.kind = game.files.find((kind) => kind.option === option.name);
    this.tell = changed;
    const id = `option-${option.name}`;
    const named = this.names();
    this.input = el(
      "select",
      { id },
      named.map((name) => el("option", { value: name }, name ? shown(name) : "A new one each time")),
      el("option", { value: "\n" }, `My own ${this.suffix} file…`),
    );
    this.text = el("textarea", { rows: 9, spellcheck: "false", wrap: "off", "aria-label": `Text of the ${this.suffix} file`, class: "file-text", placeholder: `Paste a ${this.suffix} file here, or choose one below.` });
    this.file = el("input", { type: "file", accept: `${this.suffix},.txt,text/plain`, class: "off", "aria-label": `Choose a ${this.suffix} file`, tabindex: -1 });
    this.verdict = el("p", { class: "verdict", role: "status" });
    this.line = el("pre", { class: "bad-line", hidden: true });
    this.own = el(
      "div",
      { class: "own-file", hidden: true },
      this.text,
      el("div", { class: "row" }, button("Choose a file", { class: "button small", onclick: () => this.file.click() }), this.file, this.verdict),
      this.line,
    );
    this.edit = el("a", { class: "link", "data-link": true, hidden: !this.kind }, "Open in the editor");
    this.node = el("div", { class: "file-field" }, this.input, this.own, this.edit);
    this.input.addEventListener("change", () => this.picked());
    this.text.addEventListener("input", () => this.edited());
    this.file.addEventListener("change", () => this.upload(this.file.files[0]));
    this.text.addEventListener("dragover", (event) => event.preventDefault());
    this.text.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.upload(event.dataTransfer.files[0]);
    });
    this.value = option.default;
  }

  get suffix() {
    return this.kind?.suffix ?? ".txt";
  }

  /** What ships with the game, as far as is known: what the server lists, the default, and what presets use. */
  names() {
    const used = this.game.presets.map((preset) => preset.options[this.option.name]).filter(Boolean);
    return [...new Set([this.option.default, ...(this.option.choices ?? []), ...used])];
  }

  get value() {
    if (this.input.value !== "\n") return this.input.value;
    const typed = this.text.value;
    return typed && !typed.includes("\n") ? `${typed}\n` : typed;
  }

  set value(value) {
    const own = value.includes("\n");
    if (!own && ![...this.input.options].some((one) => one.value === value)) {
      this.input.insertBefore(el("option", { value }, shown(value)), this.input.lastChild);
    }
    this.input.value = own ? "\n" : value;
    if (own) this.text.value = value;
    this.own.hidden = !own;
    this.linkEditor();
  }

  get changed() {
    return this.value !== this.option.default && !(this.input.value === "\n" && !this.text.value.trim());
  }

  picked() {
    this.own.hidden = this.input.value !== "\n";
    if (!this.own.hidden) this.text.focus();
    this.linkEditor();
    this.tell();
  }

  /** The editor opens what is chosen here. */
  async linkEditor() {
    if (!this.kind) return;
    const { value } = this;
    const address = `/editor/${this.game.name}/${this.kind.suffix.slice(1)}`;
    const text = value.includes("\n") ? `#text=${await pack(value)}` : value && `#from=${encodeURIComponent(value)}`;
    this.edit.setAttribute("href", address + text);
  }

  async upload(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      this.complain({ message: `That file is too big: ${file.size} bytes, at most ${LARGEST}.` });
      return;
    }
    this.name = file.name;
    this.text.value = await file.text();
    this.file.value = "";
    this.input.value = "\n";
    this.own.hidden = false;
    this.check();
  }

  edited() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  async check() {
    const source = this.value;
    this.clear();
    text(this.verdict, "");
    if (!source.trim()) return;
    try {
      const answer = await api.checkFile(this.name ?? `pasted${this.suffix}`, source);
      if (source !== this.value) return;
      if (answer.option !== this.option.name || answer.game !== this.game.name) {
        this.complain({ message: `That is ${answer.kind}, which does not go here.` });
        return;
      }
      text(this.verdict, "Good.");
      this.linkEditor();
      this.tell();
    } catch (error) {
      if (source === this.value) this.complain(error);
    }
  }

  complain(error) {
    text(this.verdict, "");
    text(this.problem, error.line ? `Line ${error.line}, column ${error.column}: ${error.message}` : error.message);
    this.problem.hidden = false;
    this.text.setAttribute("aria-invalid", "true");
    if (error.line) this.point(error);
    this.problem.scrollIntoView({ block: "nearest" });
  }

  /** Shows the line at fault, with a mark below the column. */
  point({ line, column }) {
    const source = this.value.split("\n")[line - 1] ?? "";
    const from = Math.max(0, column - 40);
    const cut = source.slice(from, from + 72);
    const number = `${line} │ `;
    this.line.textContent = `${number}${cut || "(nothing)"}\n${" ".repeat(number.length + Math.max(0, column - 1 - from))}↑`;
    this.line.hidden = false;
    text(this.problem, this.problem.textContent.startsWith("Line") ? this.problem.textContent : `Line ${line}, column ${column}: ${this.problem.textContent}`);
  }

  clear() {
    this.line.hidden = true;
    this.problem.hidden = true;
    this.text.removeAttribute("aria-invalid");
  }
}

const shown = (name) => {
  const words = name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
};
