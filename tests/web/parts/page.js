// A document for the tests of templates, before lit-html is loaded.

import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
Object.assign(globalThis, { document: window.document, Node: window.Node });
const { render } = await import("../../../src/boardwalk/web/parts/vendor/lit-html.js");

/** The element that holds what a template makes. */
export function drawn(template, holder = document.createElement("div")) {
  render(template, holder);
  return holder;
}

/** Its markup, without the comments that lit-html keeps and the blanks between elements. */
export const markup = (template) =>
  drawn(template)
    .innerHTML.replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/>\s+</g, "><")
    .trim();
