// A lesson: a position, a task, and the table to solve it on.

/** @import { Effect, GameState } from "../state/types" */
/** @import { Shell } from "../state/shell" */

import { GamePage } from "./game.js";
import { play } from "../board/sound.js";
import { LessonSource } from "../net/lesson.js";
import { LessonPanel } from "../panels/lesson.js";
import { celebrate } from "../parts/celebrate.js";
import { sentence } from "../parts/dom.js";
import { newGame } from "../state/new_game.js";
import { setting } from "../state/memory.js";
import { keepDone } from "../state/progress.js";

export class LessonPage extends GamePage {
  /** @param {string} game @param {Shell} shell @param {number} number */
  constructor(game, shell, number) {
    super(newGame("lesson", { speed: setting("speed", 1), kept: setting("tray", null) }), shell);
    this.panel = new LessonPanel(this.view.dispatch, this.table);
    this.view.connect((dispatch) => new LessonSource(game, number, dispatch));
  }

  /** @param {Extract<Effect, { perform: string }>["perform"]} what */
  perform(what) {
    const { lesson } = this.view.state;
    if (what !== "end" || lesson?.state !== "solved") return;
    keepDone(lesson.game, lesson.name);
    play("win");
    celebrate(this.table.stage);
  }

  /** @param {GameState} state */
  render(state) {
    const { room, lesson, connection } = state;
    if (!room || !lesson) {
      if (connection.is === "closed") this.shell.problem(sentence(connection.why), "");
      return;
    }
    this.shell.where(lesson.gameTitle, lesson.game);
    this.shell.title(`${lesson.title} · ${lesson.gameTitle}`);
    this.table.heading.textContent = `Lesson: ${lesson.title}`;
    this.shell.page(this.table.node);
    this.table.show(state);
    this.panel.show(state, lesson);
  }
}
