"""Line diagrams of concept lattices."""

from __future__ import annotations

import os
from typing import Any

from . import _hornbook
from ._tables import Table, reading, source


class Diagram:
    """The line diagram of a table, which a notebook shows."""

    def __init__(self, svg: str, complete: bool) -> None:
        #: The drawing.
        self.svg = svg
        #: Whether all concepts are drawn, and not only the upper part.
        self.complete = complete

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the drawing to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def diagram(data: Table, *, concepts: int = 300, attributes: list[str] | None = None, **read: Any) -> Diagram:
    """Draws the concept lattice of a table; of a large one, about so many of the most
    general concepts.

    >>> import hornbook
    >>> drawing = hornbook.diagram(hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["eggs"]}))
    >>> drawing.complete, drawing.svg[:4]
    (True, '<svg')
    """
    return Diagram(*_hornbook.diagram(source(data, attributes), reading(**read), concepts))
