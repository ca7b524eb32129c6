// For people who make boards of their own, or have a file: the way to the editors, and a card that takes a file and leads to
// its game, or shows the game that it is a record of.

import * as api from "../net/api.js";
import { button, el, text } from "../parts/dom.js";

const LARGEST = 200_000; // bytes
const RECORD = ".match";

/** Links to the editors of the files that a game can be played on. */
export function editorLinks(game, name) {
  const playable = game.files.filter((kind) => kind.option);
  return playable.map((kind) => {
    const href = `/editor/${game.name}/${kind.suffix.slice(1)}`;
    return el("a", { class: name, href, "data-link": true, "aria-label": `Make your own ${kind.name}` }, "Make your own");
  });
}

export function fileCard(shell, games) {
  const suffixes = games.flatMap((game) => game.files.filter((kind) => kind.option).map((kind) => kind.suffix));
  const input = el("input", { type: "file", class: "off", "aria-label": "A file to play or to look at", tabindex: -1 });
  const problem = el("p", { class: "problem-note", role: "alert", hidden: true });
  const card = el(
    "article",
    { class: "card file-card" },
    el("h2", {}, "Make your own"),
    el("p", {}, `Draw a level, maze, floor or race and play it at once. Or open a file that you have: one to play on (${suffixes.join(", ")}), or the record of a game (${RECORD}).`),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button primary", href: "/editor", "data-link": true }, "Draw one"),
      button("Choose a file", { onclick: () => input.click() }),
    ),
    input,
    problem,
  );

  async function take(file) {
    problem.hidden = true;
    try {
      if (file.size > LARGEST) throw new Error(`That file is too big: ${file.size} bytes, at most ${LARGEST}.`);
      const source = await file.text();
      if (file.name.endsWith(RECORD)) {
        shell.go(`/replay/${(await api.importRecord(source)).room}`);
        return;
      }
      const answer = await api.checkFile(file.name, source);
      if (!answer.option) throw new Error(`${file.name} is ${answer.kind}, which is not for playing on.`);
      shell.brought = { game: answer.game, options: { [answer.option]: source } };
      shell.go(`/play/${answer.game}`);
    } catch (error) {
      const where = error.line ? `Line ${error.line}, column ${error.column}: ` : "";
      text(problem, `${where}${error.message}`);
      problem.hidden = false;
    }
  }

  input.addEventListener("change", () => input.files[0] && take(input.files[0]));
  card.addEventListener("dragover", (event) => {
    event.preventDefault();
    card.classList.add("over");
  });
  card.addEventListener("dragleave", () => card.classList.remove("over"));
  card.addEventListener("drop", (event) => {
    event.preventDefault();
    card.classList.remove("over");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
  return card;
}
