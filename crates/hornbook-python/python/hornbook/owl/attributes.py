"""The attributes of an exploration: classes and class expressions, by names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import OwlError
from .expressions import class_expression
from .ontology import Ontology
from .reasoner import Reasoner

#: Hornbook explores no more.
MAX_ATTRIBUTES = 1000


@dataclass(frozen=True)
class ClassAttribute:
    """A class or class expression, under the name it has in questions."""

    name: str
    expression: Any
    #: What is said of something that is in it.
    phrase: str
    #: What it means: the expression, or a class's label.
    description: str | None


def attribute(ontology: Ontology, text: str) -> ClassAttribute:
    """The attribute that a text names: a class, an expression, or 'NAME = EXPRESSION'."""
    name, given = _split(text)
    expression = class_expression(ontology, given)
    if expression.isAnonymous():
        shown = ontology.show(expression)
        phrase = f"is {name}" if name else f"is in: {shown}"
        return ClassAttribute(name or given, expression, phrase, shown if name else None)
    label = ontology.names.label(expression)
    phrase = f"is {label}" if label else f"is {_spaced(ontology.names.short(expression))}"
    return ClassAttribute(name or ontology.names.name(expression), expression, phrase, None)


def _split(text: str) -> tuple[str | None, str]:
    """A name and its expression. '=' is nothing that an expression has outside of
    addresses and quotes."""
    found = re.match(r"\s*([^=<>'\"\[\]]+?)\s*=\s*(.+)$", text, re.DOTALL)
    return (found.group(1), found.group(2).strip()) if found else (None, text.strip())


def _spaced(name: str) -> str:
    """MeatyPizza as it stands in a sentence: meaty pizza."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " "))
    return words.lower() if words != name else name


def listed(text: str) -> list[str]:
    """The entries of a list with commas; commas in brackets and quotes separate nothing."""
    entries, start, depth, quote = [], 0, 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "({[":
            depth += 1
        elif char in ")}]":
            depth -= 1
        elif char == "," and depth == 0:
            entries.append(text[start:at])
            start = at + 1
    return [entry.strip() for entry in [*entries, text[start:]] if entry.strip()]


def lines_of(file: Path) -> list[str]:
    """The entries of a file, one a line; '#' begins a comment."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OwlError(f"{file} cannot be read: {error}") from None
    # Not in addresses, which have it inside.
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def chosen(ontology: Ontology, classes: str | None, below: str | None, reasoner: Reasoner) -> list[ClassAttribute]:
    """The attributes that somebody chose: a list or a file of classes, those below a
    class, or all named classes."""
    if classes is not None:
        file = Path(classes)
        entries = lines_of(file) if file.is_file() else listed(classes)
        found = [attribute(ontology, entry) for entry in entries]
    elif below is not None:
        top = class_expression(ontology, below)
        if top.isAnonymous():
            raise OwlError(f"--below takes a named class, not '{below}'")
        members = reasoner.below(top) - {top}
        found = [attribute(ontology, f"<{named.getIRI()}>") for named in ontology.classes() if named in members]
    else:
        found = [attribute(ontology, f"<{named.getIRI()}>") for named in ontology.classes()]
        if len(found) > MAX_ATTRIBUTES:
            raise OwlError(
                f"the ontology has {len(found)} classes, more than the {MAX_ATTRIBUTES} that can be explored: "
                "choose some with --classes A,B,C or --below CLASS"
            )
    return _checked(found)


def _checked(found: list[ClassAttribute]) -> list[ClassAttribute]:
    if not found:
        raise OwlError("there are no classes to ask about")
    if len(found) > MAX_ATTRIBUTES:
        raise OwlError(f"these are {len(found)} classes, more than the {MAX_ATTRIBUTES} that can be explored")
    seen: set[str] = set()
    for one in found:
        if one.name in seen:
            raise OwlError(f"the attribute '{one.name}' is named twice")
        seen.add(one.name)
    return found
