"""Compares hornbook with its peers on the same tables, in one go.

Installs the peers into a work folder, runs them and hornbook in turns, and
writes results.json and results.md. A peer that is not at hand, fails or takes
too long is named with the reason.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import check
import report
from bench import Bench, Limits, available_memory
from place import REPOSITORY, NotAtHand, Place, default_cache
from sections import basis, default, dependencies, frequent, growth, pac, reading, rules

SECTIONS = {"basis": basis, "rules": rules, "frequent": frequent, "default": default, "dependencies": dependencies,
            "pac": pac, "reading": reading, "growth": growth}


def options():
    parser = argparse.ArgumentParser(prog="bench/peers", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small tables and short limits: about three minutes")
    parser.add_argument("--check", action="store_true", help="try the script itself: no network and no peers, seconds")
    parser.add_argument("--section", action="append", choices=SECTIONS, help="only this section (repeatable)")
    parser.add_argument("--with", dest="optional", action="append", default=[], choices=["fcaR"],
                        help="install this peer too, which takes long or may not be reached")
    parser.add_argument("--limit", type=float, help="seconds a peer's run may take [default: 40, quick 6]")
    parser.add_argument("--hornbook", metavar="FILE", help="measure this command [default: build it]")
    parser.add_argument("--cache", metavar="DIR", default=default_cache(),
                        help="the work folder [default: hornbook-bench in $XDG_CACHE_HOME or the temporary folder]")
    parser.add_argument("--output", metavar="DIR", help="where the results go [default: results in the work folder]")
    parser.add_argument("--docs", action="store_true", help="write the tables and plots into docs/performance.md too")
    parser.add_argument("--from", dest="source", metavar="FILE", help="measure nothing: take the results of this file")
    return parser.parse_args()


def say(text):
    print(text, file=sys.stderr, flush=True)


def said_by(*argv):
    try:
        return subprocess.run(argv, capture_output=True, text=True, cwd=REPOSITORY).stdout.strip()
    except OSError:
        return ""


def machine():
    """What the figures were measured on."""
    model = ""
    try:
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        pass
    return {
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "rustc": said_by("rustc", "--version").split(" (")[0],
        "python": platform.python_version(),
        "commit": said_by("git", "rev-parse", "--short", "HEAD"),
        "date": time.strftime("%Y-%m-%d"),
    }


def measured(arguments):
    """Runs the sections; what is done so far is kept after each."""
    place = Place(arguments.cache, arguments.hornbook, say)
    quick = arguments.quick
    theirs = arguments.limit or (6 if quick else 40)
    limits = Limits(10 if quick else 60, theirs, available_memory(), 2 if quick else 3)
    bench = Bench(place, limits, "quick" if quick else "full", say)
    results = {"version": 1, "scale": bench.scale, "machine": machine(), "limit": theirs, "sections": {}}
    start = time.perf_counter()
    for name in arguments.section or SECTIONS:
        results["sections"][name] = SECTIONS[name].run(bench, arguments.optional)
        results["minutes"] = (time.perf_counter() - start) / 60
        keep(results, output_folder(arguments))
    return results


def output_folder(arguments):
    folder = Path(arguments.output) if arguments.output else Path(arguments.cache) / "results"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep(results, folder):
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    (folder / "results.md").write_text(report.everything(results))


def main():
    arguments = options()
    if arguments.check:
        with tempfile.TemporaryDirectory() as folder:
            check.run(Place(folder, arguments.hornbook, say))
        return
    if arguments.source:
        results = json.loads(Path(arguments.source).read_text())
        keep(results, output_folder(arguments))
    else:
        results = measured(arguments)
    folder = output_folder(arguments)
    print(report.everything(results))
    report.draw(results, folder)
    if arguments.docs:
        whole = all(name in results["sections"] for name in SECTIONS)
        report.into_page(results, REPOSITORY / "docs" / "performance.md", REPOSITORY / "docs" / "performance", whole)
    say(f"results: {folder}")
    missed = [f"{name}: {what}" for name, section in results["sections"].items() for what in section.get("missed", [])]
    if missed:
        sys.exit("bench/peers: MISSED\n" + "\n".join(missed))


if __name__ == "__main__":
    try:
        main()
    except NotAtHand as reason:
        sys.exit(f"bench/peers: {reason}")
    except KeyboardInterrupt:
        sys.exit(130)
