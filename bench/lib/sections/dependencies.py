"""Keys and functional dependencies: ours, and those of desbordante.

All smallest dependencies and keys of a CSV file, from its file to their list. Both sides
are the same question, so the numbers must agree; where those of HyFD differ, FDep tells
who is right. HyFD of desbordante 2.5.0 gives dependencies that do not hold on some
tables; its other algorithms do not.

The tables that desbordante shows in its examples are not in its package. Ours are made
here, and stand for what is met in practice: few columns and many rows, many columns and
few rows, and columns that depend on each other.
"""

import json

from bench import case
from measure import Entry
from peers.desbordante import Desbordante

OURS = "hornbook dependencies"


def inputs(bench):
    """Name and table of each input."""
    found = [
        ("Zoo", bench.sample("zoo")),
        ("Breast Cancer", bench.sample("breast-cancer")),
        ("mushroom-like 2000 × 23", bench.table("mushroom", 2000)),
        ("random 10,000 × 12", bench.table("columns", 10_000, 12)),
    ]
    if bench.scale == "full":
        found += [
            ("mushroom-like 8124 × 23", bench.table("mushroom", 8124)),
            ("random 100,000 × 20", bench.table("columns", 100_000, 20)),
            ("random 1000 × 30", bench.table("columns", 1000, 30)),
        ]
    return found


def ours(bench, path):
    found = bench.place.scratch / "dependencies.json"
    argv = [bench.hornbook, "dependencies", path, "--quiet", "--output", found]
    return Entry(OURS, argv, bench.limits.ours, facts=lambda _: facts(found))


def facts(path):
    with open(path) as file:
        found = json.load(file)
    return {"rules": len(found["dependencies"]), "keys": len(found["keys"])}


def run(bench, optional):
    peers = [Desbordante("dependencies"), Desbordante("dependencies-fdep"), Desbordante("keys")]
    bench.install(peers)
    cases = []
    for name, path in inputs(bench):
        bench.say(f"dependencies: {name}")
        results = bench.side_by_side([ours(bench, path)] + [bench.theirs(peer, "dependencies", path) for peer in peers])
        compare(bench, name, results)
        cases.append(case(name, results))
    return {"cases": cases}


def compare(bench, name, results):
    """Says where the numbers differ."""
    mine, *others = results
    for other in others:
        what = "keys" if other["tool"].endswith("keys") else "rules"
        if not mine["failure"] and not other["failure"] and mine[what] != other["rules"]:
            bench.say(f"  {name}: {other['tool']} has {other['rules']}, ours has {mine[what]}")
