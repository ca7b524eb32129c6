// A form made from a game's typed options. The server's own sentence stands beside a value that is wrong.

import { el, text } from "../parts/dom.js";
import { FileField } from "./filefield.js";

/** An option's name as people read it. */
export const title = (name) => {
  const words = name.replaceAll("_", " ");
  return words && words[0].toUpperCase() + words.slice(1);
};

export class OptionsForm {
  /** `changed()` is called when a value changes. */
  constructor(game, changed) {
    this.game = game;
    this.fields = new Map();
    this.node = el("div", { class: "options" });
    for (const option of game.options) {
      const field = option.kind === "file" ? new FileField(game, option, changed) : new Field(option, changed);
      this.fields.set(option.name, field);
      const problem = el("p", { class: "problem-note", id: `problem-${option.name}`, role: "alert", hidden: true });
      field.problem = problem;
      const about = el("p", { class: "about", id: `about-${option.name}` }, option.description);
      field.input.setAttribute("aria-describedby", `about-${option.name} problem-${option.name}`);
      this.node.append(
        el("div", { class: field.isFile ? "option wide" : "option" }, el("label", { for: `option-${option.name}` }, option.title || title(option.name)), field.node, problem, about),
      );
    }
  }

  /** The values that differ from the defaults. */
  get values() {
    const values = {};
    for (const [name, field] of this.fields) if (field.changed) values[name] = field.value;
    return values;
  }

  set values(values) {
    for (const [name, field] of this.fields) field.value = name in values ? values[name] : field.option.default;
    this.clear();
  }

  clear() {
    for (const field of this.fields.values()) {
      field.problem.hidden = true;
      field.input.removeAttribute("aria-invalid");
      field.clear?.();
    }
  }

  /** Shows an error beside its option. False if it belongs to none. */
  show(error) {
    this.clear();
    const files = [...this.fields.values()].filter((field) => field.isFile && field.changed);
    const field = this.fields.get(error.option) ?? (error.line ? files[0] : null);
    if (!field) return false;
    text(field.problem, error.message);
    field.problem.hidden = false;
    field.input.setAttribute("aria-invalid", "true");
    if (error.line) field.point?.(error);
    return true;
  }
}

class Field {
  constructor(option, changed) {
    this.option = option;
    const id = `option-${option.name}`;
    if (option.kind === "choice") {
      this.input = el("select", { id }, option.choices.map((choice) => el("option", { value: String(choice) }, title(String(choice)) || "None")));
    } else if (option.kind === "switch") this.input = el("input", { id, type: "checkbox" });
    else {
      const number = option.kind === "whole" || option.kind === "number";
      this.input = el("input", { id, type: "text", inputmode: number ? "decimal" : "text", placeholder: placeholder(option), autocomplete: "off" });
    }
    this.input.addEventListener("input", changed);
    this.node = this.input;
    this.value = option.default;
  }

  get value() {
    if (this.option.kind === "switch") return this.input.checked;
    if (this.option.kind === "choice") return this.option.choices.find((choice) => String(choice) === this.input.value);
    const typed = this.input.value.trim();
    const isNumber = this.option.kind === "whole" || this.option.kind === "number";
    if (!isNumber) return typed;
    // What is no number goes to the server as it was typed: its message says what was expected.
    return typed !== "" && Number.isFinite(Number(typed)) && (this.option.kind === "number" || Number.isInteger(Number(typed))) ? Number(typed) : typed;
  }

  set value(value) {
    if (this.option.kind === "switch") this.input.checked = Boolean(value);
    else this.input.value = this.option.kind === "choice" ? String(value) : asText(value);
  }

  get changed() {
    return this.value !== this.option.default;
  }
}

/** A value as it is typed: text as it is, all else as JSON. */
export const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

const placeholder = (option) => (option.kind === "whole" || option.kind === "number" ? String(option.default) : "");
