// How one speaks of attributes while they are typed: what is said of something that has
// each is guessed by the server, shown, and can be corrected; sample questions show how
// it will sound.

import { post } from "./api.js";
import { debounce, el, fresh, put } from "./dom.js";
import { sentence } from "./words.js";

/** Wait so long after the last change, in milliseconds, before samples are asked for. */
const QUIET = 200;
/** More attributes are not listed here one by one. */
const LISTED = 200;

/** What is said of each attribute; where there is no room for a table it stands above
 * what it is about. */
const HEADS = ["One says that something…", "In your words", "Description"];

/** What the select has besides phrases. */
const [GUESS, NAME, OWN] = ["guess", "name", "own"];

/** A table to say how to speak of attributes, and sample questions; what was typed stays
 * when the list changes. */
export class Phrases {
  /** `said` is what was said of attributes before, by name: a phrase that is missing is
   * guessed, and where it is empty the attribute is named as it is. `wording` tells the
   * noun and the language. */
  constructor(said = new Map(), wording = () => ({})) {
    this.said = said;
    this.wording = wording;
    this.names = [];
    this.guessed = new Map();
    this.rows = new Map();
    this.body = el("tbody", {});
    this.questions = el("ul", { class: "plain-list" });
    this.sample = el("div", { class: "sample-questions", hidden: true, role: "region", "aria-label": "Sample questions" },
      el("p", { class: "over", text: "You will be asked, for example:" }), this.questions);
    this.table = el("details", { class: "phrases", hidden: true },
      el("summary", { text: "How each attribute is said" }),
      el("p", { class: "quiet", text: "This is guessed from the name. Where it reads oddly, choose another way or type your own words; "
        + "“only the name” asks without a verb. A description is shown with the question." }),
      el("div", { class: "scroll" }, el("table", { class: "grid" },
        el("thead", {}, el("tr", {}, ["Attribute", ...HEADS].map((text) => el("th", { scope: "col", text })))),
        this.body)));
    this.node = el("div", {}, this.sample, this.table);
    this.ask = debounce(QUIET, () => this.refresh());
  }

  /** Shows the attributes of a list; what the list itself says of them is filled in, unless
   * something else was typed here. A dash names one as it is. */
  show(attributes) {
    const names = attributes.map(({ name }) => name);
    this.names = names;
    for (const { name, phrase, description } of attributes) {
      const said = this.said.get(name) ?? {};
      const listed = { ...(phrase ? { phrase: phrase === "-" ? "" : phrase } : {}), ...(description ? { description } : {}) };
      const fill = (part) => (listed[part] !== undefined && said[part] === said.listed?.[part] ? { [part]: listed[part] } : {});
      if (Object.keys(listed).length === 0) continue;
      this.said.set(name, { ...said, ...fill("phrase"), ...fill("description"), listed });
      // The row is made anew with what is filled in.
      if (said.listed?.phrase !== listed.phrase || said.listed?.description !== listed.description) this.rows.delete(name);
    }
    this.rows = new Map(names.slice(0, LISTED).map((name) => [name, this.rows.get(name) ?? this.row(name)]));
    put(this.body, [...this.rows.values()].map((row) => row.node));
    this.table.hidden = names.length === 0;
    this.ask();
  }

  /** Asks for guesses and samples anew, after the noun or the language changed. */
  spokenOtherwise() {
    this.ask();
  }

  row(name) {
    const note = (part) => (event) => { this.said.set(name, { ...this.said.get(name), [part]: event.target.value }); };
    const said = this.said.get(name) ?? {};
    const select = el("select", { id: fresh("said"), "aria-label": `How one says ${name}`, onchange: () => this.choose(name) });
    const phrase = el("input", {
      type: "text", maxlength: 900, "aria-label": `Phrase of ${name}`, value: said.phrase ?? "",
      oninput: () => {
        const { phrase: before, ...rest } = this.said.get(name) ?? {};
        this.said.set(name, phrase.value.trim() === "" ? rest : { ...rest, phrase: phrase.value });
        this.drawRow(name);
        this.ask();
      },
    });
    const description = el("input", { type: "text", maxlength: 900, "aria-label": `Description of ${name}`, value: said.description ?? "", oninput: note("description") });
    return { select, phrase, node: el("tr", {}, el("th", { scope: "row", text: name }), [select, phrase, description].map((field, at) => el("td", { "data-head": HEADS[at] }, field))) };
  }

