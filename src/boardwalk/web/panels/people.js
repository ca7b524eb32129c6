// The list of players beside the board: each with its name, what is known of it, and whether it acts; teams in one card each.

import { botNote } from "../parts/bots.js";
import { button, el, icon, mark, renew } from "../parts/dom.js";

const CROWD = 8; // of larger teams only people, and players with something to tell, are listed

export class People {
  /** `on.look(seat)` shows another seat's view; `on.canLook(seat)` says whether that gives away no secret. */
  constructor(on) {
    this.on = on;
    this.seats = el("ul", { class: "seats", "aria-label": "Players" });
    this.facts = el("div", { class: "facts", role: "group", "aria-label": "Facts" });
  }

  /** Facts about one player, or with the colour of one player alone, are shown with that player; those with the colour of a
   *  team with the team; all others below. */
  show(room, held, shown, toAct, scene) {
    const key = JSON.stringify([room.seats, held, shown, toAct, room.phase, room.scores, room.spectators, scene?.panel]);
    if (this.key === key) return;
    this.key = key;
    const people = room.seats.map((seat, number) => ({ ...seat, number }));
    const about = new Map(people.map((seat) => [seat.number, []]));
    const teams = new Map();
    for (const seat of people) teams.set(seat.tone, [...(teams.get(seat.tone) ?? []), seat]);
    const common = new Map();
    for (const fact of scene?.panel ?? []) {
      const team = teams.get(fact.tone);
      const seat = fact.seat >= 0 ? fact.seat : team?.length === 1 ? team[0].number : -1;
      if (about.has(seat)) about.get(seat).push(fact);
      else common.set(fact.tone, [...(common.get(fact.tone) ?? []), fact]);
    }
    const state = { room, held, shown, toAct, about };
    const shared = [...teams.values()].some((team) => team.length > 1);
    renew(
      this.seats,
      shared
        ? [...teams].map(([tone, team]) => this.team(tone, team, common.get(tone) ?? [], state))
        : people.map((seat) => this.person(seat, state)),
      room.spectators > 0 && el("li", { class: "seat" }, el("div", { class: "seat-line muted" }, icon("eye"), `${room.spectators} watching`)),
    );
    const others = [...common].filter(([tone]) => !(shared && teams.has(tone)));
    renew(this.facts, others.map(([tone, facts]) => factList(facts, `fact-group tone-${tone >= 0 ? tone % 4 : "n"}`, tone)));
    this.facts.hidden = !others.length;
  }

  person(seat, state) {
    const shown = signs(seat, state, (fact) => !fact.brief);
    return el(
      "li",
      { class: `seat tone-${seat.tone % 4}`, "data-acting": isActing(seat, state), "data-away": isAway(seat) },
      el("div", { class: "seat-line" }, mark(seat.tone), el("span", { class: "seat-name" }, seat.name), signs(seat, state, (fact) => fact.brief), this.notes(seat, state)),
      shown.length > 0 && el("div", { class: "seat-signs" }, shown),
      factList(state.about.get(seat.number).filter((fact) => !fact.icon), "seat-facts", -1, seat.name),
    );
  }

  /** A team in one card: its facts in a line, its players as chips. */
  team(tone, seats, facts, state) {
    const told = ({ number, kind }) => kind === "person" || state.held.includes(number) || state.about.get(number).length > 0;
    const listed = seats.length > CROWD ? seats.filter(told) : seats;
    const rest = seats.length - listed.length;
    return el(
      "li",
      { class: `seat team tone-${tone % 4}` },
      el("div", { class: "team-line" }, mark(tone), facts.map((fact) => el("span", {}, el("span", { class: "muted" }, fact.label), " ", el("b", {}, fact.value)))),
      el(
        "ul",
        { class: "members" },
        listed.map((seat) =>
          el(
            "li",
            { class: "member", "data-acting": isActing(seat, state), "data-away": isAway(seat), "data-own": state.held.includes(seat.number) },
            el("span", { class: "seat-name" }, seat.name),
            signs(seat, state),
            seat.kind !== "bot" && this.notes(seat, state),
          ),
        ),
        rest > 0 && el("li", { class: "member muted" }, `${rest} more`),
      ),
    );
  }

  /** Who plays there, how it ended for them, and a button to look at the board as they see it. */
  notes(seat, { room, held, shown }) {
    const you = held.includes(seat.number);
    const who = seat.kind === "bot" ? botNote(seat.bot) : seat.kind === "open" ? "free" : you ? "you" : "";
    const won = room.scores ? ["lost", "", "won"][room.scores[seat.number] + 1] : "";
    const look = held.length > 1 && you && this.on.canLook(seat.number);
    const label = `Look as ${seat.name}`;
    return [
      el("span", { class: "seat-note" }, [won, isAway(seat) ? "away" : who].filter(Boolean).join(" · ")),
      look && button("Look", { icon: "eye", class: "button tiny", "aria-pressed": shown === seat.number, "aria-label": label, onclick: () => this.on.look(seat.number) }),
    ];
  }
}

const isAway = (seat) => seat.kind === "person" && !seat.connected;
const isActing = (seat, { toAct, room }) => toAct === seat.number && room.phase === "playing";

/** The facts about a player that have an icon. */
function signs(seat, { about }, some = () => true) {
  const facts = about.get(seat.number).filter((fact) => fact.icon && some(fact));
  return facts.map((fact) =>
    el(
      "span",
      { class: `sign sign-${fact.icon}`, title: fact.value },
      icon(`fact-${fact.icon}`),
      el("span", { class: fact.brief ? "off" : "" }, fact.value),
    ),
  );
}

/** Facts as a list of names and values; a fact named after the player says only its value. */
function factList(facts, name, tone, player = "") {
  if (!facts.length) return null;
  return el(
    "dl",
    { class: name },
    facts.map((fact) => {
      const label = fact.seat >= 0 || fact.label === player ? "" : fact.label;
      return [label && el("dt", {}, tone >= 0 && mark(tone), label), el("dd", { class: label ? "" : "whole" }, fact.value)];
    }),
  );
}
