// How somebody wants to be asked: for things of the domain first until they say that
// this was all, and about lists of rules unless they want them one by one.

import { whoWrites } from "./api.js";

const ONE_BY_ONE = "hornbook.one-by-one";
const askMeKey = (name) => `hornbook.ask-me.${name}.${whoWrites()}`;
/** What was chosen where the browser keeps nothing: it holds until the page is left. */
const chosen = new Map();

function kept(storage, key) {
  try {
    return (storage.getItem(key) ?? chosen.get(key)) === "yes";
  } catch {
    return chosen.get(key) === "yes";
  }
}

function keep(storage, key, yes) {
  chosen.set(key, yes ? "yes" : "no");
  try {
    storage.setItem(key, yes ? "yes" : "no");
  } catch {
    // Then it holds until the page is left.
  }
}

/** Whether rules are asked one by one in this browser. */
export const isOneByOne = () => kept(localStorage, ONE_BY_ONE);
export const setOneByOne = (yes) => keep(localStorage, ONE_BY_ONE, yes);

/** Enough things were named: from now on this tab asks about rules. */
export const askMe = (name) => keep(sessionStorage, askMeKey(name), true);

/** What the server is told of it, with an address of an exploration. */
export function wishes(name) {
  return `?lists=${!isOneByOne()}&objects_first=${!kept(sessionStorage, askMeKey(name))}`;
}
