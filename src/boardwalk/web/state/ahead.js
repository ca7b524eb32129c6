// Moves that are shown before the server has answered, where it has told what each choice leads to. The frame that comes
// with the answer is the truth: where it is another, it replaces what was shown.

/** Takes an `ahead` message into a view. */
export function takeAhead(view, message) {
  view.ahead = message.frame === view.number ? new Map(message.steps.map((step) => [step.action, step])) : null;
}

/** Puts what an action leads to into the view's queue; false where that is not known. */
export function foresee(view, action) {
  const step = view.ahead?.get(action);
  if (!step) return false;
  const changed = new Map(step.pieces.map((piece) => [piece.id, piece]));
  const stay = view.base.pieces.filter((piece) => !step.gone.includes(piece.id));
  const pieces = stay.map((piece) => changed.get(piece.id) ?? piece);
  const ids = new Set(stay.map((piece) => piece.id));
  pieces.push(...step.pieces.filter((piece) => !ids.has(piece.id)));
  view.guess = { number: view.number, by: view.seat, scene: { ...view.base, ...step.scene, pieces }, news: step.news };
  view.queue.push(view.guess);
  return true;
}

/** The frames that are to be shown: those that came, without the one that has been shown ahead. */
export function confirmGuess(view, frames, fresh) {
  const { guess } = view;
  if (!frames.length) return frames;
  view.guess = view.ahead = null;
  return guess && !fresh && alike(guess.scene, frames[0].scene) ? frames.slice(1) : frames;
}

/** The action was not carried out: back to the position as it is. */
export function takeBack(view) {
  if (!view?.guess) return;
  view.guess = null;
  view.queue.push({ number: view.number, by: view.seat, scene: view.base, news: [] });
}

function alike(one, other) {
  const text = (scene) => JSON.stringify({ ...scene, pieces: [...scene.pieces].sort((a, b) => (a.id < b.id ? -1 : 1)) });
  const order = (scene) => Object.fromEntries(Object.entries(scene).sort());
  return text(order(one)) === text(order(other));
}
