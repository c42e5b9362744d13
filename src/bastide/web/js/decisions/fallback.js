// The fallback for steps without a control: one card per option, so that no game gets stuck.

import { piecePicture } from "../art.js";
import { h } from "../dom.js";
import { capital, has, say } from "../words.js";
import { featureText, spotOf } from "../game/segments.js";
import { cardForm, emblem, listClass, passButtons, sign } from "./widgets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").TableStore} TableStore */
/** @typedef {import("./widgets.js").Option} Option */

/**
 * An option in words.
 * @param {TableStore} store
 * @param {Option} option
 */
export function optionText(store, option) {
  const details = Object.entries(option).flatMap(([field, value]) => {
    if (field === "do" || field === "cell" || field === "segment") return [];
    if (field === "piece") return [say(`piece.${value}`)];
    if (field === "seat") return [store.name(Number(value))];
    const known = `value.${field}.${value}`;
    return [has(known) ? say(known) : `${value}`];
  });
  if (option.cell && option.segment !== undefined) details.push(featureText(store, spotOf(option)));
  if (option.cell) details.push(say("decide.at", { cell: option.cell.join(", ") }));
  return { title: has(`kind.${option.do}`) ? capital(say(`kind.${option.do}`)) : option.do, text: details.join(", ") };
}

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function optionCards(shell, options) {
  const { store, board } = shell;
  const { step } = store.view;
  const choices = options.filter((option) => option.do !== "pass");
  const title = has(`step.${step}`) ? capital(say("decide.time", { step: say(`step.${step}`) })) : say("decide.title");
  const highlight = board.highlighter();
  const form = cardForm(
    choices.map((option, i) => ({
      key: String(i),
      ...optionText(store, option),
      picture: option.piece ? piecePicture(option.piece, option.seat ?? store.seat) : null,
    })),
    {
      label: title,
      class: listClass(choices),
      button: () => say("decide.go"),
      submit: (i) => void shell.choose(choices[i]),
      pick(i) {
        const { cell, segment } = choices[i] ?? {};
        highlight.show(cell && segment !== undefined ? [spotOf(choices[i])] : []);
        if (cell) board.reveal([cell]);
      },
    },
  );
  return {
    eyebrow: say("decide.your_choice"),
    title,
    body: choices.length ? h("div", { class: "stack" }, form.el) : null,
    buttons: [...passButtons(shell, options, say("decide.not_now")), ...(choices.length ? [form.button] : [])],
    picture: emblem(sign(["line", "M14 15a6 6 0 1 1 9 5c-2 1.4-3 2.6-3 5M20 30.5v.1"])),
    keys: form.keys,
    close: highlight.close,
  };
}
