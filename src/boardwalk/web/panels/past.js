// A finished match: step through it, have it analysed, play on from any of its steps; its file, its link and the others of
// its table.

/** @import { Board } from "../board/board.js" */
/** @import { Dispatch, GameState, Past as Steps } from "../state/types" */
/** @import { EarlierInfo, RoomInfo } from "../state/protocol" */

import { Analysis } from "./analysis.js";
import { playOn } from "./playon.js";
import { stepper } from "./stepper.js";
import { downloadRecord } from "../net/records.js";
import { copy } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, nothing } from "../parts/vendor/lit-html.js";

export class Past {
  /** @param {Dispatch} dispatch @param {Board} board @param {(path: string) => void} go */
  constructor(dispatch, board, go) {
    this.dispatch = dispatch;
    this.board = board;
    this.go = go;
    /** @type {Analysis | null} */
    this.analysis = null;
  }

  /** @param {GameState} state @param {RoomInfo} room @param {Steps} past */
  template(state, room, past) {
    this.analyse(state, room, past);
    const atEnd = past.at === past.total - 1;
    return html`
      <div class="past">
        ${stepper(state, room, past, this.dispatch)}
        <div class="row">
          <button type="button" class="button" ?hidden=${past.analysed}
            @click=${() => this.dispatch({ do: "analyse" })}>${icon("chart")}<span>Analyse</span></button>
          <button type="button" class="button" ?disabled=${atEnd}
            @click=${() => playOn(room, past.at, this.go)}>${icon("play")}<span>Play on from here</span></button>
        </div>
        ${this.analysis?.node ?? nothing}
      </div>`;
  }

  /** @param {GameState} state @param {RoomInfo} room @param {Steps} past */
  analyse(state, room, past) {
    if (!past.analysed || this.analysis?.match !== room.match) this.close();
    if (!past.analysed) return;
    this.analysis ??= new Analysis(this.dispatch, this.board, room);
    this.analysis.show(state, past);
  }

  close() {
    this.analysis?.close();
    this.analysis = null;
  }
}

/** The address of a match's replay. It stays when the room goes on to another match. @param {RoomInfo} room */
const replayPath = (room, match = room.match) => `/replay/${room.room}/${match}`;

/** What can be done with a finished match: take its file along, pass the link on. @param {RoomInfo} room */
export function pastLinks(room) {
  const share = () => copy(location.origin + replayPath(room), "Link to the replay");
  return html`
    <button type="button" class="button" @click=${() => downloadRecord(room)}>${icon("down")}<span>Download record</span></button>
    <button type="button" class="button" @click=${share}>${icon("copy")}<span>Copy link</span></button>`;
}

/** Links to the other matches that were played at this table. @param {RoomInfo} room */
export function otherGames(room) {
  if (!room.earlier.length) return nothing;
  /** @param {EarlierInfo} one */
  const outcome = ({ winners }) => (winners.length && winners.length <= 4 ? `, won by ${winners.join(", ")}` : "");
  const links = room.earlier.map(
    (one) => html`<li><a href=${replayPath(room, one.match)} data-link>Game ${one.match}${outcome(one)}</a></li>`,
  );
  return html`<nav class="other-games" aria-label="Other games at this table"><h3>Other games at this table</h3><ul>${links.reverse()}</ul></nav>`;
}
