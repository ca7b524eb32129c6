import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { JSDOM } from "jsdom";

const PACKAGE = new URL("../../../package.json", import.meta.url);

test("the vendored lit-html is that of package.json, and updates what it rendered", async () => {
  const { document } = new JSDOM("").window;
  globalThis.document = document;
  const { html, render, repeat } = await import("../../../src/boardwalk/web/parts/vendor/lit-html.js");
  const { devDependencies } = JSON.parse(await readFile(PACKAGE, "utf8"));
  assert.deepEqual(globalThis.litHtmlVersions, [devDependencies["lit-html"]], "npm run vendor");

  const list = (names) =>
    html`<ul>${repeat(
      names,
      (name) => name,
      (name) => html`<li>${name}</li>`,
    )}</ul>`;
  render(list(["one", "two"]), document.body);
  const two = document.querySelectorAll("li")[1];
  render(list(["two", "<three>"]), document.body);
  assert.deepEqual(
    [...document.querySelectorAll("li")].map((item) => item.textContent),
    ["two", "<three>"],
  );
  assert.equal(document.querySelector("li"), two);
});
