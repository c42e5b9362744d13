// The prompt while another player chooses: their tile, where it fits, and how many places they looked at.

import { tilePicture } from "../art.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { face, faceOf } from "../lobby/characters.js";
import { capital, say, word } from "../words.js";
import { tileContents, tileName } from "./descriptions.js";
import { undoButton } from "./prompts.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./dock.js").Decision} Decision */

/**
 * @param {Shell} shell
 * @returns {Decision}
 */
export function waiting(shell) {
  const { store } = shell;
  const { actor, undo, places } = store.state;
  const { tile, step } = store.view;
  const buttons = [...(undo ? [undoButton(shell)] : []), ...planButtons(shell)];
  const shown = actor !== null && tile && places !== undefined;
  if (!shown)
    return {
      eyebrow: actor === null ? "" : store.name(actor),
      title: actor === null ? say("play.waiting") : say("play.waiting_for", { name: store.name(actor) }),
      text: say("play.waiting_step", { step: word(`step.${step}`) }),
      buttons,
      close() {},
    };
  announceTile(shell, actor, tile, places);
  const bot = faceOf(store.state.table.seats[actor]?.bot);
  return {
    eyebrow: say("play.plays", { name: store.name(actor) }),
    title: capital(tileName(tile)),
    text: placesText(places, shell.ghost.looked.size),
    picture: h(
      "div",
      { class: "their-tile" },
      h("div", { class: "drawn theirs" }, tilePicture(tile, 0, capital(tileContents(tile)))),
      bot ? face(bot, { seat: actor, size: "s" }) : null,
    ),
    buttons,
    looked: (count) => shell.dock.hint(placesText(places, count)),
    close() {},
  };
}

/**
 * Where a tile fits, and how many places were looked at.
 * @param {number} places
 * @param {number} looked
 */
function placesText(places, looked) {
  return looked ? say("play.fits_looked", { n: places, k: looked }) : say("play.fits", { n: places });
}

/**
 * A switch to pass automatically next time, if the player takes part.
 * @param {Shell} shell
 */
function planButtons({ store, autoPass }) {
  if (store.seat === null || store.state.table.seats[store.seat]?.out) return [];
  const plan = h(
    "button",
    {
      class: "btn small plan",
      role: "switch",
      title: say("play.plan_skip"),
      "aria-checked": autoPass.has("piece"),
      "data-do": "plan",
      onclick: () => {
        if (autoPass.has("piece")) autoPass.delete("piece");
        else autoPass.add("piece");
        plan.setAttribute("aria-checked", String(autoPass.has("piece")));
      },
    },
    icon("person"),
    h("span", {}, say("play.plan_skip")),
  );
  return [plan];
}

/** The tiles that were announced, by shell. @type {WeakMap<Shell, number>} */
const announced = new WeakMap();

/**
 * Announce to screen readers which tile was drawn, once.
 * @param {Shell} shell
 * @param {number} seat
 * @param {string} tile
 * @param {number} places
 */
function announceTile(shell, seat, tile, places) {
  const { store, notices } = shell;
  if (announced.get(shell) === store.state.moment || shell.first) return;
  announced.set(shell, store.state.moment);
  notices.announce(say("play.drew", { name: store.name(seat), what: tileName(tile), n: places }));
}
