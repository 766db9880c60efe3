"""What an ontology knows of a rule: that it holds, that something breaks it, or neither.

A rule A, B -> C is the subsumption of the intersection of A and B under C, and a rule to ⊥
says that the intersection is empty. The world is open: what does not follow may still be
so. Hence a rule holds if it is entailed. It is broken by an individual that is entailed to
be in all of the premise and entailed to be outside of something in the conclusion, or if
the ontology cannot be together with it. Everything else is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from collections.abc import Callable, Iterable, Sequence

from .attributes import ClassAttribute
from .errors import OwlError, TooLong
from .java import java_class, java_list
from .justify import Justification, Test, justify
from .ontology import Ontology
from .reasoner import Clock, Reasoner, entail, is_consistent


@dataclass(frozen=True)
class Verdict:
    """What is known of a rule."""

    #: 'holds', 'refuted', 'fails' (without an example), 'partly' or 'unknown'.
    kind: str
    #: Of a refutation: what the individual has, what is not known of it, its name.
    has: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    name: str | None = None
    #: The part of the conclusion that follows, where the rest is not known.
    part: list[str] = field(default_factory=list)
    #: The axioms it rests on, in Manchester syntax.
    because: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Found:
    """A verdict, and how to see that axioms are enough for it."""

    verdict: Verdict
    about: list[Any]
    does: Test


class Knowledge:
    """What an ontology knows of rules about some attributes."""

    def __init__(
        self,
        ontology: Ontology,
        kind: str = "hermit",
        seconds: float = 10.0,
        report: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.ontology = ontology
        self.kind = kind
        self.seconds = seconds
        self.axioms = ontology.axioms()
        self.reasoner = Reasoner(self.axioms, kind, seconds)
        self._report = report
        self._individuals = ontology.individuals()
        self._attributes: dict[str, ClassAttribute] = {}
        #: The class that stands for each attribute before the reasoner.
        self._classes: dict[str, Any] = {}
        self._instances: dict[str, set[Any]] = {}
        self._outside: dict[tuple[Any, str], bool] = {}
        self._above: dict[str, frozenset[str]] = {}
        #: What rules are about, if not about everything.
        self.within: Any = None
        self._is_within: dict[str, bool] = {}
        self._check_consistent()

    def _check_consistent(self) -> None:
        if is_consistent(self.axioms, self.kind, self.seconds):
            return
        def does(axioms: Sequence[Any]) -> bool:
            return not is_consistent(axioms, self.kind, self.seconds)

        clash = justify(self.axioms, [], does, Clock(self.seconds))
        listed = "\n".join(f"  {self.ontology.show(axiom)}" for axiom in clash.axioms[:20])
        raise OwlError(
            "the ontology is inconsistent, so everything follows from it and nothing can be learned. "
            f"These cannot all be so:\n{listed}"
        )

    @property
    def attributes(self) -> list[ClassAttribute]:
        """What rules may be about."""
        return list(self._attributes.values())

    def set_attributes(self, attributes: Iterable[ClassAttribute], within: Any = None) -> None:
        """Says what rules are about: some attributes of everything, or of what is in
        the class `within`."""
        self.within = within
        self._is_within = {}
        self._attributes, self._classes = {one.name: one for one in attributes}, {}
        self._instances, self._outside, self._above = {}, {}, {}
        factory = self.ontology.factory
        iri = java_class("org.semanticweb.owlapi.model.IRI")
        definitions = []
        for number, (name, one) in enumerate(self._attributes.items()):
            self._classes[name] = one.expression
            if one.expression.isAnonymous():
                # With a class of its own it has a place in the hierarchy.
                self._classes[name] = factory.getOWLClass(iri.create(f"{_OWN_CLASSES}{number}"))
                pair = java_list([self._classes[name], one.expression])
                definitions.append(factory.getOWLEquivalentClassesAxiom(pair))
        if definitions:
            self.reasoner.close()
            self.reasoner = Reasoner([*self.axioms, *definitions], self.kind, self.seconds)

    def classify(self) -> None:
        """Finds the hierarchy of the classes beforehand, if there is time for it."""
        count = len(self.ontology.classes())
        self._report(f"finding the hierarchy of {count} classes")
        try:
            self.reasoner.classify()
        except TooLong:
            self._report("that takes too long: each question is answered by itself")

    def judge(self, premise: Sequence[str], conclusion: Sequence[str] | None, why: bool = True) -> Verdict:
        """What is known of a rule; without a conclusion, of the rule to ⊥."""
        for name in [*premise, *(conclusion or [])]:
            if name not in self._attributes:
                raise OwlError(f"'{name}' is no attribute here")
        try:
            found = self._find(list(premise), None if conclusion is None else list(conclusion), Clock(self.seconds))
        except TooLong as error:
            self._report(f"{', '.join(premise) or 'everything'}: {error}; left to others")
            return Verdict("unknown")
        if found is None:
            return Verdict("unknown")
        if not why:
            return found.verdict
        return _with(found.verdict, because=self._because(found))

    def _find(self, premise: list[str], conclusion: list[str] | None, clock: Clock) -> _Found | None:
        if self.follows(premise, conclusion):
            return self._entailed(Verdict("holds"), premise, conclusion)
        rest = None if conclusion is None else [name for name in conclusion if not self.follows(premise, [name])]
        found = self._broken_by_individual(premise, rest, clock) or self._broken_anyway(premise, rest, clock)
        if found is not None:
            return found
        part = [name for name in conclusion or [] if name not in (rest or [])]
        # What is in the premise is no news.
        if any(name not in premise for name in part):
            return self._entailed(Verdict("partly", part=part), premise, part)
        return None

    # What follows.

    def follows(self, premise: Sequence[str], conclusion: Sequence[str] | None) -> bool:
        """Whether a rule is entailed; without a conclusion, the rule to ⊥."""
        if conclusion is not None:
            known = frozenset(premise).union(*(self.above(name) for name in premise))
            conclusion = [name for name in conclusion if name not in known]
            if not conclusion:
                return True
        nothing = self.ontology.factory.getOWLNothing()
        above = nothing if conclusion is None else self._intersection([self._classes[name] for name in conclusion])
        return self.reasoner.is_subsumed(self.premise_class(premise), above)

    def above(self, name: str) -> frozenset[str]:
        """The attributes that follow from one, itself included: all that do, as far as the
        reasoner is complete."""
        if name not in self._above:
            higher = self.reasoner.above(self._classes[name])
            found = {other for other, named in self._classes.items() if named in higher}
            self._above[name] = frozenset(found | {name})
        return self._above[name]

    def axiom(self, premise: Iterable[str], conclusion: Iterable[str] | None) -> Any:
        """A rule as a subsumption."""
        nothing = self.ontology.factory.getOWLNothing()
        above = nothing if conclusion is None else self.meet(conclusion)
        return self.ontology.factory.getOWLSubClassOfAxiom(self.premise(list(premise)), above)

    def meet(self, names: Iterable[str]) -> Any:
        """The intersection of attributes; everything, if there are none."""
        return self._intersection([self._attributes[name].expression for name in names])

    def class_of(self, name: str) -> Any:
        """The class that stands for an attribute before the reasoner."""
        return self._classes[name]

    def premise_class(self, names: Sequence[str]) -> Any:
        """The premise of a rule, before the reasoner."""
        return self._intersection([self._classes[name] for name in names] + self._scope(names))

    def premise(self, names: Sequence[str]) -> Any:
        """The premise of a rule, in the words of the ontology."""
        return self._intersection([self._attributes[name].expression for name in names] + self._scope(names))

    def _scope(self, names: Sequence[str]) -> list[Any]:
        """The class that rules are about, where the attributes are not within it anyway."""
        if self.within is None:
            return []
        for name in names:
            if name not in self._is_within:
                self._is_within[name] = self.reasoner.is_subsumed(self._classes[name], self.within)
            if self._is_within[name]:
                return []
        return [self.within]

    def _intersection(self, expressions: list[Any]) -> Any:
        if len(expressions) < 2:
            return expressions[0] if expressions else self.ontology.factory.getOWLThing()
        return self.ontology.factory.getOWLObjectIntersectionOf(java_list(expressions))

    def _entailed(self, verdict: Verdict, premise: list[str], conclusion: list[str] | None) -> _Found:
        goal = self.axiom(premise, conclusion)
        return _Found(verdict, [goal], lambda axioms: entail(axioms, [goal], self.kind, self.seconds))

    # What individuals show.

    def _broken_by_individual(self, premise: list[str], rest: list[str] | None, clock: Clock) -> _Found | None:
        for individual in self._with_all(premise):
            clock.check()
            if rest is None:
                return self._shown(individual, premise, None, clock)
            lacked = next((name for name in rest if self._lacks(individual, name)), None)
            if lacked is not None:
                return self._shown(individual, premise, lacked, clock)
        return None

    def _with_all(self, premise: list[str]) -> list[Any]:
        having = [self._having(name) for name in premise] if self._individuals else []
        if self._individuals and self.within is not None:
            having.append(self.reasoner.instances(self.within))
        return [individual for individual in self._individuals if all(individual in some for some in having)]

    def _having(self, name: str) -> set[Any]:
        if name not in self._instances:
            self._instances[name] = self.reasoner.instances(self._classes[name])
        return self._instances[name]

    def _lacks(self, individual: Any, name: str) -> bool:
        key = (individual, name)
        if key not in self._outside:
            is_in = individual in self._having(name)
            self._outside[key] = not is_in and self.reasoner.is_outside(individual, self._classes[name])
        return self._outside[key]

    def _shown(self, individual: Any, premise: list[str], lacked: str | None, clock: Clock) -> _Found:
        has, unknown = [], []
        for name in self._attributes:
            try:
                clock.check()
                if individual in self._having(name):
                    has.append(name)
                elif not self._lacks(individual, name):
                    unknown.append(name)
            except TooLong:
                # What there was no time for is not known.
                unknown.append(name)
        called = self.ontology.names.name(individual)
        factory = self.ontology.factory
        inside = [self._attributes[name].expression for name in premise] + self._scope(premise)
        goals = [factory.getOWLClassAssertionAxiom(one, individual) for one in inside]
        if lacked is not None:
            goals.append(self.reasoner.outside(individual, self._attributes[lacked].expression))
        goals = goals or [factory.getOWLClassAssertionAxiom(factory.getOWLThing(), individual)]
        does: Test = lambda axioms: entail(axioms, goals, self.kind, self.seconds)
        return _Found(Verdict("refuted", has=has, unknown=unknown, name=called), goals, does)

    def _broken_anyway(self, premise: list[str], rest: list[str] | None, clock: Clock) -> _Found | None:
        """Something that has no name may break a rule, too: then the ontology cannot be
        together with the rule. Without individuals nothing need exist."""
        if not self._individuals or self.kind == "elk" or not self._clashes(premise, rest):
            return None
        lacked = None
        if rest is not None:
            lacked = next((name for name in rest if self._clashes(premise, [name])), None)
            if lacked is None:
                return self._clash(Verdict("fails"), premise, rest)
        factory, reasoner = self.ontology.factory, self.reasoner
        it = self.premise_class(premise)
        if lacked is not None:
            outside = self._classes[lacked].getObjectComplementOf()
            it = factory.getOWLObjectIntersectionOf(java_list([it, outside]))
        has, unknown = [], []
        for name, named in self._classes.items():
            clock.check()
            both = factory.getOWLObjectIntersectionOf(java_list([it, named]))
            if reasoner.is_subsumed(it, named):
                has.append(name)
            elif not reasoner.is_subsumed(both, factory.getOWLNothing()):
                unknown.append(name)
        return self._clash(Verdict("refuted", has=has, unknown=unknown), premise, None if lacked is None else [lacked])

    def _clashes(self, premise: list[str], rest: list[str] | None) -> bool:
        return not is_consistent([*self.axioms, self.axiom(premise, rest)], self.kind, self.seconds)

    def _clash(self, verdict: Verdict, premise: list[str], rest: list[str] | None) -> _Found:
        rule = self.axiom(premise, rest)
        does: Test = lambda axioms: not is_consistent([*axioms, rule], self.kind, self.seconds)
        return _Found(verdict, [rule], does)

    # What it rests on.

    def _because(self, found: _Found) -> list[str]:
        rests_on: Justification = justify(self.axioms, found.about, found.does, Clock(self.seconds / 2))
        shown = [self.ontology.show(axiom) for axiom in rests_on.axioms]
        if not rests_on.is_minimal and len(shown) > _MOST_UNSEARCHED:
            return [f"some of {len(shown)} axioms; there was no time to find out which"]
        return shown


#: Classes for attributes that are expressions begin so; they are written nowhere.
_OWN_CLASSES = "urn:hornbook:attribute:"
#: If the search for the axioms had to end early, no more of them are named.
_MOST_UNSEARCHED = 30


def _with(verdict: Verdict, because: list[str]) -> Verdict:
    return Verdict(verdict.kind, verdict.has, verdict.unknown, verdict.name, verdict.part, because)
