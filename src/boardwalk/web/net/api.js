// HTTP: one function a request, one kind of error.

/** @import { GameEvent } from "../state/events.js" */
/** @import { FileToOpen, Gets, JoinRequest, NewRoom, Posts, Work } from "../state/protocol" */

import { keepPassword, password, playerKey } from "../state/memory.js";

export class ApiError extends Error {
  /** @param {number} status 0: there was no answer @param {any} body */
  constructor(status, body) {
    super(body?.error ?? (status ? `The server answered ${status}.` : "The server can't be reached."));
    this.status = status;
    this.option = body?.option ?? "";
    this.line = body?.line ?? 0;
    this.column = body?.column ?? 0;
  }
}

/** What is wrong with a text that was sent, and where. @param {unknown} error */
export function placed(error) {
  if (error instanceof ApiError && error.line) return `Line ${error.line}, column ${error.column}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

let declined = false; // the question for the invite word was cancelled: don't ask again until the page is loaded anew

/** @param {string} why */
function askPassword(why) {
  const word = declined ? null : prompt(`${why}:`);
  declined = !word;
  if (word) keepPassword(word);
  return Boolean(word);
}

/** What a request may have besides its path. @typedef {{ body?: unknown, token?: string, signal?: AbortSignal }} More */

/** The answer to a request, if it is a good one; an `ApiError` otherwise. Who has no invite word is asked for it.
 *  @param {string} method @param {string} path @param {More} [more] @returns {Promise<Response>} */
async function send(method, path, more = {}) {
  const { body, token, signal } = more;
  const sent = password();
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (sent) headers.Authorization = `Bearer ${sent}`;
  if (playerKey()) headers["X-Boardwalk-Key"] = playerKey();
  if (token) headers["X-Boardwalk-Token"] = token;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw signal?.aborted ? error : new ApiError(0, null);
  }
  if (answer.ok) return answer;
  const data = await answer.json().catch(() => null); // not JSON: the status says enough
  if (answer.status === 401 && (password() !== sent || askPassword(data?.error))) return send(method, path, more);
  throw new ApiError(answer.status, data);
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function request(method, path, body) {
  const answer = await send(method, path, { body });
  return answer.json().catch(() => null);
}

/** What the places in a path stand for, and what is in its query. @typedef {Record<string, string | number>} Values */

/** A path as the server describes it, with its places filled in; values without a place are its query.
 *  @param {string} path @param {Values} values */
function filled(path, values) {
  const rest = new Map(Object.entries(values));
  const found = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(value ?? "");
  });
  const query = [...rest].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return query ? `${found}?${query}` : found;
}

/** @template {keyof Gets} P @param {P} path @param {Values} [values] @returns {Promise<Gets[P]>} */
const get = (path, values = {}) => request("GET", filled(path, values));

/** @template {keyof Posts} P @param {P} path @param {Posts[P]["body"]} body @param {Values} [values]
 *  @returns {Promise<Posts[P]["answer"]>} */
const post = (path, body, values = {}) => request("POST", filled(path, values), body);

/** What does not change while the page is open: asked for once, and again after a failure.
 *  @template {keyof Gets} P @param {P} path @returns {() => Promise<Gets[P]>} */
function once(path) {
  /** @type {Promise<Gets[P]> | null} */
  let asked = null;
  return () => {
    asked ??= get(path).catch((error) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

export const games = once("/api/games");

const ROOM_MEANINGS = ["leave", "return"]; // the room sends these itself when a player leaves or joins
/** @type {Record<string, string>} */
const ICONS = { resign: "flag", restart: "again" }; // by meaning

/** The events of a game that the page offers. @param {string} name @returns {Promise<GameEvent[]>} */
export async function events(name) {
  const game = (await games()).find((one) => one.name === name);
  const offered = (game?.events ?? []).filter((event) => !ROOM_MEANINGS.includes(event.meaning));
  return offered.map((event) => {
    const icon = ICONS[event.meaning];
    return icon ? { ...event, icon } : event;
  });
}

export const previews = once("/api/previews"); // the first scene of each game, by its name
export const demos = once("/api/demos"); // the frames of a short game between bots, by the game's name
/** @param {string} game @param {Record<string, unknown>} options @param {number} [seed] */
export const preview = (game, options, seed = 1) => post("/api/games/{game}/preview", { options, seed }, { game });
/** @param {string} game @param {Record<string, unknown>} options */
export const check = (game, options) => post("/api/games/{game}/check", { options }, { game });
/** @param {string} game */
export const rulebook = (game) => get("/api/games/{game}/rules", { game });
/** @param {string} game */
export const guide = (game) => get("/api/games/{game}/guide", { game });
/** @param {string} game */
export const lessons = (game) => get("/api/games/{game}/lessons", { game });
/** @param {string} game @param {number} number @param {readonly number[]} actions @param {number} seen */
export const lesson = (game, number, actions, seen) =>
  get("/api/games/{game}/lessons/{number}", { game, number, actions: actions.join(), seen });
/** @param {string} game @param {number} number @param {readonly number[]} actions @param {readonly number[]} more */
export const lessonPreview = (game, number, actions, more) =>
  get("/api/games/{game}/lessons/{number}/preview", { game, number, actions: actions.join(), more: more.join() });
/** @param {string} game */
export const levels = (game) => get("/api/games/{game}/levels", { game });
/** @param {string} game @param {string} pack */
export const levelScenes = (game, pack) => get("/api/games/{game}/levels/{pack}", { game, pack });
/** @param {string} name @param {string} text */
export const checkFile = (name, text) => post("/api/files/check", { name, text });
export const editorKinds = () => get("/api/editor");
/** @param {string} game @param {string} kind @param {FileToOpen} file */
export const openFile = (game, kind, file) => post("/api/editor/{game}/{kind}/open", file, { game, kind });
/** @param {string} game @param {string} kind @param {Work} work */
export const checkWork = (game, kind, work) => post("/api/editor/{game}/{kind}/check", work, { game, kind });
export const home = () => get("/api/home");
export const challenges = () => get("/api/challenges");
/** @param {string} game */
export const challenge = (game) => get("/api/challenges/{game}", { game });
/** @param {string} game @param {string} name the player's */
export const takeChallenge = (game, name) => post("/api/challenges/{game}", { name }, { game });
/** @param {string} room */
export const turn = (room) => get("/api/rooms/{room}/turn", { room });
/** @param {string} name */
export const newPlayer = (name) => post("/api/players", { name });
/** @param {string} name */
export const renamePlayer = (name) => post("/api/players/me", { name });
/** @param {string} player */
export const player = (player) => get("/api/players/{player}", { player });
/** @param {string} game */
export const ratings = (game) => get("/api/ratings/{game}", { game });
/** @param {NewRoom} wanted */
export const makeRoom = (wanted) => post("/api/rooms", wanted);
/** @param {string} room @param {number} [match] */
export const roomInfo = (room, match = 0) => get("/api/rooms/{room}", { room, ...(match && { match }) });
/** @param {string} room */
export const firstBoard = (room) => get("/api/rooms/{room}/board", { room });
/** @param {string} room @param {JoinRequest} body */
export const join = (room, body) => post("/api/rooms/{room}/join", body, { room });
/** @param {string} text */
export const importRecord = (text) => post("/api/records", { text });

// Of a finished game, by its room's information: the room may have gone on to another one meanwhile.
/** @typedef {{ room: string, match: number }} Past */
/** @param {Past} of @param {number} seat @param {number} first @param {number} count */
export const replay = ({ room, match }, seat, first, count) =>
  get("/api/rooms/{room}/replay", { room, match, seat, first, count });
/** @param {Past} of @param {number} step */
export const position = ({ room, match }, step) => get("/api/rooms/{room}/position", { room, match, step });
/** @param {Past} of @param {number} seat @param {number} first */
export const analysis = ({ room, match }, seat, first) =>
  get("/api/rooms/{room}/analysis", { room, match, seat, first });

/** The address of a record, which messages of the server name too. @param {string} room @param {number} [match] */
export const recordPath = (room, match = 0) => filled("/api/rooms/{room}/record", { room, ...(match && { match }) });

/** The record of a match as its file. Of one that can't be played it is for the holder of a seat, who shows its token.
 *  @param {string} name @param {{ match?: number, token?: string }} of */
export async function record(name, { match = 0, token = "" }) {
  return (await send("GET", recordPath(name, match), { token })).blob();
}

/** Where a job of the editor is sent. @param {string} game @param {string} kind @param {"solve" | "generate"} what */
export const editorPath = (game, kind, what) => filled(`/api/editor/{game}/{kind}/${what}`, { game, kind });

/** The events of a job of the editor, as a stream of bytes. @param {string} path @param {unknown} body @param {AbortSignal} signal */
export async function job(path, body, signal) {
  const answer = await send("POST", path, { body, signal });
  return /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body);
}
