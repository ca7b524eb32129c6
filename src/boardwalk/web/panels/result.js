// After a challenge: how it went against par, the streak, and a few lines to share.

import { button, copy, el } from "../parts/dom.js";
import { keepSolved, shareText, stars, streak } from "../state/solved.js";

/** What is to be done, above the board of a challenge; no node in other rooms. */
export function showTask(node, { challenge }) {
  node.querySelector(".challenge-task")?.remove();
  if (!challenge) return;
  const { title, task, par, counted, fewest } = challenge;
  const aim = fewest ? `Fewest possible: ${par} ${counted}.` : `Par: ${par} ${counted}.`;
  node.querySelector(".board-side")?.prepend(el("p", { class: "challenge-task" }, el("b", {}, title), ` · ${task} ${aim}`));
}

export function challengeResult(room) {
  const { game, challenge } = room;
  const { day, count, counted, par } = challenge;
  const more = el("a", { class: "button", href: `/challenge/${game}`, "data-link": true }, el("span", {}, "Best of the day"));
  if (count === null || count === undefined) {
    return el("div", { class: "challenge-result" }, el("p", {}, "Not solved yet. The same challenge waits for another try: Play again."), el("div", { class: "row" }, more));
  }
  keepSolved(game, day, count);
  const row = streak(day, game);
  return el(
    "div",
    { class: "challenge-result" },
    el("p", { class: "stars", role: "img", "aria-label": `${stars(count, par).split("★").length - 1} of 3 stars` }, stars(count, par)),
    el("p", {}, verdict(challenge)),
    row > 1 && el("p", { class: "streak" }, `${row} days in a row`),
    el("div", { class: "row" }, shareButton({ game, gameTitle: room.title, title: challenge.title, day, count, counted, par }), more),
  );
}

/** A count in words. */
export function verdict({ count, counted, par, fewest }) {
  const said = `Solved in ${count} ${count === 1 ? counted.replace(/s$/, "") : counted}`;
  if (count < par) return `${said}, better than par (${par}).`;
  if (count === par) return fewest ? `${said}: it can't be done in fewer.` : `${said}, at par.`;
  return fewest ? `${said}; the fewest are ${par}.` : `${said}; par is ${par}.`;
}

export function shareButton(what) {
  const words = shareText(what);
  const share = async () => {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text: words }).catch(() => {});
    } else await copy(words, "Result");
  };
  return button("Share the result", { icon: "copy", class: "button primary", onclick: share });
}
