// What was refused, in words, and what can be done about it. Nothing that was
// typed is lost: the refusal stands beside it.

import { LONG_LIMIT, get, room as at } from "./api.js";
import { open, problem } from "./dialog.js";
import { button, el, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { count } from "./words.js";

/** By then, in milliseconds, a form has told what follows. */
const SETTLED = 600;

/** So many consequences are listed. */
const LISTED = 12;

/** Shows what else would change, and takes an entry back if that is wanted. */
export async function takeBack(room, entry, words, yes = "Take it back") {
  let lines;
  try {
    lines = (await get(`${at(room.name)}/consequences?entry=${encodeURIComponent(entry)}`, { limit: LONG_LIMIT })).lines;
  } catch (error) {
    await problem("This cannot be taken back now", error);
    return false;
  }
  const more = lines.length - LISTED;
  const sure = await open({
    title: "Take this back?",
    body: el("div", {},
      el("blockquote", { text: words }),
      lines.length === 0 ? el("p", { text: "Nothing else changes: everything known is known from other answers as well." })
        : [el("p", { text: "What no longer follows is asked again:" }),
          el("ul", {}, lines.slice(0, LISTED).map((text) => el("li", { text }))),
          more > 0 ? el("p", { class: "quiet", text: `and ${count(more, "more such line")}` }) : null]),
    actions: [{ label: "Cancel", value: null }, { label: yes, value: true, kind: "primary", first: true }],
  });
  if (!sure) return false;
  try {
    await send(`${at(room.name)}/retract`, { entry }, `Take back: ${words}`);
    toast("Taken back.");
    await room.live.refresh();
    return true;
  } catch (error) {
    await problem("This could not be taken back", error);
    return false;
  }
}

/** What it means to put a disagreement on record. */
const ON_RECORD = {
  any: "Yours does not count until the other is taken back; both are listed.",
  majority: "An answer counts as a vote, and may turn the decision.",
  unanimous: "An answer undoes what the others agreed on, until you come to terms.",
};

/** A place for refusals beside a form or a question. */
export class RefusalBox {
  constructor(room) {
    this.room = room;
    this.node = el("div", { class: "refusal", role: "alert", hidden: true });
  }

  clear() {
    clearTimeout(this.later);
    this.node.hidden = true;
    put(this.node);
  }

  /** Shows a refusal; `again` sends the same once more, with a word more.
   * `anyway` tells whether it can be put on record nevertheless. */
  show(error, { again, anyway = false }) {
    const parts = [];
    if (error.kind === "contradicts" && error.dispute.length > 0) parts.push(...this.contradiction(error, again, anyway));
    else {
      parts.push(el("p", { class: "pre", text: error.message }));
      if (error.kind === "stopped") parts.push(el("div", { class: "actions" }, button("Try again", () => again({}))));
      if (error.kind === "otherwise") {
        parts.push(el("div", { class: "actions" }, button("Correct what was said before", () => again({ correct: true }))));
      }
      if (error.kind === "others_word" && anyway) parts.push(this.onRecord(again));
    }
    put(this.node, parts);
    this.node.hidden = false;
    const look = () => this.node.scrollIntoView({ block: "nearest" });
    look();
    // What a form tells above it may move it away.
    clearTimeout(this.later);
    this.later = setTimeout(look, SETTLED);
  }

  contradiction(error, again, anyway) {
    const lines = error.dispute.map((part) => {
      const entry = part.entry && this.room.state.entries.find((entry) => entry.id === part.entry);
      const may = part.entry && (entry ? entry.can_retract : part.mine);
      const act = async () => { if (await takeBack(this.room, part.entry, part.text, "Take it back and send mine")) again({}); };
      return el("li", {}, el("span", {}, part.text, part.who && !part.text.includes(part.who) ? el("span", { class: "quiet", text: ` (${part.who})` }) : null),
        may && this.room.mayAnswer ? button("Take this back…", act, { "aria-label": `Take this back: ${part.text}` }) : null);
    });
    return [
      el("h3", { text: "This contradicts what was accepted before" }),
      el("ul", { class: "dispute" }, lines),
      el("p", { text: "Check what you said. If you are right, take back what is wrong; nothing of yours is lost meanwhile." }),
      anyway && this.room.mayAnswer ? this.onRecord(again) : null,
    ];
  }

  onRecord(again) {
    return el("div", { class: "actions" },
      button("Keep both: put the disagreement on record", () => again({ anyway: true }), { class: "anyway" }),
      el("span", { class: "quiet", text: ON_RECORD[this.room.state.policy.policy] }));
  }
}
