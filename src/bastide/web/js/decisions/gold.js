// Gold Rush: take a token, deploy a cowboy, or pitch the tent.

import { piecePicture, token, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { listing, say } from "../words.js";
import { placeAt, printed, spotOf, whenKnown, wholeOf } from "../game/segments.js";
import { cards, emblem, goButton, leaveButtons } from "./widgets.js";
import { piece } from "./piece.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").TableStore} TableStore */
/** @typedef {import("./widgets.js").Option} Option */
/** @typedef {{body?: Node|null, buttons: Node[], keys?: Record<string, () => void>, close: () => void}} Action */

/** The values of mine tokens, in the order of the view. */
export const NUGGETS = [0, 1, 2, 3, 5];

/**
 * The known tokens of a seat, by value.
 * @param {TableStore} store
 * @param {number} seat
 */
export function pouch(store, seat) {
  const held = store.view.facts.gold_held?.[seat] ?? {};
  return NUGGETS.map((value) => ({ value, count: held[value] ?? 0 })).filter(({ count }) => count);
}

/**
 * How many tokens a seat has.
 * @param {TableStore} store
 * @param {number} seat
 */
export function taken(store, seat) {
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
      go: () => buttons.querySelector("button.pri")?.dispatchEvent(new MouseEvent("click")),
      pick: (i) => {
        action = actions[i];
        draw();
      },
    },
  );
  const { keys } = rows;
  // The rows choose a piece too, so they carry the same attribute.
  actions.forEach((key, i) =>
    rows.el.children[i].setAttribute("data-piece", { dig: "gold", deploy: "cowboy", pitch: "tent" }[key] ?? ""),
  );

  /** @returns {Action} */
  function digging() {
    const go = goButton(say("gold.take"), () => {
      if (dig) void shell.choose(dig);
    });
    const lit = tent ? board.light(wholeOf(store, spotOf(tent))) : null;
    return { body: null, buttons: [...leaveButtons(shell, pass, leave), go.el], close: () => lit?.close() };
  }

  /** @returns {Action} */
  function pitching() {
    let aimed = -1;
    /** @type {{close: () => void}|null} */
    let lit = null;
    const go = goButton(say("gold.pitch_here"), act);
    const told = h("p", { class: "meta told" }, say("gold.pitch_hint"));
    const slots = board.slots(
      spots.map((option) => ({ spot: spotOf(option), label: placeAt(store, spotOf(option)), piece: "tent", seat })),
      {
        pick(/** @type {number} */ i) {
          if (aimed === i) return void act();
          aimed = i;
          light(i);
          go.say(say("gold.pitch_here"));
        },
        aim: (/** @type {number} */ i) => light(i < 0 ? aimed : i),
      },
    );
    /** @param {number} i */
    function light(i) {
      lit?.close();
      lit = i < 0 ? null : board.light(wholeOf(store, spotOf(spots[i])));
      told.textContent = i < 0 ? say("gold.pitch_hint") : mountain(shell, spots[i]);
    }
    function act() {
      if (aimed >= 0) void shell.choose(spots[aimed]);
    }
    go.say(say("gold.pitch_here"), say("gold.pitch_hint"));
    board.whenIdle(() => board.reveal(spots.flatMap((option) => (option.cell ? [option.cell] : []))));
    return {
      body: told,
      buttons: [...leaveButtons(shell, pass, leave), go.el],
      close() {
        slots.close();
        lit?.close();
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

  const state = h("div", { class: "minerow" });
  function tell() {
    state.replaceChildren(
      ...(tent
        ? [
            s(
              "svg",
              { viewBox: "-12 -16 24 32", class: "tk", "aria-hidden": "true" },
              token("mine-back", Math.min(20, pile(store, tent).length)),
            ),
            h("span", { class: "meta" }, say("gold.yours", { mountain: mountain(shell, tent) })),
          ]
        : []),
    );
    state.hidden = !tent;
  }

  draw();
  tell();
  const forget = whenKnown(shell.store, tell);
  return {
    eyebrow: say("gold.eyebrow"),
    title: say("gold.title"),
    body: h("div", { class: "stack gold" }, state, rows.el, body, pouchRow(store, seat)),
    buttons: [buttons],
    picture: emblem(tokenPicture("mine", 5)),
    keys,
    close() {
      forget();
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
  const here = new Set(wholeOf(store, spotOf(at)).map(String));
  return store.view.pieces.filter((one) => one.piece === "gold" && here.has(String(spotOf(one))));
}

/**
 * A mountain in words: its tokens, and who prospects there.
 * @param {Shell} shell
 * @param {Option|import("../types.js").PlacedPiece} at
 */
function mountain({ store }, at) {
  const spot = spotOf(at);
  const nuggets = wholeOf(store, spot).reduce((sum, one) => sum + printed(store, one, "nuggets"), 0);
  const holders = store.featureAt(spot)?.holders?.map(([seat]) => store.name(seat)) ?? [];
  const there = say("gold.mountain", { tokens: pile(store, at).length, nuggets });
  return holders.length ? `${there} ${say("gold.prospects", { names: listing(holders), n: holders.length })}` : there;
}

/**
 * The player's tokens, and the number of those of others.
 * @param {TableStore} store
 * @param {number} seat
 */
function pouchRow(store, seat) {
  const others = store.names
    .flatMap((name, other) => {
      const tokens = other === seat ? 0 : taken(store, other);
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
