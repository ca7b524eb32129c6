// Rulebooks are Markdown; this renders as much of it as they use: headings, paragraphs, lists, tables, code, bold,
// emphasis, links. Everything becomes text in templates, so nothing in a text can become markup.

/** @import { TemplateResult } from "./vendor/lit-html.js" */

import { html, nothing } from "./vendor/lit-html.js";

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const CLAUSE = /^[A-Z]{2}-\d+$/;

/** Words with marks in them. @param {string} source @returns {unknown[]} */
export function inline(source) {
  const parts = [];
  let at = 0;
  for (const found of source.matchAll(INLINE)) {
    if (found.index > at) parts.push(source.slice(at, found.index));
    const [all, code, bold, emphasis, label, address] = found;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(CLAUSE.test(bold) ? clause(bold) : html`<strong>${inline(bold)}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${inline(emphasis)}</em>`);
    else parts.push(link(label, address));
    at = found.index + all.length;
  }
  if (at < source.length) parts.push(source.slice(at));
  return parts;
}

/** A clause's number is a place one can go to. @param {string} number */
const clause = (number) => html`<strong class="clause" id="rule-${number}">${number}</strong>`;

/** @param {string} label @param {string} address */
function link(label, address) {
  const safe = /^(https?:|\/|#)/.test(address);
  return safe ? html`<a href=${address} rel="noreferrer">${inline(label)}</a>` : html`<span>${inline(label)}</span>`;
}

/** Makes the block that begins at a line; with the number of the line after it.
 *  @typedef {(lines: string[], at: number) => [TemplateResult, number]} Block */

/** @type {[RegExp, Block][]} */
const BLOCKS = [
  [/^```/, fence],
  [/^#{1,6}\s/, heading],
  [/^\s*\|.*\|\s*$/, table],
  [/^\s*([-*]|\d+[.)])\s+/, list],
];

/** The blocks of a whole text. @param {string} source */
export function markdown(source) {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const make = BLOCKS.find(([start]) => start.test(lines[at]))?.[1] ?? paragraph;
    const [block, next] = make(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** @param {string} line */
const starts = (line) => !line.trim() || BLOCKS.some(([start]) => start.test(line));

/** @type {Block} */
function fence(lines, at) {
  let end = at + 1;
  while (end < lines.length && !lines[end].startsWith("```")) end += 1;
  return [html`<pre tabindex="0"><code>${lines.slice(at + 1, end).join("\n")}</code></pre>`, end + 1];
}

/** @type {Block} */
function heading(lines, at) {
  const [, marks, title] = /^(#+)\s+(.*)$/.exec(lines[at]) ?? ["", "#", lines[at]];
  const words = inline(title);
  const level = Math.min(marks.length + 1, 6);
  if (level === 2) return [html`<h2>${words}</h2>`, at + 1];
  if (level === 3) return [html`<h3>${words}</h3>`, at + 1];
  if (level === 4) return [html`<h4>${words}</h4>`, at + 1];
  return [level === 5 ? html`<h5>${words}</h5>` : html`<h6>${words}</h6>`, at + 1];
}

/** @type {Block} */
function paragraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && !starts(lines[end])) end += 1;
  return [html`<p>${inline(lines.slice(at, end).join(" "))}</p>`, end];
}

/** @type {Block} */
function table(lines, at) {
  const row = (/** @type {string} */ line) =>
    line
      .trim()
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  const ruled = /^\s*\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? "");
  let end = at;
  while (end < lines.length && /^\s*\|.*\|\s*$/.test(lines[end])) end += 1;
  const body = lines.slice(ruled ? at + 2 : at, end).map(row);
  const head = ruled
    ? html`<thead><tr>${row(lines[at]).map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead>`
    : nothing;
  const cells = body.map((line) => html`<tr>${line.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`);
  return [html`<table>${head}<tbody>${cells}</tbody></table>`, end];
}

const ITEM = /^(\s*)([-*]|\d+[.)])\s+(.*)$/;

/** Items with what is indented below them; deeper items become lists within. @type {Block} */
function list(lines, at) {
  const [, margin, first] = ITEM.exec(lines[at]) ?? ["", "", "-"];
  const depth = margin.length;
  /** @type {TemplateResult[]} */
  const items = [];
  /** @type {string[]} */
  let words = [];
  /** @type {TemplateResult | typeof nothing} */
  let inner = nothing;
  const close = () => {
    if (words.length) items.push(html`<li>${inline(words.join(" "))}${inner}</li>`);
    words = [];
    inner = nothing;
  };
  let end = at;
  while (end < lines.length) {
    const found = ITEM.exec(lines[end]);
    if (found && found[1].length > depth + 1 && words.length) [inner, end] = list(lines, end);
    else if (found && found[1].length >= depth) {
      close();
      words.push(found[3]);
      end += 1;
    } else if (!found && lines[end].trim() && (/^\s+/.test(lines[end]) || !starts(lines[end]))) {
      words.push(lines[end].trim());
      end += 1;
    } else if (!lines[end].trim() && (ITEM.exec(lines[end + 1] ?? "")?.[1].length ?? -1) >= depth) end += 1;
    else break;
  }
  close();
  return [/\d/.test(first) ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`, end];
}
