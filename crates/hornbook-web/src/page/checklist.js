// A list of rules that probably hold: each is ticked, refuted in place, or left out,
// and all are sent together.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { ObjectForm } from "./object-form.js";
import { send } from "./outbox.js";
import { RefusalBox } from "./refusal.js";
import { Stopwatch } from "./stopwatch.js";
import { answerWords, count, list, plain, ruleKey, sentence } from "./words.js";

const CHOICES = [["holds", "Holds"], ["refuted", "No, for example…"], ["unknown", "Don’t know"], ["none", "Leave out"]];

/** One rule of the list. */
class Row {
  constructor(list, { question, only_new: shown = question, words }) {
    Object.assign(this, { list, question, shown, words, choice: "none", form: null });
    const label = fresh("rule");
    this.inputs = {};
    const options = CHOICES.map(([value, text]) => {
      this.inputs[value] = el("input", { type: "radio", name: `${label}-choice`, value, checked: value === "none", onchange: () => this.choose(value) });
      return el("label", { class: `option ${value}` }, this.inputs[value], el("span", { text }));
    });
    this.refusal = new RefusalBox(list.room);
    this.place = el("div", { class: "nested" });
    this.note = el("p", { class: "note", hidden: true, text: "This was settled by others meanwhile. You can still send what you have typed, or leave it out." });
    this.node = el("li", { class: "checked", "data-choice": "none", "data-rule": ruleKey(question) },
      el("div", { class: "checked-rule" }, el("p", { class: "words", id: label }, sentence(words)),
        el("div", { class: "options", role: "radiogroup", "aria-labelledby": label }, options)),
      this.note, this.place, this.refusal.node);
  }

  choose(choice) {
    this.choice = choice;
    this.node.dataset.choice = choice;
    this.refusal.clear();
    if (choice === "refuted") {
      const form = () => new ObjectForm(this.list.room, { question: this.shown, draft: this.draft, confirms: "Send", kept: () => this.list.sending });
      this.form ??= form();
      put(this.place, this.form.node);
      this.form.focus();
    } else {
      this.draft = this.form?.draft() ?? this.draft;
      this.form?.stop();
      this.form = null;
      put(this.place);
    }
    this.list.count();
  }

  /** Whether something was typed here that would be lost. */
  isTyped() {
    return this.form !== null && this.form.touched;
  }

  answer() {
    return { question: this.question, answer: this.choice, ...(this.choice === "refuted" ? { object: this.form.object() } : {}) };
  }

  inWords() {
    return answerWords(this.answer(), plain(this.words));
  }

  stop() {
    this.form?.stop();
  }
}

