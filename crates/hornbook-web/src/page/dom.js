// Elements, made without ever reading text as markup: what people typed goes
// into text nodes and nowhere else.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    // To those who have it read out, false is something else than nothing said.
    const isSaid = name.startsWith("aria-");
    if (value === null || value === undefined || value === false && !isSaid) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true && !isSaid ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An element with attributes, listeners (`onclick`) and children. */
export function el(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for a drawing. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Puts these in place of what an element holds. */
export function put(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button that is no part of a form. */
export function button(label, onclick, properties) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

/** Identifiers for labels and the like. */
let made = 0;
export function fresh(stem) {
  made += 1;
  return `${stem}-${made}`;
}

/** Tells those who cannot see the screen. */
export function announce(text) {
  const place = document.getElementById("announcer");
  // Saying the same again is a change, too.
  place.textContent = "";
  setTimeout(() => { place.textContent = text; }, 50);
}

/** A passing note for everybody. */
export function toast(text) {
  const note = el("div", { class: "toast" }, el("span", { text }));
  const place = document.getElementById("toasts");
  place.append(note);
  while (place.childElementCount > 3) place.firstElementChild.remove();
  setTimeout(() => note.remove(), 6000);
}

/** Calls a function once it has been quiet for a while. */
export function debounce(wait, act) {
  let timer = null;
  const later = (...rest) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...rest), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
