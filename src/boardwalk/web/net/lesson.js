// A lesson as the source of a game. The server replays all moves each time; nothing is stored there, so moves can be taken
// back and tried again as one likes.

/** @import { LessonState, RoomInfo, SeatInfo } from "../state/protocol" */
/** @import { Dispatch, Source } from "../state/types" */

import * as api from "./api.js";

const NEWEST = -1; // instead of the step that was seen last: the newest position, whole

/** @implements {Source} */
export class LessonSource {
  /** @param {string} game @param {number} number @param {Dispatch} dispatch */
  constructor(game, number, dispatch) {
    this.game = game;
    this.number = number;
    this.dispatch = dispatch;
    /** What was done so far: the actions that were sent together. @type {(readonly number[])[]} */
    this.moves = [];
    /** @type {(readonly number[])[]} */
    this.undone = [];
    this.seen = NEWEST;
    this.open = true; // whether it can be gone on with
    this.begun = false;
    this.closed = false;
    this.load([], NEWEST).catch((error) => {
      const why = [404, 422].includes(error.status) ? "There is no such lesson." : error.message;
      this.tell(() => dispatch({ did: "connection", is: "closed", why }));
    });
  }

  /** @type {Source["send"]} */
  async send(message) {
    if (message.type === "act") {
      await this.load([...this.moves, message.actions], this.seen);
      this.undone = [];
    } else if (message.type === "undo") {
      const last = this.moves.at(-1);
      if (!last) return null;
      await this.load(this.moves.slice(0, -1), NEWEST);
      this.undone.push(last);
    } else if (message.type === "redo") {
      const again = this.undone.at(-1);
      if (!again || !this.open) return null;
      await this.load([...this.moves, again], this.seen);
      this.undone.pop();
    } else if (message.type === "event") {
      await this.load([], NEWEST);
      this.undone = [];
    } else if (message.type === "preview") {
      const answer = await api.lessonPreview(this.game, this.number, this.moves.flat(), message.actions);
      return { ...answer, type: "preview", id: 0, seat: message.seat };
    }
    return null;
  }

  /** Asks for the lesson after these moves: the frames since a step. @param {(readonly number[])[]} moves @param {number} seen */
  async load(moves, seen) {
    const answer = await api.lesson(this.game, this.number, moves.flat(), seen);
    this.moves = moves;
    this.seen = answer.step;
    this.tell(() => this.hear(answer));
  }

  /** @param {LessonState} answer */
  hear(answer) {
    const { game, game_title: gameTitle, lessons: of, name, title, task, hint, left, state, words, frames } = answer;
    const { number, dispatch } = this;
    const room = this.room(answer);
    this.open = state === "open";
    dispatch({
      did: "lesson",
      lesson: { game, gameTitle, number, of, name, title, task, hint, left, taken: this.moves.length, state, words },
    });
    if (!this.begun)
      dispatch({ did: "heard", message: { type: "welcome", version: 0, seats: [frames.seat], room }, now: 0 });
    else dispatch({ did: "heard", message: { type: "room", room }, now: 0 });
    this.begun = true;
    dispatch({ did: "heard", message: frames, now: 0 });
  }

  /** A lesson as a room of one person. @param {LessonState} answer @returns {RoomInfo} */
  room({ game, game_title: title, state, seats }) {
    return {
      room: `lesson ${game}`,
      game,
      title,
      table: "",
      phase: state === "open" ? "playing" : "over",
      match: this.number,
      seats: seats.map(
        /** @returns {SeatInfo} */ (seat) => ({
          ...seat,
          kind: "person",
          bot: "",
          ready: false,
          connected: true,
          maker: true,
        }),
      ),
      spectators: 0,
      scores: null,
      turn_seconds: 0,
      bank_seconds: 0,
      bonus_seconds: 0,
      clock: null,
      starts_in: 0,
      tick_ms: 0,
      undo: true,
      hints: false,
      events: [],
      listed: false,
      rated: false,
      free_text: false,
      challenge: null,
      earlier: [],
      imported: false,
      warming: "",
    };
  }

  /** @param {() => void} run */
  tell(run) {
    if (!this.closed) run();
  }

  /** @type {Source["step"]} */
  step() {
    return Promise.reject(new Error("A lesson has no steps to go through."));
  }

  close() {
    this.closed = true;
  }
}
