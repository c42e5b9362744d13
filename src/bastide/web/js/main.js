// The entry point: fetches the messages, then renders the page of the current URL.

import { h } from "./dom.js";
import { registerServiceWorker } from "./offline.js";
import { listen, render, root } from "./router.js";
import { loadMessages } from "./words.js";

/** Milliseconds until the messages are requested again after a failure. */
const RETRY = 3000;

async function start() {
  try {
    await loadMessages();
  } catch {
    root.replaceChildren(
      h("p", { class: "page" }, "The server does not answer; trying again… Le serveur ne répond pas ; nouvel essai…"),
    );
    setTimeout(start, RETRY);
    return;
  }
  await render();
}

document.body.append(root);
listen();
start();
registerServiceWorker();
