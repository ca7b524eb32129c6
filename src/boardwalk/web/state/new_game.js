// The state of a game of which nothing is known yet.

/** @import { GameState } from "./types" */

/** @param {GameState["kind"]} kind @param {{ speed?: number, kept?: GameState["kept"] }} [kept] what the browser remembers @returns {GameState} */
export function newGame(kind, { speed = 1, kept = null } = {}) {
  return {
    kind,
    room: null,
    events: [],
    secrets: false,
    held: [],
    views: new Map(),
    shown: null,
    curtain: null,
    connection: { is: "open", why: "" },
    outbox: { sent: [], unsure: null, wanted: -1, later: [] },
    playback: { speed, paused: false, running: false, hurry: false, many: false },
    ended: 0,
    past: null,
    tray: null,
    kept,
    hint: null,
    lesson: null,
    news: [],
  };
}
