"""Frequent rules: ours and those of miners, at ever smaller supports.

Ours is the part of the canonical basis that enough rows bear out: every rule without
exceptions follows from it whose premise occurs in as many. The miners list all those
rules; pyfim's closed sets alone are the least that one of them can be asked for. All
read one file of item numbers. Who is stopped at a support is not tried at smaller ones.

Beside that, rules with exceptions, at a confidence of 90%; and whether the lists of the
miners and ours say the same, on tables where all of them end.
"""

import json
import math
import os
import random
import subprocess
import time

import measure
import registry
from bench import case
from measure import Entry
from peers.desbordante import Desbordante
from peers.fcar import FcaR
from peers.mlxtend import Mlxtend
from peers.pyfim import FrequentPyfim
from place import NotAtHand

ONE, TWO, LEARN = "hornbook, 1 thread", "hornbook, 2 threads", "hornbook learn"
SHARES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.001)
SECONDS, QUICK, MEMORY = 10, 3, 4e9  # for all, ours too
CONFIDENCE = 0.9
ASKED = 200  # rules of a miner that go through `hornbook entails`


def inputs(bench):
    """Name and file of each input; a name and the reason if it cannot be had."""
    found = []
    full = bench.scale == "full"
    for name, table in (("Mushroom", "mushroom"), ("Chess", "chess")) if full else (("Mushroom", "mushroom"),):
        try:
            found.append((name, bench.items(registry.table(bench.place, table)), ""))
        except NotAtHand as reason:
            found.append((name, None, f"not at hand: {reason}"))
    if full:
        found.append(("Connect-like", bench.items(bench.table("connect", 67_557)), ""))
    retail = bench.table("retail", 30_000 if full else 5000, 6000 if full else 1000, extension=".dat")
    return [*found, ("retail-like", retail, "")]


def seconds(bench):
    return SECONDS if bench.scale == "full" else QUICK


def supports(bench, rows):
    """How each support is called, and how many rows it is."""
    if bench.scale == "quick":
        return [("50%", math.ceil(rows / 2)), ("10%", math.ceil(rows / 10)), ("1 row", 1)]
    found = [(f"{share:.1%}" if share < 0.01 else f"{share:.0%}", math.ceil(share * rows)) for share in SHARES]
    return [*found, ("1 row", 1)]


def lines_of(path):
    with open(path) as file:
        return sum(1 for _ in file)


def listed(path):
    """How many rules stand in our CSV file."""
    return {"rules": lines_of(path) - 1}


def ours(bench, tool, series, command, path, support, *options):
    why = bench.given_up.get((series, tool), "")
    if why:
        return Entry(tool, absent=why)
    rules = bench.place.scratch / "rules.csv"
    argv = [bench.hornbook, command, path, "--quiet", "--min-support", support, *options, "--output", rules]
    return Entry(tool, argv, seconds(bench), facts=lambda _: listed(rules))


def theirs(bench, peer, series, path, support, confidence):
    why = bench.absent[peer.name] or bench.given_up.get((series, peer.name), "")
    if why:
        return Entry(peer.name, absent=why)
    return Entry(peer.name, peer.command(peer.wish(support, confidence), path), seconds(bench), facts=measure.last_json)


def measured(bench, series, entries):
    results = measure.side_by_side(entries, min(MEMORY, bench.limits.memory), bench.place.scratch, 2, bench.say)
    bench.give_up(series, results, what="support")
    return results


class Others:
    """What else the processor did meanwhile: the cores that others had, on average."""

    def __init__(self):
        self.start = time.perf_counter(), self._busy(), self._own()

    @staticmethod
    def _busy():
        try:
            with open("/proc/stat") as file:
                user, nice, system, _, _, irq, soft, *_ = map(int, file.readline().split()[1:])
        except (OSError, ValueError):
            return math.nan
        return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def _own():
        return sum(os.times()[:4])

    def cores(self):
        wall, busy, own = self.start
        share = (self._busy() - busy - (self._own() - own)) / (time.perf_counter() - wall)
        return None if math.isnan(share) else round(max(share, 0.0), 2)


def without_exceptions(bench, name, path, peers, fcar):
    found = []
    rows = lines_of(path)
    for called, support in supports(bench, rows):
        bench.say(f"frequent rules: {name}, {called}")
        series = f"frequent {name}"
        entries = [ours(bench, tool, series, "basis", path, support, "--no-background", "--threads", threads)
                   for tool, threads in ((ONE, 1), (TWO, 2))]
        entries += [theirs(bench, peer, series, path, support, 1.0) for peer in peers]
        if support == 1:
            # It has no support to be set: the whole basis, or nothing.
            entries.append(Entry(fcar.name, absent=bench.absent[fcar.name]) if bench.absent[fcar.name] else
                           Entry(fcar.name, fcar.command("basis", bench.context_of_items(path)), seconds(bench),
                                 facts=measure.last_json))
        *results, tiny = measured(bench, series, [*entries, bench.start_up()])
        found.append(case(name, results, support=support, called=called, rows=rows, start_up=tiny.get("cpu", 0.0)))
    return found


