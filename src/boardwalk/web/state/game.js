// The state of one game on the page, and the only thing that changes it. Without DOM, clock and network: what is to be
// done besides is returned as effects.

/** @import { RoomInfo, Welcome } from "./protocol" */
/** @import { Effect, GameState, Happened, Intent, Offered, View } from "./types" */

import { sentence } from "../parts/dom.js";
import { words } from "../parts/keys.js";
import { takeAhead } from "./ahead.js";
import { meaningOf, wordMeaning } from "./hands.js";
import { moveAnswered, request, settleUnsure, withView } from "./outbox.js";
import { arrived, beginPast, LAST, rested, stepped, walk } from "./past.js";
import { hurry, paced, played } from "./playback.js";
import {
  decisionOf,
  isHeld,
  isLive,
  isOpen,
  isSecret,
  isSending,
  isShowing,
  isStepping,
  mayAskHint,
  viewOf,
} from "./select.js";
import { collect, confirm, fitTray, isCollected, previewed, put, swap } from "./tray.js";
import { takeChannel, takeSaid, talked } from "./talk.js";
import { AUDIENCE, DEAL, forgetful, NOBODY, seenBefore, taken } from "./views.js";

const AHEAD = 8; // keys remembered while an action is on its way

/** @param {GameState} before @param {Intent | Happened} what @returns {[GameState, Effect[]]} */
export function reduce(before, what) {
  /** @type {Effect[]} */
  const effects = [];
  const state = "do" in what ? intended(before, what, effects) : happened(before, what, effects);
  return [state === before ? before : follow(state, effects), effects];
}

/** What follows from any change. @param {GameState} state @param {Effect[]} effects @returns {GameState} */
function follow(state, effects) {
  let next = settle(skipPast(state), effects);
  next = fitTray(next, effects);
  next = goOn(next, effects);
  const { hint } = next;
  return hint?.hint && (hint.place !== decisionOf(next) || !mayAskHint(next)) ? { ...next, hint: null } : next;
}

/** While the player steps through a finished match, new frames (as after a lost connection) are not played. @param {GameState} state @returns {GameState} */
function skipPast(state) {
  const view = viewOf(state);
  return state.past?.frame && view?.queue.length ? withView(state, seenBefore(view, 0)) : state;
}

/** All frames are shown: the screen is passed on, or the end is shown. @param {GameState} state @param {Effect[]} effects @returns {GameState} */
function settle(state, effects) {
  const { room, held, views } = state;
  const view = viewOf(state);
  if (!room || !view?.on || state.curtain !== null || isShowing(state) || isStepping(state)) return state;
  if (room.phase === "over") return end(state, room, view, effects);
  if (room.phase !== "playing" || view.acting || isLive(state)) return state;
  const next = held.find((seat) => views.get(seat)?.acting);
  if (next === undefined) return state;
  return isSecret(state, view.seat, next) ? { ...state, curtain: next, news: [] } : look(state, next);
}

/** The room may say that it is over before the last steps are here. @param {GameState} state @param {RoomInfo} room @param {View} view @param {Effect[]} effects */
function end(state, room, view, effects) {
  if (view.toAct !== NOBODY) return state;
  const ended = state.ended === room.match ? state : { ...state, ended: room.match };
  if (ended !== state) effects.push({ perform: "end" });
  return state.kind === "room" && !state.past && !isSending(state) ? beginPast(ended, LAST, effects) : ended;
}

/** What was pressed or said before its time; what turns out to be impossible is passed over. @param {GameState} state @param {Effect[]} effects */
function goOn(state, effects) {
  let next = state;
  while (next.outbox.later.length && !isSending(next) && (viewOf(next)?.acting || next.room?.phase === "over")) {
    const [first, ...later] = next.outbox.later;
    next = intended({ ...next, outbox: { ...next.outbox, later } }, first, effects);
  }
  return next;
}

// -- what happens

