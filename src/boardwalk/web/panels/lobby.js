// On the front page: what one is playing, today's challenges, tables to join and games to watch.

/** @import { Challenges, Home, RoomInfo, SeatInfo, TodaysChallenge } from "../state/protocol" */

import * as api from "../net/api.js";
import { clockWords } from "../parts/dom.js";
import { icon, stars } from "../parts/templates.js";
import { html, nothing, repeat } from "../parts/vendor/lit-html.js";
import { dropTokens, heldRooms, playerKey } from "../state/memory.js";
import { mergeSolved, solvedCount, starsAt, streak } from "../state/solved.js";

const AGAIN = 15000; // ms between two questions for tables
const CONTINUED = 4; // games to go on with that are shown

export class Lobby {
  /** @param {() => void} changed is called when there is something new to show */
  constructor(changed) {
    this.changed = changed;
    /** What the server told last. @type {Home | null} */
    this.now = null;
    this.away = false; // whether it has not told anything
    this.own = heldRooms()
      .slice(0, CONTINUED)
      .map((room) => ({ name: room.name, seen: room.seen, note: "…", mine: false }));
    this.timer = setInterval(() => document.hidden || this.fill(), AGAIN);
    this.fill();
    for (const room of this.own) this.ask(room);
  }

  async fill() {
    this.now = (await api.home().catch(() => null)) ?? this.now; // the games below say it if the server is away
    this.away = !this.now;
    if (this.now) mergeSolved(this.now.solved);
    this.changed();
  }

  /** Asks for the state of one of the latest games, as others may have moved. @param {typeof this.own[0]} room */
  async ask(room) {
    try {
      const { room: now, acting } = await api.turn(room.name);
      room.mine =
        now.match === room.seen.match && acting.some((/** @type {number} */ seat) => room.seen.held.includes(seat));
      const turn = room.mine ? "Your turn" : now.tick_ms ? "Going on" : "Their turn";
      room.note =
        now.phase === "waiting" ? "Waiting for players" : now.phase === "over" ? "Over: see how it went" : turn;
    } catch (error) {
      room.note = "";
      if (error instanceof api.ApiError && error.status === 404) {
        dropTokens(room.name);
        this.own = this.own.filter((one) => one !== room);
      }
    }
    this.changed();
  }

  template() {
    const { own, now } = this;
    const tables = now?.tables ?? [];
    const watch = now?.watch ?? [];
    return html`
      <div class="lobby">
        <section class="lobby-part" aria-label="Your games" ?hidden=${!own.length}>
          <h2>Go on playing</h2>
          <ul class="tables">${repeat(own, (room) => room.name, ownCard)}</ul>
        </section>
        <section class="lobby-part lobby-challenges" aria-label="Today's challenges" ?hidden=${this.away}>${now ? challenges(now) : nothing}</section>
        <section class="lobby-part" aria-label="Tables" ?hidden=${!tables.length && !watch.length}>
          <h2>${tables.length ? "Open tables" : "Games to watch"}</h2>
          <ul class="tables">${tables.map((room) => tableCard(room, "Join"))}${watch.map((room) => tableCard(room, "Watch"))}</ul>
        </section>
      </div>`;
  }

  close() {
    clearInterval(this.timer);
  }
}

/** @param {Home} now */
function challenges(now) {
  const row = streak(now.day);
  return html`
    <div class="lobby-head">
      <h2>Today's challenges</h2>
      <p class="muted">${row > 1 ? `${row} days in a row` : "New every day, the same for everybody"}</p>
      <a class="button small" href="/me" data-link>${now.name || (playerKey() ? "Your name" : "Keep a name")}</a>
    </div>
    ${challengeList(now)}`;
}

/** Today's challenges as a row of links, each with how far one is. @param {Challenges} today */
export function challengeList(today) {
  return html`<ul class="challenge-list">${today.challenges.map((one) => challengeCard(one, today.day))}</ul>`;
}

/** @param {TodaysChallenge} one @param {number} day */
function challengeCard(one, day) {
  const count = solvedCount(one.game, day);
  const open = count === undefined;
  const note = open
    ? one.players
      ? `${one.players} solved it`
      : "Not solved yet"
    : html`${stars(starsAt(count, one.par))} ${count} ${one.counted}`;
  return html`
    <li>
      <a class="card challenge-card" href="/challenge/${one.game}" data-link data-theme=${one.theme} data-solved=${!open}>
        <span class="muted">${one.game_title}</span>
        <b>${one.title}</b>
        <span class=${open ? "muted" : ""}>${note}</span>
      </a>
    </li>`;
}

/** @param {Lobby["own"][0]} room */
function ownCard({ name, seen, note, mine }) {
  const others = seen.others.length ? `with ${seen.others.join(", ")}` : "alone";
  return html`
    <li data-mine=${mine}>
      <a class="card table-card" href="/r/${name}" data-link>
        <span class="table-words"><b>${seen.title}</b><span class="muted">${others}</span></span>
        <span class="muted">${note}</span>${icon("play")}
      </a>
    </li>`;
}

/** @param {RoomInfo} room @param {"Join" | "Watch"} what */
function tableCard(room, what) {
  const people = room.seats
    .filter((/** @type {SeatInfo} */ seat) => seat.kind !== "open")
    .map((/** @type {SeatInfo} */ seat) => seat.name);
  const free = room.seats.length - people.length;
  const pace = room.tick_ms ? "live" : clockWords(room) || "no clock";
  const words = [
    people.join(", "),
    what === "Join" && `${free} ${free === 1 ? "seat" : "seats"} free`,
    pace,
    room.rated && "rated",
  ];
  return html`
    <li>
      <a class="card table-card" href="/r/${room.room}" data-link>
        <span class="table-words"><b>${room.title}</b><span class="muted">${words.filter(Boolean).join(" · ")}</span></span>
        <span class="button small">${what}</span>
      </a>
    </li>`;
}
