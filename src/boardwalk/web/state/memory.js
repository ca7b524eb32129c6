// What this browser remembers: the tokens of its seats, room by room, and small settings. Tokens never stand in an
// address. Where storage is forbidden, the page remembers until it is closed.

const ROOMS = "boardwalk.rooms";
const KEPT = 40; // rooms
/** @type {Map<string, unknown>} */
const session = new Map();

/** What was last seen of a room. @typedef {{ title: string, phase: string, match: number, held: number[], others: string[] }} Seen */
/** @typedef {{ tokens: string[], when: number, seen?: Seen }} Kept */

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return /** @type {T} */ (session.get(key)) ?? otherwise;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  session.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The session's copy has to do.
  }
}

/** @returns {Record<string, Kept>} */
const rooms = () => read(ROOMS, {});

/** The tokens held in a room. Which seat each opens is the server's to say: it changes from game to game. @param {string} room */
export function tokens(room) {
  return Object.values(rooms()[room]?.tokens ?? []);
}

/** @param {string} room @param {string[]} more */
export function keepTokens(room, more) {
  const all = rooms();
  all[room] = { tokens: [...tokens(room), ...more], when: Date.now() };
  const oldest = Object.keys(all).sort((a, b) => all[a].when - all[b].when);
  for (const name of oldest.slice(0, Math.max(0, oldest.length - KEPT))) delete all[name];
  write(ROOMS, all);
}

/** @param {string} room */
export function dropTokens(room) {
  const all = rooms();
  if (!all[room]) return;
  all[room].tokens = [];
  write(ROOMS, all);
}

/** What was last seen of a room in which this browser has a seat, and the seats, for the front page.
 *  @param {import("./protocol").RoomInfo} room @param {readonly number[]} held */
export function keepSeen(room, held) {
  const all = rooms();
  const kept = all[room.room];
  if (!kept?.tokens?.length) return;
  const others = room.seats.filter((_, number) => !held.includes(number)).map((seat) => seat.name);
  const seen = { title: room.title, phase: room.phase, match: room.match, held: [...held], others };
  if (JSON.stringify(kept.seen) === JSON.stringify(seen)) return;
  all[room.room] = { ...kept, seen, when: Date.now() };
  write(ROOMS, all);
}

/** The rooms in which this browser has a seat and whose game was not over when last seen, the latest first. */
export function heldRooms() {
  const all = Object.entries(rooms()).flatMap(([name, { tokens, seen, when }]) =>
    tokens?.length && seen ? [{ name, seen, when }] : [],
  );
  return all.filter(({ seen }) => seen.phase !== "over").sort((a, b) => b.when - a.when);
}

const KEY = "boardwalk.key";

/** The key that proves a name which is kept; empty if there is none. */
export const playerKey = () => read(KEY, "");
/** @param {string} key */
export const keepKey = (key) => write(KEY, key);

const PASSWORD = "boardwalk.password";

/** The server's invite word as it is sent, percent-encoded; empty if none was given. Kept for this tab. */
export function password() {
  try {
    return sessionStorage.getItem(PASSWORD) ?? "";
  } catch {
    return String(session.get(PASSWORD) ?? "");
  }
}

/** @param {string} word */
export function keepPassword(word) {
  // A subprotocol of a socket, which carries it too, may not have parentheses.
  const encoded = encodeURIComponent(word.trim()).replace(/[()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  session.set(PASSWORD, encoded);
  try {
    sessionStorage.setItem(PASSWORD, encoded);
  } catch {
    // The session's copy has to do.
  }
}

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export const setting = (name, otherwise) => read(`boardwalk.${name}`, otherwise);
/** @param {string} name @param {unknown} value */
export const keepSetting = (name, value) => write(`boardwalk.${name}`, value);
