// Many rules: searched, filtered, sorted and grouped, a row each. It knows nothing of
// explorations, so that every page with rules can have it.

import { button, el, fresh, put } from "./dom.js";
import { LongList } from "./long-list.js";
import { exclusiveRow, groupRow, ruleRow } from "./rule-rows.js";
import { count, matches, plain, ruleKey } from "./words.js";

const bySupport = (one, other) => (other.support ?? 0) - (one.support ?? 0);
const name = ({ rule }) => [...rule.premise, "→", ...(rule.conclusion ?? [])].join(" ").toLowerCase();
const newest = ({ reason = [] }) => reason.reduce((last, { time }) => (time > last ? time : last), "");

/** How rules can be sorted; the sort is stable, so that ties stay as they were told. */
const ORDERS = {
  support: ["most support first", bySupport],
  short: ["short premises first", (one, other) => one.rule.premise.length - other.rule.premise.length],
  name: ["by name", (one, other) => name(one).localeCompare(name(other))],
  newest: ["newest first", (one, other) => newest(other).localeCompare(newest(one))],
};

const GROUPS = { exclusive: "at most one of these", conclusion: "by conclusion", premise: "by premise", "": "not at all" };

/** Fewer than these are no group. */
const LEAST_EXCLUSIVE = 3;

export class RuleList {
  /**
   * `more(known)` makes what a row has to say when it is opened; `wanted(known)`
   * leaves rules out, for reasons of one's own; `tools` are further controls for that;
   * `counted` is what support counts: `{ one: "object", many: "objects" }`.
   */
  constructor({ more, wanted = () => true, tools = [], counted = { one: "known object", many: "known objects" } }) {
    Object.assign(this, { more, wanted, counted });
    this.known = [];
    this.exclusive = [];
    this.attributes = [];
    this.opened = new Set();
    this.folded = new Set();
    this.search = el("input", { type: "search", placeholder: "Search rules", "aria-label": "Search rules", oninput: () => this.draw() });
    this.attribute = this.select([["", "Any attribute"]]);
    this.side = this.select([["", "anywhere"], ["premise", "in the premise"], ["conclusion", "in the conclusion"]]);
    this.side.setAttribute("aria-label", "Where the attribute is");
    this.support = this.select([["", "Any support"], ["seen", `Seen in ${counted.many}`], ["unseen", "Not seen yet"]]);
    this.order = this.select(Object.entries(ORDERS).map(([value, [text]]) => [value, text]));
    this.group = this.select(Object.entries(GROUPS));
    this.sentences = el("input", { type: "checkbox", onchange: () => this.draw(true) });
    const labelled = (text, ...nodes) => el("label", { class: "inline" }, el("span", { text }), nodes);
    this.tools = el("div", { class: "tools" }, this.search, labelled("With", this.attribute), this.side, labelled("Support", this.support), tools,
      labelled("Sort", this.order), labelled("Group", this.group), el("label", { class: "check" }, this.sentences, " In sentences"));
    this.found = el("p", { class: "quiet", role: "status" });
    this.foldAll = button("Fold all", () => this.foldOrUnfoldAll(), { class: "small", hidden: true, "data-fold-all": true });
    this.list = el("ol", { class: "rules" });
    this.rows = new LongList(this.list, (item) => this.row(item));
    this.node = el("div", { class: "rule-list" }, this.tools, el("div", { class: "rules-head" }, this.found, this.foldAll), this.list);
  }

  select(options) {
    return el("select", { id: fresh("select"), onchange: () => this.draw() }, options.map(([value, text]) => el("option", { value, text })));
  }

  /** Follows the window, and stops to. */
  enter() { this.rows.enter(); }
  leave() { this.rows.leave(); }

  /**
   * Shows these rules: `[{ rule, words, support, agreed, reason }]`, and the sets of
   * names of which `exclusive` says that there is at most one.
   */
  show(rules, { attributes, exclusive = [], remark = "", none = "There are no rules." }) {
    Object.assign(this, { known: rules, attributes, exclusive: exclusive.filter((names) => names.length >= LEAST_EXCLUSIVE), remark, none });
    const value = this.attribute.value;
    const names = attributes.map((attribute) => attribute.name);
    put(this.attribute, this.attribute.firstElementChild, names.map((name) => el("option", { value: name, text: name })));
    this.attribute.value = names.includes(value) ? value : "";
    // What nothing is known of is no order.
    this.order.querySelector("[value=newest]").hidden = !rules.some((known) => newest(known) !== "");
    this.support.parentElement.hidden = rules.every((known) => known.support === undefined || known.support === null);
    this.group.querySelector("[value=exclusive]").hidden = this.exclusive.length === 0;
    if (this.exclusive.length === 0 && this.group.value === "exclusive") this.group.value = "";
    else if (this.exclusive.length > 0 && !this.grouped) this.group.value = "exclusive";
    this.grouped ||= this.exclusive.length > 0;
    this.draw();
  }

