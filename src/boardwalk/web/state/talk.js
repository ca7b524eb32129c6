// What people say in a room: the messages that were heard, who is muted, and whether they are shown.

/** @import { Channel, Said } from "./protocol" */
/** @import { Effect, GameState, Intent, Muted, Talk } from "./types" */

import { isHeld } from "./select.js";
import { AUDIENCE } from "./views.js";

const KEPT = 50; // messages

/** @param {Said} said @returns {"players" | "spectators"} */
const channelOf = ({ seat }) => (seat === AUDIENCE ? "spectators" : "players");

/** The connection is new, or has other seats: what was said before is not announced, and new only to who was here.
 *  @param {GameState} state @param {Channel} message @returns {GameState} */
export function takeChannel(state, { said, phrases, speakers }) {
  const { talk } = state;
  const last = said.at(-1)?.number ?? 0;
  // Where the numbers begin again, the room was asleep, and its speakers have other numbers.
  const begunAgain = last < (talk?.said.at(-1)?.number ?? 0);
  const muted = [...(talk?.muted ?? [])].filter((who) => !begunAgain || typeof who === "string");
  const seen = begunAgain ? 0 : (talk?.seen ?? last);
  return {
    ...state,
    talk: { open: false, ...talk, phrases, said, own: speakers, muted: new Set(muted), before: last, seen },
  };
}

/** @param {GameState} state @param {Said} message @returns {GameState} */
export function takeSaid(state, message) {
  const { talk } = state;
  if (!talk) return state;
  return { ...state, talk: noticed({ ...talk, said: [...talk.said, message].slice(-KEPT) }) };
}

/** Whoever has the messages open has seen them. @param {Talk} talk @returns {Talk} */
const noticed = (talk) => (talk.open ? { ...talk, seen: talk.said.at(-1)?.number ?? 0 } : talk);

/** @param {GameState} state @param {Extract<Intent, { do: "tell" | "talk" | "mute" | "allow" }>} what @param {Effect[]} effects @returns {GameState} */
export function talked(state, what, effects) {
  const { talk, room, held } = state;
  if (!talk) return state;
  switch (what.do) {
    case "tell": {
      const { phrase = "", text = "", name = "" } = what;
      effects.push({ send: { type: "say", seat: speaker(state), phrase, text, name } });
      return state;
    }
    case "talk":
      return { ...state, talk: noticed({ ...talk, open: what.open }) };
    case "mute": {
      const muted = new Set(talk.muted);
      if (!muted.delete(what.who)) muted.add(what.who);
      return { ...state, talk: { ...talk, muted } };
    }
    case "allow": {
      const seat = held.find((one) => room?.seats[one].maker);
      if (seat !== undefined) effects.push({ send: { type: "allow", seat, free_text: what.freeText } });
      return state;
    }
  }
}

/** The seat that speaks for this screen. @param {GameState} state */
const speaker = (state) => (isHeld(state) ? Number(state.shown) : (state.held[0] ?? AUDIENCE));

/** Whether somebody can be spoken to, or heard: another person at the table, and for a spectator another spectator.
 *  @param {GameState} state */
export function mayTalk({ talk, room, held }) {
  if (!talk || !room) return false;
  const others = room.seats.filter((seat, number) => seat.kind === "person" && !held.includes(number)).length;
  return held.length ? others > 0 : others > 1 || room.spectators > 1;
}

/** The messages of those who are not muted, the oldest first. @param {Talk} talk */
export const audible = ({ said, muted }) => said.filter((one) => !muted.has(one.speaker) && !muted.has(channelOf(one)));

/** @param {Talk} talk @param {number} number */
const ofOthers = (talk, number) =>
  audible(talk).filter((one) => one.number > number && !talk.own.includes(one.speaker));

/** The newest message of others since this page came. @param {GameState} state @returns {Said | undefined} */
export const newest = ({ talk }) => talk && ofOthers(talk, talk.before).at(-1);

/** How many messages of others were not seen yet. @param {GameState} state */
export const unseen = ({ talk }) => (talk ? ofOthers(talk, talk.seen).length : 0);

/** The newest message from a seat since this page came. @param {GameState} state @param {number} seat @returns {Said | undefined} */
export const newestFrom = ({ talk }, seat) =>
  talk && audible(talk).findLast((one) => one.seat === seat && one.number > talk.before);

/** Who can be muted: each person that was heard, and whole channels. @param {GameState} state @returns {[Muted, string][]} */
export function mutable({ talk, held }) {
  /** @type {Map<Muted, string>} */
  const speakers = new Map();
  for (const one of talk?.said ?? []) if (!talk?.own.includes(one.speaker)) speakers.set(one.speaker, one.name);
  if (held.length) speakers.set("players", "Everybody");
  else speakers.set("players", "All players").set("spectators", "All spectators");
  return [...speakers];
}
