// What was chosen in the diagram: rules that apply there, and the objects.

import { button, el } from "./dom.js";
import { list } from "./words.js";

/** Whether a rule applies to everything of a concept. */
export function ruleApplies(concept, rule) {
  const intent = new Set(concept.intent);
  return rule.premise.every((name) => intent.has(name));
}

/** Whether an object has all attributes at these places: `yes`, `no`, or `perhaps` if it
 * is known to lack none and some are unknown. */
export function belongs(places, object) {
  const lacks = new Set(object.lacks);
  if (places.some((place) => lacks.has(place))) return "no";
  const has = new Set(object.has);
  return places.every((place) => has.has(place)) ? "yes" : "perhaps";
}

/** The objects that are in a concept or perhaps are. */
export function objectsOf(concept, state) {
  const places = concept.intent.map((name) => state.attributes.findIndex((attribute) => attribute.name === name));
  return state.objects.filter((object) => belongs(places, object) !== "no");
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
