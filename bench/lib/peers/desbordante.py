"""desbordante: profiling of tables in C++, for Python.

Three of its tasks are close to ours. `rules`: association rules at confidence 1
whose premise occurs. `dependencies`: functional dependencies between columns,
with HyFD, or with FDep. `keys`: minimal unique column combinations. A functional dependency says that a column's value follows from
others, whichever values they are; an implication speaks of particular values.
So there are fewer of them, and they say less of each value and more of each
column.
"""

from peers import PythonPeer


class Desbordante(PythonPeer):
    language = "C++"
    packages = ["desbordante==2.5.0", "pandas"]
    module = "desbordante"

    def __init__(self, task):
        self.task = task
        self.name = f"desbordante, {task}"

    def install(self, place):
        self.interpreter = place.python("desbordante", self.packages)

    def wish(self, support, confidence, listed=""):
        return " ".join(filter(None, ["frequent", str(support), str(confidence), str(listed)]))

    def command(self, task, path):
        return super().command(task if " " in task else self.task, path)


def rules(path):
    import desbordante
    import pandas

    from peers.runner import Clock, tell, transactions

    rows = transactions(path)
    width = max(map(len, rows))
    table = pandas.DataFrame([row + [""] * (width - len(row)) for row in rows])
    clock = Clock()
    miner = desbordante.ar.algorithms.Default()
    miner.load_data(table=table, input_format="tabular", has_tid=False)
    # A little below one row, as the share is compared in floating point.
    miner.execute(minsup=0.9 / len(rows), minconf=1.0)
    tell(len(miner.get_ars()), clock.seconds())


def frequent(task, path):
    import desbordante
    import pandas

    from peers.runner import Clock, baskets, tell, wish, write_rules

    support, confidence, listed = wish(task)
    rows = [list(map(str, row)) for row in baskets(path)]
    width = max(map(len, rows))
    table = pandas.DataFrame([row + [""] * (width - len(row)) for row in rows])
    clock = Clock()
    miner = desbordante.ar.algorithms.Default()
    miner.load_data(table=table, input_format="tabular", has_tid=False)
    miner.execute(minsup=(support - 0.1) / len(rows), minconf=confidence)
    found = miner.get_ars()
    tell(len(found), clock.seconds())
    if listed:
        write_rules(listed, ((rule.left, rule.right) for rule in found))


def dependencies(path, algorithm="HyFD"):
    import desbordante

    from peers.runner import Clock, tell

    clock = Clock()
    miner = getattr(desbordante.fd.algorithms, algorithm)()
    miner.load_data(table=(path, ",", True))
    miner.execute()
    tell(len(miner.get_fds()), clock.seconds())


def dependencies_fdep(path):
    dependencies(path, "FDep")


def keys(path):
    import desbordante

    from peers.runner import Clock, tell

    clock = Clock()
    miner = desbordante.ucc.algorithms.Default()
    miner.load_data(table=(path, ",", True))
    miner.execute()
    tell(len(miner.get_uccs()), clock.seconds())


def main():
    from peers.runner import arguments

    task, path = arguments()
    tasks = {"rules": rules, "dependencies": dependencies, "dependencies-fdep": dependencies_fdep, "keys": keys}
    if " " in task:
        frequent(task, path)
    else:
        tasks[task](path)


if __name__ == "__main__":
    main()
