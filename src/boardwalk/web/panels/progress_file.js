// Progress as a file, both ways.

import { download, reason, toast } from "../parts/dom.js";
import { fileButton, icon } from "../parts/templates.js";
import { html } from "../parts/vendor/lit-html.js";
import { progressFile, takeProgress } from "../state/progress.js";

/** Buttons to save progress and to load it; `changed()` is called when some was loaded. @param {() => void} changed */
export const progressTools = (changed) => html`
  <div class="row progress-tools">
    <p class="muted">Your progress is kept in this browser: levels, lessons and challenges.</p>
    <button type="button" class="button" @click=${save}>${icon("down")}<span>Save progress as a file</span></button>
    ${fileButton({ words: "Load progress", label: "Progress file", accept: ".json,application/json" }, (file) => load(file, changed))}
  </div>`;

const save = () => download("boardwalk-progress.json", new Blob([progressFile()], { type: "application/json" }));

/** @param {File} file @param {() => void} changed */
async function load(file, changed) {
  try {
    const taken = takeProgress(await file.text());
    changed();
    toast(
      taken
        ? `${taken} ${taken === 1 ? "result is" : "results are"} new or better`
        : "Nothing in it is better than what is here",
    );
  } catch (error) {
    toast(reason(error), "bad");
  }
}
