// The line diagram of the known objects: drag to move it, wheel or keys to
// zoom, hover or focus to see a concept, choose one to filter by it.

import { LONG_LIMIT, get, room as at } from "./api.js";
import { conceptWords, ruleApplies } from "./concept-filter.js";
import { button, el, put, svg } from "./dom.js";
import { address } from "./router.js";
import { closer } from "./rows.js";
import { about, count } from "./words.js";

/** More concepts are nothing to look at. */
const MOST = 300;
/** So many names are written at a concept, of so many letters. */
const NAMES = 3;
const LONGEST = 24;
/** So many names are listed beside the drawing. */
const LISTED = 40;
const RADIUS = 7;
const SCALES = [0.05, 4];
/** So far out names cannot be read, so a drawing is not shown that small at
 * first. */
const SMALLEST = 0.3;

export class DiagramView {
  constructor(room) {
    this.room = room;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.focus = 0;
    this.note = el("p", { class: "quiet", role: "status" });
    this.group = svg("g", {});
    this.drawing = svg("svg", { class: "lattice", role: "group", "aria-label": "Line diagram. More general concepts are above. Arrow keys go from one to the next." }, this.group);
    this.panel = el("div", { class: "concept-panel" });
    const zoom = (factor) => () => this.zoom(factor);
    this.frame = el("div", { class: "lattice-frame" }, this.drawing,
      el("div", { class: "zoom" },
        button("+", zoom(1.3), { "aria-label": "Zoom in" }), button("−", zoom(1 / 1.3), { "aria-label": "Zoom out" }), button("Fit", () => this.fit(), { "aria-label": "Fit the drawing into its frame" })));
    this.all = el("div", { class: "diagram" }, this.frame, this.panel);
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Diagram" }),
        el("a", { class: "button", href: `${at(room.name)}/diagram.svg`, download: `${room.name}.svg`, text: "Download SVG" })),
      this.note, this.all);
    this.listen();
  }

  listen() {
    this.frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.drawing.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    const held = new Map();
    this.drawing.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, [event.clientX, event.clientY]);
      this.moved = 0;
    });
    this.drawing.addEventListener("pointermove", (event) => {
      const from = held.get(event.pointerId);
      if (!from) return;
      const to = [event.clientX, event.clientY];
      held.set(event.pointerId, to);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.pinch(from, to, other);
      else {
        this.moved += Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
        // Only now: a press alone is to reach the concept under it.
        if (this.moved > 4) this.drawing.setPointerCapture(event.pointerId);
        this.touched = true;
        this.left += to[0] - from[0];
        this.top += to[1] - from[1];
        this.place();
      }
    });
    const drop = (event) => held.delete(event.pointerId);
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) this.drawing.addEventListener(kind, drop);
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    // Another size of the window is another frame to fit.
    new ResizeObserver(() => { if (this.diagram && !this.touched) this.begin(); }).observe(this.frame);
  }

  pinch(from, to, other) {
    const distance = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    const box = this.drawing.getBoundingClientRect();
    this.zoom(distance(to) / Math.max(distance(from), 1), (to[0] + other[0]) / 2 - box.left, (to[1] + other[1]) / 2 - box.top);
  }

  update(state) {
    const key = JSON.stringify([state.objects.map((object) => [object.name, object.has]), state.attributes.length]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.load();
    } else this.describe();
  }

  async load() {
    const key = this.drawn;
    try {
      const diagram = await get(`${at(this.room.name)}/diagram?most=${MOST}`, { limit: LONG_LIMIT });
      if (key !== this.drawn) return;
      const first = !this.diagram;
      this.diagram = closer(diagram);
      this.draw();
      if (first || !this.touched) this.begin();
    } catch (error) {
      this.drawn = null;
      this.note.textContent = error.message;
    }
  }

  enter() {
    if (this.diagram && !this.touched) this.begin();
    this.describe();
  }

  draw() {
    const { nodes, edges, complete } = this.diagram;
    this.focus = Math.min(this.focus, Math.max(nodes.length - 1, 0));
    const { objects } = this.room.state;
    this.all.hidden = objects.length === 0;
    this.note.textContent = objects.length === 0 ? "There is nothing to draw yet: no objects are known."
      : complete ? `${count(nodes.length, "concept")} of ${count(objects.length, "object")}. An object has the attributes that are reached upwards from it.`
        : `The upper part: the ${nodes.length} most general concepts. There are more than can be drawn clearly.`;
    this.lines = edges.map(([above, below]) => svg("line", {
      class: "edge", x1: nodes[above].x, y1: nodes[above].y, x2: nodes[below].x, y2: nodes[below].y,
    }));
    this.places = nodes.map((node, place) => this.concept(node, place));
    this.marks = this.places.map((place) => place.firstElementChild);
    this.neighbours();
    put(this.group, this.lines, this.places);
    // What was chosen may have changed with its objects.
    const chosen = this.room.concept && nodes.find((node) => JSON.stringify(node.intent) === JSON.stringify(this.room.concept.intent));
    if (this.room.concept) this.room.concept = chosen ?? null;
    this.describe();
  }

  concept(node, place) {
    const kind = ["place", node.attributes.length > 0 ? "has-attribute" : "", node.objects.length > 0 ? "has-object" : ""].join(" ").trim();
    const above = short(node.attributes);
    const said = (names) => (names.length === 0 ? "none" : names.slice(0, LISTED).join(", "));
    // The names are written beside the button and not in it: they are cut, and
    // its label has them all.
    return svg("g", { class: kind }, svg("g", {
      class: "concept", role: "button", tabindex: place === this.focus ? 0 : -1, "data-concept": place, "aria-pressed": "false",
      "aria-label": `Concept. Attributes: ${said(node.intent)}. Objects: ${said(node.extent)}.`,
      onpointerenter: () => this.look(place), onpointerleave: () => this.look(null),
      onfocus: () => { this.focus = place; this.look(place); }, onblur: () => this.look(null),
      onclick: () => { if (!(this.moved > 4)) this.choose(place); },
    },
    svg("circle", { class: "reach", cx: node.x, cy: node.y, r: RADIUS * 2.4 }),
    svg("circle", { class: "spot", cx: node.x, cy: node.y, r: RADIUS })),
    above.map((name, line) => svg("text", { class: "attribute", "aria-hidden": "true", x: node.x, y: node.y, dy: `${-0.95 - 1.15 * (above.length - 1 - line)}em` }, name)),
    short(node.objects).map((name, line) => svg("text", { class: "object", "aria-hidden": "true", x: node.x, y: node.y, dy: `${1.6 + 1.15 * line}em` }, name)));
  }

  /** For each concept, what is above and below it. */
  neighbours() {
    const { nodes, edges } = this.diagram;
    this.above = nodes.map(() => []);
    this.below = nodes.map(() => []);
    edges.forEach(([above, below]) => { this.above[below].push(above); this.below[above].push(below); });
  }

  reach(from, next) {
    const seen = new Set([from]);
    for (const place of seen) for (const other of next[place]) seen.add(other);
    return seen;
  }

  /** Shows a concept: what is above and below it stands out. */
  look(place) {
    this.looked = place;
    const shown = place ?? this.chosen();
    const up = shown === null ? null : this.reach(shown, this.above);
    const down = shown === null ? null : this.reach(shown, this.below);
    this.places.forEach((mark, at) => mark.classList.toggle("faint", shown !== null && !up.has(at) && !down.has(at)));
    this.lines.forEach((line, at) => {
      const [a, b] = this.diagram.edges[at];
      line.classList.toggle("strong", shown !== null && (up.has(a) && up.has(b) || down.has(a) && down.has(b)));
    });
    this.describe();
  }

  chosen() {
    const place = this.room.concept ? this.diagram.nodes.indexOf(this.room.concept) : -1;
    return place < 0 ? null : place;
  }

  choose(place) {
    const node = this.diagram.nodes[place];
    this.room.concept = this.room.concept === node ? null : node;
    this.look(this.looked);
  }

  describe() {
    if (!this.diagram) return;
    const chosen = this.chosen();
    this.marks.forEach((mark, at) => {
      mark.parentElement.classList.toggle("chosen", at === chosen);
      mark.setAttribute("aria-pressed", at === chosen);
    });
    const place = this.looked ?? chosen;
    if (place === null || place === undefined) {
      put(this.panel, el("p", { class: "quiet", text: "Point at a concept to see its objects and attributes. Choose one to see only the rules and objects that concern it." }));
      return;
    }
    const node = this.diagram.nodes[place];
    const rules = this.room.state.rules.filter((known) => ruleApplies(node, known.rule));
    const names = (all) => (all.length === 0 ? el("p", { class: "quiet", text: "none" })
      : el("ul", { class: "chips" }, all.slice(0, LISTED).map((text) => el("li", { text })), all.length > LISTED ? el("li", { class: "quiet", text: `and ${all.length - LISTED} more` }) : null));
    put(this.panel,
      el("h2", { text: place === chosen ? "Chosen concept" : "Concept" }),
      el("h3", { text: `Attributes (${node.intent.length})` }), names(node.intent),
      el("h3", { text: `Objects (${node.extent.length})` }), names(node.extent),
      place === chosen ? [
        el("h3", { text: `Rules that apply (${rules.length})` }),
        el("ul", { class: "applied" }, rules.slice(0, 5).map((known) => el("li", {}, about(known.words, known.rule, this.room.state.attributes)))),
        el("div", { class: "actions start" },
          el("a", { class: "button", href: address(this.room.name, "rules"), text: `See ${count(rules.length, "rule")}` }),
          el("a", { class: "button", href: address(this.room.name, "objects"), text: `See ${count(node.extent.length, "object")}` }),
          button("Choose none", () => { this.room.concept = null; this.look(this.looked); })),
      ] : el("p", { class: "quiet", text: `${count(rules.length, "rule")} apply to ${conceptWords(node)}.` }));
  }

  key(event) {
    const at = Number(event.target.closest?.("[data-concept]")?.dataset.concept ?? NaN);
    if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if (Number.isNaN(at)) return;
    else if (event.key === "Enter" || event.key === " ") this.choose(at);
    else if (event.key === "Escape" && this.room.concept) { this.room.concept = null; this.look(at); }
    else if (event.key.startsWith("Arrow")) this.step(at, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the nearest concept in a direction. */
  step(at, key) {
    const { nodes } = this.diagram;
    const [dx, dy] = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    let best = null;
    nodes.forEach((node, place) => {
      const [x, y] = [node.x - nodes[at].x, node.y - nodes[at].y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && (best === null || along + 2 * aside < best[0])) best = [along + 2 * aside, place];
    });
    if (best === null) return;
    this.marks[at].setAttribute("tabindex", -1);
    this.focus = best[1];
    const mark = this.marks[this.focus];
    mark.setAttribute("tabindex", 0);
    mark.focus({ preventScroll: true });
    this.reveal(nodes[this.focus]);
  }

  /** Moves the drawing such that a concept is in its frame. */
  reveal(node) {
    const box = this.drawing.getBoundingClientRect();
    const edge = 40;
    const [x, y] = [node.x * this.scale + this.left, node.y * this.scale + this.top];
    this.left += Math.max(edge - x, 0) - Math.max(x - box.width + edge, 0);
    this.top += Math.max(edge - y, 0) - Math.max(y - box.height + edge, 0);
    this.place();
  }

  zoom(factor, x, y) {
    const box = this.drawing.getBoundingClientRect();
    const [atX, atY] = [x ?? box.width / 2, y ?? box.height / 2];
    const scale = Math.min(Math.max(this.scale * factor, SCALES[0]), SCALES[1]);
    this.left = atX - (atX - this.left) * (scale / this.scale);
    this.top = atY - (atY - this.top) * (scale / this.scale);
    this.scale = scale;
    this.touched = true;
    this.place();
  }

  /** All of it, or the top if all would be too small. */
  begin() {
    this.fit();
    const top = this.diagram.nodes[0];
    if (this.scale >= SMALLEST || !top) return;
    const box = this.drawing.getBoundingClientRect();
    this.scale = SMALLEST;
    this.left = box.width / 2 - top.x * this.scale;
    this.top = 60 - top.y * this.scale;
    this.place();
  }

  fit() {
    const box = this.drawing.getBoundingClientRect();
    if (!this.diagram || box.width === 0) return;
    const { width, height } = this.diagram;
    this.scale = Math.min(Math.max(Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1)), SCALES[0]), 1.6);
    this.left = (box.width - width * this.scale) / 2;
    this.top = (box.height - height * this.scale) / 2;
    this.touched = false;
    this.place();
  }

  place() {
    // From afar, spots and names are drawn larger than they would be.
    this.group.style.setProperty("--grow", Math.min(Math.max(0.7 / this.scale, 1), 1.6).toFixed(3));
    this.group.setAttribute("transform", `translate(${this.left.toFixed(1)} ${this.top.toFixed(1)}) scale(${this.scale.toFixed(4)})`);
  }
}

/** The first names, and how many there are beyond. */
function short(names) {
  const cut = (name) => ([...name].length > LONGEST ? `${[...name].slice(0, LONGEST).join("")}…` : name);
  if (names.length <= NAMES) return names.map(cut);
  return [...names.slice(0, NAMES - 1).map(cut), `and ${names.length - NAMES + 1} more`];
}
