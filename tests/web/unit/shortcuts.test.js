// Shortcuts: what a key stands for, whatever the case and the layout.

import assert from "node:assert/strict";
import { test } from "node:test";

import { printedKeys } from "../../../src/bastide/web/js/game/shortcuts.js";

const typed = (/** @type {string} */ key, /** @type {string} */ code, shiftKey = false) =>
  printedKeys({ key, code, shiftKey });

test("a letter does the same in either case, and with Shift what Shift does", () => {
  assert.deepEqual(typed("f", "KeyF"), ["f"]);
  assert.deepEqual(typed("F", "KeyF"), ["f"]);
  assert.deepEqual(typed("R", "KeyR", true), ["R", "r"]);
  assert.deepEqual(typed("r", "KeyR", true), ["R", "r"]);
});

test("a sign is what it types, and then the digit on its key", () => {
  assert.deepEqual(typed("?", "Slash", true), ["?"]);
  assert.deepEqual(typed("+", "Equal", true), ["+"]);
  assert.deepEqual(typed("&", "Digit1"), ["&", "1"]);
  assert.deepEqual(typed("1", "Digit1"), ["1"]);
  assert.deepEqual(typed("-", "Digit6"), ["-", "6"]);
  assert.deepEqual(typed("Enter", "Enter"), ["Enter"]);
});
