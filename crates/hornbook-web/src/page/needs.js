// What needs somebody's answer because others wait for it: a number in the title of the
// tab, and a notice when there is something new.

import { button, el, put } from "./dom.js";
import { address } from "./router.js";
import { count, list, plain, ruleKey } from "./words.js";

/** Whether somebody is asked about all that a question speaks of. */
function isFor(me, { premise, conclusion }) {
  return !me.about || [...premise, ...(conclusion ?? [])].every((name) => me.about.includes(name));
}

const isOwn = (me) => (vote) => vote.who === me.who && !vote.program;

/** The questions that others answered and that wait for one's own word. */
export function awaiting(state) {
  if (state.me.role === "reader" || state.archived) return [];
  return state.pending.filter((ballot) => !ballot.votes.some(isOwn(state.me)) && isFor(state.me, ballot.question));
}

/** All that needs somebody: each with what tells it from others, who is behind it, and
 * where to go for it. */
export function needs(state) {
  const { me } = state;
  if (me.role === "reader" || state.archived) return [];
  const others = (votes) => [...new Set(votes.filter((vote) => !isOwn(me)(vote)).map((vote) => vote.who ?? "somebody"))];
  const waiting = awaiting(state).map((ballot) => ({
    key: `pending ${ruleKey(ballot.question)}`, view: "question",
    words: `${list(others(ballot.votes))} answered, and your answer is needed, too: ${plain(ballot.words)}`,
  }));
  const disagreements = state.disagreements.filter((part) => part.votes.some(isOwn(me)) || part.decided === null && isFor(me, part.question));
  const split = disagreements.map((part) => ({
    key: `split ${ruleKey(part.question)}`, view: "unsettled",
    words: part.votes.some(isOwn(me)) ? `You and ${list(others(part.votes))} answer this differently: ${plain(part.words)}`
      : `${list(others(part.votes))} disagree, and your answer may settle it: ${plain(part.words)}`,
  }));
  const corrected = state.overruled.filter((part) => part.said.who === me.who).map((part) => ({
    key: `corrected ${part.by.entry}`, view: "unsettled", words: `${part.by.who ?? "Somebody"} corrected what you said of ${part.object}.`,
  }));
  return [...waiting, ...split, ...corrected];
}

/** The notice in an exploration. What was seen, or sent away, is not told again. */
export class Notice {
  constructor(room) {
    this.room = room;
    this.seen = new Set();
    this.node = el("div", { class: "notice", role: "status", hidden: true });
  }

  update(state) {
    const all = needs(state);
    this.room.app.pending(all.length);
    const view = this.room.wanted?.view ?? "question";
    // What is before somebody needs no notice.
    for (const need of all) if (need.view === view || view === "unsettled") this.seen.add(need.key);
    const news = all.filter((need) => !this.seen.has(need.key));
    const key = JSON.stringify(news);
    if (key === this.key) return;
    this.key = key;
    this.node.hidden = news.length === 0;
    if (news.length === 0) {
      put(this.node);
      return;
    }
    const words = news.length === 1 ? news[0].words : `${count(news.length, "thing")} wait for your word.`;
    put(this.node, el("p", { text: words }), el("div", { class: "actions" },
      el("a", { class: "button small", href: address(this.room.name, news.length === 1 ? news[0].view : "unsettled"), text: news.length === 1 ? "Look" : "Look at them" }),
      button("Not now", () => this.dismiss(all), { class: "plain small" })));
  }

  dismiss(all) {
    for (const need of all) this.seen.add(need.key);
    this.update(this.room.state);
  }
}
