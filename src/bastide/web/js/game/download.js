// Downloading files that the server makes.

import { h } from "../dom.js";
import { language, say } from "../words.js";

/** Milliseconds after which a download counts as slow. */
const SLOW = 600;
/** Milliseconds until the memory of a download is freed. */
const KEPT = 10_000;

/**
 * Download a file, with a notice if it takes a while.
 * @param {import("./notices.js").Notices} notices
 * @param {string} url
 * @param {string} name
 */
export async function download(notices, url, name) {
  const slow = setTimeout(() => notices.toast(say("replay.making"), "clock"), SLOW);
  try {
    const response = await fetch(url, { headers: { "Accept-Language": language() } });
    if (!response.ok) {
      notices.toast((await response.json()).text, "warn");
      return;
    }
    const objectUrl = URL.createObjectURL(await response.blob());
    const link = h("a", { href: objectUrl, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(objectUrl), KEPT);
    notices.toast(say("replay.saved"), "check");
  } catch {
    notices.toast(say("play.unreachable"), "offline");
  } finally {
    clearTimeout(slow);
  }
}
