// Prompts in the dock that are not decisions.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { listing, say } from "../words.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./dock.js").Decision} Decision */

/**
 * The undo button.
 * @param {Shell} shell
 */
export function undoButton(shell) {
  return h(
    "button",
    {
      class: "btn icon quiet",
      "data-do": "undo",
      "aria-label": say("play.undo"),
      title: say("play.undo"),
      onclick: () => shell.undo(),
    },
    icon("undo"),
  );
}

/**
 * The prompt after the game.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function over(shell) {
  const { store } = shell;
  const names = listing(store.state.winners.map((seat) => store.name(seat)));
  return {
    eyebrow: say(`play.ended_${store.state.ended}`),
    title: say("play.won", { names, n: store.state.winners.length }),
    buttons: shell.endButtons?.() ?? [],
    close() {},
  };
}
