// The attributes in place: what they are called, how one says them, what they mean, and
// their order. Owners change all of it here; each change is an entry that can be undone.

import { LONG_LIMIT, get, room as at } from "./api.js";
import { open, problem } from "./dialog.js";
import { announce, button, el, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { quickFill, unfilledCounts } from "./quick-fill.js";
import { takeBack } from "./refusal.js";
import { dropAside, setAside, takeUp } from "./typed.js";
import { attributeWords, count } from "./words.js";

/** What is changed and not saved is set aside under this name. */
const EDITS = "attribute edits";
/** So many consequences are listed. */
const LISTED = 12;
const PARTS = [["name", "Attribute"], ["phrase", "Phrase"], ["description", "Description"]];

export class AttributeTable {
  constructor(room) {
    this.room = room;
    const kept = takeUp(room, EDITS);
    /** What is typed and not saved, by the attribute's name. */
    this.edits = kept?.edits ?? new Map();
    /** The order that is wished for and not saved. */
    this.order = kept?.order ?? null;
    this.bar = el("div", { class: "pending", hidden: true, role: "region", "aria-label": "Changes of attributes" });
    this.error = el("p", { class: "error pre", role: "alert" });
    this.table = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "All attributes" });
    this.gone = el("div", {});
    this.node = el("div", { class: "attribute-table" }, this.table, this.bar, this.error, this.gone);
  }

  get fixed() {
    return !this.room.isOwner || this.room.state.archived;
  }

  update(state) {
    const names = state.attributes.map(({ name }) => name);
    if (this.order && [...this.order].sort().join("\n") !== [...names].sort().join("\n")) this.order = null;
    for (const name of this.edits.keys()) if (!names.includes(name)) this.edits.delete(name);
    const removed = state.entries.filter((entry) => entry.kind === "remove" && entry.counts);
    this.unfilled = unfilledCounts(state);
    const key = JSON.stringify([state.attributes, this.fixed, this.unfilled, removed.map((entry) => entry.id)]);
    if (key === this.key) return;
    this.key = key;
    this.draw();
    put(this.gone, removed.length > 0 ? [el("h3", { text: "Taken away" }), el("ul", { class: "plain-list" }, removed.map((entry) => el("li", { class: "side" }, el("span", { text: entry.words }),
      entry.can_retract && !this.fixed ? button("Bring back…", () => takeBack(this.room, entry.id, entry.words, "Bring it back"), { class: "small", "aria-label": `Bring back: ${entry.words}` }) : null)))] : null);
  }

  draw() {
    const focused = document.activeElement?.dataset?.cell;
    const { attributes } = this.room.state;
    const places = new Map(attributes.map((attribute, place) => [attribute.name, place]));
    const names = this.order ?? attributes.map(({ name }) => name);
    put(this.table, el("table", { class: "grid" },
      el("thead", {}, el("tr", {}, PARTS.map(([, text]) => el("th", { scope: "col", text })), this.fixed ? null : el("th", { scope: "col" }, el("span", { class: "unseen", text: "Actions" })))),
      el("tbody", {}, names.map((name, row) => (this.fixed ? this.shown(attributes[places.get(name)]) : this.row(attributes[places.get(name)], places.get(name), row, names.length))))));
    this.pending();
    if (focused) this.cell(focused)?.focus();
  }

  cell(key) {
    return this.table.querySelector(`[data-cell="${CSS.escape(key)}"]`);
  }

  shown({ name, said, description }) {
    return el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: said ?? "only its name" }), el("td", { text: description ?? "" }));
  }

  row(attribute, place, row, rows) {
    const { name } = attribute;
    const typed = this.edits.get(name) ?? {};
    const field = ([part, label]) => el("input", {
      type: "text", maxlength: 900, value: typed[part] ?? attribute[part] ?? "", "aria-label": `${label} of ${name}`, "data-cell": `${part} ${name}`, spellcheck: "false", autocomplete: "off",
      // What is guessed stands there until somebody says otherwise.
      placeholder: part === "phrase" ? attribute.said ?? "only its name" : "",
      oninput: (event) => this.typed(attribute, part, event.target.value),
      onkeydown: (event) => this.keyed(event, name),
    });
    const open = this.unfilled[place];
    const move = (by, sign, words, off) => button(sign, () => this.move(name, by), { class: "small", disabled: off, "aria-label": `Move ${name} ${words}`, title: `Move ${words} (Alt+${by < 0 ? "↑" : "↓"})`, "data-cell": `${words} ${name}` });
    return el("tr", { "data-attribute": name },
      PARTS.map((part, column) => el(column === 0 ? "th" : "td", column === 0 ? { scope: "row" } : { "data-head": part[1] }, field(part))),
      el("td", { class: "row-actions" },
        open > 0 ? button(`Fill in ${open}…`, () => quickFill(this.room, place), { class: "small", "aria-label": `Fill in ${name} for ${count(open, "object")}` }) : null,
        move(-1, "↑", "up", row === 0), move(1, "↓", "down", row === rows - 1),
        button("Remove…", () => this.remove(name), { class: "small", "aria-label": `Remove ${name}`, "data-cell": `remove ${name}` })));
  }

  typed(attribute, part, text) {
    const { name } = attribute;
    const edit = { ...this.edits.get(name), [part]: text };
    if ((attribute[part] ?? "") === text) delete edit[part];
    if (Object.keys(edit).length > 0) this.edits.set(name, edit);
    else this.edits.delete(name);
    this.pending();
  }

  keyed(event, name) {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) this.move(name, event.key === "ArrowUp" ? -1 : 1);
    else if (event.key === "Enter") this.save();
    else return;
    event.preventDefault();
  }

  /** Moves an attribute in the order that is wished for. */
  move(name, by) {
    const order = this.order ?? this.room.state.attributes.map((attribute) => attribute.name);
    const from = order.indexOf(name);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    const moved = order.filter((other) => other !== name);
    moved.splice(to, 0, name);
    const same = moved.every((other, place) => other === this.room.state.attributes[place].name);
    this.order = same ? null : moved;
    this.draw();
    announce(`${name} is number ${to + 1} of ${moved.length}.`);
    // A button at the end of the list is off, and loses the focus.
    if (document.activeElement === document.body) this.cell(`${by < 0 ? "down" : "up"} ${name}`)?.focus();
  }

  /** An attribute as it is to be. */
  edited(attribute) {
    const to = { ...attribute };
    for (const [part, text] of Object.entries(this.edits.get(attribute.name) ?? {})) {
      to[part] = text.trim();
      if (to[part] === "" && part !== "name") delete to[part];
    }
    return to;
  }

  inWords() {
    const edited = this.room.state.attributes.filter(({ name }) => this.edits.has(name)).map((attribute) => `${attribute.name}: ${attributeWords(this.edited(attribute))}`);
    return [...edited, this.order ? `Order: ${this.order.join(", ")}` : ""].filter(Boolean).join("\n");
  }

  pending() {
    const many = this.edits.size + (this.order ? 1 : 0);
    if (many > 0) setAside(this.room, EDITS, { edits: this.edits, order: this.order }, () => this.inWords());
    else dropAside(this.room, EDITS);
    const what = [this.edits.size > 0 ? count(this.edits.size, "attribute") + " changed" : "", this.order ? "another order" : ""].filter(Boolean).join(", ");
    if (this.bar.hidden === (many === 0) && this.said === what) return;
    this.said = what;
    this.bar.hidden = many === 0;
    put(this.bar, many === 0 ? null : [el("span", { role: "status", text: `${what}. Not saved yet.` }),
      el("span", { class: "actions" }, button("Discard", () => this.discard()), button("Save changes", () => this.save(), { class: "primary" }))]);
  }

  discard() {
    this.edits.clear();
    this.order = null;
    this.error.textContent = "";
    this.draw();
  }

  async save() {
    if (this.saving || this.edits.size === 0 && !this.order) return;
    this.saving = true;
    this.error.textContent = "";
    try {
      for (const attribute of this.room.state.attributes.filter(({ name }) => this.edits.has(name))) {
        const to = this.edited(attribute);
        if (to.name === "") throw new Error(`${attribute.name} needs a name.`);
        const same = attributeWords(to) === attributeWords(attribute);
        if (!same) await send(`${at(this.room.name)}/attributes/edit`, { attribute: attribute.name, to }, `${attribute.name}: ${attributeWords(to)}`);
        this.edits.delete(attribute.name);
        if (this.order) this.order = this.order.map((name) => (name === attribute.name ? to.name : name));
      }
      if (this.order) {
        await send(`${at(this.room.name)}/attributes/order`, { order: this.order }, `Order of the attributes: ${this.order.join(", ")}`);
        this.order = null;
      }
      toast("Saved. Undo takes it back.");
    } catch (error) {
      this.error.textContent = error.message;
    } finally {
      this.saving = false;
      this.pending();
    }
    await this.room.live.refresh();
  }

  /** Takes an attribute away, after what that changes was shown. */
  async remove(name) {
    let lines;
    try {
      lines = (await get(`${at(this.room.name)}/removal?attribute=${encodeURIComponent(name)}`, { limit: LONG_LIMIT })).lines;
    } catch (error) {
      await problem("This cannot be removed now", error);
      return;
    }
    if (!await confirmRemoval(`Remove “${name}”?`, lines, "Objects keep everything else, and rules what they say of the others. It can be brought back with all that was said of it.")) return;
    try {
      await send(`${at(this.room.name)}/attributes/remove`, { attributes: [name] }, `Remove the attribute ${name}`);
      this.edits.delete(name);
      toast(`${name} was removed. Undo brings it back.`);
    } catch (error) {
      await problem("It was not removed", error);
    }
    await this.room.live.refresh();
  }
}

/** Shows what a removal would change, and asks whether to go on. */
export function confirmRemoval(title, lines, kept) {
  const more = lines.length - LISTED;
  return open({
    title,
    body: el("div", {},
      lines.length === 0 ? el("p", { text: "Nothing else changes." }) : [el("p", { text: "This changes:" }), el("ul", {}, lines.slice(0, LISTED).map((text) => el("li", { text }))),
        more > 0 ? el("p", { class: "quiet", text: `and ${count(more, "more such line")}` }) : null],
      el("p", { class: "quiet", text: kept })),
    actions: [{ label: "Cancel", value: null }, { label: "Remove", value: true, kind: "primary danger", first: true }],
  });
}
