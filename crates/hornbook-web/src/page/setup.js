// How an exploration goes on: whose word counts, how thorough it is, and which
// attributes there are.

import { room as at } from "./api.js";
import { attributesIn, Phrases } from "./create.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { PolicyChoice } from "./policy.js";
import { archive, duplicate, rename } from "./explorations.js";
import { typing } from "./typed.js";
import { attributeWords, count } from "./words.js";

export class Setup {
  constructor(room) {
    this.room = room;
    this.fixed = !room.isOwner;
    this.attributes = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "All attributes" });
    this.node = el("div", { class: "setup" }, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Setup" })),
      this.fixed ? el("p", { class: "quiet", text: "Owners can change this." }) : null,
      this.policy(), this.accuracy(), this.attributeSection(), this.fixed ? null : this.whole());
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

  policy() {
    this.choice = new PolicyChoice(() => { this.policyTouched = true; });
    const save = async () => {
      await send(`${at(this.room.name)}/policy`, this.choice.value(), `Whose word counts: ${this.choice.words()}`);
      this.policyTouched = false;
      toast("From now on, this is whose word counts.");
    };
    return this.section("Whose word counts", save, this.choice.node, this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save policy" })));
  }

  accuracy() {
    this.epsilon = el("input", { type: "number", id: fresh("epsilon"), min: 0.01, max: 99, step: "any", class: "short", oninput: () => { this.accuracyTouched = true; } });
    this.delta = el("input", { type: "number", id: fresh("delta"), min: 50, max: 99.9999, step: "any", class: "short", oninput: () => { this.accuracyTouched = true; } });
    const save = async () => {
      await send(`${at(this.room.name)}/accuracy`, { epsilon: Number(this.epsilon.value) / 100, delta: 1 - Number(this.delta.value) / 100 }, `ε ${this.epsilon.value}%, confidence ${this.delta.value}%`);
      this.accuracyTouched = false;
      toast("It goes on until this is reached.");
    };
    return this.section("How thorough", save,
      el("div", { class: "field" }, el("label", { for: this.epsilon.id, text: "Rules may miss something for at most this share of all combinations (ε, in percent)" }), this.epsilon),
      el("div", { class: "field" }, el("label", { for: this.delta.id, text: "Confidence (1 − δ, in percent)" }), this.delta),
      this.fixed ? null : el("div", { class: "actions" }, el("button", { type: "submit", text: "Save accuracy" })));
  }

  attributeSection() {
    this.text = el("textarea", { id: fresh("more"), rows: 3, spellcheck: "false", oninput: () => this.phrases.show(attributesIn(this.text.value)) });
    typing(() => this.text.value.trim());
    this.phrases = new Phrases();
    this.phrases.show([]);
    const save = async () => {
      const attributes = this.phrases.attributes();
      if (attributes.length === 0) throw new Error("Name an attribute at least.");
      await send(`${at(this.room.name)}/attributes`, { attributes }, `More attributes:\n${attributes.map(attributeWords).join("\n")}`);
      this.text.value = "";
      this.phrases.show([]);
      toast(`${count(attributes.length, "attribute")} added. Of the objects known so far they are unknown.`);
    };
    return this.section("Attributes", save, this.attributes,
      this.fixed ? null : [el("div", { class: "field" }, el("label", { for: this.text.id, text: "Add attributes, one a line" }), this.text), this.phrases.node,
        el("div", { class: "actions" }, el("button", { type: "submit", text: "Add attributes" }))]);
  }

  whole() {
    const { room } = this;
    const act = async (what) => { if (await what()) room.live.refresh(); };
    this.archive = button("", () => act(() => archive(room.state, !room.state.archived)));
    return el("section", { class: "card" }, el("h2", { text: "The exploration as a whole" }),
      el("div", { class: "actions start" }, button("Rename…", () => act(() => rename(room.state))), button("Duplicate…", () => duplicate(room.state)), this.archive));
  }

  /** Takes up what is in force, except where somebody is about to change it. */
  update(state) {
    if (!this.policyTouched) this.choice.show(state.policy);
    if (!this.accuracyTouched) {
      this.epsilon.value = Number((state.accuracy.epsilon * 100).toPrecision(6));
      this.delta.value = Number(((1 - state.accuracy.delta) * 100).toPrecision(6));
    }
    if (this.archive) this.archive.textContent = state.archived ? "Take out of the archive" : "Archive";
    const key = JSON.stringify(state.attributes);
    if (key !== this.key) {
      this.key = key;
      put(this.attributes, el("table", { class: "grid" },
        el("thead", {}, el("tr", {}, ["Attribute", "Phrase", "Description"].map((text) => el("th", { scope: "col", text })))),
        el("tbody", {}, state.attributes.map(({ name, phrase, description }) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: phrase ?? "" }), el("td", { text: description ?? "" }))))));
    }
  }
}
