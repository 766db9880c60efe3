// A table on its way in: chosen, dropped or pasted; what its columns become, with the
// first rows; and what it is, everything or examples.

import { Refused, post, upload } from "./api.js";
import { button, debounce, el, fresh, put } from "./dom.js";
import { count } from "./words.js";

const ACCEPT = ".csv,.tsv,.tab,.txt,.cxt,.dat,.fimi,.json,.jsonl,.ctx,.gz,.zst,.parquet,.arrow,.feather,.xlsx,.xls,.xlsb,.ods,text/csv";
/** What can be made of a column, as the command calls it. */
const METHODS = [["", "as found"], ["boolean", "yes or no"], ["nominal", "one of its values"], ["several", "several values"],
  ["intervals", "intervals"], ["ordinal", "at least…"], ["interordinal", "at least… and less than…"]];
const CUTS = ["intervals", "ordinal", "interordinal"];
const MISSING = [["", "as usual"], ["unknown", "stay unknown"], ["absent", "count as no"], ["value", "are a value of their own"], ["drop", "leave their rows out"]];
/** Changes are sent when nobody has changed anything for so many milliseconds. */
const QUIET = 250;

export class TableUpload {
  /** `chosen` hears the name of each new file, `changed` that another way was chosen. */
  constructor({ chosen, changed }) {
    this.heard = { chosen, changed };
    this.table = null;
    this.sent = 0;
    const file = fresh("file");
    this.file = el("input", { type: "file", id: file, accept: ACCEPT, onchange: () => this.file.files[0] && this.take(this.file.files[0]) });
    const paste = fresh("paste");
    this.pasted = el("textarea", { id: paste, rows: 4, spellcheck: "false", placeholder: "name\thair\tlegs\ncat\tyes\t4", oninput: debounce(QUIET * 2, () => this.paste()) });
    this.status = el("p", { class: "hint", role: "status" });
    this.error = el("p", { class: "error", role: "alert" });
    this.shown = el("div", { class: "table-look" });
    this.drop = el("div", { class: "table-drop" },
      el("div", { class: "field" }, el("label", { for: file, text: "Table" }), this.file,
        el("p", { class: "hint", text: "CSV, TSV, Excel, Parquet or Arrow with a row for each object, Burmeister’s .cxt, conexp’s .json, or .dat. Or drop it here." })),
      el("details", { class: "paste" }, el("summary", { text: "Paste cells from a spreadsheet" }),
        el("div", { class: "field" }, el("label", { for: paste, text: "Cells, with the names of the columns in the first line" }), this.pasted)));
    this.node = el("div", { class: "table-upload" }, this.drop, this.status, this.error, this.shown);
    // The form takes what is dropped; here it is shown that it would.
    const over = (on) => () => this.drop.classList.toggle("over", on);
    this.node.addEventListener("dragover", over(true));
    this.node.addEventListener("dragleave", over(false));
    this.node.addEventListener("drop", over(false));
    this.later = debounce(QUIET, () => this.look());
  }

  /** Whether the table is everything, so that its rules can be had at once. */
  get isEverything() {
    return this.options?.everything ?? false;
  }

  /** Whether there is a table, or one on its way. */
  get isChosen() {
    return this.source !== undefined;
  }

  /** What the table goes by, once it is there. */
  get name() {
    return this.table?.id ?? null;
  }

  paste() {
    const text = this.pasted.value;
    if (text.trim() === "") return;
    this.take(new File([text], "pasted.csv", { type: "text/csv" }));
  }

  /** Takes a file up: it is sent, and kept there for a while. */
  async take(file) {
    this.options = { everything: this.isEverything, scale: {}, read: {} };
    this.source = file;
    this.heard.chosen(file.name);
    this.table = null;
    await this.send(() => upload("/api/tables", { file: file.name, everything: String(this.isEverything) }, file), `Reading ${file.name}…`);
  }

