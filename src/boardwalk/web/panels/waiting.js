// Before the game: the link to share, who is here, who is ready.

import { botNote, USUAL } from "../parts/bots.js";
import { Board } from "../board/board.js";
import * as api from "../net/api.js";
import { button, copy, el, icon, mark, renew, toast } from "../parts/dom.js";
import { keepSetting, setting } from "../state/memory.js";
import { opennessNote } from "./openness.js";

export class WaitingPage {
  constructor(page) {
    this.page = page;
    this.node = el("div", { class: "waiting" });
    this.key = "";
  }

  show(room, held) {
    const key = JSON.stringify([room, held]);
    if (key === this.key) return;
    this.key = key;
    const link = `${location.origin}/r/${room.room}`;
    const open = room.seats.some((seat) => seat.kind === "open");
    const ready = held.length > 0 && held.every((seat) => room.seats[seat].ready);
    this.picture ??= this.makePicture(room);
    renew(
      this.node,
      el(
        "section",
        { class: "card waiting-card" },
        el("h1", {}, invitation(room, held)),
        this.status(room),
        opennessNote(room),
        open && held.length > 0 && this.share(link),
        el("ul", { class: room.seats.length > 6 ? "seats roomy many" : "seats roomy", "aria-label": "Players" }, room.seats.map((seat, number) => this.seat(seat, number, held))),
        held.length ? this.readyRow(held, ready) : open ? this.joinForm() : el("p", {}, "All seats are taken; you can watch."),
        // below the buttons, which must not move when somebody comes or goes while one is being pressed
        room.spectators > 0 && el("p", { class: "muted with-icon" }, icon("eye"), `${room.spectators} watching`),
      ),
      this.picture,
    );
  }

  status(room) {
    const missing = room.seats.filter((seat) => seat.kind === "open").length;
    const unready = room.seats.filter((seat) => seat.kind === "person" && !seat.ready).map((seat) => seat.name);
    const words =
      missing > 0
        ? `Waiting for ${missing === 1 ? "one more player" : `${missing} more players`}`
        : unready.length
          ? `Waiting for ${unready.join(" and ")} to be ready`
          : "About to begin";
    return el("p", { id: "status", class: "status" }, words);
  }

  share(link) {
    const select = (event) => event.target.select();
    const field = el("input", { value: link, readonly: true, "aria-label": "Link to this table", id: "share-link", onfocus: select });
    return el(
      "div",
      { class: "share" },
      el("p", {}, "Send this link to whoever shall play:"),
      el("div", { class: "row" }, field, button("Copy link", { icon: "copy", class: "button primary", onclick: () => copy(link, "Link") })),
    );
  }

  seat(seat, number, held) {
    const you = held.includes(number);
    const note =
      seat.kind === "bot" ? botNote(seat.bot) : seat.kind === "open" ? "free" : seat.ready ? "ready" : seat.connected ? "here" : "away";
    const rename = (event) => {
      keepSetting("name", event.target.value);
      this.page.rename(number, event.target.value);
    };
    const name = you
      ? el("input", { value: seat.name, "aria-label": `Name of seat ${number + 1}`, id: `name-${number}`, maxlength: 24, class: "name", onchange: rename })
      : el("span", { class: "seat-name" }, seat.name);
    return el(
      "li",
      { class: `seat ${seat.kind}`, "data-ready": seat.ready },
      mark(seat.tone),
      name,
      el("span", { class: "seat-note" }, you ? (seat.ready ? "you · ready" : "you") : held.length && seat.kind === "open" ? "" : note),
      held.length > 0 && this.botButton(seat, number),
    );
  }

  /** Who waits for nobody lets a bot sit down, or sends it away again. */
  botButton(seat, number) {
    if (seat.kind === "person") return null;
    const open = seat.kind === "open";
    const label = open ? `Let a bot play ${seat.name}` : `Free the seat of ${seat.name}`;
    return button(open ? "Add a bot" : "Free it", { class: "button small", "aria-label": label, onclick: () => this.page.invite(number, open ? USUAL : "") });
  }

  readyRow(held, ready) {
    return el(
      "div",
      { class: "row" },
      button(ready ? "Not yet" : "Ready", { id: "ready", class: ready ? "button" : "button primary big", onclick: () => this.page.ready(held, !ready) }),
      button("Leave", { icon: "leave", onclick: () => this.page.leave() }),
    );
  }

  joinForm() {
    const join = async (event) => {
      event.preventDefault();
      const name = event.target.elements.name.value;
      keepSetting("name", name);
      try {
        await this.page.join(name, null);
      } catch (error) {
        toast(error.message, "bad");
      }
    };
    const name = el("input", { value: setting("name", ""), placeholder: "Your name", "aria-label": "Your name", id: "join-name", name: "name", maxlength: 24 });
    const form = el("form", { class: "row join", onsubmit: join }, name, el("button", { type: "submit", class: "button primary" }, "Join"));
    return el("div", {}, el("p", {}, "Take a seat, or stay and watch."), form);
  }

  /** The very board that will be played, as everybody may see it. */
  makePicture(room) {
    const board = new Board();
    const holder = el("div", { class: "waiting-picture" }, board.node);
    api
      .firstBoard(room.room)
      .then(({ scene }) => {
        this.node.dataset.theme = scene.theme; // the colours of the players
        return board.show(scene, { animate: false });
      })
      .catch(() => holder.remove());
    return holder;
  }

  showConnection(state) {
    this.node.classList.toggle("lost", state === "lost");
  }

  close() {
    this.node.remove();
  }
}

/** Who invites to what, for those who come by a link. */
function invitation({ title, seats }, held) {
  const people = seats.filter((seat) => seat.kind === "person").map((seat) => seat.name);
  if (held.length || !people.length || !seats.some((seat) => seat.kind === "open")) return title;
  const last = people.pop();
  return people.length ? `${people.join(", ")} and ${last} invite you to ${title}` : `${last} invites you to ${title}`;
}
