// What waits for somebody: questions without an answer, answers that contradict
// each other, and people who disagree.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, put } from "./dom.js";
import { askAgain } from "./answer-dialog.js";
import { send } from "./outbox.js";
import { takeBack } from "./refusal.js";
import { about, count, list, objectWords, plain, verdict } from "./words.js";

const KINDS = ["holds", "fails", "unknown"];
const WHY_OPEN = { unknown: "Nobody knew", later: "Put off", partly: "Only a part is answered" };

/** Contradictions that are no disagreement about one question. */
export function contradictions(state) {
  const votes = new Set(state.disagreements.flatMap((part) => part.votes.map((vote) => vote.entry)));
  return state.disputes.filter((part) => !votes.has(part.entry));
}

export class Unsettled {
  constructor(room) {
    this.room = room;
    this.place = el("div", {});
    this.node = el("div", {}, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Unsettled" })), this.place);
  }

  update(state) {
    const key = JSON.stringify([state.open, state.disputes, state.disagreements, state.overruled, state.entries, state.me.role, state.archived]);
    if (key === this.key) return;
    this.key = key;
    const { open, disagreements, overruled } = state;
    const disputes = contradictions(state);
    const empty = open.length + disputes.length + disagreements.length + overruled.length === 0;
    put(this.place,
      empty ? el("p", { class: "quiet", text: "Nothing: no question was left open, and nobody disagrees." }) : null,
      disagreements.length > 0 ? el("section", {}, el("h2", { text: "Disagreements" }),
        el("p", { class: "quiet", text: "People answered the same question differently. Talk to each other, then change an answer or take it back." }),
        el("ul", { class: "plain-list" }, disagreements.map((part) => this.disagreement(part)))) : null,
      disputes.length > 0 ? el("section", {}, el("h2", { text: "Contradictions" }),
        el("p", { class: "quiet", text: "These were put on record although they contradict other answers. They do not count until one side is taken back." }),
        el("ul", { class: "plain-list" }, disputes.map((part) => this.dispute(part)))) : null,
      overruled.length > 0 ? el("section", {}, el("h2", { text: "Corrected" }),
        el("p", { class: "quiet", text: "What somebody said of an object was corrected by somebody else. The correction counts." }),
        el("ul", { class: "plain-list" }, overruled.map((part) => this.overruled(part)))) : null,
      open.length > 0 ? el("section", {}, el("h2", { text: "Open questions" }),
        el("ul", { class: "plain-list" }, open.map((part) => this.open(part)))) : null);
  }

  retractable(id) {
    return this.room.mayAnswer && this.room.state.entries.some((entry) => entry.id === id && entry.can_retract && entry.counts);
  }

  takeBack(id, words) {
    return this.retractable(id) ? button("Take back…", () => takeBack(this.room, id, words), { class: "small", "aria-label": `Take back: ${words}` }) : null;
  }

  open(part) {
    return el("li", { class: "card" },
      el("p", { class: "words" }, about(part.words, part.question, this.room.state.attributes)),
      el("p", { class: "quiet", text: WHY_OPEN[part.kind] ?? "" }),
      this.room.mayAnswer ? el("div", { class: "actions" }, button("Answer now…", () => askAgain(this.room, { question: part.question, words: part.words, title: "An open question" }),
        { "aria-label": `Answer now: ${plain(part.words)}` })) : null);
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

  disagreement(part) {
    const { me } = this.room.state;
    const sides = KINDS.map((kind) => [kind, part.votes.filter((vote) => vote.verdict === kind)]).filter(([, votes]) => votes.length > 0);
    const mine = part.votes.find((vote) => vote.who === me.who);
    const decided = part.decided ? `Until then this counts: ${verdict(part.decided, part.question)}.` : "Not decided.";
    return el("li", { class: "card dispute-card" },
      el("p", { class: "words" }, about(part.words, part.question, this.room.state.attributes)),
      el("ul", { class: "votes" }, sides.map(([kind, votes]) => el("li", { class: kind },
        el("strong", { text: verdict(kind, part.question) }), ` ${list(votes.map((vote) => `${vote.who ?? "somebody"}${vote.program ? " (a program)" : ""}`))}`)),
        part.against.map((entry) => el("li", { class: "fails" }, el("span", { class: "side" },
          el("span", {}, el("strong", { text: entry.words ?? "" }), entry.who ? ` ${entry.who}` : ""), this.takeBack(entry.entry, entry.words ?? ""))))),
      el("p", { class: "quiet", text: `${decided} ${count(part.votes.length, "person", "people")} answered.` }),
      this.room.mayAnswer ? el("div", { class: "actions" },
        mine ? this.change(part, mine) : button("Give my answer…", () => askAgain(this.room, { question: part.question, words: part.words, title: "A disagreement" })),
        part.votes.filter((vote) => vote !== mine).map((vote) => this.retractable(vote.entry)
          ? button(`Take back ${vote.who ?? "somebody"}’s answer…`, () => takeBack(this.room, vote.entry, plain(part.words))) : null)) : null);
  }

  change(part, mine) {
    return button("Change my answer…", () => askAgain(this.room, { question: part.question, words: part.words, title: `You said: ${verdict(mine.verdict, part.question)}`, replaces: mine.entry }));
  }
}
