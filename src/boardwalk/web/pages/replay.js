// A finished match to look at, by its link.

/** @import { GameState } from "../state/types" */
/** @import { Shell } from "../state/shell" */

import { GamePage } from "./game.js";
import { MISSING, ReplaySource } from "../net/replay.js";
import { After } from "../panels/after.js";
import { sentence } from "../parts/dom.js";
import { newGame } from "../state/new_game.js";
import { setting } from "../state/memory.js";

export class ReplayPage extends GamePage {
  /** @param {string} name @param {Shell} shell @param {string} match the number of one of the room's; by default the newest */
  constructor(name, shell, match = "0") {
    super(newGame("replay", { speed: setting("speed", 1) }), shell);
    this.after = new After(this.view.dispatch, this.table, (path) => shell.go(path));
    const number = /^\d{1,6}$/.test(match) ? Number(match) : -1; // which is the number of none
    this.view.connect((dispatch) => new ReplaySource(name, number, dispatch));
  }

  /** @param {GameState} state */
  render(state) {
    const { room, connection } = state;
    if (!room) {
      if (connection.is === "closed")
        this.shell.problem(
          sentence(connection.why),
          connection.why === MISSING ? "There may be a slip in the link." : "",
        );
      return;
    }
    if (room.phase !== "over") {
      this.shell.go(`/r/${room.room}`, true);
      return;
    }
    this.shell.where(room.title, room.game);
    this.shell.title(`Replay · ${room.title}`);
    this.table.heading.textContent = `Replay of ${room.title}`;
    this.shell.page(this.table.node);
    this.table.show(state);
    this.after.show(state);
  }

  close() {
    super.close();
    this.after.close();
  }
}
