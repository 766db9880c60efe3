"""The cells of a table as they stand in its file, read without Hornbook."""

import csv
import io
import json

MOST_ROWS = 5000
MISSING = {"", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "-", "."}


def text_of(path):
    content = path.read_bytes()
    for encoding in ("utf-8-sig", "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "latin-1"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""


def columns_of(path, names):
    """For each of the names, the cells of the column, as far as it is found."""
    if path.suffix == ".json":
        records = json.loads(path.read_text(encoding="utf-8-sig"))[:MOST_ROWS]
        return {name: ["" if record.get(name) is None else str(record.get(name)) for record in records] for name in names}
    text = text_of(path)
    best = (-1, {})
    csv.field_size_limit(10_000_000)
    for delimiter in ",;\t|:":
        try:
            rows = [row for _, row in zip(range(MOST_ROWS), csv.reader(io.StringIO(text), delimiter=delimiter)) if row]
        except csv.Error:
            continue
        for at, row in enumerate(rows[:30]):
            places = {cell.strip(): place for place, cell in enumerate(row)}
            found = {name: places[name] for name in names if name in places}
            if len(found) > best[0] and found:
                cells = {name: [row[place].strip() for row in rows[at + 1:] if place < len(row)]
                         for name, place in found.items()}
                best = (len(found), cells)
        width = len(rows[0]) if rows else 0
        if best[0] < 1 and names and width == len(names) > 1:
            # Without a header, columns are what their places say.
            best = (0, {name: [row[at].strip() for row in rows if at < len(row)] for at, name in enumerate(names)})
    return best[1]


def values_of(cells):
    """The different values, in the order in which they come first."""
    return [value for value in dict.fromkeys(cells) if value not in MISSING]
