// What is chosen to be seen of a diagram: attributes, objects, how many objects a
// concept must have, how many concepts; and which concept one looks around.

import { button, el, fresh, put } from "./dom.js";
import { count, matches } from "./words.js";

/** All concepts are drawn up to this many; of more, so many of those with most objects. */
const READABLE = 300;
const PART = 100;
const SIZES = [50, 100, 300, 600, 1000];
/** So many objects are listed to be ticked. */
const LISTED = 200;

/** Places as `0-5,9`. */
function ranges(places) {
  const parts = [];
  for (const place of places) {
    const last = parts.at(-1);
    if (last && last[1] === place - 1) last[1] = place;
    else parts.push([place, place]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

export class Choice {
  /** `changed` is called whenever something else was chosen. */
  constructor(kept, changed) {
    this.kept = kept;
    this.changed = changed;
    const { without = [], withoutObjects = [], support = 0, most = null, around = null, expanded = [], perhaps = false } = kept.choice;
    Object.assign(this, { without: new Set(without), withoutObjects: new Set(withoutObjects), support, most, around, expanded, perhaps });
    this.attributes = el("div", { class: "ticks" });
    this.objects = el("div", { class: "ticks" });
    this.attributesTitle = el("summary", {});
    this.objectsTitle = el("summary", {});
    this.find = el("input", { type: "search", placeholder: "Find an object", "aria-label": "Find an object to tick", oninput: () => this.listObjects() });
    this.supportField = el("input", { type: "number", min: 0, step: 1, value: this.support, id: fresh("support"), onchange: () => this.set({ support: Math.max(0, Math.floor(Number(this.supportField.value) || 0)) }) });
    this.mostField = el("select", { id: fresh("most"), onchange: () => this.set({ most: Number(this.mostField.value) || null }) },
      el("option", { value: "", text: `all up to ${READABLE}, else ${PART}` }), SIZES.map((size) => el("option", { value: size, text: `up to ${size}` })));
    this.mostField.value = this.most ?? "";
    this.perhapsField = el("input", { type: "checkbox", checked: this.perhaps, onchange: () => this.set({ perhaps: this.perhapsField.checked }) });
    this.perhapsLabel = el("label", { class: "inline" }, this.perhapsField, el("span", { text: "also concepts that exist only if something unknown is so" }));
    const both = (all, part) => el("div", { class: "actions start" }, button("All", all, { class: "small" }), button("None", part, { class: "small" }));
    this.node = el("div", { class: "diagram-choice" },
      el("details", { class: "choose-attributes" }, this.attributesTitle,
        both(() => this.set({ without: new Set() }), () => this.set({ without: new Set(this.state.attributes.map(({ name }) => name)) })), this.attributes),
      el("details", { class: "choose-objects" }, this.objectsTitle,
        both(() => this.set({ withoutObjects: new Set() }), () => this.set({ withoutObjects: new Set(this.state.objects.map(({ name }) => name)) })), this.find, this.objects),
      el("div", { class: "tools" },
        el("label", { class: "inline", for: this.supportField.id }, el("span", { text: "At least" }), this.supportField, el("span", { text: "objects in a concept" })),
        el("label", { class: "inline", for: this.mostField.id }, el("span", { text: "Concepts:" }), this.mostField), this.perhapsLabel));
  }

  set(part) {
    Object.assign(this, part);
    this.keep();
    this.update(this.state);
    this.changed();
  }

  keep() {
    const { without, withoutObjects, support, most, around, expanded, perhaps } = this;
    this.kept.choice = { without: [...without], withoutObjects: [...withoutObjects], support, most, around, expanded, perhaps };
  }

  /** Whether this is all there is. */
  get isAll() {
    return this.without.size === 0 && this.withoutObjects.size === 0 && this.support === 0 && this.most === null && !this.around && this.expanded.length === 0 && !this.perhaps;
  }

  reset() {
    this.set({ without: new Set(), withoutObjects: new Set(), support: 0, most: null, around: null, expanded: [], perhaps: false });
  }

  update(state) {
    this.state = state;
    this.supportField.value = this.support;
    this.mostField.value = this.most ?? "";
    this.perhapsField.checked = this.perhaps;
    const unknown = state.objects.some((object) => object.has.length + object.lacks.length < state.attributes.length);
    this.perhapsLabel.hidden = !unknown && !this.perhaps;
    const shown = (set, all, one) => (set.size === 0 ? `all ${count(all.length, one)}` : `${all.filter(({ name }) => !set.has(name)).length} of ${count(all.length, one)}`);
    this.attributesTitle.textContent = `Attributes: ${shown(this.without, state.attributes, "attribute")}`;
    this.objectsTitle.textContent = `Objects: ${shown(this.withoutObjects, state.objects, "object")}`;
    const names = JSON.stringify([state.attributes.map(({ name }) => name), [...this.without]]);
    if (names !== this.named) {
      this.named = names;
      put(this.attributes, state.attributes.map(({ name }) => this.tick(name, "without")));
    }
    this.listObjects();
  }

  listObjects() {
    const found = this.state.objects.filter(({ name }) => matches(name, this.find.value.trim()));
    const listed = JSON.stringify([found.slice(0, LISTED).map(({ name }) => name), found.length, [...this.withoutObjects]]);
    if (listed === this.listed) return;
    this.listed = listed;
    put(this.objects, found.slice(0, LISTED).map(({ name }) => this.tick(name, "withoutObjects")),
      found.length > LISTED ? el("p", { class: "quiet", text: `and ${found.length - LISTED} more: find them by their name` }) : null);
  }

  tick(name, part) {
    const box = el("input", { type: "checkbox", checked: !this[part].has(name), onchange: () => {
      const without = new Set(this[part]);
      if (box.checked) without.delete(name);
      else without.add(name);
      this.set({ [part]: without });
      [...this.node.querySelectorAll(`.ticks input`)].find((other) => other.dataset.name === name)?.focus();
    }, "data-name": name });
    return el("label", { class: "pick" }, box, el("span", { text: name }));
  }

  /** The places of attributes by their names; those that are gone are left out. */
  places(names) {
    const places = new Map(this.state.attributes.map(({ name }, place) => [name, place]));
    return names.map((name) => places.get(name)).filter((place) => place !== undefined).sort((a, b) => a - b);
  }

  /** What is asked of the server. */
  query() {
    const query = new URLSearchParams({ most: this.most ?? READABLE });
    if (this.most === null) query.set("otherwise", PART);
    if (this.support > 0) query.set("support", this.support);
    if (this.perhaps) query.set("perhaps", "true");
    const chosen = (all, without) => ranges(all.flatMap(({ name }, place) => (without.has(name) ? [] : [place])));
    if (this.without.size > 0) query.set("attributes", chosen(this.state.attributes, this.without));
    if (this.withoutObjects.size > 0) query.set("objects", chosen(this.state.objects, this.withoutObjects));
    if (this.around) {
      query.set("around", ranges(this.places(this.around.of)));
      query.set("steps", this.around.steps);
    }
    for (const names of this.expanded) query.append("expand", ranges(this.places(names)));
    return query.toString();
  }

  /** What tells this drawing from others: places are kept for each. */
  get drawing() {
    const { without, withoutObjects, support, most, around, expanded, perhaps } = this;
    return this.isAll ? "" : JSON.stringify([[...without].sort(), [...withoutObjects].sort(), support, most, around, expanded, perhaps]);
  }
}
