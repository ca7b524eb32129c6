// What tests of a game's state share: messages of a server, and a game that they change.

import { reduce } from "../../../src/boardwalk/web/state/game.js";
import { newGame } from "../../../src/boardwalk/web/state/new_game.js";

const SEAT = { kind: "person", tone: 0, bot: "", ready: true, connected: true };

export const room = (change = {}) => ({
  room: "abc",
  game: "box_world",
  title: "Box World",
  phase: "playing",
  match: 1,
  seats: [
    { ...SEAT, name: "Ada" },
    { ...SEAT, name: "Ben", tone: 1 },
  ],
  scores: null,
  tick_ms: 0,
  undo: true,
  hints: true,
  imported: false,
  warming: "",
  ...change,
});

export const scene = (change = {}) => ({
  status: "",
  pieces: [],
  tiles: [],
  edges: [],
  overlays: [],
  panel: [],
  row_labels: [],
  col_labels: [],
  slots: 0,
  ...change,
});

export const choice = (action, text, change = {}) => ({
  action,
  text,
  label: `${text}ward`,
  keys: [text],
  cell: null,
  edge: null,
  ...change,
});

export const welcome = (seats, about = {}) => ({ type: "welcome", version: 2, seats, room: room(about) });

export const frames = (seat, steps, change = {}) => ({
  type: "frames",
  seat,
  frames: steps,
  fresh: false,
  to_act: 0,
  acting: [0],
  choices: [],
  acted: 0,
  deadline: 0,
  result: null,
  ...change,
});

export const frame = (number, change = {}, news = []) => ({ number, by: 0, scene: scene(change), news });

/** A game that is told what happens; what is to be done besides is kept in `effects` until it is `taken`. */
export class Game {
  constructor(kind = "room", kept = {}) {
    this.state = newGame(kind, kept);
    this.effects = [];
  }

  tell(...all) {
    for (const what of all) {
      const [state, effects] = reduce(this.state, what);
      this.state = state;
      this.effects.push(...effects);
    }
    return this;
  }

  hear(...messages) {
    return this.tell(...messages.map((message) => ({ did: "heard", message, now: 1000 })));
  }

  /** All frames that wait are shown, as a board would show them. */
  show() {
    for (let view = this.view; view?.queue.length && this.state.curtain === null; view = this.view) {
      const [next] = view.queue;
      this.tell({ did: "drawing", seat: view.seat, count: 1 }, { did: "shown", seat: view.seat, frame: next });
    }
    return this.tell({ did: "idle" });
  }

  answer(message, refused = null, lost = false, answer = null) {
    return this.tell({ did: "answered", message, answer, refused, lost });
  }

  get view() {
    return this.state.views.get(this.state.shown) ?? null;
  }

  get sent() {
    return this.effects.filter((effect) => "send" in effect).map((effect) => effect.send);
  }

  taken() {
    return this.effects.splice(0);
  }
}

/** A game of one person, at the first position. */
export function begun({ choices = [choice(1, "f"), choice(2, "l")], ...change } = {}, about = {}) {
  const game = new Game();
  game.hear(welcome([0], about), frames(0, [{ ...frame(1, change), by: -4 }], { fresh: true, choices })).show();
  game.taken();
  return game;
}
