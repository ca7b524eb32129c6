// The course of a game as a curve: who stood better after each step, and the steps that changed it.

/** @import { Judgement, SeatInfo } from "../state/protocol" */

/** A point of a curve: a step, and the value from -1 to 1. @typedef {[number, number]} Point */

import { el, svg } from "../parts/dom.js";
import { mark } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { seatColour } from "../board/look.js";

const WIDTH = 320;
const HEIGHT = 112;
/** @type {Record<string, number>} */
const SIZES = { inaccuracy: 2.6, mistake: 3.6, blunder: 4.8 };
const EDGE = 7; // around the drawing
/** @type {[number, string][]} */
const WORDS = [
  [0.6, "is winning"],
  [0.2, "stands better"],
  [0, ""],
];

/** The points of the curves, one list for each line: `[step, value]` with the value from -1 to 1. `sides` are the
 *  colours of those who play against each other. Two sides share one line, high when the first stands better: both
 *  sides' own judgements count the same.
 *  @param {readonly Judgement[]} decisions @param {number[]} sides @param {SeatInfo[]} seats @param {{ step: number, values: number[] } | null} end @returns {Point[][]} */
export function linesOf(decisions, sides, seats, end) {
  const latest = sides.map(() => /** @type {number | null} */ (null));
  const paired = sides.length === 2;
  /** @type {Point[][]} */
  const lines = paired ? [[]] : sides.map(() => []);
  for (const { step, seat, value } of decisions) {
    if (value === null) continue;
    const side = sides.indexOf(seats[seat].tone);
    latest[side] = value;
    if (!paired) lines[side].push([step, value]);
    else lines[0].push([step, mean([latest[0], latest[1] === null ? null : -latest[1]])]);
  }
  if (end) lines.forEach((line, side) => line.length && line.push([end.step, end.values[side]]));
  return lines;
}

