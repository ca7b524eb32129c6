// A finished match as the source of a game: its room's information, and its steps, fetched as they are needed.

/** @import { RoomInfo } from "../state/protocol" */
/** @import { Dispatch, Shown, Source } from "../state/types" */

import * as api from "./api.js";
import { whole } from "../state/views.js";

const PAGE = 200; // steps asked for at once

/** What a game's events are called, and whether it hides anything. @param {string} game */
export async function describe(game) {
  const [events, games] = await Promise.all([api.events(game), api.games()]);
  const secrets = games.some((one) => one.name === game && one.hidden);
  return { events, secrets };
}

/** The steps of finished matches, as a seat or everybody knew them. */
export class Steps {
  constructor() {
    /** @type {Map<string, Promise<{ total: number, frames: Shown[] }>>} */
    this.pages = new Map();
  }

  /** @param {RoomInfo} room @param {number} seenBy @param {number} page */
  page(room, seenBy, page) {
    const key = [room.room, room.match, seenBy, page].join(" ");
    let asked = this.pages.get(key);
    if (!asked) {
      asked = api
        .replay(room, seenBy, page * PAGE, PAGE)
        .then(({ total, frames }) => ({ total, frames: whole(frames) }));
      asked.catch(() => this.pages.delete(key));
      this.pages.set(key, asked);
    }
    return asked;
  }

  /** @type {Source["step"]} */
  async step(room, seenBy, number) {
    const { total } = await this.page(room, seenBy, 0);
    const wanted = number < 0 ? total - 1 : number;
    const { frames } = await this.page(room, seenBy, Math.floor(wanted / PAGE));
    return { number: wanted, total, frame: frames[wanted % PAGE] };
  }
}

export const MISSING = "There is no such game.";

/** @implements {Source} */
export class ReplaySource {
  /** @param {string} name of a room @param {number} match the number of one of its matches; 0: the newest @param {Dispatch} dispatch */
  constructor(name, match, dispatch) {
    this.steps = new Steps();
    this.dispatch = dispatch;
    this.open(name, match);
  }

  /** @param {string} name @param {number} match */
  async open(name, match) {
    try {
      const room = await api.roomInfo(name, match);
      // Whether players are present now does not matter.
      const seats = room.seats.map((seat) => ({ ...seat, connected: true }));
      this.dispatch({ did: "heard", message: { type: "room", room: { ...room, seats, spectators: 0 } }, now: 0 });
      this.dispatch({ did: "described", ...(await describe(room.game)) });
    } catch (/** @type {any} */ error) {
      this.dispatch({
        did: "connection",
        is: "closed",
        why: [404, 422].includes(error.status) ? MISSING : error.message,
      });
    }
  }

  /** @type {Source["send"]} */
  send() {
    return Promise.reject(new Error("This match is over."));
  }

  /** @type {Source["step"]} */
  step(room, seenBy, number) {
    return this.steps.step(room, seenBy, number);
  }

  close() {}
}
