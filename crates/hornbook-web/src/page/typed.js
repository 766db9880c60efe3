// What was typed and not sent: forms say it in words, so that it can be copied
// where it cannot be sent any more.

const forms = new Set();

/** A form that is open: `words` says what is in it, or nothing. Returns what to
 * call when it is closed. */
export function typing(words) {
  forms.add(words);
  return () => forms.delete(words);
}

/** All forms are gone, with what they belonged to. */
export function forgetTyped() {
  forms.clear();
}

/** Everything that was typed into forms that are open. */
export function typedNow() {
  return [...forms].map((words) => words()).filter((text) => text !== "");
}
