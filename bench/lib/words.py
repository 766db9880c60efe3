"""Numbers as they are read: seconds, bytes, ratios, and why one is missing."""


def significant(value, digits=2):
    """A number with so many significant digits, without an exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    text = f"{value:.{digits}g}"
    return f"{float(text):g}"


def seconds(value):
    if value < 0.0995:
        return f"{significant(value * 1000)} ms"
    return f"{significant(value, 3)} s"


def memory(value):
    if value < 1e9:
        return f"{significant(value / 1e6)} MB"
    return f"{significant(value / 1e9, 3)} GB"


def ratio(value):
    """Two digits are as much as can be said of a ratio."""
    return f"{float(f'{value:.2g}'):,g}×" if value < 1e6 else f"{value:.0e}×"


def count(value):
    return f"{value:,}"


def short_failure(failure):
    """A failure in a cell; the whole of it stands below the table."""
    if failure.startswith("stopped after"):
        return failure.replace("stopped after", "over")
    if failure.startswith("stopped at"):
        return "out of memory"
    if failure.startswith("not "):
        return failure.partition(":")[0]
    return "failed" if ":" in failure or "code" in failure else "–"


def table(head, rows):
    """A Markdown table. The first column is text, the rest are figures."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def reasons(cases):
    """Sentences that name every tool without a figure, and why; once each."""
    said = {}
    for case in cases:
        for result in case["results"]:
            if result["failure"]:
                said.setdefault((result["tool"], result["failure"]), []).append(case["label"])
    lines = []
    for (tool, failure), labels in said.items():
        everywhere = len(labels) == len(cases) and len(cases) > 1
        where = "" if everywhere else f" ({'; '.join(labels)})"
        lines.append(f"- {tool}{where}: {failure}.")
    return "\n" + "\n".join(lines) + "\n" if lines else ""
