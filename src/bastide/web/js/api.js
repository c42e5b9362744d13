// The server over HTTP.

import { setReachable } from "./offline.js";
import { language, typeset } from "./words.js";

/** What the server says in words, by the names it has. */
const SAID = ["text", "title", "summary", "head"];

/** Why something could not be done, in the player's language. */
export class Problem extends Error {
  /**
   * @param {string} name
   * @param {string} text
   * @param {number} code
   */
  constructor(name, text, code) {
    super(text);
    this.name = name;
    this.code = code;
  }
}

/**
 * Fetch from the server, and note whether it was reached.
 * @param {string} path
 * @param {RequestInit} wish
 */
async function reach(path, wish) {
  try {
    const answer = await fetch(path, wish);
    setReachable(true);
    return answer;
  } catch (reason) {
    setReachable(false);
    throw reason;
  }
}

/**
 * Ask the server.
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, token?: string}} [more]
 * @returns {Promise<any>}
 */
async function ask(method, path, { body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await reach(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status === 204) return null;
  const said = JSON.parse(await answer.text(), (name, value) =>
    SAID.includes(name) && typeof value === "string" ? typeset(value) : value,
  );
  if (!answer.ok) throw new Problem(said.error, said.text, answer.status);
  return said;
}

/**
 * @param {string} path
 * @param {string} [token]
 */
export const get = (path, token) => ask("GET", path, { token });
/**
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 */
export const post = (path, body, token) => ask("POST", path, { body, token });
/**
 * @param {string} path
 * @param {string} [token]
 */
export const remove = (path, token) => ask("DELETE", path, { token });
