// The score pill: the text of its lines, and how long they stay.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { CAPACITY, LINE_DURATION, ScoreQueue } from "../../../src/bastide/web/js/game/score-queue.js";
import { event } from "./tables.js";

/** @param {(queue: ScoreQueue<string>, gone: string[]) => void} check */
function withTimers(check) {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    /** @type {string[]} */
    const gone = [];
    check(new ScoreQueue((line) => gone.push(line)), gone);
  } finally {
    mock.timers.reset();
  }
}

test("lines come together and stay four seconds each", () => {
  withTimers((queue, gone) => {
    queue.add("city");
    mock.timers.tick(1000);
    queue.add("road");
    assert.deepEqual(queue.lines, ["city", "road"]);
    mock.timers.tick(LINE_DURATION - 1000);
    assert.deepEqual([queue.lines, gone], [["road"], ["city"]]);
    mock.timers.tick(1000);
    assert.deepEqual([queue.lines, gone], [[], ["city", "road"]]);
  });
});

test("further lines wait for room, and have their full time then", () => {
  withTimers((queue) => {
    const lines = Array.from({ length: CAPACITY + 1 }, (_, i) => `line ${i}`);
    lines.forEach((line) => queue.add(line));
    assert.deepEqual(queue.lines, lines.slice(0, CAPACITY));
    mock.timers.tick(LINE_DURATION);
    assert.deepEqual(queue.lines, lines.slice(CAPACITY));
    mock.timers.tick(LINE_DURATION - 1);
    assert.deepEqual(queue.lines, lines.slice(CAPACITY));
    mock.timers.tick(1);
    assert.deepEqual(queue.lines, []);
  });
});

test("a line that was asked about makes room and goes without notice", () => {
  withTimers((queue, gone) => {
    for (const line of ["a", "b", "c", "d"]) queue.add(line);
    queue.remove("b");
    assert.deepEqual(queue.lines, ["a", "c", "d"]);
    mock.timers.tick(LINE_DURATION);
    assert.deepEqual(gone, ["a", "c", "d"]);
  });
});

test("time stands still while the pointer or the focus is on the pill", () => {
  withTimers((queue) => {
    queue.add("city");
    mock.timers.tick(LINE_DURATION - 10);
    queue.hold();
    queue.add("road");
    mock.timers.tick(10 * LINE_DURATION);
    assert.deepEqual(queue.lines, ["city", "road"]);
    queue.release();
    mock.timers.tick(999);
    assert.deepEqual(queue.lines, ["city", "road"]);
    mock.timers.tick(1);
    assert.deepEqual(queue.lines, ["road"]);
    mock.timers.tick(LINE_DURATION - 1000);
    assert.deepEqual(queue.lines, []);
  });
});

test("a line tells what scored, from where to where, and how much", async () => {
  const { pillText } = await withWords();
  const store = { name: (/** @type {number|null} */ seat) => ["Ada", "Ben"][seat ?? 0] };
  const city = event("scored", {
    feature: "city",
    complete: true,
    cells: Array.from({ length: 8 }, (_, i) => [i, 0]),
    lines: [
      ["tiles", 8, 2],
      ["pennants", 3, 2],
    ],
    points: 22,
    winners: [0],
  });
  assert.deepEqual(pillText(store, city, [23, 5], [45, 5]), {
    title: "City finished, 8 tiles, 3 pennants",
    sum: "8 tiles × 2, 3 pennants × 2",
    changes: "23 → 45",
    points: "+22",
    spoken: "City finished, 8 tiles, 3 pennants. Ada from 23 to 45: 22 points.",
  });
  const tied = pillText(store, { ...city, winners: [0, 1] }, [23, 5], [45, 27]);
  assert.equal(tied.changes, "Ada 23 → 45 · Ben 5 → 27");
  assert.equal(tied.spoken, "City finished, 8 tiles, 3 pennants. Ada from 23 to 45 and Ben from 5 to 27: 22 points.");
  assert.equal(pillText(store, { ...city, points: -3 }, [23, 5], [20, 5]).points, "−\u202f3");
});

/** The module under test, with messages as the server sends them. */
async function withWords() {
  /** @type {Record<string, string>} */
  const messages = {
    "score.finished.city": "City finished",
    "score.tiles": "{tiles:tile|tiles}",
    "score.pennants": "{pennants:pennant|pennants}",
    "score.plus": "+{points}",
    "score.spoken": "{name} from {before} to {after}",
    "score.pill": "{what}. {changes}: {points:point|points}.",
    "line.tiles": "{times:tile|tiles} × {each}",
    "line.pennants": "{times:pennant|pennants} × {each}",
  };
  Object.assign(globalThis, {
    document: { documentElement: {} },
    fetch: async () => ({ ok: true, json: async () => messages }),
  });
  const { loadMessages } = await import("../../../src/bastide/web/js/words.js");
  await loadMessages();
  return import("../../../src/bastide/web/js/game/score-texts.js");
}
