// The list of players beside the board: each with its name, what is known of it, and whether it acts; teams in one card each.

/** @import { Fact, RoomInfo, Scene, SeatInfo } from "../state/protocol" */
/** @import { Dispatch, GameState } from "../state/types" */

import { botNote } from "../parts/bots.js";
import { ref } from "../board/look.js";
import { factIcon, icon, mark, toneClass } from "../parts/templates.js";
import { html, nothing, repeat } from "../parts/vendor/lit-html.js";
import { canLook } from "../state/select.js";
import { bubble, talkPanel } from "./talk.js";

const CROWD = 8; // of larger teams only people, and players with something to tell, are listed

/** What the list is made from; without a `scene` nothing is told that one player knows.
 *  @typedef {{ state: GameState, dispatch: Dispatch, room: RoomInfo, toAct: number, scene: Scene | null }} Seen */
/** @typedef {SeatInfo & { number: number }} Seat */
/** @typedef {Seen & { about: Map<number, Fact[]> }} Told with the facts about each seat */

/** Facts about one player, or with the colour of one player alone, are shown with that player; those with the colour of a
 *  team with the team; all others below. @param {Seen} seen */
export function people(seen) {
  const { room, scene } = seen;
  const seats = room.seats.map((seat, number) => ({ ...seat, number }));
  /** @type {Map<number, Fact[]>} */
  const about = new Map(seats.map((seat) => [seat.number, []]));
  /** @type {Map<number, Seat[]>} */
  const teams = new Map();
  for (const seat of seats) teams.set(seat.tone, [...(teams.get(seat.tone) ?? []), seat]);
  /** @type {Map<number, Fact[]>} */
  const common = new Map();
  for (const fact of scene?.panel ?? []) {
    const team = teams.get(fact.tone);
    const seat = fact.seat >= 0 ? fact.seat : team?.length === 1 ? team[0].number : -1;
    if (about.has(seat)) about.get(seat)?.push(fact);
    else common.set(fact.tone, [...(common.get(fact.tone) ?? []), fact]);
  }
  const told = { ...seen, about };
  const shared = [...teams.values()].some((team) => team.length > 1);
  const others = [...common].filter(([tone]) => !(shared && teams.has(tone)));
  const watching =
    room.spectators > 0
      ? html`<li class="seat"><div class="seat-line muted">${icon("eye")}${room.spectators} watching</div></li>`
      : nothing;
  return html`
    <ul class="seats" aria-label="Players">
      ${shared ? [...teams].map(([tone, all]) => team(tone, all, common.get(tone) ?? [], told)) : seats.map((seat) => person(seat, told))}${watching}
    </ul>
    ${talkPanel(told.state, told.dispatch, room)}
    <div class="facts" role="group" aria-label="Facts" ?hidden=${!others.length}>
      ${others.map(([tone, facts]) => factList(facts, `fact-group ${toneClass(tone)}`, tone))}
    </div>`;
}

/** @param {Seat} seat @param {Told} told */
function person(seat, told) {
  const facts = told.about.get(seat.number) ?? [];
  const beside = facts.filter((fact) => fact.icon && !fact.brief);
  return html`
    <li class="seat ${toneClass(seat.tone)}" ?data-acting=${isActing(seat, told)} ?data-away=${isAway(seat)}>
      <div class="seat-line">
        ${mark(seat.tone)}<span class="seat-name">${seat.name}</span>${bubble(told.state, seat.number)}${facts.filter((fact) => fact.icon && fact.brief).map((fact) => sign(fact, told))}${notes(seat, told)}
      </div>
      ${beside.length ? html`<div class="seat-signs">${beside.map((fact) => sign(fact, told))}</div>` : nothing}
      ${factList(
        facts.filter((fact) => !fact.icon),
        "seat-facts",
        -1,
        seat.name,
      )}
    </li>`;
}

