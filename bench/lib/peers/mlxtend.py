"""mlxtend: association rules in Python.

All rules at confidence 1 whose premise occurs: `fpgrowth`, its quickest miner,
at a support of one row, and `association_rules` on what it finds.
"""

from peers import PythonPeer


class Mlxtend(PythonPeer):
    name = "mlxtend"
    packages = ["mlxtend==0.25.0"]

    def wish(self, support, confidence, listed=""):
        return " ".join(filter(None, ["frequent", str(support), str(confidence), str(listed)]))


def frequent(task, path):
    import pandas
    from mlxtend.frequent_patterns import association_rules, fpgrowth
    from mlxtend.preprocessing import TransactionEncoder

    from peers.runner import Clock, baskets, tell, wish, write_rules

    support, confidence, listed = wish(task)
    rows = baskets(path)
    encoder = TransactionEncoder()
    table = pandas.DataFrame(encoder.fit_transform(rows), columns=encoder.columns_)
    clock = Clock()
    # A little below, as the share is compared in floating point.
    found = fpgrowth(table, min_support=(support - 0.1) / len(rows), use_colnames=bool(listed))
    # It takes no empty list of sets.
    rules = association_rules(found, metric="confidence", min_threshold=confidence) if len(found) else found
    tell(len(rules), clock.seconds())
    if listed:
        write_rules(listed, zip(rules["antecedents"], rules["consequents"]))


def main():
    import pandas
    from mlxtend.frequent_patterns import association_rules, fpgrowth

    from peers.runner import Clock, arguments, read_cxt, tell

    task, path = arguments()
    if " " in task:
        return frequent(task, path)
    names, rows = read_cxt(path)
    table = pandas.DataFrame(rows, columns=names)
    clock = Clock()
    found = fpgrowth(table, min_support=1 / len(rows))
    rules = association_rules(found, metric="confidence", min_threshold=1.0)
    tell(len(rules), clock.seconds())


if __name__ == "__main__":
    main()
