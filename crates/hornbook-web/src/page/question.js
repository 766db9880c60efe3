// What is before somebody: a question and the ways to answer it, a list of rules, or
// things to be named.

import { room as at, whoWrites } from "./api.js";
import { askMe, isOneByOne, setOneByOne } from "./asking.js";
import { certificate } from "./certificate.js";
import { Checklist, missed } from "./checklist.js";
import { Describe } from "./describe.js";
import { problem } from "./dialog.js";
import { announce, button, el, put, toast } from "./dom.js";
import { bind, hint } from "./keys.js";
import { ObjectForm, draftOf } from "./object-form.js";
import { send } from "./outbox.js";
import { PartForm } from "./part-form.js";
import { RefusalBox } from "./refusal.js";
import { address } from "./router.js";
import { StandingPanel } from "./standing.js";
import { Stopwatch } from "./stopwatch.js";
import { tell } from "./tell.js";
import { Thread } from "./thread.js";
import { stuck, waiting, waitingKey } from "./waiting.js";
import { answerWords, count, countOf, list, plain, ruleKey, sameRule, sentence } from "./words.js";

/** The answers to a question, such that "yes" and "no" mean what was asked:
 * where it is asked whether something can be, "no" says that the rule holds.
 * `labels` are the words for them, in the language of the exploration. */
export function answers(question, labels) {
  const { holds, holds_more: holdsMore, refuted, refuted_more: refutedMore, partly } = question.impossible ? labels.never : labels.rule;
  const parts = question.impossible ? 2 : question.conclusion.filter((name) => !question.premise.includes(name)).length;
  return [
    { key: question.impossible ? "n" : "y", label: holds, more: holdsMore, kind: "holds", class: "answer" },
    { key: question.impossible ? "y" : "n", label: refuted, more: refutedMore, kind: "refuted", class: "answer" },
    parts > 1 ? { key: "p", label: partly, kind: "partly" } : null,
    { key: "?", label: labels.unknown, kind: "unknown" },
    { key: "l", label: labels.later, kind: "later" },
  ].filter(Boolean);
}

/** What a form is filled in with by the example of a program. */
function proposed(turn, kind) {
  const object = (turn.proposals ?? []).find((proposal) => proposal.answer === kind && proposal.object)?.object;
  if (!object || kind !== "refuted") return undefined;
  const picked = [...object.has.map((name) => [name, "has"]), ...object.lacks.map((name) => [name, "lacks"])];
  return { name: object.name, picked };
}

/** Sending that takes longer than this, in milliseconds, is spoken of. */
const LONG = 1000;
/** Questions of more characters are set smaller, so that their answers are in sight. */
const SMALLER = 180;

/** The form that goes with "no, for example" or "partly", around an object. */
export class AnswerForm {
  /** `shown` is the question with no more than is new; `submit` gets the answer; `close`
   * is called when it is not wanted; `kept` says whether what is typed is kept elsewhere. */
  constructor(room, { question, shown = question, words, kind, draft, submit, close, changed = () => {}, kept = () => false }) {
    Object.assign(this, { room, question, shown, words, kind });
    const Form = kind === "partly" ? PartForm : ObjectForm;
    this.form = new Form(room, { question: shown, draft, confirms: "Send", changed: () => changed(this), kept });
    this.refusal = new RefusalBox(room);
    this.note = el("p", { class: "note", role: "status", hidden: true });
    this.send = el("button", { class: "primary", type: "submit", text: kind === "partly" ? "Send" : question.impossible ? "Send: it can be" : "Send: there is an exception" });
    this.cancel = button("Cancel", () => close(this));
    this.node = el("form", { class: "answer-form", novalidate: true, onsubmit: (event) => { event.preventDefault(); submit(this, {}); } },
      el("h2", { tabindex: -1, text: kind === "partly" ? question.impossible ? "What does it always have then?" : "Which part holds?" : question.impossible ? "Tell of something like that" : "Tell of an exception" }),
      kind === "refuted" && room.state.objects.length > 0 ? el("p", { class: "quiet", text: "If several come to mind, take the one least like those named: it settles most." }) : null,
      this.note, this.form.node, this.refusal.node,
      el("div", { class: "actions" }, this.cancel, this.send));
  }

