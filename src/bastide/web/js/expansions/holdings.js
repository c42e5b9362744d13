// Holdings beside the board: those of each seat, and the panel that all share.

import { tokenPicture } from "../art.js";
import { countBadge, countStands, DISTRICTS, inhabitants, residents, DISPLAY_ORDER } from "./count.js";
import { pouch, tokenCount } from "./gold-rush.js";
import { pigSector, SECTORS, wheelCentre, wheelPicture } from "./wheel-of-fortune.js";
import { h } from "../dom.js";
import { capital, listing, say } from "../words.js";

/** @typedef {import("../game/store.js").TableStore} TableStore */

const GOODS = ["wine", "grain", "cloth"];
const TITLES = ["king", "robber"];

/**
 * A token with a number and a tooltip.
 * @param {Node} picture
 * @param {string} label
 * @param {number|null} [count]
 */
function holding(picture, label, count = null) {
  return h(
    "span",
    { class: "sup holding", title: label },
    picture,
    count === null ? null : h("span", { "aria-hidden": "true" }, count),
    h("span", { class: "sr" }, label),
  );
}

/**
 * The holdings of a seat: goods, titles, mine tokens, followers in the town.
 * @param {TableStore} store
 * @param {number} seat
 * @returns {Node[]}
 */
export function holdings(store, seat) {
  const { tokens, facts } = store.view;
  const own = tokens.filter((one) => one.seat === seat);
  /** @type {Node[]} */
  const list = [];
  for (const good of GOODS) {
    const number = own.find((one) => one.token === good)?.number;
    if (number)
      list.push(
        holding(tokenPicture(good), say(`column.goods.held.${GOODS.indexOf(good)}`, { count: number }), number),
      );
  }
  for (const title of TITLES) {
    if (!own.some((one) => one.token === title)) continue;
    const record = (title === "king" ? facts.king_record : facts.robber_record) ?? 0;
    list.push(
      holding(
        tokenPicture(title),
        say("beside.title", {
          title: capital(say(`column.${title}.held.0`)),
          record: say(`column.${title}.record.0`, { count: record }),
        }),
      ),
    );
  }
  const mined = tokenCount(store, seat);
  if (mined) {
    const known = pouch(store, seat);
    if (known.length)
      for (const { value, count } of known)
        list.push(
          holding(tokenPicture("mine", value), say("beside.mine", { count, value: say(`value.gold.${value}`) }), count),
        );
    else list.push(holding(tokenPicture("mine-back", 1), say("column.gold.taken.0", { count: mined }), mined));
  }
  const inTown = DISTRICTS.flatMap((name, district) => {
    const count = inhabitants(store, district)
      .filter((one) => one.seat === seat)
      .reduce((sum, one) => sum + one.count, 0);
    return count ? [{ name, count }] : [];
  });
  if (inTown.length) {
    const where = listing(
      inTown.map(({ name, count }) => say("beside.town_one", { count, district: say(`district.${name}`) })),
    );
    list.push(
      holding(
        tokenPicture("count"),
        say("beside.town", { where }),
        inTown.reduce((sum, { count }) => sum + count, 0),
      ),
    );
  }
  return list;
}

/**
 * The panel that all players share: the town with the Count, or the wheel with its pig; null without either.
 * @param {TableStore} store
 * @returns {HTMLElement|null}
 */
export function sharedPanel(store) {
  if (countStands(store) >= 0) {
    return h(
      "section",
      { class: "common town-panel", "aria-label": say("beside.carcassonne") },
      h("h3", {}, say("beside.carcassonne")),
      h(
        "div",
        { class: "districts" },
        DISPLAY_ORDER.map((district) =>
          h(
            "div",
            { class: "district" },
            h("b", {}, capital(say(`district.${DISTRICTS[district]}`))),
            district === countStands(store) ? countBadge() : null,
            residents(store, district),
          ),
        ),
      ),
    );
  }
  if (!wheelCentre(store)) return null;
  const sector = SECTORS[pigSector(store) - 1];
  return h(
    "section",
    { class: "common wheel-panel", "aria-label": say("beside.wheel") },
    wheelPicture(store),
    h(
      "div",
      {},
      h("h3", {}, say("beside.wheel")),
      h("p", { class: "cap" }, say("beside.pig", { sector: say(`sector.${sector}`) })),
      h("p", { class: "meta" }, say(`beside.sector_${sector}`)),
    ),
  );
}
