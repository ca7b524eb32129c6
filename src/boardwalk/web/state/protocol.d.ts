// Written by tools/protocol_types.py (`make protocol-types`); do not edit.

/** The answer to a hello; sent again when a new game begins, for which everybody has another seat. `seats` are those the connection holds; frames for each of them follow. */
export interface Welcome {
  type: "welcome";
  version: number;
  seats: number[];
  room: RoomInfo;
}

/** The public information about a room. `phase`: "waiting", "playing" or "over"; `match` counts its games from 1; `starts_in`: the seconds until the first tick of a live game, 0 once it has come; `earlier`: once the game is over, the other games of the room that can be looked at; `imported`: the room only shows an imported record; `warming`: a sentence on what the game waits for until it is compiled, such as `Hard is warming up: 12 s`, else empty. */
export interface RoomInfo {
  turn_seconds: number;
  bank_seconds: number;
  bonus_seconds: number;
  tick_ms: number;
  listed: boolean;
  rated: boolean;
  free_text: boolean;
  room: string;
  game: string;
  title: string;
  table: string;
  phase: "over" | "playing" | "waiting";
  match: number;
  seats: SeatInfo[];
  spectators: number;
  scores: number[] | null;
  clock: ClockInfo | null;
  starts_in: number;
  undo: boolean;
  hints: boolean;
  events: string[];
  challenge: ChallengeInfo | null;
  earlier: EarlierInfo[];
  imported: boolean;
  warming: string;
}

/** The public information about a seat. `kind`: "person", "bot", or "open" when it is free; `tone`: its colour as scenes number them, which the seats of a team share; `maker`: whether this person made the room. */
export interface SeatInfo {
  name: string;
  kind: "person" | "bot" | "open";
  tone: number;
  bot: string;
  ready: boolean;
  connected: boolean;
  maker: boolean;
}

