// The grace: for a moment after a turn its player may undo it, and the next tile is not drawn yet.

import { tilePicture } from "../art.js";
import { h, reducedMotion, s } from "../dom.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { say } from "../words.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {import("./dock.js").Decision} Decision */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").GraceFacts} GraceFacts */

/** Choices that ask for a draw and for nothing else: whoever makes one wants to see what comes. */
const ASK_FOR_DRAWS = new Set(["expand", "dig", "hurl", "reach"]);
/** Milliseconds in which a second press belongs to the one that ended the turn. */
const DOUBLE_PRESS = 300;
/** Milliseconds between updates of the seconds. */
const TICK = 100;
const RADIUS = 19;

/**
 * Whether the turn may be undone for a moment after a choice that ends it.
 * @param {Option} option
 */
export function holds(option) {
  return !settings.quick && !ASK_FOR_DRAWS.has(option.do);
}

/**
 * What happens once the grace is over.
 * @param {TableStore} store
 * @param {GraceFacts} grace
 */
function whatFollows(store, { next }) {
  if (next === null) return say("grace.end");
  const verb = store.view.actor < 0 ? "draws" : "plays";
  return next === store.seat ? say(`grace.you_${verb}`) : say(`grace.${verb}`, { name: store.name(next) });
}

/**
 * The ring that runs out, with the seconds in it; without motion only these.
 * @param {number} left in milliseconds
 */
function countdown(left) {
  const end = performance.now() + left;
  const seconds = h("b", {}, String(Math.ceil(left / 1000)));
  const timer = setInterval(() => {
    seconds.textContent = String(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
  }, TICK);
  return {
    el: h("div", { class: "grace-ring", "aria-hidden": "true" }, reducedMotion() ? null : ring(left), seconds),
    close: () => clearInterval(timer),
  };
}

/** @param {number} left in milliseconds */
function ring(left) {
  const circle = (/** @type {string} */ name) =>
    s("circle", { cx: 22, cy: 22, r: RADIUS, pathLength: 100, class: name });
  const rest = circle("rest");
  rest.style.setProperty("--left", `${left}ms`);
  return s("svg", { viewBox: "0 0 44 44" }, circle("track"), rest);
}

/**
 * The prompt to the player whose turn is over: to undo it, or to go on at once.
 * @param {Shell} shell
 * @param {GraceFacts} grace
 * @returns {Decision}
 */
export function ownGrace(shell, grace) {
  const { store } = shell;
  const timed = grace.left !== null;
  const ring = timed ? countdown(grace.left ?? 0) : null;
  const shown = performance.now();
  const confirm = () => {
    if (!shell.pending) shell.send({ type: "confirm" });
  };
  // The second half of a double press must not end the grace that its first half began.
  const press = (/** @type {PointerEvent} */ event) => {
    const early = event.pointerType !== "mouse" && performance.now() - shown < DOUBLE_PRESS;
    if (event.detail < 2 && !early) confirm();
  };
  shell.notices.announce(say(settings.keys ? "grace.spoken" : "grace.spoken_plain"));
  return {
    eyebrow: say(timed ? "grace.played" : "play.your_turn"),
    title: timed ? whatFollows(store, grace) : say("play.confirm_title"),
    text: say(timed ? "grace.until" : "play.confirm_text"),
    picture: ring?.el ?? null,
    buttons: [
      h(
        "button",
        { class: "btn", "data-do": "undo", onclick: () => shell.undo() },
        icon("undo"),
        say("grace.undo"),
        h("kbd", {}, "Z"),
      ),
      h(
        "button",
        { class: "btn pri", "data-do": "confirm", onclick: press },
        timed ? null : icon("check"),
        say(timed ? "grace.done" : "play.confirm"),
        h("kbd", {}, "↵"),
      ),
    ],
    keys: {
      Enter: () => {
        if (performance.now() - shown >= DOUBLE_PRESS) confirm();
      },
    },
    close: () => ring?.close(),
  };
}

/**
 * The prompt to everybody else: the turn that they see may still be undone.
 * @param {Shell} shell
 * @param {GraceFacts} grace
 * @returns {Decision}
 */
export function othersGrace(shell, grace) {
  const { store } = shell;
  const [cell] = store.lastMove().slice(-1);
  const laid = cell && store.tileAt(...cell);
  return {
    eyebrow: store.name(grace.seat),
    title: say("grace.may_undo", { name: store.name(grace.seat) }),
    text: whatFollows(store, grace),
    picture: laid ? h("div", { class: "grace-tile" }, tilePicture(laid.tile, laid.rotation)) : null,
    buttons: [],
    close() {},
  };
}
