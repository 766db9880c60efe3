"""Synthetic tables, the same for the same seed on every machine.

Only `random.random` is drawn from, whose sequence Python promises to keep. A
table is a CSV file of 0 and 1 with a header, or, for `mushroom`, `columns`,
`nominal` and `connect`, of nominal values; `retail` is a file of item numbers, a
line a basket. Run as a program, it writes one table:

    python3 tables.py random ROWS ATTRIBUTES DENSITY FILE
    python3 tables.py repeated ROWS DISTINCT ATTRIBUTES DENSITY FILE
    python3 tables.py mushroom ROWS FILE
    python3 tables.py columns ROWS COLUMNS FILE
    python3 tables.py nominal ROWS COLUMNS VALUES FILE
    python3 tables.py connect ROWS FILE
    python3 tables.py retail BASKETS ITEMS FILE
"""

import bisect
import itertools
import math
import random
import sys

SEED = 20260


def names(count):
    return [f"a{at}" for at in range(count)]


def line(rng, attributes, density):
    draw = rng.random
    return ",".join(["1" if draw() < density else "0" for _ in range(attributes)]) + "\n"


def distinct_lines(rng, count, attributes, density):
    """Records that are all different, where there are enough of them."""
    seen, lines, tries = set(), [], 0
    while len(lines) < count and tries < 20 * count:
        tries += 1
        record = line(rng, attributes, density)
        if record not in seen:
            seen.add(record)
            lines.append(record)
    return lines


def write_random(path, rows, attributes, density):
    """Every cell is 1 with the given probability; no row occurs twice."""
    rng = random.Random(SEED)
    with open(path, "w") as out:
        out.write(",".join(names(attributes)) + "\n")
        out.writelines(distinct_lines(rng, rows, attributes, density))


def write_repeated(path, rows, distinct, attributes, density):
    """As a long table of few kinds of records: rows are drawn from `distinct`."""
    rng = random.Random(SEED)
    records = distinct_lines(rng, min(rows, distinct), attributes, density)
    draw, count = rng.random, len(records)
    with open(path, "w") as out:
        out.write(",".join(names(attributes)) + "\n")
        out.writelines(records)
        left = rows - count
        while left > 0:
            chunk = min(left, 20_000)
            out.write("".join([records[int(draw() * count)] for _ in range(chunk)]))
            left -= chunk


# Columns and numbers of values of the well-known mushroom table: 119 in all.
MUSHROOM = {
    "class": 2, "cap-shape": 6, "cap-surface": 4, "cap-color": 10, "bruises": 2, "odor": 9,
    "gill-attachment": 2, "gill-spacing": 2, "gill-size": 2, "gill-color": 12, "stalk-shape": 2,
    "stalk-root": 5, "surface-above-ring": 4, "surface-below-ring": 4, "color-above-ring": 9,
    "color-below-ring": 9, "veil-type": 1, "veil-color": 4, "ring-number": 3, "ring-type": 5,
    "spore-print-color": 9, "population": 6, "habitat": 7,
}
SPECIES = 23


def skewed(rng, count):
    """A value of `count`, the first ones more often."""
    return min(int(rng.random() ** 2 * count), count - 1)


def species(rng, most):
    """What a species allows in each column, with up to `most` variants in all."""
    allowed = {column: {skewed(rng, count)} for column, count in MUSHROOM.items()}
    columns = [column for column in MUSHROOM if column != "class"]
    variants = 1
    for _ in range(40):
        column = columns[int(rng.random() * len(columns))]
        more = allowed[column] | {skewed(rng, MUSHROOM[column])}
        grown = variants // len(allowed[column]) * len(more)
        if grown <= most and len(more) <= 4:
            allowed[column], variants = more, grown
    return allowed


def give_the_rest(rng, kinds):
    """Values that no species has are given to one species each."""
    for column, count in MUSHROOM.items():
        for value in range(count):
            if not any(value in kind[column] for kind in kinds):
                kinds[int(rng.random() * len(kinds))][column].add(value)


def write_mushroom(path, rows):
    """A table as the mushroom table was made: species, and all their variants.

    Values depend on each other through the species, as in a field guide, and
    species have from a few to more than a thousand variants.
    """
    rng = random.Random(SEED)
    kinds = [species(rng, int(8 * 2 ** (8 * rng.random()))) for _ in range(SPECIES)]
    give_the_rest(rng, kinds)
    variants = [list(itertools.product(*(sorted(values) for values in kind.values()))) for kind in kinds]
    while sum(map(len, variants)) > rows:
        max(variants, key=len).pop()
    records = dict.fromkeys(",".join(f"v{value}" for value in values) + "\n" for kind in variants for values in kind)
    lines = sorted(records, key=lambda _: rng.random())
    with open(path, "w") as out:
        out.write(",".join(MUSHROOM) + "\n")
        out.writelines(lines)


