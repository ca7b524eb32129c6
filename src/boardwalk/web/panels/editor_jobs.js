// What takes long on the server, reported as it goes on: asking the solver, generating. Leaving or cancelling ends it.

/** @import { JobReport } from "../state/protocol" */

import { job } from "../net/api.js";
import { reason, sentence } from "../parts/dom.js";
import { html, nothing } from "../parts/vendor/lit-html.js";

/** Calls `report` for each report on a job until it is done. An error if it fails; nothing if `signal` ends it.
 *  @param {string} path @param {unknown} body @param {(report: JobReport) => void} report @param {AbortSignal} signal */
export async function run(path, body, report, signal) {
  try {
    const events = await job(path, body, signal);
    const reader = events.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n\n");
      rest = lines.pop() ?? "";
      for (const event of lines) {
        /** @type {JobReport} */
        const told = JSON.parse(event.slice("data: ".length));
        if (told.error) throw new Error(told.error);
        report(told);
      }
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** The panel of the solver: a button to ask, what it knows so far, a button to stop it. */
export class SolverPanel {
  /** `ask()` gives what is sent. @param {string} path @param {() => unknown} ask @param {() => void} draw */
  constructor(path, ask, draw) {
    this.path = path;
    this.ask = ask;
    this.draw = draw;
    /** By the number of the problem. @type {JobReport[]} */
    this.reports = [];
    this.problem = "";
    /** @type {AbortController | null} */
    this.job = null;
  }

  async solve() {
    this.cancel();
    const job = new AbortController();
    this.job = job;
    this.draw();
    try {
      await run(this.path, this.ask(), (report) => this.take(report), job.signal);
    } catch (error) {
      if (this.job === job) this.problem = reason(error);
    }
    if (this.job !== job) return;
    this.job = null;
    this.draw();
  }

  /** @param {JobReport} report */
  take(report) {
    if (report.title) this.reports[report.problem ?? 0] = report;
    this.draw();
  }

  /** Stops, and forgets what was said: it may not be true any more. */
  cancel() {
    this.job?.abort();
    this.job = null;
    this.reports = [];
    this.problem = "";
  }

  template() {
    const { job, problem, reports } = this;
    const stop = () => {
      this.cancel();
      this.draw();
    };
    const answers = problem
      ? html`<li class="bad">${problem}</li>`
      : job && !reports.length
        ? html`<li>Thinking…</li>`
        : reports.map(answer);
    return html`
      <section class="solver" aria-label="Solver">
        <div class="row">
          <button type="button" class="button" ?disabled=${job} @click=${() => this.solve()}><span>Ask the solver</span></button>
          <button type="button" class="button small" ?hidden=${!job} @click=${stop}><span>Stop</span></button>
        </div>
        <div role="status"><ul class="answers">${answers}</ul></div>
      </section>`;
  }
}

/** @param {JobReport} report */
function answer({ title, verdict, about, final, solved, proven, solution }) {
  const look = final ? (solved ? "good" : proven ? "bad" : "") : "thinking";
  const words = sentence(`${title}: ${verdict}${about ? ` (${about})` : ""}`);
  const shown =
    final && solution ? html`<details><summary>Show the solution</summary><code>${solution}</code></details>` : nothing;
  return html`<li class=${look}><span>${words}</span>${shown}</li>`;
}