  /** The answer, as the server takes it. */
  answer({ correct = false, anyway = false } = {}) {
    if (correct) this.form.allowCorrection();
    const said = this.kind === "partly" ? this.form.answer() : { object: this.form.object() };
    // What is put on record against others corrects nothing.
    if (anyway && said.object) delete said.object.correct;
    return { question: this.question, answer: this.kind, ...said, ...(anyway ? { anyway } : {}) };
  }

  /** Notes something about the question. */
  say(text) {
    this.note.hidden = text === "";
    this.note.textContent = text;
  }

  /** What is being sent cannot be held back any more. */
  busy(yes) {
    this.send.disabled = yes;
    this.cancel.disabled = yes;
    clearTimeout(this.slow);
    if (yes) this.slow = setTimeout(() => this.say("This is on its way: it is sent as soon as the server is back."), LONG);
    else this.say("");
  }
}

/** Where a draft is kept: everybody has their own, also in one tab. */
const draftKey = (room) => `hornbook.draft.${room.name}.${whoWrites()}`;

export class QuestionView {
  constructor(room) {
    this.room = room;
    this.card = el("section", { class: "card question", "aria-label": "Question" });
    this.standing = new StandingPanel(room);
    this.node = el("div", { class: "question-view" }, this.card, this.standing.node);
    this.refusal = new RefusalBox(room);
    this.whyOpen = false;
    /** What was written last must be in a state for it to be looked at. */
    this.awaited = null;
    this.drafts = new Map();
    this.watch = new Stopwatch();
    /** A list or a form that stays as it is while things change around it. */
    this.part = null;
    /** What came of a list on which something was ticked that is known to be false. */
    this.found = null;
    this.restore();
  }

  enter() {
    this.shown = true;
    this.keys();
  }

  leave() {
    this.shown = false;
    bind([]);
  }

  update(state) {
    this.standing.update(state);
    this.thread?.update(state);
    // A state from before the last answer was taken says nothing new.
    // But a server that cannot go on may not come to it.
    const before = this.awaited && !state.entries.some((entry) => entry.id === this.awaited);
    if (this.sending || before && state.turn.kind !== "stuck") return;
    if (!before) this.awaited = null;
    if (this.open) {
      this.open.form.update(state);
      this.open.say(this.overtaken(state.turn));
      return;
    }
    if (this.found) return;
    if (this.part && this.room.mayAnswer && this.part.staysFor(state)) {
      this.part.update(state);
      const undo = this.card.querySelector("[data-undo]");
      if (undo) undo.disabled = !this.undoable();
      return;
    }
    this.endPart();
    const key = JSON.stringify([state.turn, state.me, state.certified, state.archived, state.open.length, this.undoable(), state.turn.kind === "wait" ? waitingKey(state) : null]);
    if (key === this.key) return;
    const other = this.key !== undefined;
    this.key = key;
    this.refusal.clear();
    this.draw(other);
  }

  /** What became of the question while its form is open; nothing if it is
   * still the one. */
  overtaken(turn) {
    if (turn.kind === "stuck") return `The server cannot go on: ${turn.words}`;
    if (["thinking", "programs"].includes(turn.kind) || turn.kind === "ask" && sameRule(turn.question, this.open.question)) return "";
    return "This question was settled or taken up by others meanwhile. You can still send what you have typed, or cancel.";
  }

  undoable() {
    const { entries, me } = this.room.state;
    return entries.some((entry) => entry.counts && entry.can_retract && entry.kind !== "retract" && (me.role === "owner" || entry.who === me.who));
  }

