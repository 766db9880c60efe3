"""pyfim: Borgelt's frequent item sets and rules in C, for Python.

All rules at confidence 100 per cent whose premise occurs. Its rules conclude
one attribute each, so that there are fewer of them than mlxtend has, which
lists every conclusion.
"""

from peers import PythonPeer


class Pyfim(PythonPeer):
    name = "pyfim"
    language = "C"
    packages = ["pyfim==6.28"]


def main():
    import fim

    from peers.runner import Clock, arguments, tell, transactions

    _, path = arguments()
    rows = transactions(path)
    clock = Clock()
    rules = fim.arules(rows, supp=-1, conf=100, report="a")
    tell(len(rules), clock.seconds())


if __name__ == "__main__":
    main()
