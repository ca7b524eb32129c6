import assert from "node:assert/strict";
import test from "node:test";

import { markup } from "./page.js";
import { markdown } from "../../../src/boardwalk/web/parts/markdown.js";

const html = (source) => markup(markdown(source));

test("headings are one step lower, paragraphs run on", () => {
  assert.equal(
    html("# Rules\n\nFirst line\nsecond line.\n\nNext."),
    "<h2>Rules</h2><p>First line second line.</p><p>Next.</p>",
  );
  assert.equal(html("###### Deep"), "<h6>Deep</h6>");
});

test("marks within words", () => {
  assert.equal(
    html("**bold** and *soft* and `a*b`"),
    "<p><strong>bold</strong> and <em>soft</em> and <code>a*b</code></p>",
  );
  assert.equal(html("2 * 3 * 4"), "<p>2 * 3 * 4</p>");
});

test("the number of a clause is a place one can go to", () => {
  assert.equal(
    html("**RR-17** Belts move."),
    '<p><strong class="clause" id="rule-RR-17">RR-17</strong> Belts move.</p>',
  );
});

test("nothing becomes markup, and links lead to pages only", () => {
  assert.equal(html("<b>x</b>"), "<p>&lt;b&gt;x&lt;/b&gt;</p>");
  assert.equal(html("[a](/play/x)"), '<p><a rel="noreferrer" href="/play/x">a</a></p>');
  assert.equal(html("[a](javascript:alert)"), "<p><span>a</span></p>");
});

test("lists hold their continuations and the lists below them", () => {
  assert.equal(
    html("- one\n  goes on\n- two\n  1. deeper\n  2. still"),
    "<ul><li>one goes on</li><li>two<ol><li>deeper</li><li>still</li></ol></li></ul>",
  );
});

test("tables have a head where a rule says so", () => {
  const body = "<tbody><tr><td>1</td><td>2</td></tr></tbody>";
  assert.equal(
    html("| a | b |\n|---|---|\n| 1 | 2 |"),
    `<table><thead><tr><th>a</th><th>b</th></tr></thead>${body}</table>`,
  );
  assert.equal(html("| 1 | 2 |"), `<table>${body}</table>`);
});

test("code is left as it is", () => {
  assert.equal(html("```\n**a**\n\n- b\n```\nend"), '<pre tabindex="0"><code>**a**\n\n- b</code></pre><p>end</p>');
});
