// Plays on from a step of a finished match: against a bot, or with friends.

/** @import { RoomInfo, SeatInfo, WantedSeat } from "../state/protocol" */

import * as api from "../net/api.js";
import { botName } from "../parts/bots.js";
import { ask, reason, toast } from "../parts/dom.js";
import { options, typed } from "../parts/templates.js";
import { html } from "../parts/vendor/lit-html.js";
import { keepTokens, setting } from "../state/memory.js";
import { botsOf, usualBot } from "./seats.js";

/** @type {[string, string][]} */
const WAYS = [
  ["bots", "a bot"],
  ["link", "a friend, by a link"],
  ["here", "a friend on this screen"],
];

/** Asks who plays, then makes a room that starts from that step and goes there.
 *  @param {RoomInfo} room @param {number} step @param {(path: string) => void} go */
export async function playOn(room, step, go) {
  const game = (await api.games()).find((one) => one.name === room.game);
  /** @type {WantedSeat[]} */
  const alone = [{ kind: "me", name: setting("name", "") }];
  const wanted = room.seats.length > 1 ? await askSeats(room, botsOf(game ?? {}), step) : alone;
  if (!wanted) return;
  try {
    const { position } = await api.position(room, step);
    const made = await api.makeRoom({ game: room.game, seats: wanted, tick_ms: room.tick_ms, start: position });
    keepTokens(made.room, Object.values(made.tokens));
    go(`/r/${made.room}`);
  } catch (error) {
    toast(reason(error), "bad");
  }
}

/** Resolves to the seats as the server takes them, or null. @param {RoomInfo} room @param {string[]} bots @param {number} step @returns {Promise<WantedSeat[] | null>} */
function askSeats(room, bots, step) {
  let me = "0";
  let way = "bots";
  let bot = usualBot(bots);
  const choose = (/** @type {string} */ words) => {
    way = words;
    const strength = document.getElementById("ask-strength");
    if (strength) strength.hidden = way !== "bots" && room.seats.length < 3;
  };
  return ask(
    "Play on from here",
    (/** @type {(seats: WantedSeat[] | null) => void} */ done) => html`
      <h2>Play on from step ${step}</h2>
      ${line(
        "I play",
        room.seats.map((seat, number) => [String(number), seat.name]),
        me,
        (number) => (me = number),
      )}
      ${line("against", WAYS, way, choose)}
      ${line(
        "Strength",
        bots.map((name) => [name, botName(name)]),
        bot,
        (name) => (bot = name),
      )}
      <div class="row end">
        <button type="button" class="button" @click=${() => done(null)}><span>Go back</span></button>
        <button type="button" class="button primary"
          @click=${() => done(seatsFor(room.seats, Number(me), way, bot))}><span>Play</span></button>
      </div>`,
  );
}

/** @param {string} label @param {[string, string][]} pairs @param {string} chosen @param {(value: string) => void} take */
const line = (label, pairs, chosen, take) =>
  html`<label class="ask-line" id="ask-${label.toLowerCase().replaceAll(" ", "-")}"><span>${label}</span><select aria-label=${label}
    @change=${typed(take)}>${options(pairs, chosen)}</select></label>`;

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
