// Today's challenges as a list, for the front page and for their own.

import { el } from "../parts/dom.js";
import { solvedCount, stars } from "../state/solved.js";

/** Today's challenges as a row of links, each with how far one is. */
export function challengeList(today) {
  return el(
    "ul",
    { class: "challenge-list" },
    today.challenges.map((one) => {
      const count = solvedCount(one.game, today.day);
      const note = count === undefined ? (one.players ? `${one.players} solved it` : "Not solved yet") : `${stars(count, one.par)} ${count} ${one.counted}`;
      return el(
        "li",
        {},
        el(
          "a",
          { href: `/challenge/${one.game}`, "data-link": true, class: "card challenge-card", "data-theme": one.theme, "data-solved": count !== undefined },
          el("span", { class: "muted" }, one.game_title),
          el("b", {}, one.title),
          el("span", { class: count === undefined ? "muted" : "stars-small" }, note),
        ),
      );
    }),
  );
}
