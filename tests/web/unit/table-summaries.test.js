// Summaries of tables in lists: the time control, the last change, or when a table is closed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 19, 12);

/**
 * What a list says of a table that changed some days ago, and is closed some days after that.
 * @param {{days: number, lifetime: number|null, status?: string, clock?: object}} table
 */
async function caption({ days, lifetime, status = "playing", clock = { kind: "none" } }) {
  Object.assign(globalThis, {
    document: { documentElement: {} },
    fetch: async () => ({
      ok: true,
      json: async () => ({ "tables.closes": "closes {when}", "tables.days": "{n:day|days} a move" }),
    }),
  });
  const { loadMessages } = await import("../../../src/bastide/web/js/words.js");
  const { clockOrDate } = await import("../../../src/bastide/web/js/lobby/tables.js");
  await loadMessages();
  mock.timers.enable({ apis: ["Date"], now: NOW });
  try {
    const table = { status, updated: NOW - days * DAY, lifetime: lifetime && lifetime * DAY, options: { clock } };
    return clockOrDate(/** @type {any} */ (table));
  } finally {
    mock.timers.reset();
  }
}

test("a table says in the last week when it is closed", async () => {
  assert.equal(await caption({ days: 53.5, lifetime: 60 }), "closes 26 Nov");
  assert.equal(await caption({ days: 22.5, lifetime: 30 }), "28 Oct");
  assert.equal(await caption({ days: 58, lifetime: 60, clock: { kind: "days", time: 3 } }), "closes 21 Nov");
});

test("a table that is not closed says its time control, or when it last changed", async () => {
  const clock = { kind: "days", time: 3 };
  assert.equal(await caption({ days: 20, lifetime: 60, clock }), "3 days a move");
  assert.equal(await caption({ days: 30, lifetime: null }), "20 Oct");
  assert.equal(await caption({ days: 30, lifetime: null, status: "over", clock }), "20 Oct");
});
