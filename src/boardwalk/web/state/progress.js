// What has been done in this browser: the best results by game and level, and the lessons; with the challenges solved, the
// file to take all of it along in.

import { keepSetting, setting } from "./memory.js";
import { allSolved, keepSolved } from "./solved.js";

const RESULTS = "results";
const LESSONS = "lessons";
const KIND = "boardwalk progress";
const VERSION = 1;
const CLOSE = 1.2; // so much of the fewest is worth two stars

/** The best counts of each level of a game, by the level's key. */
export const resultsOf = (game) => setting(RESULTS, {})[game] ?? {};

/** Whether counts are better: fewer of the first, and so on. Counts of other things replace what was there. */
function isBetter(now, before) {
  if (!before || Object.keys(now).join() !== Object.keys(before).join()) return true;
  const [a, b] = [Object.values(now), Object.values(before)];
  const first = a.findIndex((count, number) => count !== b[number]);
  return first >= 0 && a[first] < b[first];
}

/** Keeps a result if it is the best so far; the best counts before. */
export function keepResult(game, key, counts) {
  const all = setting(RESULTS, {});
  const before = all[game]?.[key] ?? null;
  if (isBetter(counts, before)) keepSetting(RESULTS, { ...all, [game]: { ...all[game], [key]: counts } });
  return before;
}

/** 3 for the fewest that are possible, 2 for at most a fifth more, 1 for having solved it, 0 for not. The first count
 *  whose fewest are known decides. */
export function starsFor(counts, fewest) {
  if (!counts) return 0;
  const [name, least] = Object.entries(fewest)[0] ?? [];
  if (least === undefined || counts[name] === undefined) return 1;
  return counts[name] <= least ? 3 : counts[name] <= least * CLOSE ? 2 : 1;
}

/** The names of the lessons of a game that are done. */
export const lessonsDone = (game) => setting(LESSONS, {})[game] ?? [];

/** Notes that a lesson is done; whether it was not yet. */
export function keepDone(game, name) {
  const done = lessonsDone(game);
  if (done.includes(name)) return false;
  keepSetting(LESSONS, { ...setting(LESSONS, {}), [game]: [...done, name] });
  return true;
}

export function progressFile() {
  const done = { results: setting(RESULTS, {}), lessons: setting(LESSONS, {}), challenges: allSolved() };
  return JSON.stringify({ kind: KIND, version: VERSION, ...done }, null, 1);
}

/** Takes a progress file in: of each level and challenge the better result stays. How much is new or better; an error if
 *  it is no such file. Older files have results only. */
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
    taken += isBetter(counts, resultsOf(game)[key]);
    keepResult(game, key, counts);
  }
  for (const [game, , name] of entriesOf(given.lessons)) taken += isText(name) && keepDone(game, name);
  for (const [game, day, count] of entriesOf(given.challenges)) taken += /^\d+$/.test(day) && isCount(count) && keepSolved(game, Number(day), count);
  return taken;
}

/** What a part of a file holds: the game, the key and the value of each entry. */
function entriesOf(part) {
  if (!isRecord(part)) return [];
  const games = Object.entries(part).filter(([game, held]) => /^[a-z]\w*$/i.test(game) && held !== null && typeof held === "object");
  return games.flatMap(([game, held]) => Object.entries(held).map(([key, value]) => [game, key, value]));
}

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCounts = (value) => isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(isCount);
