"""What the Python peers share: reading a context, and telling what was found."""

import json
import sys
import time


def read_cxt(path):
    """Attributes and rows of a Burmeister file; a row is a list of booleans."""
    with open(path) as file:
        lines = file.read().split("\n")
    objects, attributes = int(lines[2]), int(lines[3])
    first = 5 + objects
    names = lines[first : first + attributes]
    rows = lines[first + attributes : first + attributes + objects]
    return names, [[cell in "xX" for cell in row] for row in rows]


def transactions(path):
    """The rows as lists of the names of what they have."""
    names, rows = read_cxt(path)
    return [[name for name, cell in zip(names, row) if cell] for row in rows]


def baskets(path):
    """The rows of a file of item numbers."""
    with open(path) as file:
        return [[int(item) for item in line.split()] for line in file]


def wish(task):
    """What a task `KIND SUPPORT CONFIDENCE [FILE]` asks for: rows, a share, and where
    the rules are to be listed."""
    _, support, confidence, *listed = task.split(" ", 3)
    return int(support), float(confidence), listed[0] if listed else ""


def write_rules(path, rules):
    """Rules as pairs of item lists, a line each."""
    with open(path, "w") as out:
        for premise, conclusion in rules:
            out.write(" ".join(map(str, premise)) + " -> " + " ".join(map(str, conclusion)) + "\n")


class Clock:
    """CPU seconds of this process since it was made."""

    def __init__(self):
        self.start = time.process_time()

    def seconds(self):
        return time.process_time() - self.start


def tell(rules, computing, **more):
    """The last line of a runner: how many rules, and CPU seconds of computing."""
    print(json.dumps({"rules": rules, "computing": computing, **more}))


def arguments():
    return sys.argv[1], sys.argv[2]
