// One attribute of all objects of which it is not known: a key for each object, and all of
// it is saved together.

import { room as at } from "./api.js";
import { open } from "./dialog.js";
import { el, fresh, toast } from "./dom.js";
import { hint } from "./keys.js";
import { send } from "./outbox.js";
import { RefusalBox } from "./refusal.js";
import { dropAside, setAside, takeUp } from "./typed.js";
import { count } from "./words.js";

const VALUES = [["has", "yes", "y"], ["lacks", "no", "n"], ["unknown", "unknown", "?"]];

/** The objects of which an attribute is not known. */
export function unfilled(state, place) {
  return state.objects.filter((object) => !object.has.includes(place) && !object.lacks.includes(place));
}

/** Of how many objects each attribute is not known. */
export function unfilledCounts({ objects, attributes }) {
  const known = attributes.map(() => 0);
  for (const { has, lacks } of objects) for (const place of [...has, ...lacks]) known[place] += 1;
  return known.map((many) => objects.length - many);
}

/** Opens the list for the attribute in that place. The promise says whether it was saved. */
export async function quickFill(room, place) {
  const { name, description } = room.state.attributes[place];
  const objects = unfilled(room.state, place);
  const aside = `fill ${name}`;
  /** By the entry that first told of the object: yes or no. */
  const picked = new Map(takeUp(room, aside) ?? []);
  const refusal = new RefusalBox(room);
  const rows = objects.map((object) => new Row(object, name, picked, (by) => step(object, by), () => changed()));
  const left = el("p", { class: "quiet", role: "status" });
  const body = el("div", { class: "quick-fill" },
    description ? el("p", { text: description }) : null,
    el("p", { class: "quiet" }, hint("y"), " yes  ", hint("n"), " no  ", hint("?"), " unknown: the next object follows by itself. Arrow keys move."),
    left, el("div", { class: "rows", role: "group", "aria-label": name }, rows.map((row) => row.node)), refusal.node);
  const words = () => objects.filter((object) => picked.has(object.of)).map((object) => `${object.name}: ${name} ${picked.get(object.of) === "has" ? "yes" : "no"}`).join("\n");
  const changed = () => {
    left.textContent = `${picked.size} of ${count(objects.length, "object")} filled in.`;
    if (picked.size > 0) setAside(room, aside, [...picked], words);
    else dropAside(room, aside);
  };
  const step = (object, by) => {
    const to = objects.indexOf(object) + by;
    if (to >= 0 && to < rows.length) rows[to].focus();
    else if (to === rows.length) body.closest("dialog")?.querySelector(".actions .primary")?.focus();
  };
  changed();
  const save = async () => {
    if (picked.size === 0) {
      toast("Nothing is filled in yet.");
      return undefined;
    }
    const told = objects.filter((object) => picked.has(object.of)).map((object) => ({ of: object.of, [picked.get(object.of)]: [name] }));
    refusal.clear();
    try {
      await send(`${at(room.name)}/objects/list`, { objects: told }, words());
      dropAside(room, aside);
      toast(`${name} is filled in for ${count(told.length, "object")}. Undo takes all of it back.`);
      room.live.refresh();
      return true;
    } catch (error) {
      if (!error.status) throw error;
      refusal.show(error, { again: save });
      return undefined;
    }
  };
  const closed = open({
    title: `Fill in “${name}” for your ${count(objects.length, "object")}`, wide: true, body,
    actions: [{ label: "Close", value: null }, { label: "Save all", kind: "primary", first: true, act: save }],
  });
  (rows.find((row) => !picked.has(row.object.of)) ?? rows[0])?.focus();
  return await closed === true;
}

/** One object. */
class Row {
  constructor(object, attribute, picked, step, changed) {
    Object.assign(this, { object, picked, step, changed });
    const group = fresh("fill");
    this.inputs = new Map();
    const options = VALUES.map(([value, text]) => {
      const input = el("input", { type: "radio", name: group, value, checked: (picked.get(object.of) ?? "unknown") === value, onchange: () => this.pick(value) });
      this.inputs.set(value, input);
      return el("label", { class: `option ${value}` }, input, el("span", { text }));
    });
    this.node = el("div", { class: "row", role: "radiogroup", "aria-labelledby": group, "data-object": object.name, onkeydown: (event) => this.key(event) },
      el("span", { class: "label", id: group, text: object.name }), el("span", { class: "options" }, options));
    this.show();
  }

  pick(value) {
    if (value === "unknown") this.picked.delete(this.object.of);
    else this.picked.set(this.object.of, value);
    this.inputs.get(value).checked = true;
    this.show();
    this.changed();
  }

  show() {
    this.node.dataset.value = this.picked.get(this.object.of) ?? "unknown";
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const value = VALUES.find(([, , key]) => key === event.key || key === "?" && event.key === "u");
    if (value) {
      this.pick(value[0]);
      this.step(1);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") this.step(event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  focus() {
    this.inputs.get(this.picked.get(this.object.of) ?? "unknown").focus();
  }
}
