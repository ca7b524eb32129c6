// What one seat sees, as the server's messages and the frames shown change it.

/** @import { Frames, Scene } from "./protocol" */
/** @import { News, Offered, Shown, View } from "./types" */

import { unforeseen } from "./ahead.js";

export const AUDIENCE = -3; // instead of a seat: everybody's view
export const NOBODY = -2; // instead of a seat to act
export const DEAL = -4; // who took the first step of a match
const NEWS = 30; // sentences kept

/** The scenes of frames as the server sends them: the first whole unless there is one before, each other as what differs.
 *  @template {{ scene: object }} F @param {readonly F[]} frames @param {object} [before] @returns {(F & { scene: Scene })[]} */
export function whole(frames, before = {}) {
  let scene = before;
  return frames.map((frame) => ({ ...frame, scene: /** @type {Scene} */ ((scene = { ...scene, ...frame.scene })) }));
}

/** The view of a seat after a message; `before` is null until the first. In a `live` game all of a tick is seen at once, and
 *  a page that can't keep up shows the newest. @param {View | null} before @param {Frames} message
 *  @param {boolean} live @param {number} now @returns {View} */
export function taken(before, message, live, now) {
  const frames = whole(message.frames, message.fresh || !before ? {} : before.base);
  const newest = frames.at(-1);
  const number = newest?.number ?? before?.number ?? 0;
  const choices = message.choices.map((choice) => ({ ...choice, frame: number }));
  const guess = before?.guess ?? null;
  const queue = [...(message.fresh || !before ? [] : before.queue), ...unforeseen(guess, frames, message.fresh)];
  return {
    seat: message.seat,
    base: /** @type {Scene} */ (newest?.scene ?? before?.base),
    number,
    on: before?.on ?? null,
    queue: live ? atOnce(queue) : queue,
    guess: newest ? null : guess,
    ahead: newest ? null : (before?.ahead ?? null),
    choices,
    known: withChoices(before?.known ?? new Map(), choices),
    acting: message.acting.includes(message.seat),
    toAct: message.to_act,
    acted: message.acted,
    result: message.result,
    deadline: message.deadline > 0 ? now + message.deadline * 1000 : 0,
  };
}

/** @param {readonly Shown[]} frames @returns {Shown[]} */
function atOnce(frames) {
  const last = frames.at(-1);
  return last ? [{ ...last, news: frames.flatMap((frame) => frame.news) }] : [];
}

/** @param {ReadonlyMap<number, Offered>} known @param {readonly Offered[]} choices */
function withChoices(known, choices) {
  const all = new Map(known);
  for (const choice of choices) all.set(choice.action, choice);
  return all;
}

/** In a new match nothing is known but what can be chosen now. @param {View} view @returns {View} */
export const forgetful = (view) => ({ ...view, known: withChoices(new Map(), view.choices) });

/** All but the last `unseen` frames have been seen already, as another seat. (Each seat's frames have numbers of their own.)
 *  @param {View} view @param {number} unseen @returns {View} */
export function seenBefore(view, unseen) {
  const seen = Math.max(0, view.queue.length - unseen);
  return seen ? { ...view, on: view.queue[seen - 1], queue: view.queue.slice(seen) } : view;
}

/** What can be chosen, as text to compare. @param {View | null} view */
export const choicesOf = (view) => JSON.stringify(view?.choices.map((choice) => choice.action) ?? []);

/** @param {readonly News[]} news @param {readonly string[]} sentences @returns {readonly News[]} */
export function withNews(news, sentences) {
  const first = (news.at(-1)?.number ?? 0) + 1;
  return [...news, ...sentences.map((words, number) => ({ number: first + number, words }))].slice(-NEWS);
}
