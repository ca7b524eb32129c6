// A room as the source of a game: its connection, what the server tells about the game, the steps of the finished match.

/** @import { Dispatch, Source } from "../state/types" */

import { describe, Steps } from "./replay.js";
import { Link } from "./socket.js";
import { tokens } from "../state/memory.js";
import { sentence, toast } from "../parts/dom.js";

/** @implements {Source} */
export class RoomSource {
  /** @param {string} room @param {Dispatch} dispatch */
  constructor(room, dispatch) {
    this.dispatch = dispatch;
    this.steps = new Steps();
    this.described = "";
    this.link = new Link(room, tokens(room), {
      heard: (message) => {
        dispatch({ did: "heard", message, now: performance.now() });
        if (message.type === "welcome") this.describe(message.room.game);
      },
      refused: (why) => dispatch({ did: "refused", why }),
      state: (is, why) => dispatch({ did: "connection", is, why }),
    });
  }

  /** What the game's events are called, and whether it hides anything: asked for once. @param {string} game */
  async describe(game) {
    if (this.described === game) return;
    this.described = game;
    try {
      this.dispatch({ did: "described", ...(await describe(game)) });
    } catch (/** @type {any} */ error) {
      this.described = "";
      toast(sentence(error.message), "bad");
    }
  }

  /** @type {Source["send"]} */
  send(message) {
    return this.link.send(message);
  }

  /** @type {Source["step"]} */
  step(room, seenBy, number) {
    return this.steps.step(room, seenBy, number);
  }

  close() {
    this.link.close();
  }
}
