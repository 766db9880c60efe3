"""Exact canonical basis: all implications of a table, in as few rules as can be.

Every tool reads the same context file. Ours also writes the rules to a file,
with their supports; the others only count them.
"""

from bench import case
from measure import Entry
from peers.caspailleur import Caspailleur
from peers.fcar import FcaR
from peers.odis import Odis

ONE, TWO = "hornbook, 1 thread", "hornbook, 2 threads"
SERIES = (20, 30, 40, 50, 60, 80)


def inputs(bench):
    """Name and table of each input."""
    found = [
        ("Zoo", bench.sample("zoo")),
        ("Breast Cancer", bench.sample("breast-cancer")),
        ("random 100 × 50, density 0.2", bench.table("random", 100, 50, 0.2)),
        ("random 500 × 50, density 0.1", bench.table("random", 500, 50, 0.1)),
    ]
    if bench.scale == "full":
        found += [
            ("random 500 × 50, density 0.2", bench.table("random", 500, 50, 0.2)),
            ("mushroom-like 8124 × 119", bench.table("mushroom", 8124)),
            ("random 200 × 30, density 0.5", bench.table("random", 200, 30, 0.5)),
        ]
    return found


def ours(bench, path, threads):
    tool = ONE if threads == 1 else TWO
    if bench.has_option("basis", "--threads"):
        return bench.ours(tool, "basis", path, "--no-background", "--threads", threads)
    if threads == 1:
        return bench.ours(tool, "basis", path, "--no-background")
    return Entry(tool, absent="this version has one thread")


def run(bench, optional):
    peers = [Odis("default"), Odis("optimised"), Caspailleur(), FcaR("fcaR" in optional)]
    bench.install(peers)
    cases, start_up = [], []
    for name, csv in inputs(bench):
        bench.say(f"exact basis: {name}")
        path = bench.context(csv)
        entries = [ours(bench, path, 1), ours(bench, path, 2)]
        entries += [bench.theirs(peer, "basis", path) for peer in peers]
        # Start-up takes its turns with the rest; the least of all is subtracted.
        *results, tiny = bench.side_by_side([*entries, bench.start_up()])
        start_up.append(tiny.get("cpu", 0.0))
        bench.give_up("basis", results, after=3)
        cases.append(case(name, results))
    return {"start_up": min(start_up), "cases": cases, "series": series(bench, peers)}


def series(bench, peers):
    """Random tables of 500 rows, density 0.1, and more and more attributes."""
    cases = []
    for attributes in SERIES if bench.scale == "full" else SERIES[:3]:
        bench.say(f"exact basis: 500 × {attributes}, density 0.1")
        path = bench.context(bench.table("random", 500, attributes, 0.1))
        entries = [bench.ours_in_series("series", ours(bench, path, threads)) for threads in (1, 2)]
        entries += [bench.theirs(peer, "series", path) for peer in peers]
        results = bench.side_by_side(entries, repeats=2)
        bench.give_up("series", results)
        cases.append(case(f"500 × {attributes}", results, attributes=attributes))
    return cases
