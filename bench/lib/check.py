"""Tries the script itself: no network, no peers, a few seconds.

Makes tiny tables, measures only ours, and goes the whole way from a run to the
page and the plots. What is wrong raises an error.
"""

import json
import sys

import figures
import report
from bench import Bench, Limits, case
from measure import Entry, last_json
from place import REPOSITORY
from sections import basis


def expect(condition, what):
    if not condition:
        sys.exit(f"bench/peers --check: {what}")


def cases(bench):
    """Ours on two tiny tables, beside a peer that tells, one that fails and one that hangs."""
    peer = "print('{\"rules\": 3, \"computing\": 0.01}')"
    found = []
    for attributes in (4, 8):
        path = bench.context(bench.table("random", 12, attributes, 0.4))
        entries = [
            basis.ours(bench, path, 1),
            Entry("a peer", [sys.executable, "-c", peer], 5, facts=last_json),
            Entry("a peer that fails", [sys.executable, "-c", "raise SystemExit('no such thing')"], 5),
            Entry("a peer that hangs", [sys.executable, "-c", "while True: pass"], 0.3),
            Entry("a peer that is absent", absent="not at hand: there is none"),
        ]
        found.append(case(f"12 × {attributes}", bench.side_by_side(entries), attributes=attributes))
    return found


def run(place):
    quiet = Bench(place, Limits(10, 5, 4e9, 2), "check", lambda text: None)
    found = cases(quiet)
    ours, peer, fails, hangs, absent = found[1]["results"]
    expect(not ours["failure"] and ours["rules"] > 0, f"ours failed: {ours['failure']}")
    expect(0 < ours["cpu"] < 5 and ours["memory"] > 1e5, "ours was not measured")
    expect(peer["rules"] == 3 and peer["runs"] == 2, "a peer's facts were not read")
    expect(fails["failure"] == "exit code 1: no such thing", f"a failure was told as {fails['failure']!r}")
    expect(hangs["failure"] == "stopped after 0.3 s", f"a limit was told as {hangs['failure']!r}")

    table = place.tables / "mushroom.csv"
    made = quiet.table("mushroom", 300)
    made.rename(table)
    again = quiet.table("mushroom", 300)
    expect(table.read_bytes() == again.read_bytes(), "a table is not the same twice")
    expect(len(set(table.read_text().splitlines())) == 301, "the table has rows twice")

    results = {"version": 1, "scale": "quick", "limit": 5, "minutes": 0.1,
               "machine": dict.fromkeys(("processor", "cores", "system", "rustc", "python", "commit", "date"), "?"),
               "sections": {"basis": {"start_up": quiet.side_by_side([quiet.start_up()])[0]["cpu"], "cases": found, "series": found}}}
    results = json.loads(json.dumps(results))
    page = (REPOSITORY / "docs" / "performance.md").read_text()
    for name in report.blocks(results):
        expect(f"<!-- begin: {name} -->" in page and f"<!-- end: {name} -->" in page, f"the page has no block {name}")
    filled = report.fill(page, report.blocks(results))
    expect("a peer that fails: exit code 1" in filled, "a failure is not in the page")
    expect(report.fill(filled, report.blocks(results)) == filled, "a page filled twice changes")
    expect("12 × 8" in report.everything(results), "the report has no case")
    pictures = figures.all_of(results)
    expect(pictures["basis"].startswith("<svg"), "there is no plot")
    print("bench/peers --check: the script works.")