/** @param {GameState} state @param {Happened} what @param {Effect[]} effects @returns {GameState} */
function happened(state, what, effects) {
  switch (what.did) {
    case "heard":
      return heard(state, what, effects);
    case "answered":
      return answered(state, what, effects);
    case "connection":
      return { ...state, connection: { is: what.is, why: what.why } };
    case "refused":
      effects.push({ toast: sentence(what.why), bad: true });
      return state;
    case "described":
      return { ...state, events: what.events, secrets: what.secrets };
    case "lesson":
      return { ...state, lesson: what.lesson };
    case "stepped":
      return stepped(state, what);
    case "unstepped":
      effects.push({ toast: sentence(what.why), bad: true });
      return state.past ? { ...state, past: { ...state.past, playing: false } } : state;
    case "at":
      return arrived(state, what);
    case "rested":
      return rested(state, what, effects);
    default:
      return played(state, what);
  }
}

/** @param {GameState} state @param {Extract<Happened, { did: "heard" }>} what @param {Effect[]} effects @returns {GameState} */
function heard(state, { message, now }, effects) {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message, effects);
    case "room":
      return takeRoom(state, message.room, effects);
    case "channel":
      return takeChannel(state, message);
    case "said":
      return takeSaid(state, message);
    case "frames":
      return takeFrames(state, message, now, effects);
    case "ahead": {
      const view = state.views.get(message.seat);
      return view ? withView(state, takeAhead(view, message)) : state;
    }
    default: // something newer than this page
      return state;
  }
}

/** @param {GameState} state @param {Welcome} message @param {Effect[]} effects @returns {GameState} */
function welcomed(state, { seats, room }, effects) {
  const changed = state.room !== null && room.match !== state.room.match && seats.join() !== state.held.join();
  if (changed) effects.push({ toast: "A new game: everybody has changed seats.", bad: false });
  const shown = state.shown !== null && seats.includes(state.shown) ? state.shown : null;
  const outbox = { ...state.outbox, sent: [] }; // nothing of the connection before will be answered
  return takeRoom({ ...state, held: seats, shown, outbox, views: changed ? new Map() : state.views }, room, effects);
}

/** @param {GameState} state @param {RoomInfo} room @param {Effect[]} effects @returns {GameState} */
function takeRoom(state, room, effects) {
  if (room.imported && state.kind === "room") {
    effects.push({ go: `/replay/${room.room}` });
    return state;
  }
  effects.push({ keep: "seen" });
  let next = { ...state, room };
  if (state.room && room.match !== state.room.match) {
    // Its frames may have come already: they stay.
    const views = new Map([...state.views].map(([seat, view]) => [seat, forgetful(view)]));
    next = { ...next, views, outbox: { ...next.outbox, later: [] }, ended: 0, past: null, news: [], curtain: null };
  }
  if (state.kind === "replay") return next.past || room.phase !== "over" ? next : beginPast(next, 0, effects);
  if (room.phase === "playing") return { ...next, ended: 0, past: null };
  return room.phase === "over" && next.curtain !== null ? { ...next, curtain: null } : next;
}

/** @param {GameState} state @param {Extract<Extract<Happened, { did: "heard" }>["message"], { type: "frames" }>} message @param {number} now @param {Effect[]} effects */
function takeFrames(state, message, now, effects) {
  const view = taken(state.views.get(message.seat) ?? null, message, isLive(state), now);
  let next = settleUnsure(withView(state, view), view, effects);
  if (next.shown === null) next = openUp(next);
  // An undo after the end, or the next game: the game is on again, also if the room was last said to be over.
  const { room } = next;
  const on = next.shown !== null && room?.phase === "over" && message.to_act !== NOBODY;
  return on ? takeRoom(next, { ...room, phase: "playing", scores: null }, effects) : next;
}

