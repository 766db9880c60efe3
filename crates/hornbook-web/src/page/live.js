// An exploration kept up to date: the server says when it has changed, and the
// state is fetched anew, or what changed of it. Nothing can be missed, since what
// counts is fetched.

import { LONG_LIMIT, Refused, connection, get, isPassing, room } from "./api.js";
import { following, since } from "./state.js";
import { follow } from "./stream.js";

/** So soon, in milliseconds, it is looked again whether there is a question. */
const AGAIN = { thinking: 1000, stuck: 3000 };
/** After so long without news it is looked whether the server is there. */
const QUIET = 20_000;

/** Follows an exploration until `stop` is called. `wishes` says how one wants to be
 * asked; `failed` hears why the state cannot be had, and whether that may pass. */
export class Live {
  constructor(name, { wishes, changed, lost, failed }) {
    this.name = name;
    this.wishes = wishes;
    this.tell = { changed, lost, failed };
    this.stopped = false;
    /** The state that was fetched last, of which the server sends what changed. */
    this.state = null;
    this.fetching = false;
    this.again = false;
    // Also without a new version: whose turn it is may have changed. And whether
    // the connection is lost, or whoever this is may not look any more, is told
    // by fetching.
    this.unfollow = follow(name, () => this.refresh());
    this.refresh();
    this.visible = () => document.visibilityState === "visible" && this.refresh();
    document.addEventListener("visibilitychange", this.visible);
    window.addEventListener("online", this.visible);
    this.beat = setInterval(() => document.visibilityState === "visible" && this.look(), QUIET);
  }

  /** A connection can be lost without a word: then the stream is silent, too. */
  async look() {
    if (this.fetching || Date.now() - this.heard < QUIET) return;
    try {
      await get("/api/session");
      this.heard = Date.now();
    } catch {
      this.refresh();
    }
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
      // Opening an exploration may take the server a while.
      const path = room(this.name) + this.wishes() + since(this.state);
      const sent = await get(path, this.state === null ? { limit: LONG_LIMIT } : {});
      if (this.stopped) return;
      const state = following(this.state, sent);
      this.state = state;
      // Those changes were to another state: the whole is asked for.
      this.again ||= state === null;
      if (state === null) return;
      this.heard = Date.now();
      const again = AGAIN[state.turn?.kind];
      this.tell.lost(null);
      this.tell.changed(state);
      if (again) this.poll = setTimeout(() => this.refresh(), again);
    } catch (error) {
      if (this.stopped) return;
      const passing = isPassing(error);
      if (!passing && !(error instanceof Refused)) throw error;
      this.tell.lost(connection(error));
      if (!passing || error.status === 503) this.tell.failed(error, passing);
      if (passing) this.poll = setTimeout(() => this.refresh(), 1500);
    } finally {
      this.fetching = false;
      if (this.again) this.refresh();
    }
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.poll);
    clearInterval(this.beat);
    this.unfollow();
    document.removeEventListener("visibilitychange", this.visible);
    window.removeEventListener("online", this.visible);
  }
}
