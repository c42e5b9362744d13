// The line to a table: one socket that comes back by itself, sends nothing twice, and loses nothing.

import { language } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").Said} Said */
/**
 * @typedef {object} Heard what a listener is told
 * @property {(message: {seat: number|null, state: State, chat: Said[], missed: GameEvent[], present?: number[], again: boolean}) => void} welcome
 * @property {(message: {version: number, events: GameEvent[], state: State, said?: Said}) => void} step
 * @property {(reason: {error: string, text: string}, command: {type?: string}) => void} refused
 * @property {(seats: number[]) => void} present
 * @property {(up: boolean) => void} line
 * @property {(reason: {error: string, text: string}) => void} closed
 */

const LONGEST = 8000;
/** So often the line is tried, and so long it may take to answer. */
const BEAT = 20000;
const PATIENCE = 6000;
/** Answers to hello after which trying again makes no sense. */
const FINAL = ["no_such_table", "not_your_seat", "no_spectators"];

export class Connection {
  /**
   * @param {string} table
   * @param {string|null} token
   * @param {Heard} heard
   */
  constructor(table, token, heard) {
    this.table = table;
    this.token = token;
    this.heard = heard;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.version = 0;
    this.tries = 0;
    this.over = false;
    this.greeted = false;
    this.count = 0;
    this.self = Math.random().toString(36).slice(2, 10);
    /** Commands that were not answered yet, by reference. @type {Map<string, {message: {type?: string, [more: string]: unknown}, done: (ok: boolean) => void}>} */
    this.waiting = new Map();
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number|undefined} */
    this.waits = undefined;
    this.wake = () => {
      if (this.greeted) this.ping();
      else this.again(0);
    };
    this.down = () => {
      this.socket?.close();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("offline", this.down);
    this.beat = setInterval(() => this.ping(), BEAT);
    this.open();
  }

  get up() {
    return this.greeted;
  }

  open() {
    clearTimeout(this.timer);
    if (this.over || this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const hello = { type: "hello", lang: language(), since: this.version, presence: true };
      socket.send(JSON.stringify(this.token ? { ...hello, token: this.token } : hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.greeted) this.heard.line(false);
      this.greeted = false;
      this.again(Math.min(LONGEST, 250 * 2 ** this.tries++));
    };
  }

  /** See whether the line is still up: one that went to sleep says nothing of it by itself. */
  ping() {
    if (!this.greeted || this.waits !== undefined) return;
    this.say({ type: "ping" });
    this.waits = setTimeout(() => this.drop(), PATIENCE);
  }

  /**
   * Let go of a line that does not work, and try another.
   * @param {boolean} [anew] ask for the whole story, as if nothing had been heard yet
   */
  drop(anew = false) {
    const { socket } = this;
    if (anew) this.version = 0;
    clearTimeout(this.waits);
    this.waits = undefined;
    if (!socket) return;
    socket.onclose?.(new CloseEvent("close"));
    socket.onclose = null;
    socket.close();
  }

  /** @param {number} wait */
  again(wait) {
    clearTimeout(this.timer);
    if (!this.over) this.timer = setTimeout(() => this.open(), wait * (0.7 + 0.6 * Math.random()));
  }

  /** @param {any} message */
  take(message) {
    clearTimeout(this.waits);
    this.waits = undefined;
    if (message.type === "welcome") {
      const again = this.version > 0;
      this.greeted = true;
      this.tries = 0;
      this.version = message.version;
      this.heard.welcome({ ...message, again });
      this.heard.line(true);
      for (const { message: unsent } of this.waiting.values()) this.say(unsent);
    } else if (message.type === "step") {
      this.version = message.version;
      this.heard.step(message);
    } else if (message.type === "present") {
      this.heard.present(message.seats);
    } else if (message.type === "done") {
      this.settle(message.ref, true);
    } else if (message.type === "error") {
      if (!this.greeted && FINAL.includes(message.error)) {
        this.close();
        this.heard.closed(message);
        return;
      }
      const waited = this.settle(message.ref, false);
      if (waited) this.heard.refused(message, waited.message);
    }
  }

  /**
   * @param {string} ref
   * @param {boolean} ok
   */
  settle(ref, ok) {
    const waited = this.waiting.get(ref);
    this.waiting.delete(ref);
    waited?.done(ok);
    return waited;
  }

  /**
   * Send a command; it is sent again after a break, and done once. Resolves to whether it was done.
   * @param {{type?: string, [more: string]: unknown}} command
   * @returns {Promise<boolean>}
   */
  send(command) {
    const ref = `${this.self}.${++this.count}`;
    const message = { ...command, ref };
    return new Promise((done) => {
      this.waiting.set(ref, { message, done });
      if (this.greeted) this.say(message);
    });
  }

  /**
   * Say something, unless the line is about to close: what waits for an answer is then said over the next one.
   * @param {object} message
   */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
    clearTimeout(this.waits);
    clearInterval(this.beat);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.down);
    document.removeEventListener("visibilitychange", this.wake);
    const { socket } = this;
    // One that is not open yet is closed as soon as it is: browsers complain of anything else.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.socket = null;
    this.greeted = false;
  }
}
