// The store: welcomes, steps, options, takebacks, clocks and the land.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { TableStore } from "../../../src/bastide/web/js/game/store.js";
import { event, laid, placed, state, welcome } from "./tables.js";

test("a welcome gives seat, state, history and chat", async () => {
  const store = new TableStore();
  const said = [{ seat: 1, name: "Ben", text: "hello" }];
  assert.equal(await store.welcome(welcome({ seat: 1, missed: [placed(0, 1)], chat: said })), true);
  assert.equal(store.seat, 1);
  assert.equal(store.isMyTurn, false);
  assert.deepEqual(store.chat, said);
  assert.equal(store.events.length, 1);
  assert.deepEqual(store.names, ["Ada", "Ben"]);
});

test("a line of chat is heard at once, and clocks run on", async (t) => {
  const store = new TableStore();
  t.mock.method(performance, "now", () => 1000);
  const [first, second] = ["hello", "again"].map((text) => ({ seat: 1, name: "Ben", text, at: 0 }));
  /** @type {() => void} */
  let prepared = () => {};
  const welcomed = store.welcome(
    welcome({ chat: [first] }),
    () => new Promise((done) => (prepared = () => done(null))),
  );
  store.stopClocks("paused", [4000, 8000]);
  store.hear({ line: second, clocks: [4000, 8000], running: 1 });
  prepared();
  await welcomed;
  const shown = store.current;
  assert.deepEqual(store.chat, [first, second]);
  assert.deepEqual([store.time.running, store.time.stopped], [1, undefined]);
  store.hear({ line: first, clocks: [4000, 8000], running: 1 });
  assert.equal(store.chat.length, 3);
  assert.equal(store.current, shown);
});

test("before the first welcome there is no state", () => {
  const store = new TableStore();
  assert.throws(() => store.state);
  assert.throws(() => store.view);
  assert.deepEqual(store.options, []);
  assert.equal(store.isMyTurn, false);
});

test("boards are sent as differences", async () => {
  const store = new TableStore();
  await store.welcome(welcome());
  store.apply(state({ moment: 2, board_from: 1, view: { board: [laid(0, 1)] } }));
  assert.deepEqual(
    store.board.map(({ cell }) => cell),
    [
      [0, 0],
      [0, 1],
    ],
  );
  assert.equal(store.tileAt(0, 1), store.board[1]);
  assert.equal(store.view.board, store.board);
  store.apply(state({ moment: 3, board_from: 1, view: { board: [] } }));
  assert.equal(store.tileAt(0, 1), undefined);
});

test("events that were taken back are removed", async () => {
  const store = new TableStore();
  await store.welcome(welcome({ missed: [placed(0, 1), event("deployed"), event("drawn")] }));
  store.apply(state({ moment: 2, told: 2 }), [event("drawn")]);
  assert.deepEqual(
    store.events.map(({ event: name }) => name),
    ["placed", "drawn"],
  );
});

test("the options of a version stay the same objects", async () => {
  const store = new TableStore();
  const options = () => [{ do: "place", cell: [1, 0], rotation: 0 }, { do: "pass" }];
  await store.welcome(welcome({ state: state({ options: options() }) }));
  const [first] = store.options;
  store.apply(state({ options: options() }));
  assert.equal(store.options[0], first);
  assert.deepEqual(store.legalCells, [[1, 0]]);
  store.apply(state({ moment: 2, options: options() }));
  assert.notEqual(store.options[0], first);
});

test("steps wait until a welcome was applied", async () => {
  const store = new TableStore();
  assert.equal(store.enqueue({ events: [], state: state() }), false);
  store.queue.length = 0;
  await store.welcome(welcome());
  assert.equal(store.enqueue({ events: [], state: state() }), true);
  assert.equal(store.queue.length, 1);
});

test("a reconnection applies the steps queued before it, and queues those during it", async () => {
  const store = new TableStore();
  await store.welcome(welcome({ missed: [placed(0, 1)] }));
  store.enqueue({ events: [placed(0, 2)], state: state({ moment: 2 }) });
  let arrived = () => {};
  const prepared = new Promise((resolve) => {
    arrived = () => resolve(undefined);
  });
  const again = welcome({ state: state({ moment: 3 }), missed: [placed(0, 3)], again: true });
  const done = store.welcome(again, () => prepared);
  assert.equal(store.ready, false);
  const late = { events: [placed(0, 4)], state: state({ moment: 4 }) };
  assert.equal(store.enqueue(late), false);
  arrived();
  await done;
  assert.deepEqual(
    store.events.map(({ cell }) => cell[1]),
    [1, 2, 3],
  );
  assert.equal(store.state.moment, 3);
  assert.deepEqual(store.queue, [late]);
});

