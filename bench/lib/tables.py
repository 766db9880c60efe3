"""Synthetic tables, the same for the same seed on every machine.

Only `random.random` is drawn from, whose sequence Python promises to keep. A
table is a CSV file of 0 and 1 with a header, or, for `mushroom` and `columns`, of
nominal values. Run as a program, it writes one table:

    python3 tables.py random ROWS ATTRIBUTES DENSITY FILE
    python3 tables.py repeated ROWS DISTINCT ATTRIBUTES DENSITY FILE
    python3 tables.py mushroom ROWS FILE
    python3 tables.py columns ROWS COLUMNS FILE
"""

import itertools
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
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
