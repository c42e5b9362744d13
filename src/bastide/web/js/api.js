// HTTP requests to the server.

import { setReachable } from "./offline.js";
import { language, typeset } from "./words.js";

/** Fields of responses with text for players. */
const TEXT_FIELDS = ["text", "title", "summary", "head"];

/** A refused request; the message is in the player's language. */
export class ApiError extends Error {
  /**
   * @param {string} name the id of the error
   * @param {string} text
   * @param {number} code the HTTP status
   */
  constructor(name, text, code) {
    super(text);
    this.name = name;
    this.code = code;
  }
}

/**
 * Fetch a path, and record whether the server is reachable.
 * @param {string} path
 * @param {RequestInit} init
 */
async function fetchPath(path, init) {
  try {
    const response = await fetch(path, init);
    setReachable(true);
    return response;
  } catch (error) {
    setReachable(false);
    throw error;
  }
}

/**
 * Send a request and return the decoded response.
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, token?: string}} [options]
 * @returns {Promise<any>}
 */
async function request(method, path, { body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetchPath(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const data = JSON.parse(await response.text(), (name, value) =>
    TEXT_FIELDS.includes(name) && typeof value === "string" ? typeset(value) : value,
  );
  if (!response.ok) throw new ApiError(data.error, data.text, response.status);
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
 * @param {object} [body]
 * @param {string} [token]
 */
export const put = (path, body, token) => request("PUT", path, { body, token });
/**
 * @param {string} path
 * @param {string} [token]
 */
export const remove = (path, token) => request("DELETE", path, { token });