  fits(known) {
    const { rule, words, support } = known;
    const attribute = this.attribute.value;
    if (attribute !== "") {
      const premise = rule.premise.includes(attribute);
      const conclusion = (rule.conclusion ?? []).includes(attribute);
      if (!({ premise, conclusion }[this.side.value] ?? (premise || conclusion))) return false;
    }
    if (this.support.value === "seen" && support === 0 || this.support.value === "unseen" && support > 0) return false;
    return this.wanted(known) && matches(plain(words), this.search.value.trim());
  }

  draw(anew = false) {
    this.side.hidden = this.attribute.value === "";
    const found = this.known.filter((known) => this.fits(known)).sort(ORDERS[this.order.value][1]);
    this.most = Math.max(1, ...this.known.map((known) => known.support ?? 0));
    this.tools.hidden = this.known.length === 0;
    const all = this.known.length;
    this.found.textContent = [all === 0 ? this.none : found.length === all ? `${count(all, "rule")}.` : `${found.length.toLocaleString("en")} of ${count(all, "rule")}.`, this.remark].filter(Boolean).join(" ");
    if (anew) this.rows.remake();
    const items = this.items(found);
    this.groups = items.filter(({ heading }) => heading !== undefined).map(({ key }) => key);
    this.foldAll.hidden = this.groups.length < 2;
    this.foldAll.textContent = this.areFolded ? "Unfold all" : "Fold all";
    this.rows.show(items);
  }

  get areFolded() {
    return this.groups.every((key) => this.folded.has(key));
  }

  /** Folds a group up, or shows its rules. */
  fold(key, isFolded) {
    if (isFolded) this.folded.add(key);
    else this.folded.delete(key);
    this.rows.keeping(key, () => this.draw());
  }

  foldOrUnfoldAll() {
    this.folded = new Set(this.areFolded ? [] : this.groups);
    this.draw();
  }

  /** The rows in their order, with headings between groups. */
  items(found) {
    const item = (known, group = "") => ({ key: `${group} ${ruleKey(known.rule)}`, of: known });
    if (this.group.value === "exclusive") return this.gathered(found, item);
    const of = { premise: ({ rule }) => rule.premise, conclusion: ({ rule }) => (rule.impossible ? [null] : rule.conclusion ?? []) }[this.group.value];
    if (!of) return found.map((known) => item(known));
    const groups = new Map();
    for (const known of found) {
      for (const name of of(known)) {
        if (!groups.has(name)) groups.set(name, []);
        groups.get(name).push(known);
      }
    }
    const order = new Map(this.attributes.map(({ name }, at) => [name, at]));
    const names = [...groups.keys()].sort((one, other) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity));
    return names.flatMap((name) => {
      const rules = groups.get(name);
      const key = `${this.group.value} ${name}`;
      const isFolded = this.folded.has(key);
      const heading = { key, of: `${rules.length} ${isFolded}`, heading: name ?? "never", rules: rules.length, isFolded };
      return isFolded ? [heading] : [heading, ...rules.map((known) => item(known, name ?? "never"))];
    });
  }

  /** Rules that two never occur together, as the sets of which there is at most one. */
  gathered(found, item) {
    const pairs = new Map();
    const rest = [];
    for (const known of found) {
      const { premise, impossible } = known.rule;
      const sets = impossible && premise.length === 2 ? this.exclusive.filter((names) => premise.every((name) => names.includes(name))) : [];
      for (const names of sets) {
        if (!pairs.has(names)) pairs.set(names, []);
        pairs.get(names).push(known);
      }
      if (sets.length === 0) rest.push(known);
    }
    const sets = [...pairs].flatMap(([names, rules]) => {
      const key = `exclusive ${JSON.stringify(names)}`;
      const head = { key, of: rules, exclusive: names, rules: rules.length };
      return this.opened.has(key) ? [head, ...rules.map((known) => ({ ...item(known, key), nested: true }))] : [head];
    });
    return [...sets, ...rest.map((known) => item(known))];
  }

  row(item) {
    const { key, of, heading, exclusive, nested, rules, isFolded } = item;
    if (heading !== undefined) return groupRow(heading, rules, { isFolded, fold: () => this.fold(key, !isFolded) });
    const toggled = (open) => {
      if (this.opened.has(key) === open) return;
      if (open) this.opened.add(key);
      else this.opened.delete(key);
      if (exclusive) this.draw();
    };
    const open = this.opened.has(key);
    if (exclusive) return exclusiveRow(exclusive, rules, { open, toggled });
    return ruleRow(of, { most: this.most, counted: this.counted, sentences: this.sentences.checked, attributes: this.attributes, nested, open, toggled, more: () => this.more(of) });
  }
}
