// Things of the domain, named before anything is asked: every one of them shows
// which rules cannot hold.

import { room as at } from "./api.js";
import { button, el, put, toast } from "./dom.js";
import { ObjectForm } from "./object-form.js";
import { send } from "./outbox.js";
import { RefusalBox } from "./refusal.js";
import { Stopwatch } from "./stopwatch.js";
import { SAY_SOMETHING, keepTold } from "./tell.js";
import { count, objectWords } from "./words.js";

export class Describe {
  /** `done` is called when somebody has named enough. */
  constructor(room, { done }) {
    this.room = room;
    this.watch = new Stopwatch();
    this.heading = el("h1", { class: "asked", tabindex: -1 });
    this.missing = el("div", { class: "missing", "aria-live": "polite" });
    this.named = el("p", { class: "quiet", role: "status" });
    this.form = new ObjectForm(room, { confirms: "Save", kept: () => this.sending });
    this.refusal = new RefusalBox(room);
    this.save = el("button", { class: "primary", type: "submit", text: "Save" });
    this.enough = button("That’s all, ask me", () => { keepTold(room, this.form); done(); }, { "data-ask-me": true });
    this.node = el("div", {}, this.heading,
      el("p", { class: "quiet", text: "A few different things save many questions: they show which rules cannot hold. Name as many as you like; more can be added at any time." }),
      this.missing, this.named,
      el("form", { class: "answer-form", novalidate: true, "aria-label": "Something of your domain", onsubmit: (event) => { event.preventDefault(); this.submit({}); } },
        this.form.node, this.refusal.node, el("div", { class: "actions" }, this.enough, this.save)));
    this.update(room.state);
  }

  /** What is typed here is not taken away. */
  staysFor({ turn }) {
    return turn.kind === "describe" || this.form.touched && this.form.inWords() !== "";
  }

  update(state) {
    const { missing = [], named = state.objects.length } = state.turn;
    const { noun, a_thing: thing } = state.wording;
    this.heading.textContent = named === 0 ? `Name ${noun ? thing : "something of your domain"}` : `Name ${thing} unlike those you named`;
    put(this.missing, missing.length > 0 ? [el("p", { class: "over", text: named === 0 ? "For example:" : "Not named so far:" }),
      el("ul", { class: "chips" }, missing.map((text) => el("li", { text })))] : null);
    this.named.textContent = named === 0 ? "Nothing is named yet." : `${count(named, "thing is", "things are")} named so far.`;
    this.form.update(state);
  }

  /** Begins with what was told before, unless something else is being typed. */
  fill(draft) {
    if (!this.form.touched || this.form.inWords() === "") this.form.fillIn(draft);
    this.form.focus();
  }

  async submit(word) {
    if (this.sending) return;
    if (word.correct) this.form.allowCorrection();
    // Guesses alone are nobody's word.
    if (this.form.inWords() === "") {
      this.form.focus();
      toast(SAY_SOMETHING);
      return;
    }
    const object = this.form.object();
    if (word.anyway) delete object.correct;
    this.refusal.clear();
    this.busy(true);
    try {
      const body = { object, ...(word.anyway ? { anyway: true } : {}), took: { seconds: this.watch.seconds(), ...this.form.guesses() } };
      await send(`${at(this.room.name)}/objects`, body, objectWords(object));
      toast(word.anyway ? "The disagreement is on record, under Unsettled." : `Noted${object.name ? `: ${object.name}` : ""}.`);
      this.form.clear();
      this.watch.restart();
      if (this.node.isConnected) this.form.focus();
      this.room.live.refresh();
    } catch (error) {
      if (!error.status) throw error;
      this.refusal.show(error, { anyway: true, again: (more) => this.submit(more) });
    } finally {
      this.busy(false);
    }
  }

  busy(yes) {
    this.sending = yes;
    this.save.disabled = yes;
    this.enough.disabled = yes;
  }

  stop() {
    this.form.stop();
  }
}
