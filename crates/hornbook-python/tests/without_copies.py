"""Learns from an Arrow table with 12 dictionary columns, and measures how much memory
that takes beyond the table: ``python without_copies.py [ROWS]``."""

import sys
import time

import numpy as np
import pyarrow as pa

import hornbook


def held(line: str) -> int:
    """What the system says of the memory of this process, in bytes."""
    with open("/proc/self/status") as status:
        return next(int(each.split()[1]) << 10 for each in status if each.startswith(line))


def main(rows: int) -> int:
    draw = np.random.default_rng(1)
    words = pa.array([f"value {at}" for at in range(4)])
    first = draw.integers(0, 4, rows, dtype=np.int32)
    columns = {}
    for at in range(12):
        # Half of the columns follow from the first, so that there is something to learn.
        keys = (first + at) % 4 if at % 2 else draw.integers(0, 2, rows, dtype=np.int32)
        columns[f"column{at}"] = pa.DictionaryArray.from_arrays(pa.array(keys.astype(np.int32)), words)
    table = pa.table(columns)
    del columns, keys, first
    # To have met all that Python and the extension need besides.
    hornbook.learn(table.slice(0, 1000))
    # From now on the peak is that of what follows alone.
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    size, before = table.nbytes, held("VmRSS:")
    start = time.perf_counter()
    rules = hornbook.learn(table)
    took = time.perf_counter() - start
    beyond = held("VmHWM:") - before
    print(
        f"{rows:,} rows, 12 dictionary columns, {size / 1e6:.0f} MB: {len(rules)} rules in {took:.2f} s, "
        f"{beyond / 1e6:.0f} MB at the peak beyond what was held ({100 * beyond / size:.0f}% of the table)"
    )
    # A copy would take as much as the table.
    return int(beyond > size / 4)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000))
