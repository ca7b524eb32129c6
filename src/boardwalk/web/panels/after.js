// After a match: the result, the way through the match step by step, the next one.

/** @import { Board } from "../board/board.js" */
/** @import { Dispatch, GameState } from "../state/types" */
/** @import { RoomInfo } from "../state/protocol" */

import { otherGames, Past, pastLinks } from "./past.js";
import { challengeResult } from "./result.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { resultOf } from "../state/select.js";

export class After {
  /** @param {Dispatch} dispatch @param {{ node: HTMLElement, after: HTMLElement, board: Board }} table @param {(path: string) => void} go */
  constructor(dispatch, table, go) {
    this.dispatch = dispatch;
    this.table = table;
    this.past = new Past(dispatch, table.board, go);
  }

  /** @param {GameState} state */
  show(state) {
    const { room, kind } = state;
    const over =
      room !== null && (kind === "replay" ? state.past !== null : state.ended === room.match && state.curtain === null);
    this.table.after.hidden = !over;
    this.table.node.classList.toggle("over", over && kind === "room");
    if (!over) this.past.close();
    render(over ? (kind === "replay" ? this.replay(state, room) : this.ended(state, room)) : nothing, this.table.after);
  }

  /** @param {GameState} state @param {RoomInfo} room */
  replay(state, room) {
    return html`
      ${this.steps(state, room)}
      <div class="row">${pastLinks(room)}<a class="button primary" href="/play/${room.game}" data-link><span>Play ${room.title}</span></a></div>
      ${otherGames(room)}`;
  }

  /** @param {GameState} state @param {RoomInfo} room */
  steps(state, room) {
    return state.past?.on ? this.past.template(state, room, state.past) : nothing;
  }

  /** @param {GameState} state @param {RoomInfo} room */
  ended(state, room) {
    const { held } = state;
    const won = held.length === 1 && room.scores ? room.scores[held[0]] : null;
    const head = won === 1 ? "You win" : won === -1 ? "You lose" : outcome(room);
    const finished = resultOf(state) !== null; // that says it better
    const ready = held.every((seat) => room.seats[seat].ready);
    const again = html`
      <button type="button" class=${finished ? "button" : "button primary"} ?disabled=${ready}
        @click=${() => this.dispatch({ do: "ready", seats: held, ready: true })}>${icon("again")}<span>Play again</span></button>`;
    return html`
      <h2 class=${finished ? "result off" : won === 1 ? "result won" : "result"}>${head}</h2>
      ${room.challenge && held.length ? challengeResult(room, room.challenge) : nothing}
      <div class="steps">${this.steps(state, room)}</div>
      <div class="row">${held.length ? again : nothing}${pastLinks(room)}<a class="button" href="/play/${room.game}" data-link><span>New game</span></a></div>
      <p class="ready-note">${held.length ? waitingFor(room, held, ready) : ""}</p>
      ${otherGames(room)}`;
  }

  close() {
    this.past.close();
  }
}

/** @param {RoomInfo} room @param {readonly number[]} held @param {boolean} ready */
function waitingFor(room, held, ready) {
  const others = room.seats.filter((seat, number) => seat.kind === "person" && !held.includes(number));
  const waiting = others.filter((seat) => !seat.ready).map((seat) => seat.name);
  const wanting = others.filter((seat) => seat.ready).map((seat) => seat.name);
  if (ready && waiting.length) return `Waiting for ${waiting.join(", ")}`;
  return wanting.length ? `${wanting.join(", ")} would play again` : "";
}

/** How it ended, for those who look on. @param {RoomInfo} room */
function outcome(room) {
  const winners = room.seats.filter((_, number) => (room.scores?.[number] ?? 0) > 0).map((seat) => seat.name);
  if (room.seats.length < 2 || !room.scores || winners.length > 4) return "The end";
  if (!winners.length) return "A draw";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(", ")} win`;
}
