// The arrows of the anniversary tiles: several point at a tile, one of them works.

import { tile, tileArt } from "../art.js";
import { s } from "../dom.js";
import { capital, say } from "../words.js";
import { cards, emblem, goButton, sign } from "./widgets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").Option} Option */

const SYMBOLS = ["pair", "remote", "again"];

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function arrow(shell, options) {
  const { store, board } = shell;
  const last = store.board.at(-1);
  const list = options.map((option) => {
    const [x, y] = option.cell ?? [0, 0];
    const laid = store.tileAt(x, y);
    const symbol =
      laid &&
      tileArt(laid.tile)
        .marks.map(([name]) => name)
        .find((name) => SYMBOLS.includes(name));
    const own = last !== undefined && last.cell[0] === x && last.cell[1] === y;
    return {
      key: `${x},${y}`,
      title: symbol ? capital(say(`symbol.${symbol}`)) : say("arrow.this"),
      text: say(own ? "arrow.own" : "arrow.other"),
      picture: laid
        ? s("svg", { viewBox: "0 0 100 100", class: "tile", "aria-hidden": "true" }, tile(laid.tile, laid.rotation))
        : null,
      cell: option.cell,
    };
  });
  const go = goButton("", act);
  const frame = s("g", { class: "arrow-frames" });
  const shown = cards(list, { label: say("arrow.title"), pick: ready, go: act, class: "list tall" });
  list.forEach(({ cell, title }, i) => {
    if (!cell) return;
    const one = s(
      "g",
      {
        class: "cellmark",
        role: "button",
        tabindex: -1,
        "aria-label": title,
        "data-target": cell.join(","),
        transform: `translate(${100 * cell[0] + 50} ${100 * cell[1] + 50})`,
      },
      s("rect", { x: -48, y: -48, width: 96, height: 96, rx: 3, class: "cellmark-in" }),
    );
    one.addEventListener("click", () => {
      if (shown.picked === i) {
        act();
        return;
      }
      shown.set(i);
      ready();
    });
    frame.append(one);
  });
  board.over.append(frame);
  board.input.choices(frame);
  function ready() {
    [...frame.children].forEach((one, i) => one.classList.toggle("on", i === shown.picked));
    go.say(say("arrow.go"), shown.picked < 0 ? say("decide.choose_first") : "");
  }
  function act() {
    const option = options[shown.picked];
    if (option) void shell.choose(option);
  }
  ready();
  return {
    eyebrow: say("arrow.eyebrow"),
    title: say("arrow.title"),
    text: say("arrow.text"),
    body: shown.el,
    buttons: [go.el],
    picture: emblem(sign(["line", "M6 20H32M23 11l9 9-9 9"])),
    keys: shown.keys,
    close: () => frame.remove(),
  };
}
