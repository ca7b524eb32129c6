// The daily challenges that this browser has solved: counts by game and day, streaks, and what one shares.

import { keepSetting, setting } from "./memory.js";

const KEPT = 400; // days of each game

/** The challenges solved: for each game the best count of each day. */
export const allSolved = () => setting("solved", {});

/** The best count of a game on a day, or undefined. */
export const solvedCount = (game, day) => allSolved()[game]?.[day];

/** Remembers a count unless there is a better one; whether there was none. */
export function keepSolved(game, day, count) {
  const solved = allSolved();
  const days = (solved[game] ??= {});
  if (days[day] <= count) return false;
  days[day] = count;
  for (const old of Object.keys(days)) if (Number(old) <= day - KEPT) delete days[old];
  keepSetting("solved", solved);
  return true;
}

/** Adds what the server knows of the player: [game, day, count] each. */
export function mergeSolved(rows) {
  for (const [game, day, count] of rows) keepSolved(game, day, count);
}

/** How many days in a row up to today were solved, in one game or (without one) in any; today may still be open. */
export function streak(day, game = "") {
  const solved = allSolved();
  const done = (one) => (game ? solved[game]?.[one] !== undefined : Object.values(solved).some((days) => days[one] !== undefined));
  let last = done(day) ? day : day - 1;
  let count = 0;
  while (done(last)) {
    count += 1;
    last -= 1;
  }
  return count;
}

/** Three stars at par, two near it, one for solving it. */
export function stars(count, par) {
  const full = count <= par ? 3 : count <= Math.ceil(par * 1.25) ? 2 : 1;
  return "★".repeat(full) + "☆".repeat(3 - full);
}

export const dateText = (day) => new Date((day - 719163) * 86400000).toLocaleDateString(undefined, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });

/** A few lines that tell how it went and nothing of how it is done. */
export function shareText({ game, gameTitle, title, day, count, counted, par }) {
  const row = streak(day, game);
  const lines = [`Boardwalk · ${gameTitle} · ${dateText(day)}`, title, `${stars(count, par)} ${count} ${counted} (par ${par})`];
  if (row > 1) lines.push(`${row} days in a row`);
  lines.push(`${location.origin}/challenge/${game}`);
  return lines.join("\n");
}
