"""What of a table may be read otherwise than people mean it."""

import re

ID_NAME = re.compile(r"(^|[_ .-])(id|ids|uuid|guid|zip|zipcode|fips|phone|isbn|ssn|key|code)$|[a-z]I[dD]$", re.IGNORECASE)
DATE = re.compile(
    r"^\W*(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}:\d{2}(:\d{2})?"
    r"|.*\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\d.*|\d{4}\s?[QqMm]\d{1,2})", re.IGNORECASE)
MANY_ATTRIBUTES = 300


def share(values, fits):
    return sum(1 for value in values if fits(value)) / len(values) if values else 0


def mostly_number(value):
    return bool(re.match(r"^[^\w]*[-+]?[\d.,]*\d[\d., ]*\W?[a-zA-Z%]{0,4}$", value))


def flags_of_column(column, values):
    """Flags of one column, as pairs of a kind and what was seen."""
    kind, why, written = column["kind"], column["why"] or "", column["written"] or ""
    samples = " | ".join(value[:40] for value in values[:3])
    name, attributes = column["column"], column["attributes"]
    seen = f"{name}: {samples}"
    if "dates" in written or "months" in written or "times" in written:
        yield "dates recognised", f"{seen}  [{written}]"
    elif written:
        yield "notation recognised", f"{seen}  [{written}] {', '.join(attributes[:3])}"
    if kind == "several":
        yield "several values", f"{seen}  [{', '.join(attributes[:5])}]"
    texts = "different texts" in why
    if (texts or kind == "nominal") and not written and values and not re.search(r"\.(year|month|weekday|hour)$", name):
        words = share(values, mostly_number) < 1
        if words and share(values, lambda value: DATE.match(value)) > 0.8:
            yield "dates not recognised", f"{seen}  [{len(values)} values, {kind}]"
        elif words and share(values, mostly_number) > 0.6:
            odd = [value for value in values if not mostly_number(value)][:3]
            yield "numbers that stayed text", f"{seen}  [{len(values)} values, {kind}; others: {' | '.join(odd)}]"
    if texts and (count := int(why.split()[0])) <= 60:
        yield "21 to 60 texts left out", f"{seen}  [{count} values]"
    if kind == "boolean" or "no is a value" in why:
        if {value.lower() for value in values} - {"0", "1", "0.0", "1.0", "yes", "no", "true", "false", "y", "n", "t", "f"}:
            yield "yes and no of other words", f"{seen}  [{', '.join(attributes)}; {why}]"
    if attributes and ID_NAME.search(name) and len(values) > 12:
        yield "named like an id, and used", f"{seen}  [{kind}; {', '.join(attributes[:3])}]"
    long = [attribute for attribute in attributes if re.search(r"\d{10}|\.\d{6}|\de[+-]?\d", attribute)]
    if long:
        yield "long numbers", f"{seen}  [{', '.join(long[:3])}]"


def flags_of_table(described, cells):
    for column in described["columns"] or []:
        values = cells.get(column["column"], [])
        yield from flags_of_column(column, values)
    if described["attributes"] == 0:
        yield "no attributes", f"{described['rows']} rows, {len(described['columns'] or [])} columns"
    if described["attributes"] > MANY_ATTRIBUTES:
        yield "many attributes", f"{described['attributes']} attributes of {len(described['columns'] or [])} columns"
