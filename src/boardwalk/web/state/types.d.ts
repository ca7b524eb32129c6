// One game as the page has it: a room, a lesson, or a replay. `reduce` makes each state from the one before; panels get
// the state and `Dispatch`, never the page, the connection or each other.

import type { GameEvent } from "./events.js";
import type { AheadStep, Bye, Choice, Done, FromClient, FromServer, Hello, Hint, HintGiven, Phrase, Ping, Pong, Previewed, Refused, Result, RoomInfo, Said, Scene } from "./protocol";

/** A frame, made whole. */
export interface Shown {
  readonly number: number;
  readonly by: number;
  readonly scene: Scene;
  readonly news: readonly string[];
}

/** A choice, and the number of the frame that it was offered with. */
export interface Offered extends Choice {
  readonly frame: number;
}

type Without<M> = M extends unknown ? Omit<M, "id"> : never;
/** What the page sends, apart from what the connection says for itself. */
export type Message = Without<Exclude<FromClient, Hello | Ping>>;
/** What a player does in the match. */
export type Move = Extract<Message, { type: "act" | "undo" | "redo" | "event" }>;
/** What is heard: what the server sends, apart from answers, which come as `answered`, and from what is the connection's. */
export type Heard = Exclude<FromServer, Done | Refused | HintGiven | Previewed | Bye | Pong>;

/** What one seat sees, from its first frames on, which are whole. */
export interface View {
  readonly seat: number;
  readonly base: Scene; // the newest position
  readonly number: number; // of its frame
  readonly on: Shown | null; // the frame that was on the board last
  readonly queue: readonly Shown[]; // frames not shown yet
  readonly guess: Shown | null; // shown ahead of the answer
  readonly ahead: ReadonlyMap<number, AheadStep> | null;
  readonly choices: readonly Offered[];
  readonly known: ReadonlyMap<number, Offered>; // everything that could be chosen at some time in this match
  readonly acting: boolean;
  readonly toAct: number;
  readonly acted: number;
  readonly result: Result | null;
  readonly deadline: number; // by performance.now(); 0: none
}

/** A move that has no answer yet, and what the seat knew when it was sent. */
export interface Pending {
  readonly message: Move;
  readonly acted: number;
  readonly choices: string;
  readonly match: number;
}

export interface Outbox {
  readonly sent: readonly Pending[];
  readonly unsure: Pending | null; // an action whose answer was lost with the connection
  readonly wanted: number; // the action that was chosen last
  readonly later: readonly Intent[]; // what was pressed or said before its time
}

/** Frames are shown one after the other; `many`: enough wait that pausing or hurrying is offered. */
export interface Playback {
  readonly speed: number;
  readonly paused: boolean;
  readonly running: boolean;
  readonly hurry: boolean;
  readonly many: boolean;
}

/** The way through a finished match; `total` is 0 until its first step is there. */
export interface Past {
  readonly total: number;
  readonly at: number; // the step on the board
  readonly wanted: number; // the step that was asked for; LAST: the last one
  readonly frame: Shown | null; // what is to be on the board
  readonly on: Shown | null; // what is
  readonly animate: boolean;
  readonly seenBy: number; // a seat, or EVERYTHING
  readonly playing: boolean;
  readonly stepped: boolean; // whether an earlier step than the last was shown
  readonly analysed: boolean; // whether the analysis was asked for
}

/** Choices that belong together, before they are sent. */
export interface Tray {
  readonly seat: number;
  readonly place: string; // which program of which match this is
  readonly slots: readonly (Offered | null)[];
  readonly next: ReadonlySet<number> | null; // the actions that may follow, as the last preview says
  readonly plan: Scene | null;
  readonly asked: Message | null; // the newest preview that is asked for
}

/** The actions in the slots of a tray, as they are kept; -1: empty. */
export interface KeptTray {
  of: string;
  actions: number[];
}

export interface GivenHint {
  readonly asking: boolean;
  readonly hint: Hint | null;
  readonly place: string; // the decision that it is about
}

export interface Lesson {
  readonly game: string;
  readonly gameTitle: string;
  readonly number: number;
  readonly of: number;
  readonly name: string;
  readonly title: string;
  readonly task: string;
  readonly hint: string;
  readonly left: number;
  readonly taken: number; // moves so far
  readonly state: "open" | "solved" | "failed";
  readonly words: string;
}

export interface News {
  readonly number: number;
  readonly words: string;
}

/** A person who speaks, by number, or a channel. */
export type Muted = number | "players" | "spectators";

