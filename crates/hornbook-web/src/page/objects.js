// The objects as a cross table, which can be changed in place: changes are
// gathered, shown, and sent when they are confirmed.

import { LONG_LIMIT, get, room as at } from "./api.js";
import { confirmRemoval } from "./attribute-table.js";
import { confirm, open, problem } from "./dialog.js";
import { conceptBar, objectsOf } from "./concept-filter.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { RefusalBox, takeBack } from "./refusal.js";
import { tell } from "./tell.js";
import { dropAside, setAside, takeUp, typing } from "./typed.js";
import { count, countOf, list, matches, objectWords } from "./words.js";

/** So many changed objects are listed. */
const LISTED = 5;
/** So many rows are drawn at once. */
const PAGE = 300;
const NEXT = { unknown: "has", has: "lacks", lacks: "unknown" };
const SHOWN = { has: "×", lacks: "", unknown: "?" };
const WORDS = { has: "yes", lacks: "no", unknown: "unknown" };
/** Changes are set aside under this name, so that they stay when one goes to
 * another exploration and back. */
const CHANGES = "changes";

/** So many objects, and of how many kinds if rows of a table are equal. */
function inAll(objects) {
  const all = countOf(objects);
  return all === objects.length ? count(all, "object") : `${count(all, "object")}, ${objects.length.toLocaleString("en")} different`;
}