def write_columns(path, rows, columns):
    """Independent columns of ever more values, from two to thousands."""
    rng = random.Random(SEED)
    values = [round(2 * 2500 ** (column / (columns - 1))) for column in range(columns)]
    with open(path, "w") as out:
        out.write(",".join(f"c{column}" for column in range(columns)) + "\n")
        for _ in range(rows):
            out.write(",".join(f"v{int(rng.random() * count)}" for count in values) + "\n")


def write_nominal(path, rows, columns, values):
    """Independent columns of so many values each, all alike."""
    rng = random.Random(SEED)
    draw = rng.random
    with open(path, "w") as out:
        out.write(",".join(f"c{column}" for column in range(columns)) + "\n")
        for _ in range(rows):
            out.write(",".join([f"v{int(draw() * values)}" for _ in range(columns)]) + "\n")


# Connect Four: a board is a number of 49 bits, seven a column, the top one always free.
PLIES, COLUMNS, HEIGHT = 8, 7, 6
BOTTOM = [1 << 7 * column for column in range(COLUMNS)]
COLUMN = [((1 << HEIGHT) - 1) << 7 * column for column in range(COLUMNS)]


def four(board):
    """Whether there are four in a row: upwards, along, or on a diagonal."""
    for step in (1, 7, 6, 8):
        pairs = board & board >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def moves(taken):
    """The free squares on which a piece may come to lie."""
    return [square for square in ((taken + BOTTOM[at]) & COLUMN[at] for at in range(COLUMNS)) if square]


def mirrored(board):
    return sum((board >> 7 * at & 127) << 7 * (COLUMNS - 1 - at) for at in range(COLUMNS))


def positions():
    """All positions after eight plies, one of each mirrored pair, in which nobody has
    won and no move is forced: 67,557 pairs of who is to move and who moved last."""
    level = {(0, 0)}
    for _ in range(PLIES):
        level = {(other, mine | square) for mine, other in level for square in moves(mine | other)
                 if not four(mine | square)}
    free = [(mine, other) for mine, other in level
            if not any(four(mine | square) or four(other | square) for square in moves(mine | other))]
    return sorted({min(each, (mirrored(each[0]), mirrored(each[1]))) for each in free})


def outcome(rng, mine, other):
    """Who wins if both play on at random."""
    first = True
    while True:
        free = moves(mine | other)
        if not free:
            return "draw"
        mine |= free[int(rng.random() * len(free))]
        if four(mine):
            return "win" if first else "loss"
        mine, other, first = other, mine, not first


def write_connect(path, rows):
    """The boards of the well-known Connect-4 table, all of them or so many; who wins
    is not worked out but played out at random."""
    rng = random.Random(SEED)
    found = positions()
    if rows < len(found):
        found = sorted(sorted(found, key=lambda _: rng.random())[:rows])
    squares = [(f"{letter}{row + 1}", 1 << 7 * at + row) for at, letter in enumerate("abcdefg") for row in range(HEIGHT)]
    with open(path, "w") as out:
        out.write(",".join([*(name for name, _ in squares), "outcome"]) + "\n")
        for mine, other in found:
            board = ["x" if mine & bit else "o" if other & bit else "b" for _, bit in squares]
            out.write(",".join([*board, outcome(rng, mine, other)]) + "\n")


def write_retail(path, baskets, items):
    """Sparse baskets, ten items on average. Items follow a power law; part of a basket
    comes in groups that are bought together, some always and most of them nearly so."""
    rng = random.Random(SEED)
    weights = list(itertools.accumulate((at + 3) ** -0.9 for at in range(items)))

    def item():
        return bisect.bisect(weights, rng.random() * weights[-1])

    groups = []
    for _ in range(items // 6):
        whole = rng.random() < 0.2
        # What is always bought together has an item of its own, which brings the others.
        groups.append((whole, [item() for _ in range(2 + int(rng.random() * 3))]))
    with open(path, "w") as out:
        for _ in range(baskets):
            basket = {item() for _ in range(1 + int(-7 * math.log(1 - rng.random())))}
            for _ in range(int(rng.random() * 3)):
                at = int(rng.random() ** 3 * len(groups))
                whole, group = groups[at]
                if whole:
                    basket |= {items + at, *group}
                else:
                    basket |= {each for each in group if rng.random() < 0.8}
            out.write(" ".join(map(str, sorted(basket))) + "\n")


def main(arguments):
    kind, *rest, path = arguments
    if kind == "random":
        write_random(path, int(rest[0]), int(rest[1]), float(rest[2]))
    elif kind == "repeated":
        write_repeated(path, int(rest[0]), int(rest[1]), int(rest[2]), float(rest[3]))
    elif kind == "mushroom":
        write_mushroom(path, int(rest[0]))
    elif kind == "columns":
        write_columns(path, int(rest[0]), int(rest[1]))
    elif kind == "nominal":
        write_nominal(path, int(rest[0]), int(rest[1]), int(rest[2]))
    elif kind == "connect":
        write_connect(path, int(rest[0]))
    elif kind == "retail":
        write_retail(path, int(rest[0]), int(rest[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
