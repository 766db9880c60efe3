"""pyfim: Borgelt's frequent item sets and rules in C, for Python.

All rules at confidence 100 per cent whose premise occurs. Its rules conclude
one attribute each, so that there are fewer of them than mlxtend has, which
lists every conclusion.

With a support and a confidence, it mines by FP-growth or by Eclat, and reports
nothing but the rules. Its closed sets alone are the least it can be asked for:
rules at confidence 1 would still have to be made of them.
"""

from peers import PythonPeer


class Pyfim(PythonPeer):
    name = "pyfim"
    language = "C"
    packages = ["pyfim==6.28"]


class FrequentPyfim(Pyfim):
    """Rules or closed sets at a support, by one of its miners."""

    module = "pyfim"

    def __init__(self, miner, what="rules"):
        self.miner, self.what = miner, what
        by = "FP-growth" if miner == "fpgrowth" else "Eclat"
        self.name = f"pyfim, {by}" if what == "rules" else f"pyfim, closed sets, {by}"

    def install(self, place):
        self.interpreter = place.python("pyfim", self.packages)

    def wish(self, support, confidence, listed=""):
        return " ".join(filter(None, [f"{self.miner}:{self.what}", str(support), str(confidence), str(listed)]))


def frequent(task, path):
    import fim

    from peers.runner import Clock, baskets, tell, wish, write_rules

    miner, _, what = task.partition(" ")[0].partition(":")
    support, confidence, listed = wish(task)
    mine, rows = getattr(fim, miner), baskets(path)
    clock = Clock()
    if what == "rules":
        found = mine(rows, target="r", supp=-support, conf=100 * confidence, report="")
    else:
        found = mine(rows, target="c", supp=-support, report="")
    tell(len(found), clock.seconds())
    if listed:
        write_rules(listed, ((rule[1], (rule[0],)) for rule in found))


def main():
    import fim

    from peers.runner import Clock, arguments, tell, transactions

    task, path = arguments()
    if " " in task:
        return frequent(task, path)
    rows = transactions(path)
    clock = Clock()
    rules = fim.arules(rows, supp=-1, conf=100, report="a")
    tell(len(rules), clock.seconds())


if __name__ == "__main__":
    main()
