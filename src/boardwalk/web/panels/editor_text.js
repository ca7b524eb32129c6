// A kind of file that is no picture of cells: its text, checked as it is typed.

/** @import { EditorKind, WorkMistake } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import { typed } from "../parts/templates.js";
import { html, live } from "../parts/vendor/lit-html.js";
import { FilePanel, openButton } from "./editor_file.js";
import { keepSetting } from "../state/memory.js";

export class TextWorkshop {
  /** @param {Shell} shell @param {EditorKind} about @param {string} source */
  constructor(shell, about, source) {
    this.shell = shell;
    this.about = about;
    this.source = source;
    this.wrong = ""; // the lines with mistakes
    this.file = new FilePanel(shell, about, {
      content: () => ({ text: this.source }),
      part: () => ({ text: this.source }),
      show: (mistakes) => this.mark(mistakes),
      point: (mistake) => this.point(mistake),
      draw: () => this.draw(),
    });
    this.draw();
    if (source) this.file.check(); // an empty sheet is no mistake yet
  }

  draw() {
    if (this.closed) return;
    const { name, suffix } = this.about;
    this.shell.page(html`
      <div class="editor">
        <div class="editor-head"><h1>${name}</h1><div class="row">${openButton(this.about, (source) => this.write(source))}</div></div>
        <div class="editor-body text-body">
          <div class="sheet-area">
            <textarea rows="22" spellcheck="false" wrap="off" class="file-text" id="editor-text" aria-label=${name} aria-invalid=${Boolean(this.wrong)}
              placeholder="Type or paste a ${suffix} file here." .value=${live(this.source)} @input=${typed((source) => this.write(source))}></textarea>
            <pre class="bad-line" ?hidden=${!this.wrong}>${this.wrong}</pre>
          </div>
          <div class="editor-side">${this.file.template()}</div>
        </div>
      </div>`);
  }

  /** @param {string} source */
  write(source) {
    this.source = source;
    keepSetting(`draft.${this.about.game}.${this.about.kind}`, source);
    this.file.changed();
  }

  /** @param {WorkMistake[]} mistakes */
  mark(mistakes) {
    const lines = this.source.split("\n");
    const marked = (/** @type {WorkMistake} */ { line = 1, column = 1 }) => {
      const number = `${line} │ `;
      return `${number}${lines[line - 1] ?? ""}\n${" ".repeat(number.length + column - 1)}↑`;
    };
    this.wrong = mistakes.map(marked).join("\n");
    return mistakes.map(({ line, column }) => `Line ${line}, column ${column}:`);
  }

  /** @param {WorkMistake} mistake */
  point({ line = 1, column = 1 }) {
    const before = this.source.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("editor-text"));
    field.focus();
    field.setSelectionRange(at, at + 1);
  }

  close() {
    this.closed = true;
    this.file.close();
  }
}
