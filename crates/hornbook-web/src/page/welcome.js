// What somebody is told who was invited and comes for the first time.

import { button, el } from "./dom.js";
import { startTour } from "./tour.js";
import { list } from "./words.js";

/** So many attributes are named. */
const NAMED = 6;

function attributes(state) {
  const names = state.attributes.slice(0, NAMED).map(({ name }) => name);
  const more = state.attributes.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : list(names);
}

/** How long it may take, as far as that is known. */
function howLong(state) {
  if (state.certified) return "All that was wanted is certain already; there may be nothing left for you.";
  const words = state.standing?.remaining?.words;
  const left = words ? `What is still to come is estimated beside the question, for all who take part together: ${words}.` : "How much is left is estimated beside the question.";
  return `${left} One answer helps already. Stop whenever you like, and come back in this browser.`;
}

const PARTS = {
  expert: (state) => [
    ["What is expected of you", "Answer from what you know. If there is an exception, name it: that is the best answer of all. “Don’t know” and “Later” are good answers, too; nobody expects you to know everything."],
    ["How long", howLong(state)],
    ["Nothing is lost", "Each answer is saved the moment you give it, under your name. You can take it back or change it at any time; typing that you did not send is kept while the page is open."],
  ],
  reader: () => [
    ["What is expected of you", "Nothing: you look on. You see every rule, every object and every answer as it comes in."],
    ["How long", "As long as you like. Come back at any time in this browser."],
    ["Nothing is lost", "You cannot change anything by looking around."],
  ],
};

/** A card above what is shown; `done` is called when it was read. */
export function welcome(room, done) {
  const { state } = room;
  const { me } = state;
  const hosts = room.owners.filter((name) => name !== me.who);
  const parts = (PARTS[me.role] ?? PARTS.expert)(state);
  const intro = `Hornbook learns which rules hold in a domain by asking those who know it: whether whatever has one thing always has another. Here it is about ${attributes(state)}.`;
  const about = me.about ? ` You are asked about ${list(me.about)} only.` : "";
  return el("section", { class: "card welcome-guest", "aria-labelledby": "welcome-title" },
    el("h1", { id: "welcome-title", tabindex: -1, text: `Welcome to “${state.title}”, ${me.who}` }),
    el("p", { text: `${hosts.length > 0 ? `${list(hosts)} invited you. ` : ""}${intro}${about}` }),
    el("dl", {}, parts.map(([title, text]) => el("div", {}, el("dt", { text: title }), el("dd", { text })))),
    el("div", { class: "actions start" },
      button(me.role === "reader" ? "Look around" : "Begin", done, { class: "primary", "data-begin": true }),
      button("Take the tour first (two minutes)", () => { done(); startTour(room); })));
}
