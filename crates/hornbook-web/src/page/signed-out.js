// Somebody is not signed in any more, or is somebody else in this browser: what
// that means, and what was typed meanwhile.

import { signOut } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put } from "./dom.js";
import { underWay } from "./outbox.js";
import { part } from "./person.js";
import { startAnew } from "./router.js";
import { tokenForm } from "./signin.js";
import { endTyping, typedNow } from "./typed.js";

/** Tells, also over a reload, who was here, and what they could not send. */
const KEPT = "hornbook.here";

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function keep(here) {
  try {
    if (here) sessionStorage.setItem(KEPT, JSON.stringify(here));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Then a reload asks for the token.
  }
}

/** Whether somebody was signed in in this tab, and did not sign out. */
export const wasHere = () => kept() !== null;

/** Remembers who is here. */
export const remember = ({ who, role, room }) => keep({ who, role, room, typed: [] });

let leaving = false;

/** Whether this page is about to begin anew, with whoever it will be then. */
export const isLeaving = () => leaving;

/** Forgets who this is: on a server without a token one is its owner then. */
export async function leave() {
  leaving = true;
  try {
    await signOut();
  } catch (error) {
    // Whoever is signed out already has left.
    if (error.status !== 401) {
      leaving = false;
      await problem("You could not be signed out", error);
      return;
    }
  }
  keep(null);
  startAnew();
}

/** What was typed and cannot be sent; the forms are gone. */
function takeTyped() {
  const here = kept();
  const typed = [...new Set([...here?.typed ?? [], ...typedNow(), ...underWay()])];
  keep({ ...here, typed });
  endTyping();
  // What stands in a dialog is told below.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  if (typed.length === 0) return null;
  const text = el("textarea", { id: fresh("typed"), readonly: true, rows: Math.min(3 + typed.length, 12), value: typed.join("\n\n") });
  return el("div", { class: "field" }, el("label", { for: text.id, text: "This was not sent: copy it if you need it" }), text);
}

function page(app, title, ...content) {
  app.bar();
  app.title(title);
  put(app.main, el("div", { class: "wrap narrow" }, el("section", { class: "card signed-out" }, el("h1", { tabindex: -1, text: title }), content)));
  app.main.querySelector("h1").focus();
}

export class SignedOut {
  constructor(app) {
    const typed = takeTyped();
    /** Whether something would be lost with this page. */
    this.isNeeded = typed !== null;
    const here = kept();
    const token = app.session.needs_token;
    const guest = here?.room || !token;
    page(app, "You are not signed in any more",
      guest ? [
        el("p", { text: `${here?.who ? `You were here as ${here.who}. ` : ""}Your invitation was taken back, or you were signed out in this browser. What you answered stays, under your name.` }),
        el("p", { text: "If you are to go on, ask whoever invited you for another link." }),
      ] : el("p", { text: "You were signed out, here or from another browser, or did not come for long. What you answered stays." }),
      typed,
      token ? guest ? el("div", { class: "actions" }, button("Sign in as the owner", leave)) : tokenForm()
        : el("div", { class: "actions" }, button("Go on as the owner of this server", leave)));
  }
}

export class SomebodyElse {
  constructor(app) {
    const { session } = app;
    this.who = session.who;
    const typed = takeTyped();
    const before = kept();
    const goOn = () => {
      keep(null);
      startAnew();
    };
    page(app, `You are ${session.who} in this browser now`,
      el("p", { text: `In another tab you became ${session.who}, ${part(session)}. Here you were ${before?.who ?? "somebody else"}, and what was shown is not shown any more.` }),
      typed, el("div", { class: "actions" }, button(`Go on as ${session.who}`, goOn, { class: "primary" })));
  }
}
