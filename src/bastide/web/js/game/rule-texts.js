// The rules for features, marks and tokens at this table, in a sentence or two.

import { get } from "../api.js";
import { tileArt, turned } from "../art.js";
import { endings, has, say } from "../words.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {Record<string, boolean|number|string>} Options */

/** Tolerance around a mark. */
const NEAR = 3;
/** Options whose variants win over those of others. */
const STRONGER = ["unfinished"];
/** The rule options of every edition. @type {Promise<Map<string, Options>>|null} */
let editions = null;

/**
 * The rule options of a table.
 * @param {TableStore} store
 * @returns {Promise<Options>}
 */
async function optionsOf(store) {
  editions ??= get("/api/rules").then(
    (rules) =>
      new Map(
        rules.presets.map((/** @type {{preset: string, options: Options}} */ { preset, options }) => [preset, options]),
      ),
  );
  const { preset, options } = store.state.table.options;
  try {
    return { ...(await editions).get(preset), ...options };
  } catch {
    editions = null;
    return options;
  }
}

/**
 * A message, or its variant if there is one.
 * @param {string} id
 * @param {string} variant
 */
const variantOf = (id, variant) => (has(`${id}.${variant}`) ? say(`${id}.${variant}`) : say(id));

/**
 * A message, or its variant for an expansion that this table plays without ("tip.garden.without.abbot"), or for an option
 * that was changed ("tip.road.unfinished.cities").
 * @param {TableStore} store
 * @param {string} id
 */
export function ruleText(store, id) {
  return textUnder(store, id, store.state.table.options.options);
}

/**
 * The same for all options of a table. A variant may have variants in turn.
 * @param {TableStore} store
 * @param {string} id
 * @param {Options} options
 */
function textUnder(store, id, options) {
  const lacking = endings(`${id}.without.`).find((name) => !store.state.table.options.expansions.includes(name));
  if (lacking) return say(`${id}.without.${lacking}`);
  const names = Object.keys(options).sort((a, b) => Number(STRONGER.includes(b)) - Number(STRONGER.includes(a)));
  const variant = (/** @type {string} */ from) => names.map((name) => `${from}.${name}.${options[name]}`).find(has);
  let found = id;
  for (let next = variant(id); next; next = variant(next)) found = next;
  return say(found);
}

/**
 * The rule for scoring a feature.
 * @param {TableStore} store
 * @param {string} kind
 * @param {Spot} spot
 * @returns {Promise<string>}
 */
export async function featureRule(store, kind, [x, y, segment]) {
  if (!has(`tip.${kind}`)) return "";
  const options = await optionsOf(store);
  if (kind === "field")
    return variantOf("tip.field", options.farmers === false ? "off" : String(options.field_scoring));
  const text = (/** @type {string} */ id) => textUnder(store, id, options);
  if (kind === "city" && options.tiny_city === 2) return `${say("tip.city")} ${text("tip.city.tiny")}`;
  const laid = store.tileAt(x, y);
  const number = laid ? tileArt(laid.tile).segments[segment]?.marks?.[kind] : undefined;
  return number === undefined ? text(`tip.${kind}`) : variantOf(`tip.${kind}`, String(number));
}

/**
 * The effect of the mark at a point of the world; empty if there is none.
 * @param {TableStore} store
 * @param {PlacedTile} laid
 * @param {number} wx
 * @param {number} wy
 * @returns {Promise<string>}
 */
export async function markRule(store, laid, wx, wy) {
  const at = [wx - 100 * laid.cell[0], wy - 100 * laid.cell[1]];
  for (const [name, x, y, reach] of tileArt(laid.tile).marks) {
    const [mx, my] = turned([x, y], laid.rotation);
    if (Math.hypot(at[0] - mx, at[1] - my) > reach + NEAR) continue;
    const id = [`mark_tip.${name}`, `mark_tip.${name.replace(/-\d+$/, "")}`].find(has);
    if (id) return textUnder(store, id, await optionsOf(store));
  }
  return "";
}

/**
 * The rules for the tokens at a spot, such as sheep or the Count.
 * @param {TableStore} store
 * @param {Spot} spot
 */
export function tokenRules(store, [x, y, segment]) {
  const here = store.view.tokens.filter(
    (token) => token.cell?.[0] === x && token.cell[1] === y && token.segment === segment,
  );
  return [...new Set(here.map(({ token }) => `token_tip.${token}`))].filter(has).map((id) => say(id));
}
