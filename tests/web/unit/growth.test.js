// The growth of a land: the tiles and pieces after each tile, and the pieces before the final scoring.

import assert from "node:assert/strict";
import { test } from "node:test";

import { piecesBeforeFinal, stagesOf } from "../../../src/bastide/web/js/game/growth.js";
import { event, placed } from "./tables.js";

const at = (/** @type {string} */ name, /** @type {number} */ x, more = {}) => ({
  ...event(name),
  seat: 0,
  piece: "follower",
  cell: /** @type {[number, number]} */ ([x, 0]),
  segment: 0,
  ...more,
});
const final = { ...event("scored"), complete: false };

test("a land grows tile by tile, and followers come and go", () => {
  const events = [placed(1, 0), at("deployed", 1), placed(2, 0), at("returned", 1), at("deployed", 2), placed(3, 0)];
  const stages = stagesOf(4, events);
  assert.deepEqual(
    stages.map(({ tiles, pieces }) => [tiles, pieces.map(({ cell }) => cell[0])]),
    [
      [1, []],
      [2, [1]],
      [3, [2]],
      [4, [2]],
    ],
  );
});

test("a follower of another seat on the same tile stays", () => {
  const events = [placed(1, 0), at("deployed", 1), at("deployed", 1, { seat: 1 }), at("returned", 1, { seat: 1 })];
  assert.deepEqual(
    stagesOf(2, events)[1].pieces.map(({ seat }) => seat),
    [0],
  );
});

test("followers that the final scoring returned stand on the portrait", () => {
  const standing = {
    seat: 1,
    piece: "follower",
    strength: 1,
    guest: false,
    cell: [0, 0],
    segment: 2,
    feature: "field",
  };
  const events = [placed(1, 0), at("deployed", 1), placed(2, 0), at("returned", 5), final, at("returned", 1)];
  const pieces = piecesBeforeFinal([/** @type {any} */ (standing)], events);
  assert.deepEqual(
    pieces.map(({ cell }) => cell[0]),
    [0, 1],
  );
  assert.equal(stagesOf(3, events)[2].pieces.length, 1);
});
