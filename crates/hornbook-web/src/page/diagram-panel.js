// What a concept holds, and where one can go from it.

import { belongs, conceptWords, ruleApplies } from "./concept-filter.js";
import { button, el } from "./dom.js";
import { address } from "./router.js";
import { about, count, list, listFew } from "./words.js";

/** So many names are listed. */
const LISTED = 40;
/** So many concepts above and below are listed. */
const NEAR = 8;
/** So many attributes tell a concept from one next to it. */
const NAMED = 3;

/** The number of a concept: its objects, and those that perhaps are in it. */
export function numberOf({ count: sure, perhaps }) {
  return perhaps > 0 ? `${sure}+${perhaps}?` : `${sure}`;
}

/** The same in words. */
export function objectCount({ count: sure, perhaps }) {
  return perhaps > 0 ? `${count(sure, "object")}, perhaps ${perhaps} more` : count(sure, "object");
}

/** How many objects, and what to read. */
export function nothingChosen(unknown) {
  return [
    el("p", { class: "quiet", text: "Point at a concept to see its objects and attributes. Choose one to go on from it, and to see only the rules and objects that concern it." }),
    el("p", { class: "quiet", text: "The number in a concept counts its objects." }),
    unknown ? el("p", { class: "quiet", text: "Unknown is not no: 3+2? are three objects that have everything the concept has, and two that lack nothing of it as far as is known. A name with ? is written where what is known of it puts it; it may belong further down. Point at it to see where." }) : null,
  ];
}

/** A concept in the panel. `view` knows the drawing, and does what is asked for. */
export function conceptPanel(view, place, isChosen) {
  const { state } = view.room;
  const node = view.nodes[place];
  const intent = view.names(node);
  const rules = state.rules.filter((known) => ruleApplies({ intent }, known.rule));
  const shown = view.chosenObjects();
  const sure = shown.filter((object) => belongs(node.intent, object) === "yes");
  const perhaps = node.perhaps > 0 ? shown.filter((object) => belongs(node.intent, object) === "perhaps") : [];
  const unsure = sure.filter((object) => view.isOwn(object, node) && view.chosenPlaces().some((place) => !object.has.includes(place) && !object.lacks.includes(place)));
  return [
    el("h2", { text: isChosen ? "Chosen concept" : "Concept" }),
    el("h3", { text: `Attributes (${intent.length})` }), chips(intent),
    el("h3", { text: `Objects (${node.count})` }), chips(sure.map(({ name }) => name)),
    perhaps.length > 0 ? [el("h3", { text: `Perhaps also (${node.perhaps})` }), unknowns(perhaps, node.intent, state)] : null,
    unsure.length > 0 ? [el("h3", { text: "Not known of what is written here" }), unknowns(unsure, view.chosenPlaces(), state)] : null,
    isChosen ? [ways(view, place), rulesOf(view, rules, node)] : el("p", { class: "quiet", text: `${count(rules.length, "rule")} ${rules.length === 1 ? "applies" : "apply"} to ${conceptWords({ intent })}.` }),
  ];
}

function chips(all) {
  if (all.length === 0) return el("p", { class: "quiet", text: "none" });
  return el("ul", { class: "chips" }, all.slice(0, LISTED).map((text) => el("li", { text })),
    all.length > LISTED ? el("li", { class: "quiet", text: `and ${all.length - LISTED} more` }) : null);
}

/** Objects, and which of these attributes are not known of them. */
function unknowns(objects, places, state) {
  const unknown = (object) => places.filter((place) => !object.has.includes(place) && !object.lacks.includes(place)).map((place) => state.attributes[place].name);
  return el("ul", { class: "perhaps-list" }, objects.slice(0, LISTED).map((object) => el("li", {}, el("span", { text: object.name }),
    el("span", { class: "quiet", text: ` unknown: ${list(unknown(object))}` }))),
  objects.length > LISTED ? el("li", { class: "quiet", text: `and ${objects.length - LISTED} more` }) : null);
}

/** Concepts above and below, and what is left out of the drawing there. */
function ways(view, place) {
  const node = view.nodes[place];
  const step = (other, more) => {
    return el("li", {}, button(`${more(view.names(view.nodes[other]))} (${numberOf(view.nodes[other])})`, () => view.choose(other, true), { class: "link" }));
  };
  const here = new Set(view.names(node));
  const side = (title, near, hidden, more) => (near.length + hidden === 0 ? null : [
    el("h3", { text: `${title} (${near.length + hidden})` }),
    el("ul", { class: "ways" }, near.slice(0, NEAR).map((other) => step(other, more)),
      near.length > NEAR ? el("li", { class: "quiet", text: `and ${near.length - NEAR} more in the drawing` }) : null,
      hidden > 0 ? el("li", { class: "quiet", text: `${hidden} left out of the drawing` }) : null),
  ]);
  return [
    side("Right above", view.above[place], node.hidden_above, (names) => `without ${listFew([...here].filter((name) => !names.includes(name)), NAMED, "or")}`),
    side("Right below", view.below[place], node.hidden_below, (names) => `with ${listFew(names.filter((name) => !here.has(name)), NAMED)}`),
    el("div", { class: "actions start" },
      node.hidden_above + node.hidden_below > 0 ? button(`Show the ${node.hidden_above + node.hidden_below} left out here`, () => view.expand(place), { title: "Key: e" }) : null,
      button("Only its neighbourhood", () => view.lookAround(view.names(node)), { title: "Key: z" })),
  ];
}

function rulesOf(view, rules, node) {
  return [
    el("h3", { text: `Rules that apply (${rules.length})` }),
    rules.length === 0 ? null : el("ul", { class: "applied" }, rules.slice(0, 5).map((known) => el("li", {}, about(known.words, known.rule, view.room.state.attributes)))),
    el("div", { class: "actions start" },
      rules.length === 0 ? null : el("a", { class: "button", href: address(view.room.name, "rules"), text: `See ${count(rules.length, "rule")}` }),
      el("a", { class: "button", href: address(view.room.name, "objects"), text: `See ${count(node.count + node.perhaps, "object")}` }),
      button("Choose none", () => view.choose(null))),
  ];
}
