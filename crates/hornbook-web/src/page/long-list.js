// A list of any length: only what is in sight, and a little around it, is in the
// page. Rows may be of different heights, and may grow when they are opened.

/** So much is drawn above and below what is in sight, as a share of the window's
 * height: who moves by keys, or has the list read out, meets rows before they are
 * drawn. */
const MARGIN = 1;

/** So high a row is taken to be before any was measured, in pixels. */
const USUAL_HEIGHT = 44;

/** A list without a window to measure, as in a hidden view, draws so many rows. */
const FIRST_ROWS = 60;

export class LongList {
  /** `row` makes the element of an item. The `key` of an item is its own; it is made
   * anew when what it is `of` is something else. */
  constructor(node, row) {
    this.node = node;
    this.row = row;
    this.items = [];
    this.places = new Map();
    this.drawn = new Map();
    this.heights = new Map();
    this.all = false;
    // Where lists are not marked, a list looks like one and is not called one.
    node.setAttribute("role", "list");
    node.classList.add("long-list");
    node.addEventListener("keydown", (event) => this.key(event));
    this.redraw = () => { this.frame ??= requestAnimationFrame(() => { this.frame = null; this.steadily(() => this.draw()); }); };
    this.watcher = new ResizeObserver(() => this.redraw());
  }

  /** Follows the window from here on. */
  enter() {
    if (this.entered) return;
    this.entered = true;
    window.addEventListener("scroll", this.redraw, { passive: true });
    window.addEventListener("resize", this.redraw);
    window.addEventListener("beforeprint", this.printing);
    window.addEventListener("afterprint", this.printed);
    this.draw();
  }

  leave() {
    this.entered = false;
    window.removeEventListener("scroll", this.redraw);
    window.removeEventListener("resize", this.redraw);
    window.removeEventListener("beforeprint", this.printing);
    window.removeEventListener("afterprint", this.printed);
  }

  printing = () => { this.all = true; this.draw(); };
  printed = () => { this.all = false; this.draw(); };

  /** Shows these items; rows that stay the same stay in place. */
  show(items) {
    this.items = items;
    this.places = new Map(items.map((item, at) => [item.key, at]));
    for (const key of this.heights.keys()) if (!this.places.has(key)) this.heights.delete(key);
    this.measured();
    this.draw();
  }

  /** Makes all rows anew, as they look different now. */
  remake() {
    this.heights.clear();
    for (const drawn of this.drawn.values()) drawn.of = null;
  }

  /** Brings a row into sight, and gives it the focus. */
  focus(at) {
    const item = this.items[at];
    if (!item) return;
    if (!this.drawn.has(item.key)) {
      window.scrollTo(0, window.scrollY + this.node.getBoundingClientRect().top + this.offsets[at] - window.innerHeight / 3);
      this.draw();
    }
    const target = focusable(this.drawn.get(item.key)?.node);
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }

  /** Where rows begin, by the heights that are known and their mean for others. */
  measured() {
    let [sum, count] = [0, 0];
    for (const height of this.heights.values()) { sum += height; count += 1; }
    const usual = count > 0 ? sum / count : USUAL_HEIGHT;
    this.offsets = new Float64Array(this.items.length + 1);
    this.items.forEach((item, at) => { this.offsets[at + 1] = this.offsets[at] + (this.heights.get(item.key) ?? usual); });
  }

