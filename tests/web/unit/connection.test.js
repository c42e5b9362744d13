// The connection: hello, reconnection with backoff, pings, and commands that are resent until acknowledged.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Connection } from "../../../src/bastide/web/js/connection.js";

class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static made = [];

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = FakeSocket.CONNECTING;
    /** @type {any[]} */
    this.sent = [];
    /** @type {() => void} */
    this.onopen = () => {};
    /** @type {(event: {data: string}) => void} */
    this.onmessage = () => {};
    /** @type {() => void} */
    this.onclose = () => {};
    FakeSocket.made.push(this);
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  /** @param {object} message */
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** Break, as seen from the client. */
  fail() {
    this.readyState = 3;
    this.onclose();
  }

  close() {
    this.readyState = 3;
    queueMicrotask(() => this.onclose());
  }
}

/** @type {[string, any][]} */
let heard;
/** @type {EventTarget} */
let page;

const listener = Object.fromEntries(
  ["welcome", "step", "said", "refused", "present", "status", "closed"].map((name) => [
    name,
    (/** @type {any[]} */ ...values) => heard.push([name, ...values]),
  ]),
);

const latest = () => /** @type {FakeSocket} */ (FakeSocket.made.at(-1));

/** @param {number} version */
const hello = (version) => ({ type: "welcome", version, seat: 0, state: {}, chat: [], missed: [] });

beforeEach((t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  t.mock.method(Math, "random", () => 0.5);
  heard = [];
  FakeSocket.made = [];
  page = new EventTarget();
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    location: { protocol: "https:", host: "bastide.test" },
    document: new EventTarget(),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
});

/** A connection that was welcomed at version 3. */
function connected() {
  const connection = new Connection("abc", "secret", /** @type {any} */ (listener));
  latest().open();
  latest().receive(hello(3));
  heard = [];
  return connection;
}

test("it says hello with the token and the version it has", () => {
  const connection = new Connection("abc", "secret", /** @type {any} */ (listener));
  assert.equal(latest().url, "wss://bastide.test/api/tables/abc/socket");
  latest().open();
  assert.deepEqual(latest().sent, [
    { type: "hello", lang: "en", since: 0, presence: true, looks: true, token: "secret" },
  ]);
  latest().receive(hello(3));
  assert.deepEqual(
    heard.map(([name]) => name),
    ["welcome", "status"],
  );
  assert.equal(heard[0][1].again, false);
  assert.deepEqual(heard[1], ["status", true]);
  connection.close();
});

test("a line of chat is a version too", (t) => {
  const connection = connected();
  const said = {
    type: "said",
    version: 4,
    line: { seat: 1, name: "", text: "hello", at: 0 },
    clocks: [],
    running: null,
  };
  latest().receive(said);
  assert.deepEqual(heard, [["said", said]]);
  latest().fail();
  t.mock.timers.tick(250);
  latest().open();
  assert.equal(latest().sent[0].since, 4);
  connection.close();
});

test("it reconnects, requests the missed events, and reports its status", (t) => {
  const connection = connected();
  latest().receive({ type: "step", version: 7, events: [], state: {} });
  latest().fail();
  assert.deepEqual(heard.at(-1), ["status", false]);
  t.mock.timers.tick(249);
  assert.equal(FakeSocket.made.length, 1);
  t.mock.timers.tick(1);
  assert.equal(FakeSocket.made.length, 2);
  latest().open();
  assert.equal(latest().sent[0].since, 7);
  latest().receive(hello(9));
  assert.equal(heard.find(([name]) => name === "welcome")?.[1].again, true);
  connection.close();
});

test("the delay doubles up to eight seconds, and is reset by a welcome", (t) => {
  const connection = connected();
  for (const delay of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
    const { length } = FakeSocket.made;
    latest().fail();
    t.mock.timers.tick(delay - 1);
    assert.equal(FakeSocket.made.length, length, `not before ${delay} ms`);
    t.mock.timers.tick(1);
    assert.equal(FakeSocket.made.length, length + 1, `after ${delay} ms`);
  }
  latest().open();
  latest().receive(hello(4));
  latest().fail();
  const { length } = FakeSocket.made;
  t.mock.timers.tick(250);
  assert.equal(FakeSocket.made.length, length + 1);
  connection.close();
});

test("a command is resent after a reconnection, and resolved once", async (t) => {
  const connection = connected();
  const done = connection.send({ type: "act", option: 2 });
  const command = latest().sent.at(-1);
  assert.deepEqual([command.type, command.option], ["act", 2]);
  latest().fail();
  t.mock.timers.tick(250);
  latest().open();
  assert.equal(latest().sent.length, 1, "nothing before the welcome but hello");
  latest().receive(hello(3));
  assert.deepEqual(latest().sent.at(-1), command);
  latest().receive({ type: "done", ref: command.ref });
  assert.equal(await done, true);
  latest().fail();
  t.mock.timers.tick(250);
  latest().open();
  latest().receive(hello(4));
  assert.deepEqual(
    latest().sent.map(({ type }) => type),
    ["hello"],
  );
  connection.close();
});

