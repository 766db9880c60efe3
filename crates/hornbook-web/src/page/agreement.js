// Who answered how much, and who agrees with whom.

import { get, room as at } from "./api.js";
import { el, put } from "./dom.js";
import { count } from "./words.js";

/** So many pairs are listed. */
const MOST_PAIRS = 100;

const named = ({ who, program }) => `${who ?? "somebody"}${program ? " (a program)" : ""}`;

function table(label, heads, rows) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "grid counts" },
    el("thead", {}, el("tr", {}, heads.map((text) => el("th", { scope: "col", text })))), el("tbody", {}, rows)));
}

/** The counts, fetched whenever something was answered. */
export class Agreement {
  constructor(room) {
    this.room = room;
    this.node = el("section", { class: "agreement", hidden: true });
  }

  async update() {
    const { room } = this;
    // Nothing else changes the counts.
    const key = room.state.entries.length;
    if (key === this.key) return;
    this.key = key;
    try {
      this.draw(await get(`${at(room.name)}/agreement`));
    } catch (error) {
      this.key = undefined;
      // Whether the connection is lost, or one may not look any more, is told elsewhere.
      if (!error.status) return;
      this.node.hidden = false;
      put(this.node, el("p", { class: "error", role: "alert", text: error.message }));
    }
  }

  draw({ people, pairs }) {
    this.node.hidden = people.length === 0;
    const answered = (person) => person.holds + person.fails + person.unknown;
    const rows = [...people].sort((one, other) => answered(other) - answered(one)).map((person) => el("tr", { "data-person": person.who },
      el("th", { scope: "row", text: named(person) }),
      [answered(person), person.holds, person.fails, person.unknown, person.objects].map((number) => el("td", { text: number.toLocaleString("en") }))));
    const shown = [...pairs].sort((one, other) => other.common - one.common).slice(0, MOST_PAIRS);
    const share = ({ same, common }) => `${same.toLocaleString("en")} (${Math.round((same / common) * 100)}%)`;
    put(this.node,
      el("h2", { text: "Who answered how much" }),
      table("Who answered how much", ["Name", "Questions", "The rule holds", "It does not", "Don’t know", "Objects told"], rows),
      pairs.length > 0 ? [
        el("h2", { text: "Who agrees with whom" }),
        el("p", { class: "quiet", text: "Of the questions to which both know an answer. Few in common tell little." }),
        table("Who agrees with whom", ["", "", "Questions in common", "Same answer"].map((text, at) => text || ["One", "Other"][at]), shown.map((pair) => el("tr", {},
          el("th", { scope: "row", text: named(people[pair.one]) }), el("td", { text: named(people[pair.other]) }),
          el("td", { text: pair.common.toLocaleString("en") }), el("td", { text: share(pair) })))),
        pairs.length > shown.length ? el("p", { class: "quiet", text: `and ${count(pairs.length - shown.length, "more pair")}` }) : null,
      ] : el("p", { class: "quiet", text: "Nobody has answered the same question as somebody else yet." }));
  }
}
