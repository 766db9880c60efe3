// "No, but this part holds": what follows, and perhaps something that lacks the
// rest.

import { el, fresh, put } from "./dom.js";
import { ObjectForm } from "./object-form.js";
import { typing } from "./typed.js";
import { list } from "./words.js";

export class PartForm {
  constructor(room, { question, draft = null, changed = () => {}, kept = () => false }) {
    this.room = room;
    this.question = question;
    this.changed = changed;
    this.kept = kept;
    this.chosen = new Set(draft?.chosen ?? []);
    this.choices = el("div", { class: "choices", role: "group", "aria-label": "What always follows" });
    this.filter = el("input", { type: "search", placeholder: "Filter attributes", "aria-label": "Filter attributes", hidden: true, oninput: () => this.filtered() });
    this.place = el("div", { class: "nested" });
    this.more = el("input", { type: "checkbox", id: fresh("more"), checked: draft?.object !== undefined, onchange: () => this.toggle(null) });
    const rest = question.impossible ? "I can tell of something like that" : "I can tell of something that lacks the rest";
    this.node = el("div", { class: "part-form" },
      el("p", { class: "quiet", text: question.impossible ? "Tick what everything of that kind has, beyond what was asked." : "Tick what always follows. The rest is left open, unless you can tell of something that lacks it." }),
      this.filter, this.choices, el("label", { class: "check" }, this.more, ` ${rest}`), this.place);
    this.boxes = new Map();
    this.update(room.state);
    const words = () => (this.chosen.size > 0 ? `This part holds: ${list([...this.chosen])}` : "");
    this.closed = typing(words, () => words() !== "" && !kept());
    if (this.more.checked) this.toggle(draft.object);
  }

  update(state) {
    const names = this.question.impossible ? state.attributes.map((attribute) => attribute.name) : this.question.conclusion;
    for (const name of names) {
      if (this.question.premise.includes(name) || this.boxes.has(name)) continue;
      const box = el("input", { type: "checkbox", checked: this.chosen.has(name), onchange: () => this.choose(name, box.checked) });
      const label = el("label", { class: "check", "data-attribute": name }, box, ` ${name}`);
      this.boxes.set(name, box);
      this.choices.append(label);
    }
    this.filter.hidden = this.boxes.size < 10;
    this.object?.update(state);
  }

  filtered() {
    const search = this.filter.value.trim().toLowerCase();
    for (const label of this.choices.children) label.hidden = !label.dataset.attribute.toLowerCase().includes(search);
  }

  choose(name, yes) {
    if (yes) this.chosen.add(name);
    else this.chosen.delete(name);
    // The object is about the rest, which is another one now.
    if (this.object) this.toggle(this.object.draft());
    this.changed();
  }

  /** The question that is left. */
  rest() {
    if (this.question.impossible) return this.question;
    return { premise: this.question.premise, conclusion: this.question.conclusion.filter((name) => !this.chosen.has(name)) };
  }

  toggle(draft) {
    this.object?.stop();
    this.object = this.more.checked ? new ObjectForm(this.room, { question: this.rest(), draft, confirms: "Send", changed: this.changed, kept: this.kept }) : null;
    put(this.place, this.object?.node);
    this.changed();
  }

  answer() {
    const answer = { holds: [...this.chosen] };
    if (this.object) answer.object = this.object.object();
    return answer;
  }

  draft() {
    return { chosen: [...this.chosen], object: this.object?.draft() };
  }

  guesses() {
    return this.object?.guesses() ?? {};
  }

  allowCorrection() {
    this.object?.allowCorrection();
  }

  stop() {
    this.closed();
    this.object?.stop();
  }
}
