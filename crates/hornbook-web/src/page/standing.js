// Where an exploration stands: how much is certain by now, how that came
// about, and how much may be left.

import { el, put, svg } from "./dom.js";
import { count, percent } from "./words.js";

const WIDTH = 320;
const HEIGHT = 170;
const EDGE = { left: 54, right: 12, top: 12, bottom: 28 };

/** The fall of ε, question by question, on a scale where each step down is a
 * tenth. Not every answer has a bound of its own, where several people give
 * them. */
export function chart(standing, certified) {
  const last = certified ? certified.epsilon : standing.epsilon;
  const values = [...standing.history, last].map((value) => Math.min(Math.max(value, 1e-9), 1));
  const least = Math.min(standing.wanted, ...values);
  const decades = Math.max(1, Math.ceil(-Math.log10(least) - 1e-9) + (least === 10 ** Math.round(Math.log10(least)) ? 1 : 0));
  const steps = Math.max(values.length - 1, 1);
  const x = (at) => EDGE.left + (at / steps) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value) => EDGE.top + (-Math.log10(value) / decades) * (HEIGHT - EDGE.top - EDGE.bottom);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const stepped = values.map((value, at) => (at === 0 ? `M${points[0]}` : `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`)).join("");
  const ticks = Array.from({ length: decades + 1 }, (_, at) => 10 ** -at).map((value) => svg("g", { class: "tick" },
    svg("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }),
    svg("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, percent(value))));
  const label = `The certified share that may be open fell from ${percent(values[0])} to ${percent(last)} over ${count(standing.questions, "answer")}; ${percent(standing.wanted)} is wanted.`;
  return svg("svg", { class: "fall", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ticks,
    svg("line", { class: "wanted", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(standing.wanted), y2: y(standing.wanted) }),
    svg("text", { class: "wanted-label", x: EDGE.left + 2, y: y(standing.wanted) - 5, "text-anchor": "start" }, `wanted ${percent(standing.wanted)}`),
    svg("path", { class: "curve", d: stepped }),
    svg("circle", { class: "now", cx: x(values.length - 1), cy: y(values.at(-1)), r: 4 }),
    svg("text", { class: "axis", x: EDGE.left, y: HEIGHT - 8 }, "0"),
    svg("text", { class: "axis", x: WIDTH - EDGE.right, y: HEIGHT - 8, "text-anchor": "end" }, count(standing.questions, "answer")));
}

export class StandingPanel {
  constructor() {
    this.node = el("aside", { class: "standing", "aria-label": "Where it stands" });
  }

  update(state) {
    const { standing, certified, people } = state;
    const key = JSON.stringify([standing, certified, people, state.policy, state.archived, state.me.role]);
    if (key === this.key) return;
    this.key = key;
    const open = this.node.querySelector("details")?.open ?? false;
    put(this.node, standing ? this.numbers(standing, certified, open, state.accuracy) : state.archived ? this.archived(state) : el("p", { class: "quiet", text: "Where it stands is being found out…" }),
      people.length > 1 ? this.people(people, state.policy) : null);
  }

  /** Where nobody is asked any more, nothing is found out either. */
  archived({ certified, me }) {
    return [
      certified ? [
        el("h2", { text: "Certified" }),
        el("p", { class: "figure" }, el("strong", { text: `all but ${percent(incomplete(certified))}` })),
        certified.words ? el("p", { class: "quiet", text: certified.words }) : null,
      ] : el("h2", { text: "Archived" }),
      el("p", { class: "quiet", text: `This exploration is archived. ${me.role === "owner" ? "You can take it out again in Setup." : "An owner can take it out again."}` }),
    ];
  }

  numbers(standing, certified, open, { distribution_words: of }) {
    const epsilon = certified ? incomplete(certified) : standing.epsilon;
    const sure = percent(1 - standing.delta);
    // Rounded to the safe side it would be all.
    const begun = epsilon <= 0.99;
    return [
      el("h2", { text: certified ? "Certified" : "Certain so far" }),
      el("p", { class: "figure" }, el("strong", { text: begun ? `all but ${percent(epsilon)}` : "nothing yet" })),
      el("p", { class: "quiet", text: begun
        ? `With ${sure} confidence, the rules miss something for at most ${percent(epsilon)}${anyFew(certified ?? standing)}. Wanted: ${percent(standing.wanted)}. It is about ${of}.`
        : `Wanted: rules that miss something for at most ${percent(standing.wanted)}, with ${sure} confidence. It is about ${of}.` }),
      unanswered(standing, certified),
      chart(standing, certified),
      el("dl", { class: "facts" },
        el("div", {}, el("dt", { text: "Questions so far" }), el("dd", { text: standing.questions.toLocaleString("en") })),
        standing.remaining ? el("div", {}, el("dt", { text: "Still to come" }), el("dd", { text: standing.remaining.words })) : null,
        el("div", {}, el("dt", { text: "Settled without asking" }),
          el("dd", { text: standing.drawn > 0 ? `${standing.settled.toLocaleString("en")} of ${standing.drawn.toLocaleString("en")} samples` : "no samples yet" }))),
      el("details", { open }, el("summary", { text: "How this is known" }),
        el("p", { text: "Combinations of attributes are drawn at random. Where what is known settles what follows from one, "
          + "nobody is asked. The share that may still be open is bounded by how many of fresh ones were settled." }),
        standing.how_estimated ? el("p", { text: standing.how_estimated }) : null),
    ];
  }

  people(people, policy) {
    return el("div", { class: "present" }, el("h2", { text: "People" }),
      el("ul", {}, people.map((person) => el("li", { class: person.here ? "here" : null },
        el("span", { class: "dot", "aria-hidden": "true" }), person.name,
        el("span", { class: "quiet", text: person.here ? ` ${person.role}, here now` : ` ${person.role}` })))),
      policy?.words ? el("p", { class: "quiet", text: `${policy.words}.` }) : null);
  }
}

/** The share that a certificate leaves open: what nobody knew is not complete
 * either. */
export function incomplete(certified) {
  return Math.min(1, certified.epsilon + certified.set_aside);
}

/** What hangs on questions without an answer. It is a part of what a certificate
 * leaves open, and comes on top of a bound. */
function unanswered(standing, certified) {
  const share = certified ? certified.set_aside : standing.set_aside;
  if (!(share > 0)) return null;
  return el("p", { class: "quiet", text: `${certified ? "Of that, at most" : "At most a further"} ${percent(share)} hangs on questions that nobody could answer.` });
}

/** Any few attributes are judged apart, with a bound of their own. */
function anyFew({ any_few: apart }) {
  return apart && apart.epsilon <= 0.99 ? `, and for at most ${percent(incomplete(apart))} of any few attributes` : "";
}
