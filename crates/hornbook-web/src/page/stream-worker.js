// One event stream for all tabs of a browser: a browser has only a few
// connections to a server, and with a stream for each tab none would be left.
//
// Tabs send what they show ("show"), that they are still there ("ping"), and
// that they are left ("bye"). They hear of what changed ("changed"), of a stream
// that ended ("ended"), that somebody else signed in ("session"), and that this
// browser has no streams here ("unable").

/** The most explorations that a stream can be about. */
const MAX_EXPLORATIONS = 32;
/** How often, in milliseconds, tabs are told to look at the others. */
const CROWDED_INTERVAL = 15_000;
/** A tab that was not heard of for so long is gone. Browsers let tabs in the
 * background say something once a minute. */
const GONE_AFTER = 200_000;
/** Tabs come and go one after another; the stream is opened anew once. */
const SETTLE = { more: 50, fewer: 1500 };
/** How long to wait, in milliseconds, after having been turned away. */
const RETRY = { first: 2000, most: 8000 };

/** What each tab shows, and when it was last heard of. */
const tabs = new Map();
let session;
let source = null;
/** Streams that are closed once there is another. */
let outdated = [];
/** The explorations that the stream is about. */
let followed = [];
let timer = null;
let retry = RETRY.first;

function wanted() {
  return [...new Set([...tabs.values()].map((tab) => tab.name).filter(Boolean))].sort();
}

function tell(message, concerns = () => true) {
  for (const [port, tab] of tabs) if (concerns(tab, port)) port.postMessage(message);
}

/** Opens a stream about what the tabs show, if that is not open already. */
function settle() {
  timer = null;
  const names = wanted().slice(0, MAX_EXPLORATIONS);
  if (source && names.join() === followed.join()) return;
  // Until the new stream is open, the old one goes on: nobody seems to leave.
  if (source) outdated.push(source);
  source = null;
  followed = names;
  if (names.length > 0) open(names);
  else closeOutdated();
}

function closeOutdated() {
  for (const stream of outdated) stream.close();
  outdated = [];
}

function settleIn(time) {
  clearTimeout(timer);
  timer = setTimeout(settle, time);
}

function settleNow() {
  clearTimeout(timer);
  settle();
}

/** Says that what the tabs show differs from what the stream is about. */
function changed() {
  const names = wanted();
  if (source && names.join() === followed.join()) return;
  settleIn(names.some((name) => !followed.includes(name)) ? SETTLE.more : SETTLE.fewer);
}

function open(names) {
  const stream = new EventSource(`/api/events?${new URLSearchParams(names.map((name) => ["exploration", name]))}`);
  source = stream;
  stream.addEventListener("open", () => {
    retry = RETRY.first;
    closeOutdated();
  });
  stream.addEventListener("changed", (event) => {
    const { exploration } = JSON.parse(event.data);
    tell({ kind: "changed" }, (tab) => tab.name === exploration);
  });
  stream.addEventListener("error", () => {
    if (source !== stream) return;
    closeOutdated();
    tell({ kind: "ended" }, (tab) => tab.name);
    // A browser tries again by itself unless it was turned away.
    if (stream.readyState !== EventSource.CLOSED) return;
    source = null;
    followed = [];
    settleIn(retry);
    retry = Math.min(retry * 1.5, RETRY.most);
  });
}

function leave(port) {
  if (!tabs.delete(port)) return;
  // Where nobody is left, a browser may let the worker do nothing any more.
  if (wanted().length === 0) settleNow();
  else changed();
}

/** Whoever is signed in is somebody else now, or the same by another session. */
function signedIn(now, port) {
  if (session === now) return;
  const first = session === undefined;
  session = now;
  if (first) return;
  source?.close();
  source = null;
  followed = [];
  closeOutdated();
  tell({ kind: "session" }, (_, other) => other !== port);
}

const said = {
  show({ name, session }, port) {
    if (session !== undefined) signedIn(session, port);
    tabs.set(port, { name, heard: Date.now() });
    changed();
  },
  ping({ name }, port) {
    tabs.set(port, { name, heard: Date.now() });
    port.postMessage({ kind: "pong" });
    changed();
  },
  bye(_, port) {
    leave(port);
  },
};

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => said[data.kind]?.(data, port));
  // Not all browsers tell.
  port.addEventListener("close", () => leave(port));
  port.start();
  if (typeof EventSource !== "function") port.postMessage({ kind: "unable" });
});

setInterval(() => {
  for (const [port, { heard }] of tabs) if (Date.now() - heard > GONE_AFTER) leave(port);
}, 30_000);

setInterval(() => tell({ kind: "changed" }, (tab) => tab.name && source && !followed.includes(tab.name)), CROWDED_INTERVAL);
