// The Count of Carcassonne: entering the town, moving the Count, leaving the town.

import { piecePicture, tokenPicture } from "../art.js";
import { h } from "../dom.js";
import { featureTitle, featureStatus } from "../game/descriptions.js";
import { capital, say } from "../words.js";
import { ruleText } from "../game/rule-texts.js";
import { kindAt, printedNumber, spotOf, onceLandLoads } from "../game/segments.js";
import { cards, emblem, submitButton, passButtons, pieceChips } from "../decisions/widgets.js";
import { byWorth, targets } from "../decisions/targets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").TableStore} TableStore */
/** @typedef {import("../decisions/widgets.js").Option} Option */

export const DISTRICTS = ["castle", "market", "smithy", "cathedral"];
/** The districts in display order: castle and cathedral above, smithy and market below. */
export const DISPLAY_ORDER = [0, 3, 2, 1];

/**
 * The pieces in a district, counted by seat and kind.
 * @param {TableStore} store
 * @param {number} district
 */
export function inhabitants(store, district) {
  /** @type {Map<string, {piece: string, seat: number|null, count: number}>} */
  const found = new Map();
  for (const one of store.view.pieces) {
    const spot = spotOf(one);
    if (kindAt(store, spot) !== "district" || printedNumber(store, spot, "district") !== district + 1) continue;
    const key = `${one.seat}/${one.piece}`;
    const known = found.get(key) ?? { piece: one.piece, seat: one.seat, count: 0 };
    known.count++;
    found.set(key, known);
  }
  return [...found.values()];
}

/**
 * The district of the Count.
 * @param {TableStore} store
 */
export const countStands = (store) => DISTRICTS.indexOf(store.view.facts.count_stands ?? "");

/**
 * Pictures of the pieces in a district.
 * @param {TableStore} store
 * @param {number} district
 * @param {HTMLElement} [more]
 */
export function residents(store, district, more) {
  const people = inhabitants(store, district);
  return h(
    "span",
    { class: "residents" },
    people.map(({ piece, seat, count }) => {
      const label = say("town.resident", { name: store.name(seat), count, piece: say(`piece.${piece}`) });
      return h("span", { class: "resident" }, piecePicture(piece, seat, label), count > 1 ? h("b", {}, count) : null);
    }),
    more ?? null,
  );
}

/** The badge of the Count. */
export const countBadge = () => h("span", { class: "countbadge" }, tokenPicture("count"), say("town.count"));

/**
 * The districts as cards, laid out as the town.
 * @param {Shell} shell
 * @param {number[]} open the districts that can be chosen
 * @param {{label: string, why: (district: number) => string, pick: (district: number) => void, submit: () => void}} options
 */
function townCards({ store }, open, { label, why, pick, submit }) {
  const count = countStands(store);
  const shown = cards(
    DISPLAY_ORDER.map((district) => ({
      key: DISTRICTS[district],
      title: capital(say(`district.${DISTRICTS[district]}`)),
      text: say(`town.later_${DISTRICTS[district]}`),
      disabled: open.includes(district) ? "" : why(district),
      more: [district === count ? countBadge() : null, residents(store, district)],
    })),
    { label, class: "town", pick: (i) => pick(DISPLAY_ORDER[i]), submit },
  );
  return shown;
}

/**
 * Choose a follower and its district.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function enterTown(shell, options) {
  const { store } = shell;
  const kinds = [
    ...new Set(options.flatMap((option) => (option.do === "enter" && option.piece ? [option.piece] : []))),
  ];
  // Ordinary followers first.
  kinds.sort((a, b) => Number(b === "follower") - Number(a === "follower"));
  let kind = kinds[0];
  let district = -1;
  const box = h("div", { class: "stack" });
  /** @type {Record<string, () => void>} */
  const keys = {};
  const go = submitButton("", act);
  const chips =
    kinds.length > 1
      ? pieceChips(kinds, {
          label: say("town.who"),
          seat: store.seat,
          pick: (picked) => {
            kind = picked;
            draw();
          },
        })
      : null;

  /** @param {number} where */
  const option = (where) => options.find((one) => one.do === "enter" && one.piece === kind && one.district === where);

  function draw() {
    const open = [0, 1, 2, 3].filter(option);
    if (!open.includes(district)) district = -1;
    const town = townCards(shell, open, {
      label: say("town.enter_title"),
      submit: act,
      pick: (where) => {
        district = where;
        update();
      },
      why: () => say("town.not_there", { piece: capital(say(`piece.${kind}`)) }),
    });
    if (district >= 0) town.set(DISPLAY_ORDER.indexOf(district));
    Object.assign(keys, town.keys);
    box.replaceChildren(...(chips ? [chips] : []), town.el);
    update();
  }

  function update() {
    go.update(
      district < 0 ? say("town.enter") : say(`town.to_${DISTRICTS[district]}`),
      district < 0 ? say("decide.choose_first") : "",
    );
  }

  function act() {
    const chosen = option(district);
    if (chosen) void shell.choose(chosen);
  }

  draw();
  return {
    eyebrow: say("town.enter_eyebrow"),
    title: say("town.enter_title"),
    text: ruleText(store, "town.enter_text"),
    body: box,
    buttons: [...passButtons(shell, options, say("decide.not_now")), go.el],
    picture: emblem(tokenPicture("count")),
    keys,
    close: () => {},
  };
}

