// The best results of this browser, by game and level, and the file to take them along in.

import { keepSetting, setting } from "./memory.js";

const RESULTS = "results";
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

export function progressFile() {
  return JSON.stringify({ kind: KIND, version: VERSION, results: setting(RESULTS, {}) }, null, 1);
}

/** Takes a progress file in: of each level the better result stays. How many results are new or better; an error if it is
 *  no such file. */
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
  for (const [game, results] of Object.entries(given.results)) {
    if (!isRecord(results)) continue;
    for (const [key, counts] of Object.entries(results)) {
      if (!isCounts(counts)) continue;
      taken += isBetter(counts, resultsOf(game)[key]);
      keepResult(game, key, counts);
    }
  }
  return taken;
}

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCounts = (value) => isRecord(value) && Object.values(value).length > 0 && Object.values(value).every((count) => Number.isInteger(count) && count >= 0);