/** A team in one card: its facts in a line, its players as chips. @param {number} tone @param {Seat[]} seats @param {Fact[]} facts @param {Told} told */
function team(tone, seats, facts, told) {
  const matters = (/** @type {Seat} */ { number, kind }) =>
    kind === "person" || told.state.held.includes(number) || told.about.get(number)?.length;
  const listed = seats.length > CROWD ? seats.filter(matters) : seats;
  const rest = seats.length - listed.length;
  return html`
    <li class="seat team ${toneClass(tone)}">
      <div class="team-line">${mark(tone)}${facts.map((fact) => html`<span><span class="muted">${fact.label}</span> <b>${fact.value}</b></span>`)}</div>
      <ul class="members">
        ${repeat(
          listed,
          (seat) => seat.number,
          (seat) => member(seat, told),
        )}${rest > 0 ? html`<li class="member muted">${rest} more</li>` : nothing}
      </ul>
    </li>`;
}

/** @param {Seat} seat @param {Told} told */
function member(seat, told) {
  const facts = told.about.get(seat.number) ?? [];
  return html`
    <li class="member" ?data-acting=${isActing(seat, told)} ?data-away=${isAway(seat)} ?data-own=${told.state.held.includes(seat.number)}>
      <span class="seat-name">${seat.name}</span>${bubble(told.state, seat.number)}${facts.filter((fact) => fact.icon).map((fact) => sign(fact, told))}${seat.kind === "bot" ? time(seat, told.room) : notes(seat, told)}
    </li>`;
}

/** Who plays there, how it ended for them, and a button to look at the board as they see it. @param {Seat} seat @param {Told} told */
function notes(seat, { room, state, dispatch }) {
  const { held, shown } = state;
  const you = held.includes(seat.number);
  const who = seat.kind === "bot" ? botNote(seat.bot) : seat.kind === "open" ? "free" : you ? "you" : "";
  const late = room.clock?.left[seat.number] === 0;
  const won = late ? "lost on time" : room.scores ? ["lost", "", "won"][room.scores[seat.number] + 1] : "";
  const looking = held.length > 1 && you && canLook(state, seat.number);
  const button = html`<button type="button" class="button tiny" aria-pressed=${shown === seat.number} aria-label="Look as ${seat.name}"
    @click=${() => dispatch({ do: "look", seat: seat.number })}>${icon("eye")}<span>Look</span></button>`;
  return html`${time(seat, room)}<span class="seat-note">${[won, isAway(seat) ? "away" : who].filter(Boolean).join(" · ")}</span>${looking ? button : nothing}`;
}

/** The bank of time of a seat, which `TablePage.tick` fills in. @param {Seat} seat @param {RoomInfo} room */
const time = (seat, room) =>
  room.clock
    ? html`<span class="bank" role="timer" aria-label="Time of ${seat.name}" data-clock=${seat.number}></span>`
    : nothing;

/** @param {Seat} seat */
const isAway = (seat) => seat.kind === "person" && !seat.connected;
/** @param {Seat} seat @param {Told} told */
const isActing = (seat, { toAct, room }) => toAct === seat.number && room.phase === "playing";

/** @param {Fact} fact @param {Told} told */
const sign = (fact, { scene }) =>
  html`<span class="sign sign-${fact.icon}" title=${fact.value}>${factIcon(fact.icon, ref(scene?.theme ?? "", "icon", fact.icon, -1))}<span class=${fact.brief ? "off" : ""}>${fact.value}</span></span>`;

/** Facts as a list of names and values; a fact named after the player says only its value.
 *  @param {Fact[]} facts @param {string} name @param {number} tone @param {string} [player] */
function factList(facts, name, tone, player = "") {
  if (!facts.length) return nothing;
  return html`
    <dl class=${name}>
      ${facts.map((fact) => {
        const label = fact.seat >= 0 || fact.label === player ? "" : fact.label;
        const term = label ? html`<dt>${tone >= 0 ? mark(tone) : nothing}${label}</dt>` : nothing;
        return html`${term}<dd class=${label ? "" : "whole"}>${fact.value}</dd>`;
      })}
    </dl>`;
}
