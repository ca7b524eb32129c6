// The websocket of a room: says hello, answers by number, comes back by itself after a lost connection.

import { roomInfo } from "./api.js";
import { password } from "./memory.js";

const VERSION = 2;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
const PING = 20000;
const SILENCE = 45000; // without any word for so long the connection is taken for dead

export class Link {
  /** `on` has: welcome, room, frames, state("open" | "lost" | "closed", why). */
  constructor(room, tokens, on) {
    this.room = room;
    this.tokens = tokens;
    this.on = on;
    this.pending = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.onBack = () => this.closed || this.socket?.readyState === WebSocket.OPEN || this.open();
    addEventListener("online", this.onBack);
    this.onSeen = () => document.hidden || this.onBack();
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
    socket.onopen = () => {
      opened = true;
      socket.send(JSON.stringify({ type: "hello", version: VERSION, tokens: this.tokens }));
      this.heard = performance.now();
      this.beat = setInterval(() => this.ping(), PING);
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

  ping() {
    if (performance.now() - this.heard > SILENCE) this.socket.close();
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "ping", id: 0 }));
  }

  receive(message) {
    this.heard = performance.now();
    switch (message.type) {
      case "welcome":
        this.wait = FIRST_WAIT;
        this.on.state("open", "");
        this.on.welcome(message);
        break;
      case "room":
        this.on.room(message.room);
        break;
      case "frames":
        this.on.frames(message);
        break;
      case "done":
        this.answer(message.id, null);
        break;
      case "refused":
        if (!this.answer(message.id, new Error(message.why))) this.on.refused?.(message.why);
        break;
      case "bye":
        this.farewell = message;
        break;
      default: // a pong, or something newer than this page
    }
  }

  answer(id, error) {
    const waiting = this.pending.get(id);
    if (!waiting) return false;
    this.pending.delete(id);
    if (error) waiting.reject(error);
    else waiting.resolve();
    return true;
  }

  /** Sends a message. Resolves when it is stored, rejects with the reason when it was refused. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("There is no connection just now; it will be back in a moment."));
    }
    const id = (this.number += 1);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  lost() {
    clearInterval(this.beat);
    for (const id of [...this.pending.keys()]) this.answer(id, new Error("The connection was lost; look before you act again."));
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
    clearInterval(this.beat);
    if (!this.socket) return;
    this.socket.onclose = null;
    this.socket.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.onBack);
    document.removeEventListener("visibilitychange", this.onSeen);
    this.drop();
  }
}
