// @ts-check
// Plays on from a step of a finished match: against a bot, or with friends.

/** @import { RoomInfo, SeatInfo, WantedSeat } from "../state/protocol" */

import * as api from "../net/api.js";
import { USUAL, botName } from "../parts/bots.js";
import { ask, button, el, sentence, toast } from "../parts/dom.js";
import { keepTokens, setting } from "../state/memory.js";

/** @type {[string, string][]} */
const WAYS = [["bots", "a bot"], ["link", "a friend, by a link"], ["here", "a friend on this screen"]];

/** Asks who plays, then makes a room that starts from that step and goes there.
 *  @param {RoomInfo} room @param {number} step @param {(path: string) => void} go */
export async function playOn(room, step, go) {
  const game = (await api.games()).find((one) => one.name === room.game);
  /** @type {WantedSeat[]} */
  const alone = [{ kind: "me", name: setting("name", "") }];
  const wanted = room.seats.length > 1 ? await askSeats(room, game?.bots ?? [USUAL], step) : alone;
  if (!wanted) return;
  try {
    const { position } = await api.position(room, step);
    const made = await api.makeRoom({ game: room.game, seats: wanted, tick_ms: room.tick_ms, start: position });
    keepTokens(made.room, Object.values(made.tokens));
    go(`/r/${made.room}`);
  } catch (/** @type {any} */ error) {
    toast(sentence(error.message), "bad");
  }
}

/** Resolves to the seats as the server takes them, or null. @param {RoomInfo} room @param {string[]} bots @param {number} step @returns {Promise<WantedSeat[] | null>} */
function askSeats(room, bots, step) {
  /** @param {string} label @param {[string | number, string][]} options */
  const select = (label, options) => {
    const input = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": label }, options.map(([value, name]) => el("option", { value }, name))));
    return { input, node: el("label", { class: "ask-line" }, el("span", {}, label), input) };
  };
  const me = select("I play", room.seats.map((seat, number) => [number, seat.name]));
  const way = select("against", WAYS);
  const bot = select("Strength", bots.map((name) => [name, botName(name)]));
  const kept = setting("strength", USUAL);
  bot.input.value = bots.includes(kept) ? kept : bots[0];
  way.input.addEventListener("change", () => (bot.node.hidden = way.input.value !== "bots" && room.seats.length < 3));
  const seats = () => seatsFor(room.seats, Number(me.input.value), way.input.value, bot.input.value);
  return ask("Play on from here", (/** @type {(seats: WantedSeat[] | null) => void} */ done) => [
    el("h2", {}, `Play on from step ${step}`),
    me.node,
    way.node,
    bot.node,
    el("div", { class: "row end" }, button("Go back", { onclick: () => done(null) }), button("Play", { class: "button primary", onclick: () => done(seats()) })),
  ]);
}

/** A friend takes the first seat of another side; all others are bots.
 *  @param {SeatInfo[]} seats @param {number} me @param {string} way @param {string} bot @returns {WantedSeat[]} */
function seatsFor(seats, me, way, bot) {
  const other = seats.findIndex((seat, number) => number !== me && seat.tone !== seats[me].tone);
  return seats.map((_, number) => {
    if (number === me) return { kind: "me", name: setting("name", "") };
    if (number === other && way === "link") return { kind: "open" };
    if (number === other && way === "here") return { kind: "me" };
    return { kind: "bot", bot };
  });
}