  draw(other) {
    const { turn, certified } = this.room.state;
    this.watch.restart();
    const kinds = { ask: () => this.ask(), check: () => this.check(), describe: () => this.describe(), wait: () => this.wait(), certified: () => certificate(this.room, this.undoButton()), reader: () => this.reader(), programs: () => this.programs(), thinking: () => this.thinking(), stuck: () => stuck(this.room, turn.words) };
    // Who may not answer, or not any more, is not asked.
    const ended = turn.kind === "certified" && !certified ? "thinking" : turn.kind;
    const kind = this.room.mayAnswer || ended === "certified" ? ended : "reader";
    const content = (kinds[kind] ?? kinds.thinking)();
    const focused = this.card.contains(document.activeElement) || document.activeElement === document.body;
    put(this.card, content);
    this.card.setAttribute("data-turn", kind);
    if (other && this.shown) {
      if (kind === "ask") announce(plain(turn.words));
      if (kind === "check") announce(`Which of these ${count(turn.rules.length, "rule")} hold?`);
      if (focused) this.card.querySelector("h1")?.focus({ preventScroll: true });
    }
    this.keys();
  }

  ask() {
    const { turn, me, policy } = this.room.state;
    const given = answers(turn.only_new, this.room.state.wording.answers);
    const act = (answer) => this.respond(answer.kind);
    const main = given.filter((answer) => answer.class).map((answer) => button([
      el("span", { class: "label" }, answer.label, hint(answer.key)), el("span", { class: "more", text: answer.more })],
    () => act(answer), { class: "answer", "data-answer": answer.kind }));
    const others = given.filter((answer) => !answer.class).map((answer) => button([answer.label, hint(answer.key)], () => act(answer), { "data-answer": answer.kind }));
    this.thread = new Thread(this.room, turn.question);
    this.why = el("div", { class: "why", id: "why", hidden: !this.whyOpen }, this.reasons(turn));
    this.whyButton = button(["Why this question?", hint("w")], () => this.toggleWhy(), { class: "plain", "aria-expanded": this.whyOpen, "aria-controls": "why" });
    const answered = turn.answered_by ?? [];
    return [
      this.turnNote(answered, policy, me),
      el("h1", { class: plain(turn.words).length > SMALLER ? "asked small" : "asked", tabindex: -1 }, sentence(turn.words)),
      this.whole(turn),
      this.descriptions(turn.only_new),
      this.proposals(turn),
      el("div", { class: "answers", role: "group", "aria-label": "Your answer" }, main),
      el("div", { class: "answers other", role: "group", "aria-label": "Other answers" }, others),
      this.refusal.node,
      el("div", { class: "foot" }, this.whyButton, this.undoButton(), isOneByOne() ? button("Show lists again", () => this.askAs(false), { class: "plain", "data-lists": true }) : null),
      this.why,
      this.thread.node,
    ];
  }

  /** What programs say, where it waits for a person: one key agrees. */
  proposals(turn) {
    return (turn.proposals ?? []).map((proposal, at) => el("div", { class: "note proposal", "data-proposal": proposal.entry },
      el("p", { text: proposal.words }),
      button(["Agree", at === 0 ? hint("a") : null], () => this.agree(proposal), { class: "primary", "data-agree": true })));
  }

  async agree(proposal) {
    const { turn } = this.room.state;
    if (turn.kind !== "ask" || !proposal || this.sending || this.open || !this.room.mayAnswer) return;
    this.sending = true;
    this.refusal.clear();
    this.busy(true);
    try {
      const done = await send(`${at(this.room.name)}/agree`, { entry: proposal.entry, took: { seconds: this.watch.seconds() } }, `Agree: ${proposal.words}`, plain(turn.words));
      this.awaited = done.id;
      this.sending = false;
      this.again();
    } catch (error) {
      this.sending = false;
      if (!error.status) throw error;
      this.refusal.show(error, { anyway: false, again: () => this.agree(proposal) });
    } finally {
      this.sending = false;
      this.busy(false);
    }
  }

