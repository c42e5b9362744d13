// Requests to the server over HTTP.

import { setReachable } from "./offline.js";
import { language, typeset } from "./words.js";

/** Fields of answers that hold text for players. */
const TEXTS = ["text", "title", "summary", "head"];

/** A refused request; the message is in the player's language. */
export class ApiError extends Error {
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
 * Fetch a path, and record whether the server was reached.
 * @param {string} path
 * @param {RequestInit} init
 */
async function fetchPath(path, init) {
  try {
    const answer = await fetch(path, init);
    setReachable(true);
    return answer;
  } catch (problem) {
    setReachable(false);
    throw problem;
  }
}

/**
 * Send a request and return the decoded answer.
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, token?: string}} [more]
 * @returns {Promise<any>}
 */
async function request(method, path, { body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetchPath(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status === 204) return null;
  const data = JSON.parse(await answer.text(), (name, value) =>
    TEXTS.includes(name) && typeof value === "string" ? typeset(value) : value,
  );
  if (!answer.ok) throw new ApiError(data.error, data.text, answer.status);
  return data;
}

/**
 * @param {string} path
 * @param {string} [token]
 */
export const get = (path, token) => request("GET", path, { token });
/**
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 */
export const post = (path, body, token) => request("POST", path, { body, token });
/**
 * @param {string} path
 * @param {string} [token]
 */
export const remove = (path, token) => request("DELETE", path, { token });