/** @param {(number | null)[]} values */
function mean(values) {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

export class Course {
  /** @param {SeatInfo[]} seats @param {number[]} sides @param {(step: number) => void} go is called with a step chosen on the curve */
  constructor(seats, sides, go) {
    this.seats = seats;
    this.sides = sides;
    /** @type {Point[][]} */
    this.lines = [];
    this.at = 0;
    this.last = 1;
    this.drawing = svg("g", {});
    this.cursor = svg("line", { class: "course-cursor", y1: EDGE, y2: HEIGHT - EDGE });
    const across = svg("line", { class: "course-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    this.picture = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "course",
        role: "slider",
        tabindex: 0,
        "aria-label": "Course of the game",
        "aria-valuemin": 0,
        "aria-valuemax": 1,
        "aria-valuenow": 0,
      },
      across,
      this.drawing,
      this.cursor,
    );
    const jump = (/** @type {PointerEvent} */ event) =>
      go(Math.round(((this.place(event) - EDGE) / (WIDTH - 2 * EDGE)) * this.last));
    this.picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.picture.setPointerCapture(event.pointerId);
      jump(event);
    });
    this.picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.buttons && jump(event));
    this.node = el("figure", { class: "course-figure" });
    render(html`${this.legend()}${this.picture}${sides.length === 2 ? this.side(1) : nothing}`, this.node);
  }

  legend() {
    return this.sides.length === 2
      ? this.side(0)
      : html`<figcaption class="course-sides">${this.sides.map((_, side) => this.side(side))}</figcaption>`;
  }

  /** @param {number} number */
  side(number) {
    return html`<span class="course-side">${mark(this.sides[number])}${this.name(number)}</span>`;
  }

  /** Who plays on a side. @param {number} side */
  name(side) {
    const names = this.seats.filter((seat) => seat.tone === this.sides[side]).map((seat) => seat.name);
    return names.length > 2 ? `${names[0]}’s team` : names.join(" and ");
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.picture.getBoundingClientRect();
    return ((event.clientX - box.x) / box.width) * WIDTH;
  }

  /** @param {number} step */
  x(step) {
    return EDGE + (step / this.last) * (WIDTH - 2 * EDGE);
  }

  /** @param {number} value */
  y(value) {
    return HEIGHT / 2 - value * (HEIGHT / 2 - EDGE);
  }

  /** @param {Point[][]} lines @param {readonly Judgement[]} marks the decisions to mark @param {number} last */
  draw(lines, marks, last) {
    this.lines = lines;
    this.last = Math.max(1, last);
    this.drawing.replaceChildren(
      ...lines.flatMap((line, side) => this.line(line, side)),
      ...marks.map((one) => this.dot(one)),
    );
    this.picture.setAttribute("aria-valuemax", String(this.last));
    this.show(this.at);
  }

  /** @param {Point[]} points @param {number} side */
  line(points, side) {
    if (!points.length) return [];
    const spots = points.map(([step, value]) => `${this.x(step).toFixed(1)} ${this.y(value).toFixed(1)}`);
    const stroke = svg("path", {
      d: `M${spots.join("L")}`,
      class: "course-line",
      stroke: this.sides.length === 2 ? "var(--ink)" : seatColour(this.sides[side]),
    });
    if (this.sides.length !== 2) return [stroke];
    const area = (/** @type {boolean} */ high, /** @type {number} */ tone) => {
      const clamp = (/** @type {number} */ value) => (high ? Math.max(value, 0) : Math.min(value, 0));
      const inner = crossings(points).map(
        ([step, value]) => `${this.x(step).toFixed(1)} ${this.y(clamp(value)).toFixed(1)}`,
      );
      const [from, to] = [this.x(points[0][0]).toFixed(1), this.x(points[points.length - 1][0]).toFixed(1)];
      return svg("path", {
        d: `M${from} ${HEIGHT / 2}L${inner.join("L")}L${to} ${HEIGHT / 2}Z`,
        class: "course-area",
        fill: seatColour(tone),
      });
    };
    return [area(true, this.sides[0]), area(false, this.sides[1]), stroke];
  }

  /** A decision that lost something: its size says how much. @param {Judgement} decision */
  dot({ step, verdict, seat }) {
    const tone = this.seats[seat].tone;
    const side = this.sides.length === 2 ? 0 : this.sides.indexOf(tone);
    const value = valueAt(this.lines[side], step);
    const r = SIZES[verdict];
    return svg("circle", {
      cx: this.x(step),
      cy: this.y(value),
      r,
      class: `course-dot ${verdict}`,
      fill: seatColour(tone),
    });
  }

  /** Marks the step that is on the board, and says how things stood. @param {number} step */
  show(step) {
    this.at = step;
    const x = this.x(Math.min(step, this.last));
    for (const name of ["x1", "x2"]) this.cursor.setAttribute(name, String(x));
    this.picture.setAttribute("aria-valuenow", String(step));
    this.picture.setAttribute("aria-valuetext", `step ${step}: ${this.words(step)}`);
  }

  /** @param {number} step */
  words(step) {
    if (!this.lines.some((line) => line.length)) return "not judged yet";
    if (this.sides.length !== 2)
      return this.lines.map((line, side) => `${this.name(side)} ${standing(valueAt(line, step))}`).join(", ");
    const value = valueAt(this.lines[0], step);
    const word = WORDS.find(([least]) => Math.abs(value) >= least)?.[1];
    return word ? `${this.name(value > 0 ? 0 : 1)} ${word}` : "even";
  }
}

/** @param {number} value */
const standing = (value) =>
  value > 0.2 ? "stands well" : value < -0.2 ? "stands badly" : "is neither ahead nor behind";

/** The points with those added at which the line crosses the middle. @param {Point[]} points @returns {Point[]} */
function crossings(points) {
  return points.flatMap(
    /** @returns {Point[]} */ ([step, value], number) => {
      const [next, then] = points[number + 1] ?? [step, value];
      if (value * then >= 0) return [[step, value]];
      return [
        [step, value],
        [step + ((next - step) * value) / (value - then), 0],
      ];
    },
  );
}

/** The value of a line at a step: that of the last point up to it. @param {Point[]} line @param {number} step */
function valueAt(line, step) {
  let found = 0;
  for (const [at, value] of line) if (at <= step) found = value;
  return found;
}

/** A list of numbers of things, in words: 2 mistakes, 1 blunder. @param {Record<string, number>} verdicts */
export function counted(verdicts) {
  const parts = Object.entries(PLURALS)
    .filter(([name]) => verdicts[name])
    .map(([name, plural]) => `${verdicts[name]} ${verdicts[name] === 1 ? name : plural}`);
  return parts.join(", ") || "no mistakes";
}

const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };
