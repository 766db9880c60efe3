// The rules that are known, each with its reasons.

import { button, el, fresh, put } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { conceptBar, ruleApplies } from "./concept-filter.js";
import { takeBack } from "./refusal.js";
import { RuleList } from "./rule-list.js";
import { about, count, plain, timed } from "./words.js";

export class Rules {
  constructor(room) {
    this.room = room;
    this.who = el("select", { id: fresh("select"), onchange: () => this.draw() }, el("option", { value: "", text: "Anybody" }));
    this.whoLabel = el("label", { class: "inline" }, el("span", { text: "Agreed by" }), this.who);
    this.concept = el("div", {});
    this.list = new RuleList({ more: (known) => this.more(known), wanted: (known) => this.wanted(known), tools: [this.whoLabel] });
    this.node = el("div", {}, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Rules" })), this.concept, this.list.node);
  }

  update(state) {
    const key = JSON.stringify([state.rules, state.background, state.exclusive]);
    if (key === this.key) return;
    this.key = key;
    const people = [...new Set(state.rules.flatMap((rule) => rule.agreed))].sort();
    const value = this.who.value;
    put(this.who, this.who.firstElementChild, people.map((name) => el("option", { value: name, text: name })));
    this.who.value = people.includes(value) ? value : "";
    this.whoLabel.hidden = people.length < 2;
    this.draw();
  }

  enter() {
    this.draw();
    this.list.enter();
  }

  leave() {
    this.list.leave();
  }

  draw() {
    const { rules, background, exclusive, attributes } = this.room.state;
    put(this.concept, conceptBar(this.room, () => this.draw()));
    this.list.show(rules, {
      attributes, exclusive,
      none: "No rules are known yet: they come with your answers.",
      remark: background > 0 ? `${count(background, "rule")} known beforehand ${background === 1 ? "is" : "are"} not listed.` : "",
    });
  }

  wanted({ rule, agreed }) {
    if (this.who.value !== "" && !agreed.includes(this.who.value)) return false;
    return !this.room.concept || ruleApplies(this.room.concept, rule);
  }

  /** The sentence, why it is known, and a way to say that it is wrong. */
  more(known) {
    const { only_new: shown, full, words, reason, background } = known;
    return [
      el("p", { class: "words" }, about(words, shown, this.room.state.attributes)),
      full ? el("p", { class: "quiet full", text: `In full, with what follows by other rules: ${full}.` }) : null,
      el("ul", { class: "reasons" },
        reason.map((part) => this.reason(part)),
        background ? el("li", { text: "Rules that were known beforehand" }) : null),
      this.room.mayAnswer ? el("div", { class: "actions start" }, button("I know an exception…", () => this.disagree(known),
        { class: "small", "aria-label": `I know an exception: ${plain(words)}` })) : null,
    ];
  }

  /** Says that a rule is wrong; whoever agreed to it is not overruled. */
  disagree({ rule, only_new: shown, words }) {
    askAgain(this.room, { question: rule, shown, words, title: "An exception to a rule", kind: "refuted" });
  }

  reason(part) {
    const entry = this.room.state.entries.find((entry) => entry.id === part.entry);
    const may = this.room.mayAnswer && entry?.can_retract;
    return el("li", {}, el("span", {}, part.words, el("span", { class: "quiet" }, " ", part.who ?? "", part.who ? ", " : "", timed(part.time))),
      may ? button("Take back…", () => takeBack(this.room, part.entry, part.words), { class: "small", "aria-label": `Take back: ${part.words}` }) : null);
  }
}
