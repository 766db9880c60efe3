"""What entities of an ontology are called, and which entity is meant by a name."""

from __future__ import annotations

import difflib
from typing import Any
from collections.abc import Iterable

from .java import java_class

_KINDS = ("Class", "ObjectProperty", "DataProperty", "AnnotationProperty", "NamedIndividual", "Datatype")


class Names:
    """Names for the entities of an ontology, and back.

    An entity is called by the end of its address where that is its alone among
    entities of its kind, and else by the whole address in angle brackets. It can be
    meant by either, by its label, and by a prefix of the ontology.
    """

    def __init__(self, manager: Any, ontology: Any) -> None:
        self._short = java_class("org.semanticweb.owlapi.util.SimpleShortFormProvider")()
        self._prefixes = _prefixes(manager, ontology)
        self._labels: dict[str, str] = {}
        self._called: dict[Any, str] = {}
        self._meant: dict[tuple[str, str], set[Any]] = {}
        imports = java_class("org.semanticweb.owlapi.model.parameters.Imports").INCLUDED
        entities = list(ontology.getSignature(imports))
        self._read_labels(ontology, imports)
        for kind in _KINDS:
            of_kind = [entity for entity in entities if _kind(entity) == kind]
            self._name(kind, sorted(of_kind, key=lambda entity: str(entity.getIRI())))

    def _read_labels(self, ontology: Any, imports: Any) -> None:
        assertion = java_class("org.semanticweb.owlapi.model.AxiomType").ANNOTATION_ASSERTION
        best: dict[str, tuple[int, str]] = {}
        for axiom in ontology.getAxioms(assertion, imports):
            if not axiom.getProperty().isLabel():
                continue
            literal = axiom.getValue().asLiteral()
            if not literal.isPresent():
                continue
            language = str(literal.get().getLang())
            rank = 0 if language == "" else 1 if language.startswith("en") else 2
            found = (rank, str(literal.get().getLiteral()).strip())
            address = str(axiom.getSubject())
            if found[1] and (address not in best or found < best[address]):
                best[address] = found
        self._labels = {address: label for address, (_, label) in best.items()}

    def _name(self, kind: str, entities: list[Any]) -> None:
        by_short: dict[str, list[Any]] = {}
        for entity in entities:
            by_short.setdefault(self.short(entity), []).append(entity)
        for short, called_so in by_short.items():
            for entity in called_so:
                address = f"<{entity.getIRI()}>"
                self._called[entity] = short if len(called_so) == 1 and short else address
                names = {short, address, address[1:-1], self.label(entity) or short, *self._prefixed(entity)}
                for name in names:
                    self._meant.setdefault((kind, name), set()).add(entity)

    def _prefixed(self, entity: Any) -> Iterable[str]:
        address = str(entity.getIRI())
        for prefix, start in self._prefixes.items():
            if address.startswith(start):
                yield prefix + address[len(start) :]

    def short(self, entity: Any) -> str:
        """The end of an entity's address."""
        return str(self._short.getShortForm(entity))

    def name(self, entity: Any) -> str:
        """What an entity is called."""
        return self._called.get(entity) or self.short(entity)

    def label(self, entity: Any) -> str | None:
        """An entity's label: one without a language, or in English, before others."""
        return self._labels.get(str(entity.getIRI()))

    def find(self, kind: str, name: str) -> list[Any]:
        """The entities of a kind that a name may mean; several if it is not clear."""
        if len(name) > 1 and name[0] == name[-1] == "'":
            name = name[1:-1]
        # What has its address' end as its name is meant before what is labelled so.
        found = self._meant.get((kind, name), set())
        exact = [entity for entity in found if self._called.get(entity) == name]
        return exact or sorted(found, key=lambda entity: str(entity.getIRI()))

    def near(self, name: str, kinds: Iterable[str] = _KINDS) -> list[str]:
        """Names that are nearly this one."""
        wanted = set(kinds)
        known = {meant for kind, meant in self._meant if kind in wanted and ":" not in meant}
        by_lower: dict[str, list[str]] = {}
        for meant in sorted(known):
            by_lower.setdefault(meant.lower(), []).append(meant)
        close = difflib.get_close_matches(name.strip("'").lower(), by_lower, n=3, cutoff=0.6)
        return [meant for lower in close for meant in by_lower[lower]][:3]


def _kind(entity: Any) -> str:
    return str(entity.getEntityType().getName())


def _prefixes(manager: Any, ontology: Any) -> dict[str, str]:
    """The prefixes that an ontology's file has, and those that everybody knows."""
    prefixes = {"owl:": "http://www.w3.org/2002/07/owl#"}
    form = manager.getOntologyFormat(ontology)
    if form is not None and form.isPrefixOWLDocumentFormat():
        for entry in form.asPrefixOWLDocumentFormat().getPrefixName2PrefixMap().entrySet():
            if str(entry.getValue()):
                prefixes[str(entry.getKey())] = str(entry.getValue())
    return prefixes
