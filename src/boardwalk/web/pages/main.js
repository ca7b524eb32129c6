// Which page is shown: by the address. Links within the site change it without loading everything anew.

/** @import { Board } from "../board/board.js" */
/** @import { Shell } from "../state/shell" */

import { el, isTyping, text, toast } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { keepSetting, setting } from "../state/memory.js";
import { isSilent, play, silence, wake } from "../board/sound.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** By the first part of an address: the module of its page, the name of the page's class, and what the second part of the
 *  address names, if anything. A page is loaded when it is first shown. The server puts the table of pages.json here.
 *  @type {Record<string, { module: string, class: string, about?: string }>} */
const PAGES = JSON.parse(byId("pages").textContent ?? "");

const MODES = {
  auto: ["auto", "Colours: as the system"],
  light: ["sun", "Colours: light"],
  dark: ["moon", "Colours: dark"],
};

const RELOAD = 30000; // ms between two attempts to load a newer version of the client

/** @type {Shell} */
const shell = {
  main: byId("main"),
  game: "",
  brought: null,

  page(content) {
    render(content, shell.main);
  },

  title(words) {
    const full = words ? `${words} · Boardwalk` : "Boardwalk";
    if (document.title !== full) document.title = full;
  },

  where(title, game) {
    shell.game = game;
    text(byId("where"), title);
    showTools();
  },

  async help(game = shell.game) {
    const loaded = await import("../panels/help.js").catch(() => null);
    if (!loaded) {
      toast("This could not be loaded; is there a connection?", "bad");
      return;
    }
    const board = current?.board ?? current?.table?.board;
    loaded.showHelp(game, game === shell.game ? (board?.scene ?? null) : null);
  },

  problem(what, more, ...buttons) {
    shell.page(html`
      <section class="card problem" role="alert">
        <h1>${what}</h1>
        ${more ? html`<p>${more}</p>` : nothing}
        <div class="row"><a class="button primary" href="/" data-link>To the games</a>${buttons}</div>
      </section>`);
  },

  go(path, instead = false) {
    if (instead) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    route();
  },
};

/** What a page's class makes. @typedef {{ close?(): void, board?: Board, table?: { board: Board } }} Page */

/** @type {Page | null} */
let current = null;
let visits = 0; // counts addresses: a page that is loaded after the next one was asked for is not shown

async function route() {
  const visit = (visits += 1);
  current?.close?.();
  current = null;
  scrollTo(0, 0);
  shell.where("", "");
  shell.title("");
  shell.page(nothing);
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

/** @param {string} path */
function parts(path) {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return ["", path]; // not an address of ours
  }
}

/** A page's module; null if it can't be had. When the server has a newer version of the client than this page, the
 *  files of this version are gone: the page is loaded anew, but not over and over.
 *  @param {string} module @returns {Promise<Record<string, new (name: string, shell: Shell, ...more: string[]) => Page> | null>} */
async function load(module) {
  try {
    return await import(module);
  } catch {
    const reachable = await fetch("/healthz", { cache: "no-store" }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (reachable && Date.now() - setting("reloaded", 0) > RELOAD) {
      keepSetting("reloaded", Date.now());
      location.reload();
      return null;
    }
    const again = html`<button type="button" class="button" @click=${() => location.reload()}><span>Try again</span></button>`;
    if (reachable) shell.problem("This page could not be loaded.", "", again);
    else {
      shell.problem("You are offline.", "This page opens as soon as there is a connection again.", again);
      addEventListener("online", () => location.reload(), { once: true });
    }
    return null;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-link]") : null;
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  shell.go(link.getAttribute("href") ?? "/");
});
addEventListener("popstate", route);

// -- the tools in the corner

const mode = () => /** @type {keyof typeof MODES} */ (document.documentElement.dataset.mode ?? "auto");

function nextMode() {
  const names = Object.keys(MODES);
  const next = names[(names.indexOf(mode()) + 1) % names.length];
  if (next === "auto") delete document.documentElement.dataset.mode;
  else document.documentElement.dataset.mode = next;
  try {
    if (next === "auto") localStorage.removeItem("boardwalk.mode");
    else localStorage.setItem("boardwalk.mode", next);
  } catch {
    // Then it holds until the page is left.
  }
  showTools();
}

function toggleSound() {
  silence(!isSilent());
  wake();
  play("step");
  showTools();
}

function showTools() {
  const [name, colours] = MODES[mode()];
  const silent = isSilent();
  const sounds = silent ? "Sounds: off" : "Sounds: on";
  const tools = html`
    <button type="button" class="button round" aria-label="How to play" title="How to play (?)" ?hidden=${!shell.game}
      @click=${() => shell.help()}>${icon("help")}</button>
    <button type="button" class="button round" id="sound" aria-label=${sounds} aria-pressed=${silent} title=${sounds}
      @click=${toggleSound}>${icon(silent ? "mute" : "sound")}</button>
    <button type="button" class="button round" aria-label=${colours} title=${colours} @click=${nextMode}>${icon(name)}</button>`;
  render(tools, byId("tools"));
}

showTools();
for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true });
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
