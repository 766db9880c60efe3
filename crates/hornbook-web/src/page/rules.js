// The rules that are known, each with its reasons.

import { button, el, fresh, put } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { conceptBar, ruleApplies } from "./concept-filter.js";
import { takeBack } from "./refusal.js";
import { about, count, list, matches, plain, ruleKey, timed } from "./words.js";

/** So many rules are drawn at once. */
const PAGE = 200;

export class Rules {
  constructor(room) {
    this.room = room;
    this.opened = new Set();
    this.most = PAGE;
    this.search = el("input", { type: "search", placeholder: "Search rules", "aria-label": "Search rules", oninput: () => this.draw() });
    this.attribute = this.select("Any attribute");
    this.side = this.select("anywhere", [["premise", "in the premise"], ["conclusion", "in the conclusion"]]);
    this.support = this.select("Any support", [["seen", "Seen in an object"], ["unseen", "In no object yet"]]);
    this.who = this.select("Anybody");
    const labelled = (text, node) => el("label", { class: "inline" }, el("span", { text }), node);
    this.found = el("p", { class: "quiet", role: "status" });
    this.concept = el("div", {});
    this.list = el("ol", { class: "rules" });
    this.more = button("Show more", () => { this.most += PAGE; this.draw(); }, { hidden: true });
    this.tools = el("div", { class: "tools" }, this.search, labelled("With", this.attribute), labelled("", this.side), labelled("Support", this.support), labelled("Agreed by", this.who));
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Rules" })),
      this.tools, this.concept, this.found, this.list, this.more);
    this.side.setAttribute("aria-label", "Where the attribute is");
  }

  select(all, options = []) {
    return el("select", { id: fresh("select"), onchange: () => this.draw() }, el("option", { value: "", text: all }), options.map(([value, text]) => el("option", { value, text })));
  }

  /** Offers these; what was chosen stays chosen. */
  offer(select, names) {
    const value = select.value;
    const first = select.firstElementChild;
    put(select, first, names.map((name) => el("option", { value: name, text: name })));
    select.value = names.includes(value) ? value : "";
  }

  update(state) {
    const key = JSON.stringify([state.rules, state.background]);
    if (key !== this.key) {
      this.key = key;
      this.offer(this.attribute, state.attributes.map((attribute) => attribute.name));
      const people = new Set(state.rules.flatMap((rule) => rule.agreed));
      this.offer(this.who, [...people].sort());
      this.who.parentElement.hidden = people.size < 2;
      this.draw();
    }
  }

  enter() {
    this.draw();
  }

  wanted(known) {
    const { rule, words, support, agreed } = known;
    const attribute = this.attribute.value;
    if (attribute !== "") {
      const premise = rule.premise.includes(attribute);
      const conclusion = (rule.conclusion ?? []).includes(attribute);
      if (!({ premise, conclusion }[this.side.value] ?? (premise || conclusion))) return false;
    }
    if (this.support.value === "seen" && support === 0 || this.support.value === "unseen" && support > 0) return false;
    if (this.who.value !== "" && !agreed.includes(this.who.value)) return false;
    if (this.room.concept && !ruleApplies(this.room.concept, rule)) return false;
    return matches(plain(words), this.search.value.trim());
  }

  draw() {
    const { state } = this.room;
    const all = state.rules;
    const found = all.filter((rule) => this.wanted(rule));
    put(this.concept, conceptBar(this.room, () => this.draw()));
    const background = state.background > 0 ? ` ${count(state.background, "rule")} known beforehand ${state.background === 1 ? "is" : "are"} not listed.` : "";
    this.found.textContent = all.length === 0 ? `No rules are known yet: they come with your answers.${background}`
      : found.length === all.length ? `${count(all.length, "rule")}, those with the most support first.${background}` : `${found.length} of ${count(all.length, "rule")}`;
    this.tools.hidden = all.length === 0;
    put(this.list, found.slice(0, this.most).map((rule) => this.rule(rule)));
    this.more.hidden = found.length <= this.most;
  }

  rule(known) {
    const { rule, words, support, agreed, reason, background } = known;
    const key = ruleKey(rule);
    const meta = [support === 0 ? "in no known object" : `in ${count(support, "known object")}`, agreed.length > 0 ? `agreed by ${list(agreed)}` : null].filter(Boolean);
    return el("li", { class: "rule" },
      el("p", { class: "words" }, about(words, rule, this.room.state.attributes)),
      el("details", { open: this.opened.has(key), ontoggle: (event) => { if (event.target.open) this.opened.add(key); else this.opened.delete(key); } },
        el("summary", {}, el("span", { class: "quiet", text: meta.join(" · ") }), el("span", { class: "cue", text: "Reasons" })),
        el("ul", { class: "reasons" },
          reason.map((part) => this.reason(part)),
          background ? el("li", { text: "Rules that were known beforehand" }) : null),
        this.room.mayAnswer ? el("div", { class: "actions start" }, button("I know an exception…", () => this.disagree(known),
          { class: "small", "aria-label": `I know an exception: ${plain(words)}` })) : null));
  }

  /** Says that a rule is wrong; whoever agreed to it is not overruled. */
  disagree({ rule, words }) {
    askAgain(this.room, { question: rule, words, title: "An exception to a rule", kind: "refuted" });
  }

  reason(part) {
    const entry = this.room.state.entries.find((entry) => entry.id === part.entry);
    const may = this.room.mayAnswer && entry?.can_retract;
    return el("li", {}, el("span", {}, part.words, el("span", { class: "quiet" }, " ", part.who ?? "", part.who ? ", " : "", timed(part.time))),
      may ? button("Take back…", () => takeBack(this.room, part.entry, part.words), { class: "small", "aria-label": `Take back: ${part.words}` }) : null);
  }
}
