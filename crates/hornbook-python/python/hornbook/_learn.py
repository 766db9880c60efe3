"""Learning the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _hornbook
from ._progress import Progress, shown
from ._rules import Rules
from ._tables import Table, reading, source


def _amount(min_support: int | float | str | None) -> str | None:
    if min_support is None or isinstance(min_support, str):
        return min_support
    if isinstance(min_support, float) and not min_support.is_integer():
        return f"{min_support * 100}%"
    return str(int(min_support))


def _whole(name: str, value: int | None, least: int) -> None:
    if value is not None and (isinstance(value, bool) or value < least):
        raise ValueError(f"{name} must be at least {least}, but is {value}")


def _learn(data: Table, attributes: Sequence[str] | None, progress: Progress, wanted: Any, read: Any) -> Rules:
    for name, least in (("seed", 0), ("max_premise", 1), ("limit_questions", 0), ("limit_memory", 1), ("threads", 1)):
        _whole(name, wanted[name], least)
    with shown(progress) as told:
        return Rules(_hornbook.learn(source(data, attributes), reading(**read), wanted, told))


def learn(
    data: Table,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    distribution: str | None = None,
    min_support: int | float | str | None = None,
    max_premise: int | None = None,
    target: str | None = None,
    confidence: float | None = None,
    method: str = "auto",
    strength: str | None = None,
    schedule: str | None = None,
    background: bool = True,
    seed: int = 1,
    limit_questions: int | None = None,
    limit_time: float | None = None,
    limit_memory: int | None = None,
    threads: int | None = None,
    attributes: Sequence[str] | None = None,
    progress: Progress = None,
    **read: Any,
) -> Rules:
    """Learns the rules that hold in a table, as the command ``hornbook learn`` does.

    ``data`` is a path or the address of a database, a table of pandas, Polars, PyArrow or
    DuckDB, a NumPy or SciPy matrix of yes and no (``attributes`` names its columns), rows
    as dictionaries, or a :class:`Context`.

    Without further options, all rules are found if that takes seconds, else all that
    enough rows bear out; ``rules.guarantee`` says which. ``min_support`` is a number of
    rows, a share such as ``0.05``, or text such as ``"5%"``; ``target`` asks for rules
    about one attribute; ``epsilon``, ``delta`` and ``distribution`` for a guarantee by
    samples. How a table is read is told as to the command: ``scale={"age":
    "ordinal:18,40"}``, ``missing="drop"``, ``id="name"``, ``table=`` and ``query=`` for
    databases, ``sheet=``, ``na=``, ``delimiter=``, ``decimal=``, ``encoding=``,
    ``format=``, ``scaling=``.

    >>> import hornbook
    >>> rules = hornbook.learn([{"milk": "yes", "hair": "yes"}, {"milk": "no", "hair": "yes"},
    ...                         {"milk": "no", "hair": "no"}])
    >>> for rule in rules:
    ...     print(rule)
    milk=yes -> hair=yes
    hair=no -> milk=no
    """
    wanted = {
        "method": method,
        "epsilon": epsilon,
        "delta": delta,
        "distribution": distribution,
        "strength": strength,
        "schedule": schedule,
        "target": target,
        "min_support": _amount(min_support),
        "max_premise": max_premise,
        "confidence": confidence,
        "background": background,
        "seed": seed,
        "limit_questions": limit_questions,
        "limit_time": limit_time,
        "limit_memory": limit_memory,
        "threads": threads,
        "basis": False,
    }
    return _learn(data, attributes, progress, wanted, read)


def basis(
    data: Table,
    *,
    min_support: int | float | str | None = None,
    max_premise: int | None = None,
    target: str | None = None,
    confidence: float | None = None,
    background: bool = True,
    limit_time: float | None = None,
    limit_memory: int | None = None,
    threads: int | None = None,
    attributes: Sequence[str] | None = None,
    progress: Progress = None,
    **read: Any,
) -> Rules:
    """The canonical (Duquenne–Guigues) basis of a table, as ``hornbook basis`` finds it:
    the smallest set of rules from which all follows that holds, and nothing else.

    >>> import hornbook
    >>> table = hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["feathers"]})
    >>> print(hornbook.basis(table)[0])
    milk -> hair
    """
    wanted = {
        "method": "exact",
        "epsilon": None,
        "delta": None,
        "distribution": None,
        "strength": None,
        "schedule": None,
        "target": target,
        "min_support": _amount(min_support),
        "max_premise": max_premise,
        "confidence": confidence,
        "background": background,
        "seed": 1,
        "limit_questions": None,
        "limit_time": limit_time,
        "limit_memory": limit_memory,
        "threads": threads,
        "basis": True,
    }
    return _learn(data, attributes, progress, wanted, read)
