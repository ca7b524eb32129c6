// Templates that many parts of the page use: icons, the marks of seats, stars, the options of a select, a button to choose a file.

import { html, live } from "./vendor/lit-html.js";

/** @type {Record<string, string>} */
const ICONS = {
  help: "M9.2 9a3 3 0 1 1 4.2 2.7c-.9.5-1.4 1-1.4 2.3M12 17.4v.1",
  moon: "M20 14.5A8.2 8.2 0 0 1 9.5 4 8.2 8.2 0 1 0 20 14.5Z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  auto: "M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16",
  copy: "M9 9h10v11H9ZM5 15V4h10",
  sound: "M4 9.5v5h3.5l5 4v-13l-5 4ZM16 9a4.2 4.2 0 0 1 0 6M18.6 6.4a8 8 0 0 1 0 11.2",
  mute: "M4 9.5v5h3.5l5 4v-13l-5 4ZM16 9.5l5 5M21 9.5l-5 5",
  play: "M8 5.5v13l10-6.5Z",
  pause: "M8 5.5v13M16 5.5v13",
  next: "M8 6l8 6-8 6ZM18 6v12",
  prev: "M16 6l-8 6 8 6ZM6 6v12",
  back: "M15 5l-7 7 7 7",
  first: "M18 6l-7 6 7 6ZM11 6l-7 6 7 6",
  last: "M6 6l7 6-7 6ZM13 6l7 6-7 6",
  down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  again: "M4.5 12a7.5 7.5 0 1 1 2.3 5.4M4.5 18v-5h5",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  chart: "M4 4v16h16M7.5 15.5l4-5 3 2.5 5-7",
  bulb: "M9.5 17.5h5M10 20.5h4M12 3.5a6 6 0 0 0-3.4 10.9c.6.5.9 1 .9 1.8h5c0-.8.3-1.3.9-1.8A6 6 0 0 0 12 3.5",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  home: "M4 11.5L12 5l8 6.5M6.5 10v9h11v-9",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4",
  // by the icon of a fact about a player
  "fact-flag": "M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0",
  "fact-first": "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9 6.8 19.7l1-5.9L3.5 9.7l5.9-.8Z",
  "fact-choosing": "M5 12h.1M12 12h.1M19 12h.1",
  "fact-ready": "M5 12.5l4.5 4.5L19 7",
  "fact-gone": "M14 4H6v16h8M10 12h11M17.5 8.5L21 12l-3.5 3.5",
  "fact-wall": "M3 7h18v10H3ZM3 12h18M9 7v5M15 12v5",
  leave: "M14 4H6v16h8M10 12h11M17.5 8.5L21 12l-3.5 3.5",
};

const SOLID = ["play", "next", "prev", "first", "last"];

/** @param {string} name */
export const icon = (name) =>
  html`<svg viewBox="0 0 24 24" class=${SOLID.includes(name) ? "icon solid" : "icon"} aria-hidden="true"><path d=${ICONS[name]}></path></svg>`;

/** The icon of a fact, which may be one of the game's own drawings. @param {string} name @param {string} own the reference of that drawing */
export const factIcon = (name, own) =>
  `fact-${name}` in ICONS
    ? icon(`fact-${name}`)
    : html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><use href=${own}></use></svg>`;

const MARKS = [
  "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z",
  "M8 1.5L15 14H1Z",
  "M2.5 2.5h11v11h-11Z",
  "M8 1l7 7-7 7-7-7Z",
];

/** The class of a seat's colour. @param {number} tone */
export const toneClass = (tone) => `tone-${tone >= 0 ? tone % 4 : "n"}`;

/** A seat's mark, besides its colour: circle, triangle, square, diamond. @param {number} tone */
export const mark = (tone) =>
  html`<svg viewBox="0 0 16 16" class="mark ${toneClass(tone)}" aria-hidden="true"><path d=${MARKS[Math.max(tone, 0) % 4]}></path></svg>`;

/** What a select offers, as pairs of a value and words. @template {string | number} V @param {[V, string][]} pairs @param {V} chosen */
export const options = (pairs, chosen) =>
  pairs.map(([value, words]) => html`<option value=${value} .selected=${live(value === chosen)}>${words}</option>`);

/** A listener that is told the value of the field that an event is about. @param {(value: string) => void} take */
export const typed =
  (take) =>
  (/** @type {Event} */ { target }) =>
    take(/** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (target).value);

/** A button to choose a file, and the field behind it, which is named `label`. `take` is given the file.
 *  @param {{ words: string, label: string, accept?: string, look?: string }} about @param {(file: File) => void} take */
export const fileButton = ({ words, label, accept = "", look = "button" }, take) => html`
  <button type="button" class=${look} @click=${openNext}><span>${words}</span></button>
  <input type="file" class="off" aria-label=${label} accept=${accept} tabindex="-1"
    @change=${(/** @type {Event} */ event) => chosen(event, take)}>`;

/** @param {Event} event */
const openNext = ({ currentTarget }) => {
  const field = /** @type {HTMLElement} */ (currentTarget).nextElementSibling;
  /** @type {HTMLInputElement} */ (field).click();
};

/** @param {Event} event @param {(file: File) => void} take */
function chosen({ currentTarget }, take) {
  const field = /** @type {HTMLInputElement} */ (currentTarget);
  const file = field.files?.[0];
  field.value = ""; // the same file may be chosen again
  if (file) take(file);
}

const MOST = 3; // stars

/** How well something was done, as text to share. @param {number} count */
export const starText = (count) => "★".repeat(count) + "☆".repeat(MOST - count);

/** The same to be seen. @param {number} count */
export const stars = (count) => html`
  <span class="stars" role="img" aria-label="${count} ${count === 1 ? "star" : "stars"} of ${MOST}">${"★".repeat(count)}<span class="stars-off">${"★".repeat(MOST - count)}</span></span>`;
