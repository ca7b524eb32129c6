// Rulebooks are Markdown; this renders as much of it as they use: headings, paragraphs, lists, tables, code, bold,
// emphasis, links. Everything becomes text nodes, so nothing in a text can become markup.

import { el } from "./dom.js";

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const CLAUSE = /^[A-Z]{2}-\d+$/;

export function inline(source) {
  const nodes = [];
  let at = 0;
  for (const found of source.matchAll(INLINE)) {
    if (found.index > at) nodes.push(source.slice(at, found.index));
    const [all, code, bold, emphasis, label, address] = found;
    if (code !== undefined) nodes.push(el("code", {}, code));
    else if (bold !== undefined) nodes.push(clause(bold) ?? el("strong", {}, inline(bold)));
    else if (emphasis !== undefined) nodes.push(el("em", {}, inline(emphasis)));
    else nodes.push(link(label, address));
    at = found.index + all.length;
  }
  if (at < source.length) nodes.push(source.slice(at));
  return nodes;
}

/** A clause's number is a place one can go to. */
function clause(words) {
  return CLAUSE.test(words) ? el("strong", { class: "clause", id: `rule-${words}` }, words) : null;
}

function link(label, address) {
  const safe = /^(https?:|\/|#)/.test(address);
  return safe ? el("a", { href: address, rel: "noreferrer" }, inline(label)) : el("span", {}, inline(label));
}

const BLOCKS = [
  [/^```/, fence],
  [/^#{1,6}\s/, heading],
  [/^\s*\|.*\|\s*$/, table],
  [/^\s*([-*]|\d+[.)])\s+/, list],
];

/** The nodes of a whole text. */
export function markdown(source) {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const nodes = [];
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const block = BLOCKS.find(([start]) => start.test(lines[at]))?.[1] ?? paragraph;
    const [node, next] = block(lines, at);
    nodes.push(node);
    at = next;
  }
  return nodes;
}

const starts = (line) => !line.trim() || BLOCKS.some(([start]) => start.test(line));

function fence(lines, at) {
  let end = at + 1;
  while (end < lines.length && !lines[end].startsWith("```")) end += 1;
  return [el("pre", { tabindex: 0 }, el("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

function heading(lines, at) {
  const [, marks, words] = /^(#+)\s+(.*)$/.exec(lines[at]) ?? [null, "#", lines[at]];
  return [el(`h${Math.min(marks.length + 1, 6)}`, {}, inline(words)), at + 1];
}

function paragraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && !starts(lines[end])) end += 1;
  return [el("p", {}, inline(lines.slice(at, end).join(" "))), end];
}

function table(lines, at) {
  const row = (line) => line.trim().slice(1, -1).split("|").map((cell) => cell.trim());
  const ruled = /^\s*\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? "");
  let end = at;
  while (end < lines.length && /^\s*\|.*\|\s*$/.test(lines[end])) end += 1;
  const body = lines.slice(ruled ? at + 2 : at, end).map(row);
  return [
    el(
      "table",
      {},
      ruled && el("thead", {}, el("tr", {}, row(lines[at]).map((cell) => el("th", {}, inline(cell))))),
      el("tbody", {}, body.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, inline(cell)))))),
    ),
    end,
  ];
}

/** Items with what is indented below them; deeper items become lists within. */
function list(lines, at) {
  const item = /^(\s*)([-*]|\d+[.)])\s+(.*)$/;
  const [, margin, first] = item.exec(lines[at]);
  const depth = margin.length;
  const node = el(/\d/.test(first) ? "ol" : "ul", {});
  let words = [];
  let inner = null;
  const close = () => {
    if (words.length) node.append(el("li", {}, inline(words.join(" ")), inner));
    words = [];
    inner = null;
  };
  let end = at;
  while (end < lines.length) {
    const found = item.exec(lines[end]);
    if (found && found[1].length > depth + 1 && words.length) [inner, end] = list(lines, end);
    else if (found && found[1].length >= depth) {
      close();
      words.push(found[3]);
      end += 1;
    } else if (!found && lines[end].trim() && (/^\s+/.test(lines[end]) || !starts(lines[end]))) {
      words.push(lines[end].trim());
      end += 1;
    } else if (!lines[end].trim() && item.exec(lines[end + 1] ?? "")?.[1].length >= depth) end += 1;
    else break;
  }
  close();
  return [node, end];
}
