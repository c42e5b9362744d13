// Gold Rush: taking a token, deploying a cowboy, or pitching the tent.

import { piecePicture, token, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { listing, say } from "../words.js";
import { featureText, printedNumber, spotOf, onceLandLoads, featureSpots } from "../game/segments.js";
import { cards, emblem, submitButton, passButtons } from "../decisions/widgets.js";
import { piece } from "../decisions/piece.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").TableStore} TableStore */
/** @typedef {import("../decisions/widgets.js").Option} Option */
/** @typedef {{body?: Node|null, buttons: Node[], keys?: Record<string, () => void>, close: () => void}} Action */

/** The values of mine tokens, in display order. */
export const VALUES = [0, 1, 2, 3, 5];

/**
 * The known tokens of a seat, by value.
 * @param {TableStore} store
 * @param {number} seat
 */
export function pouch(store, seat) {
  const held = store.view.facts.gold_held?.[seat] ?? {};
  return VALUES.map((value) => ({ value, count: held[value] ?? 0 })).filter(({ count }) => count);
}

/**
 * The number of tokens of a seat.
 * @param {TableStore} store
 * @param {number} seat
 */
export function tokenCount(store, seat) {
  return store.view.tokens.find((one) => one.token === "mine" && one.seat === seat)?.number ?? 0;
}

/**
 * The piece step of Gold Rush.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function goldTurn(shell, options) {
  const { store, board } = shell;
  const seat = /** @type {number} */ (store.seat);
  const pass = options.filter((option) => option.do === "pass");
  const deploys = options.filter((option) => option.do === "deploy");
  const spots = options.filter((option) => option.do === "pitch");
  const dig = options.find((option) => option.do === "dig");
  const tent = store.view.pieces.find((one) => one.piece === "tent" && one.seat === seat);
  const actions = [...(dig ? ["dig"] : []), ...(deploys.length ? ["deploy"] : []), ...(spots.length ? ["pitch"] : [])];
  const body = h("div", { class: "gold-body" });
  const buttons = h("div", { class: "dock-part" });
  /** @type {Action|null} */
  let inner = null;
  let action = deploys.length ? "deploy" : (actions[0] ?? "");
  const leave = say("gold.nothing");

  const left = store.view.supply[seat]?.cowboy ?? 0;
  const known = {
    dig: { title: say("gold.dig"), text: say("gold.dig_text"), picture: tokenPicture("mine-back", 1) },
    deploy: {
      title: say("gold.deploy"),
      text: say("gold.deploy_text", { left }),
      picture: piecePicture("cowboy", seat),
    },
    pitch: {
      title: say(tent ? "gold.move" : "gold.pitch"),
      text: say("gold.pitch_text", { places: spots.length }),
      picture: piecePicture("tent", seat),
    },
  };
  const rows = cards(
    actions.map((key) => ({ key, ...known[/** @type {keyof typeof known} */ (key)] })),
    {
      label: say("gold.title"),
      class: "list",
      picked: actions.indexOf(action),
      submit: () => buttons.querySelector("button.pri")?.dispatchEvent(new MouseEvent("click")),
      pick: (i) => {
        action = actions[i];
        draw();
      },
    },
  );
  const { keys } = rows;
  // The rows are choices of a piece as well, so they have the same attribute.
  actions.forEach((key, i) =>
    rows.el.children[i].setAttribute("data-piece", { dig: "gold", deploy: "cowboy", pitch: "tent" }[key] ?? ""),
  );

  /** @returns {Action} */
  function digging() {
    const go = submitButton(say("gold.take"), () => {
      if (dig) void shell.choose(dig);
    });
    const highlight = board.highlighter();
    highlight.show(tent ? featureSpots(store, spotOf(tent)) : []);
    return { body: null, buttons: [...passButtons(shell, pass, leave), go.el], close: highlight.close };
  }

  /** @returns {Action} */
  function pitching() {
    let aimed = -1;
    const highlight = board.highlighter();
    const go = submitButton(say("gold.pitch_here"), act);
    const description = h("p", { class: "meta description" }, say("gold.pitch_hint"));
    const slots = board.slots(
      spots.map((option) => ({ spot: spotOf(option), label: featureText(store, spotOf(option)), piece: "tent", seat })),
      {
        pick(i) {
          if (aimed === i) return void act();
          aimed = i;
          show(i);
          go.update(say("gold.pitch_here"));
        },
        aim: (i) => show(i < 0 ? aimed : i),
      },
    );
    /** @param {number} i */
    function show(i) {
      highlight.show(i < 0 ? [] : featureSpots(store, spotOf(spots[i])));
      description.textContent = i < 0 ? say("gold.pitch_hint") : mountainText(shell, spots[i]);
    }
    function act() {
      if (aimed >= 0) void shell.choose(spots[aimed]);
    }
    go.update(say("gold.pitch_here"), say("gold.pitch_hint"));
    board.whenIdle(() => board.reveal(spots.flatMap((option) => (option.cell ? [option.cell] : []))));
    return {
      body: description,
      buttons: [...passButtons(shell, pass, leave), go.el],
      close() {
        slots.close();
        highlight.close();
      },
    };
  }

  function draw() {
    inner?.close();
    const cowboys = () => piece(shell, [...pass, ...deploys]);
    const next = action === "dig" ? digging() : action === "pitch" ? pitching() : cowboys();
    inner = next;
    body.replaceChildren(...(next.body ? [next.body] : []));
    buttons.replaceChildren(...next.buttons);
    keys.s =
      next.keys?.s ??
      (() => {
        if (pass.length) void shell.choose(pass[0]);
      });
  }

  const mine = h("div", { class: "minerow" });
  function updateMine() {
    mine.replaceChildren(
      ...(tent
        ? [
            s(
              "svg",
              { viewBox: "-12 -16 24 32", class: "tk", "aria-hidden": "true" },
              token("mine-back", Math.min(20, pile(store, tent).length)),
            ),
            h("span", { class: "meta" }, say("gold.yours", { mountain: mountainText(shell, tent) })),
          ]
        : []),
    );
    mine.hidden = !tent;
  }

  draw();
  updateMine();
  const cancel = onceLandLoads(shell.store, updateMine);
  return {
    eyebrow: say("gold.eyebrow"),
    title: say("gold.title"),
    body: h("div", { class: "stack gold" }, mine, rows.el, body, pouchRow(store, seat)),
    buttons: [buttons],
    picture: emblem(tokenPicture("mine", 5)),
    keys,
    close() {
      cancel();
      inner?.close();
    },
  };
}

