// Finding an attribute or an object in a diagram, whether it is drawn or not.

import { button, el, put } from "./dom.js";
import { matches } from "./words.js";

/** So many finds are listed. */
const LISTED = 8;

/** A field with what it finds below it. `go` is called with the attributes of what was
 * chosen, by name. */
export function searchField(view, go) {
  const finds = el("ul", { class: "finds", hidden: true });
  const field = el("input", {
    type: "search", placeholder: "Find an attribute or object", "aria-label": "Find an attribute or object in the diagram",
    oninput: () => show(), onkeydown: (event) => {
      if (event.key === "Enter") { event.preventDefault(); finds.querySelector("button")?.click(); }
      if (event.key === "Escape" && field.value !== "") { field.value = ""; show(); event.stopPropagation(); }
    },
  });
  function found() {
    const { state } = view.room;
    const search = field.value.trim();
    if (search === "") return [];
    const attributes = state.attributes.filter(({ name }) => !view.choice.without.has(name) && matches(name, search))
      .map(({ name }) => ({ label: `attribute ${name}`, names: [name] }));
    const objects = view.chosenObjects().filter(({ name }) => matches(name, search))
      .map((object) => ({ label: object.name, names: object.has.map((place) => state.attributes[place].name).filter((name) => !view.choice.without.has(name)), exactly: true }));
    return [...attributes, ...objects];
  }
  function show() {
    const all = found();
    finds.hidden = field.value.trim() === "";
    put(finds, all.slice(0, LISTED).map((one) => el("li", {}, button(one.label, () => {
      field.value = "";
      show();
      go(one);
    }, { class: "link" }))),
    all.length > LISTED ? el("li", { class: "quiet", text: `and ${all.length - LISTED} more` }) : null,
    all.length === 0 ? el("li", { class: "quiet", text: "Nothing is called so." }) : null);
  }
  return el("div", { class: "diagram-search" }, field, finds);
}
