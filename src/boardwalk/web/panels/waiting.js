// Before the game: the link to share, who is here, who is ready.

/** @import { RoomInfo, SeatInfo } from "../state/protocol" */

import { botNote, USUAL } from "../parts/bots.js";
import { Board } from "../board/board.js";
import * as api from "../net/api.js";
import { clockWords, copy, el, reason, toast } from "../parts/dom.js";
import { icon, mark } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { keepSetting, setting } from "../state/memory.js";
import { opennessNote } from "./openness.js";

/** What one can do while waiting: `invite` lets a bot take a seat, or without a bot's name leave it again.
 *  @typedef {{ rename(seat: number, name: string): void, invite(seat: number, bot: string): void, ready(seats: readonly number[], ready: boolean): void,
 *    join(name: string, seat: number | null): Promise<void>, leave(): void }} Actions */

export class WaitingPage {
  /** @param {Actions} on */
  constructor(on) {
    this.on = on;
    this.node = el("div", { class: "waiting" });
    /** The very board that will be played, as everybody may see it; null without one. @type {HTMLElement | null | undefined} */
    this.picture = undefined;
  }

  /** @param {RoomInfo} room @param {readonly number[]} held the seats of this screen */
  show(room, held) {
    if (this.picture === undefined) this.drawPicture(room);
    const open = room.seats.some((seat) => seat.kind === "open");
    const place = held.length
      ? this.readyRow(room, held)
      : open
        ? this.joinForm()
        : html`<p>All seats are taken; you can watch.</p>`;
    // Below the buttons, which must not move when a player comes or goes while one is being pressed.
    const watching =
      room.spectators > 0 ? html`<p class="muted with-icon">${icon("eye")}${room.spectators} watching</p>` : nothing;
    render(
      html`
        <section class="card waiting-card">
          <h1>${invitation(room, held)}</h1>
          <p id="status" class="status">${status(room)}</p>
          ${opennessNote(room)}
          ${room.bank_seconds ? html`<p class="muted">Clock: ${clockWords(room)}</p>` : nothing}
          ${open && held.length ? share(`${location.origin}/r/${room.room}`) : nothing}
          <ul class="seats roomy ${room.seats.length > 6 ? "many" : ""}" aria-label="Players">${room.seats.map((seat, number) => this.seat(seat, number, held))}</ul>
          ${place}
          ${watching}
        </section>
        ${this.picture}`,
      this.node,
    );
  }

  /** @param {SeatInfo} seat @param {number} number @param {readonly number[]} held */
  seat(seat, number, held) {
    const you = held.includes(number);
    const rename = (/** @type {Event} */ { target }) => {
      const { value } = /** @type {HTMLInputElement} */ (target);
      keepSetting("name", value);
      this.on.rename(number, value);
    };
    const name = you
      ? html`<input class="name" id="name-${number}" aria-label="Name of seat ${number + 1}" maxlength="24" .value=${seat.name}
        @change=${rename}>`
      : html`<span class="seat-name">${seat.name}</span>`;
    return html`
      <li class="seat ${seat.kind}" ?data-ready=${seat.ready}>
        ${mark(seat.tone)}${name}<span class="seat-note">${note(seat, you, held.length > 0)}</span>${held.length ? this.botButton(seat, number) : nothing}
      </li>`;
  }

  /** Who waits for nobody lets a bot sit down, or sends it away again. @param {SeatInfo} seat @param {number} number */
  botButton(seat, number) {
    if (seat.kind === "person") return nothing;
    const open = seat.kind === "open";
    const label = open ? `Let a bot play ${seat.name}` : `Free the seat of ${seat.name}`;
    return html`<button type="button" class="button small" aria-label=${label}
      @click=${() => this.on.invite(number, open ? USUAL : "")}><span>${open ? "Add a bot" : "Free it"}</span></button>`;
  }

  /** @param {RoomInfo} room @param {readonly number[]} held */
  readyRow(room, held) {
    const ready = held.every((seat) => room.seats[seat].ready);
    return html`
      <div class="row">
        <button type="button" id="ready" class=${ready ? "button" : "button primary big"}
          @click=${() => this.on.ready(held, !ready)}><span>${ready ? "Not yet" : "Ready"}</span></button>
        <button type="button" class="button" @click=${() => this.on.leave()}>${icon("leave")}<span>Leave</span></button>
      </div>`;
  }

  joinForm() {
    const join = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const name = String(new FormData(form).get("name"));
      keepSetting("name", name);
      await this.on.join(name, null).catch((error) => toast(reason(error), "bad"));
    };
    return html`
      <div>
        <p>Take a seat, or stay and watch.</p>
        <form class="row join" @submit=${join}>
          <input id="join-name" name="name" placeholder="Your name" aria-label="Your name" maxlength="24" value=${setting("name", "")}>
          <button type="submit" class="button primary">Join</button>
        </form>
      </div>`;
  }

  /** @param {RoomInfo} room */
  drawPicture(room) {
    const board = new Board();
    const picture = el("div", { class: "waiting-picture" }, board.node);
    this.picture = picture;
    api
      .firstBoard(room.room)
      .then(({ scene }) => {
        this.node.dataset.theme = scene.theme; // the colours of the players
        return board.show(scene, { animate: false });
      })
      .catch(() => (picture.hidden = true));
  }

  /** @param {string} state */
  showConnection(state) {
    this.node.classList.toggle("lost", state === "lost");
  }

  close() {
    this.node.remove();
  }
}

/** Who invites to what, for those who come by a link. @param {RoomInfo} room @param {readonly number[]} held */
function invitation({ title, seats }, held) {
  const people = seats.filter((seat) => seat.kind === "person").map((seat) => seat.name);
  if (held.length || !people.length || !seats.some((seat) => seat.kind === "open")) return title;
  const last = people.pop();
  return people.length ? `${people.join(", ")} and ${last} invite you to ${title}` : `${last} invites you to ${title}`;
}

/** Whom one waits for. @param {RoomInfo} room */
function status({ seats }) {
  const missing = seats.filter((seat) => seat.kind === "open").length;
  const unready = seats.filter((seat) => seat.kind === "person" && !seat.ready).map((seat) => seat.name);
  if (missing) return `Waiting for ${missing === 1 ? "one more player" : `${missing} more players`}`;
  return unready.length ? `Waiting for ${unready.join(" and ")} to be ready` : "About to begin";
}

/** @param {string} link */
const share = (link) => html`
  <div class="share">
    <p>Send this link to the other players:</p>
    <div class="row">
      <input id="share-link" aria-label="Link to this table" readonly value=${link} @focus=${(/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).select()}>
      <button type="button" class="button primary"
        @click=${() => copy(link, "Link")}>${icon("copy")}<span>Copy link</span></button>
    </div>
  </div>`;

/** @param {SeatInfo} seat @param {boolean} you whether the seat is this screen's @param {boolean} any whether any is */
function note(seat, you, any) {
  if (you) return seat.ready ? "you · ready" : "you";
  if (seat.kind === "bot") return botNote(seat.bot);
  if (seat.kind === "open") return any ? "" : "free";
  return seat.ready ? "ready" : seat.connected ? "here" : "away";
}
