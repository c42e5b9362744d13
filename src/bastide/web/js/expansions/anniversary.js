// The anniversary tiles: choosing one of several arrows.

import { tile, tileArt } from "../art.js";
import { s } from "../dom.js";
import { capital, say } from "../words.js";
import { cardForm, emblem, sign } from "../decisions/widgets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").Option} Option */

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
  const marks = s("g", { class: "arrow-frames" });
  const form = cardForm(list, {
    label: say("arrow.title"),
    class: "list tall",
    button: () => say("arrow.go"),
    submit: (i) => void shell.choose(options[i]),
    pick: (picked) => [...marks.children].forEach((mark, i) => mark.classList.toggle("on", i === picked)),
  });
  list.forEach(({ cell, title }, i) => {
    if (!cell) return;
    const mark = s(
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
    mark.addEventListener("click", () => form.pick(i));
    marks.append(mark);
  });
  board.over.append(marks);
  board.input.choices(marks);
  return {
    eyebrow: say("arrow.eyebrow"),
    title: say("arrow.title"),
    text: say("arrow.text"),
    body: form.el,
    buttons: [form.button],
    picture: emblem(sign(["line", "M6 20H32M23 11l9 9-9 9"])),
    keys: form.keys,
    close: () => marks.remove(),
  };
}
