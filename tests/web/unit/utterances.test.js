// What bots say: a greeting, a word about their first big score, and a goodbye.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TableStore } from "../../../src/bastide/web/js/game/store.js";
import { utterances } from "../../../src/bastide/web/js/game/utterances.js";
import { event, welcome } from "./tables.js";

/** @param {string|null} bot */
async function storeWith(bot) {
  const store = new TableStore();
  await store.welcome(welcome());
  store.state.table.seats[1].bot = bot;
  return store;
}

/** @param {TableStore} store */
const said = (store) => utterances(store).map(({ seat, kind }) => [seat, kind]);

test("a character speaks three times at most", async () => {
  const store = await storeWith("odile");
  assert.deepEqual(said(store), [[1, "hello"]]);
  const score = (/** @type {number} */ seat, /** @type {number} */ points) =>
    Object.assign(event("scored"), { points, winners: [seat] });
  store.events.push(score(0, 30), score(1, 11));
  assert.deepEqual(said(store), [[1, "hello"]]);
  store.events.push(score(1, 12), score(1, 20));
  store.state.ended = "played";
  assert.deepEqual(said(store), [
    [1, "hello"],
    [1, "score"],
    [1, "goodbye"],
  ]);
});

test("people and plain robots say nothing", async () => {
  for (const bot of [null, "greedy"]) assert.deepEqual(utterances(await storeWith(bot)), []);
});
