// The bar that tells of trouble: no connection, or a server that cannot save.

import { button, el, put, toast } from "./dom.js";

const bar = document.getElementById("status");
const offline = document.getElementById("offline");
const place = document.getElementById("trouble");
let wasLost = false;
let said = null;
let stop = () => {};

/** Says when the connection is gone; everything typed stays. */
export function lost(gone) {
  if (gone === wasLost) return;
  wasLost = gone;
  offline.hidden = !gone;
  document.documentElement.classList.toggle("lost", gone);
  put(offline, gone ? "Not connected. What you sent is sent again as soon as the server is back; what you are typing stays." : "");
  if (!gone) toast("Connected again.");
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
