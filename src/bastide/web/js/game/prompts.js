// Prompts in the dock that are not decisions: to confirm, and after the game.

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
 * The prompt to confirm a choice.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function confirming(shell) {
  const confirm = () => {
    shell.send({ type: "confirm" });
  };
  return {
    eyebrow: say("play.your_turn"),
    title: say("play.confirm_title"),
    text: say("play.confirm_text"),
    buttons: [
      undoButton(shell),
      h(
        "button",
        { class: "btn pri", "data-do": "confirm", onclick: confirm },
        icon("check"),
        say("play.confirm"),
        h("kbd", {}, "↵"),
      ),
    ],
    keys: { Enter: confirm },
    close() {},
  };
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
