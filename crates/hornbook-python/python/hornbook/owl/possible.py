"""Something that could be, by an ontology: what breaks a rule that is not entailed.

Whoever takes an ontology for complete, as if all that it allows existed, can answer every
question from it: a rule that is not entailed is broken by something that is possible.
"""

from __future__ import annotations

from typing import Any
from collections.abc import Sequence

from .errors import OwlError
from .java import java_list
from .knowledge import Knowledge, Verdict
from .reasoner import Clock


def judge_as_complete(knowledge: Knowledge, premise: Sequence[str], conclusion: Sequence[str] | None, why: bool) -> Verdict:
    """What is known of a rule if the ontology is all there is to know."""
    verdict = knowledge.judge(premise, conclusion, why)
    if verdict.kind in ("holds", "refuted"):
        return verdict
    lacked = None
    if conclusion is not None:
        lacked = next((name for name in conclusion if not knowledge.follows(premise, [name])), None)
        if lacked is None:
            return verdict
    has = possible(knowledge, premise, lacked)
    return Verdict("refuted", has=has)


def possible(knowledge: Knowledge, premise: Sequence[str], lacked: str | None) -> list[str]:
    """All that something has that is possible, has the premise and lacks one attribute:
    as little as can be, by and large."""
    if knowledge.kind != "hermit":
        raise OwlError("only HermiT can tell what is possible: ELK knows no complements")
    clock = Clock(knowledge.seconds)
    likely = set(premise).union(*(knowledge.above(name) for name in premise))
    names = [one.name for one in knowledge.attributes]
    if _is_possible(knowledge, likely, [name for name in names if name not in likely]):
        return [name for name in names if name in likely]
    has, lacks = list(premise), [] if lacked is None else [lacked]
    for name in names:
        if name in has or name in lacks:
            continue
        clock.check()
        if _is_possible(knowledge, has, [*lacks, name]):
            lacks.append(name)
        else:
            has.append(name)
    return [name for name in names if name in has]


def _is_possible(knowledge: Knowledge, has: Sequence[str] | set[str], lacks: Sequence[str]) -> bool:
    factory = knowledge.ontology.factory
    parts: list[Any] = [knowledge.premise_class(sorted(has))]
    parts += [knowledge.class_of(name).getObjectComplementOf() for name in lacks]
    it = factory.getOWLObjectIntersectionOf(java_list(parts)) if len(parts) > 1 else parts[0]
    return not knowledge.reasoner.is_subsumed(it, factory.getOWLNothing())
