// What was chosen in the diagram: rules that apply there, and the objects.

import { button, el } from "./dom.js";
import { list } from "./words.js";

/** Whether a rule applies to everything of a concept. */
export function ruleApplies(concept, rule) {
  const intent = new Set(concept.intent);
  return rule.premise.every((name) => intent.has(name));
}

/** The concept in words. */
export function conceptWords(concept) {
  return concept.intent.length === 0 ? "everything" : `everything that has ${list(concept.intent)}`;
}

/** A line that says what is filtered by, and takes it away. */
export function conceptBar(room, redraw) {
  if (!room.concept) return null;
  return el("p", { class: "note filter" }, el("span", { text: `Only what concerns ${conceptWords(room.concept)}, as chosen in the diagram.` }),
    button("Show all", () => { room.concept = null; redraw(); }, { class: "small" }));
}
