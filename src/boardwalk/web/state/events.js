// @ts-check
// A game's events (what a seat may do besides acting), as the game's description declares them.

const ROOM_MEANINGS = ["leave", "return"]; // the room sends these itself when somebody leaves or joins
/** @typedef {{ name: string, label: string, key: string, question: string, meaning: string, icon?: string }} GameEvent */

/** @type {Record<string, string>} */
const ICONS = { resign: "flag", restart: "again" }; // by meaning

/** The events that the page offers for a game: each has `name`, `label`, `key`, `question` and an `icon`, or none.
 *  @param {{ name: string, events?: GameEvent[] }[]} games @param {string} name @returns {GameEvent[]} */
export function eventsOf(games, name) {
  const game = games.find((one) => one.name === name);
  const offered = (game?.events ?? []).filter((event) => !ROOM_MEANINGS.includes(event.meaning));
  return offered.map((event) => (event.meaning in ICONS ? { ...event, icon: ICONS[event.meaning] } : event));
}

/** @param {string} a @param {string} b */
const same = (a, b) => a !== "" && a.toLowerCase() === b.toLowerCase();

/** The event of a key, or of a typed word: its key or its label. @param {readonly GameEvent[]} events @param {string} typed */
export function eventBy(events, typed) {
  return events.find((event) => same(event.key, typed)) ?? events.find((event) => same(event.label, typed)) ?? null;
}
