// Written by tools/protocol_types.py (`make protocol-types`); do not edit.

/** The answer to a hello; sent again when a new game begins, for which everybody has another seat. `seats` are those the connection holds; frames for each of them follow. */
export interface Welcome {
  type: "welcome";
  version: number;
  seats: number[];
  room: RoomInfo;
}

/** The public information about a room. `phase`: "waiting", "playing" or "over"; `match` counts its games from 1; `starts_in`: the seconds until the first tick of a live game, 0 once it has come; `earlier`: once the game is over, the other games of the room that can be looked at; `imported`: the room only shows an imported record. */
export interface RoomInfo {
  room: string;
  game: string;
  title: string;
  table: string;
  phase: "over" | "playing" | "waiting";
  match: number;
  seats: SeatInfo[];
  spectators: number;
  scores: number[] | null;
  turn_seconds: number;
  starts_in: number;
  tick_ms: number;
  undo: boolean;
  hints: boolean;
  events: string[];
  listed: boolean;
  rated: boolean;
  challenge: ChallengeInfo | null;
  earlier: EarlierInfo[];
  imported: boolean;
}

/** The public information about a seat. `kind`: "person", "bot", or "open" when it is free; `tone`: its colour as scenes number them, which the seats of a team share. */
export interface SeatInfo {
  name: string;
  kind: "person" | "bot" | "open";
  tone: number;
  bot: string;
  ready: boolean;
  connected: boolean;
}

/** The challenge that a room is about. `day` is its number; `seat` the player's; `count` is that of a game which is over and won, of what `counted` names, lower is better; `par` is a good count, the fewest possible if `fewest`. */
export interface ChallengeInfo {
  day: number;
  title: string;
  task: string;
  seat: number;
  counted: string;
  par: number;
  fewest: boolean;
  count: number | null;
}

/** A game that was played in a room before: its number, and the names of those who won. */
export interface EarlierInfo {
  match: number;
  winners: string[];
}

/** The room has changed: its connections, seats, or phase. */
export interface RoomChanged {
  type: "room";
  room: RoomInfo;
}

/** What a seat (or the audience, seat -3) sees: the steps since the last such message. With `fresh` the first frame is whole, whatever came before. `choices` is what the seat may do now; `acted` is how many actions of the seat are stored in this match; `deadline` counts seconds (0: none); `result` is what the newest frame has achieved, such as a finished level. */
export interface Frames {
  type: "frames";
  seat: number;
  frames: Frame[];
  fresh: boolean;
  to_act: number;
  acting: number[];
  choices: Choice[];
  acted: number;
  deadline: number;
  result: Result | null;
}

/** One step of the match. `scene` holds the fields of the scene that differ from the frame before (all of them in the first); `news` are the announcements; `by` is the seat that acted, -1 for the board, -4 for the deal. */
export interface Frame {
  number: number;
  by: number;
  scene: Partial<Scene>;
  news: string[];
}

/** One action that a seat may take now: its text (as typed and as shown in the log), a label for a button, the keys that choose it (by their browser names), and the cell or edge to click. A move from a cell to a cell has its `start` too: the first click picks the start, the second the cell. Of several choices with the same cell, and the same start if any, a click takes the first; the others get buttons. */
export interface Choice {
  action: number;
  text: string;
  label: string;
  keys: string[];
  cell: [number, number] | null;
  edge: Edge | null;
  start: [number, number] | null;
}

/** A wall between cells: above cell (row, col) when `across`, else left of it; `length` cells long, to the right or downwards. `kind` is one of `EDGES`. */
export interface Edge {
  row: number;
  col: number;
  across: boolean;
  length: number;
  tone: number;
  kind: "known" | "wall";
}

/** An achievement to store as a best result, such as a finished level. `counts` rate it, the most important first; lower is better. Results with the same key are compared. */
export interface Result {
  key: string;
  title: string;
  counts: Record<string, number>;
}

/** What each choice of a seat leads to from this frame, where that is certain. */
export interface Ahead {
  type: "ahead";
  seat: number;
  frame: number;
  steps: AheadStep[];
}

/** What an action, or -1 (undo) or -2 (redo), would lead to: the fields of the scene that would differ, except for `pieces`, of which it has those that would be new or changed, and the ids of those that would be gone. */
export interface AheadStep {
  action: number;
  scene: Partial<Scene>;
  pieces: Piece[];
  gone: string[];
  news: string[];
}

/** Something that stands on a cell. `id` is unique and stays the same from scene to scene, so that moves can be animated. `label` is up to three characters drawn on it; without one its seat's mark is drawn. `turn` is its facing, in quarter turns clockwise from "up"; `sign` is what it is marked with, or empty. */
export interface Piece {
  id: string;
  shape: string;
  row: number;
  col: number;
  char: string;
  name: string;
  tone: number;
  turn: number;
  label: string;
  sign: string;
}

/** The answer to a client's `preview`: the scene with the first `taken` of its choices, which are those that are possible, and the choices that may follow. */
export interface Previewed {
  type: "preview";
  id: number;
  seat: number;
  taken: number;
  scene: Scene;
  choices: Choice[];
}

