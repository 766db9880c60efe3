// A rule as a row: what it is about, what follows, how often it was met, and who
// agreed.

import { button, el } from "./dom.js";
import { about, count, list, plain } from "./words.js";

/** Attributes as chips. */
function chips(names, kind) {
  return names.map((name) => el("span", { class: `chip ${kind}`, text: name }));
}

/** A rule as chips: premise, arrow, conclusion. */
export function ruleChips(rule) {
  const { premise, conclusion, impossible } = rule;
  return el("span", { class: "rule-chips", "aria-hidden": "true" },
    premise.length > 0 ? chips(premise, "premise") : el("span", { class: "chip everything", text: "everything" }),
    el("span", { class: "arrow", text: "→" }),
    impossible ? el("span", { class: "chip never", text: "never" }) : chips(conclusion ?? [], "conclusion"));
}

/** How many have the premise, as a bar beside what is met most often. */
export function supportBar(support, most, { one, many }) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", most > 0 ? support / most : 0);
  const words = support === 0 ? `in no ${one} yet` : `in ${count(support, one, many)}`;
  return el("span", { class: support === 0 ? "support none" : "support", title: words },
    bar, el("span", { class: "many", "aria-hidden": "true", text: support.toLocaleString("en") }), el("span", { class: "unseen", text: words }));
}

/** A row with more to it, which is made when it is opened. */
export function openable(line, { open, toggled, more }) {
  const place = el("div", { class: "more" });
  const fill = () => { if (place.childElementCount === 0) place.append(...[more()].flat(Infinity).filter(Boolean)); };
  if (open) fill();
  return el("details", { open, ontoggle: (event) => { if (event.target.open) fill(); toggled(event.target.open); } },
    el("summary", {}, line), place);
}

/** A rule as a row of a list. `sentences` shows it as one, not as chips. */
export function ruleRow(known, { most, counted, sentences, attributes, nested, open, toggled, more }) {
  const { rule, only_new: shown = rule, words, support, agreed = [] } = known;
  const said = sentences ? el("span", { class: "words" }, about(words, shown, attributes)) : [ruleChips(shown), el("span", { class: "unseen", text: plain(words) })];
  const line = [
    el("span", { class: "said" }, said),
    support === null || support === undefined ? null : supportBar(support, most, counted),
    el("span", { class: "agreed", title: agreed.length > 0 ? `agreed by ${list(agreed)}` : null },
      agreed.length > 0 ? [el("span", { class: "unseen", text: "agreed by " }), list(agreed)] : null),
  ];
  return el("li", { class: nested ? "rule nested-rule" : "rule" }, openable(line, { open, toggled, more }));
}

/** What the rules below it have in common, as a heading that folds them up. */
export function groupRow(name, rules, { isFolded, fold }) {
  return el("li", { class: "group" }, el("h2", {}, button([name, el("span", { class: "number", text: count(rules, "rule") })], fold, { class: "fold", "aria-expanded": !isFolded })));
}

/** Attributes of which nothing has two, as a row. */
export function exclusiveRow(names, rules, { open, toggled }) {
  return el("li", { class: "rule exclusive" },
    openable([
      el("span", { class: "said" },
        el("span", { class: "rule-chips", "aria-hidden": "true" }, el("span", { class: "lead", text: "at most one of" }), chips(names, "premise")),
        el("span", { class: "unseen", text: `At most one of these: ${list(names, "or")}` })),
      el("span", { class: "support" }, el("span", { class: "many", text: count(rules, "rule") })),
      el("span", { class: "agreed" })], { open, toggled, more: () => [] }));
}
