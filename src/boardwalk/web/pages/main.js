// Which page is shown: by the address. Links within the site change it without loading everything anew.

import { button, el, icon, isTyping, text, toast } from "../parts/dom.js";
import { keepSetting, setting } from "../state/memory.js";
import { soundButton } from "../board/sound.js";

// By the first part of an address: the module of its page, the name of the page's class, and what the second part of the
// address names, if anything. A page is loaded when it is first shown. The server puts the table of pages.json here.
const PAGES = JSON.parse(document.getElementById("pages").textContent);

const MODES = { auto: ["auto", "Colours: as the system"], light: ["sun", "Colours: light"], dark: ["moon", "Colours: dark"] };

const RELOAD = 30000; // ms between two attempts to load a newer version of the client

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

  /** How to play the page's game, or another; with the legend of the board that the page shows. */
  async help(game = this.game) {
    const loaded = await import("../panels/help.js").catch(() => null);
    if (!loaded) {
      toast("This could not be loaded; is there a connection?", "bad");
      return;
    }
    const board = current?.board ?? current?.table?.board;
    loaded.showHelp(game, game === this.game ? board?.scene : null);
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
  const [, kind, ...names] = parts(location.pathname);
  shell.main.dataset.page = kind || "home";
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : null;
  if (!page || (page.about && !names[0])) {
    shell.problem("There is no such page.", "There may be a slip in the link.");
    return;
  }
  const loaded = await load(page.module);
  // A page has `constructor(name, shell, ...more)` by the parts of its address, and `close()`.
  if (loaded && visit === visits) current = new loaded[page.class](names[0] ?? "", shell, ...names.slice(1));
}

function parts(path) {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return ["", path]; // not an address of ours
  }
}

/** A page's module; null if it can't be had. When the server has a newer version of the client than this page, the
 *  files of this version are gone: the page is loaded anew, but not over and over. */
async function load(module) {
  try {
    return await import(module);
  } catch {
    const reachable = await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (reachable && Date.now() - setting("reloaded", 0) > RELOAD) {
      keepSetting("reloaded", Date.now());
      location.reload();
      return null;
    }
    const again = button("Try again", { class: "button", onclick: () => location.reload() });
    if (reachable) shell.problem("This page could not be loaded.", "", again);
    else {
      shell.problem("You are offline.", "This page opens as soon as there is a connection again.", again);
      addEventListener("online", () => location.reload(), { once: true });
    }
    return null;
  }
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
  { type: "button", class: "button round", "aria-label": "How to play", title: "How to play (?)", hidden: true, onclick: () => shell.help() },
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
document.getElementById("tools").append(rules, soundButton(), colours);
// On the window, so that a game's own keys come first.
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key === "?" || event.key === "h") && shell.game && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    shell.help();
  }
});

// -- without a connection: the page says so at once, and the service worker opens it

const offline = el(
  "p",
  { class: "offline", role: "alert", hidden: navigator.onLine },
  "You are offline. The page goes on as soon as the connection is back.",
);
document.body.prepend(offline);
addEventListener("offline", () => (offline.hidden = false));
addEventListener("online", () => (offline.hidden = true));
// There is no service worker where the page is not served by TLS or from this machine, or where storage is forbidden.
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));

route();
