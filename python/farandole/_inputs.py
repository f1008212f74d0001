"""Inputs: what users hand over, as the rows of bytes that the compiled half reads.

numpy arrays of bytes and Arrow columns are read where they lie. Lists of strings are joined once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any, NamedTuple, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from . import _native
from .results import Status

Chunk: TypeAlias = tuple[
    str, Union[int, NDArray[Any]], list[NDArray[np.uint8]], Union[NDArray[np.uint8], None], int, int
]

Puzzles: TypeAlias = Any
"""A list of strings, a numpy array, or anything with Arrow's `__arrow_c_array__` or `__arrow_c_stream__`."""


class Table(NamedTuple):
    """Rows for the compiled half."""

    rows: NDArray[np.uint8] | list[Any] | tuple[Chunk, ...]
    text: bool
    size: int
    height: int


def table(puzzles: Puzzles, size: int | None) -> Table:
    """The rows of an argument. `size` is needed for text of another size than 9."""
    if size is not None and not 1 <= size <= 64:
        raise ValueError(f"size is {size}, expected 1 to 64")
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("puzzles is one string, expected a list of them; for one puzzle: farandole.Puzzle")
    if isinstance(puzzles, np.ndarray):
        return _of_array(puzzles, size)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _of_arrow(puzzles, size or 9)
    if isinstance(puzzles, Sequence):
        rows = puzzles if isinstance(puzzles, list) else list(puzzles)
        return Table(rows, True, size or 9, len(rows))
    if hasattr(puzzles, "__array__"):
        return _of_array(np.asarray(puzzles), size)
    raise TypeError(
        f"puzzles is a {type(puzzles).__name__}, expected a list of strings, a numpy array or an Arrow column"
    )


def _of_array(array: NDArray[Any], size: int | None) -> Table:
    if array.dtype.kind in "OU":
        if array.ndim != 1:
            raise ValueError(f"puzzles have shape {array.shape}, expected ({len(array) if array.ndim else 0},)")
        rows = array.tolist()
        return Table(rows, True, size or 9, len(rows))
    if array.dtype.kind == "S":
        if array.ndim != 1:
            raise ValueError(f"puzzles have shape {array.shape}, expected one dimension")
        width = array.dtype.itemsize
        data = np.frombuffer(np.ascontiguousarray(array), np.uint8) if width and len(array) else _EMPTY
        chunk: Chunk = ("width", width, [data], None, 0, len(array))
        return Table((chunk,), True, size or 9, len(array))
    if array.dtype != np.uint8:
        raise TypeError(f"puzzles have dtype {array.dtype}, expected uint8; convert with .astype(numpy.uint8)")
    cells = matrix(array, size)
    side = isqrt(cells.shape[1])
    return Table(cells, False, side, len(cells))


_EMPTY: NDArray[np.uint8] = np.empty(0, np.uint8)


def matrix(array: NDArray[Any], size: int | None) -> NDArray[np.uint8]:
    """Numbers as an array of shape (n, N * N)."""
    if array.dtype != np.uint8:
        raise TypeError(f"cells have dtype {array.dtype}, expected uint8; convert with .astype(numpy.uint8)")
    shape = array.shape
    if len(shape) == 3 and shape[1] == shape[2]:
        array = array.reshape(shape[0], shape[1] * shape[2])
    side = isqrt(array.shape[1]) if array.ndim == 2 else 0
    if array.ndim != 2 or side * side != array.shape[1] or not 1 <= side <= 64:
        expected = "(n, 81) or (n, 9, 9)" if size in (None, 9) else f"(n, {size * size}) or (n, {size}, {size})"
        raise ValueError(f"puzzles have shape {shape}, expected {expected}")
    if size is not None and side != size:
        raise ValueError(f"puzzles have shape {shape}, expected (n, {size * size}) for size {size}")
    return np.ascontiguousarray(array)


def _of_arrow(column: Any, size: int) -> Table:
    try:
        import pyarrow as pa
    except ImportError as error:  # pragma: no cover
        raise ImportError("Arrow columns need pyarrow: pip install 'farandole[arrow]'") from error
    if isinstance(column, (pa.Array, pa.ChunkedArray)):
        held = column
    elif hasattr(column, "__arrow_c_stream__"):
        held = pa.chunked_array(column)
    else:
        held = pa.array(column)
    parts = held.chunks if isinstance(held, pa.ChunkedArray) else [held]
    chunks = tuple(_chunk(part, pa) for part in parts)
    return Table(chunks, True, size, len(held))


def _bytes(buffer: Any) -> NDArray[np.uint8]:
    return _EMPTY if buffer is None else np.frombuffer(buffer, np.uint8)


def _chunk(array: Any, pa: Any) -> Chunk:
    if isinstance(array, pa.DictionaryArray):
        array = array.dictionary_decode()
    if pa.types.is_null(array.type):
        array = array.cast(pa.string())
    kind = array.type
    buffers = array.buffers()
    validity = None if buffers[0] is None else _bytes(buffers[0])
    first, count = array.offset, len(array)
    if pa.types.is_fixed_size_binary(kind):
        return "width", kind.byte_width, [_bytes(buffers[1])], validity, first, count
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        return "offsets32", _bytes(buffers[1]).view(np.int32), [_bytes(buffers[2])], validity, first, count
    if pa.types.is_large_string(kind) or pa.types.is_large_binary(kind):
        return "offsets64", _bytes(buffers[1]).view(np.int64), [_bytes(buffers[2])], validity, first, count
    if pa.types.is_string_view(kind) or pa.types.is_binary_view(kind):
        return "views", _bytes(buffers[1]), [_bytes(buffer) for buffer in buffers[2:]], validity, first, count
    raise TypeError(f"the column has type {kind}, expected strings or bytes")


def refuse(strict: bool, rows: Table, status: NDArray[np.uint8]) -> None:
    """Raises the error of the first row that can't be read, if there is one and it is asked for."""
    if strict:
        bad = np.flatnonzero(status == Status.UNREADABLE)
        if len(bad):
            _native.row_error(rows.rows, rows.text, rows.size, int(bad[0]))
