// Fingers on the board: a quick stroke is an arrow key, a drag moves the visible part, two fingers zoom. A mouse drags
// too, and its wheel zooms.

/** @import { Pad } from "./pad.js" */
/** @import { Zoom } from "./zoom.js" */

const STROKE = 28; // pixels; anything shorter is a tap
const QUICK = 260; // ms; where the board can be dragged, a stroke must be quicker
const SLOW = 700; // ms; anything slower is no stroke
const SLIP = 6; // pixels that a mouse may move in a click

/** A point of the screen. @typedef {[number, number]} Point */

export class Gestures {
  /** A stroke is a step of the pad, in games that have steps. @param {HTMLElement} stage @param {Zoom} zoom @param {Pad} pad */
  constructor(stage, zoom, pad) {
    this.stage = stage;
    this.zoom = zoom;
    this.pad = pad;
    /** By the id of the pointer. @type {Map<number, Point>} */
    this.fingers = new Map();
    /** Of a single finger. @type {{ x: number, y: number, when: number } | null} */
    this.start = null;
    this.dragging = false;
    this.dragged = false; // whether the pointer that is down, or was last, has dragged
    const board = zoom.board.node;
    board.addEventListener("pointerdown", (event) => this.down(event));
    // On the stage: when the choice under a finger is removed from the board, later events have another target.
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.up(event));
    stage.addEventListener("pointercancel", (event) => this.up(event, true));
    board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    board.addEventListener("click", (event) => this.afterDrag(event), { capture: true });
  }

  /** The browser leaves fingers on the board to us only where they mean something; elsewhere it scrolls and zooms. */
  update() {
    this.stage.classList.toggle("hands", this.pad.steps.size > 0 || this.zoom.pannable);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    if (event.isPrimary) this.fingers.clear();
    if (event.pointerType === "mouse" && (event.button || !this.zoom.pannable)) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.dragging = false;
    this.start = this.fingers.size === 1 ? { x: event.clientX, y: event.clientY, when: event.timeStamp } : null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    /** @type {Point} */
    const now = [event.clientX, event.clientY];
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      this.pinch(before, now, other);
    } else if (this.fingers.size === 1 && (this.dragging || this.isDrag(event))) {
      if (!this.dragging) this.stage.setPointerCapture(event.pointerId);
      this.dragging = this.dragged = true;
      this.zoom.pan(now[0] - before[0], now[1] - before[1]);
    } else return;
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  isDrag({ clientX, clientY, timeStamp, pointerType }) {
    if (!this.start || !this.zoom.pannable) return false;
    const far = Math.hypot(clientX - this.start.x, clientY - this.start.y) > SLIP;
    return far && (pointerType === "mouse" || !this.pad.steps.size || timeStamp - this.start.when > QUICK);
  }

  /** @param {Point} before @param {Point} now @param {Point} other where the other finger is */
  pinch(before, now, other) {
    this.dragged = true;
    const apart = (/** @type {Point} */ one) => Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]));
    this.zoom.by(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.zoom.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.update();
  }

  /** @param {PointerEvent} event */
  up(event, cancelled = false) {
    const { start, dragging } = this;
    if (!this.fingers.delete(event.pointerId)) return;
    this.start = null;
    this.dragging = false;
    if (cancelled || !start || dragging || event.pointerType === "mouse" || event.timeStamp - start.when > SLOW) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < STROKE) return;
    this.dragged = this.pad.stroke(dx, dy);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.zoom.useful) return;
    event.preventDefault();
    this.zoom.by(Math.exp(-event.deltaY / 400), [event.clientX, event.clientY]);
  }

  /** Letting go after a drag is no click. @param {MouseEvent} event */
  afterDrag(event) {
    if (!this.dragged || !(event instanceof PointerEvent && event.pointerType)) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
