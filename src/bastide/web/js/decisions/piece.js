// Deploying a piece, or none, in two steps: a first press on a slot chooses it, a second one puts the piece there.

import { piece as pieceArt } from "../art.js";
import { DOUBLE_CLICK, h, s, setDisabled, smallScreen } from "../dom.js";
import { featureStatus, featureTitle } from "../game/descriptions.js";
import { kindAt, liesAt } from "../game/segments.js";
import { icon } from "../icons.js";
import { capital, has, say } from "../words.js";
import { floating, magnifier } from "./magnifier.js";

/** @typedef {import("../game/shell.js").Shell} Shell */
/** @typedef {import("../game/store.js").TableStore} TableStore */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../board/slots.js").Slot & {option: Option}} PieceSlot */

/** The size of tiles from which no magnifier is needed. */
const LARGE = 180;

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {import("../game/dock.js").Decision}
 */
export function piece(shell, options) {
  const { board, store } = shell;
  const pass = options.find((option) => option.do === "pass");
  const deploys = options.filter((option) => option.do === "deploy");
  const recall = options.find((option) => option.do === "recall");
  const kinds = [...new Set(deploys.map(kindOf))];
  let kind = kinds[0] ?? "";
  /** @type {PieceSlot[]} */
  let slots = [];
  /** @type {{close: () => void}[]} */
  let marks = [];
  const highlight = board.highlighter();
  /** The slot that is chosen, and when it was; the slot under the pointer or the focus. */
  let chosen = -1;
  let chosenAt = -Infinity;
  let hovered = -1;
  let closed = false;
  let announced = "";
  const last = store.board[store.board.length - 1];
  const body = h("div", { class: "piece-body" });
  const tip = h("div", { class: "slot-tip" });
  const side = h("div", { class: "piece-side" });
  const chooser = pieceChooser(store, kinds, (chosen) => {
    kind = chosen;
    draw();
  });
  const put = h(
    "button",
    {
      class: "btn pri",
      "data-do": "go",
      onclick: () => confirm(),
    },
    icon("check"),
    h("span", {}, say("play.put_here")),
    h("kbd", {}, "↵"),
  );

  /** @param {Option} option */
  async function send(option) {
    const done = await shell.choose(option);
    if (!done && !closed) draw();
  }

  function draw() {
    clear();
    const before = slots[chosen]?.option;
    slots = [
      ...deploys.filter((option) => kindOf(option) === kind).map((option) => deploySlot(store, option)),
      ...(recall ? recallSlots(store, recall) : []),
    ];
    const onTile = slots.filter(({ spot }) => last && spot[0] === last.cell[0] && spot[1] === last.cell[1]);
    const elsewhere = slots.filter((slot) => !onTile.includes(slot));
    if (smallScreen()) {
      side.replaceChildren(tip, ...(kinds.length > 1 ? [chooser.el] : []));
      body.replaceChildren(side);
    }
    if (onTile.length && (smallScreen() || board.pixels < LARGE)) magnify(onTile);
    else if (onTile.length) marks.push(board.slots(onTile, handlers(onTile)));
    if (elsewhere.length) marks.push(board.slots(elsewhere, handlers(elsewhere)));
    if (elsewhere.length && !onTile.length)
      board.whenIdle(() => board.reveal(elsewhere.map(({ spot }) => [spot[0], spot[1]])));
    chooser.mark(kind);
    chosen = slots.findIndex(({ option }) => option === before);
    hovered = -1;
    show();
  }

  /**
   * Show slots on the enlarged tile: beside the tile, or on small screens in the dock.
   * @param {PieceSlot[]} onTile
   */
  function magnify(onTile) {
    const copy = store.board.filter((laid) => laid.tile === last.tile).length - 1;
    const { el, group } = magnifier(last, copy, onTile, handlers(onTile));
    if (smallScreen()) {
      body.replaceChildren(el, side);
      marks.push({ close: () => el.remove() });
    } else marks.push(floating(shell, el, last.cell, tip));
    board.input.choices(group);
  }

  /**
   * Handlers for some of the slots, whose indices differ from those of all slots.
   * @param {PieceSlot[]} some
   */
  const handlers = (some) => ({
    pick: (/** @type {number} */ i) => pick(slots.indexOf(some[i])),
    aim: (/** @type {number} */ i) => {
      hovered = i < 0 ? -1 : slots.indexOf(some[i]);
      show();
    },
  });

  /** A press on a slot: the first chooses it, the second confirms. @param {number} index */
  function pick(index) {
    if (chosen !== index) {
      chosen = index;
      chosenAt = performance.now();
      shell.notices.play("ghost");
      show();
    } else if (performance.now() - chosenAt >= DOUBLE_CLICK) confirm();
  }

  /** Put the piece where it was chosen to go. */
  function confirm() {
    if (chosen >= 0) send(slots[chosen].option);
  }

  /** Highlight the feature of the chosen slot, or of the one under the pointer or the focus. */
  function show() {
    if (closed) return;
    const index = chosen >= 0 ? chosen : hovered;
    setDisabled(put, chosen < 0);
    document.querySelectorAll(".slot-mark.hot").forEach((el) => el.classList.remove("hot"));
    document.querySelectorAll(".slot-mark[aria-pressed]").forEach((el) => el.removeAttribute("aria-pressed"));
    highlight.close();
    tip.replaceChildren();
    if (index < 0) return;
    const { spot, label } = slots[index];
    for (const el of slotMarks(spot)) {
      el.classList.add("hot");
      if (index === chosen) el.setAttribute("aria-pressed", "true");
    }
    const feature = store.featureAt(spot);
    highlight.show(feature ? feature.at : [spot]);
    tip.append(
      h("b", {}, feature ? featureTitle(feature) : label),
      feature ? featureStatus(feature, (holder) => store.name(holder)) : "",
    );
    if (feature && announced !== String(spot)) shell.notices.announce(slotText(store, slots[index]));
    announced = feature ? String(spot) : "";
  }

  function clear() {
    marks.forEach((mark) => mark.close());
    marks = [];
    highlight.close();
  }

  store.loadLand().then(() => {
    if (closed) return;
    for (const slot of slots)
      slotMarks(slot.spot).forEach((el) => el.setAttribute("aria-label", slotText(store, slot)));
    show();
  });
  addEventListener("resize", draw);
  queueMicrotask(() => {
    if (!closed) draw();
  });
  const skip = () => {
    if (pass) send(pass);
  };
  const skipLabel = say(kinds.includes("follower") || !deploys.length ? "play.no_follower" : "play.nothing");
  return {
    eyebrow: say("play.your_turn"),
    title: say("play.piece_title"),
    text: say(deploys.length ? "play.piece_text" : "play.piece_none"),
    body,
    buttons: [
      ...(smallScreen() ? [] : [chooser.el]),
      ...(pass
        ? [h("button", { class: "btn", "data-do": "skip", onclick: skip }, h("span", {}, skipLabel), h("kbd", {}, "S"))]
        : []),
      ...(deploys.length || recall ? [put] : []),
    ],
    keys: {
      ...chooser.keys,
      ...(pass ? { s: skip } : {}),
      Enter: confirm,
      Escape() {
        if (chosen < 0) return void shell.undo();
        chosen = -1;
        show();
      },
    },
    close() {
      closed = true;
      removeEventListener("resize", draw);
      clear();
    },
  };
}

