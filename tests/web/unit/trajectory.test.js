// Throws of the catapult.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HANDS, laneLanding, REACH, reachOutline } from "../../../src/bastide/web/js/expansions/trajectory.js";

const MIDDLE = [32767, 32768, 32767, 32768, 32767, 32768, 32767, 32768, 0];

test("the reach of the hands is a circle where the measuring board does not cut it off", () => {
  assert.equal(reachOutline(180, 180), "M0 -180A180 180 0 1 1 0 180A180 180 0 1 1 0 -180Z");
  assert.equal(reachOutline(180, 350), reachOutline(180, 180));
});

test("before the measuring board nothing is within reach", () => {
  assert.equal(reachOutline(180, 0), "M0 -180A180 180 0 0 1 0 180Z");
  assert.equal(reachOutline(130, 50), "M-50 -120A130 130 0 1 1 -50 120Z");
  assert.ok(HANDS.east - HANDS.west > REACH);
});

test("a throw without errors lands where it is aimed", () => {
  assert.deepEqual(laneLanding([5000, -700], MIDDLE), [5000, -700]);
});