/** Chooses whose view is shown first, once all views of this screen are there. @param {GameState} state @returns {GameState} */
function openUp(state) {
  const { views, held } = state;
  const seats = held.length ? held : [AUDIENCE];
  if (!seats.every((seat) => views.has(seat))) return state;
  const shown = seats.find((seat) => views.get(seat)?.acting) ?? seats[0];
  const begun = views.get(shown)?.queue.at(-1)?.by !== DEAL;
  const covered = begun && state.room?.phase === "playing" && seats.some((seat) => isSecret(state, shown, seat));
  return { ...state, shown, curtain: covered ? shown : null };
}

/** @param {GameState} state @param {Extract<Happened, { did: "answered" }>} what @param {Effect[]} effects @returns {GameState} */
function answered(state, what, effects) {
  const { message, answer, refused } = what;
  switch (message.type) {
    case "act":
    case "undo":
    case "redo":
    case "event":
      return moveAnswered(state, what, effects);
    case "preview":
      return previewed(state, what, effects);
    case "hint":
      if (refused !== null) effects.push({ toast: sentence(refused), bad: false });
      if (answer?.type !== "hint" || state.shown !== answer.seat || viewOf(state)?.number !== answer.frame)
        return { ...state, hint: null };
      return { ...state, hint: { asking: false, hint: answer.hint, place: decisionOf(state) } };
    default:
      if (refused !== null) effects.push({ toast: sentence(refused), bad: true });
      return state;
  }
}

// -- what a player does

/** @param {GameState} state @param {readonly string[]} keys @param {Effect[]} effects */
function pressed(state, keys, effects) {
  const meaning = meaningOf(state, keys);
  return meaning ? intended(state, meaning, effects) : state;
}

/** @param {GameState} state @param {Intent} what @param {Effect[]} effects @returns {GameState} */
function intended(state, what, effects) {
  switch (what.do) {
    case "choose":
      return what.choice ? choose(state, what.choice, effects) : state;
    case "press":
      return pressed(state, what.keys, effects);
    case "later":
      return state.outbox.later.length < AHEAD ? later(state, [...state.outbox.later, what.after]) : state;
    case "type":
      return type(state, what.line, effects);
    case "say":
      return say(state, what.word, effects);
    case "pause":
    case "faster":
    case "skip":
      return paced(state, what.do, effects);
    case "look":
      return look(state, what.seat);
    case "lift":
      return state.curtain === null ? state : { ...state, shown: state.curtain, curtain: null };
    case "put":
      return put(state, what.slot, what.choice, effects);
    case "swap":
      return swap(state, what.slots, effects);
    case "takeOut":
      return put(state, state.tray?.slots.findLastIndex(Boolean) ?? -1, null, effects);
    case "confirm":
      return confirm(state, effects);
    case "step":
    case "seenBy":
    case "play":
    case "analyse":
      return walk(state, what, effects);
    case "tell":
    case "talk":
    case "mute":
    case "allow":
      return talked(state, what, effects);
    case "field":
    case "join":
      effects.push({ perform: what.do });
      return state;
    default:
      return asked(state, what, effects);
  }
}

/** An event of the game, after its question if it has one.
 *  @param {GameState} state @param {Extract<Intent, { do: "event" }>} what @param {Effect[]} effects @returns {GameState} */
function askEvent(state, what, effects) {
  const { event, seat = state.shown } = what;
  if (seat === null) return state;
  if (!event.question) return request(state, { type: "event", seat, name: event.name }, effects);
  /** @type {Intent} */
  const after = { do: "event", event: { ...event, question: "" }, seat };
  effects.push({ ask: event.question, yes: event.label, no: "Go back", detail: "", after });
  return state;
}

/** What the server is asked for besides a choice.
 *  @param {GameState} state @param {Extract<Intent, { do: "undo" | "redo" | "goBack" | "hint" | "event" | "leave" | "left" | "ready" | "invite" | "rename" }>} what
 *  @param {Effect[]} effects @returns {GameState} */