test("commands have unique references, and wait while offline", () => {
  const connection = new Connection("abc", null, /** @type {any} */ (listener));
  connection.send({ type: "undo" });
  connection.send({ type: "say", text: "hello" });
  latest().open();
  assert.equal("token" in latest().sent[0], false);
  latest().receive(hello(3));
  const [, one, other] = latest().sent;
  assert.deepEqual([one.type, other.type], ["undo", "say"]);
  assert.notEqual(one.ref, other.ref);
  connection.close();
});

test("a refused command resolves to false, and is reported", async () => {
  const connection = connected();
  const done = connection.send({ type: "act", option: 2 });
  const { ref } = latest().sent.at(-1);
  latest().receive({ type: "error", ref, error: "stale_moment", text: "Too late." });
  assert.equal(await done, false);
  const [name, reason, command] = heard[0];
  assert.deepEqual([name, reason.error, command.type], ["refused", "stale_moment", "act"]);
  connection.close();
});

test("commands that the server did not read are sent again a moment later", async (t) => {
  const connection = connected();
  const done = connection.send({ type: "act", option: 2 });
  const { ref } = latest().sent.at(-1);
  latest().receive({ type: "error", ref: null, error: "too_many_messages", text: "Wait." });
  t.mock.timers.tick(999);
  assert.equal(latest().sent.length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(latest().sent.at(-1), { type: "act", option: 2, ref });
  latest().receive({ type: "done", ref, version: 4 });
  assert.equal(await done, true);
  assert.deepEqual(heard, []);
  connection.close();
});

test("whoever was cut off is told, and comes back no sooner than after the longest delay", (t) => {
  const connection = connected();
  const error = { type: "error", ref: null, error: "cut_off", text: "Far too many." };
  latest().receive(error);
  latest().fail();
  assert.deepEqual(heard, [
    ["refused", error, {}],
    ["status", false],
  ]);
  t.mock.timers.tick(7999);
  assert.equal(FakeSocket.made.length, 1);
  t.mock.timers.tick(1);
  assert.equal(FakeSocket.made.length, 2);
  connection.close();
});

test("a ping without a response drops the socket", (t) => {
  const connection = connected();
  t.mock.timers.tick(20_000);
  assert.deepEqual(latest().sent.at(-1), { type: "ping" });
  latest().receive({ type: "pong" });
  t.mock.timers.tick(20_000);
  assert.equal(FakeSocket.made.length, 1);
  t.mock.timers.tick(6000);
  assert.deepEqual(heard.at(-1), ["status", false]);
  assert.equal(latest().readyState, 3);
  t.mock.timers.tick(250);
  assert.equal(FakeSocket.made.length, 2);
  connection.close();
});

test("waking up checks the socket, or opens one at once", async (t) => {
  const connection = connected();
  page.dispatchEvent(new Event("online"));
  assert.deepEqual(latest().sent.at(-1), { type: "ping" });
  page.dispatchEvent(new Event("offline"));
  await Promise.resolve();
  assert.deepEqual(heard.at(-1), ["status", false]);
  page.dispatchEvent(new Event("online"));
  t.mock.timers.tick(0);
  assert.equal(FakeSocket.made.length, 2);
  connection.close();
});

test("dropping with a reset requests the full history", (t) => {
  const connection = connected();
  connection.drop(true);
  t.mock.timers.tick(250);
  latest().open();
  assert.equal(latest().sent[0].since, 0);
  connection.close();
});

test("a fatal error closes it", (t) => {
  new Connection("abc", "secret", /** @type {any} */ (listener));
  latest().open();
  latest().receive({ type: "error", error: "not_your_seat", text: "No." });
  assert.deepEqual(heard, [["closed", { type: "error", error: "not_your_seat", text: "No." }]]);
  t.mock.timers.tick(60_000);
  assert.equal(FakeSocket.made.length, 1);
});

test("a closed connection stays closed and silent", async (t) => {
  const connection = connected();
  const socket = latest();
  connection.close();
  await Promise.resolve();
  socket.receive({ type: "step", version: 9, events: [], state: {} });
  page.dispatchEvent(new Event("online"));
  t.mock.timers.tick(60_000);
  assert.equal(FakeSocket.made.length, 1);
  assert.deepEqual(heard, []);
});

test("a socket that is still connecting is closed once it is open", () => {
  const connection = new Connection("abc", null, /** @type {any} */ (listener));
  connection.close();
  assert.equal(latest().readyState, FakeSocket.CONNECTING);
  latest().open();
  assert.equal(latest().readyState, 3);
  assert.deepEqual(latest().sent, []);
});
