// The Wheel of Fortune: its picture, and the plague.

import { piece, tile, token, tokenPicture } from "../art.js";
import { anchorOf } from "../board/geometry.js";
import { pigSpace } from "../board/pieces.js";
import { h, s } from "../dom.js";
import { listing, say } from "../words.js";
import { kindAt, spotOf } from "../game/segments.js";
import { emblem } from "../decisions/widgets.js";
import { followerTargets, targetForm } from "../decisions/targets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").Option} Option */
/** @typedef {import("../decisions/widgets.js").TableStore} TableStore */

export const SECTORS = ["fortune", "taxes", "famine", "storm", "inquisition", "plague"];
/** The angle of a sector. */
export const SECTOR = (2 * Math.PI) / SECTORS.length;
/** The radius of the wheel with its crown, and that of its sectors. */
const RADIUS = 182;
const RIM = 150;
let pictures = 0;

/**
 * The centre of the wheel on the board: halfway between two opposite places of the pig.
 * @param {TableStore} store
 * @returns {[number, number]|null}
 */
export function wheelCentre(store) {
  const [a, b] = [pigSpace(store.board, 1), pigSpace(store.board, 4)];
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : null;
}

/**
 * The outline of a sector of the wheel, as path data.
 * @param {[number, number]} centre of the wheel
 * @param {[number, number]} space of the pig in the sector
 */
export function sectorPath([cx, cy], [x, y]) {
  const middle = Math.atan2(y - cy, x - cx);
  const [from, to] = [middle - SECTOR / 2, middle + SECTOR / 2].map((angle) =>
    [cx + RIM * Math.cos(angle), cy + RIM * Math.sin(angle)].map((value) => value.toFixed(1)),
  );
  return `M${cx} ${cy}L${from}A${RIM} ${RIM} 0 0 1 ${to}Z`;
}

/**
 * The sector of the pig, from 1.
 * @param {TableStore} store
 */
export const pigSector = (store) => store.view.tokens.find((one) => one.token === "wheel-pig")?.number ?? 1;

/**
 * The wheel as on the board, with the pieces on its crown and the pig.
 * @param {TableStore} store
 */
export function wheelPicture(store) {
  const middle = wheelCentre(store);
  if (!middle) return null;
  const [x, y] = middle;
  const name = say(`sector.${SECTORS[pigSector(store) - 1]}`);
  const svg = s("svg", {
    viewBox: `${x - RADIUS} ${y - RADIUS} ${2 * RADIUS} ${2 * RADIUS}`,
    class: "wheel",
    role: "img",
    "aria-label": say("wheel.picture", { sector: name }),
  });
  const rim = `wheel-rim-${++pictures}`;
  const disc = s("clipPath", { id: rim }, s("circle", { cx: x, cy: y, r: RADIUS }));
  const land = s("g", { "clip-path": `url(#${rim})` });
  for (const laid of store.board) {
    const [cx, cy] = laid.cell;
    if (Math.abs(100 * cx + 50 - x) < 250 && Math.abs(100 * cy + 50 - y) < 250)
      land.append(tile(laid.tile, laid.rotation, { x: 100 * cx, y: 100 * cy }));
  }
  svg.append(disc, land);
  for (const one of store.view.pieces) {
    const laid = store.tileAt(one.cell[0], one.cell[1]);
    if (!laid || kindAt(store, spotOf(one)) !== "crown") continue;
    const [px, py] = anchorOf(laid, one.segment);
    svg.append(s("g", { transform: `translate(${px} ${py + 10})scale(1.4)` }, piece(one.piece, one.seat)));
  }
  const at = pigSpace(store.board, pigSector(store));
  if (at)
    svg.append(s("g", { class: "wheel-pig", transform: `translate(${at[0]} ${at[1]})scale(1.5)` }, token("wheel-pig")));
  return svg;
}

/**
 * Choose the follower that returns because of the plague.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function plague(shell, options) {
  const { store } = shell;
  const form = targetForm(shell, followerTargets(shell, options), {
    label: say("wheel.title"),
    button: say("wheel.flee"),
  });
  const seats = store.view.facts.asked_next ?? [];
  return {
    eyebrow: say("wheel.eyebrow"),
    title: say("wheel.title"),
    text: seats.length
      ? say("wheel.then", { names: listing(seats.map((seat) => store.name(seat))) })
      : say("wheel.why"),
    body: h("div", { class: "beside-picture" }, wheelPicture(store), form.el),
    buttons: [form.button],
    picture: emblem(tokenPicture("wheel-pig")),
    keys: form.keys,
    close: form.close,
  };
}
