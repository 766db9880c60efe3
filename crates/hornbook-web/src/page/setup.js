// How an exploration goes on: whose word counts, how thorough it is, and which
// attributes there are.

import { room as at } from "./api.js";
import { AttributeTable } from "./attribute-table.js";
import { listedAttributes } from "./attribute-list.js";
import { DistributionChoice, choices } from "./distribution.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { Phrases, Wording } from "./phrases.js";
import { PolicyChoice } from "./policy.js";
import { quickFill, unfilled } from "./quick-fill.js";
import { archive, duplicate, erase, rename } from "./explorations.js";
import { go } from "./router.js";
import { dropAside, setAside, takeUp, typing } from "./typed.js";
import { attributeWords, count } from "./words.js";

/** Attributes that are not added yet are set aside under this name. */
const MORE = "attributes";

export class Setup {
  constructor(room) {
    this.room = room;
    this.fixed = !room.isOwner;
    this.attributes = new AttributeTable(room);
    this.node = el("div", { class: "setup" }, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Setup" })),
      this.fixed ? el("p", { class: "quiet", text: "Owners can change this." }) : null,
      this.attributeSection(), this.fixed ? null : this.addSection(), this.words(), this.policy(), this.accuracy(), this.distributionSection(), this.fixed ? null : this.whole());
  }

  section(title, act, ...children) {
    const error = el("p", { class: "error pre", role: "alert" });
    const form = el("form", {
      class: "card", novalidate: true, onsubmit: async (event) => {
        event.preventDefault();
        error.textContent = "";
        try {
          await act();
          await this.room.live.refresh();
        } catch (problem) {
          error.textContent = problem.message;
        }
      },
    }, el("h2", { text: title }), el("fieldset", { class: "bare", disabled: this.fixed }, el("legend", { class: "unseen", text: title }), children, error));
    return form;
  }

