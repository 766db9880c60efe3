// Addresses within the page: `#/`, `#/new`, `#/e/NAME`, `#/e/NAME/rules`.

/** What the address asks for. */
export function route() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter((part) => part !== "").map(decoded);
  const search = new URLSearchParams(query ?? "");
  if (parts[0] === "e" && parts[1]) return { page: "room", name: parts[1], view: parts[2] ?? "question", search };
  if (parts[0] === "new") return { page: "new", search };
  return { page: "list", search };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of an exploration, or of one of its views. */
export function address(name, view = "question") {
  const base = `#/e/${encodeURIComponent(name)}`;
  return view === "question" ? base : `${base}/${view}`;
}

/** Goes to an address. */
export function go(hash) {
  location.hash = hash;
}
