// What is certified, in words, and a check beside it that anybody can make.

import { el } from "./dom.js";
import { address } from "./router.js";
import { count } from "./words.js";

/** The rules tried out on some objects, of which a little is told. */
export function triedOut({ tried_out: lines = [] }) {
  if (lines.length === 0) return null;
  return el("section", { class: "tried", "aria-label": "Tried out" },
    el("h2", { text: `Tried out on ${count(lines.length, "object")}` }),
    el("p", { class: "quiet", text: "Drawn at random, two attributes told of each: what do the rules say? Look whether it is right." }),
    el("ul", {}, lines.map((text) => el("li", { text }))));
}

/** The certificate of an exploration; `foot` is what stands below. */
export function certificate(room, foot) {
  const { accuracy, certified, open, rules } = room.state;
  const hangs = certified.set_aside > accuracy.epsilon;
  return [
    el("p", { class: "seal" }, el("span", { "aria-hidden": "true", text: hangs ? "?" : "✓" }), hangs ? " Certified, but for what nobody knew" : " Certified"),
    el("h1", { class: "asked", tabindex: -1 }, `Your domain is described by ${count(rules.length, "rule")}`),
    el("div", { class: "meaning" },
      el("p", { class: "pre", "data-certificate": true, text: certified.words })),
    el("div", { class: "actions" },
      el("a", { class: "button primary", href: address(room.name, "rules"), text: "See the rules" }),
      el("a", { class: "button", href: `/e/${encodeURIComponent(room.name)}/report`, target: "_blank", rel: "noopener", text: "Printable report" }),
      el("a", { class: "button", href: address(room.name, "export"), text: "Export" }),
      open.length > 0 ? el("a", { class: "button", href: address(room.name, "unsettled"), text: count(open.length, "open question") }) : null,
      room.isOwner ? el("a", { class: "button", href: address(room.name, "setup"), text: "Ask for more" }) : null),
    triedOut(certified),
    el("p", { class: "quiet", text: "Which answers a rule rests on, and who gave them, is told with each rule. If an answer is taken back or an attribute added, the certificate ends, and questions go on." }),
    el("div", { class: "foot" }, foot),
  ];
}
