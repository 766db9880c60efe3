// What one chose to see of a diagram, and where one put its concepts: kept in this
// browser, for each exploration.

/** So many drawings keep their places. */
const KEPT = 30;

export class Kept {
  constructor(name) {
    this.key = `hornbook.diagram.${name}`;
    try {
      this.all = JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      this.all = {};
    }
    this.all.places ??= {};
  }

  save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.all));
    } catch {
      // A browser that keeps nothing shows the drawing as it is made.
    }
  }

  get choice() {
    return this.all.choice ?? {};
  }

  set choice(choice) {
    this.all.choice = choice;
    this.save();
  }

  /** How far the concepts of a drawing were moved, by their attributes. */
  moves(drawing) {
    return this.all.places[drawing] ?? {};
  }

  move(drawing, concept, by) {
    const moves = { ...this.moves(drawing), [concept]: by.map(Math.round) };
    delete this.all.places[drawing];
    this.all.places[drawing] = moves;
    const names = Object.keys(this.all.places);
    names.slice(0, Math.max(names.length - KEPT, 0)).forEach((name) => delete this.all.places[name]);
    this.save();
  }

  forget(drawing) {
    delete this.all.places[drawing];
    this.save();
  }
}
