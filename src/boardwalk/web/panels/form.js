// A form made from a game's typed options. The server's own sentence stands beside a value that is wrong.

/** @import { GameInfo, OptionInfo } from "../state/protocol" */

import { ApiError, placed } from "../net/api.js";
import { title } from "../parts/dom.js";
import { options, typed } from "../parts/templates.js";
import { html, live, nothing, repeat } from "../parts/vendor/lit-html.js";
import { FileField } from "./filefield.js";

export class OptionsForm {
  /** `edited()` is called when a value has changed, `draw()` when something else has. @param {GameInfo} game @param {{ edited(): void, draw(): void }} on */
  constructor(game, { edited, draw }) {
    /** @type {(Field | FileField)[]} */
    this.fields = game.options.map((option) =>
      option.kind === "file" ? new FileField(game, option, { edited, draw }) : new Field(option, edited),
    );
  }

  /** The values that differ from the defaults. @returns {Record<string, unknown>} */
  get values() {
    return Object.fromEntries(
      this.fields.filter((field) => field.changed).map((field) => [field.option.name, field.value]),
    );
  }

  set values(values) {
    for (const field of this.fields)
      field.value = field.option.name in values ? values[field.option.name] : field.option.default;
    this.clear();
  }

  clear() {
    for (const field of this.fields) field.clear();
  }

  /** Shows an error beside its option. False if it belongs to none. @param {unknown} error */
  show(error) {
    this.clear();
    if (!(error instanceof ApiError)) return false;
    const file = error.line ? this.fields.find((field) => field instanceof FileField && field.changed) : null;
    const field = this.fields.find(({ option }) => option.name === error.option) ?? file;
    if (!field) return false;
    field.complain(error);
    return true;
  }

  template() {
    return html`<div class="options">${repeat(this.fields, (field) => field.option.name, row)}</div>`;
  }
}

/** @param {Field | FileField} field */
function row(field) {
  const { name, title: words, description } = field.option;
  return html`
    <div class=${field instanceof FileField ? "option wide" : "option"}>
      <label for="option-${name}">${words || title(name)}</label>
      ${field.control()}
      <p class="problem-note" id="problem-${name}" role="alert" ?hidden=${!field.problem}>${field.problem}</p>
      <p class="about" id="about-${name}">${description}</p>
    </div>`;
}

class Field {
  /** @param {OptionInfo} option @param {() => void} edited */
  constructor(option, edited) {
    this.option = option;
    this.edited = edited;
    this.problem = "";
    this.typed = "";
    this.value = option.default;
  }

  get isNumber() {
    return this.option.kind === "whole" || this.option.kind === "number";
  }

  get value() {
    const { kind, choices } = this.option;
    if (kind === "switch") return this.typed === "true";
    if (kind === "choice") return choices?.find((choice) => String(choice) === this.typed);
    const typed = this.typed.trim();
    const number = Number(typed);
    // What is no number goes to the server as it was typed: its message says what was expected.
    const given = typed !== "" && (kind === "number" ? Number.isFinite(number) : Number.isInteger(number));
    return this.isNumber && given ? number : typed;
  }

  /** @param {unknown} value */
  set value(value) {
    this.typed = this.option.kind === "switch" ? String(Boolean(value)) : asText(value);
  }

  get changed() {
    return this.value !== this.option.default;
  }

  clear() {
    this.problem = "";
  }

  /** @param {ApiError} error */
  complain(error) {
    this.problem = placed(error);
  }

  /** @param {string} typed */
  take(typed) {
    this.typed = typed;
    this.edited();
  }

  control() {
    const { name, kind, choices, default: usual } = this.option;
    const id = `option-${name}`;
    const about = `about-${name} problem-${name}`;
    const invalid = this.problem ? "true" : nothing;
    const take = typed((value) => this.take(value));
    if (kind === "choice") {
      /** @type {[string, string][]} */
      const pairs = (choices ?? []).map((choice) => [String(choice), title(String(choice)) || "None"]);
      return html`<select id=${id} aria-describedby=${about} aria-invalid=${invalid}
        @input=${take}>${options(pairs, this.typed)}</select>`;
    }
    if (kind === "switch") {
      return html`<input id=${id} type="checkbox" aria-describedby=${about} aria-invalid=${invalid} .checked=${live(this.value)}
        @input=${() => this.take(String(!this.value))}>`;
    }
    const hint = this.isNumber ? String(usual) : "";
    return html`
      <input id=${id} type="text" inputmode=${this.isNumber ? "decimal" : "text"} placeholder=${hint} autocomplete="off"
        aria-describedby=${about} aria-invalid=${invalid} .value=${live(this.typed)} @input=${take}>`;
  }
}

/** A value as it is typed: text as it is, all else as JSON. @param {unknown} value */
export const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));
