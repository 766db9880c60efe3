// Requests to the server.

let csrf = null;
let writer = null;
let heard = { signedOut: () => {}, changed: () => {}, lost: () => {}, waiting: () => {} };

/** How long an answer may take, in milliseconds: to what reads, and to what
 * changes something. Uploads may take any time. */
const LIMITS = { GET: 10_000, other: 30_000 };
/** For answers that may take the server some time to find. */
export const LONG_LIMIT = 60_000;
/** What has no answer after so many milliseconds is spoken of. */
const SLOW = 3000;

/** What the server said when it did not do it. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error ?? `The server answered with ${status}.`);
    this.status = status;
    this.kind = body?.kind ?? null;
    this.dispute = body?.dispute ?? [];
    this.lacks = body?.lacks ?? [];
    this.question = body?.question ?? null;
  }
}

/** There was no answer: the connection was lost, or the server is `silent`. */
export class Unreachable extends Error {
  constructor(silent) {
    super(silent ? "The server does not answer." : "The server cannot be reached.");
    this.silent = silent;
  }
}

/** Tells what to do when nobody is signed in any more (`signedOut`), when it is
 * somebody else (`changed`), when the connection is lost or back (`lost`), and
 * while the server takes its time (`waiting`). */
export function listen(listeners) {
  heard = { ...heard, ...listeners };
}

/** The requests that the server has taken its time for. */
const slow = new Set();

/** Sends a request, and gives up after a while. */
async function exchange(method, path, { body, raw, limit = LIMITS[method] ?? LIMITS.other }) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Hornbook-Csrf"] = csrf ?? "";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (raw !== undefined) headers["Content-Type"] = "application/octet-stream";
  const ended = new AbortController();
  const timers = [];
  const after = (time, act) => raw === undefined && timers.push(setTimeout(act, time));
  after(SLOW, () => { slow.add(ended); heard.waiting(true); });
  after(limit, () => ended.abort());
  try {
    const response = await fetch(path, {
      method, headers, credentials: "same-origin", cache: "no-store", signal: ended.signal,
      body: body !== undefined ? JSON.stringify(body) : raw,
    });
    // It answers: what is long may take long on its way.
    clearTimeout(timers[1]);
    after(LONG_LIMIT, () => ended.abort());
    return { response, text: await response.text() };
  } catch {
    throw new Unreachable(ended.signal.aborted);
  } finally {
    timers.forEach(clearTimeout);
    slow.delete(ended);
    if (slow.size === 0) heard.waiting(false);
  }
}

async function once(method, path, options = {}) {
  const { response, text } = await exchange(method, path, options);
  let answer = null;
  try {
    answer = text === "" ? null : JSON.parse(text);
  } catch {
    answer = { error: text };
  }
  if (response.ok) return answer;
  if (answer?.kind === "csrf" && !options.again) {
    // Somebody signed in or out in another tab, perhaps the same person.
    if (await isSame()) return once(method, path, { ...options, again: true });
    throw new Refused(401, { kind: "sign_in", error: "Somebody else is signed in in this browser now." });
  }
  if (response.status === 401 && path !== "/api/session") heard.signedOut();
  throw new Refused(response.status, answer);
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Whether the same may go through later: the server cannot do it now. */
export const isPassing = (error) => isGone(error) || [429, 503].includes(error.status);
/** Whether the server cannot be reached, by a proxy either. */
export const isGone = (error) => error instanceof Unreachable || [502, 504].includes(error.status);
/** What is the matter with the connection: "gone", "silent", or nothing. */
export const connection = (error) => (isGone(error) ? error.silent ? "silent" : "gone" : null);

/** Repeats a request until the server has decided about it. `failing` hears of
 * every refusal of a server that cannot do it now, and of nothing once that is
 * over; when `stopped` is kept, it is not tried any more. */
export async function insist(method, path, options, { failing = () => {}, stopped = new Promise(() => {}) } = {}) {
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
    try {
      const answer = await once(method, path, options);
      heard.lost(null);
      return answer;
    } catch (error) {
      if (!isPassing(error)) throw error;
      heard.lost(connection(error));
      failing(error.status === 503 ? error : null);
      const given = await Promise.race([pause(wait), stopped.then(() => "up")]);
      if (given === "up") throw new Refused(503, { kind: "stopped", error: `It was not saved, and is not tried any more: ${error.message}` });
    }
  }
}

const written = ({ who, room }) => JSON.stringify([who, room]);

/** Who this is; needed before anything else. */
export async function session() {
  const answer = await insist("GET", "/api/session");
  csrf = answer.csrf;
  writer = written(answer);
  return answer;
}

/** Looks whether whoever is signed in in this browser is still the same person;
 * if not, nothing more can be sent from here. */
export async function isSame() {
  const answer = await insist("GET", "/api/session");
  const same = written(answer) === writer;
  if (same) csrf = answer.csrf;
  else if (answer.signed_in) heard.changed(answer);
  else heard.signedOut();
  return same;
}

/** Whoever writes: what is kept in this tab is for nobody else. */
export const whoWrites = () => writer;
/** What tells one session of this browser from another. */
export const sessionKey = () => csrf;

export const get = (path, options) => once("GET", path, options);
export const signIn = (token) => insist("POST", "/api/session", { body: { token } });
export const lookAt = (invitation) => insist("POST", "/api/invitation", { body: { invitation } });
export const join = (invitation, request, failing) => insist("POST", "/api/session", { body: { invitation, request } }, { failing });
export const signOut = () => once("DELETE", "/api/session");
export const post = (path, body) => once("POST", path, { body });
export const remove = (path) => once("DELETE", path);

/** The names of requests that made nothing yet, or of which that is not known:
 * tried again, they are the same. */
const making = new Map();

/** Sends what makes something new. Whoever tries again what seemed to fail does
 * not get it twice. */
async function make(said, act) {
  const name = making.get(said) ?? requestName();
  making.set(said, name);
  try {
    const made = await act(name);
    making.delete(said);
    return made;
  } catch (error) {
    if (!isPassing(error)) making.delete(said);
    throw error;
  }
}

export const create = (path, body) => make(JSON.stringify([path, body]), (request) => once("POST", path, { body: { request, ...body } }));
export const upload = (path, terms, file) => make(
  JSON.stringify([path, terms, file.name, file.size, file.lastModified]),
  (request) => once("POST", `${path}?${new URLSearchParams({ request, ...terms })}`, { raw: file }));

/** A name that no other request has. */
export function requestName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address of an exploration in the interface. */
export const room = (name) => `/api/e/${encodeURIComponent(name)}`;
