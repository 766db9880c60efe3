// Telling of an object without being asked.

import { room as at } from "./api.js";
import { open } from "./dialog.js";
import { el, toast } from "./dom.js";
import { ObjectForm } from "./object-form.js";
import { send } from "./outbox.js";
import { RefusalBox } from "./refusal.js";
import { objectWords } from "./words.js";

/** Opens a form for an object; perhaps with what was told before, and why that
 * was refused. The promise is kept when it is closed. */
export async function tell(room, { title = "Tell of an object", draft = null, refused = null } = {}) {
  const form = new ObjectForm(room, { draft });
  const refusal = new RefusalBox(room);
  const body = el("div", {}, form.node, refusal.node);
  const submit = async (word) => {
    if (word.correct) form.allowCorrection();
    refusal.clear();
    try {
      const object = { ...form.object(), ...(word.correct ? { correct: true } : {}) };
      if (word.anyway) delete object.correct;
      await send(`${at(room.name)}/objects`, { object, ...(word.anyway ? { anyway: true } : {}) }, objectWords(object));
      toast(word.anyway ? "The disagreement is on record, under Unsettled." : `Noted${object.name ? `: ${object.name}` : ""}.`);
      room.live.refresh();
      body.closest("dialog")?.close();
    } catch (error) {
      if (!error.status) throw error;
      refusal.show(error, { anyway: true, again: submit });
    }
    return undefined;
  };
  const closed = open({
    title, wide: true, body,
    actions: [{ label: "Cancel", value: null }, { label: "Save", kind: "primary", first: true, act: () => submit({}) }],
  });
  form.focus();
  if (refused) refusal.show(refused, { anyway: true, again: submit });
  await closed;
  form.stop();
}