  /** The first row that ends below a place. */
  at(place) {
    let [from, to] = [0, this.items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.offsets[middle + 1] <= place) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The rows to draw: from, and up to. */
  range() {
    const { length } = this.items;
    if (this.all) return [0, length];
    if (!this.node.isConnected) return [0, Math.min(length, FIRST_ROWS)];
    const top = -this.node.getBoundingClientRect().top;
    const view = window.innerHeight;
    return [this.at(top - MARGIN * view), Math.min(length, this.at(top + (1 + MARGIN) * view) + 1)];
  }

  draw() {
    const [from, to] = this.range();
    // A row with the focus stays, wherever one looks.
    const held = this.held();
    const wanted = [];
    if (held !== null && held < from) wanted.push(held);
    for (let at = from; at < to; at += 1) wanted.push(at);
    if (held !== null && held >= to) wanted.push(held);
    const keep = new Set(wanted.map((at) => this.items[at].key));
    for (const [key, { node }] of this.drawn) {
      if (keep.has(key)) continue;
      this.watcher.unobserve(node);
      node.remove();
      this.drawn.delete(key);
    }
    const nodes = wanted.map((at) => [at, this.element(at)]);
    let next = this.node.firstChild;
    for (const [at, node] of nodes) {
      // What stands by itself, since it has the focus, takes up no room.
      node.classList.toggle("apart", at < from || at >= to);
      if (next === node) next = next.nextSibling;
      else this.node.insertBefore(node, next);
    }
    this.around(from, to);
    this.measure(from, to);
  }

  /** Does something while what is looked at stays where it is, although rows above
   * turn out to be higher than thought. */
  steadily(act) {
    const top = ({ node }) => node.getBoundingClientRect().top;
    const seen = [...this.drawn.values()].filter((drawn) => top(drawn) >= 0 && !drawn.node.classList.contains("apart"));
    const first = seen.reduce((least, drawn) => (!least || top(drawn) < top(least) ? drawn : least), null);
    const before = first && top(first);
    act();
    if (first?.node.isConnected && Math.abs(top(first) - before) > 0.5) window.scrollBy(0, top(first) - before);
  }

  /** Does something while one row stays where it is, whatever becomes of the others:
   * those above that were never measured are taken to be another height then. */
  keeping(key, act) {
    const top = () => this.drawn.get(key)?.node.getBoundingClientRect().top ?? null;
    const before = top();
    act();
    const after = top();
    if (before !== null && after !== null && Math.abs(after - before) > 0.5) window.scrollBy(0, after - before);
  }

  /** Leaves the room that rows above and below these would take. */
  around(from, to) {
    this.node.style.paddingTop = `${this.offsets[from]}px`;
    this.node.style.paddingBottom = `${this.offsets[this.items.length] - this.offsets[to]}px`;
  }

  /** Takes the heights of what is drawn; if they are others than thought, what is
   * around it moves. */
  measure(from, to) {
    let changed = false;
    for (let at = from; at < to; at += 1) {
      const { key } = this.items[at];
      const { height } = this.drawn.get(key).node.getBoundingClientRect();
      if (height > 0 && Math.abs((this.heights.get(key) ?? -1) - height) > 0.5) {
        this.heights.set(key, height);
        changed = true;
      }
    }
    if (!changed) return;
    this.measured();
    this.around(from, to);
    const [first, last] = this.range();
    if (first < from || last > to) this.redraw();
  }

  /** The place of the row with the focus. */
  held() {
    const row = document.activeElement?.closest?.("[data-key]");
    if (!row || row.parentElement !== this.node) return null;
    return this.places.get(row.dataset.key) ?? null;
  }

  element(at) {
    const item = this.items[at];
    let drawn = this.drawn.get(item.key);
    if (drawn?.of !== item.of || !drawn) {
      const node = this.row(item);
      node.dataset.key = item.key;
      this.watcher.observe(node);
      if (drawn) this.replace(drawn.node, node);
      drawn = { node, of: item.of };
      this.drawn.set(item.key, drawn);
    }
    // Those who have it read out hear how long it is, although not all is there.
    drawn.node.setAttribute("aria-posinset", at + 1);
    drawn.node.setAttribute("aria-setsize", this.items.length);
    return drawn.node;
  }

  /** Puts a row in the place of another; the focus stays where it was. */
  replace(old, node) {
    const focused = [...old.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
    this.watcher.unobserve(old);
    old.replaceWith(node);
    if (focused >= 0) (node.querySelectorAll(FOCUSABLE)[focused] ?? focusable(node))?.focus({ preventScroll: true });
  }

  /** Up and down go from row to row, Home and End to the ends. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(input|select|textarea)$/i.test(event.target.tagName)) return;
    const at = this.held();
    if (at === null) return;
    const last = this.items.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.focus(to);
  }
}

const FOCUSABLE = "summary, button, a[href]";

/** What of a row takes the focus first. */
function focusable(row) {
  return row?.querySelector(FOCUSABLE);
}
