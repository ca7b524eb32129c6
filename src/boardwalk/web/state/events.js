// A game's events: what a seat may do besides acting.

/** @typedef {{ name: string, label: string, key: string, question: string, meaning: string, icon?: string }} GameEvent */

/** A lesson is begun again. @type {GameEvent} */
export const AGAIN = { name: "again", label: "Start again", key: "", question: "", meaning: "", icon: "again" };

/** @param {string} a @param {string} b */
const same = (a, b) => a !== "" && a.toLowerCase() === b.toLowerCase();

/** The event of a key, or of a typed word: its key or its label. @param {readonly GameEvent[]} events @param {string} typed */
export function eventBy(events, typed) {
  return events.find((event) => same(event.key, typed)) ?? events.find((event) => same(event.label, typed)) ?? null;
}
