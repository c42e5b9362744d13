// Options of the rules and their values in words.

import { has, say } from "../words.js";

/** @typedef {import("./draft.js").Value} Value */

/** Options that are chosen with pictures, and their titles. @type {Record<string, string>} */
const TITLES = { circles: "title.crop_circles", source: "setup.source" };

/**
 * The title of an option.
 * @param {string} name
 */
export function optionTitle(name) {
  const title = TITLES[name] ?? `opt.${name}`;
  return has(title) ? say(title) : name;
}

/**
 * The value of an option.
 * @param {string} name
 * @param {Value} value
 */
export function valueText(name, value) {
  if (name === "first_player")
    return say("setup.seat", { n: Number(value) + 1, colour: say("table.colours").split(" ")[Number(value)] });
  if (name === "source") return spotText(String(value));
  if (has(`optval.${name}.${value}`)) return say(`optval.${name}.${value}`);
  if (name === "circles") return say("setup.tiles", { n: String(value).split(",").length });
  if (typeof value === "boolean") return value ? say("setup.yes") : say("setup.no");
  return String(value);
}

/**
 * An option with its value: "Builders each: 2". A switch that is on is named alone.
 * @param {string} name
 * @param {Value} value
 */
export function optionText(name, value) {
  if (value === true || name === "hand_size") return optionTitle(name);
  return say("room.option", { name: optionTitle(name), value: valueText(name, value) });
}

/**
 * Where the source of a river lies beside the wheel: the side of the board, and the cell of that side.
 * @param {string} spot
 */
export const spotText = (spot) => say(`setup.source_${spot[0]}`, { n: Number(spot[1]) });
