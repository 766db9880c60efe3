// A question that people answer differently: what each side rests on, and ways to come
// to terms.

import { room as at } from "./api.js";
import { askAgain } from "./answer-dialog.js";
import { problem } from "./dialog.js";
import { button, el, toast } from "./dom.js";
import { send } from "./outbox.js";
import { takeBack } from "./refusal.js";
import { about, count, list, plain, timed, verdict } from "./words.js";

const KINDS = ["holds", "fails", "unknown"];

const author = (vote) => `${vote.who ?? "somebody"}${vote.program ? " (a program)" : ""}`;

/** An object with what it has and lacks, as somebody told of it. */
function example({ name, has, lacks }, attributes) {
  const unknown = attributes.length - has.length - lacks.length;
  const chip = (sign, said) => (attribute) => el("li", { class: said }, el("span", { class: "tick", "aria-hidden": "true", text: sign }),
    el("span", { class: "unseen", text: said === "has" ? "has " : "lacks " }), attribute);
  return el("div", { class: "example" },
    el("strong", { text: name || "Something without a name" }),
    el("ul", { class: "chips" }, has.map(chip("✓", "has")), lacks.map(chip("✗", "lacks")),
      unknown > 0 ? el("li", { class: "quiet", text: `${count(unknown, "attribute")} unknown` }) : null));
}

/** One disagreement in a list of them. */
export class Disagreement {
  constructor(view, part) {
    this.view = view;
    this.room = view.room;
    this.part = part;
    this.thread = view.thread(part.question);
    this.node = this.draw();
  }

  draw() {
    const { part, room } = this;
    const { me, attributes } = room.state;
    const mine = part.votes.find((vote) => vote.who === me.who && !vote.program);
    const sides = KINDS.map((kind) => [kind, part.votes.filter((vote) => vote.verdict === kind)]).filter(([, votes]) => votes.length > 0);
    const decided = part.decided ? `Until then this counts: ${verdict(part.decided, part.question)}.` : "Not decided.";
    return el("li", { class: "card dispute-card", "data-disagreement": true },
      el("p", { class: "words" }, about(part.words, part.question, attributes)),
      el("ul", { class: "votes sides" }, sides.map(([kind, votes]) => this.side(kind, votes, mine)),
        part.against.map((entry) => el("li", { class: "fails" }, el("span", { class: "side" },
          el("span", {}, el("strong", { text: entry.words ?? "" }), entry.who ? ` ${entry.who}` : "", entry.time ? [", ", timed(entry.time)] : null),
          this.view.takeBack(entry.entry, entry.words ?? ""))))),
      el("p", { class: "quiet", text: `${decided} ${count(part.votes.length, "person", "people")} answered.` }),
      room.mayAnswer ? el("div", { class: "actions" },
        mine ? button("Change my answer…", () => this.change(mine)) : button("Give my answer…", () => askAgain(room, { question: part.question, words: part.words, title: "A disagreement" })),
        part.votes.filter((vote) => vote !== mine).map((vote) => this.view.retractable(vote.entry)
          ? button(`Take back ${vote.who ?? "somebody"}’s answer…`, () => takeBack(room, vote.entry, plain(part.words))) : null)) : null,
      this.thread.node);
  }

  change(mine) {
    const { part, room } = this;
    askAgain(room, { question: part.question, words: part.words, title: `You said: ${verdict(mine.verdict, part.question)}`, replaces: mine.entry });
  }

  /** Those who say the same, with what they rest it on; those who gave no example stand
   * on one line. */
  side(kind, votes, mine) {
    const said = (vote) => [`${author(vote)}, `, vote.evidence ? timed(vote.evidence.time) : null];
    const telling = votes.filter((vote) => vote.evidence?.object || vote.evidence?.holds.length > 0);
    const others = votes.filter((vote) => !telling.includes(vote));
    const told = (vote) => el("div", { class: "vote" },
      el("p", { class: "quiet" }, said(vote),
        vote.evidence.holds.length > 0 ? `: ${list(vote.evidence.holds)} ${vote.evidence.holds.length === 1 ? "follows" : "follow"}, the rest does not` : null),
      vote.evidence.object ? example(vote.evidence.object, this.room.state.attributes) : null,
      this.agreement(vote, mine));
    return el("li", { class: kind },
      el("strong", { text: verdict(kind, this.part.question) }),
      others.length > 0 ? el("div", { class: "vote" }, el("p", { class: "quiet" }, others.map((vote, at) => [at > 0 ? "; " : "", said(vote)])),
        kind === "holds" ? this.borneOut() : null, others.some((vote) => vote === mine) ? null : this.agreement(others[0], mine)) : null,
      telling.map(told));
  }

  /** What speaks for the rule. */
  borneOut() {
    const { count: many, names } = this.part.borne_out ?? { count: 0, names: [] };
    if (this.part.question.impossible) return el("p", { class: "quiet", text: "Nothing like that is known." });
    const more = many - names.length;
    return el("p", { class: "quiet", text: many === 0 ? "No known object bears it out so far."
      : `Borne out by ${list(more > 0 ? [...names, `${more} more`] : names)}.` });
  }

  /** A way to say the same as somebody else, in one step. */
  agreement(vote, mine) {
    if (vote === mine || vote.verdict === "unknown" || !this.room.mayAnswer) return null;
    if (mine?.verdict === vote.verdict && !vote.evidence?.object) return null;
    const label = vote.evidence?.object ? "I agree with this example" : `I agree with ${author(vote)}`;
    const which = vote.evidence?.object ? el("span", { class: "unseen", text: ` of ${author(vote)}: ${vote.evidence.object.name || "without a name"}` }) : null;
    return button([label, which], (event) => this.agree(vote, event.currentTarget), { class: "small", [which ? "data-agree-example" : "data-agree-vote"]: vote.entry });
  }

  async agree(vote, pressed) {
    pressed.disabled = true;
    try {
      await send(`${at(this.room.name)}/agree`, { entry: vote.entry }, `Agree with ${author(vote)}: ${plain(this.part.words)}`);
      toast(`You say the same as ${author(vote)} now. Undo, beside the question, takes it back.`);
      await this.room.live.refresh();
    } catch (error) {
      pressed.disabled = false;
      await problem("That was not taken", error);
    }
  }
}