  /** Programs are asked first. */
  programs() {
    const { names } = this.room.state.programs;
    return [
      el("h1", { class: "asked", tabindex: -1, text: "Programs are asked first…" }),
      el("p", { class: "quiet", text: `${names.length > 0 ? list(names) : "They"} may know. You are asked what they do not know.` }),
      el("div", { class: "skeleton", "aria-hidden": "true" }),
      el("div", { class: "foot" }, this.undoButton()),
    ];
  }

  /** A list of rules. */
  check() {
    this.part = new Checklist(this.room, {
      taken: (found) => this.listTaken(found),
      oneByOne: () => this.askAs(true),
      foot: this.undoButton(),
    });
    return this.part.node;
  }

  /** Things of the domain, before anything is asked. */
  describe() {
    this.part = new Describe(this.room, { done: () => { askMe(this.room.name); this.again(); } });
    return this.part.node;
  }

  endPart() {
    this.part?.stop();
    this.part = null;
  }

  /** One by one, or in lists. */
  askAs(oneByOne) {
    setOneByOne(oneByOne);
    this.again();
  }

  /** Asks the server anew what is next. */
  again() {
    this.endPart();
    this.found = null;
    this.key = undefined;
    put(this.card, this.thinking());
    this.card.setAttribute("data-turn", "thinking");
    this.card.querySelector("h1").focus({ preventScroll: true });
    this.keys();
    return this.room.live.refresh();
  }

  listTaken(found) {
    this.part = null;
    this.awaited = found.entries.at(-1) ?? null;
    if (found.missed.length === 0) {
      this.again();
      return;
    }
    this.found = found;
    this.key = undefined;
    put(this.card, missed(this.room, found, () => this.again()));
    this.card.setAttribute("data-turn", "missed");
    this.card.querySelector("h1").focus({ preventScroll: true });
    this.keys();
  }

  /** Who else has a say in it. What they said is not told before one has
   * answered, so that everybody answers for themselves. */
  turnNote(answered, policy, me) {
    const parts = [];
    const unknowing = answered.filter((vote) => vote.program && vote.verdict === "unknown").map((vote) => vote.who ?? "a program");
    if (unknowing.length > 0) parts.push(`${list(unknowing)} (${unknowing.length === 1 ? "a program" : "programs"}) did not know.`);
    answered = answered.filter((vote) => !vote.program);
    if (answered.length > 0) parts.push(`${list(answered.map((vote) => vote.who ?? "somebody"))} answered this already; your word is needed, too.`);
    else if (policy.policy !== "any" && unknowing.length === 0) parts.push(`${policy.words}.`);
    if (this.room.state.turn.part_of) parts.push("A part of what was not known:");
    if (me.about) parts.push(`You are asked about ${list(me.about)}.`);
    return parts.length > 0 ? el("p", { class: "quiet over", text: parts.join(" ") }) : null;
  }

  /** The whole question, where it says more than is new. */
  whole(turn) {
    return turn.full ? el("details", { class: "whole" }, el("summary", { text: "In full, with what follows anyway" }), el("p", {}, sentence(turn.full))) : null;
  }

  descriptions(question) {
    const names = new Set([...question.premise, ...(question.conclusion ?? [])]);
    const described = this.room.state.attributes.filter((attribute) => names.has(attribute.name) && attribute.description);
    return described.length === 0 ? null : el("dl", { class: "descriptions" }, described.map(({ name, description }) =>
      el("div", {}, el("dt", { text: name }), el("dd", { text: description }))));
  }

  reasons(turn) {
    return [
      el("ul", {}, turn.why.map((text) => el("li", { text }))),
      turn.closest.length > 0 ? [el("h2", { text: "Closest to an exception" }), el("ul", {}, turn.closest.map((text) => el("li", { text })))] : null,
    ];
  }

  toggleWhy() {
    this.whyOpen = !this.whyOpen;
    this.why.hidden = !this.whyOpen;
    this.whyButton.setAttribute("aria-expanded", this.whyOpen);
    if (this.whyOpen) announce(this.why.innerText);
  }

  undoButton() {
    if (!this.room.mayAnswer) return null;
    return button(["Undo", hint("u")], () => this.undo(), { class: "plain", disabled: !this.undoable(), "data-undo": true });
  }