export class Objects {
  constructor(room) {
    this.room = room;
    this.most = PAGE;
    /** By object's name, by attribute: what it is to be. */
    this.changes = takeUp(room, CHANGES) ?? new Map();
    this.at = [0, 0];
    this.search = el("input", { type: "search", placeholder: "Search objects", "aria-label": "Search objects", oninput: () => this.draw() });
    this.attribute = el("select", { "aria-label": "Only objects with an attribute", onchange: () => this.draw() });
    this.found = el("p", { class: "quiet", role: "status" });
    this.concept = el("div", {});
    this.table = el("table", { class: "cross", role: "grid", "aria-label": "Objects and attributes" });
    this.scroll = el("div", { class: "scroll cross-scroll" }, this.table);
    this.more = button("Show more", () => { this.most += PAGE; this.draw(); }, { hidden: true });
    this.bar = el("div", { class: "pending", hidden: true, role: "region", "aria-label": "Changes" });
    this.refusal = new RefusalBox(room);
    this.add = button("Tell of an object", () => tell(room), { class: "primary" });
    this.tools = el("div", { class: "tools" }, this.search, el("label", { class: "inline" }, el("span", { text: "With" }), this.attribute));
    this.legend = this.explained();
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Objects" }), this.add),
      this.tools, this.concept, this.found, this.bar, this.refusal.node, this.scroll, this.more, this.legend);
    this.table.addEventListener("click", (event) => this.clicked(event));
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.table.addEventListener("focusin", (event) => {
      const cell = event.target.closest("td");
      if (cell) this.at = [Number(cell.dataset.row), Number(cell.dataset.column)];
    });
  }

  /** What the signs of the table mean. */
  explained() {
    return el("p", { class: "quiet legend" }, el("span", { class: "sample said", text: "×" }), " yes  ", el("span", { class: "sample" }), " no  ",
      el("span", { class: "sample", text: "?" }), " unknown  ", el("span", { class: "sample follows", text: "×" }), " follows from the rules. ",
      el("span", { class: "editing", text: "Click a cell to change it, or use the arrow keys and space; F2 renames an object, Delete removes it." }));
  }

  update(state) {
    const key = JSON.stringify([state.objects, state.attributes, state.me.role, state.archived]);
    if (key === this.drawn) return;
    this.drawn = key;
    const value = this.attribute.value;
    put(this.attribute, el("option", { value: "", text: "Any attribute" }), state.attributes.map(({ name }) => el("option", { value: name, text: name })));
    this.attribute.value = state.attributes.some(({ name }) => name === value) ? value : "";
    this.add.hidden = !this.room.mayAnswer;
    this.node.classList.toggle("read-only", !this.room.mayAnswer);
    this.draw();
  }

  enter() {
    this.draw();
  }

  /** What the table holds for an object: a value for each attribute, and which
   * of them follow. */
  values(object) {
    const values = this.room.state.attributes.map(() => "unknown");
    for (const at of object.has) values[at] = "has";
    for (const at of object.lacks) values[at] = "lacks";
    return values;
  }

  draw() {
    const { state } = this.room;
    const wanted = state.attributes.findIndex(({ name }) => name === this.attribute.value);
    const inConcept = this.room.concept ? new Set(objectsOf(this.room.concept, state)) : null;
    const found = state.objects.filter((object) => matches(object.name, this.search.value.trim())
      && (wanted < 0 || object.has.includes(wanted)) && (!inConcept || inConcept.has(object)));
    this.rows = found.slice(0, this.most);
    put(this.concept, conceptBar(this.room, () => this.draw()));
    this.found.textContent = state.objects.length === 0 ? "No objects are known yet: they come with exceptions, or when somebody tells of them."
      : found.length === state.objects.length ? inAll(found) : `${inAll(found)}, of ${inAll(state.objects)}`;
    this.more.hidden = found.length <= this.most;
    this.scroll.hidden = this.rows.length === 0;
    this.tools.hidden = state.objects.length === 0;
    this.legend.hidden = this.rows.length === 0;
    const focused = this.table.contains(document.activeElement);
    const head = el("tr", {}, el("th", { scope: "col", class: "corner" }, el("span", { text: "Object" })),
      state.attributes.map(({ name, description }) => el("th", { scope: "col", title: [name, description].filter(Boolean).join(": ") }, el("span", { text: name }))));
    put(this.table, el("thead", {}, head), el("tbody", {}, this.rows.map((object, row) => this.row(object, row))));
    this.rove(focused);
    this.pending();
  }

  row(object, row) {
    const said = new Set(object.said);
    const changes = this.changes.get(object.name);
    const names = this.room.state.attributes;
    const cells = this.values(object).map((value, column) => {
      const changed = changes?.get(names[column].name);
      const shown = changed ?? value;
      const kind = ["cell", shown, changed ? "changed" : said.has(column) ? "said" : value === "unknown" ? "" : "follows"].join(" ");
      const label = `${object.name}, ${names[column].name}: ${WORDS[shown]}${changed ? ", changed" : !said.has(column) && value !== "unknown" ? ", follows" : ""}`;
      return el("td", { class: kind, role: "gridcell", tabindex: -1, "aria-label": label, "data-row": row, "data-column": column, text: SHOWN[shown] });
    });
    const change = this.room.mayAnswer ? button("…", () => this.change(object), { class: "small object-actions", tabindex: -1, "aria-label": `Rename or remove ${object.name}`, title: "Rename or remove (F2)" }) : null;
    return el("tr", {}, el("th", { scope: "row", title: object.name }, el("span", { text: object.name }), this.equal(object), change), cells);
  }

  /** How many equal rows of a table an object stands for, with their names if they
   * have any. */
  equal(object) {
    if (!object.count) return null;
    const times = `×${object.count.toLocaleString("en")}`;
    if (!object.has_row_names) return el("span", { class: "times", title: count(object.count, "equal row"), text: times });
    return button(times, () => this.named(object), { class: "times", "aria-label": `${times}: show the names of these equal rows` });
  }

  /** Shows what equal rows are called. */
  async named(object) {
    const { names } = await get(`${at(this.room.name)}/rows?${new URLSearchParams({ of: object.of })}`);
    const unnamed = object.count - names.length;
    await open({
      title: `${count(object.count, "equal row")}`,
      body: el("div", {},
        el("p", { class: "quiet", text: "What is said of them here is said of all. To say something of one alone, tell of an object by its name." }),
        el("ul", { class: "row-names" }, names.map((name) => el("li", { text: name }))),
        unnamed > 0 ? el("p", { class: "quiet", text: `${count(unnamed, "more row")} without a name.` }) : null),
      actions: [{ label: "Close", value: null, kind: "primary" }],
    });
  }

  cell(row, column) {
    return this.table.querySelector(`td[data-row="${row}"][data-column="${column}"]`);
  }

  /** One cell can be reached with the tab key; arrows go from there. */
  rove(focus) {
    this.at = [Math.min(this.at[0], Math.max(this.rows.length - 1, 0)), Math.min(this.at[1], Math.max(this.room.state.attributes.length - 1, 0))];
    const cell = this.cell(...this.at);
    if (!cell) return;
    for (const other of this.table.querySelectorAll('td[tabindex="0"]')) other.tabIndex = -1;
    cell.tabIndex = 0;
    if (focus) cell.focus({ preventScroll: false });
  }

  key(event) {
    const [row, column] = this.at;
    const last = [this.rows.length - 1, this.room.state.attributes.length - 1];
    const moves = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0], End: [event.ctrlKey ? last[0] : row, last[1]], PageUp: [row - 10, column], PageDown: [row + 10, column],
    };
    if (event.key === " " || event.key === "Enter") this.cycle(row, column);
    else if (event.key === "F2" && this.room.mayAnswer && this.rows[row]) this.change(this.rows[row]);
    else if (event.key === "Delete" && this.room.mayAnswer && this.rows[row]) this.remove(this.rows[row]);
    else if (moves[event.key]) {
      this.at = moves[event.key].map((to, part) => Math.min(Math.max(to, 0), last[part]));
      this.rove(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  clicked(event) {
    const cell = event.target.closest("td");
    if (!cell) return;
    this.at = [Number(cell.dataset.row), Number(cell.dataset.column)];
    this.rove(true);
    this.cycle(...this.at);
  }

  cycle(row, column) {
    const object = this.rows[row];
    if (!this.room.mayAnswer || !object) return;
    const attribute = this.room.state.attributes[column].name;
    const value = this.values(object)[column];
    const changes = this.changes.get(object.name) ?? new Map();
    const next = NEXT[changes.get(attribute) ?? value];
    if (next === value) changes.delete(attribute);
    else changes.set(attribute, next);
    if (changes.size > 0) this.changes.set(object.name, changes);
    else this.changes.delete(object.name);
    this.cell(row, column).parentElement.replaceWith(this.row(object, row));
    this.rove(true);
    this.pending();
  }

  /** Renames or removes an object. */
  async change(object, typed = object.name, refused = "") {
    const input = el("input", { type: "text", value: typed, maxlength: 500, autofocus: true, id: fresh("object"), autocomplete: "off", spellcheck: "false" });
    const closed = typing(() => (input.value === object.name ? "" : input.value.trim()));
    const wanted = await open({
      title: object.name,
      body: el("div", { class: "field" }, el("label", { for: input.id, text: "What it is called" }), input, el("p", { class: "error pre", role: "alert", text: refused })),
      actions: [{ label: "Remove…", value: { remove: true } }, { label: "Cancel", value: null },
        { label: "Rename", kind: "primary", first: true, act: () => (input.value.trim() === "" ? undefined : { name: input.value.trim() }) }],
    });
    closed();
    if (wanted?.remove) await this.remove(object);
    else if (wanted && wanted.name !== object.name) {
      try {
        await send(`${at(this.room.name)}/objects/rename`, { of: object.of, name: wanted.name }, `Rename ${object.name} to ${wanted.name}`);
        const changes = this.changes.get(object.name);
        if (changes) this.changes.set(wanted.name, changes).delete(object.name);
        toast(`${object.name} is called ${wanted.name} now.`);
        await this.room.live.refresh();
      } catch (error) {
        if (!error.status) throw error;
        await this.change(object, wanted.name, error.message);
      }
    }
  }

  /** Removes an object, after what that changes was shown. */
  async remove(object) {
    try {
      const { lines } = await get(`${at(this.room.name)}/removal?object=${encodeURIComponent(object.of)}`, { limit: LONG_LIMIT });
      if (!await confirmRemoval(`Remove “${object.name}”?`, lines, "Undo brings it back, with all that was told of it.")) return;
      await send(`${at(this.room.name)}/objects/remove`, { of: object.of }, `Remove ${object.name}`);
      this.changes.delete(object.name);
      toast(`${object.name} was removed. Undo brings it back.`);
      await this.room.live.refresh();
    } catch (error) {
      if (!error.status) throw error;
      await problem("It was not removed", error);
    }
  }

  /** The changes that were not sent yet. */
  pending() {
    const { state } = this.room;
    for (const name of this.changes.keys()) if (!state.objects.some((object) => object.name === name)) this.changes.delete(name);
    const many = [...this.changes.values()].reduce((sum, changes) => sum + changes.size, 0);
    if (many > 0) setAside(this.room, CHANGES, this.changes, () => this.inWords());
    else dropAside(this.room, CHANGES);
    const was = this.bar.hidden;
    this.bar.hidden = many === 0;
    put(this.bar, many === 0 ? null : [el("span", { role: was ? "status" : null, text: `${count(many, "change")}. ${this.inWords(LISTED)}` }),
      el("span", { class: "actions" }, button("Discard", () => { this.changes.clear(); this.refusal.clear(); this.draw(); }),
        button("Save", () => this.save(), { class: "primary" }))]);
  }

  /** The changes, of so many objects at most. */
  inWords(most = Infinity) {
    const lines = [...this.changes].map(([name, changes]) => `${name}: ${[...changes].map(([attribute, value]) => `${attribute} ${WORDS[value]}`).join(", ")}`);
    const more = lines.length - most;
    return lines.slice(0, most).join("; ") + (more > 0 ? `; and ${count(more, "more object")}` : "");
  }

  /** The changes as they are now, each with whether something was said before. */
  each() {
    const names = this.room.state.attributes.map((attribute) => attribute.name);
    return this.room.state.objects.flatMap((object) => [...this.changes.get(object.name) ?? []].map(([attribute, value]) => {
      const column = names.indexOf(attribute);
      return { object, attribute, value, said: object.said.includes(column), was: this.values(object)[column] };
    }));
  }

  async save() {
    this.refusal.clear();
    const undone = this.each().filter((change) => change.value === "unknown");
    if (undone.length > 0) await this.forget(undone);
    if (this.changes.size === 0) return;
    const corrections = this.each().filter((change) => change.said)
      .map(({ object, attribute, value, was }) => `${object.name}: ${attribute} is ${WORDS[value]}, not ${WORDS[was]}`);
    if (corrections.length > 0) {
      const sure = await confirm({
        title: "Correct what was said before?", yes: "Correct it",
        body: el("div", {}, el("ul", {}, corrections.map((text) => el("li", { text }))), el("p", { class: "quiet", text: "What was said before stays in the list of answers, but does not count any more." })),
      });
      if (!sure) return;
    }
    await this.sendAll();
  }

  /** What is to be unknown again was said, and has to be taken back; or it is of
   * the table at the start, or follows, and cannot be. */
  async forget(undone) {
    const alike = new Map();
    for (const change of undone) {
      const key = JSON.stringify([change.object.name, change.said]);
      alike.set(key, [...alike.get(key) ?? [], change]);
    }
    const parts = [...alike.values()].map((changes) => this.origin(changes));
    const rest = this.each().length - undone.length;
    const kinds = new Set(parts.map((part) => part.kind));
    await open({
      title: kinds.has("said") ? "Make it unknown again?" : kinds.has("table") ? "This cannot be made unknown" : "This follows from the rules",
      body: el("div", {}, parts.map((part) => part.body), rest > 0 ? el("p", { class: "quiet", text: `${count(rest, "other change")} ${rest === 1 ? "is" : "are"} saved when this is closed.` }) : null),
      actions: [{ label: "Close", value: null, kind: "primary" }],
    });
    for (const part of undone) this.changes.get(part.object.name)?.delete(part.attribute);
    for (const [name, changes] of this.changes) if (changes.size === 0) this.changes.delete(name);
    this.draw();
  }

  /** Where it comes from what is known of an object, and what can be done. */
  origin(changes) {
    const [{ object, said }] = changes;
    const { state } = this.room;
    const known = `${object.name} (${list(changes.map((change) => change.attribute))})`;
    if (!said) {
      return { kind: "follows", body: el("p", { text: `What is known of ${known} follows from accepted rules and what else is known of it. Say otherwise, or take back a rule.` }) };
    }
    const seen = new Set(state.entries.map((entry) => entry.id));
    const entries = state.entries.filter((entry) => object.entries.includes(entry.id) && entry.counts);
    // The rows of the table are no entries that people see.
    const table = object.entries.some((id) => !seen.has(id));
    if (entries.length === 0) {
      return { kind: "table", body: el("p", { text: `What is known of ${known} comes from the table that the exploration began with. It can be corrected to yes or no, but not be made unknown.` }) };
    }
    return {
      kind: "said", body: el("div", {},
        el("p", { text: `What is known of ${known} comes from what was said. Take that back, and all of it is unknown again:` }),
        el("ul", { class: "plain-list" }, entries.map((entry) => this.retractable(entry))),
        table ? el("p", { class: "quiet", text: "What the table that the exploration began with says of it stays: it can be corrected to yes or no, but not be made unknown." }) : null),
    };
  }

  /** An entry, and a way to take it back. */
  retractable(entry) {
    const place = el("span", {});
    const act = async () => { if (await takeBack(this.room, entry.id, entry.words)) put(place, el("span", { class: "quiet", text: "Taken back." })); };
    if (entry.can_retract) put(place, button("Take back…", act, { class: "small", "aria-label": `Take back: ${entry.words}` }));
    return el("li", { class: "side" }, el("span", { text: entry.words }), place);
  }

  async sendAll(which = [...this.changes.keys()], anyway = false) {
    for (const name of which) {
      const changes = this.changes.get(name);
      const object = this.room.state.objects.find((object) => object.name === name);
      if (!changes || !object) continue;
      const of = (wanted) => [...changes].filter(([, value]) => value === wanted).map(([attribute]) => attribute);
      const told = { ...(object.named ? { name } : { of: object.of }), has: of("has"), lacks: of("lacks"), ...(anyway ? {} : { correct: true }) };
      try {
        await send(`${at(this.room.name)}/objects`, { object: told, ...(anyway ? { anyway } : {}) }, objectWords({ name, ...told }));
        this.changes.delete(name);
      } catch (error) {
        if (!error.status) throw error;
        this.refusal.show(error, { anyway: true, again: (word) => this.sendAll([name], word.anyway) });
        this.pending();
        return;
      }
    }
    this.refusal.clear();
    toast(anyway ? "The disagreement is on record, under Unsettled." : "Saved.");
    await this.room.live.refresh();
    this.draw();
  }
}
