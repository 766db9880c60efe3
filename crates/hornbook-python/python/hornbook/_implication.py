"""Rules, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Union

#: Attributes, as a set or any other collection of names; one name is itself.
Attributes = Union[str, Iterable[str]]


def names_of(attributes: Attributes) -> list[str]:
    """The names, whether they are one or many."""
    if isinstance(attributes, str):
        return [attributes]
    names = list(attributes)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"found {name!r} as the name of an attribute, expected text")
    return names


@dataclass(frozen=True)
class Implication:
    """Whatever has all of the premise also has all of the conclusion. Without a
    conclusion (``None``), the premise never occurs.

    >>> from hornbook import Implication
    >>> print(Implication({"milk"}, {"breathes", "backbone"}))
    milk -> backbone, breathes
    >>> print(Implication({"milk", "feathers"}, None))
    feathers, milk -> ⊥
    >>> Implication({"milk"}, {"hair"}).holds_in({"milk", "hair", "tail"})
    True
    """

    #: What it asks for.
    premise: frozenset[str]
    #: What it promises; nothing if the premise never occurs.
    conclusion: frozenset[str] | None

    def __init__(self, premise: Attributes, conclusion: Attributes | None) -> None:
        object.__setattr__(self, "premise", frozenset(names_of(premise)))
        concluded = None if conclusion is None else frozenset(names_of(conclusion))
        object.__setattr__(self, "conclusion", concluded)

    @property
    def impossible(self) -> bool:
        """Whether it says that its premise never occurs."""
        return self.conclusion is None

    def holds_in(self, attributes: Attributes) -> bool:
        """Whether something that has just these attributes keeps the rule."""
        has = frozenset(names_of(attributes))
        if not self.premise <= has:
            return True
        return self.conclusion is not None and self.conclusion <= has

    def __str__(self) -> str:
        concluded = "⊥" if self.conclusion is None else ", ".join(sorted(map(_quoted, self.conclusion)))
        return f"{', '.join(sorted(map(_quoted, self.premise)))} -> {concluded}".strip()


def _quoted(name: str) -> str:
    return f'"{name}"' if "," in name else name


@dataclass(frozen=True, init=False)
class Rule(Implication):
    """A rule with what was counted about it."""

    #: How many rows have the premise; unknown where none were counted.
    support: int | None
    #: The share of these that have the conclusion.
    confidence: float | None
    #: How many times as often as in all rows the conclusion occurs there.
    lift: float | None
    #: The share of rows with both sides, beyond what chance would give.
    leverage: float | None
    #: How many times as often the rule would fail by chance.
    conviction: float | None
    #: Both sides as lists, in the order of the attributes.
    sides: tuple[tuple[str, ...], tuple[str, ...] | None]

    def __init__(self, told: Any) -> None:
        premise, conclusion, support, confidence, lift, leverage, conviction = told
        super().__init__(premise, conclusion)
        object.__setattr__(self, "support", support)
        object.__setattr__(self, "confidence", confidence)
        object.__setattr__(self, "lift", lift)
        object.__setattr__(self, "leverage", leverage)
        object.__setattr__(self, "conviction", conviction)
        object.__setattr__(self, "sides", (tuple(premise), None if conclusion is None else tuple(conclusion)))

    def __str__(self) -> str:
        premise, conclusion = self.sides
        concluded = "⊥" if conclusion is None else ", ".join(map(_quoted, conclusion))
        return f"{', '.join(map(_quoted, premise))} -> {concluded}".strip()

    def __repr__(self) -> str:
        support = "" if self.support is None else f", support={self.support}"
        return f"<Rule {self}{support}>"
