"""What can be taken for a table, and how it is handed over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Union

from ._hornbook import Source

if TYPE_CHECKING:
    from ._context import Context


class ArrowStream(Protocol):
    """Whatever hands its rows over by Arrow's C interface: tables of pandas, Polars,
    PyArrow and DuckDB do."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


#: What can be learned from: a path or an address, a table of pandas, Polars, PyArrow or
#: DuckDB, a NumPy or SciPy matrix of yes and no, rows as dictionaries, or a context.
Table = Union[str, "os.PathLike[str]", ArrowStream, "Context", Sequence[Mapping[str, object]], Any]


class Reading(TypedDict):
    """How a table is read, as the extension takes it."""

    format: str | None
    table: str | None
    query: str | None
    sheet: str | None
    id: str | None
    missing: str | None
    scale: list[str]
    scaling: bytes | None
    na: list[str]
    delimiter: str | None
    header_lines: int | None
    skip: int | None
    comment: str | None
    encoding: str | None
    decimal: str | None
    memory: int | None
    all_variables: bool


def reading(
    *,
    format: str | None = None,
    table: str | None = None,
    query: str | None = None,
    sheet: str | None = None,
    id: str | None = None,
    missing: str | None = None,
    scale: str | Mapping[str, str] | Iterable[str] | None = None,
    scaling: str | bytes | None = None,
    na: Iterable[str] = (),
    delimiter: str | None = None,
    header_lines: int | None = None,
    skip: int | None = None,
    comment: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
    memory: int | None = None,
    all_variables: bool = False,
) -> Reading:
    """The options of reading, each as the command has it."""
    if scale is None:
        scales = []
    elif isinstance(scale, str):
        scales = [scale]
    elif isinstance(scale, Mapping):
        scales = [f"{column}={how}" for column, how in scale.items()]
    else:
        scales = list(scale)
    return Reading(
        format=format,
        table=table,
        query=query,
        sheet=sheet,
        id=id,
        missing=missing,
        scale=scales,
        scaling=scaling.encode() if isinstance(scaling, str) else scaling,
        na=[na] if isinstance(na, str) else list(na),
        delimiter=delimiter,
        header_lines=header_lines,
        skip=skip,
        comment=comment,
        encoding=encoding,
        decimal=decimal,
        memory=memory,
        all_variables=all_variables,
    )


def source(table: Table, attributes: Sequence[str] | None = None) -> Source:
    """The table, ready for the extension. ``attributes`` names the columns of a matrix."""
    from ._context import Context

    if isinstance(table, Source):
        return table
    if isinstance(table, Context):
        return table._source
    if isinstance(table, (str, os.PathLike)):
        return Source.path(os.fspath(table))
    if hasattr(table, "tocsr"):
        return _sparse(table, attributes)
    if hasattr(table, "__arrow_c_stream__"):
        return _arrow(table)
    if hasattr(table, "__array_interface__") or hasattr(table, "__array__"):
        return _matrix(table, attributes)
    if isinstance(table, Mapping):
        return _records(_rows_of_columns(table))
    if isinstance(table, Iterable):
        return _records(list(table))
    raise TypeError(
        f"found {_article(type(table).__name__)}, expected a path, a table of pandas, Polars, PyArrow or "
        "DuckDB, a matrix of yes and no, or rows as dictionaries"
    )


def _article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _arrow(table: Any) -> Source:
    if type(table).__module__.split(".")[0] == "pandas":
        # The index of a frame is no column; names that are no text become text.
        table = table.reset_index(drop=True)
        if not all(isinstance(name, str) for name in table.columns):
            table = table.rename(columns=str)
    return Source.arrow(table.__arrow_c_stream__())


def _names(count: int, attributes: Sequence[str] | None) -> list[str]:
    if attributes is None:
        return [f"x{column}" for column in range(count)]
    names = [str(name) for name in attributes]
    if len(names) != count:
        raise ValueError(f"found {len(names)} names of attributes, expected {count}: one for each column")
    return names


def _matrix(table: Any, attributes: Sequence[str] | None) -> Source:
    import numpy as np

    matrix = np.asarray(table)
    if matrix.ndim != 2:
        raise ValueError(f"found an array of {matrix.ndim} dimensions, expected 2: rows and attributes")
    if matrix.dtype != np.bool_:
        if not np.issubdtype(matrix.dtype, np.number) or not np.isin(matrix, (0, 1)).all():
            raise TypeError(
                f"found an array of {matrix.dtype}, expected one of yes and no (bool, or 0 and 1); for other "
                "values use a table with columns, such as a DataFrame"
            )
        matrix = matrix.astype(bool)
    bits = np.packbits(matrix, axis=1, bitorder="little")
    return Source.bits(_names(matrix.shape[1], attributes), bits.shape[1], bits.tobytes(), None)


def _sparse(table: Any, attributes: Sequence[str] | None) -> Source:
    matrix = table.tocsr()
    if matrix.data.dtype != bool and not ((matrix.data == 0) | (matrix.data == 1)).all():
        raise TypeError(f"found a matrix of {matrix.data.dtype}, expected one of yes and no (bool, or 0 and 1)")
    matrix = matrix.astype(bool)
    matrix.eliminate_zeros()
    names = _names(matrix.shape[1], attributes)
    return Source.lists(names, matrix.indptr.tolist(), matrix.indices.tolist())


def _rows_of_columns(table: Mapping[str, Any]) -> list[dict[str, object]]:
    columns = {name: list(values) for name, values in table.items()}
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"the columns differ in length: {lengths}")
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def _records(rows: list[Any]) -> Source:
    import json

    for place, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TypeError(f"row {place} is {_article(type(row).__name__)}, expected a dictionary of columns")
    return Source.text(json.dumps([dict(row) for row in rows], default=str).encode(), "json-records")
