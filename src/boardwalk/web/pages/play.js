// A room: waiting, playing, and after the game.
//
// Stable hooks, for tests and for people who script the page:
//   #status                       whose turn it is, or how it ended (the scene's status)
//   #news                         announcements, a live region; one <li> each
//   [role=grid] [data-cell="r,c"] the board's cells; their names say what is there
//   [data-action="n"]             a choice on the board, a button named by its label; [data-choice="n"] one beside it
//   #typed                        a field to type a move into, as text; not on touch screens
//   .pad [data-step="8"]          a step on touch screens, by the digit of the number pad that points its way
//   main[data-phase]              waiting, playing, over; main[data-seat] the seat whose view is shown (-3: everybody's)
//   main[data-busy]               "true" while frames are still being shown or an action is on its way
//   buttons by name               Undo, Redo, the labels of the game's events, Play again, Download record, Copy link, Pause, Skip, Ready
//   input[aria-label="Step"]      the slider of a replay

/** @import { RoomInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */
/** @import { Effect, GameState } from "../state/types" */

import { GamePage } from "./game.js";
import * as api from "../net/api.js";
import { downloadClosedRecord } from "../net/records.js";
import { RoomSource } from "../net/room.js";
import { actionButtons } from "../panels/actions.js";
import { After } from "../panels/after.js";
import { Finish } from "../panels/finish.js";
import { WaitingPage } from "../panels/waiting.js";
import { hearEnd } from "../board/sound.js";
import { reason, sentence, toast } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, render } from "../parts/vendor/lit-html.js";
import { newGame } from "../state/new_game.js";
import { keepTokens, setting, tokens } from "../state/memory.js";
import { isYours } from "../state/select.js";

export class PlayPage extends GamePage {
  /** @param {string} name @param {Shell} shell */
  constructor(name, shell) {
    super(newGame("room", { speed: setting("speed", 1), kept: setting("tray", null) }), shell);
    this.name = name;
    const { dispatch } = this.view;
    this.after = new After(dispatch, this.table, (path) => shell.go(path));
    this.finish = new Finish(dispatch, this.table, shell);
    this.waiting = new WaitingPage({
      ready: (seats, ready) => dispatch({ do: "ready", seats, ready }),
      leave: () => dispatch({ do: "leave" }),
      invite: (other, bot) => dispatch({ do: "invite", other, bot }),
      rename: (seat, words) => dispatch({ do: "rename", seat, name: words }),
      join: (words, seat) => this.join(words, seat),
    });
    this.ticking = setInterval(() => this.table.tick(), 100);
    this.connect();
  }

  connect() {
    this.view.connect((dispatch) => new RoomSource(this.name, dispatch));
  }

  /** @param {string} name @param {number | null} seat */
  async join(name, seat) {
    const answer = await api.join(this.name, { name, seat });
    keepTokens(this.name, [answer.token]);
    this.connect();
  }

  /** @param {Extract<Effect, { perform: string }>["perform"]} what */
  perform(what) {
    const { room, held } = this.view.state;
    if (what === "field") this.table.typed.focus();
    else if (what === "join") this.join(setting("name", ""), null).catch((error) => toast(reason(error), "bad"));
    else if (what === "end" && room) hearEnd(room, held);
  }

  /** @param {GameState} state */
  render(state) {
    const { room, connection } = state;
    if (!room) {
      if (connection.is === "closed") this.showProblem(connection.why);
      return;
    }
    this.shell.where(room.title, room.game);
    this.table.heading.textContent = room.title;
    this.waiting.showConnection(connection.is);
    if (room.phase === "waiting") {
      this.waiting.show(room, state.held);
      this.shell.page(this.waiting.node);
    } else {
      this.shell.page(this.table.node);
      this.showGame(state, room);
    }
  }

  /** @param {GameState} state @param {RoomInfo} room */
  showGame(state, room) {
    this.table.show(state);
    this.after.show(state);
    this.finish.show(state);
    if (state.curtain === null)
      render(
        actionButtons(state, this.view.dispatch, () => this.shell.help()),
        this.table.actions,
      );
    this.shell.title(isYours(state) ? `Your turn · ${room.title}` : room.title);
  }

  /** There is no such room, or its game can't be played: then its record can be had. @param {string} why */
  showProblem(why) {
    const [token] = tokens(this.name);
    if (!why.includes(api.recordPath(this.name))) this.shell.problem(sentence(why), "There may be a slip in the link.");
    else if (!token) this.shell.problem(sentence(why), "");
    else {
      const download = () => downloadClosedRecord(this.name, token);
      this.shell.problem(
        sentence(why),
        "",
        html`<button type="button" class="button" @click=${download}>${icon("down")}<span>Download record</span></button>`,
      );
    }
  }

  close() {
    super.close();
    clearInterval(this.ticking);
    this.after.close();
    this.waiting.close();
  }
}
