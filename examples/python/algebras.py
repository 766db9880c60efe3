"""Laws of small algebras: which properties of a binary operation follow from others is
asked of all operations on up to three elements.

    python examples/python/algebras.py
"""

from itertools import product

import hornbook

LAWS = ["associative", "commutative", "idempotent", "left unit", "right unit", "left zero", "right zero", "cancels"]


def laws(table: tuple[tuple[int, ...], ...]) -> frozenset[str]:
    """The laws that an operation keeps."""
    every = range(len(table))
    kept = {
        "associative": all(table[table[a][b]][c] == table[a][table[b][c]] for a, b, c in product(every, repeat=3)),
        "commutative": all(table[a][b] == table[b][a] for a, b in product(every, repeat=2)),
        "idempotent": all(table[a][a] == a for a in every),
        "left unit": any(all(table[e][a] == a for a in every) for e in every),
        "right unit": any(all(table[a][e] == a for a in every) for e in every),
        "left zero": any(all(table[z][a] == z for a in every) for z in every),
        "right zero": any(all(table[a][z] == z for a in every) for z in every),
        "cancels": all(len({table[a][b] for b in every}) == len(table) for a in every)
        and all(len({table[a][b] for a in every}) == len(table) for b in every),
    }
    return frozenset(law for law, holds in kept.items() if holds)


def operations(size: int):
    """All operations on so many elements."""
    for cells in product(range(size), repeat=size * size):
        yield tuple(tuple(cells[row * size : (row + 1) * size]) for row in range(size))


def main() -> None:
    kinds = {laws(table) for size in (1, 2, 3) for table in operations(size)}

    def ask(premise: frozenset[str], conclusion: frozenset[str] | None) -> bool | frozenset[str]:
        breaks = (kind for kind in kinds if premise <= kind and (conclusion is None or not conclusion <= kind))
        return next(breaks, True)

    rules = hornbook.learners.attribute_exploration(ask, LAWS)
    print(f"{len(rules)} laws of laws, by {rules.certificate['questions']['asked']} questions:")
    for rule in rules:
        print(f"  {rule}")
    # A law of two elements at least may fail for one: a single element keeps them all.
    assert all(all(rule.holds_in(kind) for kind in kinds) for rule in rules)
    assert rules.entails({"commutative", "left unit"}, {"right unit"})


if __name__ == "__main__":
    main()
