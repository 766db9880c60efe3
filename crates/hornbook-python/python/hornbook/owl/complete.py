"""An ontology completed by what came out of an exploration.

Confirmed rules become axioms, and objects become individuals; what the ontology entails
already is not written again. The result must be consistent, and no class that could have
members before may be empty then; else it is refused, with what clashes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from collections.abc import Callable, Iterable, Sequence

from .errors import OwlError
from .findings import Findings, Rule, Thing
from .java import java_class, java_list, java_set
from .justify import justify
from .knowledge import Knowledge
from .ontology import Ontology
from .reasoner import Clock, Reasoner, is_consistent


@dataclass(frozen=True)
class Addition:
    """Axioms that are added for one finding."""

    #: The finding in words.
    words: str
    axioms: list[Any]


@dataclass(frozen=True)
class Completed:
    """A completed ontology, and how it came to be."""

    ontology: Ontology
    additions: list[Addition]
    #: Findings that the ontology entailed already.
    known: int
    #: Classes that nothing can be in any more, where that is allowed.
    emptied: list[str] = field(default_factory=list)


class Clash(OwlError):
    """Findings that cannot be together with the ontology."""


def complete(
    knowledge: Knowledge,
    findings: Findings,
    *,
    comment: str | None = None,
    allow_empty: bool = False,
    report: Callable[[str], None] = lambda text: None,
) -> Completed:
    """The ontology with the findings. The knowledge has the attributes they are about."""
    knowledge.reasoner.classify()
    empty_before = knowledge.reasoner.empty_classes()
    writer = _Writer(knowledge, comment)
    additions, known = _additions(knowledge, writer, findings, report)
    report(f"checking {sum(len(one.axioms) for one in additions)} new axioms")
    emptied = _check(knowledge, additions, empty_before, allow_empty)
    added = [axiom for one in additions for axiom in one.axioms]
    written = knowledge.ontology.with_axioms([*added, *writer.declarations])
    return Completed(written, additions, known, emptied)


def _additions(
    knowledge: Knowledge, writer: _Writer, findings: Findings, report: Callable[[str], None]
) -> tuple[list[Addition], int]:
    """What is to be added for each finding that does not follow from what is there by
    then: rules first, then objects."""
    additions: list[Addition] = []
    reasoner = Reasoner(knowledge.axioms, knowledge.kind, knowledge.seconds)
    for at, rule in enumerate(findings.rules, 1):
        new = Addition(str(rule), [])
        for axiom in writer.rule(rule):
            if reasoner.entails(axiom):
                continue
            if not new.axioms:
                additions.append(new)
            new.axioms.append(axiom)
            reasoner = _with_additions(knowledge, additions, reasoner)
        _every(50, at, len(findings.rules), "rules", report)
    for at, thing in enumerate(findings.things, 1):
        axioms = _unknown_of(reasoner, writer, thing)
        if axioms:
            additions.append(Addition(f"{thing.name}: {_described(thing)}", axioms))
        _every(50, at, len(findings.things), "objects", report)
    _with_additions(knowledge, additions, reasoner).close()
    return additions, len(findings.rules) + len(findings.things) - len(additions)


def _every(step: int, at: int, of: int, what: str, report: Callable[[str], None]) -> None:
    if at % step == 0:
        report(f"{at} of {of} {what} looked at")


def _with_additions(knowledge: Knowledge, additions: list[Addition], before: Reasoner) -> Reasoner:
    """A reasoner that knows what is to be added, too. From what is inconsistent
    everything would follow, so that is refused."""
    before.close()
    added = [axiom for one in additions for axiom in one.axioms]
    reasoner = Reasoner([*knowledge.axioms, *added], knowledge.kind, knowledge.seconds)
    if not reasoner.is_consistent():
        raise _clash(knowledge, additions, "the ontology would be inconsistent", [], _is_inconsistent(knowledge))
    return reasoner


def _unknown_of(reasoner: Reasoner, writer: _Writer, thing: Thing) -> list[Any]:
    """The axioms for an object that follow neither from what is known nor from each
    other. What follows from classes is asked of classes: no reasoner must begin anew."""
    found: list[Any] = []
    for axiom in writer.thing(thing):
        told = java_list(one.getClassExpression() for one in found)
        so_far = reasoner.factory.getOWLObjectIntersectionOf(told) if found else reasoner.factory.getOWLThing()
        if len(found) == 1:
            so_far = found[0].getClassExpression()
        follows = reasoner.is_subsumed(so_far, axiom.getClassExpression())
        if not follows and not (writer.is_old(thing.name) and reasoner.entails(axiom)):
            found.append(axiom)
    return found


def _described(thing: Thing) -> str:
    parts = [f"has {', '.join(thing.has)}" if thing.has else "", f"lacks {', '.join(thing.lacks)}" if thing.lacks else ""]
    return "; ".join(part for part in parts if part)


def _check(knowledge: Knowledge, additions: list[Addition], before: set[Any], allow_empty: bool) -> list[str]:
    """Refuses what empties classes; names them where that is allowed."""
    added = [axiom for one in additions for axiom in one.axioms]
    reasoner = Reasoner([*knowledge.axioms, *added], knowledge.kind, knowledge.seconds)
    emptied = sorted(reasoner.empty_classes() - before, key=knowledge.ontology.names.name)
    reasoner.close()
    if emptied and not allow_empty:
        first = emptied[0]
        nothing = knowledge.ontology.factory.getOWLNothing()
        goal = knowledge.ontology.factory.getOWLSubClassOfAxiom(first, nothing)

        def empties(axioms: Sequence[Any]) -> bool:
            tried = Reasoner(axioms, knowledge.kind, knowledge.seconds)
            try:
                return tried.entails(goal)
            finally:
                tried.close()

        name = knowledge.ontology.names.name(first)
        more = f", nor in {len(emptied) - 1} other classes" if len(emptied) > 1 else ""
        problem = f"nothing could be in {name} any more{more} (--allow-empty lets that be)"
        raise _clash(knowledge, additions, problem, [goal], empties)
    return [knowledge.ontology.names.name(named) for named in emptied]


def _is_inconsistent(knowledge: Knowledge) -> Callable[[Sequence[Any]], bool]:
    return lambda axioms: not is_consistent(axioms, knowledge.kind, knowledge.seconds)


def _clash(
    knowledge: Knowledge,
    additions: list[Addition],
    problem: str,
    about: list[Any],
    does: Callable[[Sequence[Any]], bool],
) -> Clash:
    """Names what clashes: findings, and the axioms of the ontology that they clash with."""
    of_finding = {axiom: one.words for one in additions for axiom in one.axioms}
    both = [*knowledge.axioms, *(axiom for axiom in of_finding)]
    clash = justify(both, about or list(of_finding), does, Clock(3 * knowledge.seconds))
    findings = dict.fromkeys(of_finding[axiom] for axiom in clash.axioms if axiom in of_finding)
    axioms = [knowledge.ontology.show(axiom) for axiom in clash.axioms if axiom not in of_finding]
    lines = [f"nothing was written: {problem}. These cannot all be so:"]
    lines += [f"  {words}  (from the exploration)" for words in findings]
    lines += [f"  {axiom}" for axiom in axioms]
    return Clash("\n".join(lines))


class _Writer:
    """Findings as axioms."""

    def __init__(self, knowledge: Knowledge, comment: str | None) -> None:
        self._knowledge = knowledge
        self._factory = knowledge.ontology.factory
        self._attributes = {one.name: one for one in knowledge.attributes}
        #: New individuals by the names of their objects.
        self._made: dict[str, Any] = {}
        self._addresses = {str(one.getIRI()) for one in knowledge.ontology.individuals()}
        #: Declarations and labels of new individuals.
        self.declarations: list[Any] = []
        self._notes = java_set([])
        if comment:
            literal = self._factory.getOWLLiteral(comment)
            self._notes = java_set([self._factory.getOWLAnnotation(self._factory.getRDFSComment(), literal)])

    def rule(self, rule: Rule) -> list[Any]:
        """The axioms for a rule: one for each part of its conclusion."""
        factory, notes = self._factory, self._notes
        self._check([*rule.premise, *(rule.conclusion or [])])
        needed = list(rule.premise)
        for name in rule.premise:
            others = [other for other in needed if other != name]
            if others and name in needed and self._knowledge.follows(others, [name]):
                needed = others
        premise = self._knowledge.premise(needed)
        if rule.conclusion is not None:
            parts = [self._attributes[name].expression for name in rule.conclusion if name not in rule.premise]
            return [factory.getOWLSubClassOfAxiom(premise, part, notes) for part in parts]
        if len(needed) == 2 and len(list(premise.asConjunctSet())) == 2:
            pair = java_list(self._attributes[name].expression for name in needed)
            return [factory.getOWLDisjointClassesAxiom(pair, notes)]
        return [factory.getOWLSubClassOfAxiom(premise, factory.getOWLNothing(), notes)]

    def thing(self, thing: Thing) -> list[Any]:
        """The axioms for an object: what it is in, and what it is not in."""
        self._check([*thing.has, *thing.lacks])
        individual = self._individual(thing.name)
        inside = [self._attributes[name].expression for name in thing.has]
        if self._knowledge.within is not None:
            inside.append(self._knowledge.within)
        outside = [self._attributes[name].expression.getObjectComplementOf() for name in thing.lacks]
        return [self._factory.getOWLClassAssertionAxiom(one, individual, self._notes) for one in [*inside, *outside]]

    def is_old(self, name: str) -> bool:
        """Whether the ontology has an individual of this name."""
        return name not in self._made

    def _individual(self, name: str) -> Any:
        """The individual of this name, or a new one."""
        if name in self._made:
            return self._made[name]
        found = self._knowledge.ontology.names.find("NamedIndividual", name)
        if len(found) == 1:
            return found[0]
        start = self._knowledge.ontology.address() + (re.sub(r"[^\w.-]+", "_", name).strip("_") or "individual")
        address, number = start, 2
        while address in self._addresses:
            address, number = f"{start}_{number}", number + 1
        self._addresses.add(address)
        iri = java_class("org.semanticweb.owlapi.model.IRI").create(address)
        made = self._factory.getOWLNamedIndividual(iri)
        label = self._factory.getOWLAnnotation(self._factory.getRDFSLabel(), self._factory.getOWLLiteral(name))
        self.declarations.append(self._factory.getOWLDeclarationAxiom(made))
        self.declarations.append(self._factory.getOWLAnnotationAssertionAxiom(iri, label))
        self._made[name] = made
        return made

    def _check(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._attributes:
                raise OwlError(f"'{name}' is no attribute here: name the classes with --classes as in the exploration")


def attributes_of(findings: Findings) -> list[str]:
    """The attributes that findings are about, in the order in which they come."""
    names: dict[str, None] = {}
    for rule in findings.rules:
        names |= dict.fromkeys([*rule.premise, *(rule.conclusion or [])])
    for thing in findings.things:
        names |= dict.fromkeys([*thing.has, *thing.lacks])
    return list(names)


