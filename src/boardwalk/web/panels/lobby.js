// On the front page: what one is playing, today's challenges, tables to join and games to watch.

import * as api from "../net/api.js";
import { challengeList } from "./challenges.js";
import { el, icon, text } from "../parts/dom.js";
import { dropTokens, heldRooms, playerKey } from "../state/memory.js";
import { mergeSolved, streak } from "../state/solved.js";

const AGAIN = 15000; // ms between two questions for tables
const CONTINUED = 4; // games to go on with that are shown

export class Lobby {
  constructor() {
    this.own = el("section", { class: "lobby-part", "aria-label": "Your games", hidden: true });
    this.challenges = el("section", { class: "lobby-part lobby-challenges", "aria-label": "Today's challenges" });
    this.tables = el("section", { class: "lobby-part", "aria-label": "Tables", hidden: true });
    this.node = el("div", { class: "lobby" }, this.own, this.challenges, this.tables);
    this.timer = setInterval(() => document.hidden || this.fill(), AGAIN);
    this.fill();
    this.fillOwn();
  }

  async fill() {
    const now = await api.home().catch(() => null); // the games below say it if the server is away
    this.challenges.hidden = !now && !this.challenges.firstChild;
    if (!now) return;
    mergeSolved(now.solved);
    const row = streak(now.day);
    const name = now.name || (playerKey() ? "Your name" : "Keep a name");
    this.challenges.replaceChildren(
      el(
        "div",
        { class: "lobby-head" },
        el("h2", {}, "Today's challenges"),
        el("p", { class: "muted" }, row > 1 ? `${row} days in a row` : "New every day, the same for everybody"),
        el("a", { class: "button small", href: "/me", "data-link": true }, name),
      ),
      challengeList(now),
    );
    const shown = [...now.tables.map((room) => tableCard(room, "Join")), ...now.watch.map((room) => tableCard(room, "Watch"))];
    this.tables.hidden = !shown.length;
    this.tables.replaceChildren(el("h2", {}, now.tables.length ? "Open tables" : "Games to watch"), el("ul", { class: "tables" }, shown));
  }

  /** Asks for the state of each of the latest games, as somebody else may have moved. */
  async fillOwn() {
    const rooms = heldRooms().slice(0, CONTINUED);
    if (!rooms.length) return;
    const list = el("ul", { class: "tables" }, rooms.map((room) => this.ownCard(room)));
    this.own.replaceChildren(el("h2", {}, "Go on playing"), list);
    this.own.hidden = false;
  }

  ownCard(room) {
    const { title, others, held, match } = room.seen;
    const note = el("span", { class: "muted" }, "…");
    const card = el(
      "li",
      {},
      el(
        "a",
        { class: "card table-card", href: `/r/${room.name}`, "data-link": true },
        el("span", { class: "table-words" }, el("b", {}, title), el("span", { class: "muted" }, others.length ? `with ${others.join(", ")}` : "alone")),
        note,
        icon("play"),
      ),
    );
    api
      .turn(room.name)
      .then(({ room: now, acting }) => {
        const mine = now.match === match && acting.some((seat) => held.includes(seat));
        const words = { waiting: "Waiting for players", over: "Over: see how it went" }[now.phase] ?? (mine ? "Your turn" : now.tick_ms ? "Going on" : "Their turn");
        text(note, words);
        card.dataset.mine = mine;
      })
      .catch((error) => {
        if (error.status === 404) {
          dropTokens(room.name);
          card.remove();
        } else text(note, "");
      });
    return card;
  }

  close() {
    clearInterval(this.timer);
  }
}

function tableCard(room, what) {
  const people = room.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name);
  const free = room.seats.length - people.length;
  const pace = room.tick_ms ? "live" : room.turn_seconds ? `${room.turn_seconds} s a turn` : "no clock";
  const words = [people.join(", "), what === "Join" && `${free} ${free === 1 ? "seat" : "seats"} free`, pace, room.rated && "rated"];
  return el(
    "li",
    {},
    el(
      "a",
      { class: "card table-card", href: `/r/${room.room}`, "data-link": true },
      el("span", { class: "table-words" }, el("b", {}, room.title), el("span", { class: "muted" }, words.filter(Boolean).join(" · "))),
      el("span", { class: "button small" }, what),
    ),
  );
}
