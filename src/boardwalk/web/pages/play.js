// A room: waiting, playing, and after the game. Speaks the protocol, and decides what is shown to whom.
//
// Stable hooks, for tests and for people who script the page:
//   #status                       whose turn it is, or how it ended (the scene's status)
//   #news                         announcements, a live region; one <li> each
//   [role=grid] [data-cell="r,c"] the board's cells; their names say what is there
//   [data-action="n"]             a choice on the board, a button named by its label; [data-choice="n"] one beside it
//   #typed                        a field to type a move into, as text; not on touch screens
//   .pad [data-step="8"]          a step on touch screens, by the digit of the number pad that points its way
//   main[data-phase]              waiting, playing, over; main[data-seat] the seat whose view is shown (-3: everybody's)
//   main[data-busy]               "true" while frames are still being shown or an action is on its way
//   buttons by name               Undo, Redo, the labels of the game's events, Play again, Download record, Copy link, Pause, Skip, Ready
//   input[aria-label="Step"]      the slider of a replay

import * as api from "../net/api.js";
import { actionButtons } from "../panels/actions.js";
import { After } from "../panels/after.js";
import { takeAhead } from "../state/ahead.js";
import { Deck, newView, take } from "../board/deck.js";
import { button, confirm, sentence, toast } from "../parts/dom.js";
import { Finish } from "../panels/finish.js";
import { Hands } from "../state/hands.js";
import { Hints } from "../panels/hints.js";
import { dropTokens, keepSeen, keepTokens, keepSetting, setting, tokens } from "../state/memory.js";
import { Outbox } from "../state/outbox.js";
import { downloadClosedRecord } from "../net/records.js";
import { showTask } from "../panels/result.js";
import { Link } from "../net/socket.js";
import { hearEnd } from "../board/sound.js";
import { TablePage } from "../panels/table.js";
import { Tray } from "../panels/tray.js";
import { WaitingPage } from "../panels/waiting.js";

const AUDIENCE = -3;
const NOBODY = -2;
const DEAL = -4; // who took the first step of a match
const SPEEDS = [1, 2, 4];

