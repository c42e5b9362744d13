// Fairness of the draws: the commitment and its verification in the browser.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @typedef {import("./store.js").TableStore} TableStore */

/**
 * The commitment to the draws, and how to verify it.
 * @param {TableStore} store
 */
export function fairness(store) {
  const body = h("div", { class: "fair-body" });
  const box = h(
    "details",
    {
      class: "fair",
      ontoggle: () => {
        if (box.open && !body.childElementCount) void fillFairness(store, body);
      },
    },
    h("summary", {}, icon("lock", "s"), h("span", {}, say("final.fair"), " ", h("u", {}, say("final.fair_check")))),
    body,
  );
  return box;
}

/**
 * @param {TableStore} store
 * @param {HTMLElement} body
 */
async function fillFairness(store, body) {
  const { id } = store.state.table;
  fill(body, h("p", { class: "meta" }, say("final.fair_wait")));
  try {
    const { fair } = await get(`/api/tables/${id}/record`);
    const row = (/** @type {string} */ name, /** @type {string} */ value) => [
      h("dt", {}, name),
      h("dd", {}, h("code", {}, value)),
    ];
    fill(
      body,
      h("p", { class: "meta" }, say("final.fair_how")),
      h(
        "dl",
        { class: "fair-facts" },
        row(say("final.fair_promise"), fair.commitment),
        row(say("final.fair_secret"), fair.secret),
        row(say("final.fair_salt"), fair.salt),
      ),
      h("p", { class: "verdict", role: "status" }, await verdict(fair)),
      h("p", { class: "meta" }, say("final.fair_draws"), " ", h("code", {}, `bastide verify bastide-${id}.json`)),
      h(
        "p",
        {},
        h(
          "a",
          { class: "btn small", href: `/api/tables/${id}/record`, download: `bastide-${id}.json` },
          icon("download", "s"),
          say("final.fair_record"),
        ),
      ),
    );
  } catch (error) {
    fill(body, h("p", { class: "meta" }, error instanceof Error ? error.message : String(error)));
  }
}

/**
 * Check a secret against its commitment.
 * @param {{secret: string, commitment: string}} fair
 */
async function verdict({ secret, commitment }) {
  if (!globalThis.crypto?.subtle) return say("final.fair_unknown");
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hash === commitment ? say("final.fair_ok") : say("final.fair_wrong");
}
