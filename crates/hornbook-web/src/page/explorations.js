// All explorations, and what can be done with each as a whole.

import { connection, create, get, isGone, post, remove, room } from "./api.js";
import { ask, confirm, problem } from "./dialog.js";
import { button, el, put, toast } from "./dom.js";
import { bind } from "./keys.js";
import { address, go } from "./router.js";
import { SAMPLES, begin } from "./samples.js";
import { count, matches, percent, timed, together } from "./words.js";

/** The others change things, too. */
const REFRESH = 10_000;
/** The same while the server cannot be reached. */
const REFRESH_LOST = 2000;

/** Gives an exploration another title; says whether it was done. */
export function rename(exploration) {
  return titled({ title: "Rename", label: "Title", value: exploration.title, yes: "Rename" },
    (title) => post(`${room(exploration.name)}/rename`, { title }));
}

/** Copies an exploration, and goes there. */
export function duplicate(exploration) {
  return titled({ title: "Duplicate", label: "Title of the copy", value: `${exploration.title} (copy)`, yes: "Duplicate" }, async (title) => {
    const made = await create(`${room(exploration.name)}/duplicate`, { title });
    toast(`“${title}” is a copy with everything that was answered so far.`);
    go(address(made.name));
  });
}

/** Puts an exploration away, or takes it back out. */
export function archive(exploration, archived) {
  return tried("This did not work", async () => {
    await post(`${room(exploration.name)}/archive`, { archived });
    toast(archived ? "Archived: it is at the end of the list." : "Taken out of the archive.");
  });
}

/** Deletes what is archived, after a question back; says whether it was done. */
export async function erase({ name, title }) {
  const sure = await confirm({
    title: `Delete “${title}”?`, yes: "Delete", dangerous: true,
    body: el("div", {},
      el("p", { text: "It is gone from this page for everybody, with all answers, objects and comments, and whoever was invited to it is signed out." }),
      el("p", { class: "quiet", text: "Its files are moved to the folder “deleted” on the server, from where whoever runs the server can bring them back." })),
  });
  if (!sure) return false;
  return tried("This could not be deleted", async () => {
    await remove(room(name));
    toast(`“${title}” was deleted.`);
  });
}

/** Asks for a title and does something with it; if that fails, it is asked again,
 * with what was typed. */
async function titled(about, act) {
  let before = {};
  for (;;) {
    const title = await ask({ ...about, ...before });
    if (title === null) return false;
    try {
      await act(title);
      return true;
    } catch (error) {
      if (error.status === 401) return false;
      before = { typed: title, refused: error.message };
    }
  }
}

async function tried(title, act) {
  try {
    await act();
    return true;
  } catch (error) {
    await problem(title, error);
    return false;
  }
}

