// One exploration: its views, kept up to date while others answer.

import { isSame } from "./api.js";
import { Live } from "./live.js";
import { announce, el, put, toast } from "./dom.js";
import { address, forgetSearch, go } from "./router.js";
import { Answers } from "./answers.js";
import { wishes } from "./asking.js";
import { DiagramView } from "./diagram.js";
import { ExportView } from "./export.js";
import { Guide } from "./guide.js";
import { Notice, awaiting } from "./needs.js";
import { Objects } from "./objects.js";
import { People } from "./people.js";
import { part } from "./person.js";
import { QuestionView } from "./question.js";
import { showReturned } from "./returned.js";
import { Rules } from "./rules.js";
import { Setup } from "./setup.js";
import { unread } from "./status.js";
import { endTour, startTour, tourShows } from "./tour.js";
import { forgetTyped } from "./typed.js";
import { Unsettled, contradictions } from "./unsettled.js";
import { welcome } from "./welcome.js";
import { count, countOf } from "./words.js";

const VIEWS = [
  ["question", "Question", QuestionView, () => null],
  ["rules", "Rules", Rules, (state) => state.rules.length],
  ["objects", "Objects", Objects, (state) => countOf(state.objects)],
  ["diagram", "Diagram", DiagramView, () => null],
  ["answers", "Answers", Answers, () => null],
  ["unsettled", "Unsettled", Unsettled, (state) => unsettled(state)],
  ["people", "People", People, () => null],
  ["setup", "Setup", Setup, () => null],
  ["export", "Export", ExportView, () => null],
];

/** How much waits for somebody: open questions, contradictions, disagreements, and
 * what somebody corrected of what they said. */
function unsettled(state) {
  const corrected = state.overruled.filter((part) => part.said.who === state.me.who);
  return state.open.length + contradictions(state).length + state.disagreements.length + corrected.length + awaiting(state).length;
}

export class Room {
  constructor(app, wanted) {
    this.app = app;
    this.name = wanted.name;
    this.wanted = wanted;
    this.state = null;
    /** What was chosen in the diagram, which rules and objects go by. */
    this.concept = null;
    this.views = new Map();
    this.nav = el("nav", { class: "views", "aria-label": "Views" });
    this.place = el("div", { class: "view" });
    this.guide = new Guide(this);
    this.notice = new Notice(this);
    this.greeting = el("div", {});
    put(app.main, el("div", { class: "wrap" }, this.nav, this.greeting, this.notice.node, this.guide.node, this.place));
    put(this.place, el("p", { class: "loading", text: "Opening…" }));
    app.bar(el("span", { text: "" }));
    this.live = new Live(this.name, {
      wishes: () => wishes(this.name),
      changed: (state) => this.changed(state),
      lost: (gone) => app.lost(gone),
      failed: (error, passing) => this.failed(error, passing),
    });
  }

  /** May answer and tell, and not only read. */
  get mayAnswer() {
    return this.state.me.role !== "reader" && !this.state.archived;
  }

  get isOwner() {
    return this.state.me.role === "owner";
  }

  /** The names of those who can set it up. */
  get owners() {
    return this.state.people.filter((person) => person.role === "owner").map((person) => person.name);
  }

  /** Says why it cannot be shown, or not as it is now. */
  failed(error, passing) {
    if (this.state && passing) {
      unread(`The server cannot show what is new: ${error.message} It is tried again.`);
      return;
    }
    if (this.state && error.status !== 403 && error.status !== 404) return;
    if (!passing) this.live.stop();
    // Said again, it would be read out again.
    if (this.failure === error.message) return;
    this.failure = error.message;
    put(this.nav);
    put(this.greeting);
    this.guide.node.hidden = true;
    this.app.pending(0);
    put(this.place, el("div", { class: "card" }, el("h1", { tabindex: -1, text: "This exploration cannot be opened" }),
      el("p", { class: "error pre", role: "alert", text: error.message }),
      passing ? el("p", { text: "It is tried again by itself." }) : null,
      el("p", {}, el("a", { href: "#/", text: "All explorations" }))));
  }

  changed(state) {
    // In another tab somebody else may have signed in.
    if (state.me.who !== this.app.session.who) {
      isSame();
      return;
    }
    const first = this.state === null;
    const before = this.state;
    this.state = state;
    this.failure = null;
    unread(null);
    this.guide.node.hidden = false;
    this.frame(first || before.title !== state.title);
    this.notice.update(state);
    if (first) {
      this.show(this.wanted);
      this.greet();
      this.giveBack();
    } else if (before.me.role !== state.me.role) {
      this.roleChanged();
    } else {
      this.current?.update(state);
      this.tellOthers(before, state);
    }
  }

