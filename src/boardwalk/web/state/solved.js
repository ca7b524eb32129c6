// The daily challenges that this browser has solved: counts by game and day, streaks, and what one shares.

import { starText } from "../parts/templates.js";
import { keepSetting, setting } from "./memory.js";

const KEPT = 400; // days of each game

/** The challenges solved: for each game the best count of each day. @returns {Record<string, Record<string, number>>} */
export const allSolved = () => setting("solved", {});

/** The best count of a game on a day, or undefined. @param {string} game @param {number} day @returns {number | undefined} */
export const solvedCount = (game, day) => allSolved()[game]?.[day];

/** Remembers a count unless there is a better one; whether there was none. @param {string} game @param {number} day @param {number} count */
export function keepSolved(game, day, count) {
  const solved = allSolved();
  const days = (solved[game] ??= {});
  if (days[day] <= count) return false;
  days[day] = count;
  for (const old of Object.keys(days).map(Number)) if (old <= day - KEPT) delete days[old];
  keepSetting("solved", solved);
  return true;
}

/** Adds what the server knows of the player: [game, day, count] each. @param {[string, number, number][]} rows */
export function mergeSolved(rows) {
  for (const [game, day, count] of rows) keepSolved(game, day, count);
}

/** How many days in a row up to today were solved, in one game or (without one) in any; today may still be open. @param {number} day @param {string} [game] */
export function streak(day, game = "") {
  const solved = allSolved();
  /** @param {number} one */
  const done = (one) =>
    game ? solved[game]?.[one] !== undefined : Object.values(solved).some((days) => days[one] !== undefined);
  let last = done(day) ? day : day - 1;
  let count = 0;
  while (done(last)) {
    count += 1;
    last -= 1;
  }
  return count;
}

/** Three stars at par, two near it, one for solving it. @param {number} count @param {number} par */
export const starsAt = (count, par) => (count <= par ? 3 : count <= Math.ceil(par * 1.25) ? 2 : 1);

/** @param {number} day */
export const dateText = (day) =>
  new Date((day - 719163) * 86400000).toLocaleDateString(undefined, {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** A few lines that tell how it went and nothing of how it is done.
 *  @param {{ game: string, gameTitle: string, title: string, day: number, count: number, counted: string, par: number }} what */
export function shareText({ game, gameTitle, title, day, count, counted, par }) {
  const row = streak(day, game);
  const lines = [
    `Boardwalk · ${gameTitle} · ${dateText(day)}`,
    title,
    `${starText(starsAt(count, par))} ${count} ${counted} (par ${par})`,
  ];
  if (row > 1) lines.push(`${row} days in a row`);
  lines.push(`${location.origin}/challenge/${game}`);
  return lines.join("\n");
}
