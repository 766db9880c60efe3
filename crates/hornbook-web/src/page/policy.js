// Whose word counts, to be chosen.

import { el, fresh } from "./dom.js";

const POLICIES = [
  ["any", "Any one answer counts", "The first answer decides. Whoever says otherwise puts a disagreement on record."],
  ["person", "A person counts", "Where programs are asked first, what they say counts when a person agrees."],
  ["majority", "A majority counts", "So many are asked each question; what more than half of them say decides."],
  ["unanimous", "All must agree", "So many must say the same, and nobody otherwise, for it to count."],
];

export class PolicyChoice {
  /** `touched` is called when somebody chooses. */
  constructor(touched = () => {}) {
    this.of = el("input", { type: "number", id: fresh("of"), min: 1, max: 100, value: 3, class: "short", oninput: touched });
    this.ofField = el("div", { class: "field" }, el("label", { for: this.of.id, text: "How many people" }), this.of);
    this.choices = el("div", { class: "roles" }, POLICIES.map(([value, label, more]) => el("label", {},
      el("input", { type: "radio", name: "policy", value, onchange: () => { touched(); this.chosen(); } }), el("span", {}, el("strong", { text: label }), " ", el("span", { class: "hint", text: more })))));
    this.node = el("div", {}, this.choices, this.ofField);
    this.show({ policy: "any", of: null });
  }

  /** Shows what is in force. */
  show({ policy, of }) {
    const chosen = this.choices.querySelector(`input[value="${policy}"]`);
    if (chosen) chosen.checked = true;
    if (of) this.of.value = of;
    this.chosen();
  }

  chosen() {
    this.ofField.hidden = !this.hasNumber();
  }

  /** What is chosen, as the server takes it. */
  value() {
    const policy = this.choices.querySelector("input:checked")?.value ?? "any";
    return { policy, ...(["any", "person"].includes(policy) ? {} : { of: Number(this.of.value) }) };
  }

  /** Whether any one answer counts, as it is without a choice. */
  isUsual() {
    return this.value().policy === "any";
  }

  /** Whether it says how many people are asked. */
  hasNumber() {
    return "of" in this.value();
  }

  isSound() {
    return !this.hasNumber() || this.of.checkValidity() && this.of.value !== "";
  }

  /** The same in words. */
  words() {
    const { policy, of } = this.value();
    const [, label] = POLICIES.find(([value]) => value === policy);
    return of ? `${label}, of ${of}` : label;
  }
}
