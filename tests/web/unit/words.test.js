// Messages: values, plurals, and the words of an edition.

import assert from "node:assert/strict";
import { test } from "node:test";

/** The module under test, with messages as the server sends them. */
async function withWords() {
  const messages = {
    "role.thief": "voleur",
    "role.thief@anniversary": "voyageur",
    "line.pennants": "{times:bouclier|boucliers} × {each}",
    "line.pennants@anniversary": "{times:blason|blasons} × {each}",
    "story.puts": "place {piece:un|une}",
  };
  Object.assign(globalThis, {
    document: { documentElement: {} },
    fetch: async () => ({ ok: true, json: async () => messages }),
  });
  const words = await import("../../../src/bastide/web/js/words.js");
  await words.loadMessages();
  return words;
}

test("an edition has its own words, also within sentences, and others have those of all", async () => {
  const { say, useEdition, word } = await withWords();
  const said = () => [say("role.thief"), say("line.pennants", { times: 2, each: 2 })];
  assert.deepEqual(said(), ["voleur", "2 boucliers × 2"]);
  useEdition("anniversary");
  assert.deepEqual(said(), ["voyageur", "2 blasons × 2"]);
  assert.equal(say("story.puts", { piece: word("role.thief") }), "place un voyageur");
  useEdition("bigbox2014");
  assert.deepEqual(said(), ["voleur", "2 boucliers × 2"]);
});
