"""What came out of an exploration: rules and objects, from a journal or a file of rules.

Journals are read by the command `hornbook`, which knows what counts in them.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import OwlError

#: Names the command, where it is not found otherwise.
COMMAND_VARIABLE = "HORNBOOK"


@dataclass(frozen=True)
class Rule:
    """A rule; without a conclusion, its premise is impossible."""

    premise: list[str]
    conclusion: list[str] | None

    def __str__(self) -> str:
        left = ", ".join(self.premise) or "everything"
        return f"{left} -> {'⊥' if self.conclusion is None else ', '.join(self.conclusion)}"


@dataclass(frozen=True)
class Thing:
    """An object that was described."""

    name: str
    has: list[str]
    lacks: list[str]


@dataclass(frozen=True)
class Findings:
    """What came out of an exploration."""

    rules: list[Rule]
    things: list[Thing] = field(default_factory=list)
    #: How many objects without a name were left out, since programs told of them.
    left_out: int = 0


def read_findings(path: str | os.PathLike[str], *, unnamed: bool = False) -> Findings:
    """The findings in a journal, or in a file of rules as JSON. If programs told of
    objects without a name, such objects are left out, unless they are wanted."""
    file = Path(path)
    if not file.is_file():
        raise OwlError(f"{file}: there is no such file")
    with file.open("rb") as opened:
        start = opened.read(4096)
    if b'"hornbook-journal"' in start.split(b"\n", 1)[0]:
        return _of_journal(file, unnamed)
    if b"hornbook-rules" in start:
        return Findings(_rules(_parse(file.read_text(encoding="utf-8"), str(file)), str(file)))
    raise OwlError(f"{file} is neither a journal of Hornbook nor a file of its rules as JSON")


def _of_journal(file: Path, unnamed: bool) -> Findings:
    rules = _parse(_hornbook("journal", "rules", str(file), "--format", "json", "--quiet"), str(file))
    log = _parse(_hornbook("journal", "log", str(file), "--json"), str(file))
    table = _hornbook("journal", "context", str(file), "--format", "csv", "--raw-cells")
    named = {entry["object"]["name"] for entry in log["entries"] if entry.get("object", {}).get("name")}
    # 'example 1' of this journal is another thing than that of any other.
    things = [
        thing if thing.name in named else Thing(f"{file.stem} {thing.name}", thing.has, thing.lacks)
        for thing in _things(table)
    ]
    if unnamed or not _unnamed_by_programs(log["entries"]):
        return Findings(_rules(rules, str(file)), things)
    kept = [thing for thing in things if thing.name in named]
    return Findings(_rules(rules, str(file)), kept, len(things) - len(kept))


def _unnamed_by_programs(entries: list[dict[str, Any]]) -> bool:
    """Whether programs told of objects without a name. Such an object may be no more
    than the sum of what follows from something, and need not exist."""
    return any(
        entry.get("program") and entry.get("counts") and "object" in entry and not entry["object"].get("name")
        for entry in entries
    )


def _things(table: str) -> list[Thing]:
    rows = list(csv.reader(io.StringIO(table)))
    if not rows:
        return []
    names = rows[0][1:]
    things = []
    for row in rows[1:]:
        has = [name for name, cell in zip(names, row[1:]) if cell.strip().upper() == "X"]
        lacks = [name for name, cell in zip(names, row[1:]) if cell.strip() == ""]
        things.append(Thing(row[0], has, lacks))
    return things


def _rules(parsed: dict[str, Any], called: str) -> list[Rule]:
    try:
        return [Rule(rule["premise"], rule.get("conclusion")) for rule in parsed["rules"]]
    except (KeyError, TypeError):
        raise OwlError(f"{called} is no file of Hornbook's rules: rules with premises were expected") from None


def _parse(text: str, called: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as error:
        raise OwlError(f"{called} is no JSON: {error}") from None
    if not isinstance(parsed, dict):
        raise OwlError(f"{called} holds no JSON object")
    return parsed


def hornbook_command() -> str:
    """The command `hornbook`: named in the environment, beside this Python, or on the path."""
    named = os.environ.get(COMMAND_VARIABLE)
    beside = Path(sys.executable).parent / "hornbook"
    found = named or (str(beside) if beside.is_file() else shutil.which("hornbook"))
    if not found:
        raise OwlError(f"the command hornbook was not found, which reads journals: name it in {COMMAND_VARIABLE}")
    return found


def _hornbook(*arguments: str) -> str:
    try:
        done = subprocess.run([hornbook_command(), *arguments], capture_output=True, text=True, encoding="utf-8")
    except OSError as error:
        raise OwlError(f"the command hornbook cannot be run: {error}") from None
    if done.returncode != 0:
        raise OwlError(done.stderr.strip().removeprefix("error: ") or "the command hornbook failed")
    return done.stdout
