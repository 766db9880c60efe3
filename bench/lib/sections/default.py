"""What `hornbook learn TABLE` does without any option, on tables of many kinds.

Each has to end within ten seconds and one gigabyte on two cores, and to say what was
certified. Where that is missed, the comparison ends with an error.
"""

import re

import measure
import registry
from bench import case
from measure import Entry
from place import NotAtHand
from sections.frequent import Others

SECONDS, MEMORY = 10, 1e9
PATIENCE = 3  # times the bar: what takes longer is stopped
TOOL = "hornbook learn"
KNOWN = (("MAGIC", "magic"), ("diamonds", "diamonds"), ("letter", "letter"), ("digits", "optdigits"), ("ring", "ring"),
         ("Mushroom", "mushroom"), ("Chess", "chess"))
COUNT = re.compile(r"^([\d,]+) rules?\b")


def told(text):
    """How many rules, and the sentence after that: what was certified."""
    lines = [line.strip() for line in text.splitlines()]
    for at, line in enumerate(lines):
        if COUNT.match(line):
            says = lines[at + 1] if at + 1 < len(lines) else ""
            return {"rules": int(COUNT.match(line)[1].replace(",", "")), "certified": says}
    return {}


def missed(name, result):
    """Which bars a run is over, in words."""
    if result["failure"]:
        return [f"{name}: {result['failure']}"]
    found = []
    if result["wall"] > SECONDS:
        found.append(f"{name}: {result['wall']:.1f} s")
    if result["memory"] > MEMORY:
        found.append(f"{name}: {result['memory'] / 1e9:.2f} GB")
    if not result.get("certified", "").startswith("Every rule"):
        found.append(f"{name}: it is not said what was certified")
    return found


def size(path):
    """Rows and columns of a CSV file with a header."""
    with open(path) as file:
        return file.readline().count(",") + 1, sum(1 for _ in file)


def ours(bench, path):
    stderr = bench.place.scratch / "stderr"
    return Entry(TOOL, [bench.hornbook, "learn", path], PATIENCE * SECONDS,
                 facts=lambda _: told(stderr.read_text(errors="replace")))


def run(bench, optional):
    others, cases, over, absent = Others(), [], [], []
    for name, table in [*KNOWN, ("2,000 columns of 20 values", None)]:
        bench.say(f"without options: {name}")
        try:
            path = registry.table(bench.place, table) if table else bench.table("nominal", 1000, 2000, 20)
        except NotAtHand as reason:
            bench.say(f"  not at hand: {reason}")
            absent.append(f"{name}: not at hand: {reason}")
            continue
        results = measure.side_by_side([ours(bench, path)], bench.limits.memory, bench.place.scratch, 2, bench.say)
        columns, rows = size(path)
        over += missed(name, results[0])
        cases.append(case(name, results, rows=rows, columns=columns))
    return {"cases": cases, "missed": over, "absent": absent, "others": others.cores(), "seconds": SECONDS,
            "memory": MEMORY}
