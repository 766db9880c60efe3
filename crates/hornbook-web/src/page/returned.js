// What was under way when the page was left, and was refused meanwhile: it is
// told, with why, and whatever was typed is in its form again.

import { askAgain } from "./answer-dialog.js";
import { open } from "./dialog.js";
import { el } from "./dom.js";
import { draftOf } from "./object-form.js";
import { tell } from "./tell.js";

const TITLE = "This was refused after you left the page";

/** Shows a letter that came back. */
export function showReturned(room, { letter, error }) {
  const { body, path } = letter;
  if (path.endsWith("/answers") && isAbout(room, body.question)) return answer(room, letter, error);
  if (path.endsWith("/objects")) return tell(room, { title: TITLE, draft: draftOf(named(room, body.object)), refused: error });
  return open({
    title: TITLE,
    body: el("div", {}, el("blockquote", { class: "pre", text: letter.words }), el("p", { class: "error pre", text: error.message })),
    actions: [{ label: "Close", value: null, kind: "primary", first: true }],
  });
}

/** Whether a question can be asked here: all its attributes are known. */
function isAbout(room, { premise, conclusion }) {
  const names = new Set(room.state.attributes.map((attribute) => attribute.name));
  return [...premise, ...(conclusion ?? [])].every((name) => names.has(name));
}

function answer(room, { body, asked, words }, error) {
  const { question, answer, holds, object, replaces } = body;
  const draft = object && draftOf(object, question.premise);
  const drafts = { refuted: draft, partly: { chosen: holds ?? [], object: draft } };
  return askAgain(room, { question, words: asked ?? words, title: TITLE, kind: answer, draft: drafts[answer] ?? null, replaces, refused: error });
}

/** An object without a name goes by the one it is shown under. */
function named(room, object) {
  const known = object.of && room.state.objects.find((other) => other.of === object.of);
  return known ? { ...object, name: known.name } : object;
}
