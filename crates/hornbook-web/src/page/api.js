// Requests to the server.

let csrf = null;
let writer = null;
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

async function once(method, path, { body, raw } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Hornbook-Csrf"] = csrf ?? "";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (raw !== undefined) headers["Content-Type"] = "application/octet-stream";
  let response;
  let text;
  try {
    response = await fetch(path, {
      method, headers, credentials: "same-origin", cache: "no-store",
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

/** Whether the same may go through later: the server cannot do it now. */
export const isPassing = (error) => isGone(error) || [429, 503].includes(error.status);
/** Whether the server cannot be reached, by a proxy either. */
export const isGone = (error) => error instanceof Unreachable || [502, 504].includes(error.status);

/** Repeats a request until the server has decided about it. `failing` hears of
 * every refusal of a server that cannot do it now, and of nothing once that is
 * over; when `stopped` is kept, it is not tried any more. */
export async function insist(method, path, options, { failing = () => {}, stopped = new Promise(() => {}) } = {}) {
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
    try {
      const answer = await once(method, path, options);
      lost(false);
      return answer;
    } catch (error) {
      if (!isPassing(error)) throw error;
      lost(isGone(error));
      failing(error.status === 503 ? error : null);
      const given = await Promise.race([pause(wait), stopped.then(() => "up")]);
      if (given === "up") throw new Refused(503, { kind: "stopped", error: `It was not saved, and is not tried any more: ${error.message}` });
    }
  }
}

/** Who this is; needed before anything else. */
export async function session() {
  const answer = await insist("GET", "/api/session");
  csrf = answer.csrf;
  writer = JSON.stringify([answer.who, answer.room]);
  return answer;
}

/** Whoever writes: what is kept in this tab is for nobody else. */
export const whoWrites = () => writer;

export const get = (path) => once("GET", path);
export const signIn = (token) => once("POST", "/api/session", { body: { token } });
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
