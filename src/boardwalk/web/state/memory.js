// What this browser remembers: the tokens of its seats, room by room, and small settings. Tokens never stand in an
// address. Where storage is forbidden, the page remembers until it is closed.

const ROOMS = "boardwalk.rooms";
const KEPT = 40; // rooms
const session = new Map();

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return session.get(key) ?? otherwise;
  }
}

function write(key, value) {
  session.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The session's copy has to do.
  }
}

/** The tokens held in a room. Which seat each opens is the server's to say: it changes from game to game. */
export function tokens(room) {
  return Object.values(read(ROOMS, {})[room]?.tokens ?? []);
}

export function keepTokens(room, more) {
  const rooms = read(ROOMS, {});
  rooms[room] = { tokens: [...tokens(room), ...more], when: Date.now() };
  const oldest = Object.keys(rooms).sort((a, b) => rooms[a].when - rooms[b].when);
  for (const name of oldest.slice(0, Math.max(0, oldest.length - KEPT))) delete rooms[name];
  write(ROOMS, rooms);
}

export function dropTokens(room) {
  const rooms = read(ROOMS, {});
  if (!rooms[room]) return;
  rooms[room].tokens = [];
  write(ROOMS, rooms);
}

/** What was last seen of a room in which this browser has a seat, and the seats, for the front page. */
export function keepSeen(room, held) {
  const rooms = read(ROOMS, {});
  if (!rooms[room.room]?.tokens?.length) return;
  const others = room.seats.filter((_, number) => !held.includes(number)).map((seat) => seat.name);
  const seen = { title: room.title, phase: room.phase, match: room.match, held, others };
  if (JSON.stringify(rooms[room.room].seen) === JSON.stringify(seen)) return;
  rooms[room.room] = { ...rooms[room.room], seen, when: Date.now() };
  write(ROOMS, rooms);
}

/** The rooms in which this browser has a seat and whose game was not over when last seen, the latest first. */
export function heldRooms() {
  const rooms = Object.entries(read(ROOMS, {})).map(([name, room]) => ({ name, ...room }));
  return rooms.filter((room) => room.tokens?.length && room.seen && room.seen.phase !== "over").sort((a, b) => b.when - a.when);
}

const KEY = "boardwalk.key";

/** The key that proves a name which is kept; empty if there is none. */
export const playerKey = () => read(KEY, "");
export const keepKey = (key) => write(KEY, key);

const PASSWORD = "boardwalk.password";

/** The server's invite word as it is sent, percent-encoded; empty if none was given. Kept for this tab. */
export function password() {
  try {
    return sessionStorage.getItem(PASSWORD) ?? "";
  } catch {
    return session.get(PASSWORD) ?? "";
  }
}

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

export const setting = (name, otherwise) => read(`boardwalk.${name}`, otherwise);
export const keepSetting = (name, value) => write(`boardwalk.${name}`, value);
