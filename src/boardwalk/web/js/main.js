// Which page is shown: by the address. Links within the site change it without loading everything anew.

import { el, icon, text } from "./dom.js";
import { isTyping } from "./keys.js";
import { HomePage } from "./home.js";
import { PlayPage } from "./play.js";
import { ReplayPage } from "./replay.js";
import { showRules } from "./rules.js";
import { SetupPage } from "./setup.js";

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

function route() {
  current?.close?.();
  scrollTo(0, 0);
  shell.where("", "");
  shell.title("");
  shell.main.replaceChildren();
  const [, kind, name] = location.pathname.split("/").map(decodeURIComponent);
  shell.main.dataset.page = kind || "home";
  if (kind === "r" && name) current = new PlayPage(name, shell);
  else if (kind === "replay" && name) current = new ReplayPage(name, shell);
  else if (kind === "play" && name) current = new SetupPage(name, shell);
  else current = new HomePage(shell);
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
