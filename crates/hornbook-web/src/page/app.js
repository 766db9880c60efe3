// The page: who this is, what is shown, and whether there is a connection.

import { listen, room, session } from "./api.js";
import { confirm } from "./dialog.js";
import { button, el, put, toast } from "./dom.js";
import { bindAlways, help } from "./keys.js";
import { drop, sendLeftovers } from "./outbox.js";
import { go, route } from "./router.js";
import { Create } from "./create.js";
import { Explorations } from "./explorations.js";
import { Revoked, leave, remember, wasGuest } from "./revoked.js";
import { Room } from "./room.js";
import { SignIn } from "./signin.js";
import { lost } from "./status.js";
import { askBeforeLeaving } from "./typed.js";

const main = document.getElementById("main");
const top = document.getElementById("top");

const app = { session: null, shown: null, title, bar, lost, main, returned };
/** What was refused after the page was left, and nobody was told yet. */
const refused = [];

function title(text) {
  document.title = text ? `${text} · Hornbook` : "Hornbook";
}

/** Who this is, and a way to be somebody else. */
function identity() {
  const { who, role, room, signed_in: known, needs_token: token } = app.session;
  if (!known) return null;
  const part = room ? { reader: "a reader", expert: "an expert", owner: "an owner" }[role] : "the owner";
  return [
    el("span", { class: "name", title: `You are here as ${who}, ${part}` }, el("span", { class: "lead", text: "You are here as " }), who, el("span", { class: "part", text: `, ${part}` })),
    room ? button("Leave", leaveAsGuest, { class: "plain" }) : token ? button("Sign out", leave, { class: "plain" }) : null,
  ];
}

async function leaveAsGuest() {
  const sure = await confirm({
    title: "Leave this exploration?", yes: "Leave",
    body: `What you answered stays. To come back as ${app.session.who}, open the link of your invitation again.`,
  });
  if (sure) await leave();
}

function bar(trail) {
  put(top, el("div", { class: "wrap" },
    el("a", { class: "brand", href: "#/", "aria-label": "Hornbook: all explorations" },
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

/** What somebody sees who is not known, or not any more. Without a token only an
 * invitation can have been taken back. */
function outside() {
  if (app.shown instanceof Revoked) return;
  const before = app.shown;
  app.shown = wasGuest() || !app.session.needs_token ? new Revoked(app) : new SignIn(app);
  before?.stop?.();
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
  const pages = { room: Room, new: Create, list: Explorations };
  app.shown = new pages[wanted.page](app, wanted);
  window.scrollTo(0, 0);
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("h1") ?? main).focus();
});

async function begin() {
  listen({
    signedOut: () => {
      if (app.session?.signed_in) {
        app.session.signed_in = false;
        show();
      }
    },
    lost,
  });
  askBeforeLeaving();
  bindAlways([["h", "shows these keys", help]]);
  app.session = await session();
  bar();
  window.addEventListener("hashchange", () => {
    // A dialog is about what was shown before.
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    show();
  });
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
