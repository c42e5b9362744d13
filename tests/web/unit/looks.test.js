// Looks are sent after a moment on a cell, and not too often; Escape closes what covers the board from the top down.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Covers } from "../../../src/bastide/web/js/game/covers.js";
import { LookSender } from "../../../src/bastide/web/js/game/look-sender.js";

/** A sender with a clock that the test advances, and what it sent: the cell, the rotation, and when. */
function sender() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  let time = 0;
  /** @type {[string, number, number][]} */
  const sent = [];
  const looks = new LookSender(
    ({ cell, rotation }) => sent.push([String(cell), rotation, time]),
    () => time,
  );
  const after = (/** @type {number} */ milliseconds) => {
    for (let i = 0; i < milliseconds; i++) {
      time++;
      mock.timers.tick(1);
    }
  };
  return { looks, sent, after };
}

test("a cell is sent once the player has stayed on it", () => {
  const { looks, sent, after } = sender();
  looks.at([0, 1], 2);
  after(149);
  assert.deepEqual(sent, []);
  after(1);
  assert.deepEqual(sent, [["0,1", 2, 150]]);
  looks.at([0, 1], 2);
  after(1000);
  assert.equal(sent.length, 1);
});

test("cells that the pointer crosses are not sent, and neither is the way between them", () => {
  const { looks, sent, after } = sender();
  for (const x of [1, 2, 3]) {
    looks.at([x, 0]);
    after(60);
    looks.at(null);
    after(20);
  }
  looks.at([4, 0]);
  after(500);
  assert.deepEqual(sent, [["4,0", 0, 390]]);
});

test("leaving is sent, if anything was", () => {
  const { looks, sent, after } = sender();
  looks.at([1, 0]);
  after(50);
  looks.at(null);
  after(500);
  assert.deepEqual(sent, []);
  looks.at([1, 0]);
  after(400);
  looks.at(null);
  after(150);
  assert.deepEqual(sent, [
    ["1,0", 0, 700],
    ["null", 0, 1100],
  ]);
});

test("turns are sent at once, but at most five looks a second", () => {
  const { looks, sent, after } = sender();
  looks.at([1, 0], 0);
  after(350);
  for (let turn = 1; turn < 40; turn++) {
    looks.at([1, 0], turn % 4);
    after(25);
  }
  const times = sent.map(([, , time]) => time);
  assert.ok(times.every((time, i) => i === 0 || time - times[i - 1] >= 200));
  assert.ok(sent.length >= 4);
});

test("nothing is sent after the end", () => {
  const { looks, sent, after } = sender();
  looks.at([1, 0]);
  looks.close();
  after(500);
  assert.deepEqual(sent, []);
  mock.timers.reset();
});

test("covers are closed one by one, the topmost first", () => {
  const open = new Set(["card", "menu"]);
  const cover = (/** @type {string} */ name) => ({
    isOpen: () => open.has(name),
    close: () => void open.delete(name),
  });
  const covers = new Covers(["menu", "sheet", "card"].map(cover));
  assert.ok(covers.closeTopmost());
  assert.deepEqual([...open], ["card"]);
  assert.ok(covers.closeTopmost());
  assert.ok(!covers.closeTopmost());
});
