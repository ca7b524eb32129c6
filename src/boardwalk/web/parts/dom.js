// Making elements, messages and questions. Text is always set as text, never as markup.

import { html, nothing, render } from "./vendor/lit-html.js";

/** @typedef {Record<string, any>} Props */

/** A media query that is asked when it is needed: modules load without a browser. @param {string} query */
const media = (query) => ({
  get matches() {
    return matchMedia(query).matches;
  },
  /** @param {() => void} run */
  changed(run) {
    matchMedia(query).addEventListener("change", run);
  },
});

export const stillness = media("(prefers-reduced-motion: reduce)");
export const coarse = media("(pointer: coarse)");

const SVG = "http://www.w3.org/2000/svg";

/** @template {Element} E @param {E} node @param {Props} props @param {unknown[]} children */
function fill(node, props, children) {
  const made = /** @type {any} */ (node);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") || name === "value") made[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...nodes(children));
  return node;
}

/** @param {unknown[]} children @returns {Node[]} */
function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== undefined && child !== null && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** An HTML element: el("button", {class: "x", onclick: f}, "text", child).
 *  @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Props} [props] @param {unknown[]} children */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Props} [props] @param {unknown[]} children */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Sets attributes that differ, so that nothing is restyled in vain. @param {Element} node @param {Props} props */
export function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
  }
}

/** @param {Node} node @param {string} value */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Whether keys go to a field in which one types. @param {EventTarget | null} target */
export const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=range]), textarea, select") || target.isContentEditable);

/** A short message that goes away by itself. @param {string} message */
export function toast(message, kind = "plain") {
  const toasts = document.getElementById("toasts");
  if (!toasts || [...toasts.children].some((one) => one.textContent === message)) return;
  const shown = el("p", { class: `toast ${kind}` }, message);
  toasts.append(shown);
  while (toasts.children.length > 3) toasts.firstChild?.remove();
  setTimeout(() => shown.remove(), 2500 + message.length * 45);
}

/** Asks in a dialog: resolves to what `build(done)`, which returns its contents, calls `done` with, or to null.
 *  @template T @param {string} label @param {(done: (answer: T | null) => void) => unknown} build @returns {Promise<T | null>} */
export function ask(label, build) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "ask", "aria-label": label });
    /** @param {T | null} answer */
    const done = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(null);
    });
    render(build(done), dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks before something that can't be taken back. Resolves to true, or to a false value.
 *  @param {string} question @param {{ yes: string, no?: string, detail?: string }} words @returns {Promise<boolean | null>} */
export function confirm(question, { yes, no = "Go back", detail = "" }) {
  return ask(
    question,
    (done) => html`
      <h2>${question}</h2>
      ${detail ? html`<p>${detail}</p>` : nothing}
      <div class="row end">
        <button type="button" class="button" @click=${() => done(false)}><span>${no}</span></button>
        <button type="button" class="button primary" @click=${() => done(true)}><span>${yes}</span></button>
      </div>`,
  );
}

/** @param {string} value @param {string} what */
export async function copy(value, what) {
  try {
    await navigator.clipboard.writeText(value);
    toast(`${what} copied`);
  } catch {
    const box = el("input", { value, readonly: true, class: "off" });
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    toast(done ? `${what} copied` : value);
  }
}

/** Lets the browser save a file. @param {string} name @param {Blob} content */
export function download(name, content) {
  const href = URL.createObjectURL(content);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

/** A server's reason as a sentence. @param {string} why */
export function sentence(why) {
  const clean = (why || "That did not work").trim();
  return clean[0].toUpperCase() + clean.slice(1) + (/[.!?…]$/.test(clean) ? "" : ".");
}

/** A name of the game's as people read it. @param {string} name */
export function title(name) {
  const words = name.replaceAll("_", " ");
  return words && words[0].toUpperCase() + words.slice(1);
}

/** The message of an error, or of any other value that was thrown. @param {unknown} error */
export const reason = (error) => sentence(error instanceof Error ? error.message : String(error));

/** @param {number} seconds */
const duration = (seconds) => (seconds % 60 ? `${seconds} s` : `${seconds / 60} min`);

/** The clock of a room in words; empty without one.
 *  @param {{ bank_seconds: number, bonus_seconds: number, turn_seconds: number }} room */
export function clockWords({ bank_seconds: bank, bonus_seconds: bonus, turn_seconds: turn }) {
  if (bank) return bonus ? `${duration(bank)} + ${bonus} s a move` : `${duration(bank)} for the game`;
  if (turn === 86400) return "a day a turn";
  return turn ? `${duration(turn)} a turn` : "";
}