/** What people say in a room. */
export interface Talk {
  readonly phrases: readonly Phrase[];
  readonly said: readonly Said[]; // the newest last
  readonly own: readonly number[]; // the speakers of this page
  readonly before: number; // the number of the newest message when this page came
  readonly seen: number; // of the newest that was seen in the open log
  readonly open: boolean;
  readonly muted: ReadonlySet<Muted>;
}

export interface GameState {
  readonly kind: "room" | "lesson" | "replay";
  readonly room: RoomInfo | null; // that of a lesson is made by its source
  readonly events: readonly GameEvent[];
  readonly secrets: boolean; // whether the game hides anything
  readonly held: readonly number[]; // the seats of this screen
  readonly views: ReadonlyMap<number, View>;
  readonly shown: number | null; // whose view is on the board
  readonly curtain: number | null; // the seat that the screen is passed to
  readonly connection: { readonly is: "open" | "silent" | "lost" | "closed"; readonly why: string };
  readonly outbox: Outbox;
  readonly playback: Playback;
  readonly ended: number; // the match whose end is shown; 0: none
  readonly past: Past | null;
  readonly tray: Tray | null;
  readonly kept: KeptTray | null;
  readonly hint: GivenHint | null;
  readonly lesson: Lesson | null;
  readonly news: readonly News[];
  readonly talk?: Talk; // of a room
}

export type Intent =
  | { do: "choose"; choice: Offered | null }
  | { do: "press"; keys: readonly string[] }
  | { do: "later"; after: Intent }
  | { do: "type"; line: string }
  | { do: "say"; word: string }
  | { do: "pause" | "faster" | "skip" | "lift" }
  | { do: "takeOut" | "confirm" }
  | { do: "field" | "join" }
  | { do: "undo" | "redo" }
  | { do: "hint" | "leave" | "left" }
  | { do: "goBack"; moves: number }
  | { do: "event"; event: GameEvent; seat?: number }
  | { do: "look"; seat: number }
  | { do: "put"; slot: number; choice: Offered | null }
  | { do: "swap"; slots: readonly [number, number] }
  | { do: "step"; to: number; animate?: boolean }
  | { do: "seenBy"; seat: number }
  | { do: "play"; on: boolean }
  | { do: "analyse" }
  | { do: "ready"; seats: readonly number[]; ready: boolean }
  | { do: "invite"; other: number; bot: string }
  | { do: "rename"; seat: number; name: string }
  | { do: "tell"; phrase?: string; text?: string; name?: string } // `name`: of a spectator
  | { do: "talk"; open: boolean }
  | { do: "mute"; who: Muted }
  | { do: "allow"; freeText: boolean };

export type Answer = HintGiven | Previewed | null;

export type Happened =
  | { did: "heard"; message: Heard; now: number }
  | { did: "connection"; is: GameState["connection"]["is"]; why: string }
  | { did: "refused"; why: string }
  | { did: "described"; events: readonly GameEvent[]; secrets: boolean }
  | { did: "lesson"; lesson: Lesson }
  | { did: "answered"; message: Message; answer: Answer; refused: string | null; lost: boolean }
  | { did: "drawing"; seat: number; count: number } // the deck took `count` frames of a view
  | { did: "shown"; seat: number; frame: Shown } // the last of them is on the board
  | { did: "redrawn" } // the board shows again what it showed before
  | { did: "idle" } // no frame waits any more
  | { did: "stepped"; seat: number; number: number; total: number; frame: Shown } // a step was fetched
  | { did: "unstepped"; why: string } // it could not be
  | { did: "at"; frame: Shown } // a step is on the board
  | { did: "rested"; frame: Shown }; // and has been long enough

/** What `reduce` wants done: the view does it, in order, after the state has changed. */
export type Effect =
  | { send: Message }
  | { toast: string; bad: boolean }
  | { keep: "seen" | "tray" | "speed" }
  | { ask: string; yes: string; no: string; detail: string; after: Intent }
  | { step: number; seenBy: number }
  | { leave: readonly number[] }
  | { perform: "field" | "join" | "end" }
  | { go: string };

export type Dispatch = (what: Intent | Happened) => void;

/** Where a game comes from: a room's connection, a lesson, the steps of a finished match. It dispatches what it hears. */
export interface Source {
  /** Resolves when the message is carried out, for a hint or a preview to the answer. */
  send(message: Message): Promise<Answer>;
  /** A step of the finished match as a seat, or everybody, knew it. */
  step(room: RoomInfo, seenBy: number, number: number): Promise<{ number: number; total: number; frame: Shown }>;
  close(): void;
}