  async undo() {
    if (!this.undoable() || this.undoing) return;
    this.undoing = true;
    try {
      const done = await send(`${at(this.room.name)}/undo`, {}, "Take back what I did last");
      this.awaited = done.id;
      toast(done.undone?.words ? `Taken back: ${done.undone.words}` : "Taken back.");
      this.bringBack(done.undone ?? {});
      await this.room.live.refresh();
    } catch (error) {
      await problem("Nothing was taken back", error);
    } finally {
      this.undoing = false;
    }
  }

  /** What was undone is before one again: its form as it was, or what was told. */
  bringBack({ question, asked, answer, holds, object }) {
    if (question && ["refuted", "partly"].includes(answer)) {
      const told = object && draftOf(object, question.premise);
      const draft = answer === "partly" ? { chosen: holds, object: told ?? undefined } : told;
      this.endPart();
      this.openForm(answer, { question, words: asked }, draft);
    } else if (!question && object) {
      if (this.part instanceof Describe) this.part.fill(draftOf(object));
      else tell(this.room, { title: "Tell of it again?", draft: draftOf(object) });
    }
  }

  respond(kind) {
    const { turn } = this.room.state;
    if (turn.kind !== "ask" || this.sending || this.open || this.part || this.found || !this.room.mayAnswer) return;
    if (kind === "refuted" || kind === "partly") this.openForm(kind, turn, this.drafts.get(`${kind} ${ruleKey(turn.question)}`) ?? proposed(turn, kind));
    else this.submit(this, {}, { question: turn.question, answer: kind });
  }

  openForm(kind, { question, only_new: shown = question, words }, draft) {
    // What was typed is there again when the form is opened for the same question.
    const close = () => { this.keep(null); this.closeForm(); };
    const escape = (event) => {
      const clears = event.target.type === "search" && event.target.value !== "";
      if (event.key !== "Escape" || event.defaultPrevented || clears || this.sending) return;
      event.preventDefault();
      close();
    };
    this.open = new AnswerForm(this.room, {
      question, shown, words, kind, draft, close,
      submit: (form, more) => this.submit(form, more, form.answer(more)),
      changed: (form) => this.keep(form),
      kept: () => this.sending || this.stored,
    });
    this.keep(this.open);
    this.open.node.addEventListener("keydown", escape);
    put(this.card, el("h1", { class: "asked small", tabindex: -1 }, sentence(words)), this.open.node);
    this.card.setAttribute("data-turn", "form");
    this.open.node.querySelector("input")?.focus();
    this.keys();
  }

  closeForm() {
    this.open?.form.stop?.();
    this.open = null;
    this.key = undefined;
    this.update(this.room.state);
    if (this.shown) this.card.querySelector("h1")?.focus({ preventScroll: true });
  }

  /** Sends an answer; `place` shows what is wrong with it if it is refused. */
  async submit(place, more, answer) {
    if (this.sending) return;
    const took = { seconds: this.watch.seconds(), ...place.form?.guesses() };
    const body = { ...answer, ...(more.anyway ? { anyway: true } : {}), took };
    const words = place.words ?? this.room.state.turn.words;
    this.sending = true;
    place.refusal.clear();
    this.busy(true);
    // From here on it is kept as a letter.
    this.keep(null);
    try {
      const done = await send(`${at(this.room.name)}/answers`, body, answerWords(body, words), plain(words));
      this.awaited = done.id;
      this.sending = false;
      if (more.anyway) toast("The disagreement is on record, under Unsettled.");
      this.drafts.delete(`${body.answer} ${ruleKey(body.question)}`);
      this.open?.form.stop?.();
      this.open = null;
      this.key = undefined;
      put(this.card, this.thinking());
      this.card.setAttribute("data-turn", "thinking");
      this.card.querySelector("h1").focus({ preventScroll: true });
      await this.room.live.refresh();
    } catch (error) {
      this.sending = false;
      if (!error.status) throw error;
      if (this.open) this.keep(this.open);
      place.refusal.show(error, {
        anyway: true,
        again: (word) => this.submit(place, word, place === this ? answer : place.answer(word)),
      });
    } finally {
      this.sending = false;
      this.busy(false);
    }
  }

