// What people say about a question beside their answers. It is for others to read, and
// counts for nothing.

import { room as at } from "./api.js";
import { problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { send } from "./outbox.js";
import { dropAside, setAside, takeUp } from "./typed.js";
import { count, ruleKey, sameRule, timed } from "./words.js";

/** The longest comment, in characters. */
const LONGEST = 2000;

/** The comments on a question, the oldest first. */
export const commentsOn = (state, question) => state.comments.filter((comment) => sameRule(comment.question, question));

/** The comments on one question, and a form for one more. It is shut while there are
 * none. */
export class Thread {
  constructor(room, question) {
    this.room = room;
    this.question = question;
    /** What is typed stays when something else is shown. */
    this.kept = `comment ${ruleKey(question)}`;
    this.summary = el("summary", {});
    this.list = el("ul", { class: "comments" });
    this.node = el("details", { class: "thread", open: commentsOn(room.state, question).length > 0 }, this.summary, this.list, room.mayAnswer ? this.form() : null);
    if (takeUp(room, this.kept)) this.node.open = true;
    this.update(room.state);
  }

  form() {
    const id = fresh("comment");
    this.text = el("textarea", { id, rows: 2, maxlength: LONGEST, value: takeUp(this.room, this.kept) ?? "", oninput: () => this.keep() });
    this.say = el("button", { type: "submit", class: "small", text: "Add comment" });
    return el("form", { novalidate: true, onsubmit: (event) => { event.preventDefault(); this.send(); } },
      el("label", { for: id, text: "Say something about this question. It is no answer: others read it, and nothing else changes." }),
      this.text, el("div", { class: "actions start" }, this.say));
  }

  keep() {
    const text = this.text.value;
    if (text.trim() === "") dropAside(this.room, this.kept);
    else setAside(this.room, this.kept, text, () => text.trim());
  }

  /** Opens it, to write. */
  write() {
    this.node.open = true;
    this.text?.focus();
    this.node.scrollIntoView({ block: "nearest" });
  }

  update(state) {
    const comments = commentsOn(state, this.question);
    const key = JSON.stringify([comments, state.me, state.archived]);
    if (key === this.key) return;
    if (this.key !== undefined && comments.length > (this.many ?? 0)) this.node.open = true;
    this.key = key;
    this.many = comments.length;
    this.summary.textContent = comments.length === 0 ? "Comment" : count(comments.length, "comment");
    this.list.hidden = comments.length === 0;
    put(this.list, comments.map((comment) => this.comment(comment, state)));
  }

  comment(comment, { me }) {
    const own = me.role === "owner" || comment.who === me.who;
    return el("li", { "data-comment": comment.entry },
      el("p", { class: "pre", text: comment.text }),
      el("p", { class: "quiet" }, `${comment.who ?? "somebody"}${comment.program ? " (a program)" : ""}, `, timed(comment.time),
        own && this.room.mayAnswer ? button("Take back", () => this.withdraw(comment), { class: "plain small", "aria-label": `Take back the comment: ${comment.text.slice(0, 60)}` }) : null));
  }

  async send() {
    const text = this.text.value.trim();
    if (text === "") {
      this.text.focus();
      return;
    }
    this.say.disabled = true;
    // From here on it is kept as a letter.
    dropAside(this.room, this.kept);
    try {
      await send(`${at(this.room.name)}/comments`, { question: this.question, text }, `Comment: ${text}`);
      this.text.value = "";
      await this.room.live.refresh();
    } catch (error) {
      this.keep();
      await problem("The comment was not taken", error);
    } finally {
      this.say.disabled = false;
    }
  }

  async withdraw(comment) {
    try {
      await send(`${at(this.room.name)}/comments/withdraw`, { comment: comment.entry }, `Take back the comment: ${comment.text}`);
      toast("The comment was taken back.");
      await this.room.live.refresh();
    } catch (error) {
      await problem("The comment was not taken back", error);
    }
  }
}
