// Which page is shown: by the address. Links within the site change it without loading everything anew.

import { el, icon, text } from "./dom.js";
import { isTyping } from "./keys.js";
import { showRules } from "./rules.js";

// The first part of an address, the module of its page, and the name of the page's class. A page is loaded when it is
// first shown.
const PAGES = {
  "": ["./home.js", "HomePage"],
  play: ["./setup.js", "SetupPage"],
  r: ["./play.js", "PlayPage"],
  replay: ["./replay.js", "ReplayPage"],
};

const MODES = { auto: ["auto", "Colours: as the system"], light: ["sun", "Colours: light"], dark: ["moon", "Colours: dark"] };

const shell = {
  main: document.getElementById("main"),
  game: "",

  /** Shows a page's node; the same one may be shown again. */
  page(node) {
    if (this.main.firstChild !== node || this.main.childElementCount !== 1) this.main.replaceChildren(node);
  },

  title(words) {
    const full = words ? `${words} · Boardwalk` : "Boardwalk";
    if (document.title !== full) document.title = full;
  },

  /** Which game the page is about. */
  where(title, game) {
    this.game = game;
    text(document.getElementById("where"), title);
    rules.hidden = !game;
  },

  problem(what, more, ...buttons) {
    this.page(
      el(
        "section",
        { class: "card problem", role: "alert" },
        el("h1", {}, what),
        more && el("p", {}, more),
        el("div", { class: "row" }, el("a", { class: "button primary", href: "/", "data-link": true }, "To the games"), ...buttons),
      ),
    );
  },

  go(path, instead = false) {
    if (instead) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    route();
  },
};

let current = null;
let visits = 0; // counts addresses: a page that is loaded after the next one was asked for is not shown

async function route() {
  const visit = (visits += 1);
  current?.close?.();
  current = null;
  scrollTo(0, 0);
  shell.where("", "");
  shell.title("");
  shell.main.replaceChildren();
  const [, kind, ...names] = location.pathname.split("/").map(decodeURIComponent);
  shell.main.dataset.page = kind || "home";
  const [module, page] = (names[0] || !kind) && PAGES[kind] ? PAGES[kind] : PAGES[""];
  const loaded = await import(module);
  // A page has `constructor(name, shell, ...more)` by the parts of its address, and `close()`.
  if (visit === visits) current = new loaded[page](names[0] ?? "", shell, ...names.slice(1));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-link]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  shell.go(link.getAttribute("href"));
});
addEventListener("popstate", route);

// -- the tools in the corner

const rules = el(
  "button",
  { type: "button", class: "button round", "aria-label": "Rules", title: "Rules (?)", hidden: true, onclick: () => showRules(shell.game) },
  icon("help"),
);
const colours = el("button", { type: "button", class: "button round", onclick: nextMode });

function nextMode() {
  const names = Object.keys(MODES);
  const now = document.documentElement.dataset.mode ?? "auto";
  const next = names[(names.indexOf(now) + 1) % names.length];
  if (next === "auto") delete document.documentElement.dataset.mode;
  else document.documentElement.dataset.mode = next;
  try {
    if (next === "auto") localStorage.removeItem("boardwalk.mode");
    else localStorage.setItem("boardwalk.mode", next);
  } catch {
    // Then it holds until the page is left.
  }
  showMode();
}

function showMode() {
  const [name, label] = MODES[document.documentElement.dataset.mode ?? "auto"];
  colours.replaceChildren(icon(name));
  colours.setAttribute("aria-label", label);
  colours.title = label;
}

showMode();
document.getElementById("tools").append(rules, colours);
// On the window, so that a game's own keys come first.
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key === "?" || event.key === "h") && shell.game && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    showRules(shell.game);
  }
});

route();
