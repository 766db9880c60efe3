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
from sections import basis, default, frequent


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


class NoPeer:
    """A peer that is not at hand."""

    name = "no peer"


def frequent_rules(bench):
    """The section on a few baskets, ours alone, beside a peer that is not at hand."""
    path = bench.table("retail", 150, 20, extension=".dat")
    bench.absent[NoPeer.name] = "not at hand: there is none"
    found = frequent.without_exceptions(bench, "baskets", path, [], NoPeer)
    fewest, *_, most = [each["results"][0] for each in found]
    expect(not most["failure"] and most["rules"] > fewest["rules"], "smaller supports do not give more rules")
    agree = [frequent.agreement(bench, "baskets", path, 3, [])]
    expect(agree[0]["ours"] > 0 and not frequent.disagreements(agree), "our frequent rules do not hold")
    expect(frequent.disagreements([{**agree[0], "hold": 0}]), "rules that do not hold are not named")
    rules = [(0b01, 0b10), (0b10, 0b100)]
    expect(frequent.closed(rules, 0b1) == 0b111, "closures are wrong")
    return {"cases": found, "exceptions": frequent.with_exceptions(bench, "baskets", path, []), "agreement": agree,
            "missed": [], "absent": [], "others": 0.1, "limit": 1, "memory": 1e9}


def without_options(bench):
    """The section's own words, on a sample table."""
    path = bench.sample("zoo")
    result = bench.side_by_side([default.ours(bench, path)])[0]
    expect(not default.missed("Zoo", result), f"learning without options: {default.missed('Zoo', result)}")
    expect(default.missed("Zoo", {**result, "wall": 11.0, "certified": ""}), "a bar that is missed is not named")
    return {"cases": [case("Zoo", [result], rows=101, columns=17)], "missed": [], "absent": [], "others": None,
            "seconds": 10, "memory": 1e9}


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
               "sections": {"basis": {"start_up": quiet.side_by_side([quiet.start_up()])[0]["cpu"], "cases": found, "series": found},
                            "frequent": frequent_rules(quiet), "default": without_options(quiet)}}
    results = json.loads(json.dumps(results))
    page = (REPOSITORY / "docs" / "performance.md").read_text()
    for name in report.blocks(results):
        expect(f"<!-- begin: {name} -->" in page and f"<!-- end: {name} -->" in page, f"the page has no block {name}")
    filled = report.fill(page, report.blocks(results))
    expect("a peer that fails: exit code 1" in filled, "a failure is not in the page")
    expect(report.fill(filled, report.blocks(results)) == filled, "a page filled twice changes")
    expect("Every rule that holds" in filled, "what is certified is not in the page")
    expect("12 × 8" in report.everything(results), "the report has no case")
    pictures = figures.all_of(results)
    expect(pictures["basis"].startswith("<svg"), "there is no plot")
    print("bench/peers --check: the script works.")
