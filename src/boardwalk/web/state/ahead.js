// Moves that are shown before the server has answered, where it has told what each choice leads to. The frame that comes
// with the answer is the truth: where it is another, it replaces what was shown.

/** @import { Ahead, Piece, Scene } from "./protocol" */
/** @import { Shown, View } from "./types" */

/** What an `ahead` message tells. @param {View} view @param {Ahead} message @returns {View} */
export function takeAhead(view, message) {
  return {
    ...view,
    ahead: message.frame === view.number ? new Map(message.steps.map((step) => [step.action, step])) : null,
  };
}

/** The view with what an action leads to in its queue; null where that is not known.
 *  @param {View} view @param {number | null} action @returns {View | null} */
export function foresee(view, action) {
  const step = action === null ? null : view.ahead?.get(action);
  if (!step) return null;
  const changed = new Map(step.pieces.map((piece) => [piece.id, piece]));
  const stay = view.base.pieces.filter((piece) => !step.gone.includes(piece.id));
  const ids = new Set(stay.map((piece) => piece.id));
  const pieces = [
    ...stay.map((piece) => changed.get(piece.id) ?? piece),
    ...step.pieces.filter((piece) => !ids.has(piece.id)),
  ];
  const guess = { number: view.number, by: view.seat, scene: { ...view.base, ...step.scene, pieces }, news: step.news };
  return { ...view, guess, queue: [...view.queue, guess] };
}

/** The frames that are to be shown: those that came, without the one that has been shown ahead.
 *  @param {Shown | null} guess @param {readonly Shown[]} frames @param {boolean} fresh */
export function unforeseen(guess, frames, fresh) {
  return guess && frames.length && !fresh && alike(guess.scene, frames[0].scene) ? frames.slice(1) : frames;
}

/** The action was not carried out: back to the position as it is. @param {View} view @returns {View} */
export function takeBack(view) {
  if (!view.guess) return view;
  return {
    ...view,
    guess: null,
    queue: [...view.queue, { number: view.number, by: view.seat, scene: view.base, news: [] }],
  };
}

/** @param {Scene} one @param {Scene} other */
function alike(one, other) {
  /** @param {readonly Piece[]} pieces */
  const sorted = (pieces) => [...pieces].sort((a, b) => (a.id < b.id ? -1 : 1));
  /** @param {Scene} scene */
  const text = (scene) => JSON.stringify(Object.entries({ ...scene, pieces: sorted(scene.pieces) }).sort());
  return text(one) === text(other);
}
