"""Class expressions in Manchester syntax."""

from __future__ import annotations

from typing import Any

from .errors import OwlError
from .java import implemented, java_class
from .ontology import Ontology

_OTHER_KINDS = ("ObjectProperty", "DataProperty", "NamedIndividual", "Datatype", "AnnotationProperty")


def class_expression(ontology: Ontology, text: str) -> Any:
    """The class that a text names, or the class expression that it is."""
    text = text.strip()
    if not text:
        raise OwlError("a class expression is empty")
    named = _class(ontology, text)
    return named if named is not None else _parse(ontology, text)


def _class(ontology: Ontology, text: str) -> Any:
    """The class that a text names, if it does."""
    found = ontology.names.find("Class", text)
    if len(found) > 1:
        addresses = ", ".join(f"<{entity.getIRI()}>" for entity in found)
        raise OwlError(f"'{text}' may mean any of {addresses}: name one of them so")
    if found:
        return found[0]
    return {"owl:Thing": ontology.factory.getOWLThing(), "owl:Nothing": ontology.factory.getOWLNothing()}.get(text)


def _parse(ontology: Ontology, text: str) -> Any:
    names = ontology.names

    def only(kind: str) -> Any:
        def find(name: Any) -> Any:
            meant = str(name)
            if kind == "Class":
                return _class(ontology, meant)
            found = names.find(kind, meant)
            if not found and kind == "Datatype" and meant.startswith("xsd:"):
                vocabulary = java_class("org.semanticweb.owlapi.vocab.OWL2Datatype")
                known = {str(datatype.getShortForm()): datatype for datatype in vocabulary.values()}
                datatype = known.get(meant[len("xsd:") :])
                return datatype.getDatatype(ontology.factory) if datatype is not None else None
            return found[0] if len(found) == 1 else None

        return find

    methods = {f"getOWL{kind.replace('NamedIndividual', 'Individual')}": only(kind) for kind in ("Class", *_OTHER_KINDS)}
    parser = java_class("org.semanticweb.owlapi.apibinding.OWLManager").createManchesterParser()
    parser.setOWLEntityChecker(implemented("org.semanticweb.owlapi.expression.OWLEntityChecker", methods))
    parser.setStringToParse(text)
    try:
        return parser.parseClassExpression(text)
    except java_class("org.semanticweb.owlapi.manchestersyntax.renderer.ParserException") as error:
        raise OwlError(_what_is_wrong(ontology, text, error)) from None


def _what_is_wrong(ontology: Ontology, text: str, error: Any) -> str:
    """What a parser found, and what it expected."""
    token = str(error.getCurrentToken())
    if token in ("|EOF|", ""):
        return f"'{text}' is no class expression: it ends where more was expected, {_expected(error)}"
    if token.startswith("'") and not token.endswith("'"):
        return f"'{text}' is no class expression: a quotation mark is open"
    at = int(error.getStartPos())
    place = "" if text == token or at < 0 else f", at character {at + 1} of '{text}'"
    kinds = [kind for kind, is_expected in _kinds_expected(error) if is_expected]
    near = ontology.names.near(token, kinds or ("Class",))
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    if kinds and token.replace("_", "").replace(":", "").strip("'").isalnum():
        words = {"Class": "class", "ObjectProperty": "property", "NamedIndividual": "individual", "Datatype": "datatype"}
        what = " or ".join(words[kind] for kind in kinds if kind in words)
        if text == token:
            what = "class"
        return f"'{token}' is no {what} of the ontology{place}{hint}"
    return f"'{text}' is no class expression: found '{token}'{place}, expected {_expected(error)}{hint}"


def _kinds_expected(error: Any) -> list[tuple[str, bool]]:
    return [
        ("Class", error.isClassNameExpected()),
        ("ObjectProperty", error.isObjectPropertyNameExpected()),
        ("DataProperty", error.isDataPropertyNameExpected()),
        ("NamedIndividual", error.isIndividualNameExpected()),
        ("Datatype", error.isDatatypeNameExpected()),
    ]


def _expected(error: Any) -> str:
    words = {"Class": "a class", "ObjectProperty": "a property", "NamedIndividual": "an individual"}
    expected = [words[kind] for kind, is_expected in _kinds_expected(error) if is_expected and kind in words]
    expected += sorted(str(keyword) for keyword in error.getExpectedKeywords() if str(keyword).strip("|") != "EOF")
    return " or ".join(expected[:6]) or "the end"
