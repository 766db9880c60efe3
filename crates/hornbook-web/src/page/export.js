// Everything as files.

import { room as at } from "./api.js";
import { el, put } from "./dom.js";
import { count } from "./words.js";

const PARTS = [
  ["Rules", "rules", [["text", "Text", "one rule a line, for people"], ["json", "JSON", "holds everything"], ["csv", "CSV", "premise, conclusion, support"],
    ["conexp-json", "conexp JSON", "for conexp-clj"], ["prolog", "Prolog", "as clauses"], ["dimacs", "DIMACS", "for SAT solvers"]]],
  ["Objects", "context", [["csv", "CSV", "a cross table"], ["tsv", "TSV", "with tabs"], ["cxt", "Burmeister", ".cxt, for FCA tools"], ["fimi", "FIMI", ".dat, item numbers"],
    ["conexp-json", "conexp JSON", "version 1.1"], ["conexp-json-1.0", "conexp JSON", "version 1.0"]]],
];

/** Formats that cannot say that something is not known. */
const WITHOUT_UNKNOWN = ["fimi", "conexp-json", "conexp-json-1.0"];

export class ExportView {
  constructor(room) {
    this.note = el("p", { class: "quiet", hidden: true });
    /** The links of these formats, with where they lead. */
    this.whole = [];
    const base = at(room.name);
    const link = (href, label, more, properties) => el("li", {}, el("a", { href, ...properties }, label), el("span", { class: "quiet", text: ` ${more}` }));
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Export" })),
      el("div", { class: "columns" },
        el("section", { class: "card" }, el("h2", { text: "Report" }), el("ul", { class: "links" },
          link(`/e/${encodeURIComponent(room.name)}/report`, "Printable report", "rules, objects, open questions, certificate", { target: "_blank", rel: "noopener" }),
          link(`${base}/export/report?format=md`, "Markdown", "the same as text", { download: "" }))),
        PARTS.map(([title, part, formats]) => el("section", { class: "card" }, el("h2", { text: title }), part === "context" ? this.note : null,
          el("ul", { class: "links" }, formats.map(([format, label, more]) => {
            const item = link(`${base}/export/${part}?format=${format}`, label, more, { download: "" });
            if (part === "context" && WITHOUT_UNKNOWN.includes(format)) this.whole.push([item.querySelector("a"), `${base}/export/${part}?format=${format}`]);
            return item;
          })))),
        el("section", { class: "card" }, el("h2", { text: "More" }), el("ul", { class: "links" },
          link(`${base}/export/journal`, "Journal", "everything that was said; goes on with hornbook explore", { download: "" }),
          link(`${base}/diagram.svg`, "Diagram", "of the objects, as SVG", { download: `${room.name}.svg` })))));
  }

  /** What is not known is never written as no: formats that cannot tell it get the objects
   * of which everything is known, and it says so. */
  update({ objects, attributes }) {
    const partly = objects.filter((object) => object.has.length + object.lacks.length < attributes.length).length;
    this.note.hidden = partly === 0;
    put(this.note, `Of ${count(partly, "object")} not everything is known: “?” says so. FIMI and conexp JSON cannot, and are written without ${partly === 1 ? "it" : "them"}.`);
    for (const [link, address] of this.whole) link.href = partly > 0 ? `${address}&whole_objects=true` : address;
  }
}
