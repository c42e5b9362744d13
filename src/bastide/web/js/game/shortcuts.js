// Keyboard shortcuts, and the list of them in the menu.

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { say } from "../words.js";

/** Keys, and the ids of their messages. */
const SHORTCUTS = [
  ["↑ ↓ ← →", "keys.arrows"],
  ["a–z", "keys.letters"],
  ["Enter", "keys.enter"],
  ["R", "keys.turn"],
  ["1–9", "keys.numbers"],
  ["S", "keys.skip"],
  ["Z", "keys.undo"],
  ["+ − 0 L", "keys.look"],
  ["F T P H", "keys.aids"],
  ["V", "keys.ghosts"],
  ["W", "keys.why"],
  ["M", "keys.sound"],
  ["Esc", "keys.escape"],
  ["?", "keys.help"],
];

export class Shortcuts {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // Holding a key down must not decide what it asks next.
    if (event.repeat && event.key === "Enter") return event.preventDefault();
    if (
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
    ) {
      if (event.key === "Escape") this.shell.covers.closeTopmost();
      return;
    }
    if (event.key.startsWith("Arrow") && target === document.body) {
      this.shell.board.el.focus({ preventScroll: true });
      this.shell.board.input.key(event);
    } else if (printedKeys(event).some((key) => this.act(key, target))) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {EventTarget|null} target
   */
  act(key, target) {
    const { shell } = this;
    const { board, toolbar } = shell;
    const letter = key.length === 1 && /[a-z]/i.test(key);
    if (letter && !settings.keys) return false;
    if (key === "Escape" && shell.covers.closeTopmost()) return true;
    if (key === "Escape") shell.tooltip.hide();
    const press = key === "Enter" || key === " ";
    if (press && target instanceof Element && target.closest("button, a, [role=button], summary")) return false;
    if (press && shell.scoring?.waits) return (shell.scoring.dismiss(), true);
    const decisionKey = shell.dock.decision?.keys?.[key];
    if (decisionKey) return (decisionKey(), true);
    const centre = /** @type {const} */ ([board.el.clientWidth / 2, board.el.clientHeight / 2]);
    /** @type {Record<string, () => void>} */
    const common = {
      "+": () => board.camera.zoomBy(...centre, 1),
      "=": () => board.camera.zoomBy(...centre, 1),
      "-": () => board.camera.zoomBy(...centre, -1),
      0: () => board.fit(shell.store.legalCells),
      "?": () => shell.menu.show("keys"),
      z: () => shell.undo(),
      l: () => toolbar.lastMove(),
      f: () => toolbar.toggle("owners"),
      t: () => toolbar.toggle("tiles"),
      p: () => toolbar.toggle("forecast"),
      h: () => toolbar.toggle("holes"),
      v: () => shell.ghost.toggle(),
      m: () => shell.toggleSound(),
      w: () => shell.scoring?.pill.askNewest(),
    };
    if (common[key]) return (common[key](), true);
    return letter ? board.input.aimAt(key) : false;
  }
}

/**
 * What a key stands for, in order of preference: a letter in the case of the Shift key whatever Caps Lock says, then in
 * lower case; the character it types; and the digit printed on it, where a layout wants Shift for that.
 * @param {Pick<KeyboardEvent, "key"|"code"|"shiftKey">} event
 */
export function printedKeys({ key, code, shiftKey }) {
  if (/^[a-z]$/i.test(key)) return shiftKey ? [key.toUpperCase(), key.toLowerCase()] : [key.toLowerCase()];
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit && digit !== key ? [key, digit] : [key];
}

/** The list of shortcuts. */
export function keyList() {
  return h(
    "dl",
    { class: "key-list" },
    SHORTCUTS.flatMap(([keys, message]) => [
      h(
        "dt",
        {},
        keys.split(" ").map((key) => h("kbd", {}, key)),
      ),
      h("dd", {}, say(message)),
    ]),
  );
}
