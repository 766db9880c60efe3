// Numbers, times and lists as people read them.

import { el } from "./dom.js";

/** `1 rule`, `2 rules`. */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** How many objects these are: equal rows of a table are shown as one. */
export function countOf(objects) {
  return objects.reduce((sum, object) => sum + (object.count ?? 1), 0);
}

/** The same on one line. */
export function together(text) {
  return text.replaceAll(" ", "\u00a0");
}

/** `a`, `a and b`, `a, b and c`. */
export function list(names, last = "and") {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

/** The first few names, and how many there are beyond. */
export function listFew(names, most, last = "and") {
  return names.length <= most + 1 ? list(names, last) : `${names.slice(0, most).join(", ")} ${last} ${names.length - most} more`;
}

/** A sentence: plain text, or pieces of which those that name attributes stand
 * out. */
export function sentence(words) {
  if (typeof words === "string") return [words];
  return (words ?? []).map((piece) => (piece.attribute ? el("span", { class: "attribute", text: piece.text }) : piece.text));
}

/** A sentence about a rule, with its attributes standing out where it says
 * them: premise first, then conclusion, each as it is said, without the verb where
 * several share it, or by its name. */
export function about(words, rule, attributes) {
  if (typeof words !== "string") return sentence(words);
  const forms = (name) => {
    const { said } = attributes.find((attribute) => attribute.name === name) ?? {};
    return said ? [said, said.replace(/^\S+ /, ""), name] : [name];
  };
  const parts = [];
  let from = 0;
  for (const name of [...rule.premise, ...(rule.conclusion ?? [])]) {
    const text = forms(name).find((form) => words.indexOf(form, from) >= 0);
    if (text === undefined) continue;
    const at = words.indexOf(text, from);
    parts.push(words.slice(from, at), el("span", { class: "attribute", text }));
    from = at + text.length;
  }
  return [...parts, words.slice(from)];
}

/** The same without anything standing out. */
export function plain(words) {
  return typeof words === "string" ? words : (words ?? []).map((piece) => piece.text).join("");
}

/** A share as a percentage to two digits, rounded to the safe side. */
export function percent(share) {
  if (share === null || share === undefined) return "";
  if (share >= 1) return "100%";
  if (share <= 0) return "0%";
  const value = share * 100;
  const digits = Math.max(0, 1 - Math.floor(Math.log10(value)));
  const unit = 10 ** digits;
  return `${Number((Math.ceil(value * unit - 1e-9) / unit).toFixed(Math.min(digits, 12)))}%`;
}

/** When something was, shortly. */
export function when(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time ?? "";
  const today = new Date().toDateString() === date.toDateString();
  const clock = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return today ? clock : `${date.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" })}, ${clock}`;
}

/** Time as an element. */
export function timed(time) {
  return el("time", { datetime: time, text: when(time) });
}

/** Whether all words of a search occur in a text. */
export function matches(text, search) {
  const low = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => low.includes(word));
}

/** Rules are the same if they say the same. */
export function sameRule(one, other) {
  return ruleKey(one) === ruleKey(other);
}

/** A rule as text, for comparing. */
export function ruleKey(rule) {
  if (!rule) return "";
  const sorted = (names) => [...(names ?? [])].sort();
  return JSON.stringify([sorted(rule.premise), rule.impossible ? true : sorted(rule.conclusion)]);
}

/** What was answered, as the question was asked. */
export function verdict(kind, question) {
  const words = question.impossible ? { holds: "No, never", fails: "Yes, it can be" } : { holds: "Yes, always", fails: "No, not always" };
  return words[kind] ?? "Don’t know";
}

/** What was told of an object. */
export function objectWords({ name, has, lacks }) {
  const parts = [has.length > 0 ? has.join(", ") : "", lacks.length > 0 ? `not: ${lacks.join(", ")}` : ""].filter(Boolean);
  return `${name || "Something without a name"}${parts.length > 0 ? `: ${parts.join("; ")}` : ""}`;
}

/** An answer with its question, as somebody gave it. */
export function answerWords({ answer, question, holds, object }, words) {
  const said = {
    partly: holds?.length > 0 ? `partly: ${list(holds)}` : "partly", later: "later",
    holds: verdict("holds", question), refuted: verdict("fails", question), unknown: verdict("unknown", question),
  };
  return `${plain(words)} ${said[answer]}.${object ? ` ${objectWords(object)}.` : ""}`;
}

/** An attribute with what was said about it. */
export function attributeWords({ name, phrase, description }) {
  return [name, phrase, description].filter(Boolean).join(": ");
}
