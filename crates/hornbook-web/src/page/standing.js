// Where an exploration stands: how much is certain by now, how that came
// about, and how much may be left.

import { el, put, svg } from "./dom.js";
import { icon } from "./icons.js";
import { address } from "./router.js";
import { count, countOf, percent } from "./words.js";

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
  constructor(room) {
    this.room = room;
    this.node = el("aside", { class: "standing", "aria-label": "Where it stands" });
  }

  update(state) {
    const { certified, people } = state;
    // While the next question is looked for, what was known before stays in sight.
    if (state.standing || state.archived) this.standing = state.standing;
    const { standing } = this;
    const found = counts(state);
    const key = JSON.stringify([standing, certified, people, state.policy, state.archived, state.me.role, found]);
    if (key === this.key) return;
    this.key = key;
    const open = this.node.querySelector("details")?.open ?? false;
    put(this.node, standing ? this.numbers(standing, certified, open, state, found) : state.archived ? this.archived(state) : el("p", { class: "quiet", text: "Where it stands is being found out…" }),
      people.length > 1 ? this.people(people, state.policy) : null);
    this.before = found;
  }

  /** Where nobody is asked any more, nothing is found out either; what that means the
   * card beside this says. */
  archived({ certified }) {
    return certified ? el("section", {}, el("h2", { text: "Certified" }),
      el("p", { class: "figure" }, el("strong", { text: `all but ${percent(incomplete(certified))}` }))) : null;
  }

  numbers(standing, certified, open, { accuracy: { distribution_words: of } }, found) {
    const epsilon = certified ? incomplete(certified) : standing.epsilon;
    const sure = percent(1 - standing.delta);
    // Rounded to the safe side it would be all.
    const begun = epsilon <= 0.99;
    return [
      certified ? null : way(standing),
      this.gains(found, standing),
      el("section", {},
        el("h2", { text: certified ? "Certified" : "Certain so far" }),
        el("p", { class: "figure" }, el("strong", { text: begun ? `all but ${percent(epsilon)}` : "nothing yet" })),
        el("p", { class: "quiet", text: begun
          ? `With ${sure} confidence, the rules miss something for at most ${percent(epsilon)}${anyFew(certified ?? standing)}. Wanted: ${percent(standing.wanted)}. It is about ${of}.`
          : `Wanted: rules that miss something for at most ${percent(standing.wanted)}, with ${sure} confidence. It is about ${of}.` }),
        unanswered(standing, certified)),
      certified ? null : this.stopping(standing.if_you_stop),
      chart(standing, certified),
      el("details", { open }, el("summary", { text: "How this is known" }),
        el("p", { text: "Combinations of attributes are drawn at random. Where what is known settles what follows from one, "
          + "nobody is asked. The share that may still be open is bounded by how many of fresh ones were settled." }),
        standing.drawn > 0 ? el("p", { text: `Settled without asking: ${standing.settled.toLocaleString("en")} of ${standing.drawn.toLocaleString("en")} samples.` }) : null,
        standing.how_estimated ? el("p", { text: standing.how_estimated }) : null),
    ];
  }

  /** What was found, and what the last answer added to it. */
  gains(found, standing) {
    const share = standing.settled_share;
    // Equal rows of a table are one object with a count, and the tab counts the rows.
    const equal = countOf(this.room.state.objects) > found.objects;
    const line = (kind, key, one, many) => {
      const more = found[key] - (this.before?.[key] ?? found[key]);
      return el("li", { "data-count": key }, icon(kind), el("strong", { text: found[key].toLocaleString("en") }), ` ${found[key] === 1 ? one : many}`,
        more > 0 ? el("span", { class: "gain", text: `+${more}` }) : null);
    };
    return el("ul", { class: "gains" },
      line("yes", "rules", "rule found", "rules found"),
      line("no", "exceptions", "exception met", "exceptions met"),
      line("object", "objects", "object known", equal ? "different objects known" : "objects known"),
      el("li", { "data-count": "questions" }, icon("other"), el("strong", { text: found.questions.toLocaleString("en") }), ` ${found.questions === 1 ? "question" : "questions"} answered`),
      share === null || share === undefined ? null : el("li", { "data-count": "settled" }, icon("certified"), el("strong", { text: `${Math.floor(share * 100)}%` }), " of what can be asked is settled"));
  }

  /** Nobody has to reach the certificate. */
  stopping(words) {
    if (words.length === 0) return null;
    return el("section", { class: "stopping" }, el("h2", { text: "You may stop here" }),
      words.map((text) => el("p", { class: "quiet", text })),
      el("p", {}, el("a", { href: address(this.room.name, "rules"), text: "See the rules" }), " · ", el("a", { href: address(this.room.name, "export"), text: "Export" })));
  }

  people(people, policy) {
    return el("div", { class: "present" }, el("h2", { text: "People" }),
      el("ul", {}, people.map((person) => el("li", { class: person.here ? "here" : null },
        el("span", { class: "dot", "aria-hidden": "true" }), person.name,
        el("span", { class: "quiet", text: person.here ? ` ${person.role}, here now` : ` ${person.role}` })))),
      policy?.words ? el("p", { class: "quiet", text: `${policy.words}.` }) : null);
  }
}

/** How much there is by now. */
function counts({ rules, objects, entries, standing }) {
  const exceptions = entries.filter(({ kind, counts, answer }) => kind === "answer" && counts && (answer === "refuted" || answer === "partly"));
  const questions = entries.filter(({ kind, counts, answer }) => kind === "answer" && counts && answer !== "later");
  return { rules: rules.length, exceptions: exceptions.length, objects: objects.length, questions: standing?.questions ?? questions.length };
}

/** The way to the certificate, and how much of it may be left. */
function way({ progress, remaining }) {
  const done = Math.floor(progress * 100);
  const bar = el("div", { class: "way", role: "progressbar", "aria-label": "On the way to the certificate", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": done });
  bar.style.setProperty("--share", progress);
  return el("section", {}, el("h2", { text: "On the way" }), bar,
    el("p", { class: "left" }, el("strong", { text: `${done}%` }), remaining ? el("span", { "data-left": remaining.likely, text: `left: ${remaining.words}` }) : null));
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
