// An exploration kept up to date: the server says when it has changed, and the
// state is fetched anew. Nothing can be missed, since what counts is fetched.

import { Refused, get, isGone, isPassing, room } from "./api.js";

/** So soon, in milliseconds, it is looked again whether there is a question. */
const AGAIN = { thinking: 1000, stuck: 3000 };

/** Follows an exploration until `stop` is called. */
export class Live {
  constructor(name, { changed, lost, failed }) {
    this.name = name;
    this.tell = { changed, lost, failed };
    this.stopped = false;
    this.fetching = false;
    this.again = false;
    this.connect();
    this.refresh();
    this.visible = () => document.visibilityState === "visible" && this.refresh();
    document.addEventListener("visibilitychange", this.visible);
    window.addEventListener("online", this.visible);
  }

  connect() {
    if (this.stopped) return;
    this.source = new EventSource(`${room(this.name)}/events`);
    this.source.addEventListener("open", () => this.tell.lost(false));
    // Also without a new version: whose turn it is may have changed.
    this.source.addEventListener("changed", () => {
      this.tell.lost(false);
      this.refresh();
    });
    this.source.addEventListener("error", () => {
      if (this.stopped) return;
      // Whether the connection is lost, or whoever this is may not look any
      // more, is told by fetching.
      this.refresh();
      // A browser tries again by itself unless it was turned away.
      if (this.source.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.connect(), 2000);
    });
  }

  /** Fetches the state; calls meanwhile lead to one more fetch. */
  async refresh() {
    if (this.stopped) return;
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = true;
    this.again = false;
    clearTimeout(this.poll);
    try {
      const state = await get(room(this.name));
      if (this.stopped) return;
      this.version = state.version;
      const again = AGAIN[state.turn?.kind];
      this.tell.lost(false);
      this.tell.changed(state);
      if (again) this.poll = setTimeout(() => this.refresh(), again);
    } catch (error) {
      if (this.stopped) return;
      const passing = isPassing(error);
      if (isGone(error)) this.tell.lost(true);
      if (!passing && !(error instanceof Refused)) throw error;
      if (!passing || this.version === undefined && error.status === 503) this.tell.failed(error);
      if (passing) this.poll = setTimeout(() => this.refresh(), 1500);
    } finally {
      this.fetching = false;
      if (this.again) this.refresh();
    }
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.poll);
    clearTimeout(this.retry);
    this.source?.close();
    document.removeEventListener("visibilitychange", this.visible);
    window.removeEventListener("online", this.visible);
  }
}
