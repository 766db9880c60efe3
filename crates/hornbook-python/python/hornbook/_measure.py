"""How good rules are for a table, and how far a guarantee can be trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _hornbook
from ._progress import Progress, shown
from ._rules import Rules
from ._tables import Table, reading, source


@dataclass(frozen=True)
class Measures:
    """How good rules are, over one distribution of sets."""

    #: The share of sets from which nothing false is concluded.
    precision: float
    #: The share of sets from which all that is true is concluded.
    recall: float
    #: The share of sets that only one of rules and table calls closed.
    weak_error: float
    #: The share of sets that close differently.
    strong_error: float
    #: The share of rules that hold in every row.
    valid_rules: float
    #: How many sets were looked at.
    probes: int
    #: Whether these were all that can be drawn.
    exact: bool
    #: How the sets are distributed.
    distribution: str
    #: Estimates are off by so much at most …
    tolerance: float | None = None
    #: … but with this probability.
    failure: float | None = None
    #: The same for any few attributes, where these are certified apart.
    any_few: Measures | None = None


def measure(
    rules: Rules,
    data: Table,
    *,
    distribution: str | None = None,
    tolerance: float | None = None,
    failure: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    attributes: list[str] | None = None,
    **read: Any,
) -> Measures:
    """Measures how good rules are for a table: exactly where all sets can be looked at in
    short time, unless a tolerance is given; else by random sets.

    >>> import hornbook
    >>> table = hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["eggs"]})
    >>> found = hornbook.measure(hornbook.basis(table), table)
    >>> found.precision, found.recall, found.exact
    (1.0, 1.0, True)
    """
    how = {
        "distribution": distribution,
        "tolerance": tolerance,
        "failure": failure,
        "seed": seed,
        "threads": threads,
    }
    told = json.loads(_hornbook.measure_rules(rules._book, source(data, attributes), reading(**read), how))
    parts = [Measures(**part) for part in told]
    return Measures(**{**told[0], "any_few": parts[1]}) if len(parts) > 1 else parts[0]


@dataclass(frozen=True)
class Study:
    """What came of a study."""

    #: Whether what was promised was kept, in a sentence.
    verdict: str
    #: The report as data.
    report: dict[str, Any]
    #: Whether all runs are done.
    done: bool
    #: Where runs and report are.
    folder: str
    #: The report as a page.
    html: str

    def _repr_html_(self) -> str:
        from html import escape

        return f'<iframe srcdoc="{escape(self.html)}" style="width:100%;height:40em;border:1px solid #8886"></iframe>'

    def __repr__(self) -> str:
        return f"<Study in {self.folder}: {self.verdict}>"


def study(
    data: Table,
    folder: str | os.PathLike[str],
    *,
    methods: Iterable[str] = ("pac-cached", "frugal", "settle", "auto"),
    epsilon: Iterable[float] = (0.01, 0.1),
    delta: Iterable[float] = (0.1,),
    runs: int = 10,
    twins: int = 0,
    curves: int = 3,
    distribution: str | None = None,
    background: bool = True,
    seed: int = 1,
    threads: int | None = None,
    attributes: list[str] | None = None,
    progress: Progress = None,
    **read: Any,
) -> Study:
    """Tells how far ε and δ can be trusted on a table: runs learners over a grid of
    parameters, and says whether what they promise was kept. Runs are kept in the folder:
    the same call goes on where it was interrupted."""
    what = {
        "methods": list(methods),
        "epsilons": list(epsilon),
        "deltas": list(delta),
        "runs": runs,
        "twins": twins,
        "curves": curves,
        "distribution": distribution,
        "background": background,
        "seed": seed,
        "threads": threads,
    }
    with shown(progress) as told:
        verdict, report, html, done = _hornbook.study(
            source(data, attributes), reading(**read), os.fspath(folder), what, told
        )
    return Study(verdict, json.loads(report), done, os.fspath(folder), html)
