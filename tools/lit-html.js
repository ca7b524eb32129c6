// What the page uses of lit-html: `npm run vendor` joins it into parts/vendor/lit-html.js.
export { html, nothing, render, svg } from "lit-html";
export { live } from "lit-html/directives/live.js";
export { repeat } from "lit-html/directives/repeat.js";