/**
 * Move the Count, after sending a follower.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function escort(shell, options) {
  const open = options.flatMap((option) =>
    option.do === "escort" && option.district !== undefined ? [option.district] : [],
  );
  let district = -1;
  const go = submitButton("", act);
  const town = townCards(shell, open, {
    label: say("town.escort_title"),
    submit: act,
    why: () => say("town.stands_here"),
    pick: (where) => {
      district = where;
      update();
    },
  });
  function update() {
    go.update(
      district < 0 ? say("town.escort") : say(`town.to_${DISTRICTS[district]}`),
      district < 0 ? say("decide.choose_first") : "",
    );
  }
  function act() {
    const chosen = options.find((one) => one.do === "escort" && one.district === district);
    if (chosen) void shell.choose(chosen);
  }
  update();
  return {
    eyebrow: say("town.eyebrow"),
    title: say("town.escort_title"),
    text: say("town.escort_text"),
    body: town.el,
    buttons: [...passButtons(shell, options, say("town.let_stay")), go.el],
    picture: emblem(tokenPicture("count")),
    keys: town.keys,
    close: () => {},
  };
}

/**
 * Move followers from the town to features that are about to be scored.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function leaveTown(shell, options) {
  const { store } = shell;
  const departures = options.filter((option) => option.do === "leave");
  const sources = [...new Set(departures.map((option) => `${option.piece}/${option.district}`))];
  let source = sources[0];
  const box = h("div", { class: "stack" });
  /** @type {Record<string, () => void>} */
  const keys = {};
  const go = submitButton(say("town.leave"), act);
  /** @type {ReturnType<typeof targets>|null} */
  let list = null;

  /** @param {string} id */
  function nameOf(id) {
    const [piece, district] = id.split("/");
    return say("town.from", {
      piece: capital(say(`piece.${piece}`)),
      district: say(`district.${DISTRICTS[Number(district)]}`),
    });
  }

  const chips =
    sources.length < 2
      ? null
      : pieceChips(sources, {
          label: say("town.who"),
          seat: store.seat,
          names: nameOf,
          pictures: (id) => piecePicture(id.split("/")[0], store.seat),
          pick: (id) => {
            source = id;
            draw();
          },
        });

  function draw() {
    list?.close();
    const [piece, district] = source.split("/");
    const mine = departures
      .filter((option) => option.piece === piece && option.district === Number(district))
      .map((option) => {
        const spot = spotOf(option);
        const feature = store.featureAt(spot);
        return {
          option,
          spot,
          piece,
          seat: store.seat,
          mark: /** @type {const} */ ("put"),
          title: feature ? featureTitle(feature) : capital(say(`feature.${kindAt(store, spot)}`)),
          text: () => (feature ? featureStatus(feature, (seat) => store.name(seat)) : ""),
        };
      });
    list = targets(shell, byWorth(shell, mine), {
      label: say("town.where"),
      submit: act,
      pick: update,
      picked: mine.length === 1 ? 0 : -1,
      pictures: false,
    });
    box.replaceChildren(...(chips ? [chips] : [h("p", { class: "meta" }, nameOf(source))]), list.el);
    for (const key of Object.keys(keys)) delete keys[key];
    Object.assign(keys, list.keys);
    update();
  }

  function update() {
    go.update(say("town.leave"), list?.picked ? "" : say("decide.choose_first"));
  }

  function act() {
    if (list?.picked) void shell.choose(list.picked.option);
  }

  draw();
  const cancel = onceLandLoads(shell.store, () => {
    if (!list?.picked) draw();
  });
  const market = departures.every((option) => option.district === DISTRICTS.indexOf("market"));
  return {
    eyebrow: say("town.eyebrow"),
    title: say("town.leave_title"),
    text: say(market ? "town.leave_market" : "town.leave_text"),
    body: box,
    buttons: [...passButtons(shell, options, say("town.stay")), go.el],
    picture: emblem(tokenPicture("count")),
    keys,
    close() {
      cancel();
      list?.close();
    },
  };
}