function asked(state, what, effects) {
  switch (what.do) {
    case "undo":
    case "redo":
      return takeBack(state, what.do, effects);
    case "goBack":
      return Array.from({ length: what.moves }).reduce(
        (/** @type {GameState} */ next) => takeBack(next, "undo", effects),
        state,
      );
    case "hint":
      return askHint(state, effects);
    case "event":
      return askEvent(state, what, effects);
    case "leave": {
      const others = (state.room?.seats.length ?? 0) > state.held.length && state.room?.phase === "playing";
      const detail = others ? "A bot takes the seat, or it is left empty." : "";
      effects.push({ ask: "Leave this table?", yes: "Yes, leave", no: "Stay", detail, after: { do: "left" } });
      return state;
    }
    case "left":
      effects.push({ leave: state.held });
      return state;
    case "ready":
      for (const seat of what.seats) effects.push({ send: { type: "ready", seat, ready: what.ready } });
      return state;
    case "invite":
      if (state.held.length)
        effects.push({ send: { type: "invite", seat: state.held[0], other: what.other, bot: what.bot } });
      return state;
    case "rename":
      effects.push({ send: { type: "rename", seat: what.seat, name: what.name } });
      return state;
  }
}

/** @param {GameState} state @param {readonly Intent[]} waiting @returns {GameState} */
const later = (state, waiting) => ({ ...state, outbox: { ...state.outbox, later: waiting } });

/** Another seat's view. @param {GameState} state @param {number} seat @returns {GameState} */
function look(state, seat) {
  const view = state.views.get(seat);
  return view ? { ...withView(state, seenBefore(view, viewOf(state)?.queue.length ?? Infinity)), shown: seat } : state;
}

/** @param {GameState} state @param {Offered} choice @param {Effect[]} effects @returns {GameState} */
function choose(state, choice, effects) {
  if (!isOpen(state) || state.shown === null) return state;
  if (isCollected(state, choice)) return collect(state, choice, effects);
  const { outbox } = state;
  if (isSending(state) && (!isLive(state) || outbox.wanted === choice.action)) return state;
  const next = hurry({ ...state, outbox: { ...outbox, wanted: choice.action } });
  return request(next, { type: "act", seat: state.shown, frame: choice.frame, actions: [choice.action] }, effects);
}

/** Undo or redo; while an answer is awaited, after it. @param {GameState} state @param {"undo" | "redo"} what @param {Effect[]} effects */
function takeBack(state, what, effects) {
  const view = viewOf(state);
  if (!view || !isHeld(state)) return state;
  if (isSending(state) && !isLive(state)) return intended(state, { do: "later", after: { do: what } }, effects);
  return request({ ...state, past: null }, { type: what, seat: view.seat, frame: view.number }, effects);
}

/** @param {GameState} state @param {Effect[]} effects @returns {GameState} */
function askHint(state, effects) {
  const view = viewOf(state);
  if (!view || !mayAskHint(state) || state.hint?.asking) return state;
  if (!view.acting && !isLive(state)) {
    effects.push({ toast: "There is a hint when it is your turn.", bad: false });
    return state;
  }
  effects.push({ send: { type: "hint", seat: view.seat } });
  return { ...state, hint: { asking: true, hint: null, place: "" } };
}

/** @param {GameState} state @param {string} line @param {Effect[]} effects */
function type(state, line, effects) {
  const view = viewOf(state);
  const [first, ...rest] = words(line, view?.choices ?? [], [...(view?.known.values() ?? [])]);
  const next = later(
    state,
    rest.map((said) => ({ do: "say", word: said })),
  );
  return first === undefined ? next : say(next, first, effects);
}

/** @param {GameState} state @param {string} word @param {Effect[]} effects @returns {GameState} */
function say(state, word, effects) {
  const meaning = wordMeaning(state, word);
  if (meaning) return intended(state, meaning, effects);
  const some = (viewOf(state)?.choices ?? []).slice(0, 6).map((one) => one.text);
  const why = some.length ? `“${word}” is not possible now; try ${some.join(", ")}…` : "It is not your turn.";
  effects.push({ toast: why, bad: true });
  return later(state, []);
}
