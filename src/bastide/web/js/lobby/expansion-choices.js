// Choices of expansions that have pictures: which crop circles are in play, and where the source of a river lies.

import { artUrl, loadTiles, tileArt } from "../art.js";
import { h } from "../dom.js";
import { capital, say } from "../words.js";
import { spotText } from "./option-texts.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Value} Value */

/** The options that are chosen by pictures. */
export const PICTURED = ["circles", "source"];
/** The source that each river lays beside the wheel. */
const SOURCES = { river: "R1-FWFF-source", river_2: "R2-FWFF-source" };
/** What the tiles of an option show, by id, once they are loaded. @type {Map<string, string>} */
const labels = new Map();

/**
 * The choice that an expansion in a draft brings, if it has one: it is shown below the expansion.
 * @param {string} id
 * @param {Draft} draft
 * @param {(name: string, value: Value) => void} set
 * @param {() => void} draw renders the page again
 */
export function expansionChoice(id, draft, set, draw) {
  if (!draft.has(id)) return null;
  if (id === "crop_circles") return circleChoice(draft, (value) => set("circles", value), draw);
  const spots = id in SOURCES && draft.has("wheel_of_fortune") ? draft.values("source") : [];
  return spots.length > 1 ? sourceChoice(SOURCES[/** @type {keyof typeof SOURCES} */ (id)], draft, set) : null;
}

/**
 * The tiles with crop circles, series by series; at least one is in play.
 * @param {Draft} draft
 * @param {(value: Value) => void} set
 * @param {() => void} draw
 */
function circleChoice(draft, set, draw) {
  const { values, parts } = draft.option("circles");
  const series = values.map((value, i) => ({ value, ids: parts?.[i] ?? [] }));
  const all = series.reduce((most, { ids }) => (ids.length > most.length ? ids : most), /** @type {string[]} */ ([]));
  const chosen = draft.parts("circles");
  if (!labels.has(all[0])) loadLabels(all).then(draw);
  const choose = (/** @type {string[]} */ ids) => set(draft.partsValue("circles", ids));
  return h(
    "fieldset",
    { class: "panel pictured", id: "choice-circles" },
    h("legend", {}, say("setup.circles")),
    h("span", { class: "chip", role: "status" }, say("setup.tiles", { n: chosen.length })),
    h(
      "div",
      { class: "all-series" },
      series
        .filter(({ ids }) => ids.length < all.length)
        .map(({ value, ids }) =>
          h(
            "div",
            { role: "group", "aria-labelledby": `series-${value}` },
            wholeSeries(value, ids, chosen, choose),
            h(
              "div",
              { class: "circle-tiles" },
              ids.map((id) => circleTile(id, chosen, choose)),
            ),
          ),
        ),
    ),
  );
}

/**
 * The switch of a whole series.
 * @param {Value} value
 * @param {string[]} ids
 * @param {string[]} chosen
 * @param {(ids: string[]) => void} choose
 */
function wholeSeries(value, ids, chosen, choose) {
  const others = chosen.filter((id) => !ids.includes(id));
  const box = h("input", {
    type: "checkbox",
    id: `circles-${value}`,
    onchange: () => choose(box.checked ? [...others, ...ids] : others),
  });
  const count = ids.filter((id) => chosen.includes(id)).length;
  box.checked = count === ids.length;
  box.indeterminate = count > 0 && count < ids.length;
  lock(box, others.length === 0 && count === ids.length);
  return h("label", { class: "series-name", id: `series-${value}` }, box, say(`optval.circles.${value}`));
}

/**
 * One tile, to take or to leave out.
 * @param {string} id
 * @param {string[]} chosen
 * @param {(ids: string[]) => void} choose
 */
function circleTile(id, chosen, choose) {
  const label = labels.get(id) ?? id;
  const box = h("input", {
    type: "checkbox",
    class: "sr",
    id: `circle-${id}`,
    value: id,
    "aria-label": label,
    onchange: () => choose(box.checked ? [...chosen, id] : chosen.filter((other) => other !== id)),
  });
  box.checked = chosen.includes(id);
  lock(box, box.checked && chosen.length === 1);
  return h(
    "label",
    { class: "circle-tile", title: label },
    box,
    h("img", { src: artUrl(`tiles/${id}.svg`), alt: "", width: 100, height: 100, decoding: "async" }),
  );
}

/**
 * Keep a box as it is: without it nothing would be chosen.
 * @param {HTMLInputElement} box
 * @param {boolean} locked
 */
function lock(box, locked) {
  if (!locked) return;
  box.setAttribute("aria-disabled", "true");
  box.title = say("setup.at_least_one");
  box.addEventListener("click", (event) => event.preventDefault());
}

/**
 * Load what the tiles show: the sign of the circle, and what is on the sides.
 * @param {string[]} ids
 */
async function loadLabels(ids) {
  const [{ tileSides }] = await Promise.all([import("../game/descriptions.js"), loadTiles(ids, [])]);
  for (const id of ids) {
    const sign = tileArt(id).marks.find(([name]) => name.startsWith("circle-"))?.[0] ?? "";
    labels.set(id, say("setup.circle_tile", { tip: say(`mark_tip.${sign}`), sides: capital(tileSides(id, 0)) }));
  }
}

/**
 * The board of the wheel with the fields where the source may lie.
 * @param {string} tile the source
 * @param {Draft} draft
 * @param {(name: string, value: Value) => void} set
 */
function sourceChoice(tile, draft, set) {
  const chosen = String(draft.value("source"));
  const spots = draft.values("source").map(String);
  const shown = document.getElementById("choice-source");
  const open = shown instanceof HTMLDetailsElement ? shown.open : "source" in draft.chosen.options;
  return h(
    "details",
    { class: "panel pictured", id: "choice-source", open },
    h(
      "summary",
      { id: "source-name" },
      h("span", {}, h("b", {}, say("setup.source")), h("span", { class: "cap" }, spotText(chosen))),
    ),
    h(
      "fieldset",
      { class: "wheel-spots", "aria-labelledby": "source-name" },
      h("img", { src: artUrl("blocks/wheel_of_fortune.svg"), alt: "", width: 400, height: 400, decoding: "async" }),
      spots
        .sort((a, b) => around(a) - around(b))
        .map((spot) => sourceSpot(spot, spot === chosen, artUrl(`tiles/${tile}.svg`), () => set("source", spot))),
    ),
    h("p", { class: "cap" }, say("setup.source_is")),
  );
}

/**
 * How far around the wheel a spot is, clockwise from the north-west corner.
 * @param {string} spot
 */
function around(spot) {
  const number = Number(spot[1]);
  return { n: number, e: 4 + number, s: 13 - number, w: 17 - number }[spot[0]] ?? 0;
}

/**
 * A field beside the board where the source may lie: the side of the board, and the cell of that side.
 * @param {string} spot
 * @param {boolean} chosen
 * @param {string} picture
 * @param {() => void} choose
 */
function sourceSpot(spot, chosen, picture, choose) {
  const label = spotText(spot);
  const radio = h("input", {
    type: "radio",
    class: "sr",
    name: "source",
    id: `source-${spot}`,
    value: spot,
    "aria-label": label,
    onchange: choose,
  });
  radio.checked = chosen;
  return h(
    "label",
    { class: `spot spot-${spot[0]} at-${spot[1]}`, title: label },
    radio,
    h("img", { src: picture, alt: "", width: 100, height: 100, decoding: "async" }),
  );
}
