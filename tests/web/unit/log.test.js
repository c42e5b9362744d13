// Log entries: events that share one, events without one, takebacks, and changes at the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LogEntries, tableChanges } from "../../../src/bastide/web/js/game/log-entries.js";
import { event, placed, state } from "./tables.js";

const names = (/** @type {LogEntries} */ log) => log.entries.map(({ events }) => events.map(({ event: name }) => name));

test("events have entries in order, except those that others imply", () => {
  const log = new LogEntries();
  const { fresh } = log.update([event("dealt"), event("drawn"), placed(0, 1), event("traded"), event("won")]);
  assert.deepEqual(names(log), [["placed"], ["traded"], ["won"]]);
  assert.deepEqual([...fresh], log.entries);
});

test("what a seat puts down, what that completes and what comes back share the entry of the tile", () => {
  const log = new LogEntries();
  const scored = event("scored", { seat: null, complete: true });
  log.update([placed(0, 1), event("deployed", { cell: [0, 1] }), scored, event("returned"), placed(0, 2)]);
  assert.deepEqual(names(log), [["placed", "deployed", "scored", "returned"], ["placed"]]);
});

test("what others put down has an entry of its own, and so has a score at the end of the game", () => {
  for (const other of [event("deployed", { cell: [0, 1], seat: 1 }), event("scored", { complete: false })]) {
    const log = new LogEntries();
    log.update([placed(0, 1), other]);
    assert.deepEqual(names(log), [["placed"], [other.event]]);
  }
});

test("a piece that returns without a score has an entry of its own", () => {
  const log = new LogEntries();
  const scored = event("scored", { complete: false });
  log.update([placed(0, 1), event("returned"), placed(0, 2), scored, event("returned")]);
  assert.deepEqual(names(log), [["placed"], ["returned"], ["placed"], ["scored"]]);
});

test("an update returns new entries", () => {
  const log = new LogEntries();
  const events = [placed(0, 1)];
  log.update(events);
  assert.deepEqual([...log.update(events).fresh], []);
  events.push(event("deployed", { cell: [0, 1], plain: true }), event("traded"));
  const { fresh, removed, rewound } = log.update(events);
  assert.deepEqual([...fresh], log.entries);
  assert.deepEqual([removed, rewound], [[], false]);
});

test("entries of events that were taken back are removed", () => {
  const log = new LogEntries();
  const events = [placed(0, 1), event("traded"), placed(0, 2)];
  log.update(events);
  const [, score, tile] = log.entries;
  const next = placed(0, 3);
  const { fresh, removed, rewritten, rewound } = log.update([events[0], next]);
  assert.deepEqual(removed, [score, tile]);
  assert.deepEqual([rewritten, rewound], [[], true]);
  assert.deepEqual([...fresh], [log.entries[1]]);
  assert.deepEqual(names(log), [["placed"], ["placed"]]);
});

test("an entry whose follower was taken back is rewritten", () => {
  const log = new LogEntries();
  const tile = placed(0, 1);
  log.update([tile, event("deployed", { cell: [0, 1], plain: true })]);
  const { fresh, removed, rewritten } = log.update([tile]);
  assert.deepEqual(rewritten, log.entries);
  assert.deepEqual([removed, [...fresh]], [[], []]);
  assert.deepEqual(names(log), [["placed"]]);
});

test("changes at the table are reported", () => {
  const before = state();
  const table = { ...before.table, seats: [before.table.seats[0], { name: "Ben", bot: null, out: "resigned" }] };
  const question = { kind: "takeback", seat: 1, granted: [], version: 4 };
  const asked = state({ question });
  const changes = (/** @type {any} */ from, /** @type {any} */ to, rewound = false) => tableChanges(from, to, rewound);
  assert.deepEqual(changes(before, before), []);
  assert.deepEqual(changes(before, state({ table })), [{ id: "log.resigned", seat: 1 }]);
  assert.deepEqual(changes(before, asked), [{ id: "log.asked_takeback", seat: 1 }]);
  assert.deepEqual(changes(asked, asked), []);
  assert.deepEqual(changes(asked, before, true), [{ id: "log.taken_back", seat: null }]);
  assert.deepEqual(changes(asked, before), []);
  assert.deepEqual(changes(before, state({ question: { ...question, kind: "end" } })), [
    { id: "log.asked_end", seat: 1 },
  ]);
  assert.deepEqual(changes(before, state({ ended: "agreed", rematch: "xyz" })), [
    { id: "log.agreed", seat: null },
    { id: "log.rematch", seat: null },
  ]);
  assert.deepEqual(changes(before, { ...state({ table }), table: { ...table, id: "other" } }), []);
});
