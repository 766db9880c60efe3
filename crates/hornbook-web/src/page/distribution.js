// What the certificate is to be about, to be chosen: each with an example.

import { get } from "./api.js";
import { el, fresh, put } from "./dom.js";

let asked = null;

/** What can be chosen for an exploration, and what is usual, as the server has it. */
export function choices() {
  asked ??= get("/api/choices").catch((error) => {
    // Asked again, it may be there.
    asked = null;
    throw error;
  });
  return asked;
}

export class DistributionChoice {
  /** `touched` is called when somebody chooses. */
  constructor(touched = () => {}) {
    this.touched = touched;
    this.group = fresh("distribution");
    this.offered = [];
    this.node = el("div", { class: "roles distributions", role: "radiogroup", "aria-label": "What the certificate is about" });
  }

  /** Shows what is offered, and what is in force; that may be something else. */
  offer(offered, { name, words }) {
    this.offered = offered.some((one) => one.name === name) ? offered : [...offered, { name, words, example: "" }];
    put(this.node, this.offered.map((one, place) => el("label", {},
      el("input", { type: "radio", name: this.group, value: one.name, checked: one.name === name, onchange: () => this.touched() }),
      el("span", {}, el("strong", { text: capital(one.words) }), place === 0 ? el("span", { class: "quiet", text: " (usual)" }) : null,
        one.example ? el("span", { class: "hint example", text: `For example: ${one.example}.` }) : null))));
  }

  /** What is chosen, by its name. */
  value() {
    return this.node.querySelector("input:checked")?.value ?? null;
  }

  words() {
    return this.offered.find((one) => one.name === this.value())?.words ?? "";
  }
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
