// The tray: choices that belong together, such as a program, are put into slots, moved and taken out, and sent all at once.
//
// A click, a key or a typed word puts an action into the first empty slot; a click on a slot takes it out; dragging puts it
// where one likes, on a full slot in exchange. Keys: Backspace takes the last one out, Shift and an arrow move the one in
// focus, Enter confirms.

/** @import { Dispatch, GameState, Offered, Tray as Collected } from "../state/types" */

import { el, set } from "../parts/dom.js";
import { keyName } from "../parts/keys.js";
import { icon } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { frameOf, isShowing, viewOf } from "../state/select.js";
import { mayConfirm } from "../state/tray.js";

const FAR = 8; // pixels a pointer moves before it drags

export class Tray {
  /** @param {Dispatch} dispatch */
  constructor(dispatch) {
    this.dispatch = dispatch;
    this.mayConfirm = false;
    this.dragged = false;
    this.node = el("section", { class: "tray", "aria-label": "Your program", hidden: true });
  }

  /** @param {GameState} state @param {{ scene: any, show(scene: object, how: object): unknown }} board on which the plan is shown */
  show(state, board) {
    const { tray } = state;
    this.mayConfirm = mayConfirm(state);
    this.node.hidden = !tray;
    set(this.node, { "aria-busy": tray?.asked ? "true" : null });
    render(tray ? this.template(tray, viewOf(state)?.choices ?? []) : nothing, this.node);
    if (!tray) return;
    const scene = frameOf(state)?.scene;
    if (!tray.plan || !scene || isShowing(state)) return;
    const { pieces, overlays } = tray.plan;
    if (board.scene?.overlays !== overlays || board.scene.status !== scene.status)
      board.show({ ...scene, pieces, overlays }, { animate: false });
  }

  /** @param {Collected} tray @param {readonly Offered[]} choices */
  template(tray, choices) {
    const full = !tray.slots.includes(null);
    return html`
      <div class="tray-slots" role="group" aria-label="Slots">${tray.slots.map((choice, number) => this.slot(choice, number))}</div>
      <div class="tray-cards" role="group" aria-label="Actions">${choices.map((choice) => this.card(choice, full || (tray.next !== null && !tray.next.has(choice.action))))}</div>
      <button type="button" class="button primary tray-confirm" data-choice=${full && this.mayConfirm ? "confirm" : nothing} ?disabled=${!this.mayConfirm}
        @click=${() => this.dispatch({ do: "confirm" })}>${icon("fact-ready")}<span>Confirm program</span></button>`;
  }

  /** @param {Offered | null} choice @param {number} number */
  slot(choice, number) {
    const name = choice ? `Slot ${number + 1}: ${choice.label}. Take it out` : `Slot ${number + 1}, empty`;
    return html`
      <button type="button" id="slot-${number}" class=${choice ? "tray-slot filled" : "tray-slot"} data-slot=${number} aria-label=${name} title=${choice?.label ?? nothing}
        @click=${() => this.dragged || (choice && this.put(number, null))}
        @pointerdown=${(/** @type {PointerEvent} */ event) => choice && this.drag(event, choice, number)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.slotKey(event, number)}><small>${number + 1}</small>${choice ? face(choice) : html`<b class="tray-letter">·</b>`}</button>`;
  }

  /** @param {Offered} choice @param {boolean} impossible */
  card(choice, impossible) {
    const key = choice.keys.length ? keyName(choice.keys[0]) : choice.text;
    return html`
      <button type="button" class="tray-card" data-choice=${choice.action} aria-label=${choice.label} ?disabled=${impossible}
        @click=${() => this.dragged || this.dispatch({ do: "choose", choice })}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.drag(event, choice, -1)}>${face(choice)}<span>${choice.label}</span>${key === choice.text ? nothing : html`<kbd>${key}</kbd>`}</button>`;
  }

  /** @param {number} slot @param {Offered | null} choice */
  put(slot, choice) {
    this.dispatch({ do: "put", slot, choice });
  }

  /** Follows a pointer that carries a choice, from a card or from slot `from`, to the slot where it is let go.
   *  @param {PointerEvent} down @param {Offered} choice @param {number} from */
  drag(down, choice, from) {
    if (down.button) return;
    this.dragged = false;
    /** @type {HTMLElement | null} */
    let carried = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!carried && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
      carried ??= carry(choice);
      this.dragged = true;
      carried.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      const over = slotAt(event);
      for (const node of this.node.querySelectorAll("[data-slot]")) node.classList.toggle("over", node === over);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      carried?.remove();
      for (const node of this.node.querySelectorAll(".over")) node.classList.remove("over");
      setTimeout(() => (this.dragged = false)); // after the click that follows
      if (carried && event.type === "pointerup") this.letGo(slotAt(event), choice, from);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** @param {HTMLElement | null} over the slot @param {Offered} choice @param {number} from */
  letGo(over, choice, from) {
    const to = over ? Number(over.dataset.slot) : -1;
    if (over && from >= 0) this.dispatch({ do: "swap", slots: [from, to] });
    else if (over) this.put(to, choice);
    else if (from >= 0) this.put(from, null);
  }

  /** @param {KeyboardEvent} event @param {number} number */
  slotKey(event, number) {
    const way = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const other = this.node.querySelector(`#slot-${number + way}`);
    if (!way || !event.shiftKey || !(other instanceof HTMLElement)) return;
    this.dispatch({ do: "swap", slots: [number, number + way] });
    other.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {PointerEvent} event @returns {HTMLElement | null} */
const slotAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-slot]") ?? null;

/** What follows the pointer. @param {Offered} choice @returns {HTMLElement} */
function carry(choice) {
  const carried = el("div", { class: "tray-carried", "aria-hidden": "true" });
  render(face(choice), carried);
  document.body.append(carried);
  return carried;
}

/** What stands for a choice: the arrow of its key, else its short text. @param {Offered} choice */
const face = (choice) =>
  html`<b class="tray-letter">${choice.text.length <= 2 ? choice.text : keyName(choice.keys[0] ?? "?")}</b>`;
