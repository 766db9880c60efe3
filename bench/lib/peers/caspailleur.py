"""caspailleur: concepts and bases of implications in Python.

It finds closed sets, their keys, and from those the canonical basis. Its usual
`min_support` of 1 leaves out rules of what never occurs; with 0 it finds those
too, as the other tools do. scikit-mine, on which it rests, does not work with
newer versions of scikit-learn than 1.5.
"""

from peers import PythonPeer


class Caspailleur(PythonPeer):
    name = "caspailleur"
    packages = ["caspailleur==0.2.2", "scikit-learn<1.6"]


def main():
    import caspailleur
    from caspailleur.io import read_cxt

    from peers.runner import Clock, arguments, tell

    _, path = arguments()
    with open(path) as file:
        table = read_cxt(file)
    clock = Clock()
    rules = caspailleur.mine_implications(
        table, basis_name="Canonical", to_compute=["premise", "conclusion"], min_support=0
    )
    tell(len(rules), clock.seconds())


if __name__ == "__main__":
    main()
