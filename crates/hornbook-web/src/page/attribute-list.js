// Attributes as people list them, and as the command's files have them: one a line, with how
// to say it and what it means after |, or with commas if it is one line. And tables, which
// are told from lists.

/** The attributes in a text, each with its phrase and description if it has one. Lines that
 * begin with # do not count. */
export function listedAttributes(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const parts = lines.length === 1 && !lines[0].includes("|") ? separated(lines[0]) : lines;
  const found = new Map();
  for (const part of parts) {
    const [name, phrase = "", description = ""] = part.replace(/^[-*•]\s+/, "").split("|").map((field) => field.trim());
    if (name !== "" && !found.has(name)) found.set(name, { name, ...(phrase ? { phrase } : {}), ...(description ? { description } : {}) });
  }
  return [...found.values()];
}

/** Names with commas between them; those that have commas stand in quotes. */
function separated(line) {
  return [...line.matchAll(/\s*(?:"([^"]*)"|([^,;]+))\s*(?:[,;]|$)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** Files that are tables, whatever is in them. */
const TABLES = /\.(csv|tsv|tab|cxt|dat|fimi|json|jsonl|ctx|gz|zst|parquet|arrow|feather|xlsx|xls|ods|arff)$/i;
/** So many bytes of a file are a list at most. */
export const LONGEST_LIST = 1 << 20;

/** Whether a file is a table by its name. */
export const isTableName = (name) => TABLES.test(name);

/** A name by which a text that is a table can be read; null if it is a list. */
export function tableName(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  if (lines[0].trim() === "B") return "pasted.cxt";
  if (/^\s*[[{]/.test(lines[0])) return lines.every((line) => line.trim().startsWith("{")) ? "pasted.jsonl" : "pasted.json";
  if (lines.every((line) => /^\s*\d+(\s+\d+)*\s*$/.test(line))) return "pasted.dat";
  for (const [sign, ending] of [["\t", "tsv"], [",", "csv"], [";", "csv"]]) {
    const fields = lines.map((line) => line.split(sign).length);
    // Lists may have a comma here and there; the rows of a table have as many each.
    if (fields[0] > 1 && fields.every((many) => many === fields[0])) return `pasted.${ending}`;
  }
  return null;
}
