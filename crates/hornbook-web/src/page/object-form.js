// An object as somebody tells of it: a name, and yes, no or unknown for each
// attribute. What is certain by the accepted rules is filled in while it is told, and
// what is likely by objects like it is guessed. A guess is told with the rest only
// when somebody confirms the form.

import { Refused, post, room as at } from "./api.js";
import { button, debounce, el, fresh, put } from "./dom.js";
import { typing } from "./typed.js";
import { list, objectWords } from "./words.js";

/** Wait so long after the last change, in milliseconds, before asking what
 * follows. */
const QUIET = 180;
/** More known objects are not offered for completion. */
const OFFERED = 2000;
/** With fewer attributes a filter is only in the way. */
const FILTERED = 10;

const VALUES = [["has", "yes"], ["lacks", "no"], ["unknown", "?"]];
/** What is written beside a value that nobody picked. */
const MARKS = { follows: "certain" };

/** What was sent of an object, as something to go on typing; the `premise` of
 * its question is there anyway. */
export function draftOf({ name = "", has, lacks, correct }, premise = []) {
  const picked = (names, value) => names.filter((attribute) => !premise.includes(attribute)).map((attribute) => [attribute, value]);
  return { name, picked: [...picked(has, "has"), ...picked(lacks, "lacks")], correct };
}

export class ObjectForm {
  /** `question` is the rule it is to break, if any; `confirms` is what is written on
   * the button that sends it; `changed` is called after every change; `kept` says
   * whether what is told is kept elsewhere. */
  constructor(room, { question = null, draft = null, name = "", confirms = "Save", changed = () => {}, kept = () => false }) {
    this.room = room;
    this.question = question;
    this.confirms = confirms;
    this.changed = changed;
    this.premise = new Set(question?.premise ?? []);
    this.conclusion = (question?.conclusion ?? []).filter((attribute) => !this.premise.has(attribute));
    /** What was picked here, by attribute. */
    this.picked = new Map(draft?.picked ?? []);
    if (!draft && this.conclusion.length === 1) this.picked.set(this.conclusion[0], "lacks");
    /** Whether anything here is somebody's own: what is filled in at first is not. */
    this.touched = draft !== null;
    this.derived = new Map();
    /** What is guessed of the rest, and of what nothing is to be guessed. */
    this.guessed = new Map();
    this.cleared = new Set(draft?.cleared ?? []);
    /** What was guessed of attributes about which somebody said something then. */
    this.judged = new Map();
    this.rows = new Map();
    this.build(draft?.name ?? name, draft?.correct ?? false);
    this.ask = debounce(QUIET, () => this.follow());
    this.update(room.state);
    this.ask();
    this.closed = typing(() => this.inWords(), () => this.touched && !kept() && this.inWords() !== "");
  }

  build(name, correct) {
    const options = fresh("objects");
    this.names = el("datalist", { id: options });
    this.name = el("input", {
      type: "text", id: fresh("name"), list: options, value: name, maxlength: 500, autocomplete: "off", spellcheck: "false",
      placeholder: "A name, if it has one", oninput: () => this.touch(),
    });
    this.knownNote = el("p", { class: "hint", "aria-live": "polite" });
    this.correctBox = el("input", { type: "checkbox", checked: correct, onchange: () => this.touch() });
    this.correctText = el("span", {});
    this.correct = el("label", { class: "check correct", hidden: true }, this.correctBox, this.correctText);
    this.status = el("div", { class: "follow", role: "status" });
    this.guessNote = el("p", { class: "note guesses", role: "status", hidden: true });
    this.noGuesses = button("Clear guesses", () => this.clearGuesses(), { class: "small", hidden: true });
    this.conclusionRows = el("div", { class: "rows" });
    this.otherRows = el("div", { class: "rows" });
    this.filter = el("input", { type: "search", placeholder: "Filter attributes", "aria-label": "Filter attributes", oninput: () => this.filtered() });
    this.none = el("p", { class: "quiet", hidden: true, text: "No attribute matches." });
    this.others = el("section", { "aria-label": "Other attributes" },
      el("div", { class: "bar" }, el("h3", { text: this.question ? "Everything else" : "Attributes" }), this.filter,
        this.noGuesses, button("The rest: no", () => this.rest("lacks"), { class: "small" }), button("Clear", () => this.rest(null), { class: "small" })),
      this.none, this.otherRows);
    this.node = el("div", { class: "object-form" },
      el("div", { class: "field" }, el("label", { for: this.name.id, text: "What is it called?" }), this.name, this.names, this.knownNote),
      this.correct, this.guessNote,
      this.premise.size > 0 ? el("section", {}, el("h3", { text: "It has, as asked" }),
        el("ul", { class: "chips" }, [...this.premise].map((attribute) => el("li", {}, el("span", { class: "tick", "aria-hidden": "true", text: "✓" }), this.shown(attribute))))) : null,
      this.conclusion.length > 0 ? el("section", { "aria-label": "What it may lack" },
        el("h3", { text: this.conclusion.length === 1 ? "It must lack this" : "At least one of these must be no" }), this.conclusionRows) : null,
      this.others, this.status);
  }