/**
 * The tokens on the mountain of a piece or an option.
 * @param {TableStore} store
 * @param {Option|import("../types.js").PlacedPiece} at
 */
function pile(store, at) {
  const here = new Set(featureSpots(store, spotOf(at)).map(String));
  return store.view.pieces.filter((one) => one.piece === "gold" && here.has(String(spotOf(one))));
}

/**
 * A mountain in words: its tokens and prospectors.
 * @param {Shell} shell
 * @param {Option|import("../types.js").PlacedPiece} at
 */
function mountainText({ store }, at) {
  const spot = spotOf(at);
  const nuggets = featureSpots(store, spot).reduce((sum, one) => sum + printedNumber(store, one, "nuggets"), 0);
  const holders = store.featureAt(spot)?.holders?.map(([seat]) => store.name(seat)) ?? [];
  const there = say("gold.mountain", { tokens: pile(store, at).length, nuggets });
  return holders.length ? `${there} ${say("gold.prospects", { names: listing(holders), n: holders.length })}` : there;
}

/**
 * The player's tokens, and the number of tokens of others.
 * @param {TableStore} store
 * @param {number} seat
 */
function pouchRow(store, seat) {
  const others = store.names
    .flatMap((name, other) => {
      const tokens = other === seat ? 0 : tokenCount(store, other);
      return tokens ? [say("gold.has", { name, tokens })] : [];
    })
    .join(" · ");
  const own = pouch(store, seat);
  if (!own.length && !others) return null;
  return h(
    "div",
    { class: "pouchrow" },
    h("span", { class: "cap" }, say("gold.pouch")),
    own.length ? null : h("span", { class: "cap" }, say("gold.empty")),
    own.map(({ value, count }) =>
      h(
        "span",
        { class: "resident" },
        tokenPicture("mine", value, null, say(`value.gold.${value}`)),
        count > 1 ? h("b", {}, `×${count}`) : null,
      ),
    ),
    others ? h("span", { class: "cap others" }, others) : null,
  );
}

/**
 * Whether the options are those of Gold Rush.
 * @param {Option[]} options
 */
export const isGold = (options) =>
  options.some((option) => option.do === "pitch" || option.do === "dig" || option.piece === "cowboy");
