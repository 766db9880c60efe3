// Everything as files.

import { room as at } from "./api.js";
import { el } from "./dom.js";

const PARTS = [
  ["Rules", "rules", [["text", "Text", "one rule a line, for people"], ["json", "JSON", "holds everything"], ["csv", "CSV", "premise, conclusion, support"],
    ["conexp-json", "conexp JSON", "for conexp-clj"], ["prolog", "Prolog", "as clauses"], ["dimacs", "DIMACS", "for SAT solvers"]]],
  ["Objects", "context", [["csv", "CSV", "a cross table"], ["tsv", "TSV", "with tabs"], ["cxt", "Burmeister", ".cxt, for FCA tools"], ["fimi", "FIMI", ".dat, item numbers"],
    ["conexp-json", "conexp JSON", "version 1.1"], ["conexp-json-1.0", "conexp JSON", "version 1.0"]]],
];

export class ExportView {
  constructor(room) {
    const base = at(room.name);
    const link = (href, label, more, properties) => el("li", {}, el("a", { href, ...properties }, label), el("span", { class: "quiet", text: ` ${more}` }));
    this.node = el("div", {},
      el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "Export" })),
      el("div", { class: "columns" },
        el("section", { class: "card" }, el("h2", { text: "Report" }), el("ul", { class: "links" },
          link(`/e/${encodeURIComponent(room.name)}/report`, "Printable report", "rules, objects, open questions, certificate", { target: "_blank", rel: "noopener" }),
          link(`${base}/export/report?format=md`, "Markdown", "the same as text", { download: "" }))),
        PARTS.map(([title, part, formats]) => el("section", { class: "card" }, el("h2", { text: title }),
          el("ul", { class: "links" }, formats.map(([format, label, more]) => link(`${base}/export/${part}?format=${format}`, label, more, { download: "" }))))),
        el("section", { class: "card" }, el("h2", { text: "More" }), el("ul", { class: "links" },
          link(`${base}/export/journal`, "Journal", "everything that was said; goes on with hornbook explore", { download: "" }),
          link(`${base}/diagram.svg`, "Diagram", "of the objects, as SVG", { download: `${room.name}.svg` })))));
  }

  update() {}
}
