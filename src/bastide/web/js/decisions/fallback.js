// The fallback for steps without a control: one card per option, so that no game gets stuck.

import { piecePicture } from "../art.js";
import { h } from "../dom.js";
import { capital, has, say } from "../words.js";
import { placeAt, spotOf } from "../game/segments.js";
import { cards, emblem, goButton, leaveButtons, sign } from "./widgets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").TableStore} TableStore */
/** @typedef {import("./widgets.js").Option} Option */

/**
 * An option in words.
 * @param {TableStore} store
 * @param {Option} option
 */
export function optionWords(store, option) {
  const details = Object.entries(option).flatMap(([field, value]) => {
    if (field === "do" || field === "cell" || field === "segment") return [];
    if (field === "piece") return [say(`piece.${value}`)];
    if (field === "seat") return [store.name(Number(value))];
    const known = `value.${field}.${value}`;
    return [has(known) ? say(known) : `${value}`];
  });
  if (option.cell && option.segment !== undefined) details.push(placeAt(store, spotOf(option)));
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
  const go = goButton(say("decide.go"), act);
  const title = has(`step.${step}`) ? capital(say("decide.time", { step: say(`step.${step}`) })) : say("decide.title");
  const shown = cards(
    choices.map((option, i) => ({
      key: String(i),
      ...optionWords(store, option),
      picture: option.piece ? piecePicture(option.piece, option.seat ?? store.seat) : null,
    })),
    { label: title, pick: ready, go: act, class: `list${choices.length > 4 ? " long" : ""}` },
  );
  /** @type {{close: () => void}|null} */
  let lit = null;
  function ready() {
    const chosen = choices[shown.picked];
    go.say(say("decide.go"), chosen ? "" : say("decide.choose_first"));
    lit?.close();
    lit = null;
    if (!chosen?.cell) return;
    if (chosen.segment !== undefined) lit = board.light([spotOf(chosen)]);
    board.reveal([chosen.cell], { glide: true });
  }
  function act() {
    const chosen = choices[shown.picked];
    if (chosen) void shell.choose(chosen);
  }
  ready();
  return {
    eyebrow: say("decide.your_choice"),
    title,
    body: choices.length ? h("div", { class: "stack" }, shown.el) : null,
    buttons: [...leaveButtons(shell, options, say("decide.not_now")), ...(choices.length ? [go.el] : [])],
    picture: emblem(sign(["line", "M14 15a6 6 0 1 1 9 5c-2 1.4-3 2.600-3 5M20 30.500v.1"])),
    keys: shown.keys,
    close: () => lit?.close(),
  };
}
