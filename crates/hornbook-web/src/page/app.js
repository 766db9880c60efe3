// The page: who this is, what is shown, and whether there is a connection.

import { isSame, listen, room, session } from "./api.js";
import { confirm } from "./dialog.js";
import { button, el, put, toast } from "./dom.js";
import { bindAlways, help } from "./keys.js";
import { drop, sendLeftovers } from "./outbox.js";
import { part } from "./person.js";
import { go, invitation, route, takeToken } from "./router.js";
import { Create } from "./create.js";
import { Explorations } from "./explorations.js";
import { Join } from "./join.js";
import { Room } from "./room.js";
import { Sessions } from "./sessions.js";
import { SignedOut, SomebodyElse, isLeaving, leave, remember, wasHere } from "./signed-out.js";
import { SignIn, signInByLink } from "./signin.js";
import { lost, waiting } from "./status.js";
import { connect } from "./stream.js";
import { askBeforeLeaving } from "./typed.js";

const main = document.getElementById("main");
const top = document.getElementById("top");

const app = { session: null, shown: null, wrong: "", title, bar, lost, main, returned, pending };
/** What was refused after the page was left, and nobody was told yet. */
const refused = [];

/** What the tab is called, and how much needs whoever is here. */
const tab = { text: "", pending: 0 };

function nameTab() {
  const name = tab.text ? `${tab.text} · Hornbook` : "Hornbook";
  document.title = tab.pending > 0 ? `(${tab.pending}) ${name}` : name;
}

function title(text) {
  tab.text = text;
  nameTab();
}

/** Says in the tab's title how much needs an answer, for those who look elsewhere. */
function pending(number) {
  tab.pending = number;
  nameTab();
}

/** Who this is, and a way to be somebody else. */
function identity() {
  const { who, room, signed_in: known, needs_token: token } = app.session;
  if (!known) return null;
  const here = `${who}, ${part(app.session)}`;
  return [
    el("a", { class: "name", href: "/#/sessions", title: `You are here as ${here}`, "aria-label": `You are here as ${here}: where you are signed in` },
      el("span", { class: "lead", text: "You are here as " }), who, el("span", { class: "part", text: `, ${part(app.session)}` })),
    el("a", { class: "button plain sessions-link", href: "/#/sessions", title: "Where you are signed in", text: "Sessions" }),
    room ? button("Leave", leaveAsGuest, { class: "plain" }) : token ? button("Sign out", leave, { class: "plain" }) : null,
  ];
}

async function leaveAsGuest() {
  const sure = await confirm({
    title: "Leave this exploration?", yes: "Leave",
    body: `What you answered stays. To come back as ${app.session.who} you need another link: each is good once. Ask whoever invited you.`,
  });
  if (sure) await leave();
}

function bar(trail) {
  put(top, el("div", { class: "wrap" },
    el("a", { class: "brand", href: "/#/", "aria-label": "Hornbook: all explorations" },
      el("img", { src: "/icon.svg", alt: "", width: 24, height: 24 }), el("span", { text: "Hornbook" })),
    el("div", { class: "trail" }, trail),
    el("div", { class: "who" }, identity(), button("Keys", help, { class: "plain keys-button" }))));
}

/** The next thing that was refused in an exploration, which is told then. */
function returned(name) {
  const at = refused.findIndex(({ letter }) => letter.path.startsWith(`${room(name)}/`));
  if (at < 0) return null;
  const [one] = refused.splice(at, 1);
  drop(one.letter);
  return one;
}

function back(letter, error) {
  refused.push({ letter, error });
  if (app.shown instanceof Room) app.shown.giveBack();
  else if (route().page !== "room") toast("Something that you had sent was refused: open its exploration to see it.");
}

/** Shows that nothing can be done here any more. */
function end(Page) {
  const before = app.shown;
  app.shown = new Page(app);
  before?.stop?.();
}

/** What somebody sees who is not known, or not any more. Without a token only an
 * invitation can have been taken back. */
function outside() {
  if (app.shown instanceof SignedOut || app.shown instanceof SomebodyElse) return;
  if (wasHere() || !app.session.needs_token) end(SignedOut);
  else app.shown = new SignIn(app, app.wrong);
}

function show() {
  const wanted = route();
  if (!app.session.signed_in) {
    outside();
    return;
  }
  // Whoever was invited to one exploration is at home there.
  if (wanted.page === "list" && app.session.room) {
    go(`#/e/${encodeURIComponent(app.session.room)}`);
    return;
  }
  if (app.shown instanceof Room && wanted.page === "room" && app.shown.name === wanted.name) {
    app.shown.show(wanted);
    return;
  }
  app.shown?.stop?.();
  const pages = { room: Room, new: Create, sessions: Sessions, list: Explorations };
  app.shown = new pages[wanted.page](app, wanted);
  window.scrollTo(0, 0);
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("h1") ?? main).focus();
});

/** Signs in by the link that the server printed, if the address is that. Says
 * whether somebody signed in. */
async function useToken() {
  const token = takeToken();
  if (token === null) return false;
  const { signedIn, wrong } = await signInByLink(token, app.session);
  app.wrong = wrong;
  if (app.session.signed_in && wrong) toast(wrong);
  return signedIn;
}

async function moved() {
  // A dialog is about what was shown before.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  if (await useToken() || app.shown instanceof SomebodyElse) location.reload();
  else show();
}

/** Nobody is signed in any more. Whoever has just signed out need not be told. */
function signedOut() {
  if (!app.session?.signed_in || isLeaving()) return;
  app.session.signed_in = false;
  if (app.shown instanceof Join) location.reload();
  else show();
}

/** Somebody else is signed in. While they sign in, for a moment nobody is. */
function changed(session) {
  if (app.shown instanceof SignIn || app.shown instanceof Join) location.reload();
  else if (!(app.shown instanceof SomebodyElse && app.shown.who === session.who)) {
    app.session = session;
    end(SomebodyElse);
  }
}

/** In another tab somebody signed in or out. */
async function lookWho() {
  const same = await isSame();
  if (same && app.shown instanceof SignedOut && !app.shown.isNeeded) location.reload();
}

async function begin() {
  listen({ signedOut, changed, lost, waiting });
  askBeforeLeaving();
  bindAlways([["h", "shows these keys", help]]);
  app.session = await session();
  if (await useToken()) app.session = await session();
  connect(app.session.version, lookWho);
  bar();
  const held = invitation();
  if (held) {
    app.shown = new Join(app, held);
    return;
  }
  window.addEventListener("hashchange", moved);
  if (app.session.signed_in) {
    remember(app.session);
    const sent = sendLeftovers(back).then((sent) => sent > 0 && toast("What was under way when the page was left has been sent."));
    // Else the question it answers would be shown once more; but a server that
    // is slow to take it is no reason to show nothing.
    await Promise.race([sent, new Promise((done) => setTimeout(done, 2000))]);
  }
  show();
}

begin();
