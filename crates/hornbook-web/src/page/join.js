// The link of an invitation: what it is for, and whether to join. Nothing is used
// up by looking at it.

import { join, lookAt, requestName } from "./api.js";
import { button, el, put } from "./dom.js";
import { part } from "./person.js";
import { leaveInvitation } from "./router.js";

/** Under this, and the name of the exploration, is the name of the request by
 * which somebody joined: if the answer was lost, it is asked for again. */
const KEPT = "hornbook.join.";

const MAY = {
  expert: "You are asked questions about it, and answer them. The others see your answers, under your name.",
  reader: "You see everything in it, and answer nothing.",
  owner: "You answer questions, invite people and set it up.",
};

const ABOUT = "This is Hornbook: it learns the rules of a domain from people who know it, one question at a time. There is nothing to install or "
  + "to prepare; you can stop at any time, and each answer is saved at once.";

const USELESS = {
  used: "This link was used already, and each is good for one browser, once. If it was you, in another browser, go on there; else ask whoever sent it for another link.",
  expired: "This link was good for a while only, and that is over. Ask whoever sent it for another link.",
};

function keptRequest(room) {
  try {
    return sessionStorage.getItem(KEPT + room);
  } catch {
    return null;
  }
}

function keepRequest(room, request) {
  try {
    if (request) sessionStorage.setItem(KEPT + room, request);
    else sessionStorage.removeItem(KEPT + room);
  } catch {
    // Then it cannot be asked for again after a reload.
  }
}

export class Join {
  constructor(app, invitation) {
    this.app = app;
    this.invitation = invitation;
    app.bar();
    app.title("An invitation");
    this.card = el("section", { class: "card join" });
    put(app.main, el("div", { class: "wrap narrow" }, this.card));
    put(this.card, el("p", { class: "loading", text: "Looking at the invitation…" }));
    this.look();
  }

  async look() {
    let found;
    try {
      found = await lookAt(this.invitation);
    } catch (error) {
      if (!error.status) throw error;
      this.useless("This invitation is not good", error.message);
      return;
    }
    if (found.is_you) leaveInvitation(found.room);
    else if (found.state === "open") this.ask(found);
    // Perhaps by this very tab, and the answer was lost.
    else if (found.state === "used" && keptRequest(found.room)) this.join(found);
    else this.useless(found.state === "used" ? "This link was used already" : "This link has expired", USELESS[found.state], found);
  }

  ask(found) {
    const { session } = this.app;
    const { who, role, title } = found;
    this.error = el("p", { class: "error pre", role: "alert" });
    this.yes = button(`Join as ${who}`, () => this.join(found), { class: "primary" });
    const other = session.signed_in;
    put(this.card,
      el("h1", { tabindex: -1, text: `Join “${title}” as ${who}` }),
      el("p", { text: `You are invited as ${part(found)}. ${MAY[role]}` }),
      other ? el("p", { class: "note warn", text: this.warning(who) }) : null,
      el("p", { class: "quiet", text: "The link is good for one browser, once: join where you want to go on. If you are not "
        + `${who}, leave it to them.` }),
      this.error,
      el("div", { class: "actions" }, other ? button(`Stay ${session.who}`, () => leaveInvitation(session.room)) : null, this.yes),
      el("p", { class: "quiet", text: ABOUT }));
    this.app.title(`Join ${title}`);
    this.card.querySelector("h1").focus();
  }

  /** What joining means to whoever is somebody here already. */
  warning(who) {
    const { session } = this.app;
    if (!session.room && !session.needs_token) {
      return `In this browser you are ${session.who}, the owner of the server. If you join, you are ${who} here until you leave.`;
    }
    const back = session.room ? ` To come back, ${session.who} needs another link.` : "";
    return `You are signed in here as ${session.who}, ${part(session)}. If you join as ${who}, you are signed out as ${session.who} in this browser.${back}`;
  }

  async join(found) {
    const { room } = found;
    const request = keptRequest(room) ?? requestName();
    keepRequest(room, request);
    const failing = (error) => { if (this.error) this.error.textContent = error ? `${error.message} It is tried again.` : ""; };
    if (this.yes) this.yes.disabled = true;
    try {
      await join(this.invitation, request, failing);
      keepRequest(room, null);
      leaveInvitation(room, true);
    } catch (error) {
      if (!error.status) throw error;
      keepRequest(room, null);
      this.useless("You could not join", error.message, found);
    }
  }

  useless(title, words) {
    const { session } = this.app;
    put(this.card, el("h1", { tabindex: -1, text: title }), el("p", { role: "alert", text: words }),
      session.signed_in ? el("div", { class: "actions" }, button(`Go on as ${session.who}`, () => leaveInvitation(session.room))) : null);
    this.app.title(title);
    this.card.querySelector("h1").focus();
  }
}
