"""What an answer rests on: a smallest set of axioms that does, by search.

The search knows the reasoner as a black box. It begins with the module of the axioms
that have to do with the matter (star locality: nothing about it is lost), and leaves out
axioms, many at a time at first, as long as what remains still does. So at any time it
has axioms that do, and when its time is over these are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from collections.abc import Callable, Iterable, Sequence

from .errors import TooLong
from .java import java_class, java_set
from .reasoner import Clock

#: Whether axioms do.
Test = Callable[[Sequence[Any]], bool]


@dataclass(frozen=True)
class Justification:
    """Axioms that an answer rests on."""

    axioms: list[Any]
    #: Whether none of them can be left out.
    is_minimal: bool


def justify(axioms: Sequence[Any], about: Iterable[Any], does: Test, clock: Clock) -> Justification:
    """The axioms that an answer rests on. `about` are axioms and class expressions
    that have all its names."""
    try:
        kept = _module(axioms, about)
        if not does(kept):
            kept = list(axioms)
    except TooLong:
        return Justification(list(axioms), False)
    return _shrink(kept, does, clock)


def _module(axioms: Sequence[Any], about: Iterable[Any]) -> list[Any]:
    manager = java_class("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
    ontology = manager.createOntology(java_set(axioms))
    names = java_set(entity for thing in about for entity in thing.getSignature())
    locality = "uk.ac.manchester.cs.owlapi.modularity."
    star = java_class(f"{locality}ModuleType").STAR
    extractor = java_class(f"{locality}SyntacticLocalityModuleExtractor")(manager, ontology, star)
    module = set(extractor.extract(names))
    return [axiom for axiom in axioms if axiom in module]


def _shrink(kept: list[Any], does: Test, clock: Clock) -> Justification:
    """Leaves out what can be: halves, quarters and so on, then one at a time."""
    size = max(1, len(kept) // 2)
    try:
        while True:
            at = 0
            while at < len(kept):
                clock.check()
                fewer = kept[:at] + kept[at + size :]
                if does(fewer):
                    kept = fewer
                else:
                    at += size
            if size == 1:
                return Justification(kept, True)
            size = max(1, size // 2)
    except TooLong:
        return Justification(kept, False)
