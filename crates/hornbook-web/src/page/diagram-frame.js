// The frame of a diagram: how far it is zoomed, and what fingers, mouse and wheel do.
// The wheel scrolls the page as it does everywhere, unless one has clicked into the
// drawing, or holds Ctrl. A single finger always scrolls the page, as on a phone the
// drawing may be all there is to touch: two fingers move and zoom it.

const SCALES = [0.05, 4];
/** Movements of fewer pixels are clicks. */
const CLICK = 4;

export class Frame {
  /** `moved` is told of another zoom or place of all, `dragged` and `dropped` of a
   * concept that is moved. */
  constructor(drawing, { moved, dragged, dropped }) {
    Object.assign(this, { drawing, moved, dragged, dropped, scale: 1, left: 0, top: 0, touched: false, travelled: 0, drags: null });
    this.held = new Map();
    drawing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    drawing.addEventListener("pointerdown", (event) => this.press(event));
    drawing.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) drawing.addEventListener(kind, (event) => this.release(event));
    // Two fingers, and one that drags a concept, do not scroll.
    drawing.addEventListener("touchmove", (event) => { if (event.touches.length > 1 || this.drags !== null) event.preventDefault(); }, { passive: false });
  }

  /** Whether the wheel is for the drawing. */
  get entered() {
    return this.drawing.contains(document.activeElement);
  }

  /** Whether the last press was more than a click. */
  get wasDrag() {
    return this.travelled > CLICK;
  }

  wheel(event) {
    if (!this.entered && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad comes as small steps with Ctrl.
    const speed = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 0.01 : 0.0015;
    const box = this.drawing.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * lines * speed), event.clientX - box.left, event.clientY - box.top);
  }

  press(event) {
    const mark = event.target.closest?.("[data-concept]");
    this.held.set(event.pointerId, [event.clientX, event.clientY]);
    this.travelled = 0;
    // A finger may come down anywhere to scroll: it drags a concept that was tapped before.
    const touches = event.pointerType === "touch";
    this.drags = mark && event.button === 0 && (!touches || mark === document.activeElement) ? Number(mark.dataset.concept) : null;
    if (!mark && !touches) this.drawing.focus({ preventScroll: true });
  }

  move(event) {
    const from = this.held.get(event.pointerId);
    if (!from) return;
    const to = [event.clientX, event.clientY];
    this.held.set(event.pointerId, to);
    const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (other) {
      this.drags = null;
      this.pinch(from, to, other);
      return;
    }
    if (event.pointerType === "touch" && this.drags === null) return;
    // Only now: a press alone is to reach the concept under it.
    if (this.wasDrag) this.drawing.setPointerCapture(event.pointerId);
    if (this.drags !== null) {
      if (this.wasDrag) this.dragged(this.drags, dx / this.scale, dy / this.scale);
      return;
    }
    this.shift(dx, dy);
  }

  release(event) {
    this.held.delete(event.pointerId);
    if (this.drags !== null && this.wasDrag) this.dropped(this.drags);
    this.drags = null;
  }

  pinch(from, to, other) {
    const distance = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    const box = this.drawing.getBoundingClientRect();
    this.zoom(distance(to) / Math.max(distance(from), 1), (to[0] + other[0]) / 2 - box.left, (to[1] + other[1]) / 2 - box.top);
    this.shift((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
  }

  get size() {
    const { width, height } = this.drawing.getBoundingClientRect();
    return [width, height];
  }

  /** Where a place of the drawing is on the screen. */
  at({ x, y }) {
    return [x * this.scale + this.left, y * this.scale + this.top];
  }

  shift(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.touched = true;
    this.moved();
  }

  zoom(factor, x, y) {
    const [width, height] = this.size;
    const [atX, atY] = [x ?? width / 2, y ?? height / 2];
    const scale = Math.min(Math.max(this.scale * factor, SCALES[0]), SCALES[1]);
    this.left = atX - (atX - this.left) * (scale / this.scale);
    this.top = atY - (atY - this.top) * (scale / this.scale);
    this.scale = scale;
    this.touched = true;
    this.moved();
  }

  /** Moves the drawing such that a concept is in its frame, with room for its names. */
  reveal(node) {
    const [width, height] = this.size;
    const [x, y] = this.at(node);
    const edge = Math.min(80, width / 4, height / 4);
    this.left += Math.max(edge - x, 0) - Math.max(x - width + edge, 0);
    this.top += Math.max(edge - y, 0) - Math.max(y - height + edge, 0);
    this.moved();
  }

  /** Puts a concept into the middle, near enough to read its names. */
  centre(node, least) {
    const [width, height] = this.size;
    this.scale = Math.max(this.scale, least);
    this.left = width / 2 - node.x * this.scale;
    this.top = height / 2 - node.y * this.scale;
    this.touched = true;
    this.moved();
  }

  /** All of a drawing. */
  fit({ width, height }) {
    const [wide, high] = this.size;
    if (wide === 0) return;
    this.scale = Math.min(Math.max(Math.min(wide / Math.max(width, 1), high / Math.max(height, 1)), SCALES[0]), 1.4);
    this.left = (wide - width * this.scale) / 2;
    this.top = Math.max((high - height * this.scale) / 2, 0);
    this.touched = false;
    this.moved();
  }

  /** All of a drawing, or its top if all would be too small to read. */
  begin(drawing, least) {
    this.fit(drawing);
    const top = drawing.nodes[0];
    if (this.scale >= least || !top) return;
    this.scale = least;
    this.left = this.size[0] / 2 - top.x * least;
    this.top = 40 - top.y * least;
    this.moved();
  }
}
