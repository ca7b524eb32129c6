// What has been done in this browser: the best results by game and level, and the lessons; with the challenges solved, the
// file to take all of it along in.

import { keepSetting, setting } from "./memory.js";
import { allSolved, keepSolved } from "./solved.js";

const RESULTS = "results";
const LESSONS = "lessons";
const KIND = "boardwalk progress";
const VERSION = 1;
const CLOSE = 1.2; // so much of the fewest is worth two stars

/** What rates a result, the most important first. @typedef {Record<string, number>} Counts */

/** @returns {Record<string, Record<string, Counts>>} */
const results = () => setting(RESULTS, {});

/** The best counts of each level of a game, by the level's key. @param {string} game */
export const resultsOf = (game) => results()[game] ?? {};

/** Whether counts are better: fewer of the first, and so on. Counts of other things replace what was there. @param {Counts} now @param {Counts | null} [before] */
function isBetter(now, before) {
  if (!before || Object.keys(now).join() !== Object.keys(before).join()) return true;
  const [a, b] = [Object.values(now), Object.values(before)];
  const first = a.findIndex((count, number) => count !== b[number]);
  return first >= 0 && a[first] < b[first];
}

/** Keeps a result if it is the best so far; the best counts before. @param {string} game @param {string} key @param {Counts} counts */
export function keepResult(game, key, counts) {
  const all = results();
  const before = all[game]?.[key] ?? null;
  if (isBetter(counts, before)) keepSetting(RESULTS, { ...all, [game]: { ...all[game], [key]: counts } });
  return before;
}

/** 3 for the fewest that are possible, 2 for at most a fifth more, 1 for having solved it, 0 for not. The first count
 *  whose fewest are known decides. @param {Counts | null | undefined} counts @param {Counts} fewest */
export function starsFor(counts, fewest) {
  if (!counts) return 0;
  const [name, least] = Object.entries(fewest)[0] ?? [];
  if (least === undefined || counts[name] === undefined) return 1;
  return counts[name] <= least ? 3 : counts[name] <= least * CLOSE ? 2 : 1;
}

/** @returns {Record<string, string[]>} */
const lessons = () => setting(LESSONS, {});

/** The names of the lessons of a game that are done. @param {string} game */
export const lessonsDone = (game) => lessons()[game] ?? [];

/** Notes that a lesson is done; whether it was not yet. @param {string} game @param {string} name */
export function keepDone(game, name) {
  const done = lessonsDone(game);
  if (done.includes(name)) return false;
  keepSetting(LESSONS, { ...lessons(), [game]: [...done, name] });
  return true;
}

export function progressFile() {
  const done = { results: results(), lessons: lessons(), challenges: allSolved() };
  return JSON.stringify({ kind: KIND, version: VERSION, ...done }, null, 1);
}

/** Takes a progress file in: of each level and challenge the better result stays. How much is new or better; an error if
 *  it is no such file. Older files have results only. @param {string} source */
export function takeProgress(source) {
  let given;
  try {
    given = JSON.parse(source);
  } catch {
    throw new Error("That file is no progress of Boardwalk.");
  }
  if (given?.kind !== KIND || !isRecord(given.results)) throw new Error("That file is no progress of Boardwalk.");
  if (given.version !== VERSION) throw new Error("That file is of another version of Boardwalk.");
  let taken = 0;
  for (const [game, key, counts] of entriesOf(given.results)) {
    if (!isCounts(counts)) continue;
    taken += Number(isBetter(counts, resultsOf(game)[key]));
    keepResult(game, key, counts);
  }
  for (const [game, , name] of entriesOf(given.lessons)) taken += Number(isText(name) && keepDone(game, name));
  for (const [game, day, count] of entriesOf(given.challenges))
    taken += Number(/^\d+$/.test(day) && isCount(count) && keepSolved(game, Number(day), count));
  return taken;
}

/** What a part of a file holds: the game, the key and the value of each entry. @param {unknown} part @returns {[string, string, unknown][]} */
function entriesOf(part) {
  if (!isRecord(part)) return [];
  const games = Object.entries(part).filter(
    ([game, held]) => /^[a-z]\w*$/i.test(game) && held !== null && typeof held === "object",
  );
  return games.flatMap(([game, held]) =>
    Object.entries(/** @type {object} */ (held)).map(
      /** @returns {[string, string, unknown]} */ ([key, value]) => [game, key, value],
    ),
  );
}

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string";
/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isInteger(value) && Number(value) >= 0;
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {unknown} value @returns {value is Counts} */
const isCounts = (value) => isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(isCount);
