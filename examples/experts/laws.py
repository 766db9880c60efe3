#!/usr/bin/env python3
"""Which laws of an operation follow from which others, in all small algebras.

An expert for `hornbook learn --ask 'python3 laws.py'`: it looks at every operation
on two and on three elements (16 and 19,683 of them), and answers by search. What it
says to hold does so in all of these; larger algebras may tell otherwise.
"""

import json
import sys
from itertools import product


def exists(elements, law):
    return any(all(law(e, x) for x in elements) for e in elements)


def for_all(elements, count, law):
    return all(law(*values) for values in product(elements, repeat=count))


# What each attribute says of an operation m on some elements.
LAWS = {
    "commutative": lambda m, s: for_all(s, 2, lambda x, y: m[x][y] == m[y][x]),
    "associative": lambda m, s: for_all(s, 3, lambda x, y, z: m[m[x][y]][z] == m[x][m[y][z]]),
    "idempotent": lambda m, s: for_all(s, 1, lambda x: m[x][x] == x),
    "left unit": lambda m, s: exists(s, lambda e, x: m[e][x] == x),
    "right unit": lambda m, s: exists(s, lambda e, x: m[x][e] == x),
    "left zero": lambda m, s: exists(s, lambda e, x: m[e][x] == e),
    "right zero": lambda m, s: exists(s, lambda e, x: m[x][e] == e),
    "left cancels": lambda m, s: all(len({m[x][y] for y in s}) == len(s) for x in s),
    "right cancels": lambda m, s: all(len({m[x][y] for x in s}) == len(s) for y in s),
    "first": lambda m, s: for_all(s, 2, lambda x, y: m[x][y] == x),
    "medial": lambda m, s: for_all(
        s, 4, lambda x, y, z, w: m[m[x][y]][m[z][w]] == m[m[x][z]][m[y][w]]
    ),
}
PHRASES = {
    "commutative": "has xy = yx",
    "associative": "has (xy)z = x(yz)",
    "idempotent": "has xx = x",
    "left unit": "has some e with ex = x",
    "right unit": "has some e with xe = x",
    "left zero": "has some e with ex = e",
    "right zero": "has some e with xe = e",
    "left cancels": "can be cancelled on the left",
    "right cancels": "can be cancelled on the right",
    "first": "has xy = x",
    "medial": "has (xy)(zw) = (xz)(yw)",
}


def algebras():
    """One algebra for each combination of laws that occurs, with a name."""
    found = {}
    for size in (2, 3):
        elements = range(size)
        for cells in product(elements, repeat=size * size):
            table = [cells[row * size : (row + 1) * size] for row in elements]
            laws = frozenset(name for name, law in LAWS.items() if law(table, elements))
            found.setdefault(laws, "/".join("".join(map(str, row)) for row in table))
    return found


def answer(question, known):
    premise = set(question["premise"])
    for laws, name in known.items():
        breaks = question.get("impossible") or not set(question["conclusion"]) <= laws
        if premise <= laws and breaks:
            return {"id": question["id"], "counterexample": sorted(laws), "name": name}
    return {"id": question["id"], "holds": True}


def main():
    attributes = [{"name": name, "phrase": PHRASES[name]} for name in LAWS]
    hello = {"hornbook": 1, "name": "small algebras", "attributes": attributes}
    print(json.dumps(hello), flush=True)
    known = algebras()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:  # Hornbook's own first line has none.
            print(json.dumps(answer(message, known)), flush=True)


if __name__ == "__main__":
    main()
