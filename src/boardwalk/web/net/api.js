// HTTP: one function a request, one kind of error.

import { eventsOf } from "../state/events.js";
import { keepPassword, password, playerKey } from "../state/memory.js";

export class ApiError extends Error {
  constructor(status, body) {
    super(body?.error ?? (status ? `The server answered ${status}.` : "The server can't be reached."));
    this.status = status;
    this.option = body?.option ?? "";
    this.line = body?.line ?? 0;
    this.column = body?.column ?? 0;
  }
}

let declined = false; // the question for the invite word was cancelled: don't ask again until the page is loaded anew

function askPassword(why) {
  const word = declined ? null : prompt(`${why}:`);
  declined = !word;
  if (word) keepPassword(word);
  return Boolean(word);
}

async function request(method, path, body) {
  const sent = password();
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (sent) headers.Authorization = `Bearer ${sent}`;
  if (playerKey()) headers["X-Boardwalk-Key"] = playerKey();
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, null);
  }
  let data = null;
  try {
    data = await answer.json();
  } catch {
    // Not JSON: the status says enough.
  }
  if (answer.status === 401 && (password() !== sent || askPassword(data?.error))) return request(method, path, body);
  if (!answer.ok) throw new ApiError(answer.status, data);
  return data;
}

const get = (path) => request("GET", path);
const post = (path, body) => request("POST", path, body);
const room = (name) => `/api/rooms/${encodeURIComponent(name)}`;
const game = (name) => `/api/games/${encodeURIComponent(name)}`;

/** What does not change while the page is open: asked for once, and again after a failure. */
function once(path) {
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
/** The events of a game that the page offers. */
export const events = async (name) => eventsOf(await games(), name);
export const previews = once("/api/previews"); // the first scene of each game, by its name
export const demos = once("/api/demos"); // the frames of a short game between bots, by the game's name
export const preview = (name, options, seed = 1) => post(`${game(name)}/preview`, { options, seed });
export const check = (name, options) => post(`${game(name)}/check`, { options });
export const rulebook = (name) => get(`${game(name)}/rules`);
export const guide = (name) => get(`${game(name)}/guide`);
export const lessons = (name) => get(`${game(name)}/lessons`);
const lessonAt = (name, number, rest) => get(`${game(name)}/lessons/${number}${rest}`);
export const lesson = (name, number, actions, seen) => lessonAt(name, number, `?actions=${actions.join()}&seen=${seen}`);
export const lessonPreview = (name, number, actions, more) => lessonAt(name, number, `/preview?actions=${actions.join()}&more=${more.join()}`);
export const levels = (name) => get(`${game(name)}/levels`);
export const levelScenes = (name, pack) => get(`${game(name)}/levels/${encodeURIComponent(pack)}`);
export const checkFile = (name, text) => post("/api/files/check", { name, text });
export const editorKinds = () => get("/api/editor");
export const editorPath = (name, kind, what) => `/api/editor/${encodeURIComponent(name)}/${encodeURIComponent(kind)}/${what}`;
export const askEditor = (name, kind, what, body) => post(editorPath(name, kind, what), body);
export const home = () => get("/api/home");
export const challenges = () => get("/api/challenges");
export const challenge = (name) => get(`/api/challenges/${encodeURIComponent(name)}`);
export const takeChallenge = (name, player) => post(`/api/challenges/${encodeURIComponent(name)}`, { name: player });
export const turn = (name) => get(`${room(name)}/turn`);
export const newPlayer = (name) => post("/api/players", { name });
export const renamePlayer = (name) => post("/api/players/me", { name });
export const player = (id) => get(`/api/players/${encodeURIComponent(id)}`);
export const ratings = (name) => get(`/api/ratings/${encodeURIComponent(name)}`);
export const makeRoom = (body) => post("/api/rooms", body);
export const roomInfo = (name, match = 0) => get(`${room(name)}${match ? `?match=${match}` : ""}`);
export const firstBoard = (name) => get(`${room(name)}/board`);
export const join = (name, body) => post(`${room(name)}/join`, body);
export const recordPath = (name) => `${room(name)}/record`;
export const importRecord = (text) => post("/api/records", { text });

// Of a finished game, by its room's information: the room may have gone on to another one meanwhile.
const past = (of, what) => get(`${room(of.room)}/${what}&match=${of.match}`);
export const replay = (of, seat, first, count) => past(of, `replay?seat=${seat}&first=${first}&count=${count}`);
export const position = (of, step) => past(of, `position?step=${step}`);
export const analysis = (of, seat, first) => past(of, `analysis?seat=${seat}&first=${first}`);

/** The record of a game that can't be played, as its file; for the holder of a seat. */
export async function closedRecord(name, token) {
  const answer = await fetch(recordPath(name), { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}
