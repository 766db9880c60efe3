"""Contexts: tables of objects and attributes, in the formats of formal concept analysis."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._hornbook import ContextTable, Source, context
from ._implication import Attributes, Implication, names_of

if TYPE_CHECKING:
    from ._tables import Table


@dataclass(frozen=True)
class Object:
    """A row of a context."""

    #: What it is called.
    name: str
    #: What it has.
    has: frozenset[str]
    #: Of what it is not known whether it has it.
    unknown: frozenset[str]


class Context:
    """A table of objects and attributes, with a cross where an object has an attribute.

    >>> import hornbook
    >>> animals = hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["eggs"], "platypus": ["milk", "hair", "eggs"]})
    >>> sorted(animals.close("milk"))
    ['hair', 'milk']
    >>> animals.support("eggs")
    2
    >>> hornbook.Context.from_text(animals.to_text("cxt"), "cxt") == animals
    True
    """

    def __init__(self, table: Table, *, attributes: list[str] | None = None, **reading: Any) -> None:
        from ._tables import reading as read
        from ._tables import source

        self._table = context(source(table, attributes), read(**reading))

    @classmethod
    def _of(cls, table: ContextTable) -> Context:
        made = cls.__new__(cls)
        made._table = table
        return made

    @classmethod
    def of(
        cls,
        objects: Mapping[str, Iterable[str]],
        attributes: Iterable[str] | None = None,
        unknown: Mapping[str, Iterable[str]] | None = None,
    ) -> Context:
        """Objects by their names, with what each has; and of some, what is unknown."""
        rows = {name: names_of(has) for name, has in objects.items()}
        named = dict.fromkeys(attributes) if attributes is not None else {}
        if attributes is None:
            for has in rows.values():
                named.update(dict.fromkeys(has))
        open_ = {name: names_of(some) for name, some in (unknown or {}).items()}
        return cls._of(ContextTable.of(list(named), [(name, has, open_.get(name, [])) for name, has in rows.items()]))

    @classmethod
    def from_text(cls, text: str | bytes, format: str) -> Context:
        """A context in the text of a file: cxt, csv, tsv, fimi, conexp-json and so on."""
        return cls(Source.text(text.encode() if isinstance(text, str) else text, format))

    @classmethod
    def load(cls, path: str | os.PathLike[str], **reading: Any) -> Context:
        """The context of a file; one with columns is scaled."""
        return cls(path, **reading)

    def to_text(self, format: str = "cxt") -> str:
        """The context in a format: cxt, csv, tsv, fimi, conexp-json and so on."""
        return self._table.write(format).decode()

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Writes the context to a file; its extension tells the format."""
        self._table.save(os.fspath(path), format)

    @property
    def _source(self) -> Source:
        return self._table.source()

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes."""
        return tuple(self._table.attributes())

    @property
    def density(self) -> float:
        """The share of filled places."""
        return self._table.density()

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, place: int) -> Object:
        told = self._table.object(place if place >= 0 else len(self) + place) if place >= -len(self) else None
        if told is None:
            raise IndexError(f"there are {len(self)} objects, and none at {place}")
        name, has, unknown = told
        return Object(name, frozenset(has), frozenset(unknown))

    def __iter__(self) -> Iterator[Object]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Context):
            return NotImplemented
        return self.attributes == other.attributes and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Context: {len(self):,} objects, {len(self.attributes):,} attributes>"

    def close(self, attributes: Attributes) -> frozenset[str] | None:
        """What all objects with these attributes have in common; nothing if there are none."""
        closed = self._table.close(names_of(attributes))
        return None if closed is None else frozenset(closed)

    def support(self, attributes: Attributes) -> int:
        """How many objects have all of these attributes."""
        return self._table.support(names_of(attributes))

    def holds(self, rule: Implication) -> bool:
        """Whether all objects keep a rule."""
        return self._table.holds(sorted(rule.premise), None if rule.conclusion is None else sorted(rule.conclusion))