def with_exceptions(bench, name, path, peers):
    found = []
    rows = lines_of(path)
    for called, support in supports(bench, rows):
        bench.say(f"with exceptions: {name}, {called}")
        series = f"exceptions {name}"
        entries = [ours(bench, LEARN, series, "learn", path, support, "--confidence", CONFIDENCE)]
        entries += [theirs(bench, peer, series, path, support, CONFIDENCE) for peer in peers]
        if all(entry.absent for entry in entries):
            break
        found.append(case(name, measured(bench, series, entries), support=support, called=called, rows=rows))
    return found


# Whether the lists say the same


def bits(items):
    return sum(1 << int(item) for item in set(items))


def closed(rules, start):
    """What follows from a set: rules are pairs of numbers whose bits are items."""
    now, before = start, -1
    while now != before:
        before = now
        for premise, conclusion in rules:
            if premise & ~now == 0:
                now |= conclusion
    return now


def read_rules(path):
    """A miner's list: what each premise concludes, in all."""
    found, count = {}, 0
    with open(path) as file:
        for line in file:
            premise, _, conclusion = line.partition("->")
            key = bits(premise.split())
            found[key] = found.get(key, 0) | bits(conclusion.split())
            count += 1
    return found, count


def items_of(number):
    return [str(at) for at in range(number.bit_length()) if number >> at & 1]


def entailed(bench, rules, asked):
    """How many of these rules `hornbook entails` says yes to."""
    yes = 0
    for premise, conclusion in asked:
        rule = f"{', '.join(items_of(premise))} -> {', '.join(items_of(conclusion))}"
        said = subprocess.run([str(bench.hornbook), "entails", str(rules), rule], capture_output=True, text=True)
        yes += said.stdout.strip() == "yes"
    return yes


def agreement(bench, name, path, support, peers):
    """Ours hold, theirs follow from ours, and ours are among theirs."""
    bench.say(f"do they agree: {name}, {support} rows")
    rules = bench.place.scratch / "agreement.json"
    subprocess.run([str(bench.hornbook), "basis", str(path), "--quiet", "--no-background", "--min-support", str(support),
                    "--output", str(rules)], check=True)
    mine = [(bits(rule["premise"]), bits(rule["conclusion"])) for rule in json.loads(rules.read_text())["rules"]]
    with open(path) as file:
        rows = [bits(line.split()) for line in file]
    hold = sum(all(conclusion & ~row == 0 for row in rows if premise & ~row == 0) for premise, conclusion in mine)
    told = {"input": name, "support": support, "ours": len(mine), "hold": hold, "peers": []}
    for peer in peers:
        if bench.absent[peer.name]:
            continue
        found = bench.place.scratch / "listed.txt"
        run = measure.run(peer.command(peer.wish(support, 1.0, found), path), 6 * SECONDS, MEMORY, bench.place.scratch)
        if run.failure:
            told["peers"].append({"tool": peer.name, "failure": run.failure})
            continue
        theirs, count = read_rules(found)
        follow = sum(conclusion & ~closed(mine, premise) == 0 for premise, conclusion in theirs.items())
        asked = random.Random(1).sample(sorted(theirs.items()), min(ASKED, len(theirs)))
        # Rules without a premise are listed by pyfim alone.
        among = sum((conclusion & ~premise) & ~theirs.get(premise, 0) == 0 for premise, conclusion in mine if premise)
        told["peers"].append({
            "tool": peer.name, "failure": "", "rules": count, "premises": len(theirs), "follow": follow,
            "asked": len(asked), "entailed": entailed(bench, rules, asked),
            "ours_with_premise": sum(premise != 0 for premise, _ in mine), "among": among,
        })
    return told


def disagreements(agree):
    """Where the lists do not say the same, in words."""
    found = []
    for told in agree:
        if told["hold"] != told["ours"]:
            found.append(f"{told['input']}: {told['ours'] - told['hold']} of our rules do not hold")
        for peer in told["peers"]:
            if peer["failure"]:
                continue
            for part, whole in (("follow", "premises"), ("entailed", "asked"), ("among", "ours_with_premise")):
                if peer[part] != peer[whole]:
                    found.append(f"{told['input']}, {peer['tool']}: {part} {peer[part]} of {peer[whole]}")
    return found


def run(bench, optional):
    others = Others()
    rules = [FrequentPyfim("fpgrowth"), FrequentPyfim("eclat"), Mlxtend(), Desbordante("rules")]
    closed_sets = FrequentPyfim("fpgrowth", "closed")
    fcar = FcaR("fcaR" in optional)
    bench.install([*rules, closed_sets, fcar])
    miners = [rules[0], rules[2], rules[3]]
    cases, exceptions, agree, absent = [], [], [], []
    for name, path, why in inputs(bench):
        if why:
            bench.say(f"{name} is {why}")
            absent.append(f"{name}: {why}")
            continue
        if name in ("Mushroom", "Chess"):
            agree.append(agreement(bench, name, path, math.ceil((0.4 if name == "Mushroom" else 0.85) * lines_of(path)),
                                   miners))
        cases += without_exceptions(bench, name, path, [*rules, closed_sets], fcar)
        exceptions += with_exceptions(bench, name, path, miners)
    zoo = bench.items(bench.sample("zoo"))
    agree.append(agreement(bench, "Zoo", zoo, 40, miners))
    return {"cases": cases, "exceptions": exceptions, "agreement": agree, "missed": disagreements(agree),
            "absent": absent, "others": others.cores(), "limit": seconds(bench), "memory": MEMORY}
