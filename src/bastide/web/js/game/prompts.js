// Prompts in the dock that are not decisions: to confirm, to wait, and after the game.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { listing, say, word } from "../words.js";

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
 * The prompt while others choose, with a switch to pass automatically next time.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function waiting(shell) {
  const { store, autoPass } = shell;
  const { actor, table, undo } = store.state;
  const buttons = [];
  if (undo) buttons.push(undoButton(shell));
  if (store.seat !== null && !table.seats[store.seat]?.out) {
    const plan = h(
      "button",
      {
        class: "btn small",
        role: "switch",
        "aria-checked": autoPass.has("piece"),
        "data-do": "plan",
        onclick: () => {
          if (autoPass.has("piece")) autoPass.delete("piece");
          else autoPass.add("piece");
          plan.setAttribute("aria-checked", String(autoPass.has("piece")));
        },
      },
      say("play.plan_skip"),
    );
    buttons.push(plan);
  }
  return {
    eyebrow: actor === null ? "" : store.name(actor),
    title: actor === null ? say("play.waiting") : say("play.waiting_for", { name: store.name(actor) }),
    text: say("play.waiting_step", { step: word(`step.${store.view.step}`) }),
    buttons,
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
