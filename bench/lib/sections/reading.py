"""Reading a long CSV file: ours reads and learns, the others only read.

The table has 100 columns of 0 and 1, and 3000 different rows.
"""

from bench import case
from peers.readers import VERSIONS, Reader

COLUMNS, DISTINCT, DENSITY = 100, 3000, 0.05
LIMIT = 120  # seconds, for all: two gigabytes are to be read


def warm(path):
    """Has the file in the page cache, so that no tool pays for the disk."""
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 24):
            pass


def run(bench, optional):
    peers = [Reader(name) for name in VERSIONS]
    bench.install(peers)
    cases = []
    for rows in (10**6, 3 * 10**6, 10**7) if bench.scale == "full" else (10**5,):
        bench.say(f"reading: {rows:,} rows")
        path = bench.table("repeated", rows, DISTINCT, COLUMNS, DENSITY)
        warm(path)
        entries = [bench.ours("hornbook learn", "learn", path, "--epsilon", "0.01")]
        entries += [bench.theirs(peer, "read", path) for peer in peers]
        for entry in entries:
            entry.limit = max(entry.limit, LIMIT)
        cases.append(case(f"{rows:,} rows", bench.side_by_side(entries), rows=rows, bytes=path.stat().st_size))
    return {"cases": cases}
