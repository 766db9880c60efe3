// Everything that was said, the newest first: each can be taken back, and
// answers can be changed.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { send } from "./outbox.js";
import { takeBack } from "./refusal.js";
import { count, matches, sameRule, timed } from "./words.js";

/** So many are drawn at once. */
const PAGE = 200;

export class Answers {
  constructor(room) {
    this.room = room;
    this.most = PAGE;
    this.search = el("input", { type: "search", placeholder: "Search answers", "aria-label": "Search answers", oninput: () => this.draw() });
    this.who = el("select", { id: fresh("who"), onchange: () => this.draw() });
    this.gone = el("input", { type: "checkbox", checked: true, onchange: () => this.draw() });
    this.whoLabel = el("label", { class: "inline" }, el("span", { text: "By" }), this.who);
    this.found = el("p", { class: "quiet", role: "status" });
    this.list = el("ol", { class: "entries" });
    this.more = button("Show more", () => { this.most += PAGE; this.draw(); }, { hidden: true });
    this.tools = el("div", { class: "tools" }, this.search, this.whoLabel, el("label", { class: "check" }, this.gone, " Show what was taken back"));
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Answers" })),
      this.tools, this.found, this.list, this.more);
  }

  update(state) {
    const key = JSON.stringify([state.entries, state.me.role, state.archived]);
    if (key === this.key) return;
    this.key = key;
    const people = [...new Set(state.entries.map((entry) => entry.who).filter(Boolean))].sort();
    const value = this.who.value;
    put(this.who, el("option", { value: "", text: "anybody" }), people.map((name) => el("option", { value: name, text: name })));
    this.who.value = people.includes(value) ? value : "";
    this.whoLabel.hidden = people.length < 2;
    this.draw();
  }

  draw() {
    const { entries } = this.room.state;
    const found = entries.filter((entry) => (this.gone.checked || entry.counts) && (this.who.value === "" || entry.who === this.who.value)
      && matches(entry.words, this.search.value.trim()));
    this.found.textContent = entries.length === 0 ? "Nothing was said yet." : found.length === entries.length ? count(found.length, "entry", "entries")
      : `${found.length} of ${count(entries.length, "entry", "entries")}`;
    this.tools.hidden = entries.length === 0;
    const focused = document.activeElement?.dataset?.entry;
    put(this.list, found.reverse().slice(0, this.most).map((entry) => this.entry(entry)));
    this.more.hidden = found.length <= this.most;
    if (focused) this.list.querySelector(`[data-entry="${CSS.escape(focused)}"]`)?.focus();
  }

  entry(entry) {
    const { room } = this;
    const may = room.mayAnswer && entry.can_retract && entry.counts;
    const changeable = may && entry.kind === "answer" && entry.question && (entry.who === room.state.me.who || room.isOwner || entry.program);
    const agreeable = may && entry.program && entry.kind === "answer" && entry.answer !== "unknown" && !this.vouched(entry);
    return el("li", { class: ["entry", entry.counts ? "" : "gone", entry.disputed ? "disputed" : ""].join(" ").trim() },
      el("div", {},
        el("p", { class: "words" }, entry.counts ? entry.words : el("del", { text: entry.words })),
        el("p", { class: "quiet" }, entry.who ? `${entry.who}, ` : "", entry.program ? el("span", { class: "badge program", text: "program" }) : null, entry.program ? " " : "", timed(entry.time),
          entry.counts ? null : " · does not count any more", entry.disputed ? " · contradicts others, so it does not count" : null)),
      may ? el("div", { class: "actions small" },
        agreeable ? button("Agree", () => this.agree(entry), { "data-entry": `agree ${entry.id}`, "aria-label": `Agree: ${entry.words}` }) : null,
        changeable ? button(entry.program ? "Overrule…" : "Change…", () => this.change(entry), { "data-entry": `change ${entry.id}`, "aria-label": `${entry.program ? "Overrule" : "Change"}: ${entry.words}` }) : null,
        button("Take back…", () => takeBack(room, entry.id, entry.words), { "data-entry": entry.id, "aria-label": `Take back: ${entry.words}` })) : null);
  }

  /** Whether one gave an answer to the same question, which counts. */
  vouched(entry) {
    const { entries, me } = this.room.state;
    return entries.some((other) => other.counts && !other.program && other.who === me.who && other.question && sameRule(other.question, entry.question));
  }

  async agree(entry) {
    try {
      await send(`${at(this.room.name)}/agree`, { entry: entry.id }, `Agree: ${entry.words}`);
      toast("It is your word too.");
      await this.room.live.refresh();
    } catch (error) {
      await problem("That was not taken", error);
    }
  }

  change(entry) {
    askAgain(this.room, { question: entry.question, words: entry.asked ?? entry.words, title: `Until now: ${entry.words}`, replaces: entry.id });
  }
}
