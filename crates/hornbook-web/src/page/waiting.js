// What somebody sees who has no question: whose answers are missing, whether
// anybody is here who could give them, or why the server cannot go on.

import { button, el } from "./dom.js";
import { address } from "./router.js";
import { about, count, list } from "./words.js";

/** So many questions that wait for others are listed. */
const LISTED = 5;

/** Those others who have a question before them. */
function asked(state) {
  return state.people.filter((person) => person.asked && person.name !== state.me.who).map((person) => person.name);
}

/** Those who may answer, and are here, and have not answered this. */
function others(state, votes = []) {
  const said = new Set([state.me.who, ...votes.map((vote) => vote.who)]);
  return state.people.filter((person) => person.role !== "reader" && person.here && !said.has(person.name)).map((person) => person.name);
}

/** How many more must answer, at least, for a question to be decided. */
function missing(policy, votes) {
  if (policy.policy === "person") return 1;
  if (policy.policy === "unanimous") return Math.max(policy.of - votes.length, 1);
  const same = Math.max(0, ...["holds", "fails", "unknown"].map((verdict) => votes.filter((vote) => vote.verdict === verdict).length));
  return Math.max(Math.floor(policy.of / 2) + 1 - same, 1);
}

/** Who can be waited for, and what to do if they are too few. */
function awaited(room, { votes }) {
  const { state } = room;
  const [needed, people] = [missing(state.policy, votes), others(state, votes)];
  const are = `${list(people)} ${people.length === 1 ? "is" : "are"} here.`;
  const here = people.length >= needed ? are : `${people.length === 0 ? "nobody else is here." : `only ${are}`} ${remedy(room)}`;
  return `This needs ${count(needed, "more person", "more people")}: ${here}`;
}

function remedy(room) {
  if (room.isOwner) return "Invite somebody, or change whose word counts in Setup.";
  return `${list(room.owners, "or")} can invite somebody, or change whose word counts.`;
}

/** Questions that were answered, but not by enough people. What is the same for
 * all of them is said once. */
function pending(room) {
  const { state } = room;
  const shown = state.pending.slice(0, LISTED);
  const more = state.pending.length - shown.length;
  const needs = shown.map((ballot) => awaited(room, ballot));
  const same = needs.every((text) => text === needs[0]);
  const answered = (votes) => `${list(votes.map((vote) => (vote.who === state.me.who ? "You" : vote.who ?? "somebody")))} answered.`;
  return [
    el("p", { text: `${count(state.pending.length, "question")} ${state.pending.length === 1 ? "waits" : "wait"} for others. ${state.policy.words}.` }),
    same ? el("p", { class: "note", text: needs[0] }) : null,
    el("ul", { class: "plain-list waiting" }, shown.map((ballot, at) => el("li", {},
      el("p", { class: "words" }, about(ballot.words, ballot.question, state.attributes)),
      el("p", { class: "quiet", text: same ? answered(ballot.votes) : `${answered(ballot.votes)} ${needs[at]}` })))),
    more > 0 ? el("p", { class: "quiet", text: `and ${count(more, "more question")}` }) : null,
  ];
}

/** Nothing was answered that others have yet to answer: they have the rest, or
 * it hangs on something else. */
function left(room) {
  const { state } = room;
  const busy = asked(state);
  const limit = state.me.about ? ` You are asked about ${list(state.me.about)} only.` : "";
  if (busy.length > 0) return el("p", { text: `What is left to ask is before ${list(busy)}, or depends on what they answer.${limit}` });
  if (state.disagreements.length + state.disputes.length > 0) {
    return el("p", {}, "What is left hangs on disagreements: come to terms about them under ",
      el("a", { href: address(room.name, "unsettled"), text: "Unsettled" }), `, and it goes on.${limit}`);
  }
  if (others(state).length > 0) return el("p", { text: `Nothing is left to ask the people who are here.${limit}` });
  const who = state.me.about ? `${limit.trim()} What is left to ask is about more, and nobody else is here who could answer it.`
    : "Nothing is left that could be asked now, and nobody else is here who could answer.";
  return el("p", { text: `${who}${room.isOwner ? " Invite somebody." : ""}` });
}

/** What one waits for. */
export function waiting(room) {
  const { state } = room;
  const open = state.open.length + state.disagreements.length;
  const link = (view, text) => el("a", { class: "button", href: address(room.name, view), text });
  return [
    el("h1", { class: "asked", tabindex: -1, text: state.pending.length > 0 ? "Waiting for others to answer" : "Nothing for you at the moment" }),
    state.pending.length > 0 ? pending(room) : left(room),
    el("p", { class: "quiet", text: "The next question appears here by itself." }),
    el("div", { class: "actions" },
      room.isOwner && others(state).length === 0 ? [link("people", "Invite somebody"), link("setup", "Whose word counts")] : null,
      open > 0 ? link("unsettled", count(open, "unsettled question")) : null),
  ];
}

/** What the words of waiting depend on. */
export function waitingKey({ pending, people, policy, disagreements, disputes }) {
  return [pending, people, policy, disagreements.length, disputes.length];
}

/** The server could not go on: why, and what to do about it. */
export function stuck(room, words) {
  return [
    el("p", { class: "seal bad" }, el("span", { "aria-hidden": "true", text: "!" }), " A problem"),
    el("h1", { class: "asked", tabindex: -1, text: "The server cannot go on" }),
    el("p", { class: "error pre", role: "alert", text: words }),
    el("p", { text: room.isOwner
      ? "See that there is room on the server’s disk, that its folder can be written, and that no other program changes the journal; the server’s log has more. It is tried again by itself."
      : `Tell ${list(room.owners, "or")}, who can see to the server. It is tried again by itself.` }),
    el("p", { class: "quiet", text: "Everything that was acknowledged is kept, and can be looked at." }),
    el("div", { class: "actions" }, button("Try again now", () => room.live.refresh())),
  ];
}
