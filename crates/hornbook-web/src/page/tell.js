// Telling of an object without being asked.

import { room as at } from "./api.js";
import { open } from "./dialog.js";
import { button, el, toast } from "./dom.js";
import { ObjectForm } from "./object-form.js";
import { send } from "./outbox.js";
import { RefusalBox } from "./refusal.js";
import { Stopwatch } from "./stopwatch.js";
import { dropAside, setAside, takeUp } from "./typed.js";
import { objectWords } from "./words.js";

/** What was told and not sent is set aside under this name. */
const TOLD = "told";

/** What is said where nothing was typed. */
export const SAY_SOMETHING = "Say what it is called, or what it has.";

/** Keeps what is in the form for the next time, unless that would be in the
 * place of something else. */
export function keepTold(room, form) {
  const words = form.inWords();
  if (form.touched && words !== "" && !takeUp(room, TOLD)) setAside(room, TOLD, form.draft(), () => words);
}

/** Says that something is in the form already. */
function before(form) {
  const note = el("p", { class: "note filter" }, el("span", { text: "This is what you had typed before." }),
    button("Begin anew", () => { form.clear(); note.remove(); form.focus(); }, { class: "small" }));
  return note;
}

/** Opens a form for an object; perhaps with what was told before, and why that
 * was refused. The promise is kept when it is closed. */
export async function tell(room, { title = "Tell of an object", draft = null, refused = null } = {}) {
  const aside = draft ? null : takeUp(room, TOLD);
  if (aside) dropAside(room, TOLD);
  let [sending, sent] = [false, false];
  const form = new ObjectForm(room, { draft: draft ?? aside, kept: () => sending });
  const refusal = new RefusalBox(room);
  const watch = new Stopwatch();
  const body = el("div", {}, aside ? before(form) : null, form.node, refusal.node);
  const submit = async (word) => {
    if (sending) return undefined;
    // Guesses alone are nobody's word.
    if (form.inWords() === "") {
      form.focus();
      toast(SAY_SOMETHING);
      return undefined;
    }
    if (word.correct) form.allowCorrection();
    refusal.clear();
    sending = true;
    try {
      const object = { ...form.object(), ...(word.correct ? { correct: true } : {}) };
      if (word.anyway) delete object.correct;
      await send(`${at(room.name)}/objects`, { object, ...(word.anyway ? { anyway: true } : {}), took: { seconds: watch.seconds(), ...form.guesses() } }, objectWords(object));
      sent = true;
      toast(word.anyway ? "The disagreement is on record, under Unsettled." : `Noted${object.name ? `: ${object.name}` : ""}.`);
      room.live.refresh();
      body.closest("dialog")?.close();
    } catch (error) {
      if (!error.status) throw error;
      if (body.isConnected) refusal.show(error, { anyway: true, again: submit });
      else again(error);
    } finally {
      sending = false;
    }
    return undefined;
  };
  /** It was refused after the dialog was left. */
  const again = (error) => {
    // It is sent once one is known again.
    if (error.status === 401) return;
    if (room.app.shown === room) tell(room, { title, draft: form.draft(), refused: error });
    else {
      keepTold(room, form);
      toast(`What you told of was refused: ${error.message}`);
    }
  };
  const closed = open({
    title, wide: true, body,
    actions: [{ label: "Cancel", value: null }, { label: "Save", kind: "primary", first: true, act: () => submit({}) }],
  });
  form.focus();
  if (refused) refusal.show(refused, { anyway: true, again: submit });
  await closed;
  if (!sent && !sending) keepTold(room, form);
  form.stop();
}