  /** An attribute's name. */
  shown(attribute) {
    return attribute;
  }

  /** Takes up what has changed meanwhile: more objects, more attributes. */
  update(state) {
    put(this.names, state.objects.slice(0, OFFERED).map((object) => el("option", { value: object.name })));
    const places = { in: this.conclusionRows, out: this.otherRows };
    for (const { name, phrase, description } of state.attributes) {
      if (this.premise.has(name) || this.rows.has(name)) continue;
      const row = this.row(name, [phrase, description].filter(Boolean).join(": "));
      this.rows.set(name, row);
      (this.conclusion.includes(name) ? places.in : places.out).append(row.node);
    }
    this.filter.hidden = this.otherRows.childElementCount < FILTERED;
    this.others.hidden = this.otherRows.childElementCount === 0;
    this.draw();
  }

  row(attribute, about) {
    const group = fresh("attribute");
    const inputs = {};
    const mark = el("span", { class: "mark", id: `${group}-mark` });
    const options = VALUES.map(([value, text]) => {
      inputs[value] = el("input", { type: "radio", name: group, value, onchange: () => this.pick(attribute, value) });
      return el("label", { class: `option ${value}` }, inputs[value], el("span", { text: text === "?" ? "unknown" : text }));
    });
    const node = el("div", { class: "row", role: "radiogroup", "aria-labelledby": group, "aria-describedby": `${group}-mark`, "data-attribute": attribute },
      el("span", { class: "label", id: group, title: [attribute, about].filter(Boolean).join(": "), text: attribute }), mark, el("span", { class: "options" }, options));
    return { node, inputs, mark };
  }

  pick(attribute, value) {
    const shown = this.value(attribute);
    if (shown.mark === "guess") this.judged.set(attribute, shown.value);
    this.picked.delete(attribute);
    this.cleared.delete(attribute);
    if (value === "unknown") this.cleared.add(attribute);
    else this.picked.set(attribute, value);
    this.touch();
  }

  /** Says that what is guessed is not known. */
  clearGuesses() {
    for (const [attribute, value] of this.shownGuesses()) {
      this.judged.set(attribute, value);
      this.cleared.add(attribute);
    }
    this.touch();
    this.name.focus();
  }

  /** Says the same of all that is not said and does not follow. */
  rest(value) {
    for (const attribute of this.rows.keys()) {
      const free = !this.conclusion.includes(attribute);
      if (value === null && free) {
        this.picked.delete(attribute);
        this.cleared.delete(attribute);
      }
      if (value !== null && free && this.value(attribute).value === "unknown") this.picked.set(attribute, value);
    }
    this.touch();
  }

  touch() {
    this.touched = true;
    this.draw();
    this.ask();
    this.changed();
  }

  /** The known object of that name, if there is one. */
  known() {
    const name = this.name.value.trim();
    return name === "" ? null : this.room.state.objects.find((object) => object.name === name) ?? null;
  }

  /** What was said before of the known object. */
  saidBefore(known) {
    const said = new Map();
    const names = this.room.state.attributes;
    const told = new Set(known?.said ?? []);
    for (const at of known?.has ?? []) if (told.has(at)) said.set(names[at].name, "has");
    for (const at of known?.lacks ?? []) if (told.has(at)) said.set(names[at].name, "lacks");
    return said;
  }

  value(attribute, before = this.saidBefore(this.known())) {
    if (this.picked.has(attribute)) {
      const value = this.picked.get(attribute);
      const was = before.get(attribute);
      return { value, mark: was === undefined ? "" : was === value ? "known" : "corrects" };
    }
    if (before.has(attribute)) return { value: before.get(attribute), mark: "known" };
    if (this.derived.has(attribute)) return { value: this.derived.get(attribute), mark: "follows" };
    if (this.guessed.has(attribute) && !this.cleared.has(attribute)) return { value: this.guessed.get(attribute), mark: "guess" };
    return { value: "unknown", mark: "" };
  }

  /** The guesses that are shown, and so are confirmed with the form. */
  shownGuesses(before = this.saidBefore(this.known())) {
    const guesses = [...this.rows.keys()].map((attribute) => [attribute, this.value(attribute, before)]);
    return guesses.filter(([, { mark }]) => mark === "guess").map(([attribute, { value }]) => [attribute, value]);
  }