export class Checklist {
  /** `taken` hears what came of the list; `oneByOne` is called when somebody wants
   * no lists; `foot` is what stands below. */
  constructor(room, { taken, oneByOne, foot }) {
    Object.assign(this, { room, taken, rows: new Map() });
    this.watch = new Stopwatch();
    this.list = el("ol", { class: "checklist" });
    this.send = el("button", { class: "primary", type: "submit" });
    this.status = el("p", { class: "error", role: "alert" });
    this.refusal = new RefusalBox(room);
    this.node = el("form", { novalidate: true, "aria-label": "Rules that may hold", onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      el("h1", { class: "asked small", tabindex: -1, text: "Which of these hold?" }),
      el("p", { class: "quiet", text: "Say of each whether it holds without exception. Where you know an exception, tell of it. Look at each: not all of them need be true." }),
      this.proposed = el("p", { class: "note", hidden: true, "data-proposed": true }),
      this.list, this.status, this.refusal.node, el("div", { class: "actions" }, this.send),
      el("div", { class: "foot" }, button("Ask me one by one", oneByOne, { class: "plain", "data-one-by-one": true }), foot));
    this.update(room.state);
  }

  /** What is typed here is not taken away. */
  staysFor({ turn }) {
    return turn.kind === "check" || [...this.rows.values()].some((row) => row.isTyped());
  }

  /** Shows these rules; what was said of those that stay is kept. */
  update(state) {
    const rules = state.turn.kind === "check" ? state.turn.rules : [];
    const programs = state.turn.proposed_by ?? [];
    this.proposed.hidden = programs.length === 0;
    this.proposed.textContent = `${list(programs)} (${programs.length === 1 ? "a program" : "programs"}) ${programs.length === 1 ? "says" : "say"} that they do.`;
    const wanted = new Map(rules.map((rule) => [ruleKey(rule.question), rule]));
    for (const [key, row] of this.rows) {
      if (wanted.has(key) || row.isTyped()) row.note.hidden = wanted.has(key);
      else {
        row.stop();
        row.node.remove();
        this.rows.delete(key);
      }
      row.form?.update(state);
    }
    for (const [key, rule] of wanted) {
      if (this.rows.has(key)) continue;
      const row = new Row(this, rule);
      this.rows.set(key, row);
      this.list.append(row.node);
    }
    this.count();
  }

  answered() {
    return [...this.rows.values()].filter((row) => row.choice !== "none");
  }

  count() {
    const many = this.answered().length;
    this.send.textContent = many === 0 ? "Send" : `Send ${count(many, "answer")}`;
    if (many > 0) this.status.textContent = "";
  }

  async submit() {
    if (this.sending) return;
    const rows = this.answered();
    if (rows.length === 0) {
      this.status.textContent = "Nothing is answered yet: say of one rule at least whether it holds.";
      this.list.querySelector("input")?.focus();
      return;
    }
    this.clear();
    this.busy(true);
    try {
      const body = { answers: rows.map((row) => row.answer()), took: { seconds: this.watch.seconds() } };
      const found = await send(`${at(this.room.name)}/lists`, body, rows.map((row) => row.inWords()).join("\n"));
      this.stop();
      this.taken(found);
    } catch (error) {
      if (!error.status) throw error;
      this.refused(error);
    } finally {
      this.busy(false);
    }
  }

  /** Shows beside the rule why its answer was refused, or else below all of them. */
  refused(error) {
    const row = error.question && this.rows.get(ruleKey(error.question));
    if (!row) {
      this.refusal.show(error, { again: () => this.submit() });
      return;
    }
    row.refusal.show(error, {
      anyway: true,
      again: (word) => {
        if (word.correct) row.form?.allowCorrection();
        return word.anyway ? this.disagree(row) : this.submit();
      },
    });
  }

  /** Puts one answer on record by itself, although it contradicts others; the rest
   * is as it was. */
  async disagree(row) {
    if (this.sending) return;
    this.busy(true);
    try {
      const body = { ...row.answer(), anyway: true };
      if (body.object) delete body.object.correct;
      await send(`${at(this.room.name)}/answers`, body, answerWords(body, plain(row.words)), plain(row.words));
      toast("The disagreement is on record, under Unsettled.");
      row.inputs.none.checked = true;
      row.choose("none");
      this.room.live.refresh();
    } catch (error) {
      await problem("This could not be put on record", error);
    } finally {
      this.busy(false);
    }
  }

  clear() {
    this.status.textContent = "";
    this.refusal.clear();
    for (const row of this.rows.values()) row.refusal.clear();
  }

  busy(yes) {
    this.sending = yes;
    this.send.disabled = yes;
    this.node.setAttribute("aria-busy", yes);
  }

  stop() {
    for (const row of this.rows.values()) row.stop();
  }
}

/** What is told when rules were ticked that were known to be false. `goOn` is called
 * when it was read. */
export function missed(room, { missed: rules, entries }, goOn) {
  const told = ({ words, broken_by: name }) => `${words.replace(/\.$/, "")}${name ? ` (${name} breaks it)` : ""}`;
  const takeBack = async (event) => {
    event.target.disabled = true;
    try {
      for (const entry of [...entries].reverse()) await send(`${at(room.name)}/retract`, { entry }, "Take back an answer to the list");
      toast("The answers to that list were taken back.");
      goOn();
    } catch (error) {
      event.target.disabled = false;
      await problem("Not everything could be taken back", error);
    }
  };
  const one = rules.length === 1;
  return [
    el("h1", { class: "asked", tabindex: -1, text: "Please look at your ticks again" }),
    el("div", { class: "note warn", role: "alert" },
      one ? el("p", { text: `One rule on this list was known to be false: ${told(rules[0])}.` })
        : [el("p", { text: `${count(rules.length, "rule")} on this list were known to be false:` }), el("ul", {}, rules.map((rule) => el("li", { text: `${told(rule)}.` })))]),
    el("p", { class: "quiet", text: "Such rules are mixed in to notice ticks made in haste. What you said of them changes nothing; what you said of the others counts." }),
    el("div", { class: "actions" },
      entries.length > 0 ? button(`Take back ${count(entries.length, "answer")} of this list`, takeBack, { class: "primary", "data-take-back": true }) : null,
      button(entries.length > 0 ? "I am sure of the others: go on" : "Go on", goOn, { "data-go-on": true })),
  ];
}
