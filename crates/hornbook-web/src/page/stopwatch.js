// How long somebody has something before them. Time in which the page cannot be
// seen does not count.

let before = 0;
let since = document.visibilityState === "visible" ? performance.now() : null;

const seen = () => before + (since === null ? 0 : performance.now() - since);

document.addEventListener("visibilitychange", () => {
  before = seen();
  since = document.visibilityState === "visible" ? performance.now() : null;
});

export class Stopwatch {
  constructor() {
    this.restart();
  }

  restart() {
    this.from = seen();
  }

  /** The seconds since it was started, to a hundredth. */
  seconds() {
    return Math.max(1, Math.round((seen() - this.from) / 10)) / 100;
  }
}
