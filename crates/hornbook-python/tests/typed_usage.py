"""How typed programs use the package: mypy reads this, and nobody runs it."""

from __future__ import annotations

import numpy as np
import pandas as pd

import hornbook


def learned(frame: pd.DataFrame) -> list[str]:
    rules: hornbook.Rules = hornbook.learn(frame, epsilon=0.05, min_support="5%", scale={"age": "ordinal:18"})
    first: hornbook.Rule = rules[0]
    few: hornbook.Rules = rules[:3].filter(lambda rule: (rule.support or 0) > 3).sort("lift")
    support: int | None = first.support
    closure: frozenset[str] | None = rules.close("milk").attributes
    holds: bool = bool(rules.entails({"a"}, {"b"}))
    rows: list[int] = rules.check(frame).rows
    table: pd.DataFrame = rules.to_pandas()
    matrix = np.zeros((2, 2), dtype=np.bool_)
    by_matrix: hornbook.Rules = hornbook.learn(matrix, attributes=["a", "b"])
    return [str(each) for each in (support, closure, holds, rows, table, few, by_matrix, rules.guarantee)]


def ask(premise: frozenset[str], conclusion: frozenset[str] | None) -> bool | set[str]:
    return premise if conclusion is None else True  # type: ignore[return-value]


async def ask_later(premise: frozenset[str], conclusion: frozenset[str] | None) -> dict[str, bool | None]:
    return {"a": True, "b": None}


async def asked() -> hornbook.Rules:
    return await hornbook.learn_from_async(ask_later, ["a", "b"])


def explored() -> str:
    things = hornbook.Exploration(["a", "b"], seed=1)
    question: hornbook.Next = things.next()
    things.answer(False, rule=question.rule, object="x", has=["a"])
    context: hornbook.Context = things.objects
    drawing: hornbook.Diagram = hornbook.diagram(context)
    rules = hornbook.learn_from(ask, ["a", "b"], background=[hornbook.Implication("a", "b")])
    found: hornbook.Measures = hornbook.measure(rules, context)
    return f"{drawing.svg}{found.recall}{things.report()}"
