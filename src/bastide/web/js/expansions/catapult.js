// The Catapult: choosing the game of the fair, and the victim of a seduction.

import { piecePicture, token, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { capital, say } from "../words.js";
import { featureText, roleAt, spotOf, onceLandLoads, featureSpots } from "../game/segments.js";
import { cardForm, emblem, listClass, passButtons } from "../decisions/widgets.js";
import { followerTargets, targetForm } from "../decisions/targets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("../decisions/widgets.js").TableStore} TableStore */
/** @typedef {import("../decisions/widgets.js").Option} Option */
/** @typedef {import("./trajectory.js").Point} Point */

export const GAMES = ["knockout", "seduction", "target", "catch"];
export const TARGET = 2;
export const CATCH = 3;

/**
 * The index of the current game.
 * @param {TableStore} store
 */
export const playedGame = (store) => GAMES.indexOf(store.view.facts.fair_game ?? GAMES[0]);

/** @param {number} seat */
export const thrownToken = (seat) =>
  s("svg", { viewBox: "-11 -9.5 22 19", class: "tk", "aria-hidden": "true" }, token("thrown", 0, seat));

/**
 * Choose the game that everybody plays.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function fairGame(shell, options) {
  const form = cardForm(
    options.map(({ game = 0 }) => ({
      key: GAMES[game],
      title: capital(say(`game.${GAMES[game]}`)),
      text: say(`fair.${GAMES[game]}_text`),
      picture: gameEmblem(game),
    })),
    {
      label: say("fair.title"),
      class: "town",
      button: (i) =>
        i < 0 ? say("decide.go") : say("fair.play", { game: say(`game.${GAMES[options[i].game ?? 0]}`) }),
      submit: (i) => void shell.choose(options[i]),
    },
  );
  return {
    eyebrow: say("fair.eyebrow"),
    title: say("fair.title"),
    text: say("fair.everybody"),
    body: form.el,
    buttons: [form.button],
    picture: emblem(thrownToken(shell.store.seat ?? 0)),
    keys: form.keys,
    close: () => {},
  };
}

/**
 * The emblem of a game.
 * @param {number} game
 */
export function gameEmblem(game) {
  const drawings = [
    ["M6 20c6-14 18-14 24 2", "M24 34l-3-9M30 34l6-8M27 31l0-8"],
    ["M20 33C8 25 6 15 12 12c4-2 7 1 8 4c1-3 4-6 8-4c6 3 4 13-8 21z", ""],
    ["M8 20a12 12 0 1 0 24 0a12 12 0 1 0-24 0", "M14 20a6 6 0 1 0 12 0a6 6 0 1 0-12 0M20 4v8M20 28v8M4 20h8M28 20h8"],
    ["M10 26C6 18 8 12 11 14l3 6V10c0-4 4-4 4 0v9", "M30 26c4-8 2-14-1-12l-3 6V10c0-4-4-4-4 0v9M10 26c2 8 18 8 20 0"],
  ];
  const [first, second] = drawings[game] ?? drawings[0];
  return h(
    "span",
    { class: "emblem small", "aria-hidden": "true" },
    s(
      "svg",
      { viewBox: "0 0 40 40", class: "sign" },
      s("path", { class: "line", d: first }),
      s("path", { class: "line b", d: second }),
    ),
  );
}

/**
 * The four games, with the current one marked.
 * @param {number} game
 */
export function gameChips(game) {
  return h(
    "div",
    { class: "row games" },
    GAMES.map((name, i) =>
      h(
        "span",
        { class: `chip${i === game ? " gold" : ""}`, "aria-current": i === game ? "true" : null },
        capital(say(`game.${name}`)),
      ),
    ),
  );
}

/**
 * Choose among followers equally close to the token.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function victim(shell, options) {
  const form = targetForm(shell, followerTargets(shell, options), {
    label: say("fair.victim_title"),
    button: say("fair.victim"),
  });
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.seduction")) }),
    title: say("fair.victim_title"),
    text: say("fair.victim_text"),
    body: form.el,
    buttons: [form.button],
    picture: emblem(thrownToken(shell.store.seat ?? 0)),
    keys: form.keys,
    close: form.close,
  };
}

/**
 * Choose a follower of one's own to take the victim's place.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function exchange(shell, options) {
  const { store, board } = shell;
  const seat = store.seat ?? 0;
  const fromSupply = options.filter((option) => option.do === "send");
  const fromMap = followerTargets(
    shell,
    options.filter((option) => option.do === "fetch"),
  );
  const chosenVictim = store.view.pieces[store.view.facts.fair_victim ?? -1];
  const list = [
    ...fromSupply.map((option) => ({
      option,
      target: null,
      key: `send-${option.piece}`,
      title: capital(say(`piece.${option.piece}`)),
      text: say("fair.from_supply", { left: store.view.supply[seat]?.[option.piece ?? ""] ?? 0 }),
      picture: piecePicture(option.piece ?? "follower", seat),
    })),
    ...fromMap.map((target) => ({
      option: target.option,
      target,
      key: target.spot.join(","),
      title: target.title,
      text: say("fair.from_map", { place: featureText(store, target.spot) }),
      picture: piecePicture(target.piece ?? "follower", seat),
    })),
  ];
  const highlight = board.highlighter();
  const form = cardForm(list, {
    label: say("fair.exchange_title"),
    class: listClass(list),
    picked: fromSupply.length ? 0 : -1,
    button: () => say("fair.exchange"),
    submit: (i) => void shell.choose(list[i].option),
    pick(i) {
      const target = list[i]?.target;
      highlight.show(target ? [target.spot] : []);
    },
  });
  const slots = board.slots(
    fromMap.map((target) => ({
      spot: target.spot,
      label: `${target.title}, ${target.text()}`,
      piece: target.piece,
      seat,
      mark: /** @type {const} */ ("take"),
    })),
    { pick: (i) => form.pick(fromSupply.length + i) },
  );
  const victimMark = board.highlighter("red");
  victimMark.show(chosenVictim ? featureSpots(store, spotOf(chosenVictim)) : []);
  if (chosenVictim) board.whenIdle(() => board.reveal([chosenVictim.cell]));
  const cancel = onceLandLoads(shell.store, () =>
    list.forEach(({ target }, i) => {
      if (target) form.setText(i, say("fair.from_map", { place: featureText(store, target.spot) }));
    }),
  );
  const who = chosenVictim
    ? say("fair.whose", {
        name: store.name(chosenVictim.seat),
        role: roleAt(store, chosenVictim.piece, spotOf(chosenVictim)).toLocaleLowerCase(),
      })
    : "";
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.seduction")) }),
    title: say("fair.exchange_title"),
    text: chosenVictim
      ? say("fair.exchange_text", { who: capital(who), place: featureText(store, spotOf(chosenVictim)) })
      : "",
    body: form.el,
    buttons: [...passButtons(shell, options, say("fair.let_be")), form.button],
    picture: emblem(
      chosenVictim ? piecePicture(chosenVictim.piece, chosenVictim.seat) : tokenPicture("thrown", 0, seat),
    ),
    keys: form.keys,
    close() {
      cancel();
      slots.close();
      victimMark.close();
      highlight.close();
    },
  };
}
