// Moves from a cell to a cell: the first press picks the cell where one starts, the second the cell it leads to.

/** @import { Choice } from "../state/protocol.js" */

/** @typedef {[number, number]} Cell */

/**
 * Something to press on the board: a choice or, with `picks`, a cell at which moves start; `picked` if it is the one in hand,
 * which is put back.
 * @typedef {Omit<Choice, "action"> & {action: number | string, picks?: boolean, picked?: boolean}} Offer
 */

/** @param {Cell | null | undefined} one @param {Cell | null | undefined} other */
const same = (one, other) => Boolean(one && other) && one?.join() === other?.join();

/**
 * What can be pressed: while nothing is picked all choices without a start, and the cells at which moves start; then the
 * moves from the picked cell alone, and that cell again.
 * @param {readonly Choice[]} choices @param {Cell | null} picked @param {(cell: Cell) => string} name
 * @returns {Offer[]}
 */
export function offers(choices, picked, name) {
  const moves = choices.filter(({ start }) => start && (!picked || same(start, picked)));
  const starts = new Map(moves.map(({ start }) => [start?.join(), /** @type {Cell} */ (start)]));
  const cells = [...starts.values()].map((cell) => offerOf(cell, same(cell, picked), name(cell)));
  return picked ? [...moves, ...cells] : [...cells, ...choices.filter(({ start }) => !start)];
}

/** @param {Cell} cell @param {boolean} picked @param {string} name @returns {Offer} */
function offerOf(cell, picked, name) {
  const label = picked ? `Put back ${name}` : `Move from ${name}`;
  return { action: `from ${cell}`, text: "", label, keys: [], cell, edge: null, start: null, picks: true, picked };
}

/**
 * The picked cell, if a move still starts there.
 * @param {readonly Choice[]} choices @param {Cell | null} picked
 */
export const stillPicked = (choices, picked) => (choices.some(({ start }) => same(start, picked)) ? picked : null);

/**
 * The actions that are not buttons on the board: those without a place there, and all but the first of one place.
 * @param {readonly Choice[]} choices
 */
export function besideBoard(choices) {
  const taken = new Set(choices.flatMap(({ start }) => (start ? [` ${start}`] : [])));
  const beside = new Set();
  for (const { action, cell, edge, start } of choices) {
    if (edge) continue;
    const place = cell && `${start ?? ""} ${cell}`;
    if (!place || taken.has(place)) beside.add(action);
    else taken.add(place);
  }
  return beside;
}