  /** How many attributes were filled in beforehand by a guess, and how many of these
   * were wrong. */
  guesses() {
    const corrected = [...this.judged].filter(([attribute, guess]) => this.value(attribute).value !== guess).length;
    return { guessed: this.shownGuesses().length + this.judged.size, corrected };
  }

  draw() {
    const known = this.known();
    const before = this.saidBefore(known);
    const corrected = [...this.premise].filter((attribute) => before.get(attribute) === "lacks");
    for (const [attribute, row] of this.rows) {
      const { value, mark } = this.value(attribute, before);
      if (!row.inputs[value].checked) row.inputs[value].checked = true;
      if (mark === "corrects") corrected.push(attribute);
      row.mark.textContent = MARKS[mark] ?? mark;
      row.node.dataset.value = value;
      row.node.dataset.mark = mark;
    }
    const guesses = this.shownGuesses(before).length;
    this.guessNote.hidden = guesses === 0;
    this.noGuesses.hidden = guesses === 0;
    const words = `Guesses are marked; what you leave as it is you confirm with ${this.confirms}. Nothing is recorded before.`;
    if (guesses > 0 && this.guessNote.textContent !== words) this.guessNote.textContent = words;
    this.knownNote.textContent = known ? `${known.name} is known already: what you say adds to that.` : "";
    this.correct.hidden = corrected.length === 0;
    this.correctText.textContent = ` Correct what was said of it before: ${list(corrected)}`;
  }

  filtered() {
    const search = this.filter.value.trim().toLowerCase();
    let shown = 0;
    for (const node of this.otherRows.children) {
      node.hidden = !node.dataset.attribute.toLowerCase().includes(search);
      shown += node.hidden ? 0 : 1;
    }
    this.none.hidden = shown > 0;
  }

  /** What is told, as the server takes it, with the guesses that are confirmed. */
  object() {
    return this.told(this.shownGuesses());
  }

  /** What somebody told, with `more`. */
  told(more = []) {
    const known = this.known();
    const of = (wanted) => [...this.picked, ...more].filter(([, value]) => value === wanted).map(([attribute]) => attribute);
    return {
      name: this.name.value.trim(),
      ...(known && !known.named ? { of: known.of } : {}),
      has: [...this.premise, ...of("has")],
      lacks: of("lacks"),
      correct: !this.correct.hidden && this.correctBox.checked,
    };
  }

  /** Asks what follows and what is likely, and shows it. */
  async follow() {
    const object = this.told();
    if (this.correct.hidden === false && !object.correct) return;
    let answer = null;
    try {
      answer = await post(`${at(this.room.name)}/fill`, { object, guess: true, ...(this.question ? { question: this.question } : {}) });
      put(this.status);
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.status === 409) {
        const lines = error.dispute.map((part) => el("li", { text: part.text }));
        put(this.status, el("div", { class: "note warn" },
          lines.length > 0 ? [el("p", { text: "As told so far, it breaks what was accepted:" }), el("ul", {}, lines)] : el("p", { class: "pre", text: error.message })));
      }
    }
    // What was asked about may be out of date by now; then this is asked again.
    if (JSON.stringify(object) !== JSON.stringify(this.told())) return;
    this.derived = new Map();
    this.guessed = new Map();
    for (const attribute of answer?.guessed.has ?? []) this.guessed.set(attribute, "has");
    for (const attribute of answer?.guessed.lacks ?? []) this.guessed.set(attribute, "lacks");
    for (const attribute of answer?.has ?? []) this.derived.set(attribute, "has");
    for (const attribute of answer?.lacks ?? []) this.derived.set(attribute, "lacks");
    this.draw();
  }

  /** What is to be kept over a reload. */
  draft() {
    return { name: this.name.value, picked: [...this.picked], cleared: [...this.cleared], correct: this.correctBox.checked };
  }

  /** Gets to correct what was said before. */
  allowCorrection() {
    this.correctBox.checked = true;
  }

  /** Goes on from a draft in place of what is there. */
  fillIn({ name = "", picked = [] }) {
    this.clear();
    this.name.value = name;
    for (const [attribute, value] of picked) this.picked.set(attribute, value);
    this.touch();
  }

  /** Begins anew. */
  clear() {
    this.name.value = "";
    for (const said of [this.picked, this.cleared, this.judged, this.guessed, this.derived]) said.clear();
    this.touch();
    this.touched = false;
  }

  focus() {
    this.name.focus();
  }

  /** What was typed, if anything was. */
  inWords() {
    return this.name.value.trim() === "" && this.picked.size === 0 ? "" : objectWords(this.told());
  }

  stop() {
    this.ask.cancel();
    this.closed();
  }
}
