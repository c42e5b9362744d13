// A hand of tiles: choosing one to play, or to discard when none fits.

import { tilePicture } from "../art.js";
import { contents } from "../game/descriptions.js";
import { h } from "../dom.js";
import { capital, say } from "../words.js";
import { cards, emblem, goButton, sign } from "./widgets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").Option} Option */

const picture = () =>
  emblem(sign(["card", "M5 13l12-3 6 22-12 3z"], ["card b", "M15 8h13v24H15z"], ["card c", "M22 11l12 4-6 21-12-4z"]));

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function pickTile(shell, options) {
  return fromHand(shell, options, "pick");
}

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function discardTile(shell, options) {
  return fromHand(shell, options, "discard");
}

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {"pick"|"discard"} kind
 * @returns {Decision}
 */
function fromHand(shell, options, kind) {
  const hand = (shell.store.view.hand ?? []).filter((id) => id !== null);
  const go = goButton("", act);
  const list = hand.map((id, i) => ({
    key: String(i + 1),
    title: capital(contents(id)),
    picture: tilePicture(id, 0, contents(id)),
    off: options.some((option) => option.tile === id) ? "" : say("hand.fits_nowhere"),
  }));
  const shown = cards(list, { label: say(`hand.${kind}_title`), pick: ready, go: act, class: "hand" });
  // A double click plays the tile.
  shown.el.addEventListener("dblclick", act);
  function ready() {
    go.say(say(`hand.${kind}`), shown.picked < 0 ? say("decide.choose_first") : "");
  }
  function act() {
    const option = options.find((one) => one.tile === hand[shown.picked]);
    if (option) void shell.choose(option);
  }
  ready();
  return {
    eyebrow: say("hand.eyebrow"),
    title: say(`hand.${kind}_title`),
    text: say(`hand.${kind}_text`),
    body: h("div", { class: "stack" }, shown.el),
    buttons: [go.el],
    picture: picture(),
    keys: shown.keys,
    close: () => {},
  };
}
