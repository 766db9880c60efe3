// A tour of two minutes through an exploration. It stands beside what it speaks of, so
// that one can try things meanwhile, and can be left at any time.

import { announce, button, el, put } from "./dom.js";
import { route } from "./router.js";

/** What is shown where: the view, what stands out there, and what is said of it. */
const STEPS = [
  ["question", ".question", "One question at a time",
    "This is all you need to do: say what is true in your domain. At first you may be asked to name some things; then whether rules hold. There is no wrong order, and you can stop at any time."],
  ["question", ".question .answers, .question form, .question", "Yes, no, or don’t know",
    "“Yes” means that there is no exception. “No” asks you for one: a thing you know. It teaches most, so a good example is the best answer. “Don’t know” and “Later” are fine."],
  ["question", ".question .foot, .question", "Nothing is final",
    "Undo takes your last answer back, and under Answers you can change any of them. Each answer is saved the moment you give it."],
  ["question", ".standing", "How far you are",
    "Here you see what is certain by now and how many questions may be left. When it is certain enough, it says so, with what that means."],
  ["rules", ".view", "What follows from your answers",
    "Every rule that was accepted, with who agreed and how many known things bear it out. If you meet one that is wrong, say so there."],
  ["objects", ".view", "The things you named",
    "A table of what is known of each: yes, no, or not known yet. Click a cell to fill it in; tell of more things whenever you like."],
  ["diagram", ".view", "The same as a picture",
    "General things above, special ones below. An object has every attribute that can be reached upwards from it."],
  ["unsettled", ".view", "What is left open",
    "Questions that were put off, and those that people answer differently, with what each side rests on. You can comment on a question wherever it stands."],
  ["question", ".question", "That is all",
    "Go on with the question. Each tab has a line about itself, with more behind it, and from there this tour can be taken again."],
];

let running = null;

class Tour {
  constructor(room) {
    this.room = room;
    this.at = 0;
    this.before = document.activeElement;
    this.number = el("p", { class: "quiet" });
    this.title = el("h2", { id: "tour-title", tabindex: -1 });
    this.text = el("p", {});
    this.back = button("Back", () => this.go(this.at - 1));
    this.next = button("Next", () => this.go(this.at + 1), { class: "primary" });
    this.node = el("section", { class: "tour", role: "region", "aria-labelledby": "tour-title", onkeydown: (event) => this.key(event) },
      el("div", { class: "tour-head" }, this.number, button("Leave the tour", () => this.end(), { class: "plain small", "data-leave": true })),
      this.title, this.text, el("div", { class: "actions" }, this.back, this.next));
    document.body.append(this.node);
    document.documentElement.classList.add("touring");
    this.go(0);
  }

  key(event) {
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (event.key === "Escape") this.end();
    else if (moves[event.key]) this.go(this.at + moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(step) {
    if (step >= STEPS.length) {
      this.end();
      return;
    }
    this.at = Math.max(0, step);
    const [view, selectors, title, text] = STEPS[this.at];
    this.number.textContent = `Tour, ${this.at + 1} of ${STEPS.length}`;
    this.title.textContent = title;
    this.text.textContent = text;
    this.back.disabled = this.at === 0;
    put(this.next, this.at === STEPS.length - 1 ? "Done" : "Next");
    announce(`${title}. ${text}`);
    /** The view that is to be pointed into, until it is shown. */
    this.awaited = view;
    // Another view is shown, and takes the focus, once the address has changed.
    if (this.room.wanted.view === view && route().view === view) this.shown(view);
    else this.room.go(view);
  }

  /** A view is shown: whoever went there by themselves is left alone. */
  shown(view) {
    if (view === this.awaited) this.point(STEPS[this.at][1]);
  }

  point(selectors) {
    this.awaited = null;
    this.unpoint();
    const found = selectors.split(", ").map((selector) => document.querySelector(selector)).find((node) => node?.checkVisibility());
    found?.classList.add("toured");
    found?.scrollIntoView({ block: "nearest" });
    this.title.focus({ preventScroll: true });
  }

  unpoint() {
    document.querySelector(".toured")?.classList.remove("toured");
  }

  end() {
    this.unpoint();
    this.node.remove();
    document.documentElement.classList.remove("touring");
    running = null;
    if (this.before?.isConnected && this.before !== document.body) this.before.focus();
    else document.querySelector("main h1")?.focus({ preventScroll: true });
  }
}

/** Begins the tour, at its start. */
export function startTour(room) {
  endTour();
  running = new Tour(room);
}

/** Tells the tour, if one is under way, which view is shown now. */
export function tourShows(view) {
  running?.shown(view);
}

/** Ends the tour, if one is under way. */
export function endTour() {
  running?.end();
}