test("a full history replaces the events", async () => {
  const store = new TableStore();
  await store.welcome(welcome({ missed: [placed(0, 1)] }));
  const missed = [placed(0, 1), placed(0, 2)];
  await store.welcome(welcome({ state: state({ told: 2 }), missed, again: true }));
  assert.deepEqual(store.events, missed);
});

test("a closed table ignores messages", async () => {
  const store = new TableStore();
  const done = store.welcome(welcome(), async () => store.close());
  assert.equal(await done, false);
  assert.equal(store.current, null);
  assert.equal(store.enqueue({ events: [], state: state() }), false);
  assert.deepEqual(store.queue, []);
});

test("with more than six steps in the queue the store is behind", async () => {
  const store = new TableStore();
  await store.welcome(welcome());
  for (let i = 0; i < 6; i++) store.enqueue({ events: [], state: state() });
  assert.equal(store.isBehind, false);
  store.enqueue({ events: [], state: state() });
  assert.equal(store.isBehind, true);
});

test("the last move is one tile, or both of a double turn", async () => {
  const store = new TableStore();
  const board = [laid(0, 0), laid(0, 1), laid(0, 2), laid(0, 3)];
  const played = (/** @type {object[]} */ missed) =>
    store.welcome(welcome({ state: state({ view: { board } }), missed })).then(() => store.lastMove());
  assert.deepEqual(await played([]), []);
  assert.deepEqual(await played([placed(0, 1, 1), event("drawn"), placed(0, 2, 0)]), [[0, 2]]);
  const twice = [placed(0, 1, 1), placed(0, 2), event("deployed"), event("again"), event("drawn"), placed(0, 3)];
  assert.deepEqual(await played(twice), [
    [0, 2],
    [0, 3],
  ]);
});

test("the running clock also runs while a step is queued", async (t) => {
  const store = new TableStore();
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  assert.equal(store.clock(0), null);
  store.enqueue({ events: [], state: state({ clocks: [5000, 9000], actor: 1, running: 1 }) });
  now += 2000;
  assert.equal(store.clock(0), 5000);
  assert.equal(store.clock(1), 7000);
  now += 60_000;
  assert.equal(store.clock(1), 0);
  store.setClocks(state({ clocks: [5000, 9000], actor: null, running: null }));
  now += 2000;
  assert.equal(store.clock(1), 9000);
});

test("clocks stand still without a connection or a store, until the next state", async (t) => {
  const store = new TableStore();
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  store.setClocks(state({ clocks: [5000, 9000], running: 1 }));
  now += 2000;
  store.stopClocks("offline");
  now += 60_000;
  assert.deepEqual([store.clock(0), store.clock(1), store.time.stopped], [5000, 7000, "offline"]);
  store.stopClocks("paused", [4000, 8000]);
  now += 60_000;
  assert.deepEqual([store.clock(0), store.clock(1), store.time.stopped], [4000, 8000, "paused"]);
  store.setClocks(state({ clocks: [4000, 8000], running: 1 }));
  now += 1000;
  assert.deepEqual([store.clock(1), store.time.stopped], [7000, undefined]);
});

test("the land is fetched once for each version", async () => {
  const store = new TableStore({ token: "secret" });
  await store.welcome(welcome());
  const land = { moment: 1, features: [{ kind: "city", at: [[0, 0, 0]] }] };
  mock.method(globalThis, "fetch", async () => new Response(JSON.stringify(land)));
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
  assert.equal(store.featureAt([0, 0, 0]), undefined);
  const [one, other] = await Promise.all([store.loadLand(), store.loadLand()]);
  assert.deepEqual(one, land);
  assert.equal(one, other);
  assert.equal(globalThis.fetch.mock.callCount(), 1);
  const [url, { headers }] = globalThis.fetch.mock.calls[0].arguments;
  assert.equal(url, "/api/tables/abc/land");
  assert.equal(headers.Authorization, "Bearer secret");
  assert.equal(store.featureAt([0, 0, 0])?.kind, "city");
  store.apply(state({ moment: 2 }));
  assert.equal(store.featureAt([0, 0, 0]), undefined);
  assert.equal(await store.loadLand(), null, "the answer is about another version");
  mock.restoreAll();
});
