// A table: before the game a room with seats, then the board, and at the end the result.

import { get } from "../api.js";
import { h } from "../dom.js";
import { Desk } from "../game/desk.js";
import { Model } from "../game/model.js";
import { icon } from "../icons.js";
import { Line } from "../line.js";
import { closedGate } from "../lobby/gate.js";
import { go } from "../main.js";
import { forgetSeat, seats } from "../settings.js";
import { say, typeset } from "../words.js";
import { show as showRoom } from "./room.js";

/** @typedef {import("../types.js").Facts} Facts */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Params} params
 */
export async function show(root, params) {
  const id = params.id ?? "";
  /** @type {Facts} */
  const facts = await get(`/api/tables/${id}`);
  if (!root.isConnected) return undefined;
  if (facts.status === "open") {
    document.body.dataset.page = "room";
    return showRoom(root, params);
  }
  return play(root, id);
}

/**
 * Play or watch a game.
 * @param {HTMLElement} root
 * @param {string} id
 */
function play(root, id) {
  document.body.dataset.page = "table";
  const token = seats()[id]?.token ?? null;
  const model = new Model({ token });
  /** @type {Line} */
  let line;
  const source = {
    live: true,
    /** @param {import("../types.js").Option} option @param {number} index */
    act: (option, index) =>
      line.send({ type: "act", ...(index < 0 ? { action: option } : { option: index }), moment: model.state.moment }),
    /** @param {{type: string}} command */
    send: (command) => line.send(command),
  };
  const desk = new Desk(source, model);
  root.replaceChildren(desk.el);
  const result = ending(desk, root);
  line = new Line(id, token, {
    welcome: (message) => {
      desk.welcome(message).catch(() => line.drop(true));
    },
    step: (message) => desk.step(message),
    refused: ({ text }, { type }) => {
      desk.toast(typeset(text), "info");
      desk.rest(type === "act" || type === "confirm");
    },
    present: (here) => {
      model.present = new Set(here);
      if (model.told?.view) desk.players.update();
    },
    line: (up) => desk.line(up),
    closed: ({ error, text }) => {
      if (error !== "not_your_seat") return void root.replaceChildren(closedGate(typeset(text)));
      // The secret opens no seat here any more: one may still look on.
      forgetSeat(id);
      go(`/table/${id}`, { instead: true });
    },
  });
  const channel = oneTab(id, desk, line, token !== null, () => go(`/table/${id}`, { instead: true }));
  return () => {
    result.close();
    channel?.close();
    line.close();
    desk.close();
  };
}

/**
 * What a table shows once its game is over: the result, with the board behind it.
 * @param {Desk} desk
 * @param {HTMLElement} root
 */
function ending(desk, root) {
  /** @type {HTMLElement|null} */
  let panel = null;
  let looked = false;
  let opening = false;
  desk.endButtons = () => [
    h("a", { class: "btn", href: `/replay/${desk.model.state.table.id}` }, icon("play"), say("desk.replay")),
    h(
      "button",
      {
        class: "btn pri",
        "data-do": "result",
        onclick: () => {
          looked = false;
          watch();
        },
      },
      icon("chart"),
      say("desk.result"),
    ),
  ];
  const watch = async () => {
    if (!desk.model.over) {
      panel?.remove();
      panel = null;
      return;
    }
    if (panel || looked || opening) return;
    opening = true;
    const { finalPanel } = await import("../game/final.js").finally(() => {
      opening = false;
    });
    if (desk.closed) return;
    desk.sound(desk.model.seat !== null && desk.model.state.winners.includes(desk.model.seat) ? "won" : "lost");
    const made = finalPanel(desk, {
      back: () => {
        looked = true;
        panel?.remove();
        panel = null;
        root.classList.remove("with-final");
      },
    });
    panel = made;
    root.append(made);
    root.classList.add("with-final");
  };
  desk.watchers.add(watch);
  return {
    close() {
      desk.watchers.delete(watch);
      panel?.remove();
      root.classList.remove("with-final");
    },
  };
}

/**
 * Only the newest tab plays; older ones step back and say so.
 * @param {string} id
 * @param {Desk} desk
 * @param {Line} line
 * @param {boolean} seated
 * @param {() => void} again
 */
function oneTab(id, desk, line, seated, again) {
  if (!seated || !("BroadcastChannel" in window)) return null;
  const channel = new BroadcastChannel(`bastide.${id}`);
  channel.postMessage(line.self);
  channel.onmessage = ({ data }) => {
    if (data === line.self) return;
    line.close();
    const notice = {
      eyebrow: "",
      title: say("desk.other_tab"),
      text: say("desk.other_tab_text"),
      close() {},
      buttons: [h("button", { class: "btn pri", "data-do": "here", onclick: again }, say("desk.play_here"))],
    };
    desk.instead = () => notice;
    desk.queue.length = 0;
    desk.dock.show(notice, null, { waiting: true });
    document.title = "Bastide";
    desk.el.dataset.mine = "false";
    desk.el.classList.add("elsewhere");
  };
  return channel;
}
