"""A reasoner: what axioms entail.

HermiT is complete for OWL 2 DL. ELK is quick on large ontologies, and knows OWL 2 EL
alone: what it says to follow does, and something may follow that it does not see.
"""

from __future__ import annotations

from time import monotonic
from typing import Any
from collections.abc import Iterable

from .errors import OwlError, TooLong
from .java import java_class, java_list, java_set, message_of

REASONERS = ("hermit", "elk")
_API = "org.semanticweb.owlapi."


class Clock:
    """How long a question may take in all."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left, not below zero."""
        return max(0.0, self._end - monotonic())

    def check(self) -> None:
        """Raises TooLong once the time is over."""
        if self.left() == 0:
            raise TooLong(f"it took longer than {self.seconds:g} seconds")


class Reasoner:
    """A reasoner over some axioms."""

    def __init__(self, axioms: Iterable[Any], kind: str = "hermit", seconds: float = 10.0) -> None:
        if kind not in REASONERS:
            raise OwlError(f"there is no reasoner '{kind}': choose one of {', '.join(REASONERS)}")
        self.kind = kind
        self.seconds = seconds
        self._manager = java_class(f"{_API}apibinding.OWLManager").createOWLOntologyManager()
        self.factory = self._manager.getOWLDataFactory()
        self.ontology = self._manager.createOntology(java_set(axioms))
        self._java = _start(kind, self.ontology, seconds)

    def _asked(self, what: Any) -> Any:
        try:
            return what(self._java)
        except java_class(f"{_API}reasoner.TimeOutException"):
            raise TooLong(f"the reasoner took longer than {self.seconds:g} seconds") from None
        except java_class(f"{_API}reasoner.InconsistentOntologyException"):
            raise Inconsistent("the ontology is inconsistent") from None
        except java_class("java.lang.OutOfMemoryError"):
            raise TooLong("the reasoner needed more memory than Java has") from None
        except java_class("java.lang.RuntimeException") as error:
            raise OwlError(f"{self.kind} cannot tell: {message_of(error)}") from None

    def is_consistent(self) -> bool:
        """Whether the axioms can all be so."""
        return bool(self._asked(lambda java: java.isConsistent()))

    def classify(self) -> None:
        """Finds the hierarchy of the classes, so that what is asked later is quick."""
        kind = java_class(f"{_API}reasoner.InferenceType").CLASS_HIERARCHY
        self._asked(lambda java: java.precomputeInferences(kind))

    def empty_classes(self) -> set[Any]:
        """The named classes in which nothing can be, owl:Nothing left out."""
        found = self._asked(lambda java: java.getUnsatisfiableClasses().getEntitiesMinusBottom())
        return set(found)

    def entails(self, axiom: Any) -> bool:
        """Whether an axiom follows. From what is inconsistent, everything does."""
        try:
            return bool(self._asked(lambda java: java.isEntailed(axiom)))
        except Inconsistent:
            return True

    def is_subsumed(self, premise: Any, conclusion: Any) -> bool:
        """Whether everything in the first class is in the second."""
        return self.entails(self.factory.getOWLSubClassOfAxiom(premise, conclusion))

    def above(self, named: Any) -> set[Any]:
        """The named classes that everything of a named class is in."""
        def ask(java: Any) -> Any:
            found = java.getSuperClasses(named, False).getFlattened()
            return [*found, *java.getEquivalentClasses(named).getEntities()]

        return set(self._asked(ask))

    def below(self, named: Any) -> set[Any]:
        """The named classes that are in a class, itself included, but not the empty ones."""
        def ask(java: Any) -> Any:
            found = java.getSubClasses(named, False).getFlattened()
            return [*found, *java.getEquivalentClasses(named).getEntities()]

        return {entity for entity in self._asked(ask) if not entity.isBuiltIn()} - self.empty_classes()

    def instances(self, expression: Any) -> set[Any]:
        """The named individuals that are certainly in a class."""
        return set(self._asked(lambda java: java.getInstances(expression, False).getFlattened()))

    def is_outside(self, individual: Any, expression: Any) -> bool:
        """Whether a named individual is certainly not in a class."""
        return self.entails(self.outside(individual, expression))

    def outside(self, individual: Any, expression: Any) -> Any:
        """The axiom that an individual is not in a class, as this reasoner knows it."""
        if self.kind == "elk":
            # ELK knows no complements. That nothing is both this individual and in the
            # class says the same.
            just_it = self.factory.getOWLObjectOneOf(java_list([individual]))
            return self.factory.getOWLSubClassOfAxiom(
                self.factory.getOWLObjectIntersectionOf(java_list([just_it, expression])),
                self.factory.getOWLNothing(),
            )
        return self.factory.getOWLClassAssertionAxiom(expression.getObjectComplementOf(), individual)

    def close(self) -> None:
        """Lets go of what it holds."""
        self._java.dispose()


class Inconsistent(OwlError):
    """The axioms cannot all be so."""


def _start(kind: str, ontology: Any, seconds: float) -> Any:
    if kind == "elk":
        return java_class("org.semanticweb.elk.owlapi.ElkReasonerFactory")().createReasoner(ontology)
    configuration = java_class("org.semanticweb.HermiT.Configuration")()
    configuration.individualTaskTimeout = int(seconds * 1000)
    # What is said of a datatype that it does not know is passed over; the rest counts.
    configuration.ignoreUnsupportedDatatypes = True
    try:
        return java_class("org.semanticweb.HermiT.Reasoner")(configuration, ontology)
    except java_class("java.lang.IllegalArgumentException") as error:
        raise OwlError(f"HermiT cannot take the ontology: {message_of(error)}") from None


def is_consistent(axioms: Iterable[Any], kind: str, seconds: float) -> bool:
    """Whether axioms can all be so."""
    reasoner = Reasoner(axioms, kind, seconds)
    try:
        return reasoner.is_consistent()
    except Inconsistent:
        return False
    finally:
        reasoner.close()


def entail(axioms: Iterable[Any], goals: Iterable[Any], kind: str, seconds: float) -> bool:
    """Whether all goals follow from axioms."""
    reasoner = Reasoner(axioms, kind, seconds)
    try:
        return all(reasoner.entails(goal) for goal in goals)
    finally:
        reasoner.close()
