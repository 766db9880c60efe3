// The line diagram of the known objects, or the part of it that one chose: drag to move
// it, zoom, hover or focus to see a concept, choose one to go on from it.

import { LONG_LIMIT, get, room as at } from "./api.js";
import { belongs } from "./concept-filter.js";
import { Choice } from "./diagram-choice.js";
import { Frame } from "./diagram-frame.js";
import { Kept } from "./diagram-kept.js";
import { DOT, PILL_HEIGHT, measurer, placeLabels } from "./diagram-labels.js";
import { conceptPanel, nothingChosen, numberOf, objectCount } from "./diagram-panel.js";
import { searchField } from "./diagram-search.js";
import { announce, button, el, put, svg } from "./dom.js";
import { count, listFew } from "./words.js";

/** So many attributes are read out. */
const SPOKEN = 40;
/** A drawing is not shown smaller than this at first, nor when something is found. */
const SMALLEST = 0.5;
const READABLE = 0.75;
/** The least that stays between a concept that is dragged and those above and below. */
const APART = 12;
/** A step of the keys that move a concept. */
const STEP = 20;
/** So many objects of a concept are looked at for where they may belong. */
const LOOKED_AT = 50;

export class DiagramView {
  constructor(room) {
    this.room = room;
    this.focus = 0;
    this.nodes = [];
    this.kept = new Kept(room.name);
    this.choice = new Choice(this.kept, () => this.load());
    this.note = el("p", { class: "quiet", role: "status" });
    this.lines = svg("g", { class: "lines" });
    this.group = svg("g", {});
    this.drawing = svg("svg", { class: "lattice", role: "group", tabindex: -1, "aria-label": "Line diagram. More general concepts are above. Arrow keys go from one to the next, with Shift they move it." }, this.lines, this.group);
    this.frame = new Frame(this.drawing, { moved: () => this.arrange(), dragged: (place, dx, dy) => this.drag(place, dx, dy), dropped: (place) => this.drop(place) });
    this.panel = el("div", { class: "concept-panel" });
    this.back = button("Back to all", () => this.choice.reset(), { class: "small" });
    this.tidy = button("Undo moves", () => { this.kept.forget(this.choice.drawing); this.settle(); this.arrange(); }, { class: "small" });
    this.all = el("div", { class: "diagram" }, this.framed(), this.panel);
    this.download = el("a", { class: "button", download: `${room.name}.svg`, text: "Download SVG" });
    this.options = el("details", { class: "diagram-options" }, el("summary", { text: "Choose what is drawn" }), this.choice.node);
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Diagram" }), this.download),
      this.tools = el("div", { class: "diagram-tools" }, searchField(this, (found) => this.go(found)), this.options), this.note, this.all);
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    // Another size of the window is another frame to fit.
    new ResizeObserver(() => { if (this.diagram) this.frame.touched ? this.arrange() : this.begin(); }).observe(this.drawing);
    document.fonts?.addEventListener?.("loadingdone", () => { if (this.diagram) { this.draw(); } });
  }

  framed() {
    const zoom = (factor) => () => this.frame.zoom(factor);
    const apple = /Mac|iPhone|iPad/.test(navigator.platform);
    return el("div", { class: "lattice-frame" },
      el("div", { class: "lattice-bar" },
        el("div", { class: "zoom" }, button("+", zoom(1.3), { "aria-label": "Zoom in" }), button("−", zoom(1 / 1.3), { "aria-label": "Zoom out" }),
          button("Fit", () => this.frame.fit(this.diagram), { "aria-label": "Fit the drawing into its frame" }), this.tidy, this.back),
        el("p", { class: "quiet when-outside", text: `${apple ? "⌘" : "Ctrl"} + wheel zooms; without, once you clicked into the drawing. Drag it, or a concept.` }),
        el("p", { class: "quiet when-inside", text: "The wheel zooms now. Esc gives it back to the page." }),
        el("p", { class: "quiet when-touched", text: "Two fingers move and zoom the drawing, one scrolls the page. A concept that you tapped can be dragged." })),
      this.drawing);
  }

  /** What an attribute is called, for all of a concept. */
  names(node) {
    return node.intent.map((place) => this.room.state.attributes[place]?.name ?? "");
  }

  keyOf(node) {
    return JSON.stringify(this.names(node).sort());
  }

  chosenObjects() {
    return this.room.state.objects.filter(({ name }) => !this.choice.withoutObjects.has(name));
  }

  /** The places of the attributes that are drawn. */
  chosenPlaces() {
    return this.room.state.attributes.flatMap(({ name }, place) => (this.choice.without.has(name) ? [] : [place]));
  }

  /** Whether an object is written at a concept: it is known to have just its attributes. */
  isOwn(object, { intent }) {
    const has = new Set(object.has);
    return this.chosenPlaces().filter((place) => has.has(place)).length === intent.length && intent.every((place) => has.has(place));
  }

  update(state) {
    const key = JSON.stringify([state.objects.map((object) => [object.name, object.has, object.lacks, object.count]), state.attributes.map(({ name }) => name)]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.choice.update(state);
      this.load();
    } else this.describe();
  }

  async load() {
    const query = this.choice.query();
    const asked = this.asked = JSON.stringify([this.drawn, query]);
    this.download.href = `${at(this.room.name)}/diagram.svg?${query}`;
    const { state } = this.room;
    this.all.hidden = this.tools.hidden = this.download.hidden = state.objects.length === 0;
    if (state.objects.length === 0) {
      this.note.textContent = "There is nothing to draw yet: no objects are known.";
      return;
    }
    try {
      const diagram = await get(`${at(this.room.name)}/diagram?${query}`, { limit: LONG_LIMIT });
      if (asked !== this.asked) return;
      const other = this.shown !== query;
      this.shown = query;
      this.diagram = diagram;
      this.draw();
      if (other || !this.frame.touched) this.begin();
      this.then?.();
      this.then = null;
    } catch (error) {
      this.drawn = null;
      this.note.textContent = error.message;
    }
  }

  begin() {
    this.frame.begin(this.diagram, SMALLEST);
  }

  enter() {
    if (this.diagram && !this.frame.touched) this.begin();
    this.describe();
  }

  draw() {
    const { nodes, edges, shortcuts } = this.diagram;
    // What is drawn may be moved; what the server said stays as it is.
    this.nodes = nodes.map((node) => ({ ...node }));
    this.focus = Math.min(this.focus, Math.max(nodes.length - 1, 0));
    this.joins = [...edges, ...shortcuts];
    this.neighbours();
    this.settle();
    this.strokes = this.joins.map((_, place) => svg("line", { class: place < edges.length ? "edge" : "edge shortcut" }));
    const measure = measurer(getComputedStyle(this.drawing).fontFamily);
    this.sizes = nodes.map((node) => ({
      pill: Math.max(PILL_HEIGHT, measure([numberOf(node)], 500).width + 12),
      above: node.above.length > 0 ? measure(node.above, 600) : null, below: node.below.length > 0 ? measure(node.below, 400) : null,
    }));
    this.places = nodes.map((node, place) => this.concept(node, place));
    this.marks = this.places.map((place) => place.firstElementChild);
    put(this.lines, this.strokes);
    put(this.group, this.places);
    this.note.textContent = this.words();
    this.back.hidden = this.choice.isAll;
    // What was chosen may have changed with its objects.
    const key = this.room.concept && JSON.stringify([...this.room.concept.intent].sort());
    this.picked = this.room.concept ? this.nodes.findIndex((node) => this.keyOf(node) === key) : -1;
    this.looked = null;
    this.arrange();
    this.look(null);
  }

  /** In words, what is drawn. */
  words() {
    const { nodes, complete, complete_from: from } = this.diagram;
    const read = "An object has the attributes that are reached upwards from it.";
    const dashed = this.diagram.shortcuts.length > 0 ? " Between concepts joined by a dashed line, others are left out." : "";
    if (this.choice.around) return `${count(nodes.length, "concept")} around ${listFew(this.choice.around.of, 3) || "the top"}. ${read}${dashed}`;
    // Equal rows of a table are listed once, with how many they are.
    const objects = this.chosenObjects().reduce((sum, object) => sum + (object.count ?? 1), 0);
    if (complete) return `${count(nodes.length, "concept")} of ${count(objects, "object")}. ${read}`;
    const all = nodes.every((node) => node.count + node.perhaps >= from);
    const which = all ? `All ${nodes.length} concepts with at least ${count(from, "object")}` : `The ${nodes.length} concepts with most objects`;
    return `The upper part: ${which.toLowerCase()}. Choose a concept to see what is left out below it, or find something. ${read}${dashed}`;
  }

  /** Puts concepts where they were dragged to. */
  settle() {
    const moves = this.kept.moves(this.choice.drawing);
    this.nodes.forEach((node, place) => {
      const [dx, dy] = moves[this.keyOf(node)] ?? [0, 0];
      const { x, y } = this.diagram.nodes[place];
      Object.assign(node, { x: x + dx, y: y + dy });
    });
    this.tidy.hidden = Object.keys(moves).length === 0;
  }

  concept(node, place) {
    const kind = ["place", node.above.length > 0 ? "has-attribute" : "", node.below.length > 0 ? "has-object" : "", node.perhaps > 0 ? "unsure" : ""].join(" ").trim();
    const names = this.names(node);
    const size = this.sizes[place];
    const label = (lines, side, kind) => (lines.length === 0 ? null
      : svg("text", { class: kind, "aria-hidden": "true" }, lines.map((line, at) => svg("tspan", { x: 0, dy: at === 0 ? 0 : size[side].line }, line))));
    // The names and the number are written beside the button and not in it: they are
    // cut, and its label has them all.
    return svg("g", { class: kind }, svg("g", {
      class: "concept", role: "button", tabindex: place === this.focus ? 0 : -1, "data-concept": place, "aria-pressed": "false",
      "aria-label": `Concept. Attributes: ${names.length === 0 ? "none" : names.slice(0, SPOKEN).join(", ")}. Objects: ${objectCount(node)}${node.below.length > 0 ? `, here ${node.below.join(", ")}` : ""}.`,
      onpointerenter: () => this.look(place), onpointerleave: () => this.look(null),
      onfocus: () => { this.focus = place; this.look(place); }, onblur: () => this.look(null),
      onclick: () => { if (!this.frame.wasDrag) this.choose(this.picked === place ? null : place); },
    },
    svg("circle", { class: "reach", r: 14 }),
    svg("circle", { class: "dot", r: DOT }),
    svg("rect", { class: "pill", x: -size.pill / 2, y: -PILL_HEIGHT / 2, width: size.pill, height: PILL_HEIGHT, rx: PILL_HEIGHT / 2 }),
    // A short stroke leads to what is left out below.
    node.hidden_below > 0 ? svg("path", { class: "stub", d: `M0 ${PILL_HEIGHT / 2 + 1}v5` }) : null),
    svg("text", { class: "number", "aria-hidden": "true", y: 4 }, numberOf(node)),
    label(node.above, "above", "attribute"), label(node.below, "below", "object"));
  }

  /** For each concept, what is above and below it. */
  neighbours() {
    this.above = this.nodes.map(() => []);
    this.below = this.nodes.map(() => []);
    this.joins.forEach(([above, below]) => { this.above[below].push(above); this.below[above].push(below); });
  }

  reach(from, next) {
    const seen = new Set([from]);
    for (const place of seen) for (const other of next[place]) seen.add(other);
    return seen;
  }

  /** Draws everything where it is at this zoom. */
  arrange() {
    if (!this.diagram || this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.arrangeNow();
    });
  }

  arrangeNow() {
    const { scale, left, top } = this.frame;
    const [width, height] = this.frame.size;
    this.lines.setAttribute("transform", `translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(4)})`);
    this.strokes.forEach((stroke, place) => {
      const [above, below] = this.joins[place].map((end) => this.nodes[end]);
      for (const [name, value] of [["x1", above.x], ["y1", above.y], ["x2", below.x], ["y2", below.y]]) {
        if (stroke.getAttribute(name) !== String(value)) stroke.setAttribute(name, value);
      }
    });
    const first = new Set([this.looked, this.picked < 0 ? null : this.picked].filter((place) => place !== null));
    // Those with most objects have first choice of where they are written.
    const order = this.nodes.map((_, place) => place).sort((a, b) => this.nodes[b].count - this.nodes[a].count);
    const concepts = order.map((place) => {
      const [x, y] = this.frame.at(this.nodes[place]);
      return { x, y, ...this.sizes[place], first: first.has(place) };
    });
    placeLabels(concepts, width, height).forEach((label, at) => {
      const place = order[at];
      const { x, y, above, below } = concepts[at];
      const mark = this.places[place];
      mark.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      mark.classList.toggle("small", !label.pill);
      const write = (kind, put, baseline) => {
        const text = mark.querySelector(`:scope > .${kind}`);
        if (!text) return;
        text.classList.toggle("away", put === null);
        if (put !== null) text.setAttribute("transform", `translate(${put[0].toFixed(1)} ${baseline(put[1]).toFixed(1)})`);
      };
      write("attribute", label.above, (away) => -away - above.height + above.ascent);
      write("object", label.below, (away) => away + below.ascent);
    });
  }

  /** Shows a concept: what is above and below it stands out, and where its objects may
   * belong, too. */
  look(place) {
    this.looked = place;
    const shown = place ?? (this.picked < 0 ? null : this.picked);
    const up = shown === null ? null : this.reach(shown, this.above);
    const down = shown === null ? null : this.reach(shown, this.below);
    const maybe = shown === null ? () => false : this.mayBelong(shown);
    this.places.forEach((mark, at) => {
      const near = shown === null || up.has(at) || down.has(at);
      mark.classList.toggle("faint", !near && !maybe(at));
      mark.classList.toggle("maybe", !near && maybe(at));
    });
    this.strokes.forEach((line, at) => {
      const [a, b] = this.joins[at];
      line.classList.toggle("strong", shown !== null && (up.has(a) && up.has(b) || down.has(a) && down.has(b)));
    });
    this.arrange();
    this.describe();
  }

  /** Whether an object that is written at one concept may belong to another. */
  mayBelong(place) {
    const { intent, below } = this.nodes[place];
    if (!below.some((line) => line.endsWith("?"))) return () => false;
    const own = this.chosenObjects().filter((object) => this.isOwn(object, { intent }));
    return (at) => own.slice(0, LOOKED_AT).some((object) => belongs(this.nodes[at].intent, object) === "perhaps");
  }

  /** Chooses a concept, or none; `go` brings it into sight. */
  choose(place, go = false) {
    this.picked = place ?? -1;
    this.room.concept = place === null ? null : { intent: this.names(this.nodes[place]) };
    if (place !== null && go) {
      this.frame.reveal(this.nodes[place]);
      this.rove(place);
    }
    this.look(go ? place : this.looked);
  }

  /** Draws the neighbours of a concept that are left out. */
  expand(place) {
    const names = this.names(this.nodes[place]);
    this.then = () => this.find(names, READABLE);
    this.choice.set({ expanded: [...this.choice.expanded.slice(-20), names] });
    announce("The concepts next to it are drawn, too.");
  }

  /** Draws only what is next to a concept. */
  lookAround(names) {
    this.then = () => this.find(names, READABLE);
    this.choice.set({ around: { of: names, steps: 2 }, expanded: [] });
  }

  /** Goes to what was found, and draws its neighbourhood if it is not here. */
  go({ names, exactly }) {
    if (!this.find(names, READABLE, exactly)) this.lookAround(names);
  }

  /** Chooses the most general concept with these attributes, if it is drawn. */
  find(names, least, exactly = false) {
    const wanted = this.choice.places(names);
    const has = (node) => wanted.every((place) => node.intent.includes(place)) && (!exactly || node.intent.length === wanted.length);
    const place = this.nodes.findIndex(has);
    // Another one above it may be left out; a neighbourhood always has it.
    if (place < 0 || (!this.choice.around && !exactly && this.nodes[place].hidden_above > 0)) return false;
    this.choose(place);
    if (this.frame.scale < least) this.frame.centre(this.nodes[place], least);
    else this.frame.reveal(this.nodes[place]);
    this.rove(place);
    return true;
  }

  describe() {
    if (!this.diagram || !this.marks) return;
    this.marks.forEach((mark, at) => {
      mark.parentElement.classList.toggle("chosen", at === this.picked);
      mark.setAttribute("aria-pressed", at === this.picked);
    });
    const place = this.looked ?? (this.picked < 0 ? null : this.picked);
    // While the chosen one is shown, its buttons stay where they are.
    const told = JSON.stringify([place, place === this.picked, this.shown, this.drawn, this.room.state.rules.length]);
    if (told === this.told) return;
    this.told = told;
    if (place === null) put(this.panel, nothingChosen(this.nodes.some((node) => node.perhaps > 0)));
    else put(this.panel, conceptPanel(this, place, place === this.picked));
  }

  key(event) {
    const place = Number(event.target.closest?.("[data-concept]")?.dataset.concept ?? NaN);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.frame.zoom(1.3);
    else if (event.key === "-") this.frame.zoom(1 / 1.3);
    else if (event.key === "0") this.frame.fit(this.diagram);
    else if (event.key === "Escape") {
      if (this.picked >= 0) this.choose(null);
      else document.activeElement.blur();
    } else if (Number.isNaN(place)) return;
    else if (event.key === "Enter" || event.key === " ") this.choose(this.picked === place ? null : place);
    else if (event.key === "e") this.expand(place);
    else if (event.key === "z") this.lookAround(this.names(this.nodes[place]));
    else if (event.key.startsWith("Arrow") && event.shiftKey) this.nudge(place, event.key);
    else if (event.key.startsWith("Arrow")) this.step(place, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the nearest concept in a direction. */
  step(at, key) {
    const { nodes } = this;
    const [dx, dy] = direction(key);
    let best = null;
    nodes.forEach((node, place) => {
      const [x, y] = [node.x - nodes[at].x, node.y - nodes[at].y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && (best === null || along + 2 * aside < best[0])) best = [along + 2 * aside, place];
    });
    if (best === null) return;
    this.rove(best[1]);
    this.marks[best[1]].focus({ preventScroll: true });
    this.frame.reveal(nodes[best[1]]);
  }

  /** The concept that the tab key goes to. */
  rove(place) {
    this.marks[this.focus]?.setAttribute("tabindex", -1);
    this.focus = place;
    this.marks[place].setAttribute("tabindex", 0);
  }

  nudge(place, key) {
    const [dx, dy] = direction(key);
    this.drag(place, dx * STEP, dy * STEP);
    this.drop(place);
    this.frame.reveal(this.nodes[place]);
  }

  /** Moves a concept; it stays below what is above it, and above what is below. */
  drag(place, dx, dy) {
    const node = this.nodes[place];
    const highest = Math.max(...this.above[place].map((other) => this.nodes[other].y + APART));
    const lowest = Math.min(...this.below[place].map((other) => this.nodes[other].y - APART));
    Object.assign(node, { x: node.x + dx, y: Math.max(Math.min(node.y + dy, lowest), Math.min(highest, node.y)) });
    this.arrange();
  }

  drop(place) {
    const [node, made] = [this.nodes[place], this.diagram.nodes[place]];
    this.kept.move(this.choice.drawing, this.keyOf(node), [node.x - made.x, node.y - made.y]);
    this.tidy.hidden = false;
  }
}

function direction(key) {
  return { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
}
