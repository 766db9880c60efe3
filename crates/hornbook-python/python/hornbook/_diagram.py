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


def diagram(
    data: Table,
    *,
    concepts: int = 300,
    min_support: int = 0,
    around: list[str] | None = None,
    steps: int = 1,
    attributes: list[str] | None = None,
    **read: Any,
) -> Diagram:
    """Draws the concept lattice of a table; of a large one, about so many concepts, those with
    most objects.

    Concepts that surely have fewer objects than `min_support` are left out. With `around`,
    what is next to the concept of the objects with these attributes is drawn, so many `steps`
    up and down. What is missing in the table is drawn as unknown: `3+2?` counts three objects
    that have all of it, and two of which something of it is unknown.

    >>> import hornbook
    >>> drawing = hornbook.diagram(hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["eggs"]}))
    >>> drawing.complete, drawing.svg[:4]
    (True, '<svg')
    """
    table = source(data, attributes)
    return Diagram(*_hornbook.diagram(table, reading(**read), max(concepts, 1), min_support, around or [], steps))
