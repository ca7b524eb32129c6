// An option that takes a file: the name of one that ships with the game, or one's own, uploaded or pasted, checked as it
// is typed; what is wrong is shown with its line.

/** @import { FileKindInfo, GameInfo, OptionInfo } from "../state/protocol" */

import * as api from "../net/api.js";
import { title } from "../parts/dom.js";
import { fileButton, options, typed } from "../parts/templates.js";
import { html, live, nothing } from "../parts/vendor/lit-html.js";
import { pack } from "../state/editor_link.js";

const LARGEST = 200_000; // characters
const QUIET = 350; // ms without typing before a text is checked
const OWN = "\n"; // what is picked for a file of one's own
const SEEN = 72; // characters of a line at fault that are shown

export class FileField {
  /** `edited()` is called when the value has changed, `draw()` when something else has.
   *  @param {GameInfo} game @param {OptionInfo} option @param {{ edited(): void, draw(): void }} on */
  constructor(game, option, { edited, draw }) {
    this.game = game.name;
    this.option = option;
    this.edited = edited;
    this.draw = draw;
    /** @type {FileKindInfo | undefined} */
    this.kind = game.files.find((kind) => kind.option === option.name);
    this.suffix = this.kind?.suffix ?? ".txt";
    // What ships with the game, as far as is known: what the server lists, the default, and what presets use.
    const used = game.presets.map((preset) => preset.options[option.name]).filter(Boolean);
    this.picked = String(option.default);
    this.names = new Set([this.picked, ...(option.choices ?? []).map(String), ...used.map(String)]);
    this.text = "";
    this.name = `pasted${this.suffix}`; // of the file of one's own
    this.verdict = "";
    this.problem = "";
    this.line = ""; // the line at fault
    this.editor = ""; // the address at which the editor opens what is chosen here
  }

  get value() {
    if (this.picked !== OWN) return this.picked;
    return this.text && !this.text.includes("\n") ? `${this.text}\n` : this.text;
  }

  /** @param {any} value */
  set value(value) {
    const own = value.includes("\n");
    if (!own) this.names.add(value);
    this.picked = own ? OWN : value;
    if (own) this.text = value;
    this.linkEditor();
  }

  get changed() {
    return this.value !== this.option.default && !(this.picked === OWN && !this.text.trim());
  }

  async linkEditor() {
    const { value } = this;
    const start = value.includes("\n") ? `#text=${await pack(value)}` : value && `#from=${encodeURIComponent(value)}`;
    this.editor = `/editor/${this.game}/${this.suffix.slice(1)}${start}`;
    this.draw();
  }

  /** @param {string} picked */
  pick(picked) {
    this.picked = picked;
    this.linkEditor();
    this.edited();
    if (picked === OWN) document.getElementById(`text-${this.option.name}`)?.focus();
  }

  /** @param {File} file */
  async upload(file) {
    if (file.size > LARGEST) {
      this.complain(new Error(`That file is too big: ${file.size} bytes, at most ${LARGEST}.`));
      return;
    }
    this.name = file.name;
    this.text = await file.text();
    this.picked = OWN;
    await this.check();
  }

  /** @param {string} text */
  type(text) {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  /** @param {DragEvent} event */
  drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.upload(file);
  }

  async check() {
    const source = this.value;
    this.clear();
    this.verdict = "";
    this.draw();
    if (!source.trim()) return;
    try {
      const answer = await api.checkFile(this.name, source);
      if (source !== this.value) return;
      if (answer.option !== this.option.name || answer.game !== this.game)
        throw new Error(`That is ${answer.kind}, which does not go here.`);
      this.verdict = "Good.";
      this.linkEditor();
      this.edited();
    } catch (error) {
      if (source === this.value) this.complain(error);
    }
  }

  clear() {
    this.problem = this.line = "";
  }

  /** Says what is wrong; shows the line at fault, with a mark below the column. @param {unknown} error */
  complain(error) {
    this.clear();
    this.verdict = "";
    this.problem = api.placed(error);
    if (error instanceof api.ApiError && error.line) {
      const { line, column } = error;
      const source = this.value.split("\n")[line - 1] ?? "";
      const from = Math.max(0, column - 40);
      const number = `${line} │ `;
      this.line = `${number}${source.slice(from, from + SEEN) || "(nothing)"}\n${" ".repeat(number.length + Math.max(0, column - 1 - from))}↑`;
    }
    this.draw();
    document.getElementById(`problem-${this.option.name}`)?.scrollIntoView({ block: "nearest" });
  }

  control() {
    const { name } = this.option;
    const invalid = this.problem ? "true" : nothing;
    /** @type {[string, string][]} */
    const named = [...this.names].map((one) => [one, title(one) || "A new one each time"]);
    return html`
      <div class="file-field">
        <select id="option-${name}" aria-describedby="about-${name} problem-${name}" aria-invalid=${invalid}
          @change=${typed((picked) => this.pick(picked))}>
          ${options([...named, [OWN, `My own ${this.suffix} file…`]], this.picked)}
        </select>
        <div class="own-file" ?hidden=${this.picked !== OWN}>
          <textarea id="text-${name}" rows="9" spellcheck="false" wrap="off" class="file-text" aria-label="Text of the ${this.suffix} file" aria-invalid=${invalid}
            placeholder="Paste a ${this.suffix} file here, or choose one below." .value=${live(this.text)}
            @input=${typed((text) => this.type(text))} @dragover=${allow} @drop=${(/** @type {DragEvent} */ event) => this.drop(event)}></textarea>
          <div class="row">
            ${fileButton({ words: "Choose a file", label: `Choose a ${this.suffix} file`, accept: `${this.suffix},.txt,text/plain`, look: "button small" }, (file) => this.upload(file))}
            <p class="verdict" role="status">${this.verdict}</p>
          </div>
          <pre class="bad-line" ?hidden=${!this.line}>${this.line}</pre>
        </div>
        <a class="link" data-link ?hidden=${!this.kind} href=${this.editor}>Open in the editor</a>
      </div>`;
  }
}

const allow = (/** @type {Event} */ event) => event.preventDefault();