  words() {
    this.wording = new Wording();
    typing(() => (this.wording.touched ? this.wording.words() : ""));
    const save = async () => {
      await send(`${at(this.room.name)}/words`, this.wording.value(), this.wording.words());
      this.wording.touched = false;
      this.phrases?.spokenOtherwise();
      toast("From now on, this is how questions are put.");
    };
    return this.section("How questions are put", save, this.wording.node,
      this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save how questions are put" })));
  }

  /** Shows the noun and the language that are in force. */
  async showWording({ wording: { noun, language, language_name: name } }) {
    if (this.wording.touched) return;
    this.wording.noun.value = noun ?? "";
    try {
      const { languages } = await choices();
      if (this.wording.touched) return;
      this.wording.offer(languages, language === null ? name : null);
      this.wording.language.value = language ?? "";
      this.wording.showHint();
    } catch {
      // It is shown with the next change.
    }
  }

  policy() {
    this.choice = new PolicyChoice(() => { this.policyTouched = true; });
    typing(() => (this.policyTouched ? `Whose word counts: ${this.choice.words()}` : ""));
    const save = async () => {
      await send(`${at(this.room.name)}/policy`, this.choice.value(), `Whose word counts: ${this.choice.words()}`);
      this.policyTouched = false;
      toast("From now on, this is whose word counts.");
    };
    return this.section("Whose word counts", save, this.choice.node, this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save policy" })));
  }

  accuracy() {
    this.epsilon = el("input", { type: "number", id: fresh("epsilon"), min: 0, max: 100, step: "any", class: "short", oninput: () => { this.accuracyTouched = true; } });
    this.delta = el("input", { type: "number", id: fresh("delta"), min: 0, max: 100, step: "any", class: "short", oninput: () => { this.accuracyTouched = true; } });
    const words = () => `ε ${this.epsilon.value}%, confidence ${this.delta.value}%`;
    typing(() => (this.accuracyTouched ? words() : ""));
    const save = async () => {
      const [epsilon, sure] = [this.epsilon.valueAsNumber, this.delta.valueAsNumber];
      demand(epsilon > 0 && epsilon <= 100, "ε must be more than 0% and at most 100%.", this.epsilon);
      demand(sure >= 0 && sure < 100, "The confidence must be at least 0% and less than 100%.", this.delta);
      await send(`${at(this.room.name)}/accuracy`, { epsilon: epsilon / 100, delta: 1 - sure / 100 }, words());
      this.accuracyTouched = false;
      toast("It goes on until this is reached.");
    };
    return this.section("How thorough", save,
      el("div", { class: "field" }, el("label", { for: this.epsilon.id, text: "Rules may miss something for at most this share of what the certificate is about (ε, in percent)" }), this.epsilon),
      el("div", { class: "field" }, el("label", { for: this.delta.id, text: "Confidence (1 − δ, in percent)" }), this.delta),
      this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save accuracy" })));
  }

  distributionSection() {
    this.distribution = new DistributionChoice(() => { this.distributionTouched = true; });
    const words = () => `The certificate is about ${this.distribution.words()}`;
    typing(() => (this.distributionTouched ? words() : ""));
    const save = async () => {
      const distribution = this.distribution.value();
      demand(distribution !== null, "Choose what the certificate is about.", this.node.querySelector("h1"));
      await send(`${at(this.room.name)}/distribution`, { distribution }, words());
      this.distributionTouched = false;
      toast("From now on, this is what the certificate is about.");
    };
    return this.section("What the certificate is about", save, this.distribution.node,
      this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save what it is about" })));
  }

  /** Shows what is in force among what can be chosen. */
  async showDistribution({ accuracy }) {
    const { distribution: name, distribution_words: words } = accuracy;
    if (this.distributionTouched || this.distributionShown === name) return;
    this.distributionShown = name;
    try {
      const { distributions } = await choices();
      if (this.distributionShown === name && !this.distributionTouched) this.distribution.offer(distributions, { name, words });
    } catch {
      // It is shown with the next change.
      this.distributionShown = null;
    }
  }

  /** The attributes there are, which are changed in place. */
  attributeSection() {
    return el("section", { class: "card" }, el("h2", { text: "Attributes" }), this.fixed ? null : el("p", { class: "quiet", text: "Change what they are called, how one says them and what they mean; Enter saves. Alt with the arrow keys moves one up or down." }),
      this.attributes.node);
  }

  addSection() {
    const kept = takeUp(this.room, MORE);
    this.text = el("textarea", { id: fresh("more"), rows: 3, spellcheck: "false", value: kept?.text ?? "", oninput: () => this.more() });
    const spoken = ({ noun, language }) => ({ noun: noun ?? "", ...(language ? { language } : {}) });
    this.phrases = new Phrases(kept?.said, () => spoken(this.room.state.wording));
    this.phrases.show(listedAttributes(this.text.value));
    const save = async () => {
      const attributes = this.phrases.attributes();
      demand(attributes.length > 0, "Name an attribute at least.", this.text);
      // From here on it is kept as a letter.
      dropAside(this.room, MORE);
      try {
        await send(`${at(this.room.name)}/attributes`, { attributes }, `More attributes:\n${attributes.map(attributeWords).join("\n")}`);
      } catch (error) {
        this.more();
        throw error;
      }
      this.text.value = "";
      this.phrases.show([]);
      toast(`${count(attributes.length, "attribute")} added. Of the objects known so far they are unknown.`);
      this.added = attributes.map(({ name }) => name);
    };
    this.filling = el("div", { class: "filling" });
    return this.section("More attributes", save,
      el("div", { class: "field" }, el("label", { for: this.text.id, text: "Add attributes, one a line" }), this.text), this.phrases.node,
      el("div", { class: "actions" }, el("button", { type: "submit", text: "Add attributes" })), this.filling);
  }

  /** Offers to fill in what was just added, for the objects that are known. */
  offerFilling(state) {
    if (!this.filling) return;
    const open = state.attributes.flatMap(({ name }, place) => (this.added?.includes(name) && unfilled(state, place).length > 0 ? [[name, place]] : []));
    const key = JSON.stringify(open.map(([name, place]) => [name, unfilled(state, place).length]));
    if (key === this.filled) return;
    this.filled = key;
    put(this.filling, open.map(([name, place]) => el("p", { class: "note filter" }, el("span", { text: `Fill in “${name}” for your ${count(unfilled(state, place).length, "object")}?` }),
      button("Fill in…", () => quickFill(this.room, place), { class: "primary small", "aria-label": `Fill in ${name}`, "data-fill": name }))));
  }

  /** What is to be added stays when one goes elsewhere in the page. */
  more() {
    this.phrases.show(listedAttributes(this.text.value));
    const words = () => this.phrases.attributes().map(attributeWords).join("\n");
    if (this.text.value.trim() === "") dropAside(this.room, MORE);
    else setAside(this.room, MORE, { text: this.text.value, said: this.phrases.said }, words);
  }

  whole() {
    const { room } = this;
    const act = async (what) => { if (await what()) room.live.refresh(); };
    // Whoever was invited does not delete what is somebody else's.
    this.erase = room.app.session.room ? null : button("Delete…", async () => { if (await erase(room.state)) go("#/"); }, { hidden: true });
    this.archive = button("", () => act(() => archive(room.state, !room.state.archived)));
    return el("section", { class: "card" }, el("h2", { text: "The exploration as a whole" }),
      el("div", { class: "actions start" }, button("Rename…", () => act(() => rename(room.state))), button("Duplicate…", () => duplicate(room.state)), this.archive, this.erase),
      el("p", { class: "quiet", text: "What is archived is asked nothing any more, and can be taken out again, or deleted." }));
  }

  /** Takes up what is in force, except where somebody is about to change it. */
  update(state) {
    if (!this.policyTouched) this.choice.show(state.policy);
    if (!this.accuracyTouched) {
      this.epsilon.value = Number((state.accuracy.epsilon * 100).toPrecision(6));
      this.delta.value = Number(((1 - state.accuracy.delta) * 100).toPrecision(6));
    }
    this.showDistribution(state);
    if (this.erase) this.erase.hidden = !state.archived;
    this.showWording(state);
    if (this.archive) this.archive.textContent = state.archived ? "Take out of the archive" : "Archive";
    this.attributes.update(state);
    this.offerFilling(state);
  }
}

/** Complains about what is in a field, and goes there. */
function demand(sound, words, field) {
  if (sound) return;
  field.focus();
  throw new Error(words);
}
