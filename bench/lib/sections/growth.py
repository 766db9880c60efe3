"""How our own time and memory grow: with rows, attributes and density.

`learn` is at ε = 0.01 by its usual method; `basis` is stopped at the limit.
"""

from bench import case
from sections.reading import COLUMNS, DENSITY, DISTINCT, LIMIT

LEARN, BASIS = "learn", "basis"

# Each series: its name, what grows, and the tables.
FULL = {
    "rows, 3000 different": ("rows", [(10**n, "repeated", 10**n, DISTINCT, COLUMNS, DENSITY) for n in range(3, 8)]),
    "rows, all different": ("rows", [(n, "random", n, COLUMNS, DENSITY) for n in (1000, 10_000, 100_000)]),
    "attributes": ("attributes", [(n, "random", 1000, n, 0.1) for n in (30, 60, 100, 200, 300, 600, 1000)]),
    "density": ("density", [(d, "random", 1000, 100, d) for d in (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)]),
}
QUICK = {name: (what, tables[:2]) for name, (what, tables) in FULL.items()}


def run(bench, optional):
    cases = []
    for series, (what, tables) in (FULL if bench.scale == "full" else QUICK).items():
        for at, kind, *arguments in tables:
            bench.say(f"growth with {series}: {at:,}")
            path = bench.table(kind, *arguments)
            entries = [
                bench.ours(LEARN, "learn", path, "--epsilon", "0.01"),
                bench.ours(BASIS, "basis", path, "--no-background"),
            ]
            entries[1].limit /= 2  # it grows without bound, and most series end at the limit
            if path.stat().st_size > 1e9:
                entries[0].limit = entries[1].limit = LIMIT
            results = bench.side_by_side([bench.ours_in_series(series, entry) for entry in entries], repeats=2)
            bench.give_up(series, results)
            cases.append(case(series, results, at=at, what=what))
    return {"cases": cases}
