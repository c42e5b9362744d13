// Deploying a piece, or none, in two steps: a first press on a slot chooses it, a second one puts the piece there. Small screens
// go close to the tile; others show it enlarged.

import { piece as pieceArt } from "../art.js";
import { offscreenIndicators } from "../board/indicators.js";
import { arranged } from "../board/slots.js";
import { DOUBLE_CLICK, h, s, setDisabled, smallScreen } from "../dom.js";
import { featureStatus, featureTitle } from "../game/descriptions.js";
import { kindAt, liesAt, spotOf } from "../game/segments.js";
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
/** The size of the tile on small screens. */
const CLOSE = 190;
/** The pieces that are named by their role alone. */
const PLAIN = ["follower", "cowboy"];

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {import("../game/dock.js").Decision}
 */
export function piece(shell, options) {
  const { board, store } = shell;
  const pass = options.find((option) => option.do === "pass");
  const deploys = options.filter((option) => option.do === "deploy");
  const recalls = options.filter(isRecall);
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
  /** Where the camera was before it went to the tile, and when the player had last moved it. @type {{x: number, y: number, size: number}|null} */
  let home = null;
  let pannedAt = 0;
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
      ...recalls.flatMap((option) => recallSlots(store, option)),
    ];
    const isOnTile = (/** @type {PieceSlot} */ { spot }) =>
      last && spot[0] === last.cell[0] && spot[1] === last.cell[1];
    const elsewhere = slots.filter((slot) => !isOnTile(slot));
    const small = smallScreen();
    if (slots.length === elsewhere.length) {
      marks.push(board.slots(slots, handlers(slots)));
      board.whenIdle(() => board.reveal(elsewhere.map(({ spot }) => [spot[0], spot[1]])));
    } else if (small || board.pixels >= LARGE) {
      if (small) approach();
      slots = [...apart(slots.filter(isOnTile), small ? CLOSE : board.pixels), ...elsewhere];
      marks.push(board.slots(slots, handlers(slots)));
      marks.push(
        offscreenIndicators(
          board,
          elsewhere.map(({ spot }) => [spot[0], spot[1]]),
        ),
      );
    } else {
      magnify(slots.filter(isOnTile));
      if (elsewhere.length) marks.push(board.slots(elsewhere, handlers(elsewhere)));
    }
    chooser.mark(kind);
    chosen = slots.findIndex(({ option }) => option === before);
    hovered = -1;
    show();
  }

  /** Go close to the tile, in the middle of what the sheet leaves free. */
  function approach() {
    shell.updateSafeArea();
    if (!home) {
      const { x, y, size } = board.camera.destination;
      home = { x, y, size };
      pannedAt = board.input.panned;
    }
    board.goTo(last.cell, CLOSE);
  }

  /** Go back to where the camera was, unless the player has moved it. */
  function retreat() {
    if (home && board.input.panned === pannedAt) board.camera.to(home, true);
    home = null;
  }

  /**
   * Slots on the tile, apart from each other.
   * @param {PieceSlot[]} onTile
   * @param {number} pixels
   */
  function apart(onTile, pixels) {
    const [x, y] = [100 * last.cell[0], 100 * last.cell[1]];
    const anchors = onTile.map(({ spot }) => {
      const [ax, ay] = board.anchor(spot);
      return /** @type {[number, number]} */ ([ax - x, ay - y]);
    });
    return arranged(onTile, anchors, pixels).map(({ at = [50, 50], ...slot }) => ({
      ...slot,
      at: /** @type {[number, number]} */ ([at[0] + x, at[1] + y]),
    }));
  }

  /**
   * Show slots on the enlarged tile, beside the tile.
   * @param {PieceSlot[]} onTile
   */
  function magnify(onTile) {
    const copy = store.board.filter((laid) => laid.tile === last.tile).length - 1;
    const { el, group } = magnifier(last, copy, onTile, handlers(onTile));
    marks.push(floating(shell, el, last.cell));
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
    if (index < 0) return void shell.dock.ask();
    const { spot, label, option } = slots[index];
    for (const el of slotMarks(spot)) {
      el.classList.add("hot");
      if (index === chosen) el.setAttribute("aria-pressed", "true");
    }
    const feature = store.featureAt(spot);
    highlight.show(feature ? feature.at : [spot]);
    const size = feature
      ? `${featureTitle(feature)}. ${featureStatus(feature, (holder) => store.name(holder))}`
      : label;
    shell.dock.ask(isRecall(option) ? label : question(store, spot, kindOf(option)), size);
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
    body: smallScreen() && kinds.length > 1 ? chooser.el : null,
    buttons: [
      ...(smallScreen() ? [] : [chooser.el]),
      ...(pass
        ? [h("button", { class: "btn", "data-do": "skip", onclick: skip }, h("span", {}, skipLabel), h("kbd", {}, "S"))]
        : []),
      ...(deploys.length || recalls.length ? [put] : []),
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
      retreat();
    },
  };
}

/** @param {Option} option */
const kindOf = (option) => option.piece ?? "follower";

/**
 * The question about a slot: "A knight in this city?", or for other pieces "Abbot here?".
 * @param {TableStore} store
 * @param {Spot} spot
 * @param {string} piece
 */
function question(store, spot, piece) {
  const id = `play.ask.${kindAt(store, spot)}`;
  return PLAIN.includes(piece) && has(id) ? say(id) : say("play.ask_here", { piece: capital(say(`piece.${piece}`)) });
}

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

/** @param {Option} option */
const isRecall = ({ do: kind }) => kind === "recall" || kind === "recall_from";

/**
 * The slots of the pieces that an option recalls.
 * @param {TableStore} store
 * @param {Option} option
 * @returns {PieceSlot[]}
 */
function recallSlots(store, option) {
  const standing = option.cell
    ? [spotOf(option)]
    : store.view.pieces.filter(({ seat, piece }) => seat === store.seat && piece === "abbot").map(spotOf);
  return standing.map((spot) => ({ spot, label: say("kind.recall"), mark: "take", option }));
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
