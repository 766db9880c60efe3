// The bar that tells of trouble: no connection, or a server that cannot save.

import { button, el, put, toast } from "./dom.js";

const bar = document.getElementById("status");
const offline = document.getElementById("offline");
const place = document.getElementById("trouble");
const stale = document.getElementById("stale");
/** What is the matter with the connection: "gone", "silent" or nothing. */
let matter = null;
let waited = false;
let said = null;
let stop = () => {};

const REST = "What you sent is sent again as soon as it is back; what you are typing stays.";
const WORDS = { gone: `Not connected. The server cannot be reached. ${REST}`, silent: `Not connected. The server does not answer. ${REST}` };

function draw() {
  const words = matter ? WORDS[matter] : waited ? "Waiting for the server…" : "";
  offline.hidden = words === "";
  if (offline.textContent !== words) put(offline, words);
}

/** Says when the connection is lost; everything typed stays. */
export function lost(now) {
  const before = matter;
  matter = now;
  document.documentElement.classList.toggle("lost", Boolean(now));
  draw();
  if (before && !now) toast("Connected again.");
}

/** Says when the server takes its time. */
export function waiting(now) {
  waited = now;
  draw();
}

/** Says why what is shown is not new; without words this is over. */
export function unread(words) {
  stale.hidden = !words;
  if (stale.textContent !== (words ?? "")) put(stale, words ?? "");
}

/** Says why something cannot be saved, and offers to stop trying; without words
 * this is over. */
export function unsaved(words, giveUp) {
  stop = giveUp;
  // Behind a dialog it could be neither read nor used.
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? bar;
  if (place.parentElement !== host) host.prepend(place);
  if (words === said) return;
  said = words;
  place.hidden = !words;
  put(place, words ? [el("span", { class: "pre", text: words }), button("Stop trying", () => stop(), { class: "small" })] : null);
}
