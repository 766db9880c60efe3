"""The tables of the benchmark, made the same each time, as Parquet files."""

import numpy
import pyarrow
import pyarrow.parquet

# Rows are made in pieces of so many, so that ten million take little memory.
PIECE = 1_000_000
WORDS = ["red", "green", "blue", "black", "white", "grey", "pink", "gold"]


def number(value):
    return numpy.uint64(value)


def scrambled(numbers):
    """Numbers of 24 bits, each of which becomes another one."""
    mask = number((1 << 24) - 1)
    for factor, shift in ((10368889, 11), (7919777, 13)):
        numbers = (numbers * number(factor)) & mask
        numbers = numbers ^ (numbers >> number(shift))
    return numbers


def texts(places, known):
    places = pyarrow.array(places.astype(numpy.int32))
    return pyarrow.DictionaryArray.from_arrays(places, pyarrow.array(known)).cast(pyarrow.string())


def eights(codes, count):
    """So many columns of eight values. The first eight are three bits of the row's
    code each; those behind them mix two of these, so that no two are equal."""

    def digit(place):
        return (codes >> number(3 * (place % 8))) & number(7)

    made = {}
    for place in range(count):
        turn, name = place // 8, f"c{place}"
        digits = (digit(place) + number(turn) * digit(place + turn)) & number(7)
        # Of eight columns five are words, two whole numbers, and one has a point.
        if place % 8 < 5:
            made[name] = texts(digits, [f"{name} {word}" for word in WORDS])
        elif place % 8 < 7:
            made[name] = pyarrow.array(digits.astype(numpy.int32))
        else:
            made[name] = pyarrow.array(digits.astype(numpy.float64) * 1.5)
    return made


def few(numbers, count):
    """A thousand kinds of rows."""
    return eights(scrambled(numbers % number(1000)), count)


def alike(numbers, _count):
    """No row twice, since numbers are measured finely; but what they become, intervals,
    is alike in many."""
    codes = numbers * number(2654435761) % number(1 << 32)

    def digit(by, below):
        return (codes // number(by)) % number(below)

    def ten(by, word):
        return texts(digit(by, 10), [f"{word} {place}" for place in range(10)])

    return {
        "kind": ten(1, "kind"),
        "city": ten(10, "city"),
        "grade": ten(100, "grade"),
        "legs": pyarrow.array(digit(1000, 6).astype(numpy.int32)),
        "alive": pyarrow.array(digit(7000, 2) == 0),
        "age": pyarrow.array(digit(14000, 100).astype(numpy.int32)),
        "weight": pyarrow.array(digit(1400000, 200).astype(numpy.float64)),
        "height": pyarrow.array(digit(3, 1000).astype(numpy.float64)),
    }


def differing(numbers, count):
    """No row twice, nor what it becomes."""
    return eights(scrambled(numbers), count)


def write(path, kind, rows, count=8):
    writer = None
    for start in range(0, rows, PIECE):
        numbers = numpy.arange(start, min(rows, start + PIECE), dtype=numpy.uint64)
        table = pyarrow.table(kind(numbers, count))
        writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    writer.close()
