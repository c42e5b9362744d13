// A hand of tiles: choosing one to play, or to discard when none fits.

import { tilePicture } from "../art.js";
import { tileContents } from "../game/descriptions.js";
import { h } from "../dom.js";
import { capital, say } from "../words.js";
import { cardForm, emblem, sign } from "../decisions/widgets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").Option} Option */

const picture = () =>
  emblem(sign(["card", "M5 13l12-3 6 22-12 3z"], ["card b", "M15 8h13v24H15z"], ["card c", "M22 11l12 4-6 21-12-4z"]));

/**
 * Choose the tile to play.
 * @param {Shell} shell
 * @param {Option[]} options
 */
export const pickTile = (shell, options) => fromHand(shell, options, "pick");

/**
 * Discard a tile that fits nowhere.
 * @param {Shell} shell
 * @param {Option[]} options
 */
export const discardTile = (shell, options) => fromHand(shell, options, "discard");

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {"pick"|"discard"} kind
 * @returns {Decision}
 */
function fromHand(shell, options, kind) {
  const hand = (shell.store.view.hand ?? []).filter((id) => id !== null);
  const list = hand.map((id, i) => ({
    key: String(i + 1),
    title: capital(tileContents(id)),
    picture: tilePicture(id, 0, tileContents(id)),
    disabled: options.some((option) => option.tile === id) ? "" : say("hand.fits_nowhere"),
  }));
  const form = cardForm(list, {
    label: say(`hand.${kind}_title`),
    class: "hand",
    button: () => say(`hand.${kind}`),
    submit(i) {
      const option = options.find(({ tile }) => tile === hand[i]);
      if (option) void shell.choose(option);
    },
  });
  form.el.addEventListener("dblclick", form.submit);
  return {
    eyebrow: say("hand.eyebrow"),
    title: say(`hand.${kind}_title`),
    text: say(`hand.${kind}_text`),
    body: h("div", { class: "stack" }, form.el),
    buttons: [form.button],
    picture: picture(),
    keys: form.keys,
    close: () => {},
  };
}
