// @ts-check
// HTTP: one function a request, one kind of error.

/** @import { GameEvent } from "../state/events.js" */

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
    answer = await fetch(path, { method, headers, ...(signal && { signal }), ...(body !== undefined && { body: JSON.stringify(body) }) });
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

/** @param {string} path */
const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} body */
const post = (path, body) => request("POST", path, body);
/** @param {string} name */
const room = (name) => `/api/rooms/${encodeURIComponent(name)}`;
/** @param {string} name */
const game = (name) => `/api/games/${encodeURIComponent(name)}`;

/** What does not change while the page is open: asked for once, and again after a failure. @param {string} path @returns {() => Promise<any>} */
function once(path) {
  /** @type {Promise<any> | null} */
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

const ROOM_MEANINGS = ["leave", "return"]; // the room sends these itself when somebody leaves or joins
/** @type {Record<string, string>} */
const ICONS = { resign: "flag", restart: "again" }; // by meaning

/** The events of a game that the page offers. @param {string} name @returns {Promise<GameEvent[]>} */
export async function events(name) {
  const game = (await games()).find((/** @type {any} */ one) => one.name === name);
  const offered = (game?.events ?? []).filter((/** @type {GameEvent} */ event) => !ROOM_MEANINGS.includes(event.meaning));
  return offered.map((/** @type {GameEvent} */ event) => (event.meaning in ICONS ? { ...event, icon: ICONS[event.meaning] } : event));
}

export const previews = once("/api/previews"); // the first scene of each game, by its name
export const demos = once("/api/demos"); // the frames of a short game between bots, by the game's name
/** @param {string} name @param {Record<string, unknown>} options @param {number} [seed] */
export const preview = (name, options, seed = 1) => post(`${game(name)}/preview`, { options, seed });
/** @param {string} name @param {Record<string, unknown>} options */
export const check = (name, options) => post(`${game(name)}/check`, { options });
/** @param {string} name */
export const rulebook = (name) => get(`${game(name)}/rules`);
/** @param {string} name */
export const guide = (name) => get(`${game(name)}/guide`);
/** @param {string} name */
export const lessons = (name) => get(`${game(name)}/lessons`);
/** @param {string} name @param {number} number @param {string} rest */
const lessonAt = (name, number, rest) => get(`${game(name)}/lessons/${number}${rest}`);
/** @param {string} name @param {number} number @param {readonly number[]} actions @param {number} seen */
export const lesson = (name, number, actions, seen) => lessonAt(name, number, `?actions=${actions.join()}&seen=${seen}`);
/** @param {string} name @param {number} number @param {readonly number[]} actions @param {readonly number[]} more */
export const lessonPreview = (name, number, actions, more) => lessonAt(name, number, `/preview?actions=${actions.join()}&more=${more.join()}`);
/** @param {string} name */
export const levels = (name) => get(`${game(name)}/levels`);
/** @param {string} name @param {string} pack */
export const levelScenes = (name, pack) => get(`${game(name)}/levels/${encodeURIComponent(pack)}`);
/** @param {string} name @param {string} text */
export const checkFile = (name, text) => post("/api/files/check", { name, text });
export const editorKinds = () => get("/api/editor");
/** @param {string} name @param {string} kind @param {string} what */
export const editorPath = (name, kind, what) => `/api/editor/${encodeURIComponent(name)}/${encodeURIComponent(kind)}/${what}`;
/** @param {string} name @param {string} kind @param {string} what @param {unknown} body */
export const askEditor = (name, kind, what, body) => post(editorPath(name, kind, what), body);
export const home = () => get("/api/home");
export const challenges = () => get("/api/challenges");
/** @param {string} name */
export const challenge = (name) => get(`/api/challenges/${encodeURIComponent(name)}`);
/** @param {string} name @param {string} player */
export const takeChallenge = (name, player) => post(`/api/challenges/${encodeURIComponent(name)}`, { name: player });
/** @param {string} name */
export const turn = (name) => get(`${room(name)}/turn`);
/** @param {string} name */
export const newPlayer = (name) => post("/api/players", { name });
/** @param {string} name */
export const renamePlayer = (name) => post("/api/players/me", { name });
/** @param {string} id */
export const player = (id) => get(`/api/players/${encodeURIComponent(id)}`);
/** @param {string} name */
export const ratings = (name) => get(`/api/ratings/${encodeURIComponent(name)}`);
/** @param {unknown} body */
export const makeRoom = (body) => post("/api/rooms", body);
/** @param {string} name @param {number} [match] */
export const roomInfo = (name, match = 0) => get(`${room(name)}${match ? `?match=${match}` : ""}`);
/** @param {string} name */
export const firstBoard = (name) => get(`${room(name)}/board`);
/** @param {string} name @param {unknown} body */
export const join = (name, body) => post(`${room(name)}/join`, body);
/** @param {string} name */
export const recordPath = (name) => `${room(name)}/record`;
/** @param {string} text */
export const importRecord = (text) => post("/api/records", { text });

// Of a finished game, by its room's information: the room may have gone on to another one meanwhile.
/** @param {{ room: string, match: number }} of @param {string} what */
const past = (of, what) => get(`${room(of.room)}/${what}&match=${of.match}`);
/** @param {{ room: string, match: number }} of @param {number} seat @param {number} first @param {number} count */
export const replay = (of, seat, first, count) => past(of, `replay?seat=${seat}&first=${first}&count=${count}`);
/** @param {{ room: string, match: number }} of @param {number} step */
export const position = (of, step) => past(of, `position?step=${step}`);
/** @param {{ room: string, match: number }} of @param {number} seat @param {number} first */
export const analysis = (of, seat, first) => past(of, `analysis?seat=${seat}&first=${first}`);

/** The record of a match as its file. Of one that can't be played it is for the holder of a seat, who shows its token.
 *  @param {string} name @param {{ match?: number, token?: string }} of */
export async function record(name, { match = 0, token = "" }) {
  return (await send("GET", `${recordPath(name)}${match ? `?match=${match}` : ""}`, { token })).blob();
}

/** The events of a job of the editor, as a stream of bytes. @param {string} path @param {unknown} body @param {AbortSignal} signal */
export async function job(path, body, signal) {
  const answer = await send("POST", path, { body, signal });
  return /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body);
}
