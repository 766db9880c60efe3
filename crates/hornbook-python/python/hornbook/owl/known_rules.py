"""Rules that an ontology entails, for an exploration to begin with: what follows from
each attribute alone, and which two exclude each other."""

from __future__ import annotations

from typing import Any
from collections.abc import Callable

from .errors import TooLong
from .knowledge import Knowledge

#: So many pairs are looked at between two reports.
_PAIRS_A_REPORT = 5000


def known_rules(knowledge: Knowledge, report: Callable[[str], None]) -> dict[str, Any]:
    """The rules as a file of Hornbook's rules. What there was no time for is left out."""
    names = [one.name for one in knowledge.attributes]
    rules: list[dict[str, Any]] = []
    empty: set[str] = set()
    follows: dict[str, set[str]] = {}
    for at, name in enumerate(names):
        if at % 100 == 99:
            report(f"what follows from each class: {at + 1} of {len(names)}")
        if _is_known(knowledge, [name], None):
            empty.add(name)
            rules.append({"premise": [name], "impossible": True})
            continue
        follows[name] = _above(knowledge, name)
        if follows[name]:
            rules.append({"premise": [name], "conclusion": sorted(follows[name], key=names.index)})
    rules += _exclusions(knowledge, [name for name in names if name not in empty], follows, report)
    return {"format": "hornbook-rules", "version": 1, "attributes": names, "background": [], "rules": rules}


def _exclusions(
    knowledge: Knowledge, names: list[str], follows: dict[str, set[str]], report: Callable[[str], None]
) -> list[dict[str, Any]]:
    """The pairs that exclude each other. Of those whose classes lie in classes that
    exclude each other, nothing need be said: it follows."""
    found: list[dict[str, Any]] = []
    excluded: set[tuple[str, str]] = set()
    looked_at = 0
    # What has least above it comes first, so that the rest can follow from it.
    order = sorted(names, key=lambda name: (len(follows[name]), names.index(name)))
    for at, one in enumerate(order):
        for other in order[:at]:
            looked_at += 1
            if looked_at % _PAIRS_A_REPORT == 0:
                report(f"which classes exclude each other: {looked_at} pairs of {len(order) * (len(order) - 1) // 2}")
            if other in follows[one] or one in follows[other]:
                continue
            higher = ((a, b) for a in {one, *follows[one]} for b in {other, *follows[other]})
            if any(pair in excluded for pair in higher):
                continue
            if _is_known(knowledge, [one, other], None):
                excluded |= {(one, other), (other, one)}
                found.append({"premise": sorted([one, other], key=names.index), "impossible": True})
    return found


def _above(knowledge: Knowledge, name: str) -> set[str]:
    try:
        return set(knowledge.above(name)) - {name}
    except TooLong:
        return set()


def _is_known(knowledge: Knowledge, premise: list[str], conclusion: list[str] | None) -> bool:
    try:
        return knowledge.follows(premise, conclusion)
    except TooLong:
        return False