/** The seats' banks of time: the seconds that each has `left`, 0 once it has lost on time, and the seats whose time runs. */
export interface ClockInfo {
  left: number[];
  running: number[];
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

/** Follows a `welcome`: what was `said` last to this connection's channel, the `phrases` that can be said, and which `speakers` this connection has, one for each seat. */
export interface Channel {
  type: "channel";
  said: Said[];
  speakers: number[];
  phrases: Phrase[];
}

/** Something that was said in the room: a `phrase`, by its key, or `text`. `number` counts what is said; `speaker` is the same for all that one person says, in the next game too. `seat` is -3 for a spectator. */
export interface Said {
  type: "said";
  number: number;
  speaker: number;
  seat: number;
  name: string;
  phrase: string;
  text: string;
}

/** Something short that people can say: a client sends its `key` and shows its `words`; an emote has a `picture`. */
export interface Phrase {
  key: string;
  words: string;
  picture: string;
}

/** The room has changed: its connections, seats, or phase. */
export interface RoomChanged {
  type: "room";
  room: RoomInfo;
}

/** What a seat (or the audience, seat -3) sees: the steps since the last such message. With `fresh` the first frame is whole, independent of earlier ones. `choices` is what the seat may do now; `acted` is how many actions of the seat are stored in this match; `deadline` counts seconds (0: none); `result` is what the newest frame has achieved, such as a finished level. */
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

/** Something that stands on a cell. `id` is unique and stays the same from scene to scene, so that moves can be animated. `label` is up to three characters drawn on it; without one its seat's mark is drawn. `turn` is its facing, in quarter turns clockwise from "up"; `sign` is its mark, or empty. */
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

/** A complete picture. `tiles` has one entry per cell, row by row, an index into `palette`; `status` is one short sentence on whose turn it is or how it ended; `theme` is the name of a theme (`boardwalk.contract.look`). Row and column labels are given for all rows or columns, or for none. Marked for the seat that sees the scene, all optional: `own`, the ids of its pieces; `goal`, a short sentence on its next goal, such as `Touch flag 2`, and `goal_cells`, the cells (row, column) to reach; `hidden`, a sentence on what the viewer can't see and why, especially for spectators. `slots`: the number of choices that the viewer makes together now, such as a program. A client may collect them and send them at once; `Play.ahead` makes previews of them. */
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

/** Advice for the seat to act: the actions that were considered, the best first; the expected course; in games with hidden information the likeliest positions; and an optional sentence. `undo`, in games with a solver: how many actions to take back until it can be solved again. */
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

/** A position that fits the seat's views, with its probability, as a scene. */
export interface Believed {
  share: number;
  scene: Scene;
}

/** Why a request was not carried out, in one sentence, with the option, or the place in the text, that caused it. */
export interface Refusal {
  error: string;
  option?: string;
  line?: number;
  column?: number;
}

/** The first message of a connection: the tokens of the seats it holds in the room (none: a spectator), and whether it wants `ahead` messages. */
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

/** Something to the others of a channel: a phrase, by its key, or free text where the room has it. A spectator's `seat` is -3; `name` is how a spectator is called. */
export interface Say {
  type: "say";
  id?: number;
  seat: number;
  phrase?: string;
  text?: string;
  name?: string;
}

/** From the person who made the room: whether people may say free text. */
export interface Allow {
  type: "allow";
  id?: number;
  seat: number;
  free_text: boolean;
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

/** A game, with everything that clients need to offer it. `version` is that of its rules. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  players: string;
  version: number;
  undo: boolean;
  bots: string[];
  hidden: boolean;
  chance: boolean;
  simultaneous: boolean;
  theme: string;
  events: EventInfo[];
  live: boolean;
  levels: boolean;
  options: OptionInfo[];
  presets: PresetInfo[];
  files: FileKindInfo[];
}

/** What a seat may do besides acting: a label for its button, a key, and what to ask first. */
export interface EventInfo {
  name: string;
  meaning: string;
  label: string;
  key: string;
  question: string;
}

/** An option of a game, as a form shows it: `expected` says in words which values are allowed. */
export interface OptionInfo {
  name: string;
  title: string;
  kind: "choice" | "file" | "number" | "switch" | "text" | "whole";
  description: string;
  expected: string;
  default: string | number | boolean | null;
  low: number | null;
  high: number | null;
  choices: (string | number | boolean | null)[] | null;
}

/** Options that go together, under a name, and the seats of that table. */
export interface PresetInfo {
  name: string;
  note: string;
  options: Record<string, unknown>;
  seats: string[];
  tones: number[];
}

/** A kind of file of a game; its text is the value of `option`. */
export interface FileKindInfo {
  suffix: string;
  name: string;
  option: string;
}

/** The rules, as Markdown. */
export interface Rulebook {
  title: string;
  text: string;
}

/** The levels that ship with a game. */
export interface Packs {
  packs: LevelPack[];
}

/** Levels to be played in order, the easiest first. `name` is unique in the game. */
export interface LevelPack {
  name: string;
  title: string;
  levels: PackLevel[];
}

/** A level of a pack. `options` are those of a game of this level alone; `key` is that of its `Result`; `fewest` are the lowest counts that are possible, named as in the `Result`, as far as they are known. */
export interface PackLevel {
  title: string;
  key: string;
  options: Record<string, unknown>;
  fewest: Record<string, number>;
}

/** The first scene of each level of a pack. */
export interface PackScenes {
  scenes: Scene[];
}

/** A room, and the seats that are to act. */
export interface RoomTurn {
  room: RoomInfo;
  acting: number[];
}

/** How a game looks before its first action. */
export interface FirstScene {
  scene: Scene;
}

/** The complete history of a match. The board's own steps follow from the seed and are not listed. `position` is the text of the position it started from, if that was not the deal of the seed. `seats` is empty if the actions are in the order in which they were applied; otherwise it gives the seat of each action, in the order in which seats chose (some may have chosen before their turn). */
export interface MatchRecord {
  game: string;
  version: number;
  options: Record<string, unknown>;
  seed: number;
  actions: number[];
  names: string[];
  position: string;
  seats: number[];
}

/** Some frames of a finished game, the first one whole, and how many there are in `total`. */
export interface Replay {
  frames: Frame[];
  total: number;
}

/** A whole position as text, from which a room can start. */
export interface PositionText {
  position: string;
}

/** The decisions of a seat of a finished match: how many there are, how many have been judged so far, some of the judgements, and once it is done, the summary. */
export interface Review {
  seat: number;
  total: number;
  judged: number;
  done: boolean;
  decisions: Judgement[];
  summary: Summary | null;
}

/** A decision of a match: the number of the step, the action, the best action given the seat's view, and the loss in value (None where the action was not considered). `took` and `better` are both actions as they were offered, `best_words` is the value of the better one in a word. `worlds`, where something was lost: the likeliest positions given the seat's view. */
export interface Judgement {
  step: number;
  seat: number;
  did: string;
  best: string;
  value: number | null;
  loss: number | null;
  verdict: string;
  words: string;
  line: Expected[];
  note: string;
  took: Choice | null;
  better: Choice | null;
  best_words: string;
  worlds: Believed[];
}

/** The decisions of a seat: how many there were, how many of each verdict, and the mean loss of those judged. */
export interface Summary {
  seat: number;
  name: string;
  decisions: number;
  verdicts: Record<string, number>;
  mean_loss: number;
}

/** The front page besides the games: tables to join, games to watch, and the player's name. */
export interface Home {
  day: number;
  date: string;
  challenges: TodaysChallenge[];
  solved: [string, number, number][];
  tables: RoomInfo[];
  watch: RoomInfo[];
  name: string;
}

/** A challenge with the best results on this server, and how many players have solved it. */
export interface TodaysChallenge {
  game: string;
  game_title: string;
  theme: string;
  title: string;
  task: string;
  counted: string;
  par: number;
  fewest: boolean;
  bot: string;
  best: SolvedBy[];
  players: number;
}

/** A player who has solved a challenge, and the count: of moves, or of what the game counts. */
export interface SolvedBy {
  name: string;
  count: number;
}

/** Today's challenges; `solved` has the game, the day and the count of each that this player has solved. */
export interface Challenges {
  day: number;
  date: string;
  challenges: TodaysChallenge[];
  solved: [string, number, number][];
}

/** A challenge with its day and its first scene. */
export interface FirstOfDay {
  game: string;
  game_title: string;
  theme: string;
  title: string;
  task: string;
  counted: string;
  par: number;
  fewest: boolean;
  bot: string;
  day: number;
  date: string;
  scene: Scene;
}

/** A player's ratings, the newest rated games, and how many challenges are solved. */
export interface Profile {
  player: string;
  name: string;
  ratings: RatingInfo[];
  games: RatedGame[];
  solved: number;
}

/** The rating of a player, or of a bot, in a game; it says little yet while it is provisional. */
export interface RatingInfo {
  game: string;
  system: "duel" | "many";
  player: string;
  bot: string;
  name: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  won: number;
}

/** A rated game from a player's side; `room` is empty once the room is deleted. */
export interface RatedGame {
  room: string;
  match: number;
  game: string;
  score: number;
  rating: number;
  gain: number;
  ended: number;
  others: string[];
}

/** The rated people and bots of a game, the best first. */
export interface Ratings {
  game: string;
  title: string;
  ratings: RatingInfo[];
}

/** How a game is played; `legend` explains what is on the board. Only a game without a guide has its first `scene` here. `lessons` is how many there are. */
export interface GuideInfo {
  title: string;
  goal: string;
  boards: GuideBoard[];
  legend: Record<string, string>;
  keys: KeyHelp[];
  lessons: number;
  scene?: Scene;
}

/** A small board, and the steps shown on it. */
export interface GuideBoard {
  title: string;
  caption: string;
  frames: Frame[];
}

/** The keys that choose an action, by the label of that action. */
export interface KeyHelp {
  label: string;
  keys: string[];
}

/** The lessons of a game. */
export interface LessonList {
  title: string;
  lessons: LessonInfo[];
}

/** A lesson, with the scene that it starts with. */
export interface LessonInfo {
  name: string;
  title: string;
  task: string;
  scene: Scene;
}

/** A lesson after some moves: its text, whether it is solved, the moves that are left, and the player's view. */
export interface LessonState {
  game: string;
  game_title: string;
  name: string;
  title: string;
  task: string;
  hint: string;
  left: number;
  step: number;
  state: "failed" | "open" | "solved";
  words: string;
  frames: Frames;
  seats: LessonSeat[];
  lessons: number;
}

/** A seat in a lesson. */
export interface LessonSeat {
  name: string;
  tone: number;
}

/** A preview of further choices, of which the first `taken` are possible. */
export interface LessonPreview {
  scene: Scene;
  taken: number;
  choices: Choice[];
}

/** A kind of file, and what its editor can do with it. */
export interface EditorKind {
  game: string;
  title: string;
  kind: string;
  name: string;
  suffix: string;
  option: string;
  grid: GridInfo | null;
  shipped: string[];
  difficulties: string[];
  solver: SolverInfo | null;
}

/** A format; `scene` is the picture of an empty grid, whose tiles are numbered as the symbols. `rows` and `cols` are the fewest and the most; `new` are grids to start from. */
export interface GridInfo {
  scene: Scene;
  symbols: SymbolInfo[];
  rows: [number, number];
  cols: [number, number];
  titled: boolean;
  several: boolean;
  new: Grid[];
}

/** What a character of a file stands for. */
export interface SymbolInfo {
  char: string;
  name: string;
  tile: Tile;
  piece: Piece | null;
  unique: boolean;
}

/** Rows of symbols, all of the same length, and a title. */
export interface Grid {
  rows: string[];
  title: string;
}

/** What the steps of a solution are called. */
export interface SolverInfo {
  unit: string;
}

/** The seats of a table with these options, and the table as a game string. */
export interface CheckedOptions {
  ok: boolean;
  seats: string[];
  tones: number[];
  table: string;
}

/** Options, and the seed of the first scene. */
export interface NewMatch {
  options?: Record<string, unknown>;
  seed?: number;
}

/** What kind of file a text is. */
export interface CheckedFile {
  ok: boolean;
  game: string;
  option: string;
  kind: string;
}

/** A file, whose kind its name and its text tell. */
export interface FileText {
  name?: string;
  text: string;
}

/** The name of a new room, and the secret tokens of one's own seats, by seat. */
export interface MadeRoom {
  room: string;
  tokens: Record<string, string>;
}

/** A room to be made. `turn_seconds` is the time for each turn; or `bank_seconds` that of each seat for the whole game, with `bonus_seconds` for each move. `start` is the text of the position to start from, if the game is not dealt. */
export interface NewRoom {
  options?: Record<string, unknown>;
  game: string;
  seats?: WantedSeat[];
  turn_seconds?: number;
  bank_seconds?: number;
  bonus_seconds?: number;
  tick_ms?: number;
  seed?: number | null;
  hints?: boolean | null;
  start?: string;
  listed?: boolean;
  rated?: boolean;
}

/** A seat of a new room: one's own (`me`), `open` for others, or a bot's. */
export interface WantedSeat {
  kind: "me" | "open" | "bot";
  name?: string;
  bot?: string;
}

/** A seat that is one's own now, by its secret token. */
export interface TakenSeat {
  seat: number;
  token: string;
}

/** An open seat to take; the first one if none is named. */
export interface JoinRequest {
  name?: string;
  seat?: number | null;
}

/** The name of the room that shows an imported record. */
export interface ImportedRoom {
  room: string;
}

/** The text of a match record. */
export interface RecordText {
  text: string;
}

/** The name under which a challenge is taken, for players who keep none. */
export interface ChallengeRequest {
  name?: string;
}

/** A player, and the secret key that authenticates requests. */
export interface NewPlayer {
  key: string;
  player: string;
  name: string;
}

/** The name that a player wants to have. */
export interface PlayerName {
  name: string;
}

/** A player's new name. */
export interface RenamedPlayer {
  player: string;
  name: string;
}

/** The text of a file, and its grids if it is one of grids. */
export interface OpenedFile {
  text: string;
  grids?: Grid[];
}

/** A text, or the name of a file that ships with the game. */
export interface FileToOpen {
  text?: string;
  name?: string;
}

/** The text of a file, its mistakes, and the options to try it with, or why it can't be played. */
export interface CheckedWork {
  text: string;
  mistakes: WorkMistake[];
  trial: Trial | null;
  refusal: string;
}

/** A mistake and its place: grid, row and column, all from 0, or line and column of a text, both from 1. */
export interface WorkMistake {
  what: string;
  grid?: number;
  row?: number;
  col?: number;
  line?: number;
  column?: number;
}

/** Options that a file can be played with, and the seats of that table. */
export interface Trial {
  options: Record<string, unknown>;
  seats: string[];
}

/** A file as its grids, or as its text if it has none. */
export interface Work {
  grids?: GridText[] | null;
  text?: string;
}

/** A grid of a file. */
export interface GridText {
  rows: string[];
  title?: string;
}

/** What is known of a problem so far, or a generated text, or why there is none. */
export interface JobReport {
  problem?: number;
  title?: string;
  solved?: boolean;
  proven?: boolean;
  verdict?: string;
  solution?: string;
  about?: string;
  final?: boolean;
  text?: string;
  error?: string;
  done?: boolean;
}

/** How difficult a generated file is to be. */
export interface Wish {
  difficulty?: string;
  seed?: number | null;
}

export type FromServer = Welcome | Channel | Said | RoomChanged | Frames | Ahead | Previewed | Done | Refused | HintGiven | Bye | Pong;

export type FromClient = Hello | Act | Preview | Event | Undo | Redo | Ready | Invite | Rename | AskHint | Say | Allow | Leave | Ping;

/** The answers to GET requests, by path. */
export interface Gets {
  "/api/games": GameInfo[];
  "/api/games/{game}/rules": Rulebook;
  "/api/previews": Record<string, Scene>;
  "/api/demos": Record<string, Frame[]>;
  "/api/games/{game}/levels": Packs;
  "/api/games/{game}/levels/{pack}": PackScenes;
  "/api/rooms/{room}": RoomInfo;
  "/api/rooms/{room}/turn": RoomTurn;
  "/api/rooms/{room}/board": FirstScene;
  "/api/rooms/{room}/record": MatchRecord;
  "/api/rooms/{room}/replay": Replay;
  "/api/rooms/{room}/position": PositionText;
  "/api/rooms/{room}/analysis": Review;
  "/api/home": Home;
  "/api/challenges": Challenges;
  "/api/challenges/{game}": FirstOfDay;
  "/api/players/me": Profile;
  "/api/players/{player}": Profile;
  "/api/ratings/{game}": Ratings;
  "/api/games/{game}/guide": GuideInfo;
  "/api/games/{game}/lessons": LessonList;
  "/api/games/{game}/lessons/{number}": LessonState;
  "/api/games/{game}/lessons/{number}/preview": LessonPreview;
  "/api/editor": EditorKind[];
  "/api/editor/{game}/{kind}": EditorKind;
  "/api/openapi.json": Record<string, unknown>;
}

/** The bodies of POST requests and the answers to them, by path. */
export interface Posts {
  "/api/games/{game}/check": { body: NewMatch; answer: CheckedOptions };
  "/api/games/{game}/preview": { body: NewMatch; answer: FirstScene };
  "/api/files/check": { body: FileText; answer: CheckedFile };
  "/api/rooms": { body: NewRoom; answer: MadeRoom };
  "/api/rooms/{room}/join": { body: JoinRequest; answer: TakenSeat };
  "/api/records": { body: RecordText; answer: ImportedRoom };
  "/api/challenges/{game}": { body: ChallengeRequest; answer: MadeRoom };
  "/api/players": { body: PlayerName; answer: NewPlayer };
  "/api/players/me": { body: PlayerName; answer: RenamedPlayer };
  "/api/editor/{game}/{kind}/open": { body: FileToOpen; answer: OpenedFile };
  "/api/editor/{game}/{kind}/check": { body: Work; answer: CheckedWork };
}

/** The same where the answer is a stream of events: the data of each. */
export interface Streams {
  "/api/editor/{game}/{kind}/solve": { body: Work; answer: JobReport };
  "/api/editor/{game}/{kind}/generate": { body: Wish; answer: JobReport };
}
