// A new exploration: from a list that is typed, or from a table.

import { LONG_LIMIT, connection, create, get, isGone, upload } from "./api.js";
import { LONGEST_LIST, isTableName, listedAttributes, tableName } from "./attribute-list.js";
import { DistributionChoice, choices } from "./distribution.js";
import { button, el, put } from "./dom.js";
import { bind } from "./keys.js";
import { Phrases, Wording } from "./phrases.js";
import { PolicyChoice } from "./policy.js";
import { address, go } from "./router.js";
import { TableUpload } from "./table-upload.js";
import { typing } from "./typed.js";
import { attributeWords, count, list, percent } from "./words.js";

/** So careful one may be, as multiples of the usual share; the first is usual. */
const CARE = [[1, "Good"], [0.2, "Thorough"], [4, "A first look"]];

/** So soon, in milliseconds, it is looked whether the server is there; and if it
 * is not, whether it is back. */
const LOOK = { there: 10_000, gone: 2000 };

export class Create {
  constructor(app) {
    this.app = app;
    app.bar(el("span", { text: "New exploration" }));
    app.title("New exploration");
    bind([]);
    this.title = el("input", { type: "text", id: "title", maxlength: 200, required: true, autocomplete: "off", placeholder: "For example: Kitchen tools" });
    this.error = el("p", { class: "error", role: "alert", id: "create-problem" });
    this.care = el("select", { id: "care" });
    this.distribution = new DistributionChoice(() => this.chosenAbout());
    this.about = el("span", {});
    this.wording = new Wording(() => this.phrases.spokenOtherwise());
    this.offer();
    this.policy = new PolicyChoice();
    this.kind = "list";
    this.panel = el("div", {});
    this.kinds = [["list", "Type a list"], ["table", "A table"]].map(([value, text]) => {
      const input = el("input", { type: "radio", name: "kind", value, checked: value === this.kind, onchange: () => this.choose(value) });
      return el("label", {}, input, el("span", { text }));
    });
    this.submit = el("button", { class: "primary", type: "submit", text: "Start exploring" });
    this.prepareList();
    this.prepareTable();
    this.aims = el("div", {},
      el("div", { class: "field" }, el("label", { for: "care", text: "How thorough?" }), this.care,
        el("p", { class: "hint", text: "It ends when the rules miss something for at most this share of what the certificate is "
          + "about. This can be changed at any time." })),
      el("details", { class: "about" }, el("summary", {}, "What the certificate is about", this.about), this.distribution.node),
      el("details", { class: "whose" }, el("summary", { text: "Several people? Whose word counts (optional)" }),
        el("p", { class: "quiet", text: "You can invite others later, and change this at any time." }), this.policy.node));
    this.wrap = el("div", { class: "wrap narrow" },
      el("form", {
        class: "card create", novalidate: true, onsubmit: (event) => { event.preventDefault(); this.send(); },
        ondragover: (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); },
        ondrop: (event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          this.drop(file);
        },
      },
        el("h1", { tabindex: -1, text: "New exploration" }),
        el("div", { class: "field" }, el("label", { for: "title", text: "What is it about?" }), this.title),
        this.wording.node,
        el("fieldset", { class: "segmented" }, el("legend", { text: "Start from" }), this.kinds),
        this.panel,
        this.aims,
        this.error,
        el("div", { class: "actions" }, el("a", { class: "button", href: "#/", text: "Cancel" }), this.submit)));
    put(app.main, this.wrap);
    this.choose("list");
    this.title.focus();
    this.closed = typing(() => this.inWords());
    this.look();
  }

  /** Shows what can be chosen, as the server has it. Until it is known, and if it
   * cannot be, what is usual is begun. */
  async offer() {
    let usual;
    try {
      usual = await choices();
    } catch (error) {
      if (isGone(error) && !this.stopped) setTimeout(() => this.stopped || this.offer(), LOOK.gone);
      return;
    }
    put(this.care, CARE.map(([times, text]) => {
      const share = Number((usual.epsilon * times).toPrecision(6));
      return el("option", { value: share, text: `${text}: all but ${percent(share)}` });
    }));
    this.distribution.offer(usual.distributions, usual.distributions[0]);
    this.wording.offer(usual.languages);
    this.chosenAbout();
  }

  chosenAbout() {
    this.about.textContent = `: ${this.distribution.words()}`;
  }

  /** What it aims at, as far as it was chosen. */
  aim() {
    const [epsilon, distribution] = [this.care.value, this.distribution.value()];
    return { ...(epsilon ? { epsilon: Number(epsilon) } : {}), ...(distribution ? { distribution } : {}) };
  }

  /** What was typed, if anything was. */
  inWords() {
    return [this.title.value.trim(), this.wording.noun.value.trim(), ...this.phrases.attributes().map(attributeWords)].filter(Boolean).join("\n");
  }

  /** Whether the server is there is told before anything is sent. */
  async look() {
    let gone = null;
    try {
      await get("/api/session");
    } catch (error) {
      gone = connection(error);
    }
    if (this.stopped) return;
    this.app.lost(gone);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), gone ? LOOK.gone : LOOK.there);
  }

  prepareList() {
    this.phrases = new Phrases(new Map(), () => this.wording.value());
    this.found = el("p", { class: "hint", id: "found", "aria-live": "polite" });
    this.isTable = el("div", { "aria-live": "polite" });
    this.text = el("textarea", {
      id: "attributes", rows: 8, spellcheck: "false", autocapitalize: "none", "aria-describedby": "found", placeholder: "blade\nsharp\nheats food\nmade of steel",
      oninput: () => this.read(),
    });
    this.listPanel = el("div", {},
      el("div", { class: "field" }, el("label", { for: "attributes", text: "Attributes, one a line" }), this.text, this.found, this.isTable),
      this.phrases.node);
    this.read();
  }

  prepareTable() {
    this.table = new TableUpload({
      chosen: (name) => { if (this.title.value.trim() === "") this.title.value = name.replace(/\.[^.]*$/, ""); },
      changed: () => this.choose(this.kind),
    });
  }

  choose(kind) {
    this.kind = kind;
    put(this.panel, kind === "list" ? this.listPanel : this.table.node);
    // Of a table that is everything nothing is asked, and so there is nothing to aim at.
    const asks = kind === "list" || !this.table.isEverything;
    this.aims.hidden = !asks;
    this.submit.textContent = asks ? "Start exploring" : "Show its rules";
    this.wrap.classList.toggle("narrow", kind === "list");
  }

  read() {
    const attributes = listedAttributes(this.text.value);
    const names = attributes.map(({ name }) => name);
    this.phrases.show(attributes);
    this.offerTable();
    const shown = names.length > 6 ? `${names.slice(0, 6).join(", ")}, …` : list(names);
    this.found.textContent = names.length === 0 ? "Anything that things in your domain may have or be. A list with commas will do, too, and “name | phrase | description”. You can drop a file here."
      : `${count(names.length, "attribute")}: ${shown}`;
  }

  /** What was pasted may be a table. */
  offerTable() {
    const name = tableName(this.text.value);
    if (name === this.tableOffered) return;
    this.tableOffered = name;
    put(this.isTable, name ? el("p", { class: "note filter" }, el("span", { text: "This looks like a table, with a row for each object." }),
      button("Use it as a table", () => this.takeTable(new File([this.text.value], tableName(this.text.value) ?? name)), { class: "small primary", "data-as-table": true })) : null);
  }

  /** Goes on with a table. */
  takeTable(file) {
    const files = new DataTransfer();
    files.items.add(file);
    this.table.file.files = files.files;
    for (const label of this.kinds) label.querySelector("input").checked = label.querySelector("input").value === "table";
    this.choose("table");
    this.table.file.dispatchEvent(new Event("change"));
    this.table.file.focus();
  }

  /** Takes a file that was dropped: a list goes to the list, all else is a table. */
  async drop(file) {
    const text = isTableName(file.name) || file.size > LONGEST_LIST ? null : await file.text();
    if (text === null || tableName(text)) {
      this.takeTable(text === null ? file : new File([text], tableName(text)));
      return;
    }
    for (const label of this.kinds) label.querySelector("input").checked = label.querySelector("input").value === "list";
    this.choose("list");
    this.text.value = text;
    if (this.title.value.trim() === "") this.title.value = file.name.replace(/\.[^.]*$/, "");
    this.read();
    this.text.focus();
  }

  async send() {
    this.error.textContent = "";
    const title = this.title.value.trim();
    const asks = this.kind === "list" || !this.table.isEverything;
    if (title === "" && asks) return this.complain("Say what it is about.", this.title);
    if (!this.policy.isSound()) return this.complain("Say how many people have a say: from 1 to 100.", this.policy.of);
    this.submit.disabled = true;
    try {
      const made = this.kind === "list" ? await this.fromList(title) : await this.fromTable(title);
      if (made) go(address(made.name));
    } catch (error) {
      if (isGone(error)) this.look();
      this.complain(isGone(error) ? `${error.silent ? error.message : "The server cannot be reached."} What you typed stays: start it again when the server is back.` : error.message, this.submit);
    } finally {
      this.submit.disabled = false;
      this.choose(this.kind);
    }
    return undefined;
  }

  fromList(title) {
    const attributes = this.phrases.attributes();
    if (attributes.length === 0) return this.complain("Name an attribute at least.", this.text);
    return create("/api/explorations", { title, ...this.wording.value(), attributes, ...this.aim(), ...(this.policy.isUsual() ? {} : { policy: this.policy.value() }) });
  }

  async fromTable(title) {
    if (!this.table.isChosen) return this.complain("Choose a file, drop one, or paste a table.", this.table.file);
    if (!(await this.table.settled())) return null;
    const table = this.table.name;
    if (this.table.isEverything) {
      this.submit.textContent = "Finding its rules…";
      const { page } = await get(`/api/tables/${table}/rules`, { limit: LONG_LIMIT });
      // What was typed here is about an exploration, and there is none.
      this.closed();
      location.assign(page);
      return null;
    }
    const policy = this.policy.isUsual() ? {} : this.policy.value();
    return upload("/api/explorations/table", { title, table, ...this.wording.value(), ...this.aim(), ...policy }, new File([], table));
  }

  complain(text, field) {
    this.error.textContent = text;
    field.focus();
    return null;
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.closed();
  }
}
