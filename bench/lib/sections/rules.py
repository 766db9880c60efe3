"""Rules without exceptions: ours, and those of miners of association rules.

The miners list every rule at confidence 1 whose premise occurs in some row; ours
are rules from which the rest follows. So the numbers of rules differ by what is
said, not by what is found.
"""

from bench import case
from peers.desbordante import Desbordante
from peers.mlxtend import Mlxtend
from peers.pyfim import Pyfim

SERIES = (10, 15, 20, 25, 30, 40)
LEARN, BASIS = "hornbook learn, ε = 0.01", "hornbook basis"


def ours(bench, path, series=""):
    entries = [
        bench.ours(LEARN, "learn", path, "--epsilon", "0.01"),
        bench.ours(BASIS, "basis", path, "--no-background"),
    ]
    return [bench.ours_in_series(series, entry) for entry in entries]


def run(bench, optional):
    miners = [Mlxtend(), Pyfim(), Desbordante("rules")]
    dependencies = Desbordante("dependencies")
    bench.install([*miners, dependencies])
    bench.say("rules: Zoo")
    path = bench.context(bench.sample("zoo"))
    entries = ours(bench, path) + [bench.theirs(peer, "rules", path) for peer in miners]
    entries.append(bench.theirs(dependencies, "dependencies", bench.sample("zoo")))
    cases = [case("Zoo", bench.side_by_side(entries))]
    for attributes in SERIES if bench.scale == "full" else SERIES[:3]:
        bench.say(f"rules: 1000 × {attributes}, density 0.2")
        path = bench.context(bench.table("random", 1000, attributes, 0.2))
        entries = ours(bench, path, "rules") + [bench.theirs(peer, "rules", path) for peer in miners]
        results = bench.side_by_side(entries)
        bench.give_up("rules", results)
        cases.append(case(f"random 1000 × {attributes}, density 0.2", results, attributes=attributes))
    return {"cases": cases}
