// After a challenge: how it went against par, the streak, and a few lines to share.

/** @import { ChallengeInfo, RoomInfo } from "../state/protocol" */

import { copy, el } from "../parts/dom.js";
import { icon, stars } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";
import { keepSolved, shareText, starsAt, streak } from "../state/solved.js";

/** What is to be done, above the board of a challenge; nothing in other rooms. @param {HTMLElement} node @param {RoomInfo} room */
export function showTask(node, { challenge }) {
  node.querySelector(".challenge-task")?.remove();
  if (!challenge) return;
  const { title, task, par, counted, fewest } = challenge;
  const aim = fewest ? `Fewest possible: ${par} ${counted}.` : `Par: ${par} ${counted}.`;
  node
    .querySelector(".board-side")
    ?.prepend(el("p", { class: "challenge-task" }, el("b", {}, title), ` · ${task} ${aim}`));
}

/** @param {RoomInfo} room @param {ChallengeInfo} challenge */
export function challengeResult({ game, title: gameTitle }, challenge) {
  const { day, count, counted, par, title } = challenge;
  const more = html`<a class="button" href="/challenge/${game}" data-link><span>Best of the day</span></a>`;
  if (count === null) {
    return html`<div class="challenge-result"><p>Not solved yet. The same challenge waits for another try: Play again.</p><div class="row">${more}</div></div>`;
  }
  keepSolved(game, day, count);
  return html`
    <div class="challenge-result">
      ${ratedResult(challenge, count, streak(day, game))}
      <div class="row">${shareButton({ game, gameTitle, title, day, count, counted, par })}${more}</div>
    </div>`;
}

/** @param {{ counted: string, par: number, fewest: boolean }} challenge @param {number} count @param {number} row days */
export function ratedResult(challenge, count, row) {
  return html`
    ${stars(starsAt(count, challenge.par))}
    <p>${verdict(challenge, count)}</p>
    ${row > 1 ? html`<p class="streak">${row} days in a row</p>` : nothing}`;
}

/** A count in words. @param {{ counted: string, par: number, fewest: boolean }} challenge @param {number} count */
export function verdict({ counted, par, fewest }, count) {
  const said = `Solved in ${count} ${count === 1 ? counted.replace(/s$/, "") : counted}`;
  if (count < par) return `${said}, better than par (${par}).`;
  if (count === par) return fewest ? `${said}: it can't be done in fewer.` : `${said}, at par.`;
  return fewest ? `${said}; the fewest are ${par}.` : `${said}; par is ${par}.`;
}

/** @param {Parameters<typeof shareText>[0]} what */
export function shareButton(what) {
  const words = shareText(what);
  const share = async () => {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text: words }).catch(() => {});
    } else await copy(words, "Result");
  };
  return html`<button type="button" class="button primary" @click=${share}>${icon("copy")}<span>Share the result</span></button>`;
}
