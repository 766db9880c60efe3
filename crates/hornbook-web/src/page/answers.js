// Everything that was said, the newest first: each can be taken back, and
// answers can be changed.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { icon } from "./icons.js";
import { LongList } from "./long-list.js";
import { send } from "./outbox.js";
import { takeBack } from "./refusal.js";
import { ruleChips } from "./rule-rows.js";
import { count, matches, sameRule, timed } from "./words.js";

/** What stands for an answer. */
const REPLIES = { holds: ["yes", "It holds"], refuted: ["no", "There is an exception"], partly: ["part", "A part holds"], unknown: ["unknown", "Nobody knew"], later: ["later", "Put off"] };
/** And for what else there is. */
const KINDS = { object: ["object", "An object"], retract: ["back", "Taken back"], certified: ["certified", "Certified"], remove: ["back", "Taken away"], forget: ["back", "Taken away"] };

export class Answers {
  constructor(room) {
    this.room = room;
    const redraw = () => this.draw();
    this.search = el("input", { type: "search", placeholder: "Search answers", "aria-label": "Search answers", oninput: redraw });
    this.who = el("select", { id: fresh("who"), onchange: redraw });
    this.kind = el("select", { id: fresh("kind"), onchange: redraw },
      [["", "Everything"], ["yes", "Rules that hold"], ["no", "Exceptions"], ["unknown", "Not known"], ["object", "Objects"], ["other", "The rest"]].map(([value, text]) => el("option", { value, text })));
    this.sentences = el("input", { type: "checkbox", onchange: () => { this.rows.remake(); this.draw(); } });
    this.gone = el("input", { type: "checkbox", checked: true, onchange: redraw });
    const labelled = (text, node) => el("label", { class: "inline" }, el("span", { text }), node);
    this.whoLabel = labelled("By", this.who);
    this.found = el("p", { class: "quiet", role: "status" });
    this.list = el("ol", { class: "entries" });
    this.rows = new LongList(this.list, (item) => this.entry(item.of));
    this.tools = el("div", { class: "tools" }, this.search, labelled("Show", this.kind), this.whoLabel,
      el("label", { class: "check" }, this.gone, " What was taken back"), el("label", { class: "check" }, this.sentences, " In sentences"));
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Answers" })),
      this.tools, this.found, this.list);
  }

  enter() { this.rows.enter(); }
  leave() { this.rows.leave(); }

  update(state) {
    const key = JSON.stringify([state.entries, state.me.role, state.archived]);
    if (key === this.key) return;
    this.key = key;
    const people = [...new Set(state.entries.map((entry) => entry.who).filter(Boolean))].sort();
    const value = this.who.value;
    put(this.who, el("option", { value: "", text: "anybody" }), people.map((name) => el("option", { value: name, text: name })));
    this.who.value = people.includes(value) ? value : "";
    this.whoLabel.hidden = people.length < 2;
    // What may be done to one may depend on others.
    this.rows.remake();
    this.draw();
  }

  /** What stands for an entry, and its words. */
  mark({ kind, answer }) {
    return (kind === "answer" ? REPLIES[answer] : KINDS[kind]) ?? ["other", ""];
  }

  wanted(entry) {
    const [mark] = this.mark(entry);
    const kind = this.kind.value;
    const rest = !["yes", "no", "part", "unknown", "object"].includes(mark);
    if (kind !== "" && !(kind === "other" ? rest : kind === mark || kind === "no" && mark === "part")) return false;
    return (this.gone.checked || entry.counts) && (this.who.value === "" || entry.who === this.who.value)
      && matches(entry.words, this.search.value.trim());
  }

  draw() {
    const { entries } = this.room.state;
    const found = entries.filter((entry) => this.wanted(entry));
    this.found.textContent = entries.length === 0 ? "Nothing was said yet." : found.length === entries.length ? count(found.length, "entry", "entries")
      : `${found.length.toLocaleString("en")} of ${count(entries.length, "entry", "entries")}`;
    this.tools.hidden = entries.length === 0;
    this.rows.show(found.reverse().map((entry) => ({ key: entry.id, of: entry })));
  }

  entry(entry) {
    const { room } = this;
    const may = room.mayAnswer && entry.can_retract && entry.counts;
    const changeable = may && entry.kind === "answer" && entry.question && (entry.who === room.state.me.who || room.isOwner || entry.program);
    const agreeable = may && entry.program && entry.kind === "answer" && entry.answer !== "unknown" && !this.vouched(entry);
    const chips = entry.question && !this.sentences.checked;
    const words = entry.counts ? entry.words : el("del", { text: entry.words });
    return el("li", { class: ["entry", entry.counts ? "" : "gone", entry.disputed ? "disputed" : ""].join(" ").trim() },
      el("div", { class: "said" },
        el("p", { class: chips ? "words unseen" : "words" }, words),
        icon(...this.mark(entry)),
        chips ? el("span", { class: "chipped", title: entry.words }, ruleChips(entry.question), entry.object ? el("span", { class: "chip except", "aria-hidden": "true", text: entry.object }) : null) : null),
      el("p", { class: "quiet" }, entry.who ? `${entry.who}, ` : "", entry.program ? [el("span", { class: "badge program", text: "program" }), " "] : null, timed(entry.time),
        entry.counts ? null : " · does not count any more", entry.disputed ? " · contradicts others, so it does not count" : null),
      el("div", { class: "actions small" }, may ? [
        agreeable ? button("Agree", () => this.agree(entry), { "data-entry": `agree ${entry.id}`, "aria-label": `Agree: ${entry.words}` }) : null,
        changeable ? button(entry.program ? "Overrule…" : "Change…", () => this.change(entry), { "data-entry": `change ${entry.id}`, "aria-label": `${entry.program ? "Overrule" : "Change"}: ${entry.words}` }) : null,
        button("Take back…", () => takeBack(room, entry.id, entry.words), { "data-entry": entry.id, "aria-label": `Take back: ${entry.words}` })] : null));
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
