// The connection to a table: a WebSocket that reconnects by itself and sends each command until it is answered.

import { language } from "./words.js";

/** @typedef {import("./types.js").TableState} TableState */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").ChatLine} ChatLine */
/** @typedef {{type?: string, [more: string]: unknown}} Command */
/** @typedef {{error: string, text: string}} Refusal */
/**
 * @typedef {object} Listener
 * @property {(message: {seat: number|null, state: TableState, chat: ChatLine[], missed: GameEvent[], present?: number[], again: boolean}) => void} welcome the state after connecting; `again` if not for the first time
 * @property {(message: {version: number, events: GameEvent[], state: TableState, said?: ChatLine}) => void} step
 * @property {(reason: Refusal, command: Command) => void} refused
 * @property {(seats: number[]) => void} present the seats that are connected
 * @property {(online: boolean) => void} status
 * @property {(reason: Refusal) => void} closed the server will not let us in
 */

/** The first and the longest delay before reconnecting, in milliseconds. */
const BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Milliseconds between pings, and to wait for an answer to one. */
const HEARTBEAT = 20_000;
const PING_TIMEOUT = 6000;
/** Errors after which reconnecting is of no use. */
const FATAL = ["no_such_table", "not_your_seat", "no_spectators"];

export class Connection {
  /**
   * @param {string} table
   * @param {string|null} token
   * @param {Listener} listener
   */
  constructor(table, token, listener) {
    this.table = table;
    this.token = token;
    this.listener = listener;
    /** Tells this connection from those of other tabs. */
    this.id = Math.random().toString(36).slice(2, 10);
    /** @type {WebSocket|null} */
    this.socket = null;
    /** The version of the table up to which everything was received. */
    this.version = 0;
    this.attempts = 0;
    this.closed = false;
    /** Whether the server has welcomed this socket. */
    this.greeted = false;
    this.commands = 0;
    /** Commands without an answer, by reference. @type {Map<string, {message: Command, resolve: (done: boolean) => void}>} */
    this.unanswered = new Map();
    /** @type {number|undefined} */
    this.reconnectTimer = undefined;
    /** @type {number|undefined} */
    this.pingTimer = undefined;
    this.wake = () => {
      if (this.greeted) this.ping();
      else this.reconnect(0);
    };
    this.disconnect = () => {
      this.socket?.close();
    };
    addEventListener("online", this.wake);
    addEventListener("offline", this.disconnect);
    document.addEventListener("visibilitychange", this.wake);
    this.heartbeat = setInterval(() => this.ping(), HEARTBEAT);
    this.open();
  }

  open() {
    clearTimeout(this.reconnectTimer);
    if (this.closed || this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const hello = { type: "hello", lang: language(), since: this.version, presence: true };
      socket.send(JSON.stringify(this.token ? { ...hello, token: this.token } : hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** The socket is gone: try another one, after a delay that doubles each time. */
  lost() {
    this.socket = null;
    if (this.greeted) this.listener.status(false);
    this.greeted = false;
    this.reconnect(Math.min(MAX_BACKOFF, BACKOFF * 2 ** this.attempts++));
  }

  /** @param {number} delay with jitter, so that not all clients come back at once */
  reconnect(delay) {
    clearTimeout(this.reconnectTimer);
    if (!this.closed) this.reconnectTimer = setTimeout(() => this.open(), delay * (0.7 + 0.6 * Math.random()));
  }

  /** Check that the socket still works: after a sleep it may be dead without knowing. */
  ping() {
    if (!this.greeted || this.pingTimer !== undefined) return;
    this.transmit({ type: "ping" });
    this.pingTimer = setTimeout(() => this.drop(), PING_TIMEOUT);
  }

  stopPing() {
    clearTimeout(this.pingTimer);
    this.pingTimer = undefined;
  }

  /**
   * Give up a socket that does not work, and reconnect.
   * @param {boolean} [reset] ask for the full history, as if nothing had been received
   */
  drop(reset = false) {
    const { socket } = this;
    if (reset) this.version = 0;
    this.stopPing();
    if (!socket) return;
    this.lost();
    socket.close();
  }

  /** @param {any} message */
  receive(message) {
    this.stopPing();
    if (message.type === "welcome") {
      const again = this.version > 0;
      this.greeted = true;
      this.attempts = 0;
      this.version = message.version;
      this.listener.welcome({ ...message, again });
      this.listener.status(true);
      for (const { message: command } of this.unanswered.values()) this.transmit(command);
    } else if (message.type === "step") {
      this.version = message.version;
      this.listener.step(message);
    } else if (message.type === "present") {
      this.listener.present(message.seats);
    } else if (message.type === "done") {
      this.settle(message.ref, true);
    } else if (message.type === "error") {
      if (!this.greeted && FATAL.includes(message.error)) {
        this.close();
        this.listener.closed(message);
        return;
      }
      const command = this.settle(message.ref, false);
      if (command) this.listener.refused(message, command);
    }
  }

  /**
   * Resolve a command. Return it, if it was not resolved before.
   * @param {string} ref
   * @param {boolean} done
   */
  settle(ref, done) {
    const found = this.unanswered.get(ref);
    this.unanswered.delete(ref);
    found?.resolve(done);
    return found?.message;
  }

  /**
   * Send a command. It is sent again after a break, and the server does it once. Resolves to whether it was done.
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  send(command) {
    const ref = `${this.id}.${++this.commands}`;
    const message = { ...command, ref };
    return new Promise((resolve) => {
      this.unanswered.set(ref, { message, resolve });
      if (this.greeted) this.transmit(message);
    });
  }

  /**
   * Write to the socket, unless it is closing: unanswered commands are sent over the next one.
   * @param {object} message
   */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.reconnectTimer);
    this.stopPing();
    clearInterval(this.heartbeat);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.disconnect);
    document.removeEventListener("visibilitychange", this.wake);
    const { socket } = this;
    // A socket that is still connecting is closed once it is open: browsers complain of anything else.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.socket = null;
    this.greeted = false;
  }
}
