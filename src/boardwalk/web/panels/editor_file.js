// What one can do with a file that is being made: see whether it is right, ask the solver, try it, share it, keep it.

/** @import { CheckedWork, EditorKind, WantedSeat, Work, WorkMistake } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { copy, download, reason, sentence, toast } from "../parts/dom.js";
import { SolverPanel } from "./editor_jobs.js";
import { fileButton, icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { sharedPath } from "../state/editor_link.js";
import { keepTokens } from "../state/memory.js";

const QUIET = 250; // ms without a change before the server is asked
const LIVE = 600; // ms a tick
const LARGEST = 200_000; // bytes of a file to open

/** `content()` is the file as the server takes it, `part()` what of it is tried and solved, `show(mistakes)` marks mistakes
 *  and returns words for where each is, `point(mistake)` goes there, `draw()` draws everything anew.
 *  @typedef {{ content(): Work, part(): Work, show(mistakes: WorkMistake[]): string[], point(mistake: WorkMistake): void, draw(): void }} Workbench */

export class FilePanel {
  /** @param {Shell} shell @param {EditorKind} about @param {Workbench} work */
  constructor(shell, about, work) {
    this.shell = shell;
    this.about = about;
    this.work = work;
    this.verdict = "";
    this.good = true;
    this.starting = false; // whether a game on it is being made
    /** @type {{ mistake: WorkMistake, place: string }[]} */
    this.mistakes = [];
    this.link = "";
    this.solver = about.solver
      ? new SolverPanel(api.editorPath(about.game, about.kind, "solve"), work.part, work.draw)
      : null;
  }

  /** Something was changed: what was said of it before does not hold any more. */
  changed() {
    clearTimeout(this.timer);
    this.solver?.cancel();
    this.link = "";
    this.timer = setTimeout(() => this.check(), QUIET);
    this.work.draw();
  }

  /** Asks the server about the file; null if there is no answer. */
  async check() {
    clearTimeout(this.timer);
    const content = this.work.content();
    const asked = JSON.stringify(content);
    this.asked = asked;
    /** @type {CheckedWork | null} */
    let answer = null;
    try {
      answer = await api.checkWork(this.about.game, this.about.kind, content);
      if (this.asked === asked) this.tell(answer);
    } catch (error) {
      if (this.asked === asked) this.verdict = reason(error);
    }
    this.work.draw();
    return answer;
  }

  /** @param {CheckedWork} answer */
  tell({ mistakes, refusal }) {
    const places = this.work.show(mistakes);
    this.mistakes = mistakes.map((mistake, n) => ({ mistake, place: places[n] }));
    this.good = !mistakes.length && !refusal;
    const right = this.about.option ? "All right: it can be played." : "All right.";
    this.verdict = this.good ? right : refusal && sentence(refusal);
  }

  /** The text of the whole file as it is now. */
  async text() {
    return (await this.check())?.text ?? "";
  }

  /** Starts a game on it at once, against bots where others are needed. */
  async play() {
    this.starting = true;
    this.work.draw();
    try {
      const { trial, mistakes, refusal } = await api.checkWork(this.about.game, this.about.kind, this.work.part());
      if (!trial) throw new Error(refusal || mistakes[0].what);
      const live = (await api.games()).find((game) => game.name === this.about.game)?.live;
      /** @type {WantedSeat[]} */
      const seats = trial.seats.map((_, seat) => ({ kind: seat ? "bot" : "me" }));
      const made = await api.makeRoom({
        game: this.about.game,
        options: trial.options,
        seats,
        tick_ms: live ? LIVE : 0,
      });
      keepTokens(made.room, Object.values(made.tokens));
      this.shell.go(`/r/${made.room}`);
    } catch (error) {
      toast(reason(error), "bad");
    }
    this.starting = false;
    this.work.draw();
  }

  async share() {
    const { game, kind } = this.about;
    this.link = location.origin + (await sharedPath(game, kind, await this.text()));
    this.work.draw();
    copy(this.link, "Link");
  }

  async download() {
    download(`mine${this.about.suffix}`, new Blob([await this.text()], { type: "text/plain" }));
  }

  template() {
    return html`
      <div class="file-panel">
        <p class="verdict ${this.good ? "" : "bad"}" role="status">${this.verdict}</p>
        <ul class="mistake-list">${this.mistakes.map(
          ({ mistake, place }) => html`<li><button type="button" class="link"
          @click=${() => this.work.point(mistake)}>${place}</button> ${sentence(mistake.what)}</li>`,
        )}</ul>
        ${this.solver?.template() ?? nothing}
        <div class="row">
          <button type="button" class="button primary" ?hidden=${!this.about.option} ?disabled=${!this.good || this.starting}
            @click=${() => this.play()}>${icon("play")}<span>Try it</span></button>
          <button type="button" class="button" @click=${() => this.share()}>${icon("copy")}<span>Share a link</span></button>
          <button type="button" class="button" @click=${() => this.download()}>${icon("down")}<span>Download</span></button>
        </div>
        <input type="text" readonly aria-label="Link to share" ?hidden=${!this.link} .value=${this.link}>
      </div>`;
  }

  close() {
    clearTimeout(this.timer);
    this.solver?.cancel();
  }
}

/** A button that opens a file of one's own; `open(text)` takes it. @param {EditorKind} about @param {(text: string) => void} open */
export function openButton({ suffix }, open) {
  const about = {
    words: "Open a file",
    label: `Choose a ${suffix} file`,
    accept: `${suffix},.txt,text/plain`,
    look: "button small",
  };
  return fileButton(about, async (file) => {
    if (file.size > LARGEST) toast(`That file is too big: ${file.size} bytes, at most ${LARGEST}.`, "bad");
    else open(await file.text());
  });
}
