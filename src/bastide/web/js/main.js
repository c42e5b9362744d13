// The entry point: fetches the words, then shows the page of the address.

import { h } from "./dom.js";
import { registerServiceWorker } from "./offline.js";
import { listen, render, root } from "./router.js";
import { loadWords } from "./words.js";

/** Milliseconds until the words are asked for again after a failure. */
const RETRY = 3000;

async function start() {
  try {
    await loadWords();
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
