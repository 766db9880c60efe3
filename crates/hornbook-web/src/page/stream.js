// How a tab hears of changes: by the stream that all tabs of a browser share, or
// where there is no worker for it, by one of its own while it is looked at.

import { room, sessionKey } from "./api.js";

/** Tabs in the background may say something once a minute at most. */
const PING_INTERVAL = 60_000;
/** A worker that does not answer for so long is not there any more. */
const PONG_LIMIT = 20_000;
const RETRY = 2000;
/** A page that is still there so long after it was to be left, stays. */
const STAYED = 3000;
/** A worker goes on for as long as a tab has it, also when the server has
 * become another one: this changes with what they say to each other. */
const PROTOCOL = 1;

/** The exploration that this tab shows. */
let name = null;
let refresh = () => {};
let changedSession = () => {};
let way = null;

/** The stream that all tabs share. */
class Shared {
  constructor(version) {
    const worker = new SharedWorker(`/stream-worker.js?${PROTOCOL}-${encodeURIComponent(version)}`);
    worker.addEventListener("error", () => use(Own, version));
    this.port = worker.port;
    this.port.addEventListener("message", ({ data }) => (data.kind === "unable" ? use(Own, version) : this.hear(data.kind)));
    this.port.start();
    this.timer = setInterval(() => this.ping(version), PING_INTERVAL);
  }

  hear(kind) {
    if (kind === "pong") clearTimeout(this.lost);
    else if (kind === "session") changedSession();
    else refresh();
  }

  show(session) {
    this.port.postMessage({ kind: "show", name, session });
  }

  ping(version) {
    this.port.postMessage({ kind: "ping", name });
    clearTimeout(this.lost);
    this.lost = setTimeout(() => { use(Shared, version); refresh(); }, PONG_LIMIT);
  }

  leave() {
    this.port.postMessage({ kind: "bye" });
    clearTimeout(this.lost);
  }

  stop() {
    this.leave();
    clearInterval(this.timer);
    this.port.close();
  }
}

/** A stream of the tab's own, which is closed while nobody looks. */
class Own {
  constructor() {
    this.looked = () => this.show();
    document.addEventListener("visibilitychange", this.looked);
  }

  show() {
    this.leave();
    if (name === null || document.visibilityState === "hidden") return;
    const source = new EventSource(`${room(name)}/events`);
    this.source = source;
    source.addEventListener("changed", () => refresh());
    source.addEventListener("error", () => {
      refresh();
      // A browser tries again by itself unless it was turned away.
      if (source === this.source && source.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.show(), RETRY);
    });
  }

  leave() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  stop() {
    this.leave();
    document.removeEventListener("visibilitychange", this.looked);
  }
}

function use(Way, version) {
  way?.stop();
  try {
    way = new Way(version);
  } catch {
    // Some browsers have workers and do not let pages use them.
    way = new Own();
  }
  way.show(sessionKey());
}

/** Begins, once it is known who is signed in; `changed` is called when that may
 * be somebody else. */
export function connect(version, changed) {
  changedSession = changed;
  use(typeof SharedWorker === "function" ? Shared : Own, version);
  window.addEventListener("pagehide", () => way.leave());
  // Browsers keep pages that were left, with their worker, which does nothing
  // from then on: if it does not hear of it before, whoever left seems to stay.
  window.addEventListener("beforeunload", () => {
    way.leave();
    setTimeout(() => way.show(), STAYED);
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    way.show();
    changedSession();
    refresh();
  });
}

/** Calls `act` whenever an exploration may have changed, until what this returns
 * is called. */
export function follow(exploration, act) {
  name = exploration;
  refresh = act;
  way?.show();
  return () => {
    if (refresh !== act) return;
    name = null;
    refresh = () => {};
    way?.show();
  };
}
