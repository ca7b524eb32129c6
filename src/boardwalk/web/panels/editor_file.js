// What one can do with a file that is being made: see whether it is right, ask the solver, try it, share it, keep it.

import * as api from "../net/api.js";
import { button, copy, el, sentence, text, toast } from "../parts/dom.js";
import { SolverPanel } from "./editor_jobs.js";
import { sharedPath } from "../state/editor_link.js";
import { keepTokens } from "../state/memory.js";

const QUIET = 250; // ms without a change before the server is asked
const LIVE = 600; // ms a tick
const LARGEST = 200_000; // bytes of a file to open

export class FilePanel {
  /** `content()` is the file as the server takes it, `part()` what of it is tried and solved, `show(mistakes)` marks
   *  mistakes and returns words for where each is, `point(mistake)` goes there. */
  constructor(shell, about, { content, part, show, point }) {
    Object.assign(this, { shell, about, content, part, point });
    this.showMistakes = show;
    this.verdict = el("p", { class: "verdict", role: "status" });
    this.mistakes = el("ul", { class: "mistake-list" });
    this.tryIt = button("Try it", { icon: "play", class: "button primary", hidden: !about.option, onclick: () => this.play() });
    this.link = el("input", { type: "text", readonly: true, hidden: true, "aria-label": "Link to share" });
    this.solver = about.solver ? new SolverPanel(api.editorPath(about.game, about.kind, "solve"), () => this.part()) : null;
    this.node = el(
      "div",
      { class: "file-panel" },
      this.verdict,
      this.mistakes,
      this.solver?.node,
      el(
        "div",
        { class: "row" },
        this.tryIt,
        button("Share a link", { icon: "copy", onclick: () => this.share() }),
        button("Download", { icon: "down", onclick: () => this.download() }),
      ),
      this.link,
    );
  }

  /** Something was changed: what was said of it before does not hold any more. */
  changed() {
    clearTimeout(this.timer);
    this.solver?.cancel();
    this.link.hidden = true;
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  /** Asks the server about the file. */
  check() {
    clearTimeout(this.timer);
    const content = this.content();
    const asked = (this.asked = JSON.stringify(content));
    this.checking = api.checkWork(this.about.game, this.about.kind, content).then(
      (answer) => {
        if (this.asked === asked) this.tell(answer);
        return answer;
      },
      (error) => {
        if (this.asked === asked) text(this.verdict, sentence(error.message));
        return null;
      },
    );
    return this.checking;
  }

  tell({ mistakes, refusal }) {
    const places = this.showMistakes(mistakes);
    const good = !mistakes.length && !refusal;
    this.verdict.classList.toggle("bad", !good);
    text(this.verdict, good ? (this.about.option ? "All right: it can be played." : "All right.") : refusal && sentence(refusal));
    this.mistakes.replaceChildren(
      ...mistakes.map((mistake, n) =>
        el("li", {}, el("button", { type: "button", class: "link", onclick: () => this.point(mistake) }, places[n]), ` ${sentence(mistake.what)}`),
      ),
    );
    this.tryIt.disabled = !good;
  }

  /** The text of the whole file as it is now. */
  async text() {
    return (await this.check())?.text ?? "";
  }

  /** Starts a game on it at once, against bots where others are needed. */
  async play() {
    this.tryIt.disabled = true;
    try {
      const { trial, mistakes, refusal } = await api.checkWork(this.about.game, this.about.kind, this.part());
      if (!trial) throw new Error(refusal || mistakes[0].what);
      const live = (await api.games()).find((game) => game.name === this.about.game)?.live;
      const seats = trial.seats.map((_, seat) => (seat ? { kind: "bot" } : { kind: "me" }));
      const made = await api.makeRoom({ game: this.about.game, options: trial.options, seats, tick_ms: live ? LIVE : 0 });
      keepTokens(made.room, Object.values(made.tokens));
      this.shell.go(`/r/${made.room}`);
    } catch (error) {
      toast(sentence(error.message), "bad");
      this.tryIt.disabled = false;
    }
  }

  async share() {
    const { game, kind } = this.about;
    this.link.value = location.origin + (await sharedPath(game, kind, await this.text()));
    this.link.hidden = false;
    copy(this.link.value, "Link");
  }

  async download() {
    const address = URL.createObjectURL(new Blob([await this.text()], { type: "text/plain" }));
    el("a", { href: address, download: `mine${this.about.suffix}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  close() {
    clearTimeout(this.timer);
    this.solver?.cancel();
  }
}

/** A button that opens a file of one's own; `open(text)` takes it. */
export function fileButton(about, open) {
  const input = el("input", { type: "file", accept: `${about.suffix},.txt,text/plain`, class: "off", "aria-label": `Choose a ${about.suffix} file`, tabindex: -1 });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > LARGEST) toast(`That file is too big: ${file.size} bytes, at most ${LARGEST}.`, "bad");
    else open(await file.text());
    input.value = "";
  });
  return [button("Open a file", { class: "button small", onclick: () => input.click() }), input];
}