export class Explorations {
  constructor(app) {
    this.app = app;
    this.search = "";
    app.bar();
    app.title("Explorations");
    this.list = el("div", {});
    this.filter = el("input", {
      type: "search", id: "search", placeholder: "Search by title", "aria-label": "Search by title",
      oninput: (event) => { this.search = event.target.value.trim(); this.draw(); },
    });
    this.tools = el("div", { class: "tools", hidden: true }, this.filter);
    const create = app.session.role === "owner" && !app.session.room;
    this.mayCreate = create;
    put(app.main, el("div", { class: "wrap" },
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Explorations" }),
        create ? el("a", { class: "button primary", href: "#/new", text: "New exploration" }) : null),
      this.tools, this.list, create ? this.trying() : null));
    bind(create ? [["c", "new exploration", () => go("#/new")]] : []);
    this.refresh();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.refresh(), REFRESH);
  }

  async refresh() {
    try {
      const answer = await get("/api/explorations");
      this.app.lost(null);
      const text = JSON.stringify(answer);
      // Drawing anew would take the focus away.
      if (text === this.last) return;
      this.last = text;
      this.explorations = answer.explorations;
      this.draw();
    } catch (error) {
      this.app.lost(connection(error));
      clearTimeout(this.again);
      if (isGone(error)) {
        if (!this.stopped) this.again = setTimeout(() => this.refresh(), REFRESH_LOST);
        return;
      }
      this.last = null;
      put(this.list, el("p", { class: "error", role: "alert", text: error.message }));
    }
  }

  draw() {
    const all = this.explorations ?? [];
    this.tools.hidden = all.length < 6;
    const found = all.filter((exploration) => matches(exploration.title, this.search));
    const newest = (a, b) => String(b.changed).localeCompare(String(a.changed));
    const present = found.filter((exploration) => !exploration.archived).sort(newest);
    const archived = found.filter((exploration) => exploration.archived).sort(newest);
    if (this.samples && !this.drawn) this.samples.open = all.length === 0;
    this.drawn = true;
    put(this.list,
      all.length === 0 ? this.welcome() : null,
      all.length > 0 && found.length === 0 ? el("p", { class: "quiet", text: "No title matches." }) : null,
      present.length > 0 ? el("ul", { class: "explorations" }, present.map((exploration) => this.card(exploration))) : null,
      archived.length > 0 ? el("details", { class: "archive" }, el("summary", { text: `Archived (${archived.length})` }),
        el("ul", { class: "explorations" }, archived.map((exploration) => this.card(exploration)))) : null);
  }

  welcome() {
    return el("div", { class: "card welcome" },
      el("h2", { text: "Teach it your domain" }),
      el("p", { text: "Name some attributes that things in your domain may have. Hornbook asks you whether rules hold, one "
        + "question at a time, and tells you how much of your domain the rules cover by then." }),
      el("p", {}, el("a", { class: "button primary", href: "#/new", text: "Start an exploration" })));
  }

  /** Domains to try, for those who want to see it first. */
  trying() {
    const sample = (one) => el("li", {}, el("h3", { text: one.title }), el("p", { class: "quiet", text: one.about }),
      button("Try it", (event) => this.try(one, "", event.currentTarget), { class: "small", "data-sample": one.key, "aria-label": `Try it: ${one.title}` }));
    this.samples = el("details", { class: "trying" }, el("summary", { text: "Try it with a sample, or take the tour" }),
      el("ul", { class: "samples" }, SAMPLES.map(sample)),
      el("p", {}, button("Take the tour (two minutes)", (event) => this.try(SAMPLES[0], "?tour", event.currentTarget), { "data-tour": true }),
        el("span", { class: "quiet", text: ` It goes through a sample: ${SAMPLES[0].title}.` })));
    return this.samples;
  }

  async try(sample, search, pressed) {
    pressed.disabled = true;
    try {
      go(`${address(await begin(sample))}${search}`);
    } catch (error) {
      pressed.disabled = false;
      await problem("This could not be begun", error);
    }
  }

  card(exploration) {
    const { name, title } = exploration;
    const mine = this.app.session.role === "owner" && !exploration.busy && !exploration.problem;
    const act = async (what) => { if (await what()) this.refresh(); };
    return el("li", { class: "card exploration" },
      el("div", { class: "about" },
        el("h2", {}, exploration.problem ? title : el("a", { href: address(name), text: title })),
        status(exploration),
        exploration.problem || exploration.busy ? null : el("p", { class: "quiet numbers" },
          [count(exploration.attributes, "attribute"), count(exploration.rules, "rule"), count(exploration.objects, "object"),
            count(exploration.questions, "question")].map(together).join(" · ")),
        exploration.changed ? el("p", { class: "quiet" }, "Changed ", timed(exploration.changed)) : null),
      mine ? el("div", { class: "actions small" },
        button("Rename", () => act(() => rename(exploration)), { "aria-label": `Rename ${title}` }),
        button("Duplicate", () => act(() => duplicate(exploration)), { "aria-label": `Duplicate ${title}` }),
        button(exploration.archived ? "Unarchive" : "Archive", () => act(() => archive(exploration, !exploration.archived)),
          { "aria-label": `${exploration.archived ? "Unarchive" : "Archive"} ${title}` }),
        exploration.archived && this.mayCreate ? button("Delete…", () => act(() => erase(exploration)), { "aria-label": `Delete ${title}` }) : null) : null);
  }

  stop() {
    this.stopped = true;
    clearInterval(this.timer);
    clearTimeout(this.again);
  }
}

function status(exploration) {
  if (exploration.problem) return el("p", { class: "error", text: exploration.problem });
  if (exploration.busy) return el("p", { class: "badge warn", text: "In use by another program" });
  if (exploration.certified) return el("p", { class: "badge good", text: `Certified: all but ${percent(exploration.epsilon)}` });
  if (exploration.epsilon === null || exploration.epsilon > 0.99) return el("p", { class: "badge", text: exploration.questions > 0 ? "Under way" : "Just begun" });
  return el("p", { class: "badge", text: `All but ${percent(exploration.epsilon)} so far; wanted ${percent(exploration.wanted)}` });
}
