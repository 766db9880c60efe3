// The page: who this is, what is shown, and whether there is a connection.

import { listen, sendLeftovers, session, signOut } from "./api.js";
import { button, el, put, toast } from "./dom.js";
import { bindAlways, help } from "./keys.js";
import { go, route } from "./router.js";
import { Create } from "./create.js";
import { Explorations } from "./explorations.js";
import { Room } from "./room.js";
import { SignIn } from "./signin.js";

const main = document.getElementById("main");
const top = document.getElementById("top");
const offline = document.getElementById("offline");

const app = { session: null, shown: null, title, lost, main };
let wasLost = false;

/** Says when the connection is gone; everything typed stays. */
function lost(gone) {
  if (gone === wasLost) return;
  wasLost = gone;
  offline.hidden = !gone;
  document.documentElement.classList.toggle("lost", gone);
  put(offline, gone ? "Not connected. What you typed is kept, and sent as soon as the server is back." : "");
  if (!gone) toast("Connected again.");
}

function title(text) {
  document.title = text ? `${text} · Hornbook` : "Hornbook";
}

function bar(trail) {
  const who = app.session;
  const leave = who.needs_token && who.signed_in
    ? button("Sign out", async () => { await signOut(); location.hash = "#/"; location.reload(); }, { class: "plain" }) : null;
  put(top, el("div", { class: "wrap" },
    el("a", { class: "brand", href: "#/", "aria-label": "Hornbook: all explorations" },
      el("img", { src: "/icon.svg", alt: "", width: 24, height: 24 }), el("span", { text: "Hornbook" })),
    el("div", { class: "trail" }, trail),
    el("div", { class: "who" },
      who.who && who.signed_in ? el("span", { class: "name", title: `You are ${who.who}`, text: who.who }) : null,
      button("Keys", help, { class: "plain keys-button" }), leave)));
}
app.bar = bar;

function show() {
  const wanted = route();
  if (!app.session.signed_in) {
    app.shown?.stop?.();
    app.shown = new SignIn(app);
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
  bindAlways([["h", "shows these keys", help]]);
  app.session = await session();
  bar();
  window.addEventListener("hashchange", show);
  if (app.session.signed_in) {
    const sent = sendLeftovers().then((sent) => sent > 0 && toast("What was under way when the page was left has been sent."));
    // Else the question it answers would be shown once more; but a server that
    // is slow to take it is no reason to show nothing.
    await Promise.race([sent, new Promise((done) => setTimeout(done, 2000))]);
  }
  show();
}

begin();