  choose(name) {
    const { select, phrase } = this.rows.get(name);
    const { phrase: before, ...rest } = this.said.get(name) ?? {};
    const chosen = select.value;
    if (chosen === GUESS) this.said.set(name, rest);
    else if (chosen === NAME) this.said.set(name, { ...rest, phrase: "" });
    else if (chosen !== OWN) this.said.set(name, { ...rest, phrase: chosen.slice(1) });
    phrase.value = this.said.get(name)?.phrase ?? "";
    if (chosen === OWN) phrase.focus();
    this.drawRow(name);
    this.ask();
  }

  /** Offers the phrases there are for an attribute, with what is in force chosen. */
  drawRow(name) {
    const { select, phrase } = this.rows.get(name);
    const said = this.said.get(name)?.phrase;
    const { guess = null, phrases = [] } = this.guessed.get(name) ?? {};
    const others = phrases.filter((one) => one !== guess);
    const isOwn = said !== undefined && said !== "" && !others.includes(said.trim());
    const option = (value, text) => el("option", { value, text });
    put(select, option(GUESS, guess ? `${guess} (guess)` : "only the name (nothing guessed)"),
      others.map((one) => option(`=${one}`, one)), guess ? option(NAME, "only the name") : null, option(OWN, "in your words…"));
    select.value = said === undefined ? GUESS : said === "" ? NAME : isOwn ? OWN : `=${said.trim()}`;
    phrase.placeholder = guess ?? "";
  }

  async refresh() {
    const { names } = this;
    if (names.length === 0) {
      this.sample.hidden = true;
      return;
    }
    let answer;
    try {
      const typed = names.slice(0, 1000).map((name) => ({ name, phrase: this.said.get(name)?.phrase ?? null }));
      answer = await post("/api/wording", { ...this.wording(), attributes: typed });
    } catch {
      // It is only a help: without it, names are sent as they are.
      return;
    }
    if (names !== this.names) return;
    for (const { name, phrases } of answer.attributes) {
      const said = this.said.get(name)?.phrase;
      const guess = said === undefined ? answer.attributes.find((one) => one.name === name).said : phrases[0] ?? null;
      this.guessed.set(name, { guess, phrases });
      if (this.rows.has(name)) this.drawRow(name);
    }
    put(this.questions, answer.questions.map((pieces) => el("li", {}, sentence(pieces))));
    this.sample.hidden = answer.questions.length === 0;
  }

  attributes() {
    return this.names.map((name) => {
      const { phrase, description = "" } = this.said.get(name) ?? {};
      const attribute = { name };
      // What was shown and not corrected is what somebody agreed to.
      const said = phrase === undefined ? this.guessed.get(name)?.guess ?? null : phrase.trim();
      if (said !== null) attribute.phrase = said;
      if (description.trim() !== "") attribute.description = description.trim();
      return attribute;
    });
  }
}

/** The noun of the domain, and the language of questions. */
export class Wording {
  /** `changed` is called when somebody changes one of them. */
  constructor(changed = () => {}) {
    this.languages = [];
    const touch = () => { this.touched = true; this.showHint(); changed(); };
    this.noun = el("input", { type: "text", id: fresh("noun"), maxlength: 100, autocomplete: "off", oninput: touch });
    this.hint = el("p", { class: "hint" });
    this.language = el("select", { id: fresh("language"), onchange: touch });
    this.languageField = el("div", { class: "field" }, el("label", { for: this.language.id, text: "Questions in" }), this.language);
    this.node = el("div", { class: "wording" },
      el("div", { class: "field" }, el("label", { for: this.noun.id, text: "What is one thing of it called?" }), this.noun, this.hint),
      this.languageField);
    this.offer([]);
  }

  /** Shows the languages there are, as the server has them; `own` is the name of another
   * one that is in force. */
  offer(languages, own = null) {
    const value = this.language.value;
    this.languages = languages;
    put(this.language, languages.map(({ code, name }) => el("option", { value: code, text: name })), own ? el("option", { value: "", text: own }) : null);
    if (own) this.language.value = "";
    else if (languages.some(({ code }) => code === value)) this.language.value = value;
    this.languageField.hidden = languages.length < 2;
    this.showHint();
  }

  showHint() {
    const hint = this.languages.find(({ code }) => code === this.language.value)?.noun_hint ?? "with its article, as in “a kitchen tool”";
    this.hint.textContent = `${hint.slice(0, 1).toUpperCase()}${hint.slice(1)}. Without it, questions are about “something”.`;
  }

  /** As the server takes it. */
  value() {
    return { noun: this.noun.value.trim(), ...(this.language.value ? { language: this.language.value } : {}) };
  }

  words() {
    return `Questions are about ${this.noun.value.trim() || "something"}`;
  }
}
