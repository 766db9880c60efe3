"""Rules that were learned, with what they are worth."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from . import _html
from ._hornbook import Book
from ._implication import Attributes, Implication, Rule, names_of

if TYPE_CHECKING:
    import pandas
    import polars

    from ._check import Explanation, Violations
    from ._tables import Table


@dataclass(frozen=True)
class Closure:
    """What follows from attributes, and why."""

    #: Everything that follows, what was given included; nothing if it never occurs.
    attributes: frozenset[str] | None
    #: Why, a sentence a step.
    steps: tuple[str, ...]

    @property
    def impossible(self) -> bool:
        """Whether nothing has all that was given."""
        return self.attributes is None

    def __contains__(self, name: object) -> bool:
        return self.attributes is None or name in self.attributes

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.attributes or ()))


@dataclass(frozen=True)
class Entailment:
    """Whether a rule follows from others, and why or why not. It counts as true if so."""

    #: Whether it follows.
    entailed: bool
    #: Why, a sentence a step.
    steps: tuple[str, ...]
    #: Otherwise, what something could have that breaks it and keeps all rules.
    counterexample: frozenset[str] | None

    def __bool__(self) -> bool:
        return self.entailed


class Rules(Sequence[Rule]):
    """Rules of a table or of whoever was asked.

    They are a sequence, and can be filtered and sorted:

    >>> import hornbook
    >>> animals = [
    ...     {"name": "cat", "milk": True, "hair": True, "eggs": False},
    ...     {"name": "hen", "milk": False, "hair": False, "eggs": True},
    ...     {"name": "platypus", "milk": True, "hair": True, "eggs": True},
    ... ]
    >>> rules = hornbook.learn(animals)
    >>> print(rules.guarantee)
    Every rule that holds follows from these, and nothing else: they are exact.
    >>> print(rules.close("milk").steps[0])
    1. Whatever has milk also has hair (support 2)
    >>> bool(rules.entails("hair -> milk"))
    True
    """

    def __init__(self, book: Book) -> None:
        self._book = book

    @classmethod
    def of(cls, rules: Iterable[Implication], attributes: Iterable[str] | None = None) -> Rules:
        """Rules of one's own, over these attributes, or those that they name."""
        rules = list(rules)
        if attributes is None:
            named: dict[str, None] = {}
            for rule in rules:
                named.update(dict.fromkeys(sorted(rule.premise)))
                named.update(dict.fromkeys(sorted(rule.conclusion or ())))
            attributes = named
        pairs = [
            (sorted(rule.premise), None if rule.conclusion is None else sorted(rule.conclusion)) for rule in rules
        ]
        return cls(Book.of(list(attributes), pairs))

    def __len__(self) -> int:
        return len(self._book)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> Rules: ...
    def __getitem__(self, place: int | slice) -> Rule | Rules:
        if isinstance(place, slice):
            return Rules(self._book.taken(list(range(*place.indices(len(self))))))
        told = self._book.rule(place if place >= 0 else place + len(self)) if place >= -len(self) else None
        if told is None:
            raise IndexError(f"there are {len(self)} rules, and none at {place}")
        return Rule(told)

    def __iter__(self) -> Iterator[Rule]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        shown = [f"  {rule}" + _support(rule) for rule in self[:10]]
        more = [f"  … and {len(self) - 10} more"] if len(self) > 10 else []
        count = "1 rule" if len(self) == 1 else f"{len(self):,} rules"
        return "\n".join([f"<Rules: {count}>", *shown, *more])

    def _repr_html_(self) -> str:
        return _html.rules(self)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that the rules are about."""
        return tuple(self._book.attributes())

    @property
    def background(self) -> tuple[Implication, ...]:
        """What is known from how columns became attributes, and is no finding."""
        return tuple(Implication(told[0], told[1]) for told in self._book.background())

    @property
    def confident(self) -> tuple[Rule, ...]:
        """Rules with exceptions, where a confidence was asked for."""
        return tuple(Rule(told) for told in self._book.confident())

    @property
    def rows(self) -> int | None:
        """How many rows they were learned from."""
        return self._book.rows()

    @property
    def guarantee(self) -> str:
        """What the rules are worth, in the words of the command."""
        return " ".join(self._book.sentences())

    @property
    def certificate(self) -> dict[str, Any] | None:
        """How the rules were learned and what is promised about them, as data: the
        method, the guarantee, ε, δ, the distribution, the seed, questions, samples, and
        the time that it took."""
        run: dict[str, Any] | None = json.loads(self._book.run())
        return run

    @property
    def scaling(self) -> str | None:
        """How columns became attributes, as JSON; ``learn(…, scaling=…)`` takes it."""
        return self._book.scaling()

    def filter(self, keep: Callable[[Rule], object]) -> Rules:
        """The rules that are worth keeping, in their order."""
        return Rules(self._book.taken([place for place, rule in enumerate(self) if keep(rule)]))

    def about(self, *attributes: str) -> Rules:
        """The rules that conclude one of these attributes."""
        wanted = frozenset(attributes)
        return self.filter(lambda rule: wanted & (rule.conclusion or frozenset()))

    def sort(self, by: str | Callable[[Rule], Any] = "leverage", *, reverse: bool = False) -> Rules:
        """The rules in another order: by leverage, support, lift, conviction or
        confidence, the largest first; or by a function, the smallest first."""
        if callable(by):
            places = sorted(range(len(self)), key=lambda place: by(self[place]), reverse=reverse)
            return Rules(self._book.taken(places))
        book = self._book.sorted(by)
        return Rules(book.taken(list(range(len(self)))[::-1]) if reverse else book)

    def close(self, attributes: Attributes) -> Closure:
        """What follows from attributes, and why."""
        closed, steps = self._book.close(names_of(attributes))
        return Closure(None if closed is None else frozenset(closed), tuple(steps))

    def entails(
        self, premise: str | Implication | Attributes, conclusion: Attributes | None | ellipsis = ...
    ) -> Entailment:
        """Whether a rule follows, and why or why not: an implication, text such as
        ``'a, b -> c'``, or premise and conclusion (``None``: never occurs)."""
        if isinstance(premise, Implication):
            sides = (sorted(premise.premise), None if premise.conclusion is None else sorted(premise.conclusion))
        elif conclusion is ...:
            if not isinstance(premise, str):
                raise TypeError("a rule needs a conclusion: entails(premise, conclusion)")
            sides = self._book.parse(premise)
        else:
            concluded = None if conclusion is None else names_of(conclusion)
            sides = (names_of(premise), concluded)
        entailed, steps, example = self._book.entails(*sides)
        return Entailment(entailed, tuple(steps), None if example is None else frozenset(example))

    def check(self, table: Table, *, most: int | None = None, **reading: Any) -> Violations:
        """The rows of a table that break rules: only what is known counts, unless
        ``missing='absent'``. At most so many rows are named for each rule."""
        from ._check import check

        return check(self, table, most=most, **reading)

    def explain(self, row: Any, **reading: Any) -> Explanation:
        """What the rules make of one row: what it has, what follows and from what, and
        which rules it breaks. A row is a dictionary, a Series, or a set of attributes."""
        from ._check import explain

        return explain(self, row, **reading)

    def records(self) -> list[dict[str, Any]]:
        """The rules as dictionaries."""
        return [
            {
                "premise": list(rule.sides[0]),
                "conclusion": None if rule.sides[1] is None else list(rule.sides[1]),
                "support": rule.support,
                "confidence": rule.confidence,
                "lift": rule.lift,
                "leverage": rule.leverage,
                "conviction": rule.conviction,
            }
            for rule in self
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The rules as a frame of pandas, a row each."""
        import pandas

        columns = ["premise", "conclusion", "support", "confidence", "lift", "leverage", "conviction"]
        frame = pandas.DataFrame.from_records(self.records(), columns=columns)
        return frame.astype({"support": "Int64"})

    def to_polars(self) -> polars.DataFrame:
        """The rules as a frame of Polars, a row each."""
        import polars

        names, share = polars.List(polars.String), polars.Float64
        schema: dict[str, Any] = {
            "premise": names,
            "conclusion": names,
            "support": polars.Int64,
            "confidence": share,
            "lift": share,
            "leverage": share,
            "conviction": share,
        }
        return polars.DataFrame(self.records(), schema=schema)

    def to_json(self) -> str:
        """The rules with all that belongs to them, as files hold it."""
        return self._book.write("json").decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Rules:
        """The rules that :meth:`to_json` wrote."""
        return cls(Book.read(text.encode() if isinstance(text, str) else text, "json"))

    def to_text(self, format: str = "text") -> str:
        """The rules in a format of rule files: text, json, csv, prolog, dimacs and so on."""
        return self._book.write(format).decode()

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Writes the rules to a file; its extension tells the format, ``.html`` is a page
        to filter and sort."""
        self._book.save(os.fspath(path), format)

    @classmethod
    def load(cls, path: str | os.PathLike[str], format: str | None = None) -> Rules:
        """The rules of a file."""
        with open(path, "rb") as file:
            return cls(Book.read(file.read(), format))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self.attributes == other.attributes and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rules.from_json, (self.to_json(),))


def _support(rule: Rule) -> str:
    return "" if rule.support is None else f"  # support {rule.support:,}"
