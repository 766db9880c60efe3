// What waits for somebody: questions without an answer, answers that contradict
// each other, and people who disagree.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, put } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { Disagreement } from "./disagreement.js";
import { bind, hint } from "./keys.js";
import { awaiting } from "./needs.js";
import { send } from "./outbox.js";
import { takeBack } from "./refusal.js";
import { Thread } from "./thread.js";
import { about, list, objectWords, plain, ruleKey } from "./words.js";

const WHY_OPEN = { unknown: "Nobody knew", later: "Put off", partly: "Only a part is answered" };

/** Contradictions that are no disagreement about one question. */
export function contradictions(state) {
  const votes = new Set(state.disagreements.flatMap((part) => part.votes.map((vote) => vote.entry)));
  return state.disputes.filter((part) => !votes.has(part.entry));
}

export class Unsettled {
  constructor(room) {
    this.room = room;
    this.place = el("div", { onfocusin: () => this.mark() });
    /** The threads that are shown; they are kept while what they are about is. */
    this.threads = new Map();
    this.node = el("div", {}, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Unsettled" })), this.place);
  }

  enter() {
    this.shown = true;
    this.keys();
  }

  leave() {
    this.shown = false;
    bind([]);
  }

  /** One key agrees with the example that is marked by it. */
  keys() {
    if (!this.shown) return;
    bind(this.marked() ? [["a", "agrees with the example that is marked", () => this.marked()?.click()]] : []);
  }

  /** The example one agrees with by the key: of the disagreement that has the focus, or
   * of the first. */
  marked() {
    const focused = document.activeElement?.closest?.("[data-disagreement]");
    return (focused && this.place.contains(focused) ? focused.querySelector("[data-agree-example]") : null) ?? this.place.querySelector("[data-agree-example]");
  }

  mark() {
    const marked = this.marked();
    if (marked?.querySelector("kbd")) return;
    for (const key of this.place.querySelectorAll("[data-agree-example] kbd")) key.remove();
    marked?.append(hint("a"));
  }

  /** The thread about a question. */
  thread(question) {
    const key = ruleKey(question);
    if (!this.threads.has(key)) this.threads.set(key, new Thread(this.room, question));
    return this.threads.get(key);
  }

  update(state) {
    for (const thread of this.threads.values()) thread.update(state);
    const key = JSON.stringify([awaiting(state), state.open, state.disputes, state.disagreements, state.overruled, state.entries, state.me.role, state.archived]);
    if (key === this.key) return;
    this.key = key;
    const { open, disagreements, overruled } = state;
    const [disputes, waiting] = [contradictions(state), awaiting(state)];
    const empty = open.length + disputes.length + disagreements.length + overruled.length + waiting.length === 0;
    // Whoever is writing a comment goes on with it.
    const writing = this.place.contains(document.activeElement) && document.activeElement.closest(".thread") ? document.activeElement : null;
    put(this.place,
      empty ? el("p", { class: "quiet", text: "Nothing: no question was left open, and nobody disagrees." }) : null,
      waiting.length > 0 ? el("section", {}, el("h2", { text: "Waiting for your answer" }),
        el("p", { class: "quiet", text: `Others answered these, and ${state.policy.words.replace(/^./, (letter) => letter.toLowerCase())}. What they said is told once you have answered, too.` }),
        el("ul", { class: "plain-list" }, waiting.map((part) => this.open(part)))) : null,
      disagreements.length > 0 ? el("section", {}, el("h2", { text: "Disagreements" }),
        el("p", { class: "quiet", text: "People answered the same question differently. Look at what each side rests on, talk to each other, then agree, change an answer or take it back." }),
        el("ul", { class: "plain-list" }, disagreements.map((part) => new Disagreement(this, part).node))) : null,
      disputes.length > 0 ? el("section", {}, el("h2", { text: "Contradictions" }),
        el("p", { class: "quiet", text: "These were put on record although they contradict other answers. They do not count until one side is taken back." }),
        el("ul", { class: "plain-list" }, disputes.map((part) => this.dispute(part)))) : null,
      overruled.length > 0 ? el("section", {}, el("h2", { text: "Corrected" }),
        el("p", { class: "quiet", text: "What somebody said of an object was corrected by somebody else. The correction counts." }),
        el("ul", { class: "plain-list" }, overruled.map((part) => this.overruled(part)))) : null,
      open.length > 0 ? el("section", {}, el("h2", { text: "Open questions" }),
        el("ul", { class: "plain-list" }, open.map((part) => this.open(part)))) : null);
    for (const [question, thread] of this.threads) if (!this.place.contains(thread.node)) this.threads.delete(question);
    if (writing && this.place.contains(writing)) writing.focus({ preventScroll: true });
    this.mark();
    this.keys();
  }

  retractable(id) {
    return this.room.mayAnswer && this.room.state.entries.some((entry) => entry.id === id && entry.can_retract && entry.counts);
  }

  takeBack(id, words) {
    return this.retractable(id) ? button("Take back…", () => takeBack(this.room, id, words), { class: "small", "aria-label": `Take back: ${words}` }) : null;
  }

  open(part) {
    return el("li", { class: "card" },
      el("p", { class: "words" }, about(part.words, part.only_new ?? part.question, this.room.state.attributes)),
      el("p", { class: "quiet", text: part.votes ? `${list(part.votes.map((vote) => vote.who ?? "somebody"))} answered` : WHY_OPEN[part.kind] ?? "" }),
      this.room.mayAnswer ? el("div", { class: "actions" }, button("Answer now…", () => askAgain(this.room, { question: part.question, shown: part.only_new ?? part.question, words: part.words, title: "An open question" }),
        { "aria-label": `Answer now: ${plain(part.words)}` })) : null,
      this.thread(part.question).node);
  }

  dispute(part) {
    return el("li", { class: "card dispute-card" },
      el("div", { class: "side" }, el("p", { class: "words" }, part.words, el("span", { class: "quiet", text: part.who ? ` (${part.who})` : "" })), this.takeBack(part.entry, part.words)),
      el("p", { class: "quiet", text: "contradicts" }),
      el("ul", { class: "plain-list" }, part.with.map((other) => el("li", { class: "side" },
        el("p", { class: "words" }, other.words, el("span", { class: "quiet", text: other.who && !other.words.includes(`(${other.who})`) ? ` (${other.who})` : "" })),
        other.entry ? this.takeBack(other.entry, other.words) : null))));
  }

  /** A correction; whoever was corrected can agree, and then it is no more listed. */
  overruled({ by, said, object, of, facts }) {
    const { attributes, me } = this.room.state;
    const told = (has) => facts.filter((fact) => fact.has === has).map((fact) => attributes[fact.attribute].name);
    const agree = async () => {
      const saying = { of, name: object, has: told(true), lacks: told(false) };
      try {
        await send(`${at(this.room.name)}/objects`, { object: saying }, objectWords(saying));
        await this.room.live.refresh();
      } catch (error) {
        await problem("This could not be sent", error);
      }
    };
    const line = (entry) => el("div", { class: "side" },
      el("p", { class: "words" }, entry.words, el("span", { class: "quiet", text: entry.who ? ` (${entry.who})` : "" })), this.takeBack(entry.entry, entry.words));
    return el("li", { class: "card dispute-card" }, line(said), el("p", { class: "quiet", text: "was corrected:" }), line(by),
      said.who === me.who && this.room.mayAnswer ? el("div", { class: "actions" }, button("I agree", agree, { "aria-label": `I agree: ${by.words}` })) : null);
  }
}
