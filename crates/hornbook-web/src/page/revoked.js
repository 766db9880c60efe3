// An invitation was taken back: what that means, and what was typed meanwhile.

import { signOut } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put } from "./dom.js";
import { underWay } from "./outbox.js";
import { endTyping, typedNow } from "./typed.js";

/** Tells, also over a reload, that somebody was here by an invitation, and what
 * they could not send. */
const GUEST = "hornbook.guest";

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(GUEST));
  } catch {
    return null;
  }
}

function keep(typed) {
  try {
    if (typed) sessionStorage.setItem(GUEST, JSON.stringify(typed));
    else sessionStorage.removeItem(GUEST);
  } catch {
    // Then a reload asks for the token.
  }
}

/** Whether somebody was here by an invitation. */
export const wasGuest = () => kept() !== null;

/** Remembers whether this is somebody who was invited. */
export const remember = (session) => keep(session.room ? [] : null);

/** Forgets who this is: on a server without a token one is its owner then. */
export async function leave() {
  try {
    await signOut();
  } catch (error) {
    await problem("You could not leave", error);
    return;
  }
  keep(null);
  location.hash = "#/";
  location.reload();
}

export class Revoked {
  constructor(app) {
    const typed = [...new Set([...kept() ?? [], ...typedNow(), ...underWay()])];
    keep(typed);
    endTyping();
    // What stands in a dialog is told below.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    app.bar();
    app.title("Your invitation was taken back");
    const text = el("textarea", { id: fresh("typed"), readonly: true, rows: Math.min(3 + typed.length, 12), value: typed.join("\n\n") });
    put(app.main, el("div", { class: "wrap narrow" }, el("section", { class: "card revoked" },
      el("h1", { tabindex: -1, text: "Your invitation was taken back" }),
      el("p", { text: "You cannot see this exploration any more. What you answered before stays in it, under your name." }),
      el("p", { text: "If you are to go on, ask whoever invited you for another link." }),
      typed.length > 0 ? el("div", { class: "field" }, el("label", { for: text.id, text: "This was not sent: copy it if you need it" }), text) : null,
      el("div", { class: "actions" }, button(app.session.needs_token ? "Sign in as the owner" : "Go on as the owner of this server", leave)))));
    app.main.querySelector("h1").focus();
  }
}
