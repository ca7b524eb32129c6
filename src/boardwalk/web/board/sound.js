// Short sounds of what changes on a board, made here and not loaded, and a vibration where there is one. Knows no game:
// what is heard follows from two scenes. Nothing is heard before the first key or touch, nor after the button for silence.

/** @import { RoomInfo, Scene } from "../state/protocol" */

import { stillness } from "../parts/dom.js";
import { edgeKey } from "./layers.js";
import { keepSetting, setting } from "../state/memory.js";

const VOLUME = 0.07;
const APART = 70; // ms between two sounds

/** @typedef {{ from: number, to?: number, time: number, type: OscillatorType, at?: number }} Tone */
/** @typedef {"step" | "push" | "slide" | "wall" | "flag" | "win" | "lose"} Sound */

// Each is a row of tones: from this frequency to that, its length in seconds, and its start in seconds after the beginning of the sound.
/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  step: [{ from: 330, to: 290, time: 0.07, type: "triangle" }],
  push: [{ from: 160, to: 105, time: 0.13, type: "square" }],
  slide: [{ from: 720, to: 430, time: 0.24, type: "sine" }],
  wall: [
    { from: 190, to: 95, time: 0.09, type: "square" },
    { from: 150, to: 80, time: 0.1, type: "square", at: 0.08 },
  ],
  flag: [
    { from: 660, time: 0.1, type: "triangle" },
    { from: 880, time: 0.16, type: "triangle", at: 0.09 },
  ],
  win: [523, 659, 784, 1047].map((from, n) => ({ from, time: 0.24, type: "triangle", at: n * 0.11 })),
  lose: [330, 262, 196].map((from, n) => ({ from, time: 0.28, type: "sine", at: n * 0.15 })),
};
/** @type {Partial<Record<Sound, VibratePattern>>} */
const BUZZ = { push: 12, wall: 18, flag: [15, 40, 15], win: [30, 60, 30, 60, 60] }; // ms

let silent = setting("silent", false);
/** @type {AudioContext | null} */
let speaker = null;
let last = 0;

/** Browsers let a page play sounds only after an action of the user. */
export function wake() {
  if (silent || !globalThis.AudioContext) return;
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") speaker.resume();
}

export const isSilent = () => silent;

/** @param {boolean} on */
export function silence(on) {
  silent = on;
  keepSetting("silent", on);
}

/** @param {Sound} name */
export function play(name) {
  if (silent || !speaker || document.hidden || performance.now() - last < APART) return;
  last = performance.now();
  for (const tone of SOUNDS[name]) ring(speaker, tone);
  const buzz = BUZZ[name];
  if (buzz && !stillness.matches) navigator.vibrate?.(buzz);
}

/** @param {AudioContext} speaker @param {Tone} tone */
function ring(speaker, { from, to = from, time, type, at = 0 }) {
  const start = speaker.currentTime + at;
  const wave = speaker.createOscillator();
  const level = speaker.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + time);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
  level.gain.exponentialRampToValueAtTime(0.0001, start + time);
  wave.connect(level);
  level.connect(speaker.destination);
  wave.start(start);
  wave.stop(start + time);
}

/** Lets the change from one scene to the next be heard. @param {Scene} before @param {Scene} after */
export function hear(before, after) {
  const name = soundOf(before, after);
  if (name) play(name);
}

/** The name of what is heard when one scene follows another; empty if nothing is.
 *  @param {Scene} before @param {Scene} after @returns {Sound | ""} */
export function soundOf(before, after) {
  const edges = new Set(before.edges.map(edgeKey));
  if (after.edges.some((edge) => !edges.has(edgeKey(edge)))) return "wall";
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const now = new Set(after.pieces.map((piece) => piece.id));
  const moved = [];
  for (const piece of after.pieces) {
    const was = old.get(piece.id);
    const [rows, cols] = was ? [piece.row - was.row, piece.col - was.col] : [0, 0];
    if (piece.shape === "flag" && (!was || rows || cols || was.shape !== piece.shape || was.tone !== piece.tone))
      return "flag";
    if (rows || cols) moved.push({ rows, cols });
  }
  if (before.pieces.some((piece) => piece.shape === "flag" && !now.has(piece.id))) return "flag";
  if (!moved.length) return "";
  if (moved.some(({ rows, cols }) => Math.max(Math.abs(rows), Math.abs(cols)) > 1)) return "slide";
  const gone = before.pieces.some((piece) => !now.has(piece.id)); // pushed into something
  const [first, ...others] = moved;
  const together = others.some(({ rows, cols }) => rows === first.rows && cols === first.cols);
  return together || gone ? "push" : "step";
}

/** How it ended for those who play on this screen. @param {Pick<RoomInfo, "scores">} room @param {readonly number[]} held */
export function hearEnd(room, held) {
  const scores = held.map((seat) => room.scores?.[seat] ?? 0);
  if (scores.some((score) => score > 0)) play("win");
  else if (scores.some((score) => score < 0)) play("lose");
}
