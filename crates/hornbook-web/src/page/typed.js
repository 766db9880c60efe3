// What was typed and not sent: forms say it in words, so that it can be copied
// where it cannot be sent any more, and the browser asks before it is lost.

const forms = new Set();
/** What was begun and left within the page, by exploration and what it is. */
const begun = new Map();
/** Nothing can be sent from here any more. */
let over = false;

/** A form that is open: `words` says what is in it, or nothing; `unkept` says
 * whether it would be lost with the page. Returns what to call when it is
 * closed. */
export function typing(words, unkept = () => words() !== "") {
  const form = { words, unkept };
  forms.add(form);
  return () => forms.delete(form);
}

/** All forms are gone, with what they belonged to. */
export function forgetTyped() {
  forms.clear();
}

/** What was typed stands elsewhere by now, and nobody can go on with it. */
export function endTyping() {
  over = true;
  forms.clear();
  begun.clear();
}

const keyOf = (room, what) => JSON.stringify([room.name, what]);

/** Keeps something of an exploration for when its form is opened again, as long
 * as the page is open; `words` as above. */
export function setAside(room, what, draft, words) {
  if (!over) begun.set(keyOf(room, what), { draft, words });
}

/** What was set aside; it stays until it is dropped or something else is. */
export function takeUp(room, what) {
  return begun.get(keyOf(room, what))?.draft ?? null;
}

/** It was sent, or is not wanted any more. */
export function dropAside(room, what) {
  begun.delete(keyOf(room, what));
}

/** Everything that was typed into forms that are open, or set aside. */
export function typedNow() {
  return [...forms, ...begun.values()].map(({ words }) => words()).filter((text) => text !== "");
}

/** Lets the browser ask before the page is left with something that is kept
 * nowhere else. */
export function askBeforeLeaving() {
  window.addEventListener("beforeunload", (event) => {
    const lost = [...forms].some(({ unkept }) => unkept()) || [...begun.values()].some(({ words }) => words() !== "");
    if (!lost) return;
    event.preventDefault();
    // Older browsers go by this.
    event.returnValue = true;
  });
}
