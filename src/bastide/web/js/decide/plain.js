// Any decision that has no shape of its own: one card for every option, so that no game ever waits for a missing picture.

import { piecePicture } from "../art.js";
import { h } from "../dom.js";
import { capital, has, say } from "../words.js";
import { cards, emblem, goButton, leaveButtons, placeAt, sign, spotOf } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */
/** @typedef {import("./parts.js").Decision} Decision */
/** @typedef {import("./parts.js").Model} Model */
/** @typedef {import("./parts.js").Option} Option */

/**
 * What an option would do, in words.
 * @param {Model} model
 * @param {Option} option
 */
export function optionWords(model, option) {
  const details = Object.entries(option).flatMap(([field, value]) => {
    if (field === "do" || field === "cell" || field === "segment") return [];
    if (field === "piece") return [say(`piece.${value}`)];
    if (field === "seat") return [model.name(Number(value))];
    const known = `value.${field}.${value}`;
    return [has(known) ? say(known) : `${value}`];
  });
  if (option.cell && option.segment !== undefined) details.push(placeAt(model, spotOf(option)));
  if (option.cell) details.push(say("decide.at", { cell: option.cell.join(", ") }));
  return { title: has(`kind.${option.do}`) ? capital(say(`kind.${option.do}`)) : option.do, text: details.join(", ") };
}

/**
 * @param {Desk} desk
 * @param {Option[]} options
 * @returns {Decision}
 */
export function plain(desk, options) {
  const { model, board } = desk;
  const { step } = model.view;
  const ways = options.filter((option) => option.do !== "pass");
  const go = goButton(say("decide.go"), act);
  const title = has(`step.${step}`) ? capital(say("decide.time", { step: say(`step.${step}`) })) : say("decide.title");
  const shown = cards(
    ways.map((option, i) => ({
      key: String(i),
      ...optionWords(model, option),
      picture: option.piece ? piecePicture(option.piece, option.seat ?? model.seat) : null,
    })),
    { label: title, pick: ready, go: act, class: `list${ways.length > 4 ? " long" : ""}` },
  );
  /** @type {{close: () => void}|null} */
  let lit = null;
  function ready() {
    const chosen = ways[shown.picked];
    go.say(say("decide.go"), chosen ? "" : say("decide.choose_first"));
    lit?.close();
    lit = null;
    if (!chosen?.cell) return;
    if (chosen.segment !== undefined) lit = board.light([spotOf(chosen)]);
    board.see([chosen.cell], { glide: true });
  }
  function act() {
    const chosen = ways[shown.picked];
    if (chosen) void desk.choose(chosen);
  }
  ready();
  return {
    eyebrow: say("decide.your_choice"),
    title,
    body: ways.length ? h("div", { class: "stack" }, shown.el) : null,
    buttons: [...leaveButtons(desk, options, say("decide.not_now")), ...(ways.length ? [go.el] : [])],
    picture: emblem(sign(["line", "M14 15a6 6 0 1 1 9 5c-2 1.4-3 2.600-3 5M20 30.500v.1"])),
    keys: shown.keys,
    close: () => lit?.close(),
  };
}
