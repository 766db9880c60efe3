"""What all sections share: our command, the tables, the peers, the limits."""

import csv
import json
import os
import subprocess
import sys
from dataclasses import dataclass

import measure
from measure import Entry
from place import LIB, REPOSITORY, NotAtHand


@dataclass
class Limits:
    """How long a run may take, and how often a short one is repeated."""

    ours: float
    theirs: float
    memory: float  # bytes
    repeats: int


def available_memory():
    """Bytes that may be used without harm: three fifths of what is free."""
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable"):
                    return int(line.split()[1]) * 1024 * 0.6
    except OSError:
        pass
    return 8e9


class Bench:
    """One run of the comparison."""

    def __init__(self, place, limits, scale, say):
        self.place, self.limits, self.scale, self.say = place, limits, scale, say
        self.hornbook = place.hornbook()
        self.absent = {}
        self.given_up, self.stops = {}, {}

    # Tables

    def table(self, kind, *arguments, extension=".csv"):
        """A synthetic table, made once."""
        path = self.place.tables / f"{'-'.join([kind, *map(str, arguments)])}{extension}"
        if not path.exists():
            part = path.with_suffix(".part")
            # In a process of its own, so that its memory is given back.
            subprocess.run([sys.executable, str(LIB / "tables.py"), kind, *map(str, arguments), str(part)], check=True)
            part.rename(path)
        return path

    def sample(self, name):
        return REPOSITORY / "data" / f"{name}.csv"

    def context(self, csv):
        """The table as a Burmeister context, scaled by `hornbook convert`."""
        path = self.place.tables / f"{csv.stem}.cxt"
        if not path.exists() or path.stat().st_mtime < csv.stat().st_mtime:
            subprocess.run([str(self.hornbook), "convert", str(csv), str(path)], check=True)
        return path

    def items(self, csv_path):
        """The table as item numbers, a line a row: each value of a column is an item."""
        path = self.place.tables / f"{csv_path.stem}.dat"
        if not path.exists() or path.stat().st_mtime < csv_path.stat().st_mtime:
            with open(csv_path, newline="") as file:
                _, *rows = csv.reader(file)
            values = sorted({each for row in rows for each in enumerate(row)})
            number = {each: at for at, each in enumerate(values)}
            path.write_text("".join(" ".join(str(number[each]) for each in enumerate(row)) + "\n" for row in rows))
        return path

    def context_of_items(self, path):
        """A file of item numbers as a Burmeister context."""
        context = path.with_name(f"{path.stem}-items.cxt")
        if not context.exists() or context.stat().st_mtime < path.stat().st_mtime:
            subprocess.run([str(self.hornbook), "convert", str(path), str(context)], check=True)
        return context

    # Tools

    def install(self, peers):
        for peer in peers:
            if peer.name not in self.absent:
                try:
                    peer.install(self.place)
                    self.absent[peer.name] = ""
                except NotAtHand as reason:
                    self.absent[peer.name] = f"not at hand: {reason}"
                    self.say(f"{peer.name} is not at hand: {reason}")

    def theirs(self, peer, task, path):
        """A peer on a file, unless it was given up on the tables before."""
        why = self.absent[peer.name] or self.given_up.get((task, peer.name), "")
        if why:
            return Entry(peer.name, absent=why)
        return Entry(peer.name, peer.command(task, path), self.limits.theirs, facts=measure.last_json)

    def give_up(self, task, results, after=1, what="table"):
        """Who was stopped so often is not tried on the tables that follow.

        In a growing series once is enough.
        """
        for result in results:
            if result["failure"].startswith("stopped"):
                key = (task, result["tool"])
                self.stops[key] = self.stops.get(key, 0) + 1
                if self.stops[key] >= after:
                    self.given_up[key] = f"not tried: {f'the {what}' if after == 1 else f'{after} {what}s'} before took too long"

    def has_option(self, command, option):
        said = subprocess.run([str(self.hornbook), command, "--help"], capture_output=True, text=True).stdout
        return option in said

    def ours(self, tool, command, path, *options, output=".json"):
        """Our command on a file; the rules go to a file, which tells the facts."""
        rules = self.place.scratch / f"rules{output}"
        argv = [self.hornbook, command, path, "--quiet", *options, "--output", rules]
        return Entry(tool, argv, self.limits.ours, facts=lambda _: facts(rules))

    def ours_in_series(self, series, entry):
        why = self.given_up.get((series, entry.tool), "")
        return Entry(entry.tool, absent=why) if why else entry

    def side_by_side(self, entries, repeats=None):
        return measure.side_by_side(entries, self.limits.memory, self.place.scratch, repeats or self.limits.repeats,
                                    self.say)

    def start_up(self):
        """Our command on a table of two rows: what a run takes before any work."""
        path = self.place.tables / "tiny.csv"
        path.write_text("a,b\n1,0\n0,1\n")
        return self.ours("hornbook, start-up", "basis", path)


def facts(path):
    """What our rule file tells of a run. It may be large, so it is read by size."""
    size = os.path.getsize(path)
    with open(path) as file:
        if size > 300e6:
            return {"rules": sum(line.strip() == '"premise": [' or line.strip() == '"premise": [],' for line in file)}
        written = json.load(file)
    run = written["run"]
    return {
        "rules": len(written["rules"]),
        "method": run["method"],
        "certified": run["certified"],
        "questions": run["questions"]["asked"],
        "samples": run["samples"],
    }


def case(name, results, **more):
    """What is kept of one input: its name, and the results of all tools."""
    return {"input": name, **more, "results": results}