export class PlayPage {
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.node = shell.main;
    this.room = null;
    this.held = [];
    this.events = [];
    this.views = new Map();
    this.shown = null;
    this.outbox = new Outbox(this);
    this.hands = new Hands(this);
    this.waiting = new WaitingPage(this);
    this.table = new TablePage({
      choose: (choice) => this.choose(choice),
      typed: (line) => this.hands.type(line),
      press: (keys) => this.hands.press(keys),
      pause: () => this.deck.pause(!this.deck.paused),
      speed: () => this.faster(),
      skip: () => this.deck.finish(),
      look: (seat) => this.switchTo(seat),
      canLook: (seat) => this.table.curtain.hidden && this.held.every((other) => !this.secret(seat, other)),
    });
    this.tray = new Tray(this);
    this.deck = new Deck(this.table.board, {
      shown: (frame, live) => this.frameShown(frame, live),
      idle: () => this.settle(),
      busy: (left) => this.table.showPlayback(left, this.deck.paused, this.deck.speed),
    });
    this.deck.speed = setting("speed", 1);
    this.after = new After(this.table, this);
    this.hints = new Hints(this);
    this.finish = new Finish(this);
    this.onKey = (event) => this.hands.key(event);
    document.addEventListener("keydown", this.onKey);
    this.ticking = setInterval(() => this.tick(), 250);
    this.connect();
  }

  close() {
    this.link?.close();
    this.after.close();
    this.waiting.close();
    this.tray.close();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onKey);
    for (const name of ["phase", "seat", "busy", "sending"]) delete this.node.dataset[name];
  }

  // -- the connection

  connect() {
    this.link?.close();
    this.link = new Link(this.name, tokens(this.name), {
      welcome: (message) => this.welcome(message),
      room: (room) => this.takeRoom(room),
      frames: (message) => this.takeFrames(message),
      ahead: (message) => this.views.has(message.seat) && takeAhead(this.views.get(message.seat), message),
      refused: (why) => toast(why, "bad"),
      state: (state, why) => this.connection(state, why),
    });
  }

  connection(state, why) {
    if (state === "open") this.table.showBanner("");
    if (state === "silent") this.table.showBanner("There is no connection; your seat is kept");
    if (state === "lost") this.table.showBanner("No connection; trying to come back…");
    if (state === "closed" && !this.room) this.showProblem(why);
    else if (state === "closed") this.table.showBanner(sentence(why));
    this.waiting.showConnection(state);
  }

  /** There is no such room, or its game can't be played: then its record can be had. */
  showProblem(why) {
    const [token] = tokens(this.name);
    if (!why.includes(api.recordPath(this.name))) this.shell.problem(sentence(why), "There may be a slip in the link.");
    else if (!token) this.shell.problem(sentence(why), "");
    else this.shell.problem(sentence(why), "", button("Download record", { icon: "down", onclick: () => downloadClosedRecord(this.name, token) }));
  }

  /** After hello; and when a new game begins for which everybody has another seat. */
  welcome(message) {
    const changed = this.room && message.room.match !== this.room.match && message.seats.join() !== this.held.join();
    this.held = message.seats;
    this.outbox.reset();
    if (!this.held.includes(this.shown)) this.shown = null;
    if (changed) {
      this.views.clear();
      toast("A new game: everybody has changed seats.");
    }
    this.takeRoom(message.room);
  }

  takeRoom(room) {
    if (room.imported) {
      this.shell.go(`/replay/${room.room}`, true);
      return;
    }
    const anew = this.room && room.match !== this.room.match;
    keepSeen((this.room = room), this.held);
    this.shell.where(room.title, room.game);
    this.table.heading.textContent = room.title;
    showTask(this.table.node, room);
    if (anew) this.newMatch();
    this.loadEvents(room.game);
    this.node.dataset.phase = room.phase;
    if (room.phase === "waiting") {
      this.waiting.show(room, this.held);
      this.shell.page(this.waiting.node);
      return;
    }
    this.shell.page(this.table.node);
    this.table.countdown.show(room.starts_in);
    if (room.phase !== "over") this.after.hide();
    else if (!this.table.curtain.hidden) this.liftCurtain(this.shown);
    this.refresh();
    if (room.phase === "over" && !this.deck.waiting) this.settle();
  }

  /** The first time, what the game's events are called is asked for: their buttons appear once that is known. */
  async loadEvents(game) {
    if (this.eventsAsked) return;
    this.eventsAsked = true;
    try {
      this.events = await api.events(game);
      this.refresh();
    } catch (error) {
      this.eventsAsked = false;
      toast(sentence(error.message), "bad");
    }
  }

  /** Its frames may have come already: they stay. */
  newMatch() {
    for (const view of this.views.values()) view.known = new Map(view.choices.map((choice) => [choice.action, choice]));
    this.hands.waiting = [];
    this.after.hide();
    this.table.news.replaceChildren();
    this.table.hideCurtain();
  }

  takeFrames(message) {
    if (!this.views.has(message.seat)) this.views.set(message.seat, newView(message.seat));
    const view = this.views.get(message.seat);
    take(view, message, this.room?.tick_ms > 0);
    for (const choice of view.choices) view.known.set(choice.action, choice);
    this.outbox.settle(view);
    if (this.shown === null && !this.openUp()) return;
    // An undo after the end, or the next game: the game is on again, whatever the room was last said to be.
    if (this.room?.phase === "over" && message.to_act !== NOBODY) this.takeRoom({ ...this.room, phase: "playing", scores: null });
    if (message.seat === this.shown && this.table.curtain.hidden) {
      if (this.after.stepping && !message.fresh) return;
      this.deck.view === view ? this.deck.run() : this.deck.follow(view);
      this.hands.next();
    }
    this.refresh();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.deck.waiting || this.settle(), 60);
  }

  /** Chooses whose view is shown first, once all views of this screen are there. False while some are missing. */
  openUp() {
    const seats = this.held.length ? this.held : [AUDIENCE];
    if (!seats.every((seat) => this.views.has(seat))) return false;
    this.shown = seats.find((seat) => this.views.get(seat).acting) ?? seats[0];
    const begun = this.views.get(this.shown).queue.at(-1)?.by !== DEAL;
    const secrets = seats.some((seat) => this.secret(this.shown, seat));
    if (begun && secrets && this.room.phase === "playing") this.drawCurtain(this.shown);
    else this.deck.follow(this.view);
    return true;
  }

  // -- what is shown

  get view() {
    return this.views.get(this.shown) ?? null;
  }

  get live() {
    return this.room?.tick_ms > 0;
  }

  frameShown(frame, isNew) {
    if (this.after.stepping) return;
    if (isNew) this.table.addNews(frame.news);
    this.refresh();
  }

  /** Brings everything beside the board in line with the frame on it. */
  refresh() {
    const { view, room, table } = this;
    const scene = view?.last?.scene;
    if (!room || room.phase === "waiting") return;
    if (!table.curtain.hidden) {
      table.cover(room, this.held, this.shown);
      this.tray.hide();
      return;
    }
    if (!scene || this.after.stepping) return;
    const settled = !this.deck.waiting;
    const yours = view.acting && room.phase === "playing" && !this.live;
    const open = room.phase === "playing" && this.held.includes(this.shown);
    const choices = open && (settled || this.live) && !(this.sending && !this.live) ? view.choices : [];
    table.showScene(scene, yours && settled);
    if (this.live && open) table.showLive();
    table.cells.update(scene, choices);
    const collected = this.tray.show(view, scene, open ? view.choices : []); // it stays while others get ready
    table.advise(choices, collected);
    const known = open && !collected ? [...view.known.values()].sort((a, b) => a.action - b.action) : [];
    table.showChoices(collected ? [] : choices, known);
    table.typing.hidden = !open;
    table.showPeople(room, this.held, this.shown, this.live ? -2 : view.toAct, scene);
    table.showActions(actionButtons(this));
    this.hints.follow();
    this.finish.follow(settled);
    this.node.dataset.seat = this.shown;
    this.node.dataset.busy = Boolean(!settled || this.sending);
    this.node.dataset.sending = Boolean(this.sending);
    this.shell.title(yours ? `Your turn · ${room.title}` : room.title);
    this.tick();
  }

  tick() {
    const { view, table } = this;
    if (!view?.deadline || this.room?.phase !== "playing") table.showClock(null);
    else table.showClock(Math.max(0, (view.deadline - performance.now()) / 1000), view.acting);
  }

  /** All frames are shown: pass the screen on, or show the end. */
  settle() {
    this.refresh();
    const { room } = this;
    if (!room || this.after.stepping || !this.table.curtain.hidden) return;
    if (room.phase === "over") {
      // The room may say so before the last steps are here, let alone shown.
      if (!this.view?.last || this.view.toAct !== NOBODY || this.deck.waiting) return;
      if (this.after.shownFor !== room.match) hearEnd(room, this.held);
      this.after.show(room, this.held, this.shown);
      return;
    }
    if (room.phase !== "playing" || !this.view || this.view.acting || this.live) return;
    const next = this.held.find((seat) => this.views.get(seat)?.acting);
    if (next === undefined) return;
    if (!this.secret(this.shown, next)) this.switchTo(next);
    else this.drawCurtain(next);
  }

  /** Whether one seat of this screen may see what another may not. */
  secret(one, other) {
    const [a, b] = [this.views.get(one)?.base, this.views.get(other)?.base];
    if (one === other || !a || !b) return false;
    const shown = (scene) => JSON.stringify([scene.tiles, scene.pieces, scene.edges, scene.overlays, scene.panel]);
    return shown(a) !== shown(b);
  }

  drawCurtain(next) {
    this.table.showCurtain(this.room.seats[next], () => this.liftCurtain(next));
    this.refresh();
  }

  liftCurtain(seat) {
    this.table.hideCurtain();
    this.shown = seat;
    this.deck.follow(this.views.get(seat));
  }

  switchTo(seat) {
    const unseen = this.view?.queue.length;
    this.shown = seat;
    this.deck.follow(this.views.get(seat), unseen);
    this.refresh();
  }

  faster() {
    this.deck.speed = SPEEDS[(SPEEDS.indexOf(this.deck.speed) + 1) % SPEEDS.length];
    keepSetting("speed", this.deck.speed);
    this.table.showPlayback(this.view.queue.length, this.deck.paused, this.deck.speed);
  }

  // -- what one does

  async choose(choice) {
    if (!choice || !this.held.includes(this.shown) || this.room.phase !== "playing") return;
    if (this.tray.takes(choice)) {
      this.hands.next();
      return;
    }
    if (this.sending && (!this.live || this.wanted === choice.action)) return;
    this.wanted = choice.action;
    if (this.deck.waiting) this.deck.finish();
    await this.request({ type: "act", seat: this.shown, frame: choice.frame, actions: [choice.action] });
  }

  get sending() {
    return this.outbox.busy;
  }

  request(message) {
    return this.outbox.request(message);
  }

  /** Undo or redo; while an answer is awaited, after it. */
  ask(type) {
    if (this.sending && !this.live) {
      this.hands.later(() => this.ask(type));
      return null;
    }
    this.after.leaveSteps();
    return this.request({ type, seat: this.shown, frame: this.view.number });
  }

  async event({ name, label, question }) {
    const seat = this.shown;
    if (question && !(await confirm(question, { yes: label }))) return;
    await this.request({ type: "event", seat, name });
  }

  async leave() {
    const others = this.room.seats.length > this.held.length;
    const detail = others && this.room.phase === "playing" ? "A bot takes the seat, or it is left empty." : "";
    if (!(await confirm("Leave this table?", { yes: "Yes, leave", no: "Stay", detail }))) return;
    for (const seat of this.held) {
      await this.link.send({ type: "leave", seat }).catch(() => {});
    }
    dropTokens(this.name);
    this.shell.go("/");
  }

  async ready(seats, ready = true) {
    for (const seat of seats) {
      await this.link.send({ type: "ready", seat, ready }).catch((error) => toast(sentence(error.message), "bad"));
    }
  }

  async join(name, seat) {
    const answer = await api.join(this.name, { name, seat });
    keepTokens(this.name, [answer.token]);
    this.connect();
  }

  /** While one waits: a bot takes an open seat, or (without a bot) leaves it again. */
  invite(other, bot) {
    const seat = this.held[0];
    return this.link.send({ type: "invite", seat, other, bot }).catch((error) => toast(sentence(error.message), "bad"));
  }

  rename(seat, name) {
    return this.link.send({ type: "rename", seat, name }).catch((error) => toast(sentence(error.message), "bad"));
  }
}