/** A complete picture. `tiles` has one entry per cell, row by row, an index into `palette`; `status` is one short sentence on whose turn it is or how it ended; `theme` is the name of a theme (`boardwalk.contract.look`). Row and column labels are given for all rows or columns, or for none. What is marked for the seat that sees the scene, all optional: `own`, the ids of its pieces; `goal`, one short sentence on what it has to do next, such as `Touch flag 2`, and `goal_cells`, the cells (row, column) to reach; `hidden`, one sentence on what the viewer can't see and why, which spectators are shown in particular. `slots`: how many choices the viewer makes now that belong together, such as a program. A client may collect so many and send them at once; `Game.ahead` makes previews of them. */
export interface Scene {
  theme: string;
  rows: number;
  cols: number;
  palette: Tile[];
  tiles: number[];
  status: string;
  pieces: Piece[];
  edges: Edge[];
  overlays: Overlay[];
  panel: Fact[];
  row_labels: string[];
  col_labels: string[];
  own: string[];
  goal: string;
  goal_cells: [number, number][];
  hidden: string;
  slots: number;
}

/** The ground of a cell. `name` is the rulebook's word for it; `tone` the seat or team whose colour it has. */
export interface Tile {
  kind: string;
  char: string;
  name: string;
  tone: number;
  turn: number;
}

/** Something drawn over a cell. Only a trail differs by `strength`; "dark" is not drawn on walls. The overlays "route" of one tone are joined by a line, in their order; a `label` of up to two characters is drawn as a mark. */
export interface Overlay {
  kind: "dark" | "fog" | "route" | "trace" | "trail";
  row: number;
  col: number;
  tone: number;
  strength: number;
  label: string;
}

/** A line of the panel beside the board, such as `walls left: 7`; `tone` is the colour of the seat or team it is about. A fact about one player has that `seat`, and the player's name as its label; clients that list the players show it there, as its `icon` with the value, or as the value alone. With `brief`, only the icon is shown there, and the value is its tooltip. */
export interface Fact {
  label: string;
  value: string;
  tone: number;
  seat: number;
  icon: string;
  brief: boolean;
}

/** The client's message with this id was carried out and is stored. */
export interface Done {
  type: "done";
  id: number;
}

/** A client's message was not carried out, and why; nothing has changed. `id` is 0 when the message had none. */
export interface Refused {
  type: "refused";
  why: string;
  id: number;
}

/** The answer to a client's `hint`: a `boardwalk.analysis.advice.Hint` about the position in this frame. */
export interface HintGiven {
  type: "hint";
  id: number;
  seat: number;
  frame: number;
  hint: Hint;
}

/** The server closes the connection, and why. With `again` the client should reconnect in a moment. */
export interface Bye {
  type: "bye";
  why: string;
  again: boolean;
}

export interface Pong {
  type: "pong";
  id: number;
}

/** Advice for the seat to act: the actions that were considered, the best first; the expected course; in games with secrets the likeliest positions; and a sentence where there is something to say. `undo`, in games with a solver: how many actions to take back until it can be solved again. */
export interface Hint {
  seat: number;
  actions: Advised[];
  line: Expected[];
  worlds: Believed[];
  note: string;
  simulations: number;
  undo: number;
}

/** An action in the game's notation, its value to the seat from -1 to 1, the same in a word, and its share of the search's visits. */
export interface Advised {
  action: number;
  text: string;
  value: number;
  words: string;
  share: number;
}

/** An action in the expected course of the game; `label` as it is offered to a person. */
export interface Expected {
  seat: number;
  action: number;
  text: string;
  label: string;
}

/** A position that the seat thinks possible, with its probability, as a scene. */
export interface Believed {
  share: number;
  scene: Scene;
}

/** The first message of a connection: the tokens of the seats it holds in the room (none: a spectator), and whether it wants to be told `ahead` what choices lead to. */
export interface Hello {
  type: "hello";
  version: number;
  tokens?: string[];
  ahead?: boolean;
}

/** One or more actions of a seat, in order: all are carried out, or none. `frame` is the number of the newest frame that the seat had been sent: the position that it chose them for. */
export interface Act {
  type: "act";
  id?: number;
  seat: number;
  frame: number;
  actions: number[];
}

/** What the seat would see if it made these choices of a program (`Scene.slots`). Nothing changes; answered by a `preview`. */
export interface Preview {
  type: "preview";
  id?: number;
  seat: number;
  actions: number[];
}

/** Something a seat does besides acting, such as resigning. */
export interface Event {
  type: "event";
  id?: number;
  seat: number;
  name: string;
}

/** Take the seat's last action back, where the game allows it. `frame` as in `Act`. */
export interface Undo {
  type: "undo";
  id?: number;
  seat: number;
  frame: number;
}

/** Take the last undone action again. `frame` as in `Act`. */
export interface Redo {
  type: "redo";
  id?: number;
  seat: number;
  frame: number;
}

/** The person at this seat is ready to begin, or to play again. */
export interface Ready {
  type: "ready";
  id?: number;
  seat: number;
  ready?: boolean;
}

/** While the room waits: let a bot take an open seat, `other`; without a bot's name it is open again. */
export interface Invite {
  type: "invite";
  id?: number;
  seat: number;
  other: number;
  bot?: string;
}

/** Another name for the person at this seat. */
export interface Rename {
  type: "rename";
  id?: number;
  seat: number;
  name: string;
}

/** What to do at this seat now. Answered by a `hint`, or refused. */
export interface AskHint {
  type: "hint";
  id?: number;
  seat: number;
}

/** Give the seat up: it is open again, or a bot takes it once the game has begun. */
export interface Leave {
  type: "leave";
  id?: number;
  seat: number;
}

/** Answered by a pong, to check the connection. */
export interface Ping {
  type: "ping";
  id?: number;
}

export type FromServer = Welcome | RoomChanged | Frames | Ahead | Previewed | Done | Refused | HintGiven | Bye | Pong;

export type FromClient = Hello | Act | Preview | Event | Undo | Redo | Ready | Invite | Rename | AskHint | Leave | Ping;
