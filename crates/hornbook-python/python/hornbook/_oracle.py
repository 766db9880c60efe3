"""Learning from a function that answers questions."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from . import _hornbook
from ._context import Context
from ._implication import Implication
from ._progress import Progress, shown
from ._rules import Rules

if TYPE_CHECKING:
    import asyncio

#: What an oracle may say of a rule: True (it holds), False (it does not, without an
#: example), a counterexample (the set of what it has; or a dictionary from attributes to
#: True, False, or None for what is unknown), or None (not known).
Answer = Union[bool, None, Iterable[str], Mapping[str, Union[bool, None]]]
#: Whoever is asked one rule at a time: premise and conclusion, which is None if the
#: question is whether the premise never occurs.
Ask = Callable[[frozenset[str], Union[frozenset[str], None]], Union[Answer, Awaitable[Answer]]]
#: Whoever is asked several rules at a time.
AskAll = Callable[[list[Implication]], Union[Sequence[Answer], Awaitable[Sequence[Answer]]]]

_Told = tuple[str, list[str], list[str]]


def _told(answer: Answer, attributes: frozenset[str]) -> _Told:
    """An answer as the extension takes it."""
    if answer is None:
        return ("unknown", [], [])
    if isinstance(answer, bool):
        return ("holds" if answer else "fails", [], [])
    if isinstance(answer, Mapping):
        _known(answer, attributes)
        has = [name for name, value in answer.items() if value]
        # What is not spoken of is unknown as well.
        unknown = [name for name in attributes if answer.get(name) is None]
        return ("refuted", has, unknown)
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        # Not everything that counts as true is a yes: numpy.bool_ is.
        if type(answer).__name__ in ("bool", "bool_"):
            return ("holds" if answer else "fails", [], [])
        raise TypeError(
            f"an oracle answered {answer!r}, expected True, False, None, a set of attributes, or a dictionary of them"
        )
    has = list(answer)
    _known(has, attributes)
    return ("refuted", has, [])


def _known(names: Iterable[Any], attributes: frozenset[str]) -> None:
    for name in names:
        if name not in attributes:
            raise _hornbook.HornbookError(f"a counterexample speaks of {name!r}, which is no attribute")


def _waited(value: Any, loop: asyncio.AbstractEventLoop | None) -> Any:
    if not inspect.isawaitable(value):
        return value
    if loop is None:
        if inspect.iscoroutine(value):
            value.close()
        raise TypeError("the oracle is a coroutine: use learn_from_async, or a plain function")
    import asyncio

    return asyncio.run_coroutine_threadsafe(_await(value), loop).result()


async def _await(value: Awaitable[Any]) -> Any:
    return await value


async def _all(values: list[Any]) -> list[Any]:
    import asyncio

    # If one raises, the others are called off.
    tasks = [asyncio.ensure_future(_await(value)) for value in values]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        raise


def _learn(
    ask: Ask | None,
    attributes: Iterable[str],
    ask_all: AskAll | None,
    objects: Context | None,
    background: Iterable[Implication],
    wanted: dict[str, Any],
    together: int,
    progress: Progress,
    loop: asyncio.AbstractEventLoop | None,
) -> Rules:
    names = list(attributes)
    known = frozenset(names)
    if (ask is None) == (ask_all is None):
        raise TypeError("give one of ask and ask_all")

    def answers(questions: list[tuple[list[str], list[str] | None]]) -> list[_Told]:
        rules = [Implication(premise, conclusion) for premise, conclusion in questions]
        if ask_all is not None:
            told = list(_waited(ask_all(rules), loop))
            if len(told) != len(rules):
                raise _hornbook.HornbookError(f"found {len(told)} answers to {len(rules)} questions")
        else:
            assert ask is not None
            told = [ask(rule.premise, rule.conclusion) for rule in rules]
            if any(map(inspect.isawaitable, told)):
                told = [_waited(each, None) for each in told] if loop is None else _waited(_all(told), loop)
        return [_told(answer, known) for answer in told]

    sides = [(sorted(rule.premise), None if rule.conclusion is None else sorted(rule.conclusion)) for rule in background]
    table = None if objects is None else objects._table
    with shown(progress) as watcher:
        return Rules(_hornbook.learn_from(answers, names, table, sides, wanted, together, watcher))


def _wanted(
    method: str,
    epsilon: float | None,
    delta: float | None,
    distribution: str | None,
    strength: str | None,
    schedule: str | None,
    max_premise: int | None,
    seed: int,
    limit_questions: int | None,
    limit_time: float | None,
) -> dict[str, Any]:
    return {
        "method": method,
        "epsilon": epsilon,
        "delta": delta,
        "distribution": distribution,
        "strength": strength,
        "schedule": schedule,
        "target": None,
        "min_support": None,
        "max_premise": max_premise,
        "confidence": None,
        "background": True,
        "seed": seed,
        "limit_questions": limit_questions,
        "limit_time": limit_time,
        "limit_memory": None,
        "threads": None,
        "basis": False,
    }


def learn_from(
    ask: Ask | None = None,
    attributes: Iterable[str] = (),
    *,
    ask_all: AskAll | None = None,
    objects: Context | None = None,
    background: Iterable[Implication] = (),
    method: str = "frugal",
    epsilon: float | None = None,
    delta: float | None = None,
    distribution: str | None = None,
    strength: str | None = None,
    schedule: str | None = None,
    max_premise: int | None = None,
    seed: int = 1,
    limit_questions: int | None = None,
    limit_time: float | None = None,
    together: int | None = None,
    progress: Progress = None,
) -> Rules:
    """Learns rules by asking a function.

    ``ask(premise, conclusion)`` gets two sets, or None as the conclusion if the question is
    whether the premise never occurs. It returns True, False, a counterexample (the set of
    what it has, or a dictionary in which None stands for unknown), or None if it does not
    know. ``ask_all`` gets a list of :class:`Implication` instead, up to ``together`` at a
    time, and returns a list of answers. What the function raises comes through unchanged.

    The method is frugal (as few questions as possible), exploration (Ganter's), pac,
    pac-valid or pac-cached (the paper's). ``objects`` are known beforehand, ``background``
    are rules that are.

    >>> import hornbook
    >>> def ask(premise, conclusion):
    ...     for number in range(1, 100):
    ...         has = {name for name, of in (("even", 2), ("by 3", 3), ("by 6", 6)) if number % of == 0}
    ...         if premise <= has and (conclusion is None or not conclusion <= has):
    ...             return has
    ...     return True
    >>> rules = hornbook.learn_from(ask, ["even", "by 3", "by 6"], method="exploration")
    >>> sorted(map(str, rules))
    ['by 6 -> even, by 3', 'even, by 3 -> by 6']
    """
    wanted = _wanted(
        method, epsilon, delta, distribution, strength, schedule, max_premise, seed, limit_questions, limit_time
    )
    several = together or (8 if ask_all is not None else 1)
    return _learn(ask, attributes, ask_all, objects, background, wanted, several, progress, None)


async def learn_from_async(
    ask: Ask | None = None,
    attributes: Iterable[str] = (),
    *,
    ask_all: AskAll | None = None,
    objects: Context | None = None,
    background: Iterable[Implication] = (),
    method: str = "frugal",
    epsilon: float | None = None,
    delta: float | None = None,
    distribution: str | None = None,
    strength: str | None = None,
    schedule: str | None = None,
    max_premise: int | None = None,
    seed: int = 1,
    limit_questions: int | None = None,
    limit_time: float | None = None,
    together: int = 8,
) -> Rules:
    """The same with a coroutine: up to ``together`` questions are out at a time, and the
    loop goes on meanwhile."""
    wanted = _wanted(
        method, epsilon, delta, distribution, strength, schedule, max_premise, seed, limit_questions, limit_time
    )
    import asyncio

    loop = asyncio.get_running_loop()
    called_off = False

    def stop_if_called_off(_: dict[str, Any]) -> None:
        if called_off:
            raise asyncio.CancelledError

    try:
        return await asyncio.to_thread(
            _learn, ask, attributes, ask_all, objects, background, wanted, together, stop_if_called_off, loop
        )
    except BaseException:
        called_off = True
        raise
