// The tray: choices that belong together, such as a program, are put into slots, moved and taken out, and sent all at once.
//
// A click, a key or a typed word puts an action into the first empty slot; a click on a slot takes it out; dragging puts it
// where one likes, on a full slot in exchange. Keys: Backspace takes the last one out, Shift and an arrow move the one in
// focus, Enter confirms. What the choices lead to is shown on the board as the server previews it.

import { button, el, isTyping, renew, toast } from "../parts/dom.js";
import { keyName } from "../parts/keys.js";
import { keepSetting, setting } from "../state/memory.js";

const FAR = 8; // pixels a pointer moves before it drags

export class Tray {
  constructor(page) {
    this.page = page;
    this.slots = [];
    this.next = null; // the choices that may follow, as the last preview says
    this.preview = null;
    this.node = el("section", { class: "tray", "aria-label": "Your program", hidden: true });
    page.table.choices.before(this.node);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey, true);
  }

  close() {
    document.removeEventListener("keydown", this.onKey, true);
  }

  get active() {
    return !this.node.hidden;
  }

  /** Brings the tray in line with what the seat may choose now. Returns whether there is one. */
  show(view, scene, choices) {
    if (this.active && this.page.sending && this.seat === view.seat) {
      this.draw();
      return true;
    }
    const count = choices.length ? (scene.slots ?? 0) : 0;
    if (!count) {
      this.hide();
      return false;
    }
    this.node.hidden = false;
    if (this.seat !== view.seat || this.slots.length !== count) {
      this.clear();
      this.seat = view.seat;
      this.restore(scene, choices, count);
    }
    this.scene = scene;
    this.choices = choices;
    this.draw();
    this.showPlan();
    return true;
  }

  /** What was in the slots before the page was loaded again, or nothing. */
  restore(scene, choices, count) {
    const kept = setting("tray", null);
    const same = kept?.of === this.place(scene) && kept.actions.length === count;
    this.slots = Array.from({ length: count }, (_, slot) => (same && choices.find((one) => one.action === kept.actions[slot])) || null);
    if (this.slots.some(Boolean)) this.ask();
  }

  /** Which program of which game this is. */
  place(scene) {
    const { room, match } = this.page.room;
    return [room, match, this.seat, scene.status].join(" ");
  }

  hide() {
    this.node.hidden = true;
    this.clear();
  }

  clear() {
    this.slots = [];
    this.next = this.preview = this.seat = null;
  }

  /** Whether a choice goes into the tray instead of to the server. */
  takes(choice) {
    if (!this.active || !this.choices.some((one) => one.action === choice.action)) return false;
    const free = this.slots.indexOf(null);
    if (free >= 0) this.put(free, choice);
    return true;
  }

  put(slot, choice) {
    this.slots[slot] = choice;
    this.changed();
  }

  takeOut(slot) {
    this.put(slot, null);
  }

  swap(one, other) {
    if (!(other in this.slots)) return;
    [this.slots[one], this.slots[other]] = [this.slots[other], this.slots[one]];
    this.changed();
  }

  /** The choices before the first empty slot. */
  get begun() {
    const end = this.slots.indexOf(null);
    return end < 0 ? this.slots : this.slots.slice(0, end);
  }

  changed() {
    keepSetting("tray", { of: this.place(this.scene), actions: this.slots.map((choice) => choice?.action ?? -1) });
    this.next = null;
    this.draw();
    this.ask();
  }

  /** Asks what the choices so far lead to; only the newest answer counts. */
  async ask() {
    const asked = (this.asked = {});
    const { seat, begun } = this;
    this.node.setAttribute("aria-busy", "true");
    try {
      const answer = await this.page.link.send({ type: "preview", seat, actions: begun.map((choice) => choice.action) });
      if (this.asked !== asked || this.seat !== seat) return;
      this.preview = answer.scene;
      if (answer.taken < begun.length) this.refuse(answer.taken);
      else this.next = new Set(answer.choices.map((choice) => choice.action));
    } catch {
      return; // without a connection there is no preview
    } finally {
      if (this.asked === asked) this.node.removeAttribute("aria-busy");
    }
    this.draw();
    this.showPlan();
  }

  refuse(slot) {
    toast(`“${this.slots[slot].label}” is not possible in slot ${slot + 1}.`, "bad");
    this.slots[slot] = null;
  }

  /** The plan on the board: the newest scene, with the pieces and overlays of the preview. */
  showPlan() {
    const { board } = this.page.table;
    if (!this.preview || this.page.deck.waiting) return;
    const { pieces, overlays } = this.preview;
    if (board.scene?.overlays === overlays && board.scene.status === this.scene.status) return;
    board.show({ ...this.scene, pieces, overlays }, { animate: false });
  }

  get ready() {
    return this.slots.every(Boolean) && !this.page.sending;
  }

  async confirm() {
    if (!this.ready) return;
    const actions = this.slots.map((choice) => choice.action);
    const frame = this.choices[0].frame;
    await this.page.request({ type: "act", seat: this.seat, frame, actions });
  }

  // -- what is seen

  draw() {
    const full = !this.slots.includes(null);
    renew(
      this.node,
      el("div", { class: "tray-slots", role: "group", "aria-label": "Slots" }, this.slots.map((choice, number) => this.slot(choice, number))),
      el("div", { class: "tray-cards", role: "group", "aria-label": "Actions" }, this.choices.map((choice) => this.card(choice, full))),
      button("Confirm program", { icon: "fact-ready", class: "button primary tray-confirm", "data-choice": full && this.ready ? "confirm" : null, disabled: !this.ready, onclick: () => this.confirm() }),
    );
  }

  slot(choice, number) {
    const name = choice ? `Slot ${number + 1}: ${choice.label}. Take it out` : `Slot ${number + 1}, empty`;
    return el(
      "button",
      {
        type: "button",
        id: `slot-${number}`,
        class: choice ? "tray-slot filled" : "tray-slot",
        "data-slot": number,
        "aria-label": name,
        title: choice?.label,
        onclick: () => this.dragged || (this.slots[number] && this.takeOut(number)),
        onpointerdown: (event) => this.slots[number] && this.drag(event, this.slots[number], number),
        onkeydown: (event) => this.slotKey(event, number),
      },
      el("small", {}, number + 1),
      choice ? face(choice) : el("b", { class: "tray-letter" }, "·"),
    );
  }

  card(choice, full) {
    const impossible = full || (this.next !== null && !this.next.has(choice.action));
    return el(
      "button",
      {
        type: "button",
        class: "tray-card",
        "data-choice": choice.action,
        "aria-label": choice.label,
        disabled: impossible,
        onclick: (event) => this.dragged || this.page.choose(choice, event),
        onpointerdown: (event) => this.drag(event, choice, -1),
      },
      face(choice),
      el("span", {}, choice.label),
      choice.keys.length > 0 && keyName(choice.keys[0]) !== choice.text && el("kbd", {}, keyName(choice.keys[0])),
    );
  }

  /** Follows a pointer that carries a choice, from a card or from slot `from`, to the slot where it is let go. */
  drag(down, choice, from) {
    if (down.button) return;
    this.dragged = false;
    let carried = null;
    const move = (event) => {
      if (!carried && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
      if (!carried) {
        carried = el("div", { class: "tray-carried", "aria-hidden": "true" }, face(choice));
        document.body.append(carried);
        this.dragged = true;
      }
      carried.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      const over = this.slotAt(event);
      for (const node of this.node.querySelectorAll("[data-slot]")) node.classList.toggle("over", node === over);
    };
    const up = (event) => {
      for (const [type, listener] of [["pointermove", move], ["pointerup", up], ["pointercancel", up]]) removeEventListener(type, listener);
      carried?.remove();
      const to = event.type === "pointerup" && carried ? this.slotAt(event) : null;
      setTimeout(() => (this.dragged = false)); // after the click that follows
      if (!carried || event.type !== "pointerup" || !this.active) return; // the tray may have closed meanwhile
      if (to && from >= 0) this.swap(from, Number(to.dataset.slot));
      else if (to) this.put(Number(to.dataset.slot), choice);
      else if (from >= 0) this.takeOut(from);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  slotAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-slot]") ?? null;
  }

  // -- keys

  key(event) {
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const last = this.slots.findLastIndex(Boolean);
    if (event.key === "Backspace" && last >= 0) this.takeOut(last);
    else if (event.key === "Enter" && this.ready && !(event.target instanceof HTMLButtonElement)) this.confirm();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  slotKey(event, number) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || !event.shiftKey || !(number + way in this.slots)) return;
    this.swap(number, number + way);
    this.node.querySelector(`#slot-${number + way}`).focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** What stands for a choice: the arrow of its key, else its short text. */
function face(choice) {
  return el("b", { class: "tray-letter" }, choice.text.length <= 2 ? choice.text : keyName(choice.keys[0] ?? "?"));
}
