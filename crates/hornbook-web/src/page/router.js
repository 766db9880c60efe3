// Addresses within the page: `#/`, `#/new`, `#/sessions`, `#/e/NAME`,
// `#/e/NAME/rules`; and those with a secret, which do not stay: `#/sign-in/TOKEN`
// and `/join/INVITATION`.

/** What the address asks for. */
export function route() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter((part) => part !== "").map(decoded);
  const search = new URLSearchParams(query ?? "");
  if (parts[0] === "e" && parts[1]) return { page: "room", name: parts[1], view: parts[2] ?? "question", search };
  if (parts[0] === "new") return { page: "new", search };
  if (parts[0] === "sessions") return { page: "sessions", search };
  return { page: "list", search };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The token that the address holds, if it does. It is taken out of the address,
 * and out of the list of pages to go back to. */
export function takeToken() {
  const token = /^#\/sign-in\/([^/?]+)/.exec(location.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(null, "", "#/");
  return decoded(token);
}

/** The invitation that the address holds, if it does. */
export function invitation() {
  const held = /^\/join\/([^/]+)$/.exec(location.pathname)?.[1];
  return held === undefined ? null : decoded(held);
}

/** Goes to an exploration, or to the list, from the address of an invitation:
 * that is not one to come back to. */
export function leaveInvitation(name, joined = false) {
  location.replace(name ? `/${address(name)}${joined ? "?welcome" : ""}` : "/#/");
}

/** Takes out of the address what is good once, such as `?tour`. */
export function forgetSearch() {
  history.replaceState(null, "", location.hash.split("?")[0]);
}

/** The address of an exploration, or of one of its views. */
export function address(name, view = "question") {
  const base = `#/e/${encodeURIComponent(name)}`;
  return view === "question" ? base : `${base}/${view}`;
}

/** Begins anew with the list. In one step: else the page that is left would show
 * the list, or ask for the token, until it is gone. */
export function startAnew() {
  history.replaceState(null, "", "/#/");
  location.reload();
}

/** Goes to an address. */
export function go(hash) {
  location.hash = hash;
}
