// Progress as a file, both ways.

import { button, el, sentence, toast } from "../parts/dom.js";
import { progressFile, takeProgress } from "../state/progress.js";

/** Buttons to save progress and to load it; `changed()` is called when some was loaded. */
export function progressTools(changed) {
  const chosen = el("input", { type: "file", accept: ".json,application/json", class: "off", "aria-label": "Progress file", tabindex: -1 });
  chosen.addEventListener("change", () => load(chosen, changed));
  return el(
    "div",
    { class: "row progress-tools" },
    el("p", { class: "muted" }, "Your progress is kept in this browser: levels, lessons and challenges."),
    button("Save progress as a file", { icon: "down", onclick: save }),
    button("Load progress", { onclick: () => chosen.click() }),
    chosen,
  );
}

function save() {
  const href = URL.createObjectURL(new Blob([progressFile()], { type: "application/json" }));
  el("a", { href, download: "boardwalk-progress.json" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

async function load(chosen, changed) {
  const [file] = chosen.files;
  if (!file) return;
  try {
    const taken = takeProgress(await file.text());
    changed();
    toast(taken ? `${taken} ${taken === 1 ? "result is" : "results are"} new or better` : "Nothing in it is better than what is here");
  } catch (error) {
    toast(sentence(error.message), "bad");
  }
}