  /** Looks again after something was changed. */
  async look() {
    const options = this.options;
    this.isChanged = false;
    // What was chosen while the file was on its way counts when it is there.
    if (!this.table) await this.underWay;
    if (!this.table) return;
    await this.send(async () => {
      try {
        return await post(`/api/tables/${this.table.id}`, options);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 404) throw error;
        // It was kept for a while, and that is over.
        const { id } = await upload("/api/tables", { file: this.source.name }, this.source);
        return post(`/api/tables/${id}`, options);
      }
    }, "Looking again…");
  }

  send(act, words) {
    this.underWay = this.exchange(act, words);
    return this.underWay;
  }

  async exchange(act, words) {
    this.sent += 1;
    const number = this.sent;
    this.status.textContent = words;
    this.error.textContent = "";
    try {
      const table = await act();
      if (number !== this.sent) return;
      this.table = table;
      this.draw();
    } catch (error) {
      if (number !== this.sent) return;
      // What was shown before is what is there: a change that makes no sense changes nothing.
      if (!this.table) put(this.shown);
      this.error.textContent = error.message;
    }
    this.status.textContent = "";
  }

  /** Waits until the table and everything that was changed is known to the server;
   * tells whether it can be used. */
  async settled() {
    this.later.cancel();
    if (this.isChanged) await this.look();
    await this.underWay;
    return this.table !== null && this.error.textContent === "";
  }

  change(act) {
    act(this.options);
    this.isChanged = true;
    this.later();
  }

  draw() {
    const { table } = this;
    const focused = document.activeElement?.dataset?.field;
    const different = table.different < table.rows - table.rows_left_out ? `, ${table.different.toLocaleString("en")} different` : "";
    const left = table.rows_left_out > 0 ? `; ${count(table.rows_left_out, "row")} left out for missing values` : "";
    put(this.shown,
      this.purpose(),
      el("p", { class: "table-size", text: `${count(table.rows, "row")}${different}, ${table.has_columns ? `${count(table.columns.length + table.columns_left_out, "column")}, ` : ""}${count(table.attributes, "attribute")}${left}.` }),
      table.remarks.length > 0 ? el("ul", { class: "table-remarks" }, table.remarks.map(({ words }) => el("li", { text: words }))) : null,
      table.has_columns ? [this.columns(), this.reading()] : el("p", { class: "quiet", text: "The table has attributes already, so that nothing is to be said of columns." }),
      this.preview());
    if (focused) this.shown.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  purpose() {
    const name = fresh("purpose");
    const way = (everything, title, text) => el("label", {},
      el("input", { type: "radio", name, value: everything ? "everything" : "examples", checked: this.isEverything === everything, "data-field": `purpose ${everything}`,
        onchange: () => { this.change((options) => { options.everything = everything; }); this.heard.changed(); } }),
      el("span", {}, el("strong", { text: title }), el("span", { class: "quiet", text })));
    return el("fieldset", { class: "segmented purpose" }, el("legend", { text: "What is this table?" }),
      way(false, "These are examples", "There is more than these rows: you are asked about what they leave open."),
      way(true, "This table is everything", "Its rules are shown at once, without questions, with how many rows bear each out."));
  }

  columns() {
    const { columns, columns_left_out: more } = this.table;
    const head = ["Use", "Column", "Becomes", "Attributes", "For example", "Why"];
    return el("div", {},
      el("h2", { text: "Columns" }),
      el("div", { class: "scroll" }, el("table", { class: "grid column-list" },
        el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col", text })))),
        el("tbody", {}, columns.map((column) => this.column(column))))),
      more > 0 ? el("p", { class: "quiet", text: `${count(more, "more column")}, which are used as they were found.` }) : null);
  }

  column({ column, kind, becomes, why, examples, cuts, attributes, attribute_count: all }) {
    const isUsed = kind !== "dropped";
    const told = this.options.scale[column] ?? "";
    const [method] = told.split(":");
    const use = el("input", { type: "checkbox", checked: isUsed, "aria-label": `Use ${column}`, "data-field": `use ${column}`,
      onchange: () => this.change(({ scale }) => {
        if (use.checked) scale[column] = "nominal";
        else scale[column] = "drop";
        if (use.checked && method === "drop") delete scale[column];
        if (this.options.id === column) delete this.options.id;
      }) });
    const names = el("option", { value: "id", text: "the names of the rows" });
    const select = el("select", { "aria-label": `What ${column} becomes`, "data-field": `becomes ${column}`, disabled: !isUsed, onchange: () => this.become(column, kind, select.value) },
      METHODS.map(([value, text]) => el("option", { value, text: value === "" ? `as found: ${becomes}` : text })), names);
    select.value = kind === "identifier" ? "id" : CUTS.includes(method) || METHODS.some(([value]) => value === method) ? method : "";
    const cut = CUTS.includes(kind) ? el("input", {
      type: "text", class: "cuts", "aria-label": `Where ${column} is cut`, "data-field": `cuts ${column}`, value: cuts.join(", "), placeholder: "18, 65",
      onchange: (event) => this.change(({ scale }) => { scale[column] = event.target.value.trim() === "" ? kind : `${kind}:${event.target.value.replaceAll(" ", "")}`; }),
    }) : null;
    const shown = attributes.join(", ") + (all > attributes.length ? `, … (${all})` : "");
    return el("tr", { class: isUsed ? "" : "left-out", "data-column": column },
      el("td", {}, use), el("th", { scope: "row", text: column }), el("td", {}, isUsed ? select : el("span", { text: becomes }), cut),
      el("td", { text: shown }), el("td", { class: "column-examples", text: examples.join(" · ") }), el("td", { class: "column-why", text: why }));
  }

  /** Makes something of a column. */
  become(column, kind, value) {
    this.change((options) => {
      const { scale } = options;
      delete scale[column];
      if (value === "id") options.id = column;
      else {
        if (value !== "") scale[column] = value;
        if (options.id === column) delete options.id;
        // What was found to name the rows is to be something else.
        if (kind === "identifier" && value !== "") options.id = "";
      }
    });
  }

  /** How the cells are read, and what becomes of those that are missing. */
  reading() {
    const { read } = this.options;
    const field = (label, input) => { input.id = fresh("read"); return el("div", { class: "field" }, el("label", { for: input.id, text: label }), input); };
    const set = (name, value) => this.change((options) => { if (value === "" || value === null) delete options.read[name]; else options.read[name] = value; });
    const select = (name, choices) => {
      const input = el("select", { "data-field": `read ${name}`, onchange: () => set(name, input.value) }, choices.map(([value, text]) => el("option", { value, text })));
      input.value = read[name] ?? "";
      return input;
    };
    const number = (name) => el("input", { type: "number", min: 0, step: 1, placeholder: "as found", value: read[name] ?? "", "data-field": `read ${name}`,
      onchange: (event) => set(name, event.target.value === "" ? null : Number(event.target.value)) });
    const missing = el("select", { "data-field": "missing", onchange: () => this.change((options) => { if (missing.value === "") delete options.missing; else options.missing = missing.value; }) },
      MISSING.map(([value, text]) => el("option", { value, text })));
    missing.value = this.options.missing ?? "";
    const spelled = el("input", { type: "text", value: (read.missing ?? []).join(", "), placeholder: "-9, none", "data-field": "read missing",
      onchange: (event) => set("missing", event.target.value.split(",").map((text) => text.trim()).filter(Boolean)) });
    const sheet = el("input", { type: "text", value: read.sheet ?? "", placeholder: "the first", "data-field": "read sheet", onchange: (event) => set("sheet", event.target.value.trim()) });
    const isWorkbook = /\.(xlsx|xls|xlsb|ods)$/i.test(this.table.file);
    const background = el("input", { type: "checkbox", checked: this.options.background ?? true, "data-field": "background", onchange: () => this.change((options) => { options.background = background.checked; }) });
    const details = el("details", { class: "table-reading", open: this.readingOpen ?? false, ontoggle: () => { this.readingOpen = details.open; } },
      el("summary", { text: "How the file is read, and missing values" }),
      el("div", { class: "fields" },
        field("Missing values", missing), field("Also missing", spelled),
        field("Cells are separated by", select("delimiter", [["", "as found"], ["comma", "commas"], ["semicolon", "semicolons"], ["tab", "tabs"], ["bar", "bars"], ["blanks", "blanks"]])),
        field("Numbers are written", select("decimal", [["", "as found"], ["point", "1.5"], ["comma", "1,5"]])),
        field("Lines that name the columns", number("header_lines")), field("Lines above the table", number("skip")),
        field("Characters", select("encoding", [["", "as found"], ["utf-8", "UTF-8"], ["windows-1252", "Windows-1252, Latin-1"], ["utf-16", "UTF-16"]])),
        isWorkbook ? field("Sheet", sheet) : null),
      el("label", { class: "check" }, background, " Values of one column exclude each other: take that as known"),
      button("As found", () => this.change((options) => { options.read = {}; options.scale = {}; delete options.id; delete options.missing; delete options.background; })));
    return details;
  }

  /** The first rows, and the attributes that they get. */
  preview() {
    const { first_rows: rows, columns, has_columns: has } = this.table;
    if (rows.length === 0) return el("p", { class: "quiet", text: "The table has no rows." });
    const attributes = (row) => row.left_out ? el("em", { text: "left out, since a value is missing" })
      : [row.has.map((name) => el("span", { class: "attribute", text: name })), row.has_more > 0 ? ` and ${row.has_more} more` : null,
        row.unknown.length > 0 ? el("span", { class: "quiet", text: ` not known: ${row.unknown.join(", ")}` }) : null];
    return el("div", {}, el("h2", { text: "The first rows" }),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The first rows" }, el("table", { class: "grid first-rows" },
        el("thead", {}, el("tr", {}, has ? columns.map(({ column }) => el("th", { scope: "col", text: column })) : el("th", { scope: "col", text: "Object" }), el("th", { scope: "col", text: "Attributes" }))),
        el("tbody", {}, rows.map((row) => el("tr", {}, has ? row.cells.map((text) => el("td", { text })) : el("td", { text: row.name ?? "" }), el("td", { class: "row-attributes" }, attributes(row))))))));
  }
}
