// The table page: the waiting room, then the game, then its result.

import { get } from "../api.js";
import { h } from "../dom.js";
import { holds } from "../game/grace.js";
import { Shell } from "../game/shell.js";
import { outlineUntilShown, skeleton } from "../game/skeleton.js";
import { TableStore } from "../game/store.js";
import { Utterances } from "../game/utterances.js";
import { icon } from "../icons.js";
import { Connection } from "../connection.js";
import { errorPage, troubleWith } from "../lobby/error-page.js";
import { pageHeader } from "../lobby/header.js";
import { navigate } from "../router.js";
import { forgetSeat, seats } from "../settings.js";
import { loadStyle } from "../styles.js";
import { say, typeset, useEdition } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Params} params
 */
export async function show(root, params) {
  const id = params.id ?? "";
  const since = performance.now();
  root.replaceChildren(skeleton());
  /** @type {TableFacts} */
  const facts = await get(`/api/tables/${id}`);
  if (!root.isConnected) return undefined;
  if (facts.status === "open") {
    document.body.dataset.page = "room";
    return (await import("./waiting-room.js")).show(root, params);
  }
  return play(root, facts, since);
}

/**
 * Play or watch a game.
 * @param {HTMLElement} root
 * @param {TableFacts} facts
 * @param {number} since when its outlines were shown
 */
function play(root, { id, options }, since) {
  document.body.dataset.page = "table";
  useEdition(options.preset);
  const token = seats()[id]?.token ?? null;
  const store = new TableStore({ token });
  /** @type {Connection} */
  let connection;
  const backend = {
    /** @param {import("../types.js").ActionData} option @param {number} index */
    act: (option, index) =>
      connection.send({
        type: "act",
        ...(index < 0 ? { action: option } : { option: index }),
        moment: store.state.moment,
        hold: holds(option),
      }),
    /** @param {{type: string}} command */
    send: (command) => connection.send(command),
    /** @param {import("../game/look-sender.js").Look} look */
    look: (look) => connection.notify({ type: "look", moment: store.state.moment, ...look }),
  };
  const shell = new Shell(backend, store);
  root.replaceChildren(shell.el);
  outlineUntilShown(shell, since);
  const result = resultOverlay(shell, root);
  const utterances = new Utterances(shell);
  shell.listeners.add(() => utterances.update());
  connection = new Connection(id, token, {
    welcome: (message) => {
      if (message.seat === null) offerSeats(shell);
      shell.welcome(message).catch(() => connection.drop(true));
    },
    step: (message) => shell.step(message),
    said: (message) => shell.said(message),
    look: (message) => shell.ghost.receive(message),
    refused: ({ error, text }, { type }) => {
      // The grace may be over before it is confirmed.
      if (error !== "nothing_planned") shell.notices.toast(typeset(text), "info");
      shell.render(type === "act" || type === "confirm");
    },
    present: (connected) => {
      store.present = new Set(connected);
      if (store.current?.view) shell.players.update();
    },
    paused: (clocks) => shell.stopClocks("paused", clocks),
    status: (online) => shell.setOnline(online),
    closed: ({ error, text }) => {
      if (error !== "not_your_seat") {
        const trouble = troubleWith(error, id);
        const why = trouble === "refused" ? typeset(text) : undefined;
        return void root.replaceChildren(pageHeader(), errorPage(trouble, { why, options }));
      }
      // The token is no longer valid: watch as a spectator.
      forgetSeat(id);
      navigate(`/table/${id}`, { replace: true });
    },
  });
  const channel = claimTab(id, shell, connection, token !== null, () => navigate(`/table/${id}`, { replace: true }));
  return () => {
    result.close();
    channel?.close();
    connection.close();
    shell.close();
  };
}

/**
 * Offer seats to a spectator: the own one back from a bot, or one that was opened.
 * @param {Shell} shell
 */
async function offerSeats(shell) {
  const { sitButton } = await import("../game/seat-actions.js");
  shell.players.action = (seat) => sitButton(shell, seat);
  if (shell.store.current?.view && !shell.store.closed) shell.players.update();
}

/**
 * Show the result over the board once the game is over.
 * @param {Shell} shell
 * @param {HTMLElement} root
 */
function resultOverlay(shell, root) {
  /** @type {HTMLElement|null} */
  let panel = null;
  let dismissed = false;
  let opening = false;
  shell.endButtons = () => [
    h("a", { class: "btn", href: `/replay/${shell.store.state.table.id}` }, icon("play"), say("play.replay")),
    h(
      "button",
      {
        class: "btn pri",
        "data-do": "result",
        onclick: () => {
          dismissed = false;
          update();
        },
      },
      icon("chart"),
      say("play.result"),
    ),
  ];
  const back = () => {
    dismissed = true;
    panel?.remove();
    panel = null;
    root.classList.remove("with-final");
    /** @type {HTMLElement|null} */ (shell.dock.el.querySelector('[data-do="result"]'))?.focus();
  };
  shell.covers.add({ isOpen: () => panel !== null, close: back });
  const update = async () => {
    if (!shell.store.isOver) {
      panel?.remove();
      panel = null;
      return;
    }
    if (panel || dismissed || opening) return;
    opening = true;
    const [{ resultPanel }] = await Promise.all([import("../game/result.js"), loadStyle("final")]).finally(() => {
      opening = false;
    });
    if (shell.store.closed) return;
    shell.notices.play(
      shell.store.seat !== null && shell.store.state.winners.includes(shell.store.seat) ? "won" : "lost",
    );
    const opened = resultPanel(shell, { back });
    panel = opened;
    root.append(opened);
    root.classList.add("with-final");
  };
  shell.listeners.add(update);
  return {
    close() {
      shell.listeners.delete(update);
      panel?.remove();
      root.classList.remove("with-final");
    },
  };
}

/**
 * Let only the newest tab play: older ones disconnect and show a notice.
 * @param {string} id
 * @param {Shell} shell
 * @param {Connection} connection
 * @param {boolean} seated
 * @param {() => void} reclaim plays in this tab again
 */
function claimTab(id, shell, connection, seated, reclaim) {
  if (!seated || !("BroadcastChannel" in window)) return null;
  const channel = new BroadcastChannel(`bastide.${id}`);
  channel.postMessage(connection.id);
  channel.onmessage = ({ data }) => {
    if (data === connection.id) return;
    connection.close();
    const notice = {
      eyebrow: "",
      title: say("play.other_tab"),
      text: say("play.other_tab_text"),
      close() {},
      buttons: [h("button", { class: "btn pri", "data-do": "here", onclick: reclaim }, say("play.play_here"))],
    };
    shell.override = () => notice;
    shell.store.queue.length = 0;
    shell.dock.show(notice, null, { waiting: true });
    document.title = "Bastide";
    shell.el.dataset.mine = "false";
    shell.el.classList.add("elsewhere");
  };
  return channel;
}
