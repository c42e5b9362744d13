// The connection to a table: a WebSocket that reconnects by itself, and resends commands until they are acknowledged.

import { language } from "./words.js";

/** @typedef {import("./types.js").WelcomeMessage} WelcomeMessage */
/** @typedef {import("./types.js").StepMessage} StepMessage */
/** @typedef {import("./types.js").SaidMessage} SaidMessage */
/** @typedef {import("./types.js").ErrorMessage} ErrorMessage */
/** @typedef {{type?: string, [more: string]: unknown}} Command */
/**
 * @typedef {object} Listener
 * @property {(message: WelcomeMessage & {again: boolean}) => void} welcome the state after connecting; `again` after the first time
 * @property {(message: StepMessage) => void} step
 * @property {(message: SaidMessage) => void} [said] a line of chat
 * @property {(error: ErrorMessage, command: Command) => void} refused
 * @property {(seats: number[]) => void} present the seats that are connected
 * @property {(look: import("./types.js").LookMessage) => void} [look] where another player looks
 * @property {(clocks: number[]) => void} paused the server cannot store anything, and the clocks stand still
 * @property {(online: boolean) => void} status
 * @property {(error: ErrorMessage) => void} closed the server refused the connection for good
 */

/** The first and the longest delay before reconnecting, in milliseconds. */
const BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Milliseconds after which commands are sent again if the server reads none for a moment. */
const RETRY = 1000;
/** Milliseconds between pings, and until a ping times out. */
const HEARTBEAT = 20_000;
const PING_TIMEOUT = 6000;
/** Errors after which the connection is not retried. */
const FATAL = ["no_such_table", "table_expired", "not_your_seat", "no_spectators", "unreadable_table"];

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
    /** Distinguishes this connection from those of other tabs. */
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
    /** Commands without acknowledgement, by reference. @type {Map<string, {message: Command, resolve: (done: boolean) => void}>} */
    this.pending = new Map();
    /** @type {number|undefined} */
    this.reconnectTimer = undefined;
    /** @type {number|undefined} */
    this.pingTimer = undefined;
    /** @type {number|undefined} */
    this.retryTimer = undefined;
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
      const hello = { type: "hello", lang: language(), since: this.version, presence: true, looks: true };
      socket.send(JSON.stringify(this.token ? { ...hello, token: this.token } : hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** Reconnect after the socket was lost, with exponential backoff. */
  lost() {
    this.socket = null;
    if (this.greeted) this.listener.status(false);
    this.greeted = false;
    this.reconnect(Math.min(MAX_BACKOFF, BACKOFF * 2 ** this.attempts++));
  }

  /** @param {number} delay in milliseconds; jitter keeps clients from reconnecting all at once */
  reconnect(delay) {
    clearTimeout(this.reconnectTimer);
    if (!this.closed) this.reconnectTimer = setTimeout(() => this.open(), delay * (0.7 + 0.6 * Math.random()));
  }

  /** Check that the socket still works: after a sleep it may be dead without an event. */
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
   * Drop a broken socket, and reconnect.
   * @param {boolean} [reset] request the full history, as if nothing had been received
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
      this.resend();
    } else if (message.type === "step") {
      this.version = message.version;
      this.listener.step(message);
    } else if (message.type === "said") {
      this.version = message.version;
      this.listener.said?.(message);
    } else if (message.type === "present") {
      this.listener.present(message.seats);
    } else if (message.type === "look") {
      this.listener.look?.(message);
    } else if (message.type === "paused") {
      this.listener.paused(message.clocks);
    } else if (message.type === "done") {
      this.settle(message.ref, true);
    } else if (message.type === "error") {
      if (!this.greeted && FATAL.includes(message.error)) {
        this.close();
        this.listener.closed(message);
        return;
      }
      if (message.error === "too_many_messages") return void this.retry();
      if (message.error === "cut_off") {
        this.attempts = Math.log2(MAX_BACKOFF / BACKOFF);
        return void this.listener.refused(message, {});
      }
      const command = this.settle(message.ref, false);
      if (command) this.listener.refused(message, command);
    }
  }

  /** Send all commands again that have no acknowledgement. */
  resend() {
    clearTimeout(this.retryTimer);
    for (const { message } of this.pending.values()) this.transmit(message);
  }

  /** Send them again in a while: the server does not tell which of them it has not read. */
  retry() {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.greeted && this.resend(), RETRY);
  }

  /**
   * Resolve a pending command and return it; undefined if there is none.
   * @param {string} ref
   * @param {boolean} done
   */
  settle(ref, done) {
    const command = this.pending.get(ref);
    this.pending.delete(ref);
    command?.resolve(done);
    return command?.message;
  }

  /**
   * Send a command. It is resent after a reconnection, and the server applies it once. Resolves to whether it was applied.
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  send(command) {
    const ref = `${this.id}.${++this.commands}`;
    const message = { ...command, ref };
    return new Promise((resolve) => {
      this.pending.set(ref, { message, resolve });
      if (this.greeted) this.transmit(message);
    });
  }

  /** Send a message that may be lost, and is not answered. @param {Command} message */
  notify(message) {
    if (this.greeted) this.transmit(message);
  }

  /**
   * Write to the socket, unless it is closing: pending commands are resent over the next one.
   * @param {object} message
   */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.retryTimer);
    this.stopPing();
    clearInterval(this.heartbeat);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.disconnect);
    document.removeEventListener("visibilitychange", this.wake);
    const { socket } = this;
    // A connecting socket is closed once it is open: browsers log an error otherwise.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.socket = null;
    this.greeted = false;
  }
}
