// Mage and witch: moving one of them to an unfinished road or city.

import { piece, piecePicture } from "../art.js";
import { h, s } from "../dom.js";
import { capital, say } from "../words.js";
import { kindAt, placeAt, spotOf, whenKnown, worthAt } from "../game/segments.js";
import { cards, emblem, goButton, pieceChips } from "./widgets.js";
import { featureTargets } from "./feature-targets.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").Option} Option */
/** @typedef {import("./widgets.js").Spot} Spot */

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function magic(shell, options) {
  return options.some((option) => option.do === "enchant") ? enchant(shell, options) : dispel(shell, options);
}

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
function enchant(shell, options) {
  const { store, board } = shell;
  const kinds = ["mage", "witch"].filter((kind) => options.some((option) => option.piece === kind));
  let kind = kinds[0];
  /** @type {Spot|null} */
  let spot = null;
  /** @type {ReturnType<typeof featureTargets>|null} */
  let lit = null;
  const ghost = s("g", { class: "ghost-figure" });
  const told = h("p", { class: "meta told" });
  const does = h("p", { class: "meta" });
  const go = goButton("", act);
  const chips = pieceChips(kinds, {
    label: say("magic.which"),
    seat: null,
    pick: (picked) => {
      kind = picked;
      draw();
    },
  });

  function draw() {
    lit?.close();
    const spots = options.filter((option) => option.do === "enchant" && option.piece === kind).map(spotOf);
    if (spot && !spots.some((one) => String(one) === String(spot))) spot = null;
    lit = featureTargets(
      shell,
      spots.map((one) => ({ spot: one, label: placeAt(store, one) })),
      {
        pick(i) {
          if (spot && String(spot) === String(spots[i])) {
            act();
            return;
          }
          spot = spots[i];
          ready();
          lit?.mark(i);
        },
        aim: (i) => {
          told.textContent = i < 0 ? chosen() : capital(worthAt(store, spots[i]));
        },
      },
    );
    const place = spots.findIndex((one) => String(one) === String(spot));
    if (place >= 0) lit.mark(place);
    ready();
  }

  const chosen = () => (spot ? capital(worthAt(store, spot)) : say("magic.none_yet"));

  function ready() {
    does.textContent = say(`magic.does_${kind}`);
    told.textContent = chosen();
    go.say(say(`magic.send_${kind}`), spot ? "" : say("magic.none_yet"));
    ghost.replaceChildren();
    if (!spot) return;
    const [x, y] = board.anchor(spot);
    ghost.append(s("g", { transform: `translate(${x} ${y + 8})scale(1.2)` }, piece(kind, null)));
    board.over.append(ghost);
  }

  function act() {
    const option = options.find((one) => spot && one.piece === kind && String(spotOf(one)) === String(spot));
    if (option) void shell.choose(option);
  }

  draw();
  const forget = whenKnown(shell.store, draw);
  return {
    eyebrow: say("magic.eyebrow"),
    title: say("magic.title"),
    body: h("div", { class: "stack" }, h("div", { class: "side" }, chips, does), told),
    buttons: [go.el],
    picture: emblem(piecePicture("mage", null)),
    keys: Object.fromEntries(
      kinds.map((_, i) => [String(i + 1), () => /** @type {HTMLElement|undefined} */ (chips.children[i])?.click()]),
    ),
    close() {
      forget();
      lit?.close();
      ghost.remove();
    },
  };
}

/**
 * Choose the figure that leaves the map, if neither can move.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
function dispel(shell, options) {
  const { store } = shell;
  const go = goButton(say("magic.dispel"), act);
  const shown = cards(
    options.map((option) => {
      const kind = option.piece ?? "";
      const at = store.view.pieces.find((one) => one.piece === kind);
      return {
        key: kind,
        title: capital(say(`piece.${kind}`)),
        text: at ? say(`feature.${kindAt(store, spotOf(at))}`) : "",
        picture: piecePicture(kind, null),
      };
    }),
    { label: say("magic.dispel_title"), pick: ready, go: act, class: "two" },
  );
  function ready() {
    go.say(say("magic.dispel"), shown.picked < 0 ? say("decide.choose_first") : "");
  }
  function act() {
    if (shown.picked >= 0) void shell.choose(options[shown.picked]);
  }
  ready();
  return {
    eyebrow: say("magic.eyebrow"),
    title: say("magic.dispel_title"),
    text: say("magic.dispel_text"),
    body: shown.el,
    buttons: [go.el],
    picture: emblem(piecePicture("witch", null)),
    keys: shown.keys,
    close: () => {},
  };
}
