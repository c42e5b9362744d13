// Mage and Witch: moving one of them to an unfinished road or city.

import { piece, piecePicture } from "../art.js";
import { h, s } from "../dom.js";
import { capital, say } from "../words.js";
import { kindAt, featureText, spotOf, onceLandLoads, featureWorth } from "../game/segments.js";
import { cardForm, emblem, pieceChips, submitButton } from "../decisions/widgets.js";
import { featureTargets } from "../decisions/feature-targets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").Option} Option */
/** @typedef {import("../decisions/widgets.js").Spot} Spot */

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function moveFigure(shell, options) {
  return options.some((option) => option.do === "enchant") ? enchant(shell, options) : dispel(shell, options);
}

/**
 * Choose a figure, and the feature to move it to.
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
  let features = null;
  const ghost = s("g", { class: "ghost-figure" });
  const worth = h("p", { class: "meta description" });
  const effect = h("p", { class: "meta" });
  const go = submitButton("", act);
  const chips = pieceChips(kinds, {
    label: say("magic.which"),
    seat: null,
    pick: (picked) => {
      kind = picked;
      draw();
    },
  });

  function draw() {
    features?.close();
    const spots = options.filter((option) => option.do === "enchant" && option.piece === kind).map(spotOf);
    if (spot && !spots.some((other) => String(other) === String(spot))) spot = null;
    features = featureTargets(
      shell,
      spots.map((at) => ({ spot: at, label: featureText(store, at) })),
      {
        pick(i) {
          if (spot && String(spot) === String(spots[i])) {
            act();
            return;
          }
          spot = spots[i];
          update();
          features?.mark(i);
        },
        aim: (i) => {
          worth.textContent = i < 0 ? chosenWorth() : capital(featureWorth(store, spots[i]));
        },
      },
    );
    const index = spots.findIndex((other) => String(other) === String(spot));
    if (index >= 0) features.mark(index);
    update();
  }

  const chosenWorth = () => (spot ? capital(featureWorth(store, spot)) : say("magic.none_yet"));

  function update() {
    effect.textContent = say(`magic.does_${kind}`);
    worth.textContent = chosenWorth();
    go.update(say(`magic.send_${kind}`), spot ? "" : say("magic.none_yet"));
    ghost.replaceChildren();
    if (!spot) return;
    const [x, y] = board.anchor(spot);
    ghost.append(s("g", { transform: `translate(${x} ${y + 8})scale(1.2)` }, piece(kind, null)));
    board.over.append(ghost);
  }

  function act() {
    const option = options.find((other) => spot && other.piece === kind && String(spotOf(other)) === String(spot));
    if (option) void shell.choose(option);
  }

  draw();
  const cancel = onceLandLoads(shell.store, draw);
  return {
    eyebrow: say("magic.eyebrow"),
    title: say("magic.title"),
    body: h("div", { class: "stack" }, h("div", { class: "side" }, chips, effect), worth),
    buttons: [go.el],
    picture: emblem(piecePicture("mage", null)),
    keys: Object.fromEntries(
      kinds.map((_, i) => [String(i + 1), () => /** @type {HTMLElement|undefined} */ (chips.children[i])?.click()]),
    ),
    close() {
      cancel();
      features?.close();
      ghost.remove();
    },
  };
}

/**
 * Remove a figure from the board, if neither can move.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
function dispel(shell, options) {
  const { store } = shell;
  const form = cardForm(
    options.map((option) => {
      const kind = option.piece ?? "";
      const figure = store.view.pieces.find(({ piece }) => piece === kind);
      return {
        key: kind,
        title: capital(say(`piece.${kind}`)),
        text: figure ? say(`feature.${kindAt(store, spotOf(figure))}`) : "",
        picture: piecePicture(kind, null),
      };
    }),
    {
      label: say("magic.dispel_title"),
      class: "two",
      button: () => say("magic.dispel"),
      submit: (i) => void shell.choose(options[i]),
    },
  );
  return {
    eyebrow: say("magic.eyebrow"),
    title: say("magic.dispel_title"),
    text: say("magic.dispel_text"),
    body: form.el,
    buttons: [form.button],
    picture: emblem(piecePicture("witch", null)),
    keys: form.keys,
    close: () => {},
  };
}