/** @param {Option} option */
const kindOf = (option) => option.piece ?? "follower";

/** The marks of a slot, on the board and in the magnifier. @param {Spot} spot */
const slotMarks = (spot) => document.querySelectorAll(`.slot-mark[data-slot="${spot.join(",")}"]`);

/**
 * The feature of a slot in words, if the land is loaded.
 * @param {TableStore} store
 * @param {PieceSlot} slot
 */
function slotText(store, { spot, label }) {
  const feature = store.featureAt(spot);
  return feature ? `${featureTitle(feature)}. ${featureStatus(feature, (seat) => store.name(seat))}` : label;
}

/**
 * The slot where an option deploys a piece.
 * @param {TableStore} store
 * @param {Option} option
 * @returns {PieceSlot}
 */
function deploySlot(store, option) {
  const [x, y] = option.cell ?? [0, 0];
  /** @type {Spot} */
  const spot = [x, y, option.segment ?? 0];
  const feature = kindAt(store, spot);
  const label = has(`feature.${feature}`) ? capital(say(`feature.${feature}`)) : feature;
  return { spot, label, piece: option.piece, seat: store.seat, lying: liesAt(store, spot), option };
}

/**
 * The slots of the pieces that an option recalls.
 * @param {TableStore} store
 * @param {Option} option
 * @returns {PieceSlot[]}
 */
function recallSlots(store, option) {
  return store.view.pieces
    .filter((standing) => standing.seat === store.seat && standing.piece === "abbot")
    .map(({ cell, segment }) => ({ spot: [...cell, segment], label: say("kind.recall"), mark: "take", option }));
}

/**
 * Buttons to choose the kind of piece, with the number left of each; the keys 1 to 9 choose as well.
 * @param {TableStore} store
 * @param {string[]} kinds
 * @param {(kind: string) => void} choose
 */
function pieceChooser(store, kinds, choose) {
  const seat = /** @type {number} */ (store.seat);
  const buttons = kinds.map((kind, i) =>
    h(
      "button",
      { class: "piece", role: "radio", "data-piece": kind, onclick: () => choose(kind) },
      s("svg", { viewBox: "-16 -32 32 38", "aria-hidden": "true" }, pieceArt(kind, seat)),
      h("span", {}, capital(say(`piece.${kind}`))),
      h("span", { class: "n" }, store.view.supply[seat]?.[kind] ?? 0),
      h("kbd", { class: "sr" }, i + 1),
    ),
  );
  return {
    el: h("div", { class: "pieces", role: "radiogroup", "aria-label": say("play.which_piece") }, buttons),
    /** @type {Record<string, () => void>} */
    keys: Object.fromEntries(kinds.map((kind, i) => [String(i + 1), () => choose(kind)])),
    /** Mark the chosen kind. @param {string} chosen */
    mark: (chosen) => buttons.forEach((button, i) => button.setAttribute("aria-checked", String(kinds[i] === chosen))),
  };
}
