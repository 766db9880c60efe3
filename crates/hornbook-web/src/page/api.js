// Requests to the server. What changes something carries a name of its own,
// under which it is sent again until the server has answered: the server does
// it once, however often it arrives.

let csrf = null;
let signedOut = () => {};
let lost = () => {};

/** What the server said when it did not do it. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error ?? `The server answered with ${status}.`);
    this.status = status;
    this.kind = body?.kind ?? null;
    this.dispute = body?.dispute ?? [];
    this.lacks = body?.lacks ?? [];
  }
}

/** The connection was lost before there was an answer. */
export class Unreachable extends Error {}

/** Tells what to do when nobody is signed in any more, and when the connection
 * is lost (true) or back (false). */
export function listen(listeners) {
  signedOut = listeners.signedOut;
  lost = listeners.lost;
}

async function once(method, path, { body, raw, keepalive } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Hornbook-Csrf"] = csrf ?? "";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (raw !== undefined) headers["Content-Type"] = "application/octet-stream";
  let response;
  let text;
  try {
    response = await fetch(path, {
      method, headers, keepalive, credentials: "same-origin", cache: "no-store",
      body: body !== undefined ? JSON.stringify(body) : raw,
    });
    text = await response.text();
  } catch {
    throw new Unreachable("The server cannot be reached.");
  }
  let answer = null;
  try {
    answer = text === "" ? null : JSON.parse(text);
  } catch {
    answer = { error: text };
  }
  if (response.ok) return answer;
  if (response.status === 401) signedOut();
  throw new Refused(response.status, answer);
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Repeats a request until the server has decided about it. */
async function insist(method, path, options) {
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
    try {
      const answer = await once(method, path, options);
      lost(false);
      return answer;
    } catch (error) {
      const passing = error instanceof Unreachable || [429, 502, 503, 504].includes(error.status);
      if (!passing) throw error;
      if (error instanceof Unreachable) lost(true);
      await pause(wait);
    }
  }
}

/** Who this is; needed before anything else. */
export async function session() {
  const answer = await insist("GET", "/api/session");
  csrf = answer.csrf;
  return answer;
}

export const get = (path) => once("GET", path);
export const signIn = (token) => once("POST", "/api/session", { body: { token } });
export const signOut = () => once("DELETE", "/api/session");
export const post = (path, body) => once("POST", path, { body });
export const remove = (path) => once("DELETE", path);
export const upload = (path, raw) => once("POST", path, { raw });

/** A name that no other request has. */
export function requestName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const OUTBOX = "hornbook.outbox";

function outbox() {
  try {
    return JSON.parse(sessionStorage.getItem(OUTBOX)) ?? [];
  } catch {
    return [];
  }
}

function keep(letters) {
  try {
    sessionStorage.setItem(OUTBOX, JSON.stringify(letters));
  } catch {
    // Without storage a reload in the middle of sending would lose the letter;
    // there is nothing better to be had.
  }
}

/** Sends something that changes an exploration, for as long as it takes, also
 * over a reload of the page. */
export async function send(path, body) {
  const letter = { path, body: { request: requestName(), ...body } };
  keep([...outbox(), letter]);
  try {
    return await insist("POST", path, { body: letter.body });
  } finally {
    keep(outbox().filter((other) => other.body.request !== letter.body.request));
  }
}

/** Sends what was under way when the page was left. */
export async function sendLeftovers() {
  let sent = 0;
  for (const letter of outbox()) {
    try {
      await insist("POST", letter.path, { body: letter.body });
      sent += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    keep(outbox().filter((other) => other.body.request !== letter.body.request));
  }
  return sent;
}

/** The address of an exploration in the interface. */
export const room = (name) => `/api/e/${encodeURIComponent(name)}`;
