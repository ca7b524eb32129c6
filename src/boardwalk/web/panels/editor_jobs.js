// What takes long on the server, reported as it goes on: asking the solver, generating. Leaving or cancelling ends it.

import { job } from "../net/api.js";
import { button, el, sentence } from "../parts/dom.js";

/** Calls `report` for each report on a job until it is done. An error if it fails; nothing if `signal` ends it. */
export async function run(path, body, report, signal) {
  try {
    const events = await job(path, body, signal);
    const reader = events.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n\n");
      rest = lines.pop();
      for (const event of lines) {
        const told = JSON.parse(event.slice("data: ".length));
        if (told.error) throw new Error(told.error);
        report(told);
      }
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** The panel of the solver: a button to ask, what it knows so far, a button to stop it. */
export class SolverPanel {
  /** `ask()` resolves to what is sent, or to null. */
  constructor(path, ask) {
    this.path = path;
    this.ask = ask;
    this.answers = el("ul", { class: "answers" });
    this.start = button("Ask the solver", { onclick: () => this.solve() });
    this.stop = button("Stop", { class: "button small", hidden: true, onclick: () => this.cancel() });
    this.node = el("section", { class: "solver", "aria-label": "Solver" }, el("div", { class: "row" }, this.start, this.stop), el("div", { role: "status" }, this.answers));
  }

  async solve() {
    this.cancel();
    const body = await this.ask();
    if (!body) return;
    this.job = new AbortController();
    const { signal } = this.job;
    this.busy(true);
    this.answers.replaceChildren(el("li", {}, "Thinking…"));
    try {
      await run(this.path, body, (report) => this.show(report), signal);
    } catch (error) {
      this.answers.replaceChildren(el("li", { class: "bad" }, sentence(error.message)));
    }
    if (this.job?.signal === signal) {
      this.busy(false);
      this.job = null;
    }
  }

  show(report) {
    if (!report.title) return;
    while (this.answers.children.length <= (report.problem ?? 0)) this.answers.append(el("li"));
    const item = this.answers.children[report.problem ?? 0];
    const verdict = `${report.title}: ${report.verdict}`;
    item.className = report.final ? (report.solved ? "good" : report.proven ? "bad" : "") : "thinking";
    item.replaceChildren(
      el("span", {}, sentence(report.about ? `${verdict} (${report.about})` : verdict)),
      report.final && report.solution ? el("details", {}, el("summary", {}, "Show the solution"), el("code", {}, report.solution)) : "",
    );
  }

  busy(on) {
    this.stop.hidden = !on;
    this.start.disabled = on;
  }

  /** Stops, and forgets what was said: it may not be true any more. */
  cancel() {
    this.job?.abort();
    this.job = null;
    this.busy(false);
    this.answers.replaceChildren();
  }}
