// Keys that answer without the mouse. They are off while something is typed or
// a dialog is open, and can be turned off altogether.

import { el } from "./dom.js";
import { open } from "./dialog.js";

const KEPT = "hornbook.keys";
let bindings = new Map();
let always = new Map();

/** Whether keys are on. */
export function enabled() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

function turn(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // Then they are as they were the next time.
  }
  document.documentElement.classList.toggle("no-keys", !on);
}

/** The keys of what is shown: `[key, what it does, function]`. */
export function bind(list) {
  bindings = new Map(list.map(([key, label, act]) => [key, { label, act }]));
}

/** Keys that work everywhere. */
export function bindAlways(list) {
  always = new Map(list.map(([key, label, act]) => [key, { label, act }]));
}

/** A key, to be shown beside what it does. */
export function hint(key) {
  return el("kbd", { "aria-hidden": "true", text: key });
}

/** All keys that work now. */
export function help() {
  const box = el("input", { type: "checkbox", checked: enabled(), onchange: (event) => turn(event.target.checked) });
  const row = ([key, { label }]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", { text: key })), el("td", { text: label }));
  open({
    title: "Keys",
    body: el("div", {},
      el("label", { class: "check" }, box, " Single keys do something"),
      el("table", { class: "keys" }, el("tbody", {}, [...bindings, ...always].map(row))),
      el("p", { class: "quiet", text: "In the table of objects: arrow keys move, space or enter changes a cell. "
        + "In the diagram: arrow keys go to the nearest concept, enter chooses it, + and − zoom." })),
    actions: [{ label: "Close", value: null, kind: "primary", first: true }],
  });
}

function typing(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return true;
  return target.tagName === "INPUT" && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (typing(event.target) || document.querySelector("dialog[open]") || !enabled()) return;
  const binding = bindings.get(event.key) ?? always.get(event.key);
  if (!binding) return;
  event.preventDefault();
  binding.act();
});

turn(enabled());