  busy(yes) {
    this.card.setAttribute("aria-busy", yes);
    this.open?.busy(yes);
    if (!yes) this.open?.say(this.overtaken(this.room.state.turn));
    for (const node of this.card.querySelectorAll("button[data-answer]")) node.setAttribute("aria-disabled", yes);
  }

  /** What is being typed is kept over a reload, and over a change of mind. */
  keep(form) {
    const key = draftKey(this.room);
    this.stored = false;
    try {
      if (form) {
        const draft = form.form.draft();
        this.drafts.set(`${form.kind} ${ruleKey(form.question)}`, draft);
        sessionStorage.setItem(key, JSON.stringify({ kind: form.kind, question: form.question, only_new: form.shown, words: form.words, draft }));
        this.stored = true;
      } else {
        sessionStorage.removeItem(key);
      }
    } catch {
      // Without storage it is kept as long as the page is open.
    }
  }

  restore() {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(draftKey(this.room)));
    } catch {
      kept = null;
    }
    if (!kept?.question || !this.room.mayAnswer) return;
    const names = new Set(this.room.state.attributes.map((attribute) => attribute.name));
    const all = [...kept.question.premise, ...(kept.question.conclusion ?? [])];
    if (all.every((name) => names.has(name))) this.openForm(kept.kind, kept, kept.draft);
  }

  thinking() {
    return [el("h1", { class: "asked", tabindex: -1, text: "Looking for the next question…" }), el("div", { class: "skeleton", "aria-hidden": "true" })];
  }

  wait() {
    return [...waiting(this.room), el("div", { class: "foot" }, this.undoButton())];
  }

  reader() {
    const { standing, archived } = this.room.state;
    if (archived) return this.archived();
    return [
      el("h1", { class: "asked", tabindex: -1, text: "You are reading along" }),
      el("p", { text: "The experts’ answers appear as they come. You can look at everything, and export it." }),
      standing ? el("p", { class: "quiet", text: `${count(this.room.state.rules.length, "rule")} and ${count(countOf(this.room.state.objects), "object")} are known by now.` }) : null,
    ];
  }

  /** Nobody is asked any more; what was certified stays so. */
  archived() {
    const { certified, rules, objects } = this.room.state;
    return [
      el("h1", { class: "asked", tabindex: -1, text: "This exploration is archived" }),
      el("p", { text: "Nobody is asked any more. Everything that is known can be looked at and exported." }),
      certified?.words ? el("p", { text: certified.words }) : null,
      el("p", { class: "quiet", text: `${count(rules.length, "rule")} and ${count(countOf(objects), "object")} are known.` }),
      this.room.isOwner
        ? el("p", {}, "You can take it out of the archive again, in ", el("a", { href: address(this.room.name, "setup"), text: "Setup" }), ".")
        : el("p", { text: `${list(this.room.owners, "or") || "Its owner"} can take it out of the archive again.` }),
    ];
  }

  keys() {
    if (!this.shown) return;
    const { turn } = this.room.state;
    const undo = ["u", "takes the last answer back", () => this.undo()];
    if (this.open || this.found) bind([]);
    // Keys are for what is shown: a form or a list stays while another question waits.
    else if (this.part) bind(this.part instanceof Checklist ? [undo] : []);
    else if (turn.kind === "ask") {
      const given = answers(turn.only_new, this.room.state.wording.answers).map((answer) => [answer.key, answer.label, () => this.respond(answer.kind)]);
      const agree = turn.proposals?.length > 0 ? [["a", "agrees with the program", () => this.agree(turn.proposals[0])]] : [];
      bind([...given, ...agree, ["w", "why this question?", () => this.toggleWhy()], ["m", "comments on the question", () => this.thread?.write()], undo]);
    } else bind([undo]);
  }
}
