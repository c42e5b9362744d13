// The fair: choosing the game, throwing, catching, and the victim of a seduction.

import { piecePicture, token, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { capital, say } from "../words.js";
import { catapult, slider } from "./catapult.js";
import { lane, openHands, UNIT } from "./lane.js";
import { kindAt, placeAt, roleAt, spotOf, whenKnown, wholeOf } from "../game/segments.js";
import { cards, emblem, goButton, leaveButtons } from "./widgets.js";
import { standing, targets } from "./targets.js";
import { areaOf, HANDS, LANE, standOf, within } from "./trajectory.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Decision} Decision */
/** @typedef {import("./widgets.js").TableStore} TableStore */
/** @typedef {import("./widgets.js").Option} Option */
/** @typedef {import("./trajectory.js").Point} Point */

const GAMES = ["knockout", "seduction", "target", "catch"];
const CATCH = 3;
/** Followers this close to the aim are named, in world units. */
const NEAR = 60;
/** Milliseconds until the dock is laid out. */
const SETTLED = 90;

/**
 * The index of the current game.
 * @param {TableStore} store
 */
const played = (store) => GAMES.indexOf(store.view.facts.fair_game ?? GAMES[0]);

/** @param {number} seat */
const thrown = (seat) =>
  s("svg", { viewBox: "-11 -9.5 22 19", class: "tk", "aria-hidden": "true" }, token("thrown", 0, seat));

/**
 * Choose one of the four games for everybody.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function fairGame(shell, options) {
  const go = goButton("", act);
  const shown = cards(
    options.map(({ game = 0 }) => ({
      key: GAMES[game],
      title: capital(say(`game.${GAMES[game]}`)),
      text: say(`fair.${GAMES[game]}_text`),
      picture: picture(game),
    })),
    { label: say("fair.title"), pick: ready, go: act, class: "town" },
  );
  function ready() {
    const chosen = options[shown.picked];
    go.say(
      chosen ? say("fair.play", { game: say(`game.${GAMES[chosen.game ?? 0]}`) }) : say("decide.go"),
      chosen ? "" : say("decide.choose_first"),
    );
  }
  function act() {
    const chosen = options[shown.picked];
    if (chosen) void shell.choose(chosen);
  }
  ready();
  return {
    eyebrow: say("fair.eyebrow"),
    title: say("fair.title"),
    text: say("fair.everybody"),
    body: shown.el,
    buttons: [go.el],
    picture: emblem(thrown(shell.store.seat ?? 0)),
    keys: shown.keys,
    close: () => {},
  };
}

/**
 * The emblem of a game.
 * @param {number} game
 */
function picture(game) {
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
function gameChips(game) {
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
 * Aim and throw.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function aim(shell, options) {
  return played(shell.store) === CATCH ? aimLane(shell, options) : aimMap(shell);
}

/**
 * Throw over the map.
 * @param {Shell} shell
 * @returns {Decision}
 */
function aimMap(shell) {
  const { store, board } = shell;
  const seat = store.seat ?? 0;
  const game = played(store);
  const area = areaOf(store);
  const origin = standOf(store, seat);
  const fair = store.board.at(-1)?.cell ?? [0, 0];
  const told = h("p", { class: "meta told" });
  /** @type {Point} */
  const start =
    game === 2
      ? [1000 * fair[0] + 500, 1000 * fair[1] + 500]
      : (nearest() ?? [(area.west + area.east) / 2, (area.north + area.south) / 2]);

  /** The nearest follower of somebody else. @returns {Point|null} */
  function nearest() {
    const others = followers().filter((one) => one.seat !== seat);
    const far = ([x, y] = [0, 0]) => Math.hypot(10 * x - origin[0], 10 * y - origin[1]);
    const best = others
      .map((one) => board.anchor(spotOf(one)))
      .sort((a, b) => far(a) - far(b))
      .at(0);
    return best ? [Math.round(10 * best[0]), Math.round(10 * best[1])] : null;
  }

  function followers() {
    return store.view.pieces.filter(
      (one) => one.strength && !one.guest && one.seat !== null && kindAt(store, spotOf(one)) !== "district",
    );
  }

  /** @param {Point} point */
  function tell([x, y]) {
    if (game === 2) {
      const [fx, fy] = within(
        { west: 1000 * fair[0], north: 1000 * fair[1], east: 1000 * fair[0] + 1000, south: 1000 * fair[1] + 1000 },
        [x, y],
      );
      const tiles = Math.round(Math.hypot(x - fx, y - fy) / 100) / 10;
      told.textContent = tiles ? say("fair.off_target", { tiles: tiles.toLocaleString() }) : say("fair.on_target");
      return;
    }
    const near = followers()
      .filter((one) => {
        const [px, py] = board.anchor(spotOf(one));
        return Math.hypot(px - x / 10, py - y / 10) < NEAR;
      })
      .map((one) =>
        say("fair.whose", {
          name: store.name(one.seat),
          role: roleAt(store, one.piece, spotOf(one)).toLocaleLowerCase(),
        }),
      );
    told.textContent = near.length ? say("fair.near", { list: near.join(", ") }) : say("fair.near_nobody");
  }

  const control = catapult(
    {
      over: board.over,
      el: board.el,
      unit: 0.1,
      scale: () => board.pixels / 1000,
      at(event) {
        const [x, y] = board.toWorld(event.clientX, event.clientY);
        return [10 * x, 10 * y];
      },
    },
    { origin, area, seat, start, changed: tell, fire },
  );

  /** @param {Point} point */
  async function fire(point) {
    if (!(await shell.choose({ do: "hurl", point }))) control.again();
  }

  // Leave space for the arm and for pulling it.
  const [cx, cy] = [Math.floor(origin[0] / 1000), Math.floor(origin[1] / 1000)];
  const look = () =>
    board.fit([
      [cx - 1, cy - 1],
      [cx + 1, cy + 1],
    ]);
  look();
  // Again after the dock is laid out.
  const timer = setTimeout(look, SETTLED);
  board.listeners.add(control.draw);
  const marked =
    game === 2
      ? s("rect", {
          x: 100 * fair[0] + 2,
          y: 100 * fair[1] + 2,
          width: 96,
          height: 96,
          rx: 3,
          class: "cellmark-in target",
        })
      : null;
  if (marked) board.over.prepend(marked);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say(`game.${GAMES[game]}`)) }),
    title: say("fair.pull"),
    text: say("fair.ring"),
    body: h("div", { class: "stack" }, gameChips(game), told, control.sliders),
    buttons: [control.button],
    picture: emblem(thrown(seat)),
    keys: { Enter: control.throwIt, Escape: control.cancel },
    close() {
      clearTimeout(timer);
      board.listeners.delete(control.draw);
      marked?.remove();
      control.close();
    },
  };
}

