"""mlxtend: association rules in Python.

All rules at confidence 1 whose premise occurs: `fpgrowth`, its quickest miner,
at a support of one row, and `association_rules` on what it finds.
"""

from peers import PythonPeer


class Mlxtend(PythonPeer):
    name = "mlxtend"
    packages = ["mlxtend==0.25.0"]


def main():
    import pandas
    from mlxtend.frequent_patterns import association_rules, fpgrowth

    from peers.runner import Clock, arguments, read_cxt, tell

    _, path = arguments()
    names, rows = read_cxt(path)
    table = pandas.DataFrame(rows, columns=names)
    clock = Clock()
    frequent = fpgrowth(table, min_support=1 / len(rows))
    rules = association_rules(frequent, metric="confidence", min_threshold=1.0)
    tell(len(rules), clock.seconds())


if __name__ == "__main__":
    main()
