// Targets: choices on the board that are listed in the dock as well.

import { piecePicture } from "../art.js";
import { liesAt, featureText, roleAt, spotOf, onceLandLoads, featureSpots } from "../game/segments.js";
import { say } from "../words.js";
import { cards, listClass, submitButton } from "./widgets.js";

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
 * Targets for options that name followers.
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {"take"|"put"} [mark]
 * @returns {Target[]}
 */
export function followerTargets({ store }, options, mark = "take") {
  return options.map((option) => {
    const spot = spotOf(option);
    const piece = option.piece ?? "follower";
    return {
      option,
      spot,
      piece,
      seat: option.seat ?? store.seat,
      mark,
      title: roleAt(store, piece, spot),
      text: () => featureText(store, spot),
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
 * @param {{label: string, submit: () => void, pick?: (target: Target) => void, picked?: number, pictures?: boolean}} options
 */
export function targets(shell, list, { label, submit, pick = () => {}, picked = -1, pictures = true }) {
  const { store, board } = shell;
  const highlight = board.highlighter();
  let current = picked;

  /** @param {number} i */
  const show = (i) => highlight.show(i < 0 ? [] : featureSpots(store, list[i].spot));

  /** @param {number} i */
  function choose(i) {
    current = i;
    show(i);
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
      submit,
      class: listClass(list),
      pick(i) {
        choose(i);
        board.reveal([[list[i].spot[0], list[i].spot[1]]]);
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
      pick(i) {
        if (i === current) return submit();
        shown.set(i);
        choose(i);
      },
      aim: (i) => show(i < 0 ? current : i),
    },
  );
  show(current);
  const cancel = onceLandLoads(store, () => list.forEach((target, i) => shown.setText(i, target.text())));
  return {
    el: shown.el,
    keys: shown.keys,
    get picked() {
      return current < 0 ? null : list[current];
    },
    close() {
      cancel();
      slots.close();
      highlight.close();
    },
  };
}

/**
 * Targets with a button that submits the chosen one; a single target is chosen at once.
 * @param {Shell} shell
 * @param {Target[]} list
 * @param {{label: string, button: string}} options
 */
export function targetForm(shell, list, { label, button }) {
  const submit = () => {
    if (shown.picked) void shell.choose(shown.picked.option);
  };
  const go = submitButton(button, submit);
  const update = () => go.update(button, shown.picked ? "" : say("decide.choose_first"));
  const shown = targets(shell, list, { label, submit, pick: update, picked: list.length === 1 ? 0 : -1 });
  update();
  return { el: shown.el, button: go.el, keys: shown.keys, close: shown.close };
}