/**
 * Throw along the lane, past the hands of a neighbour.
 * @param {Shell} shell
 * @param {Option[]} _options
 * @returns {Decision}
 */
function aimLane(shell, _options) {
  const { store } = shell;
  const seat = store.seat ?? 0;
  const catcher = (seat + 1) % store.names.length;
  const field = lane({ hurler: seat, catcher, label: say("fair.lane") });
  const control = catapult({ ...field, el: field.svg }, { origin: [0, 0], area: LANE, seat, start: [4500, 0], fire });
  /** @param {Point} point */
  async function fire(point) {
    if (!(await shell.choose({ do: "hurl", point }))) control.again();
  }
  queueMicrotask(control.draw);
  const grown = new ResizeObserver(control.draw);
  grown.observe(field.svg);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.catch")) }),
    title: say("fair.past", { name: store.name(catcher) }),
    text: say("fair.past_text"),
    body: h("div", { class: "stack" }, gameChips(CATCH), field.svg, control.sliders),
    buttons: [control.button],
    picture: emblem(thrown(seat)),
    keys: { Enter: control.throwIt, Escape: control.cancel },
    close() {
      grown.disconnect();
      control.close();
    },
  };
}

/**
 * Place the hands that catch.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function hands(shell) {
  const { store } = shell;
  const seat = store.seat ?? 0;
  const hurler = (seat + store.names.length - 1) % store.names.length;
  const field = lane({ hurler, catcher: seat, label: say("fair.lane") });
  const drawn = openHands();
  field.over.append(drawn);
  /** @type {Point} */
  let point = [4800, 0];
  const go = goButton(say("fair.hold"), act);
  const far = slider(say("fair.distance"), {
    name: "distance",
    min: HANDS.west,
    max: HANDS.east,
    step: 100,
    go: act,
    set: (value) => move([value, point[1]]),
    words: (value) => say("fair.tiles_away", { tiles: (value / 1000).toLocaleString() }),
  });
  const side = slider(say("fair.sideways"), {
    name: "side",
    min: HANDS.north,
    max: HANDS.south,
    step: 100,
    go: act,
    set: (value) => move([point[0], value]),
    words: (value) => say("fair.tiles_aside", { tiles: (value / 1000).toLocaleString() }),
  });
  /** @param {Point} to */
  function move(to) {
    point = within(HANDS, to);
    drawn.setAttribute("transform", `translate(${point[0] * UNIT} ${point[1] * UNIT})`);
    far.show(point[0]);
    side.show(point[1]);
  }
  let held = false;
  const follow = (/** @type {PointerEvent} */ event) => {
    if (held) move(field.at(event));
  };
  field.svg.classList.add("drags");
  field.svg.addEventListener("pointerdown", (event) => {
    held = true;
    field.svg.setPointerCapture(event.pointerId);
    follow(event);
  });
  field.svg.addEventListener("pointermove", follow);
  for (const end of ["pointerup", "pointercancel"])
    field.svg.addEventListener(end, () => {
      held = false;
    });
  function act() {
    void shell.choose({ do: "reach", point });
  }
  move(point);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.catch")) }),
    title: say("fair.hands"),
    text: say("fair.hands_text", { name: store.name(hurler) }),
    body: h("div", { class: "stack" }, gameChips(CATCH), field.svg, h("div", { class: "sliders" }, far.el, side.el)),
    buttons: [go.el],
    picture: emblem(h("span", {}, picture(CATCH).firstElementChild)),
    close: () => {},
  };
}

