// What each tab is for: a line beside it, and more in a dialog.

import { open } from "./dialog.js";
import { button, el, put } from "./dom.js";
import { startTour } from "./tour.js";

const HIDDEN = "hornbook.no-guide";

/** For each view the line, and what more there is to say. */
const GUIDE = {
  question: ["Answer what you are asked: each answer settles a part of the domain.", [
    "“Yes, always” says that there is no exception. “No, for example…” asks for one; what was asked about is ticked already, and the rest is filled in as far as it follows or can be guessed. Correct what is wrong.",
    "“Partly” is for rules of which only a part holds. “Don’t know” and “Later” keep the question under Unsettled.",
    "Rules that very likely hold may come as a list: say of each that it holds, or tell of an exception in place. “Why this question?” tells what it would settle.",
    "Undo takes your last answer back. Beside the question stands what is certain so far, and how many questions may be left.",
  ]],
  rules: ["What holds, as far as was answered: whatever has the left also has the right.", [
    "Each rule has its reasons: the answers it rests on, and who gave them. Rules that follow from others are not listed.",
    "If a rule is wrong, say “I know an exception…” there: you are told which answers that contradicts.",
    "Rules can be searched and filtered, by attribute, by how many objects bear them out, and by who agreed.",
  ]],
  objects: ["The things that were named: what each has, lacks, and what is not known of it.", [
    "A click on a cell goes from yes to no to unknown. Changes are gathered, and sent when you save them. What was said before is corrected only after a question back.",
    "“Tell of an object” adds one. The more different they are, the fewer questions are left.",
  ]],
  diagram: ["All groups of objects that share attributes, the general ones above.", [
    "An object has the attributes that can be reached upwards from it. An attribute belongs to all objects that can be reached downwards.",
    "Choosing a concept filters rules and objects by it.",
  ]],
  answers: ["Everything that was said, the newest first: each can be changed or taken back.", [
    "What else would change is shown before anything is taken back. What was taken back stays in the list, and can be let count again.",
    "You can change what you said; owners can take back what anybody said.",
  ]],
  unsettled: ["What waits for somebody: open questions, disagreements, contradictions.", [
    "Where people answer a question differently, both sides are shown with what they rest on: the example, with what it has and lacks. “I agree with this example” makes it your answer, too.",
    "A comment is for talking it over. It is no answer, and changes nothing of what is known.",
    "Whose word counts is told under Setup. Until a disagreement is settled, nothing is decided silently.",
  ]],
  people: ["Who takes part, in which role, and who agrees with whom.", [
    "A link is good for one browser, once. An expert answers, a reader looks on, an owner does everything; roles can be changed at any time.",
    "Agreement is counted over the questions to which both know an answer.",
  ]],
  setup: ["Whose word counts, how thorough it is, and which attributes there are.", [
    "All of it can be changed at any time; what was answered stays.",
    "An exploration that is over can be archived, and what is archived can be deleted.",
  ]],
  export: ["Everything in files, and a report to print.", [
    "The journal holds all that was said, and is what the command goes on with. The rules come in the formats of other tools.",
  ]],
};

function kept() {
  try {
    return localStorage.getItem(HIDDEN) === "yes";
  } catch {
    return false;
  }
}

function keep(hidden) {
  try {
    localStorage.setItem(HIDDEN, hidden ? "yes" : "no");
  } catch {
    // Then it is as it was the next time.
  }
}

/** The line about the view that is shown. */
export class Guide {
  constructor(room) {
    this.room = room;
    this.line = el("span", {});
    this.more = button("More about this tab", () => this.tell(), { class: "plain small", "data-guide": true });
    this.node = el("p", { class: "guide quiet" }, this.line, " ", this.more);
  }

  show(view, label) {
    this.view = GUIDE[view] ? view : "question";
    this.label = label;
    this.draw();
  }

  draw() {
    const [line] = GUIDE[this.view];
    this.line.textContent = line;
    this.line.hidden = kept();
    put(this.more, kept() ? "What is this tab for?" : "More");
    this.more.setAttribute("aria-label", `More about the tab ${this.label}`);
  }

  async tell() {
    const [line, more] = GUIDE[this.view];
    const box = el("input", { type: "checkbox", checked: !kept(), onchange: (event) => { keep(!event.target.checked); this.draw(); } });
    const chosen = await open({
      title: this.label,
      body: el("div", { class: "guide-text" }, el("p", {}, el("strong", { text: line })), more.map((text) => el("p", { text })),
        el("label", { class: "check" }, box, " Show a line about each tab")),
      actions: [{ label: "Take the tour (two minutes)", value: "tour" }, { label: "Close", value: null, kind: "primary", first: true }],
    });
    if (chosen === "tour") startTour(this.room);
  }
}
