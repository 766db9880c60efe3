// Where somebody is signed in: the owner sees the sessions of all, others their
// own; and each can be ended from here.

import { get, remove } from "./api.js";
import { browserWords } from "./browser-words.js";
import { confirm, problem } from "./dialog.js";
import { button, el, put, toast } from "./dom.js";
import { leave } from "./signed-out.js";
import { count, timed } from "./words.js";

export class Sessions {
  constructor(app) {
    this.app = app;
    app.bar();
    app.title("Where you are signed in");
    this.list = el("div", {}, el("p", { class: "loading", text: "Looking…" }));
    const { room, needs_token: token } = app.session;
    const words = room ? "Each browser in which you joined by a link. If one of them is not yours any more, sign out there."
      : token ? "Each browser in which you, or somebody you invited, is signed in."
        : "This server asks nobody for a token, so that the owner need not sign in. These are the people who joined by a link.";
    this.others = button("Sign out everywhere else", () => this.endOthers(), { hidden: true });
    put(app.main, el("div", { class: "wrap" },
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Where you are signed in" }), this.others),
      el("p", { class: "quiet", text: words }), this.list,
      el("p", {}, el("a", { href: "#/", text: room ? "Back to the exploration" : "All explorations" }))));
    app.main.querySelector("h1").focus();
    this.refresh();
  }

  async refresh() {
    try {
      const [{ sessions }, titles] = await Promise.all([get("/api/sessions"), this.titles()]);
      if (this.stopped) return;
      this.draw(sessions, titles);
    } catch (error) {
      if (!this.stopped) put(this.list, el("p", { class: "error", role: "alert", text: error.message }));
    }
  }

  /** The titles of explorations by their names. */
  async titles() {
    if (this.app.session.room) return new Map();
    const { explorations } = await get("/api/explorations");
    return new Map(explorations.map(({ name, title }) => [name, title]));
  }

  /** Whether a session is of whoever is looking. */
  isOwn({ who, room }) {
    return who === this.app.session.who && (room ?? null) === (this.app.session.room ?? null);
  }

  draw(sessions, titles) {
    this.others.hidden = sessions.filter((session) => this.isOwn(session) && !session.current).length === 0;
    const row = (session) => {
      const { who, room, began, used, address, browser, current } = session;
      const name = who ?? "somebody whose invitation is gone";
      return el("tr", {},
        el("th", { scope: "row" }, name, current ? el("span", { class: "badge good", text: "this browser" }) : null,
          el("div", { class: "quiet", text: room ? `invited to ${titles.get(room) ?? room}` : "the owner" })),
        el("td", {}, el("span", { title: browser, text: browserWords(browser) }), el("div", { class: "quiet", text: `at ${address}` })),
        el("td", {}, el("span", { class: "quiet", text: "since " }), timed(began)),
        el("td", {}, el("span", { class: "quiet", text: "last used " }), timed(used)),
        el("td", {}, button(current ? "Sign out here…" : "Sign out there", () => this.end(session, name),
          { class: "small", "aria-label": `${current ? "Sign out here…" : "Sign out there"} (${name}, ${browserWords(browser)})` })));
    };
    put(this.list, sessions.length === 0 ? el("p", { text: "Nobody is signed in." })
      : el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Sessions" }, el("table", { class: "people sessions" },
        el("thead", {}, el("tr", {}, ["Who", "Browser", "Signed in", "Last used"].map((text) => el("th", { scope: "col", text })), el("td", {}))),
        el("tbody", {}, sessions.map(row)))));
  }

  async end({ id, current }, name) {
    if (current) {
      const sure = await confirm({ title: "Sign out in this browser?", yes: "Sign out", body: this.app.session.room
        ? "What you answered stays. To come back you need another link: ask whoever invited you."
        : "To come back you need the token, or the link that the server printed." });
      if (sure) await leave();
      return;
    }
    try {
      await remove(`/api/sessions/${encodeURIComponent(id)}`);
      toast(`${name} is signed out there.`);
    } catch (error) {
      await problem("This session could not be ended", error);
    }
    this.refresh();
  }

  async endOthers() {
    try {
      const { ended } = await remove("/api/sessions");
      toast(`Signed out in ${count(ended, "other browser")}.`);
    } catch (error) {
      await problem("The other sessions could not be ended", error);
    }
    this.refresh();
  }

  stop() {
    this.stopped = true;
  }
}
