"""Explorations: a domain of one's own, question by question, kept in a journal."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._context import Context
from ._hornbook import Journal
from ._implication import Attributes, Implication, names_of
from ._rules import Rules
from ._tables import Table
from ._tables import reading as read
from ._tables import source


@dataclass(frozen=True)
class Next:
    """What comes next in an exploration."""

    #: ``describe`` (name something), ``ask`` (does the rule hold?), ``check`` (which of the
    #: rules do not hold?), ``wait`` (for others), or ``certified`` (nothing is left).
    kind: str
    #: The same in words for people.
    words: str
    #: The rules in question.
    rules: tuple[Implication, ...] = ()
    #: How likely the rule is thought to hold.
    likely: float | None = None
    #: Kinds of things that were not named yet.
    missing: tuple[str, ...] = ()

    @property
    def rule(self) -> Implication:
        """The rule in question, the first if there are several."""
        if not self.rules:
            raise ValueError(f"nothing is asked about a rule: {self.words}")
        return self.rules[0]


class Exploration:
    """An exploration: name what things may be like, tell of some, and answer.

    With a path, every answer is on disk when the call returns; without one, nothing is
    kept.

    >>> import hornbook
    >>> animals = hornbook.Exploration(["hair", "milk"], seed=1)
    >>> _ = animals.object("cat", has=["hair", "milk"])
    >>> _ = animals.object("hen", lacks=["hair", "milk"])
    >>> while (question := animals.next(objects_first=False)).kind == "ask":
    ...     _ = animals.answer(True)
    >>> sorted(map(str, animals.rules()))
    ['hair -> milk', 'milk -> hair']
    """

    def __init__(
        self,
        attributes: Iterable[str] = (),
        path: str | os.PathLike[str] | None = None,
        *,
        table: Table | None = None,
        title: str | None = None,
        epsilon: float | None = None,
        delta: float | None = None,
        seed: int | None = None,
        background: Iterable[Implication] = (),
        who: str | None = None,
        **reading: Any,
    ) -> None:
        sides = [
            (sorted(rule.premise), None if rule.conclusion is None else sorted(rule.conclusion)) for rule in background
        ]
        beginning = {
            "attributes": list(attributes),
            "title": title,
            "epsilon": epsilon,
            "delta": delta,
            "seed": seed,
            "background": sides,
        }
        place = None if path is None else os.fspath(path)
        if table is None:
            self._journal = Journal.begin(place, beginning)
        else:
            self._journal = Journal.begin(place, beginning, source(table), read(**reading))
        #: Whoever answers.
        self.who = who
        self._next: Next | None = None

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, who: str | None = None, only_look: bool = False) -> Exploration:
        """Goes on with the exploration of a journal, or only looks at it."""
        made = cls.__new__(cls)
        made._journal = Journal.open(os.fspath(path), only_look)
        made.who = who
        made._next = None
        return made

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes."""
        return tuple(self._journal.attributes())

    def next(self, *, objects_first: bool = True, most_on_a_list: int = 1, controls: float = 0.0) -> Next:
        """What comes next: a thing to describe, a rule, a list of them, or nothing, since
        what is known is certified."""
        kind, words, rules, likely, missing = self._journal.next(self.who, most_on_a_list, controls, objects_first)
        asked = tuple(Implication(premise, conclusion) for premise, conclusion in rules)
        self._next = Next(kind, words, asked, likely, tuple(missing))
        return self._next

    def _asked(self, rule: Implication | None) -> tuple[list[str], list[str] | None]:
        if rule is None:
            if self._next is None or self._next.kind not in ("ask", "check"):
                raise ValueError("nothing was asked: call next(), or say which rule the answer is about")
            rule = self._next.rule
        return sorted(rule.premise), None if rule.conclusion is None else sorted(rule.conclusion)

    def answer(
        self,
        answer: bool | None,
        *,
        rule: Implication | None = None,
        object: str = "",
        has: Attributes = (),
        lacks: Attributes | None = None,
        later: bool = False,
    ) -> str:
        """Answers the question at hand, or one about another rule: True, None if it is not
        known, or False with an object that breaks it, by what it has besides the premise
        and what it lacks (without ``lacks``: all else). Gives the entry of the journal."""
        asked = self._asked(rule)
        if answer is False:
            has_names = sorted({*names_of(has), *asked[0]})
            missing = [name for name in self.attributes if name not in has_names]
            lacking = missing if lacks is None else names_of(lacks)
            entry = self._journal.answer(self.who, asked, "refuted", object, has_names, lacking)
        else:
            kind = "later" if later else "holds" if answer else "unknown"
            entry = self._journal.answer(self.who, asked, kind, "", [], [])
        self._next = None
        return entry

    def object(self, name: str, has: Attributes = (), lacks: Attributes | None = None) -> str:
        """Tells of an object: what it has, and what it lacks (without it: all else)."""
        names = names_of(has)
        lacking = [other for other in self.attributes if other not in names] if lacks is None else names_of(lacks)
        entry = self._journal.tell(self.who, name, names, lacking)
        self._next = None
        return entry

    def undo(self) -> str:
        """Takes back what was done last."""
        self._next = None
        return self._journal.undo(self.who)

    @property
    def certificate(self) -> str | None:
        """What is certified, in words; nothing if it is not yet."""
        return self._journal.certificate()[0]

    @property
    def supported_epsilon(self) -> float | None:
        """The ε that the evidence supports by now."""
        return self._journal.certificate()[1]

    @property
    def questions(self) -> int:
        """How many answers were given that still count."""
        return self._journal.questions()

    @property
    def objects(self) -> Context:
        """The objects that are known."""
        return Context._of(self._journal.objects())

    def rules(self) -> Rules:
        """The rules that are known."""
        return Rules(self._journal.rules())

    def report(self, format: str = "markdown") -> str:
        """The report, as text, markdown or html."""
        return self._journal.report(format)

    def widget(self) -> Any:
        """A form for a notebook, by ipywidgets: the question, and buttons to answer it."""
        from ._widget import form

        return form(self)

    def _repr_markdown_(self) -> str:
        return self.report("markdown")
