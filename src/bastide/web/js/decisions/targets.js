// Targets on the board: highlighted there and listed in the dock.

import { piecePicture } from "../art.js";
import { liesAt, placeAt, roleAt, spotOf, whenKnown, wholeOf } from "../game/segments.js";
import { cards } from "./widgets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Option} Option */
/** @typedef {import("./widgets.js").Spot} Spot */
/**
 * @typedef {object} Target
 * @property {Option} option
 * @property {Spot} spot
 * @property {string} title
 * @property {() => string} text called again once the land is loaded
 * @property {string} [piece] the piece drawn there
 * @property {number|null} [seat] whose it is
 * @property {"take"|"put"} [mark]
 */

/**
 * The followers that options name.
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {{seat?: number|null, mark?: "take"|"put"}} [how]
 * @returns {Target[]}
 */
export function standing({ store }, options, { seat = store.seat, mark = "take" } = {}) {
  return options.map((option) => {
    const spot = spotOf(option);
    const piece = option.piece ?? "follower";
    const owner = option.seat ?? seat;
    return {
      option,
      spot,
      piece,
      seat: owner,
      mark,
      title: roleAt(store, piece, spot),
      text: () => placeAt(store, spot),
    };
  });
}

/**
 * Sort by worth, then by size.
 * @param {Shell} shell
 * @param {Target[]} list
 */
export function byWorth({ store }, list) {
  const worth = (/** @type {Target} */ { spot }) => {
    const feature = store.featureAt(spot);
    return 1000 * (feature?.now ?? 0) + (feature?.tiles ?? 0);
  };
  return [...list].sort((a, b) => worth(b) - worth(a));
}

/**
 * Let a target be chosen on the board or in a list.
 * @param {Shell} shell
 * @param {Target[]} list
 * @param {{label: string, pick?: (target: Target) => void, go: () => void, picked?: number, pictures?: boolean}} how
 */
export function targets(shell, list, { label, pick = () => {}, go, picked = -1, pictures = true }) {
  const { store, board } = shell;
  /** @type {{close: () => void}|null} */
  let lit = null;
  let now = picked;

  /** @param {number} i */
  function light(i) {
    lit?.close();
    lit = i < 0 ? null : board.light(wholeOf(store, list[i].spot));
  }

  /** @param {number} i */
  function chosen(i) {
    now = i;
    light(i);
    pick(list[i]);
  }

  const shown = cards(
    list.map((target, i) => ({
      key: [...target.spot, target.option.piece ?? "", i].join(","),
      title: target.title,
      text: target.text(),
      picture: pictures && target.piece ? piecePicture(target.piece, target.seat ?? null) : null,
    })),
    {
      label,
      picked,
      go,
      class: `list${list.length > 4 ? " long" : ""}`,
      pick(i) {
        chosen(i);
        board.reveal([[list[i].spot[0], list[i].spot[1]]], { glide: true });
      },
    },
  );
  const slots = board.slots(
    list.map((target) => ({
      spot: target.spot,
      label: `${target.title}, ${target.text()}`,
      piece: target.piece,
      seat: target.seat ?? null,
      lying: liesAt(store, target.spot),
      mark: target.mark,
    })),
    {
      pick(/** @type {number} */ i) {
        if (i === now) {
          go();
          return;
        }
        shown.set(i);
        chosen(i);
      },
      aim(/** @type {number} */ i) {
        light(i < 0 ? now : i);
      },
    },
  );
  if (now >= 0) light(now);
  const forget = whenKnown(shell.store, () => list.forEach((target, i) => shown.say(i, target.text())));
  return {
    el: shown.el,
    keys: shown.keys,
    get picked() {
      return now < 0 ? null : list[now];
    },
    close() {
      forget();
      slots.close();
      lit?.close();
    },
  };
}
