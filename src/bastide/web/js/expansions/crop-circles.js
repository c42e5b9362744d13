// Crop circles: choosing the effect, then the follower it applies to.

import { tileArt, tilePicture } from "../art.js";
import { h } from "../dom.js";
import { KINDS } from "../kinds.js";
import { say } from "../words.js";
import { kindAt, spotOf } from "../game/segments.js";
import { cardForm, emblem, passButtons, sign } from "../decisions/widgets.js";
import { followerTargets, targetForm } from "../decisions/targets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").TableStore} TableStore */
/** @typedef {import("../decisions/widgets.js").Option} Option */

/** The kind of feature that each circle affects. @type {Record<string, string>} */
const AFFECTED = { "circle-1": "city", "circle-2": "road", "circle-3": "field" };

const picture = () =>
  emblem(
    sign(
      ["ears", "M8 34V22M14 36V18M20 36V14M26 36V18M32 34V22"],
      ["ring", "M8 13a12 6 0 1 0 24 0a12 6 0 1 0-24 0"],
      ["ring", "M14 13a6 3 0 1 0 12 0a6 3 0 1 0-12 0"],
    ),
  );

/**
 * The circle on the last tile.
 * @param {TableStore} store
 */
function circleOf(store) {
  const laid = store.board.at(-1);
  const mark = laid && tileArt(laid.tile).marks.find(([name]) => name in AFFECTED);
  const kind = AFFECTED[mark ? mark[0] : ""] ?? "";
  const role = KINDS[kind]?.role ?? "";
  return { laid, role, kind };
}

/**
 * Choose the effect: all may add a follower, or all must return one.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function circleEffect(shell, options) {
  const { store, board } = shell;
  const { laid, role, kind } = circleOf(store);
  const affected = store.view.pieces.filter(
    (one) => one.strength && !one.guest && one.seat !== null && kindAt(store, spotOf(one)) === kind,
  );
  const tally = store.names
    .flatMap((name, seat) => {
      const count = affected.filter((one) => one.seat === seat).length;
      return count ? [say("circle.tally", { name, count })] : [];
    })
    .join(" · ");
  const form = cardForm(
    options.map((option) => ({
      key: option.do,
      title: say(`circle.${option.do}`),
      text: say(`circle.${option.do}_text`, { role: role ? say(`role.${role}`) : say("piece.follower") }),
    })),
    {
      label: say("circle.title"),
      class: "two",
      button: (i) => (i < 0 ? say("decide.go") : say(`circle.do_${options[i].do}`)),
      submit: (i) => void shell.choose(options[i]),
    },
  );
  const highlight = board.highlighter();
  highlight.show(affected.map(spotOf));
  return {
    eyebrow: say("circle.eyebrow"),
    title: say("circle.title"),
    text: say("circle.order"),
    body: h(
      "div",
      { class: "beside-picture small" },
      laid ? tilePicture(laid.tile, laid.rotation) : null,
      h(
        "div",
        { class: "stack" },
        form.el,
        tally ? h("p", { class: "cap" }, say("circle.concerned", { list: tally })) : null,
      ),
    ),
    buttons: [form.button],
    picture: picture(),
    keys: form.keys,
    close: highlight.close,
  };
}

/**
 * Choose the follower to add or return.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function circleFollower(shell, options) {
  const adding = options.some((option) => option.do === "add");
  const targeted = options.filter((option) => option.do !== "pass");
  const word = adding ? "circle.add" : "circle.remove";
  const form = targetForm(shell, followerTargets(shell, targeted, adding ? "put" : "take"), {
    label: say(`${word}_title`),
    button: say(word),
  });
  return {
    eyebrow: say("circle.eyebrow"),
    title: say(`${word}_title`),
    text: say(adding ? "circle.add_why" : "circle.remove_why"),
    body: form.el,
    buttons: [...passButtons(shell, options, say("decide.not_now")), form.button],
    picture: picture(),
    keys: form.keys,
    close: form.close,
  };
}