/**
 * Choose among followers equally close to the token.
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {Decision}
 */
export function victim(shell, options) {
  const go = goButton("", act);
  const list = targets(shell, standing(shell, options), { label: say("fair.victim_title"), go: act, pick: ready });
  function ready() {
    go.say(say("fair.victim"), list.picked ? "" : say("decide.choose_first"));
  }
  function act() {
    if (list.picked) void shell.choose(list.picked.option);
  }
  ready();
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.seduction")) }),
    title: say("fair.victim_title"),
    text: say("fair.victim_text"),
    body: list.el,
    buttons: [go.el],
    picture: emblem(thrown(shell.store.seat ?? 0)),
    keys: list.keys,
    close: list.close,
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
  const sent = options.filter((option) => option.do === "send");
  const fetched = standing(
    shell,
    options.filter((option) => option.do === "fetch"),
  );
  const chosenVictim = store.view.pieces[store.view.facts.fair_victim ?? -1];
  const go = goButton("", act);
  const list = [
    ...sent.map((option) => ({
      option,
      target: null,
      key: `send-${option.piece}`,
      title: capital(say(`piece.${option.piece}`)),
      text: say("fair.from_supply", { left: store.view.supply[seat]?.[option.piece ?? ""] ?? 0 }),
      picture: piecePicture(option.piece ?? "follower", seat),
    })),
    ...fetched.map((target) => ({
      option: target.option,
      target,
      key: target.spot.join(","),
      title: target.title,
      text: say("fair.from_map", { place: placeAt(store, target.spot) }),
      picture: piecePicture(target.piece ?? "follower", seat),
    })),
  ];
  const shown = cards(list, {
    label: say("fair.exchange_title"),
    picked: sent.length ? 0 : -1,
    go: act,
    class: `list${list.length > 4 ? " long" : ""}`,
    pick: ready,
  });
  /** @type {{close: () => void}|null} */
  let lit = null;
  const slots = board.slots(
    fetched.map((target) => ({
      spot: target.spot,
      label: `${target.title}, ${target.text()}`,
      piece: target.piece,
      seat,
      mark: /** @type {const} */ ("take"),
    })),
    {
      pick(/** @type {number} */ i) {
        const place = sent.length + i;
        if (shown.picked === place) return void act();
        shown.set(place);
        ready();
      },
    },
  );
  const mark = chosenVictim ? board.light(wholeOf(store, spotOf(chosenVictim)), "victim") : null;
  function ready() {
    lit?.close();
    const chosen = list[shown.picked];
    lit = chosen?.target ? board.light([chosen.target.spot]) : null;
    go.say(say("fair.exchange"), chosen ? "" : say("decide.choose_first"));
  }
  function act() {
    const chosen = list[shown.picked];
    if (chosen) void shell.choose(chosen.option);
  }
  ready();
  if (chosenVictim) board.whenIdle(() => board.reveal([chosenVictim.cell]));
  const forget = whenKnown(shell.store, () =>
    list.forEach(({ target }, i) => {
      if (target) shown.say(i, say("fair.from_map", { place: placeAt(store, target.spot) }));
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
      ? say("fair.exchange_text", { who: capital(who), place: placeAt(store, spotOf(chosenVictim)) })
      : "",
    body: shown.el,
    buttons: [...leaveButtons(shell, options, say("fair.let_be")), go.el],
    picture: emblem(
      chosenVictim ? piecePicture(chosenVictim.piece, chosenVictim.seat) : tokenPicture("thrown", 0, seat),
    ),
    keys: shown.keys,
    close() {
      forget();
      slots.close();
      mark?.close();
      lit?.close();
    },
  };
}
