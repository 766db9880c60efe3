"""Tables against rules: which rows break them, and what rules make of one row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _hornbook
from ._implication import Implication, names_of
from ._tables import Table, reading, source

if TYPE_CHECKING:
    import pandas

    from ._rules import Rules

#: So many rows are named for each rule, unless told otherwise.
MOST_ROWS = 1000


@dataclass(frozen=True)
class Violation:
    """A row that breaks a rule."""

    #: The rule.
    rule: Implication
    #: The place of the row, from 0; unknown in databases.
    row: int | None
    #: What the row is called: its name, its key, or its place, counted from 1.
    name: str
    #: What it lacks of the conclusion; nothing if the premise should not occur.
    lacks: frozenset[str] | None


class Violations(Sequence[Violation]):
    """The rows of a table that break rules. It counts as true if there are any."""

    def __init__(self, table: Any, told: Any) -> None:
        broken, self.rule_count, self.row_count = told
        self._table = table
        #: For each broken rule, how many rows break it.
        self.counts: dict[Implication, int] = {}
        self._found: list[Violation] = []
        for premise, conclusion, _, count, rows in broken:
            rule = Implication(premise, conclusion)
            self.counts[rule] = count
            for row, name, lacks in rows:
                self._found.append(Violation(rule, row, name, None if lacks is None else frozenset(lacks)))

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, place: Any) -> Any:
        return self._found[place]

    def __iter__(self) -> Iterator[Violation]:
        return iter(self._found)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __repr__(self) -> str:
        broken = len(self.counts)
        lines = [f"  {each.name}: {each.rule}" for each in self._found[:10]]
        return "\n".join([f"<Violations: {broken} of {self.rule_count} rules broken>", *lines])

    @property
    def rows(self) -> list[int]:
        """The places of the rows, from 0, each once."""
        return sorted({each.row for each in self._found if each.row is not None})

    def table(self) -> Any:
        """The rows themselves, as the kind of table that was checked."""
        table, rows = self._table, self.rows
        if hasattr(table, "iloc"):
            return table.iloc[rows]
        if type(table).__module__.split(".")[0] == "pyarrow":
            return table.take(rows)
        if type(table).__module__.split(".")[0] in ("polars", "numpy", "scipy"):
            return table[rows]
        if isinstance(table, Sequence) and not isinstance(table, str):
            return [table[row] for row in rows]
        raise TypeError("the rows of this table cannot be had by their places; names are in .name")

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of pandas, a row for each row and the rule it breaks."""
        import pandas

        records = [(each.row, each.name, str(each.rule), sorted(each.lacks or ())) for each in self._found]
        return pandas.DataFrame(records, columns=["row", "name", "rule", "lacks"])


def check(rules: Rules, table: Table, *, most: int | None = None, **read: Any) -> Violations:
    """The rows of a table that break rules; see :meth:`Rules.check`."""
    attributes = read.pop("attributes", None)
    found = _hornbook.check(
        rules._book, source(table, attributes), reading(**read), MOST_ROWS if most is None else most
    )
    return Violations(table, found)


@dataclass(frozen=True)
class Explanation:
    """What rules make of one row."""

    #: What it has, as far as the rules know it.
    has: frozenset[str]
    #: What follows from that, and it does not have; nothing if it cannot be.
    missing: frozenset[str] | None
    #: Why, a sentence a step.
    steps: tuple[str, ...]
    #: The rules that it breaks.
    broken: tuple[Implication, ...]

    def __str__(self) -> str:
        broken = [f"breaks {rule}" for rule in self.broken]
        return "\n".join([f"has {', '.join(sorted(self.has))}", *broken, *self.steps])


def explain(rules: Rules, row: Any, **read: Any) -> Explanation:
    """What rules make of one row; see :meth:`Rules.explain`."""
    from ._context import Context

    if hasattr(row, "to_dict"):
        row = row.to_dict()
    if isinstance(row, Mapping):
        # Of columns that the row does not speak of, nothing is known.
        columns = json.loads(rules.scaling)["columns"] if rules.scaling else []
        row = {**{each["column"].split(".")[0]: None for each in columns}, **row}
        table = _hornbook.rows_by_names(rules._book, source([row]), reading(**read))
        has = Context._of(table)[0].has
        broken = tuple(check(rules, [row], **read).counts)
    else:
        has = frozenset(names_of(row))
        broken = tuple(rule for rule in (*rules, *rules.background) if not rule.holds_in(has))
    closure = rules.close(has)
    missing = None if closure.attributes is None else closure.attributes - has
    return Explanation(has, missing, closure.steps, broken)
