"""The library's learners by their own names.

Those that ask take an oracle, as :func:`hornbook.learn_from` does; :func:`exact` and
:func:`settle` look up rows.

>>> from hornbook import learners
>>> rules = learners.attribute_exploration(lambda premise, conclusion: True, ["a", "b"])
>>> print(rules[0])
-> ⊥
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._learn import basis, learn
from ._oracle import Ask, learn_from
from ._rules import Rules
from ._tables import Table

__all__ = ["attribute_exploration", "exact", "frugal", "horn1", "horn_approximation", "settle"]


def frugal(ask: Ask, attributes: Iterable[str], **options: Any) -> Rules:
    """As few questions as possible, every rule valid."""
    return learn_from(ask, attributes, method="frugal", **options)


def horn_approximation(
    ask: Ask, attributes: Iterable[str], *, strength: str = "strong", variant: str = "letter", **options: Any
) -> Rules:
    """Algorithm 4 of the paper: an ε-Horn approximation, ``weak`` or ``strong``. The
    variant is ``letter``, ``valid`` or ``cached``."""
    methods = {"letter": "pac", "valid": "pac-valid", "cached": "pac-cached"}
    if variant not in methods:
        raise ValueError(f"there is no variant {variant!r}; there are {', '.join(methods)}")
    return learn_from(ask, attributes, method=methods[variant], strength=strength, **options)


def attribute_exploration(ask: Ask, attributes: Iterable[str], **options: Any) -> Rules:
    """Ganter's attribute exploration: the canonical basis, by every answer."""
    return learn_from(ask, attributes, method="exploration", **options)


def horn1(target: Rules, *, seed: int = 1) -> Rules:
    """Angluin, Frazier and Pitt's Horn1: learns known rules exactly, from membership and
    equivalence queries that are answered from them. The result is their canonical basis."""
    return Rules(target._book.horn1(seed))


def settle(data: Table, **options: Any) -> Rules:
    """Samples sets of a table and looks up what is open."""
    return learn(data, method="settle", **options)


def exact(data: Table, **options: Any) -> Rules:
    """The exact rules of a table, with their canonical premises."""
    return basis(data, **options)
