// An answer to a question that is not the one at hand: an open one, or one that
// was answered otherwise before.

import { room as at } from "./api.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { AnswerForm, answers } from "./question.js";
import { RefusalBox } from "./refusal.js";
import { Stopwatch } from "./stopwatch.js";
import { dropAside, setAside, takeUp } from "./typed.js";
import { about, answerWords, plain, ruleKey } from "./words.js";

class AnswerDialog {
  constructor(room, { question, shown = question, words, title, replaces = null, kind = null, draft = null, refused = null, done }) {
    // Other kinds of answers need no form.
    const form = ["refuted", "partly"].includes(kind) ? kind : null;
    Object.assign(this, { room, question, shown, words, title, replaces, kind: form });
    this.refusal = new RefusalBox(room);
    this.watch = new Stopwatch();
    this.place = el("div", {});
    const label = fresh("dialog");
    this.node = el("dialog", { class: "wide answer-dialog", "aria-labelledby": label },
      el("p", { class: "quiet over", text: title }), el("h2", { class: "asked small", id: label }, about(words, shown, room.state.attributes)), this.place, this.refusal.node);
    this.node.addEventListener("close", () => { this.keep(); this.node.remove(); this.form?.form.stop?.(); done(this.sent ?? false); });
    // Sent, it would be refused where nobody sees it.
    this.node.addEventListener("cancel", (event) => { if (this.sending) event.preventDefault(); });
    document.body.append(this.node);
    this.node.showModal();
    if (form) this.fill(form, draft ?? undefined);
    else this.choose();
    if (refused) this.refuse(this.form ?? this, refused, { question, answer: kind });
  }

  choose() {
    this.keep();
    this.form?.form.stop?.();
    this.form = null;
    const act = (kind) => (kind === "refuted" || kind === "partly" ? this.fill(kind) : this.submit(this, {}, { question: this.question, answer: kind }));
    const wanted = answers(this.shown, this.room.state.wording.answers).filter((answer) => this.replaces || answer.kind !== "later");
    this.cancel = button("Cancel", () => this.node.close());
    put(this.place,
      el("div", { class: "answers", role: "group", "aria-label": "Your answer" }, wanted.filter((answer) => answer.class).map((answer) =>
        button([el("span", { class: "label", text: answer.label }), el("span", { class: "more", text: answer.more })], () => act(answer.kind), { class: "answer", "data-answer": answer.kind }))),
      el("div", { class: "answers other" }, wanted.filter((answer) => !answer.class).map((answer) => button(answer.label, () => act(answer.kind), { "data-answer": answer.kind }))),
      el("div", { class: "actions" }, this.cancel));
  }

  /** What was typed is there again when the same is asked again. */
  get aside() {
    return `answer ${ruleKey(this.question)}`;
  }

  keep() {
    if (this.sent) dropAside(this.room, this.aside);
    else if (this.form && !this.sending) {
      const { form, kind } = this.form;
      const words = form.inWords?.() ?? "";
      const touched = form.touched ?? form.chosen.size > 0;
      if (touched) setAside(this.room, this.aside, { kind, draft: form.draft() }, () => words);
    }
  }

  fill(kind, draft = this.kept(kind)) {
    this.refusal.clear();
    this.form = new AnswerForm(this.room, {
      question: this.question, shown: this.shown, words: this.words, kind, draft,
      close: () => (this.kind ? this.node.close() : this.choose()),
      submit: (form, more) => this.submit(form, more, form.answer(more)),
      kept: () => this.sending,
    });
    put(this.place, this.form.node);
    this.form.node.querySelector("input")?.focus();
  }

  kept(kind) {
    const kept = takeUp(this.room, this.aside);
    return kept?.kind === kind ? kept.draft : null;
  }

  /** Shows beside what was typed why it was refused. */
  refuse(place, error, answer) {
    place.refusal.show(error, { anyway: !this.replaces, again: (word) => this.submit(place, word, place === this ? answer : place.answer(word)) });
  }

  async submit(place, more, answer) {
    if (this.sending) return;
    this.sending = true;
    place.refusal.clear();
    this.busy(true);
    try {
      const took = { seconds: this.watch.seconds(), ...this.form?.form.guesses() };
      const body = { ...answer, ...(more.anyway ? { anyway: true } : {}), ...(this.replaces && !more.anyway ? { replaces: this.replaces } : {}), took };
      await send(`${at(this.room.name)}/answers`, body, answerWords(body, this.words), plain(this.words));
      toast(more.anyway ? "The disagreement is on record, under Unsettled." : "Answered.");
      this.sent = true;
      this.node.close();
      this.room.live.refresh();
    } catch (error) {
      if (!error.status) throw error;
      if (this.node.isConnected) this.refuse(place, error, answer);
      else this.again(error, answer);
    } finally {
      this.sending = false;
      this.busy(false);
    }
  }

  /** It was refused after the dialog was left: what was typed is in another. */
  again(error, answer) {
    const { room, question, shown, words, title, replaces, form } = this;
    // It is sent once one is known again.
    if (error.status === 401) return;
    if (room.app.shown === room) askAgain(room, { question, shown, words, title, replaces, kind: answer.answer, draft: form?.form.draft() ?? null, refused: error });
    else toast(`This was refused: ${answerWords(answer, words)} ${error.message}`);
  }

  busy(yes) {
    this.form?.busy(yes);
    if (this.cancel) this.cancel.disabled = yes;
  }
}

/** Asks a question in a dialog, or at once for what goes with a kind of answer;
 * the promise says whether it was answered. */
export function askAgain(room, about) {
  return new Promise((done) => { new AnswerDialog(room, { ...about, done }); });
}
