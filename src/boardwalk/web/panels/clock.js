// Clocks: which ones are offered when a game is made, and how the time that is left is shown.

/** @import { ClockInfo, NewRoom } from "../state/protocol" */

import { clockWords, text } from "../parts/dom.js";
import { options, typed } from "../parts/templates.js";
import { html, live } from "../parts/vendor/lit-html.js";

const LOW = 10; // seconds below which tenths are shown and one is warned
const MOST_MINUTES = 180;
const MOST_SECONDS = 180;
const TURNS = [15, 30, 60, 180, 86400]; // seconds
/** Minutes for the whole game, and seconds more for each move. */
const BANKS = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
];

/** The seconds that a seat has left. @param {ClockInfo} clock @param {number} seat @param {number} passed ms since it was told */
export function secondsLeft({ left, running }, seat, passed) {
  return running.includes(seat) ? Math.max(left[seat] - passed / 1000, 0) : left[seat];
}

/** As a clock shows it: `1:02:03`, `4:05`, and with little left `0:09.4`. @param {number} seconds */
export function clockText(seconds) {
  const tenths = Math.floor(Math.max(seconds, 0) * 10 + 1e-6);
  const whole = Math.floor(tenths / 10);
  if (seconds < LOW) return `0:0${whole}.${tenths % 10}`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = `:${two(whole % 60)}`;
  return hours ? `${hours}:${two(minutes)}${rest}` : `${minutes}${rest}`;
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** The banks of time while a game is on: that of each seat in the list of players, and above the status the one that runs. */
export class BankClocks {
  /** @param {HTMLElement} main @param {HTMLElement} list holds an element with `data-clock` for each seat */
  constructor(main, list) {
    this.main = main;
    this.list = list;
    /** As the server told them last, and when. @type {ClockInfo | null} */
    this.told = null;
    this.at = 0;
  }

  /** @param {ClockInfo | null} clock */
  take(clock) {
    if (clock !== this.told) this.at = performance.now();
    this.told = clock;
  }

  /** Shows what is left now; false in a room without banks. `shown` is the seat whose view is on the board. @param {number | null} shown */
  tick(shown) {
    if (!this.told) return false;
    const { told } = this;
    const passed = performance.now() - this.at;
    const nodes = /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-clock]"));
    for (const node of nodes) showTime(node, told, Number(node.dataset.clock), passed);
    const seat = told.running.find((one) => one === shown) ?? told.running[0];
    this.main.hidden = seat === undefined;
    if (seat !== undefined) showTime(this.main, told, seat, passed);
    return true;
  }
}

/** @param {HTMLElement} node @param {ClockInfo} clock @param {number} seat @param {number} passed */
function showTime(node, clock, seat, passed) {
  const seconds = secondsLeft(clock, seat, passed);
  text(node, clockText(seconds));
  node.classList.toggle("low", seconds < LOW && clock.running.includes(seat));
}

/** @param {number} turn @returns {[string, string]} */
const turnOffer = (turn) => [`turn ${turn}`, clockWords({ bank_seconds: 0, bonus_seconds: 0, turn_seconds: turn })];
/** @param {number[]} bank @returns {[string, string]} */
const bankOffer = ([minutes, seconds]) => [
  `bank ${minutes} ${seconds}`,
  clockWords({ bank_seconds: 60 * minutes, bonus_seconds: seconds, turn_seconds: 0 }),
];
/** @type {[string, string]} */
const NONE = ["turn 0", "No clock"];

export class ClockForm {
  /** @param {() => void} draw is called when something has to be drawn anew */
  constructor(draw) {
    this.draw = draw;
    this.chosen = NONE[0];
    this.minutes = "5";
    this.seconds = "0";
    this.banks = false; // whether a bank of time is possible
  }

  /** As the server takes it; an error in a sentence. @returns {Pick<NewRoom, "turn_seconds" | "bank_seconds" | "bonus_seconds">} */
  get value() {
    const [kind, first, second = 0] = this.chosen.split(" ").map((part, place) => (place ? Number(part) : part));
    if (kind === "turn") return { turn_seconds: Number(first) };
    if (!this.banks) return {};
    if (kind === "bank") return { bank_seconds: 60 * Number(first), bonus_seconds: Number(second) };
    const bank = Math.round(60 * Number(this.minutes));
    const bonus = Number(this.seconds || "0");
    if (!(bank >= 1 && bank <= 60 * MOST_MINUTES && Number.isInteger(bonus) && bonus >= 0 && bonus <= MOST_SECONDS))
      throw new Error(
        `A clock has up to ${MOST_MINUTES} minutes for the game, and up to ${MOST_SECONDS} whole seconds a move.`,
      );
    return { bank_seconds: bank, bonus_seconds: bonus };
  }

  /** @param {boolean} banks whether a bank of time is possible: the game is not live, and somebody can win against another */
  template(banks) {
    this.banks = banks;
    if (!banks && !this.chosen.startsWith("turn")) this.chosen = NONE[0];
    /** @type {[string, string][]} */
    const offers = [...BANKS.map(bankOffer), ["own", "Minutes and seconds of your choice"]];
    const take = typed((chosen) => {
      this.chosen = chosen;
      this.draw();
    });
    return html`
      <div class="labelled">
        <label for="clock">Clock</label>
        <select id="clock" @change=${take}>${options([NONE, ...(banks ? offers : []), ...TURNS.map(turnOffer)], this.chosen)}</select>
      </div>
      <div class="own-clock" ?hidden=${this.chosen !== "own"}>
        <label>Minutes <input type="number" min="0" max=${MOST_MINUTES} step="any" .value=${live(this.minutes)}
          @input=${typed((minutes) => (this.minutes = minutes))}></label>
        <label>Seconds a move <input type="number" min="0" max=${MOST_SECONDS} step="1" .value=${live(this.seconds)}
          @input=${typed((seconds) => (this.seconds = seconds))}></label>
      </div>`;
  }
}
