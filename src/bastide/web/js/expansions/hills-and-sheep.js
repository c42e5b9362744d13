// Hills & Sheep: herding the flock, or expanding it.

import { token, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { listing, say } from "../words.js";
import { printedNumber, spotOf, onceLandLoads, featureSpots } from "../game/segments.js";
import { cards, emblem, submitButton } from "../decisions/widgets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").Option} Option */

/** The number of tokens with a wolf, and of those with one to four sheep. */
const BAG = [2, 4, 5, 5, 2];

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function herdOrExpand(shell, options) {
  const { board } = shell;
  const go = submitButton("", act);
  const box = h("div", { class: "stack" });
  /** @type {Record<string, () => void>} */
  const keys = {};
  const highlight = board.highlighter();
  let chosen = "";

  function draw() {
    const { total, sheep, others, field } = flockOf(shell);
    const herd = others.length ? say("flock.herd_with", { names: listing(others) }) : say("flock.herd_alone");
    const list = [
      { key: "herd", title: say("flock.herd"), big: `+${total}`, text: herd },
      { key: "expand", title: say("flock.expand"), big: "+1…4", text: odds(shell), more: [tokenPicture("wolf")] },
    ].filter(({ key }) => options.some((option) => option.do === key));
    const shown = cards(list, {
      label: say("flock.title"),
      submit: act,
      class: "two",
      picked: list.findIndex(({ key }) => key === chosen),
      pick(i) {
        chosen = list[i].key;
        update();
      },
    });
    const count = others.length
      ? say("flock.count_with", { sheep: total, names: listing(others) })
      : say("flock.count", { sheep: total });
    box.replaceChildren(
      h(
        "div",
        { class: "flockrow" },
        sheep.map((one) => tokenPicture("sheep", one.number, null, say(`value.sheep.${one.number}`))),
        h("span", { class: "meta" }, count),
      ),
      shown.el,
    );
    Object.assign(keys, shown.keys);
    highlight.show(field);
  }

  function update() {
    go.update(
      chosen ? say(chosen === "herd" ? "flock.do_herd" : "flock.do_expand") : say("decide.go"),
      chosen ? "" : say("decide.choose_first"),
    );
  }

  function act() {
    const option = options.find((other) => other.do === chosen);
    if (option) void shell.choose(option);
  }

  draw();
  update();
  const cancel = onceLandLoads(shell.store, draw);
  return {
    eyebrow: say("flock.eyebrow"),
    title: say("flock.title"),
    body: box,
    buttons: [go.el],
    picture: emblem(s("svg", { viewBox: "-11.5 -11.5 23 23" }, token("sheep", 1))),
    keys,
    close() {
      cancel();
      highlight.close();
    },
  };
}

/**
 * The flock of the player's shepherd: its field, tokens and other shepherds.
 * @param {Shell} shell
 */
function flockOf({ store }) {
  const { pieces, tokens } = store.view;
  const asked = pieces[store.view.facts.flock_shepherd ?? -1];
  const field = asked ? featureSpots(store, spotOf(asked)) : [];
  const here = new Set(field.map(String));
  const shepherds = pieces
    .filter((one) => one.piece === "shepherd" && here.has(String(spotOf(one))))
    .map(({ seat }) => Number(seat));
  const sheep = tokens.filter(
    (one) => one.token === "sheep" && one.cell && here.has(String([...one.cell, one.segment])),
  );
  const drawn = field.reduce((sum, spot) => sum + printedNumber(store, spot, "sheep"), 0);
  const total = sheep.reduce((sum, one) => sum + one.number, 0) + drawn;
  return {
    total,
    sheep,
    field,
    others: [...new Set(shepherds)].filter((seat) => seat !== store.seat).map((seat) => store.name(seat)),
  };
}

/**
 * The odds of a wolf, in numbers only if the table allows counting tiles.
 * @param {Shell} shell
 */
function odds({ store }) {
  if (!store.aids.has("tiles_left")) return say("flock.wolf");
  const out = store.view.tokens.filter((one) => one.token === "sheep").length;
  return say("flock.odds", { wolves: BAG[0], tokens: BAG.reduce((sum, number) => sum + number, 0) - out });
}
