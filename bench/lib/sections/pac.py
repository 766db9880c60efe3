"""Learning with a guarantee. No registry has a peer for it: ours alone.

Uniform distribution and no background knowledge, as in the literature.
"""

from bench import case

PLAIN = ("--no-background", "--distribution", "uniform")


def run(bench, optional):
    shares = ("0.01", "0.001", "0.0001") if bench.scale == "full" else ("0.01", "0.001")
    cases = []
    for name, sample in (("Zoo", "zoo"), ("Breast Cancer", "breast-cancer")):
        for share in shares:
            bench.say(f"guarantee: {name}, ε = {share}")
            options = ("--epsilon", share, *PLAIN)
            path = bench.sample(sample)
            entries = [
                bench.ours("the usual method", "learn", path, *options),
                bench.ours("frugal", "learn", path, *options, "--method", "frugal"),
            ]
            cases.append(case(name, bench.side_by_side(entries), epsilon=float(share)))
    return {"cases": cases}
