// The websocket of a room: says hello, answers by number, comes back by itself after a lost connection.

/** @import { FromServer } from "../state/protocol" */
/** @import { Answer, GameState, Heard, Message } from "../state/types" */

import { roomInfo } from "./api.js";
import { password } from "../state/memory.js";

const VERSION = 2;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10000;
const BEAT = 900; // ms without a word after which the server is asked for one
const HIDDEN_BEAT = 20000; // the same while nobody looks at the page
const PATIENCE = 1000; // ms for the answer: after that the page says that there is no connection
const SILENCE = 8000; // ms more, after which the connection is taken for dead; also for one that does not open

export class Link {
  /** A silent connection may be open again the next moment. @param {string} room @param {string[]} tokens
   *  @param {{ heard: (message: Heard) => void, refused: (why: string) => void, state: (is: GameState["connection"]["is"], why: string) => void }} on */
  constructor(room, tokens, on) {
    this.room = room;
    this.tokens = tokens;
    this.on = on;
    /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {{ why: string, again: boolean } | null} why the server closes the connection */
    this.farewell = null;
    this.silent = false;
    this.beat = 0;
    this.timer = 0;
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.onBack = () => this.closed || this.socket?.readyState === WebSocket.OPEN || this.open();
    addEventListener("online", this.onBack);
    this.onGone = () => this.fallSilent();
    addEventListener("offline", this.onGone);
    this.onSeen = () => document.hidden || (this.onBack(), this.ping());
    document.addEventListener("visibilitychange", this.onSeen);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.drop();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(this.room)}`;
    const socket = new WebSocket(address, password() ? ["boardwalk", `password.${password()}`] : []);
    let opened = false;
    this.socket = socket;
    this.after(SILENCE, () => this.giveUp());
    socket.onopen = () => {
      opened = true;
      socket.send(JSON.stringify({ type: "hello", version: VERSION, tokens: this.tokens, ahead: true }));
      this.after(BEAT, () => this.ping());
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = async () => {
      // A page is not told why its socket was refused; a request is, and asks for the invite word if that is missing.
      if (!opened) await roomInfo(this.room).catch(() => {});
      if (socket === this.socket) this.lost();
    };
  }

  // -- whether there is anybody at the other end

  /** What is to happen if no message comes within `ms`. @param {number} ms @param {() => void} run */
  after(ms, run) {
    clearTimeout(this.beat);
    // Words that have come while the page was busy are read first.
    this.beat = setTimeout(() => (this.beat = setTimeout(run, 0)), ms);
  }

  ping() {
    if (this.closed || this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ type: "ping", id: 0 }));
    this.after(PATIENCE, () => this.fallSilent());
  }

  fallSilent() {
    if (this.closed || this.socket?.readyState !== WebSocket.OPEN) return;
    this.silent = true;
    this.on.state("silent", "");
    this.after(SILENCE, () => this.giveUp());
  }

  giveUp() {
    this.drop();
    this.lost();
  }

  heard() {
    this.after(document.hidden ? HIDDEN_BEAT : BEAT, () => this.ping());
    if (this.silent) this.on.state("open", "");
    this.silent = false;
  }

  /** @param {FromServer} message */
  receive(message) {
    this.heard();
    switch (message.type) {
      case "welcome":
        this.wait = FIRST_WAIT;
        this.on.state("open", "");
        this.on.heard(message);
        break;
      case "done":
        this.answer(message.id, null);
        break;
      case "hint":
      case "preview":
        this.answer(message.id, null, message);
        break;
      case "refused":
        if (!this.answer(message.id, new Error(message.why))) this.on.refused(message.why);
        break;
      case "bye":
        this.farewell = message;
        break;
      case "pong":
        break;
      default:
        this.on.heard(message);
    }
  }

  /** Whether a caller waits for it. @param {number} id @param {Error | null} error @param {Answer} [value] */
  answer(id, error, value = null) {
    const waiting = this.pending.get(id);
    if (!waiting) return false;
    this.pending.delete(id);
    if (error) waiting.reject(error);
    else waiting.resolve(value);
    return true;
  }

  /** Sends a message. Resolves when it is stored, for a hint or preview to the answer; rejects with the reason
   *  when it was refused. @param {Message} message @returns {Promise<Answer>} */
  send(message) {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("There is no connection just now; it will be back in a moment."));
    }
    const id = (this.number += 1);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  lost() {
    clearTimeout(this.beat);
    this.silent = false;
    // Whether a message without an answer was carried out shows when the connection is back.
    const lost = () => Object.assign(new Error("The connection was lost; look before you act again."), { lost: true });
    for (const id of [...this.pending.keys()]) this.answer(id, lost());
    const { farewell } = this;
    this.farewell = null;
    if (this.closed) return;
    if (farewell && !farewell.again) {
      this.close();
      this.on.state("closed", farewell.why);
      return;
    }
    this.on.state("lost", farewell?.why ?? "");
    this.timer = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  drop() {
    clearTimeout(this.beat);
    if (!this.socket) return;
    this.socket.onclose = null;
    this.socket.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.onBack);
    removeEventListener("offline", this.onGone);
    document.removeEventListener("visibilitychange", this.onSeen);
    this.drop();
  }
}
