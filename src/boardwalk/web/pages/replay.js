// A finished game to look at, by its link.

import * as api from "../net/api.js";
import { el, isTyping, sentence } from "../parts/dom.js";
import { otherGames, Past, pastLinks } from "../panels/past.js";
import { TablePage } from "../panels/table.js";

export class ReplayPage {
  /** `match` is the number of one of the room's games; by default the newest. */
  constructor(name, shell, match = "0") {
    this.name = name;
    this.match = /^\d{1,6}$/.test(match) ? Number(match) : -1; // which is the number of none
    this.shell = shell;
    const nothing = () => {};
    this.table = new TablePage({ choose: nothing, typed: nothing, pause: nothing, speed: nothing, skip: nothing, look: nothing, canLook: () => false });
    this.table.typing.hidden = true;
    this.table.choices.hidden = true;
    this.onKey = (event) => isTyping(event.target) || document.querySelector("dialog[open]") || this.past?.key(event);
    document.addEventListener("keydown", this.onKey);
    this.open();
  }

  async open() {
    let room;
    try {
      room = await api.roomInfo(this.name, this.match);
    } catch (error) {
      if ([404, 422].includes(error.status)) this.shell.problem("There is no such game.", "There may be a slip in the link.");
      else this.shell.problem(sentence(error.message), "");
      return;
    }
    this.shell.where(room.title, room.game);
    if (room.phase !== "over") {
      this.shell.go(`/r/${this.name}`, true);
      return;
    }
    this.shell.title(`Replay · ${room.title}`);
    this.table.heading.textContent = `Replay of ${room.title}`;
    this.past = new Past(this.table.board, room, this.shell, (frame) => this.stepShown(frame, room));
    this.table.after.hidden = false;
    this.table.after.replaceChildren(
      this.past.node,
      el(
        "div",
        { class: "row" },
        pastLinks(room),
        el("a", { class: "button primary", href: `/play/${room.game}`, "data-link": true }, el("span", {}, `Play ${room.title}`)),
      ),
      otherGames(room) ?? "",
    );
    this.showPeople(room, null);
    this.shell.page(this.table.node);
    try {
      await this.past.start(0);
    } catch (error) {
      this.shell.problem(error.message, "");
    }
  }

  stepShown(frame, room) {
    this.table.showScene(frame.scene, false);
    this.table.cells.update(frame.scene, []);
    this.table.setNews(frame.news);
    this.showPeople(room, frame.scene);
  }

  /** Who played; whether somebody is there now does not matter. */
  showPeople(room, scene) {
    const seats = room.seats.map((seat) => ({ ...seat, connected: true }));
    this.table.showPeople({ ...room, seats, spectators: 0 }, [], -3, -2, scene);
  }

  close() {
    this.past?.close();
    document.removeEventListener("keydown", this.onKey);
  }
}
