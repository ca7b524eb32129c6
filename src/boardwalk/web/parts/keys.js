// From keys and typed words to choices.

/** What is found by keys and words. @typedef {{ keys: readonly string[], text: string, label: string }} Named */

/** @type {Record<string, string>} */
const NAMES = {
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowDown: "↓",
  ArrowLeft: "←",
  " ": "Space",
  Enter: "↵",
  Escape: "Esc",
};

/** @param {string} key */
export const keyName = (key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** The key of an event as choices name it; the number pad's digits count as digits with Num Lock on or off. @param {{ key: string, code: string }} event */
export function keysOf(event) {
  const keys = [event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const pad = /^Numpad([0-9])$/.exec(event.code);
  if (pad) keys.unshift(pad[1]);
  return keys;
}

/** @template {Pick<Named, "keys">} C @param {readonly C[]} choices @param {readonly string[]} keys @returns {C | null} */
export function byKey(choices, keys) {
  for (const key of keys) {
    const found = choices.find((choice) => choice.keys.some((one) => one.toLowerCase() === key.toLowerCase()));
    if (found) return found;
  }
  return null;
}

/** @param {string} a @param {string} b */
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** @template {Pick<Named, "text" | "label">} C @param {readonly C[]} choices @param {string} words @returns {C | null} */
export function byWords(choices, words) {
  return (
    choices.find((choice) => same(choice.text, words)) ?? choices.find((choice) => same(choice.label, words)) ?? null
  );
}

/** Typed text as one word a move: `e5`, `north, north`, `FLFWF`. @param {string} typed @param {readonly Named[]} choices @param {readonly Named[]} known @returns {string[]} */
export function words(typed, choices, known) {
  const all = typed.trim();
  if (!all || byWords(choices, all)) return all ? [all] : [];
  const parts = all.split(/[,;]+|\s{2,}/).filter((part) => part.trim());
  if (parts.length > 1) return parts;
  const letters = [...all.replaceAll(/\s/g, "")];
  if (letters.every((letter) => byWords(known, letter))) return letters;
  return all.split(/\s+/);
}
