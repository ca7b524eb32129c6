// Fingers on the board: a quick stroke is an arrow key, a drag moves the visible part, two fingers zoom. A mouse drags
// too, and its wheel zooms.

const STROKE = 28; // pixels; anything shorter is a tap
const QUICK = 260; // ms; where the board can be dragged, a stroke must be quicker
const SLOW = 700; // ms; anything slower is no stroke
const SLIP = 6; // pixels that a mouse may move in a click

export class Gestures {
  /** A stroke is a step of the pad, in games that have steps. */
  constructor(stage, zoom, pad) {
    this.stage = stage;
    this.zoom = zoom;
    this.pad = pad;
    this.fingers = new Map();
    this.start = null;
    this.dragging = false;
    const board = zoom.board.node;
    const on = (node, kind, run, options) => node.addEventListener(kind, run, options);
    on(board, "pointerdown", (event) => this.down(event));
    // On the stage: when the choice under a finger is removed from the board, later events have another target.
    on(stage, "pointermove", (event) => this.move(event));
    on(stage, "pointerup", (event) => this.up(event));
    on(stage, "pointercancel", (event) => this.up(event, true));
    on(board, "wheel", (event) => this.wheel(event), { passive: false });
    on(board, "click", (event) => this.afterDrag(event), { capture: true });
  }

  /** The browser leaves fingers on the board to us only where they mean something; elsewhere it scrolls and zooms. */
  update() {
    this.stage.classList.toggle("hands", this.pad.steps.size > 0 || this.zoom.pannable);
  }

  down(event) {
    this.dragged = false;
    if (event.isPrimary) this.fingers.clear();
    if (event.pointerType === "mouse" && (event.button || !this.zoom.pannable)) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.dragging = false;
    this.start = this.fingers.size === 1 ? { x: event.clientX, y: event.clientY, when: event.timeStamp } : null;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
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

  isDrag({ clientX, clientY, timeStamp, pointerType }) {
    if (!this.start || !this.zoom.pannable) return false;
    const far = Math.hypot(clientX - this.start.x, clientY - this.start.y) > SLIP;
    return far && (pointerType === "mouse" || !this.pad.steps.size || timeStamp - this.start.when > QUICK);
  }

  pinch(before, now, other) {
    this.dragged = true;
    const apart = (one) => Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]));
    const centre = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.zoom.by(apart(now) / apart(before), ...centre);
    this.zoom.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.update();
  }

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

  wheel(event) {
    if (!this.zoom.useful) return;
    event.preventDefault();
    this.zoom.by(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  /** Letting go after a drag is no click. */
  afterDrag(event) {
    if (!this.dragged || !event.pointerType) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
