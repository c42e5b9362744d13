// What the dock says when no choice of the rules is asked: confirm, wait, or the game is over.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { listing, say, word } from "../words.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./dock.js").Decision} Decision */

/**
 * The button that takes back the last choice of the turn.
 * @param {Desk} desk
 */
export function undoButton(desk) {
  return h(
    "button",
    {
      class: "btn icon quiet",
      "data-do": "undo",
      "aria-label": say("desk.undo"),
      title: say("desk.undo"),
      onclick: () => desk.undo(),
    },
    icon("undo"),
  );
}

/**
 * A choice waits to be confirmed.
 * @param {Desk} desk
 * @returns {Decision}
 */
export function confirming(desk) {
  const confirm = () => {
    desk.send({ type: "confirm" });
  };
  return {
    eyebrow: say("desk.your_turn"),
    title: say("desk.confirm_title"),
    text: say("desk.confirm_text"),
    buttons: [
      undoButton(desk),
      h(
        "button",
        { class: "btn pri", "data-do": "confirm", onclick: confirm },
        icon("check"),
        say("desk.confirm"),
        h("kbd", {}, "↵"),
      ),
    ],
    keys: { Enter: confirm },
    close() {},
  };
}

/**
 * Somebody else is to choose; meanwhile one may plan.
 * @param {Desk} desk
 * @returns {Decision}
 */
export function waiting(desk) {
  const { model, plans } = desk;
  const { actor, table, undo } = model.state;
  const buttons = [];
  if (undo) buttons.push(undoButton(desk));
  if (model.seat !== null && !table.seats[model.seat]?.out) {
    const plan = h(
      "button",
      {
        class: "btn small",
        role: "switch",
        "aria-checked": plans.has("piece"),
        "data-do": "plan",
        onclick: () => {
          if (plans.has("piece")) plans.delete("piece");
          else plans.add("piece");
          plan.setAttribute("aria-checked", String(plans.has("piece")));
        },
      },
      say("desk.plan_skip"),
    );
    buttons.push(plan);
  }
  return {
    eyebrow: actor === null ? "" : model.name(actor),
    title: actor === null ? say("desk.waiting") : say("desk.waiting_for", { name: model.name(actor) }),
    text: say("desk.waiting_step", { step: word(`step.${model.view.step}`) }),
    buttons,
    close() {},
  };
}

/**
 * The game is over.
 * @param {Desk} desk
 * @returns {Decision}
 */
export function over(desk) {
  const { model } = desk;
  const names = listing(model.state.winners.map((seat) => model.name(seat)));
  return {
    eyebrow: say(`desk.ended_${model.state.ended}`),
    title: say("desk.won", { names, n: model.state.winners.length }),
    buttons: desk.endButtons?.() ?? [],
    close() {},
  };
}
