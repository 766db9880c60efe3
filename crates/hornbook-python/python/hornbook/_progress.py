"""How far long work is: by tqdm where it is installed, or told to a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

#: What is told of how far work is: rows read, rules, questions, samples and so on.
Told = dict[str, Any]
#: Whether progress is shown: a function is told, True asks for a bar, None has one where
#: somebody looks on.
Progress = Union[bool, None, Callable[[Told], object]]


def _somebody_looks_on() -> bool:
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    return "ipykernel" in sys.modules


class _Bar:
    """A bar that appears once work takes a while."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._bar: Any = None

    def __call__(self, told: Told) -> None:
        if self._bar is None:
            self._bar = self._make(delay=0.5, leave=False, unit="row", bar_format="{l_bar}{bar}| {postfix}")
        bar = self._bar
        if told["rows"] and told["rows_read"] < told["rows"]:
            bar.total, bar.n = told["rows"], told["rows_read"]
        elif told["needed"]:
            bar.total, bar.n = told["needed"], min(told["agreed"], told["needed"])
        words = [f"{told['rules']:,} rules"]
        words += [f"{told['questions']:,} questions"] if told["questions"] else []
        words += [f"{told['visited']:,} sets"] if told["visited"] else []
        bar.set_postfix_str(", ".join(words), refresh=False)
        bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


@contextmanager
def shown(progress: Progress) -> Iterator[Callable[[Told], object] | None]:
    """What the extension tells of its progress, as asked for."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not _somebody_looks_on()):
        yield None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        if progress:
            raise ImportError("progress=True shows a bar by tqdm, which is not installed: pip install tqdm") from None
        yield None
        return
    bar = _Bar(tqdm)
    try:
        yield bar
    finally:
        bar.close()
