// Which numbers and names of a diagram are written, and where, at the zoom it is seen
// at: they have the same size at any zoom, never cover each other or a concept, and are
// never cut by the frame. What finds no room is left out until one zooms in.

/** Half the size of a concept without its number. */
export const DOT = 4;
export const PILL_HEIGHT = 20;
/** Between what is written and anything else. */
const ROOM = 1.6;
const CELL = 80;
/** Where a name is tried: aside, in halves of its width, and further away, in lines. */
const TRIED = [[0, 0], [-0.6, 0], [0.6, 0], [0, 1], [-0.6, 1], [0.6, 1]];

/** Boxes on a plane, of which those near another are found quickly. */
class Taken {
  constructor() {
    this.cells = new Map();
  }

  each(box, act) {
    for (let column = Math.floor(box[0] / CELL); column <= Math.floor(box[2] / CELL); column += 1) {
      for (let row = Math.floor(box[1] / CELL); row <= Math.floor(box[3] / CELL); row += 1) {
        if (act(column * 65536 + row) === false) return false;
      }
    }
    return true;
  }

  add(box, owner) {
    this.each(box, (cell) => {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push([box, owner]);
    });
  }

  /** Whether nothing of another owner is in the way. */
  free(box, owner) {
    return this.each(box, (cell) => !(this.cells.get(cell) ?? []).some(([other, of]) => of !== owner
      && box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]));
  }
}

/** For each concept, `pill`: whether its number is written; and `above` and `below`: how
 * far names are moved aside and away, `[aside, away]`, or nothing if they are not
 * written. `concepts` have a place on the screen (`x`, `y`), the width of their number
 * (`pill`), and the size of what is written above and below them, if anything is; the
 * first of them have first choice. */
export function placeLabels(concepts, width, height) {
  const taken = new Taken();
  const result = concepts.map(() => ({ pill: false, above: null, below: null }));
  const seen = concepts.map(({ x, y }) => x > -DOT && y > -DOT && x < width + DOT && y < height + DOT);
  concepts.forEach(({ x, y }, at) => { if (seen[at]) taken.add([x - DOT, y - DOT, x + DOT, y + DOT], at); });
  const inside = ([left, top, right, bottom]) => left >= 0 && top >= 0 && right <= width && bottom <= height;
  const pill = (at) => {
    const { x, y, pill: wide } = concepts[at];
    const box = [x - wide / 2 - ROOM, y - PILL_HEIGHT / 2 - ROOM, x + wide / 2 + ROOM, y + PILL_HEIGHT / 2 + ROOM];
    if (!seen[at] || !inside(box) || !taken.free(box, at)) return;
    result[at].pill = true;
    taken.add(box, at);
  };
  const name = (at, side) => {
    const { x, y, [side]: size } = concepts[at];
    if (!size || !seen[at] || x < 0 || x > width) return;
    const half = size.width / 2 + ROOM;
    const near = (result[at].pill ? PILL_HEIGHT / 2 : DOT) + 2;
    for (const [across, further] of TRIED) {
      const aside = Math.min(Math.max(x + across * half, half + 1), width - half - 1) - x;
      const away = near + further * size.line;
      const top = side === "above" ? y - away - size.height : y + away;
      const box = [x + aside - half, top - ROOM, x + aside + half, top + size.height + ROOM];
      if (Math.abs(aside) <= half && inside(box) && taken.free(box, at)) {
        result[at][side] = [aside, away];
        taken.add(box, at);
        return;
      }
    }
  };
  const each = (wanted, act) => concepts.forEach((concept, at) => { if (wanted(concept)) act(at); });
  each(({ first }) => first, (at) => { pill(at); name(at, "above"); name(at, "below"); });
  each(({ first, above }) => above && !first, (at) => { pill(at); name(at, "above"); });
  each(({ first, above, below }) => below && !first, (at) => { if (!concepts[at].above) pill(at); name(at, "below"); });
  each(({ first, above, below }) => !first && !above && !below, pill);
  return result;
}

/** Measures lines of text as they are drawn. */
export function measurer(family) {
  const context = document.createElement("canvas").getContext("2d");
  return (lines, weight) => {
    context.font = `${weight} 12px ${family}`;
    const all = lines.map((line) => context.measureText(line));
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText("x");
    const line = Math.ceil(ascent + descent);
    return { width: Math.max(0, ...all.map((text) => text.width)), height: line * lines.length, line, ascent };
  };
}