  /** What somebody is told who has just joined, or wants to be shown around. */
  greet() {
    const { search } = this.wanted;
    if (search.has("welcome")) {
      const done = () => {
        put(this.greeting);
        this.place.querySelector("h1")?.focus({ preventScroll: true });
      };
      put(this.greeting, welcome(this, done));
      this.greeting.querySelector("h1").focus({ preventScroll: true });
    }
    if (search.has("tour")) startTour(this);
    if (search.has("welcome") || search.has("tour")) forgetSearch();
  }

  /** What one may do has changed: every view is made anew. */
  roleChanged() {
    const { me } = this.state;
    this.app.session.role = me.role;
    toast(`You are here as ${part(this.app.session)} now.`);
    this.current?.leave?.();
    this.current = null;
    this.views.clear();
    this.frame(true);
    this.show(this.wanted);
  }

  /** Shows what was refused after the page was left, one after the other. */
  async giveBack() {
    if (!this.state || this.givingBack) return;
    this.givingBack = true;
    for (let one = this.app.returned(this.name); one; one = this.app.returned(this.name)) await showReturned(this, one);
    this.givingBack = false;
  }

  /** What others did meanwhile, for those who do not see it happen. */
  tellOthers(before, state) {
    const known = new Set(before.entries.map((entry) => entry.id));
    const news = state.entries.filter((entry) => !known.has(entry.id) && entry.who && entry.who !== state.me.who);
    if (news.length === 1) announce(`${news[0].who}: ${news[0].words}`);
    if (news.length > 1) announce(`${count(news.length, "entry", "entries")} of others came in.`);
    const said = new Set(before.comments.map((comment) => comment.entry));
    const comments = state.comments.filter((comment) => !said.has(comment.entry) && comment.who !== state.me.who);
    if (comments.length > 0) announce(`${comments[0].who ?? "Somebody"} commented: ${comments[0].text}`);
  }

  frame(titled) {
    const { state } = this;
    if (titled) {
      this.app.bar(el("a", { class: "here", href: address(this.name), text: state.title }));
    }
    const links = VIEWS.filter(([view]) => view !== "people" || this.isOwner || state.people.length > 1).map(([view, label, , number]) => {
      const many = number(state);
      const current = (this.wanted?.view ?? "question") === view;
      const urgent = view === "unsettled" && state.disputes.length + state.disagreements.length > 0;
      return el("a", { href: address(this.name, view), "aria-current": current ? "page" : null, "data-view": view },
        label, many ? el("span", { class: urgent ? "number urgent" : "number", text: many }) : null);
    });
    // Only what is different is replaced, so that the focus stays.
    const old = [...this.nav.children];
    if (old.length === links.length) {
      links.forEach((link, at) => {
        const was = old[at];
        const currently = (link) => link.getAttribute("aria-current");
        const shown = (link) => link.textContent + (link.querySelector(".urgent") ? "!" : "");
        if (shown(was) !== shown(link)) put(was, [...link.childNodes]);
        if (currently(was) !== currently(link)) {
          if (currently(link)) was.setAttribute("aria-current", "page");
          else was.removeAttribute("aria-current");
        }
      });
    } else {
      put(this.nav, links);
    }
  }

  /** Shows a view; views are kept, with all that was typed in them. */
  show(wanted) {
    const moved = this.current && wanted.view !== this.wanted.view;
    this.wanted = wanted;
    if (!this.state) return;
    const entry = VIEWS.find(([view]) => view === wanted.view) ?? VIEWS[0];
    const [key, label, View] = entry;
    this.app.title(key === "question" ? this.state.title : `${label} · ${this.state.title}`);
    if (!this.views.has(key)) this.views.set(key, new View(this));
    const view = this.views.get(key);
    if (this.current !== view) this.current?.leave?.();
    this.current = view;
    this.frame(false);
    this.guide.show(key, label);
    this.notice.update(this.state);
    put(this.place, view.node);
    view.update(this.state);
    view.enter?.();
    this.nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    if (moved) {
      window.scrollTo(0, 0);
      view.node.querySelector("h1")?.focus({ preventScroll: true });
    }
    tourShows(key);
  }

  go(view) {
    go(address(this.name, view));
  }

  stop() {
    this.current?.leave?.();
    endTour();
    this.app.pending(0);
    this.live.stop();
    unread(null);
    forgetTyped();
  }
}
