// Crop circles: choosing the effect, and carrying it out.

import { tileArt, tilePicture } from "../art.js";
import { h } from "../dom.js";
import { KINDS } from "../kinds.js";
import { say } from "../words.js";
import { kindAt, spotOf } from "../game/segments.js";
import { cards, emblem, goButton, leaveButtons, sign } from "./widgets.js";
import { standing, targets } from "./targets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").TableStore} TableStore */
/** @typedef {import("./widgets.js").Option} Option */

/** The kind of feature that each circle concerns. @type {Record<string, string>} */
const CONCERNED = { "circle-1": "city", "circle-2": "road", "circle-3": "field" };

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
  const mark = laid && tileArt(laid.tile).marks.find(([name]) => name in CONCERNED);
  const kind = CONCERNED[mark ? mark[0] : ""] ?? "";
  const role = KINDS[kind]?.role ?? "";
  return { laid, role, kind };
}

/**
 * Choose the effect: all may add a follower, or all must return one.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function circle(shell, options) {
  const { store, board } = shell;
  const { laid, role, kind } = circleOf(store);
  const concerned = store.view.pieces.filter(
    (one) => one.strength && !one.guest && one.seat !== null && kindAt(store, spotOf(one)) === kind,
  );
  const tally = store.names
    .flatMap((name, seat) => {
      const count = concerned.filter((one) => one.seat === seat).length;
      return count ? [say("circle.tally", { name, count })] : [];
    })
    .join(" · ");
  const go = goButton("", act);
  const list = options.map((option) => ({
    key: option.do,
    title: say(`circle.${option.do}`),
    text: say(`circle.${option.do}_text`, { role: role ? say(`role.${role}`) : say("piece.follower") }),
  }));
  const shown = cards(list, { label: say("circle.title"), pick: ready, go: act, class: "two" });
  function ready() {
    const chosen = options[shown.picked];
    go.say(chosen ? say(`circle.do_${chosen.do}`) : say("decide.go"), chosen ? "" : say("decide.choose_first"));
  }
  function act() {
    const chosen = options[shown.picked];
    if (chosen) void shell.choose(chosen);
  }
  ready();
  const lit = concerned.length ? board.light(concerned.map(spotOf)) : null;
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
        shown.el,
        tally ? h("p", { class: "cap" }, say("circle.concerned", { list: tally })) : null,
      ),
    ),
    buttons: [go.el],
    picture: picture(),
    keys: shown.keys,
    close: () => lit?.close(),
  };
}

/**
 * Add or return the player's own follower.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function circleAct(shell, options) {
  const adding = options.some((option) => option.do === "add");
  const targeted = options.filter((option) => option.do !== "pass");
  const word = adding ? "circle.add" : "circle.remove";
  const go = goButton(say(word), act);
  const list = targets(shell, standing(shell, targeted, { mark: adding ? "put" : "take" }), {
    label: say(`${word}_title`),
    go: act,
    pick: ready,
    picked: targeted.length === 1 ? 0 : -1,
  });
  function ready() {
    go.say(say(word), list.picked ? "" : say("decide.choose_first"));
  }
  function act() {
    if (list.picked) void shell.choose(list.picked.option);
  }
  ready();
  return {
    eyebrow: say("circle.eyebrow"),
    title: say(`${word}_title`),
    text: say(adding ? "circle.add_why" : "circle.remove_why"),
    body: list.el,
    buttons: [...leaveButtons(shell, options, say("decide.not_now")), go.el],
    picture: picture(),
    keys: list.keys,
    close: list.close,
  };
}
