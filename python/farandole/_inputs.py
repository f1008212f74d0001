"""Conversion of arguments to the rows of bytes that the native module reads.

numpy arrays of bytes and Arrow columns are read in place, without a copy. Lists of strings are copied once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._limits import integer
from .logic import Grid
from .results import Status

if TYPE_CHECKING:
    import pyarrow as pa

Widths: TypeAlias = Union[int, NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]
Chunk: TypeAlias = tuple[str, Widths, list[NDArray[np.uint8]], Union[NDArray[np.uint8], None], int, int]


class ArrowStream(Protocol):
    """A column of Arrow's C stream interface: `pyarrow.ChunkedArray`, `polars.Series`, `pandas.Series`."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class ArrowArray(Protocol):
    """A column of Arrow's C data interface: `pyarrow.Array`."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


Puzzles: TypeAlias = Union[
    Sequence[Union[str, None]],
    Sequence[Union[bytes, None]],
    Sequence[Union[Grid, None]],
    NDArray[np.integer[Any]],
    NDArray[np.bytes_],
    NDArray[np.str_],
    NDArray[np.object_],
    ArrowStream,
    ArrowArray,
]
"""Many puzzles: a list of texts or puzzles, a numpy array of digits or texts, or an Arrow column."""

Grids: TypeAlias = Puzzles
"""Many complete grids, in the same forms."""


class Table(NamedTuple):
    """Rows in the form of the native module.

    Attributes
    ----------
    rows : array, list or tuple of chunks
        The rows: digits of shape (n, N * N), texts, or the chunks of an Arrow column.
    text : bool
        True if rows are text, False if they are digits.
    size : int
        The number N of rows of each puzzle.
    height : int
        The number n of puzzles.
    """

    rows: NDArray[np.uint8] | list[str | bytes | Grid | None] | tuple[Chunk, ...]
    text: bool
    size: int
    height: int


def table(puzzles: Grids, size: SupportsIndex | None) -> Table:
    """Return the rows of an argument. `size` is required for text of sizes other than 9."""
    size = None if size is None else integer(size, "size", 1, 64)
    if isinstance(puzzles, (str, bytes, bytearray, memoryview)):
        raise TypeError("puzzles is one string, expected a list of them; for one puzzle: farandole.Puzzle")
    if isinstance(puzzles, np.ndarray):
        return _of_array(puzzles, size)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _of_arrow(puzzles, size)
    if isinstance(puzzles, Sequence):
        # Copied, since another thread may change the list while it is read.
        rows = list(puzzles)
        return Table(rows, True, size or 9, len(rows))
    if hasattr(puzzles, "__array__"):
        return _of_array(np.asarray(puzzles), size)
    raise TypeError(f"puzzles is a {type(puzzles).__name__}, expected a list of strings, a numpy array or an Arrow column")


def grids_of(grids: Grids, size: int, height: int) -> NDArray[np.uint8]:
    """Return complete grids as an array of shape (height, N * N). Text that is not a grid becomes a row of zeros."""
    if isinstance(grids, np.ndarray) and grids.dtype.kind not in "OSU":
        judged = matrix(grids, size, "grids")
    else:
        rows = table(grids, size)
        judged = _native.cells(rows.rows, rows.text, rows.size)
    if len(judged) != height:
        raise ValueError(f"grids have shape {judged.shape}, expected {(height, size * size)}")
    return judged


def _of_array(array: NDArray[np.generic], size: int | None) -> Table:
    if array.dtype.kind in "OU":
        if array.ndim != 1:
            raise ValueError(f"puzzles have shape {array.shape}, expected ({len(array) if array.ndim else 0},)")
        rows: list[str | bytes | Grid | None] = []
        # Converted in parts, so that other threads can run in between.
        for first in range(0, len(array), 65_536):
            rows += array[first : first + 65_536].tolist()
        return Table(rows, True, size or 9, len(rows))
    if array.dtype.kind == "S":
        if array.ndim != 1:
            raise ValueError(f"puzzles have shape {array.shape}, expected ({len(array) if array.ndim else 0},)")
        width = array.dtype.itemsize
        data = np.frombuffer(np.ascontiguousarray(array), np.uint8) if width and len(array) else _EMPTY
        chunk: Chunk = ("width", width, [data], None, 0, len(array))
        return Table((chunk,), True, size or 9, len(array))
    cells = matrix(array, size, "puzzles")
    return Table(cells, False, size or isqrt(cells.shape[1]), len(cells))


_EMPTY: NDArray[np.uint8] = np.empty(0, np.uint8)


def matrix(array: NDArray[np.generic], size: int | None, name: str) -> NDArray[np.uint8]:
    """Return numbers as a contiguous array of shape (n, N * N)."""
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} have dtype {array.dtype}, expected integers or texts")
    if array.dtype != np.uint8:
        if array.size and not (0 <= array.min() and array.max() <= 255):
            raise ValueError(f"{name} have numbers from {array.min()} to {array.max()}, expected digits")
        array = array.astype(np.uint8)
    shape = array.shape
    if size is None and len(shape) == 2 and shape[0] == shape[1] and 4 <= shape[0] <= 64:
        side = isqrt(shape[0])
        if side * side == shape[0]:
            raise ValueError(
                f"{name} have shape {shape}, which is one {shape[0]}x{shape[0]} grid or {shape[0]} grids of {side}x{side}; "
                f"write array[None] for the one, or size={side} for the {shape[0]}"
            )
    if len(shape) == 3 and shape[1] == shape[2]:
        array = array.reshape(shape[0], shape[1] * shape[2])
    side = isqrt(array.shape[1]) if array.ndim == 2 else 0
    wanted = size or 9
    if array.ndim != 2 or side * side != array.shape[1] or not 1 <= side <= 64 or (size is not None and side != size):
        expected = f"(n, {wanted * wanted}) or (n, {wanted}, {wanted})"
        one = shape in ((wanted * wanted,), (wanted, wanted))
        hint = f"; for one grid write array.reshape(1, {wanted * wanted})" if one else ""
        raise ValueError(f"{name} have shape {shape}, expected {expected}{hint}")
    return np.ascontiguousarray(array)


def _of_arrow(column: Union[ArrowStream, ArrowArray], size: int | None) -> Table:
    try:
        import pyarrow as pa
    except ImportError as error:  # pragma: no cover
        raise ImportError("Arrow columns need pyarrow: pip install 'farandole[arrow]'") from error
    if hasattr(column, "columns"):
        raise TypeError(f"puzzles is a {type(column).__name__}, expected one of its columns")
    if isinstance(column, (pa.Array, pa.ChunkedArray)):
        held = column
    else:
        try:
            held = pa.chunked_array(column) if hasattr(column, "__arrow_c_stream__") else pa.array(column)
        except (pa.ArrowException, OverflowError) as error:
            raise TypeError(f"puzzles is a column that Arrow cannot represent ({error}){_AS_TEXT}") from error
    parts = held.chunks if isinstance(held, pa.ChunkedArray) else [held]
    if _is_list(held.type):
        return _of_lists(parts, held.type, size)
    chunks = tuple(_chunk(part) for part in parts)
    return Table(chunks, True, size or 9, len(held))


_AS_TEXT = "; numbers lose leading zeros: read the column as text, for example with dtype=str"


def _is_list(kind: pa.DataType) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _of_lists(parts: list[pa.Array], kind: pa.DataType, size: int | None) -> Table:
    """Return the rows of a column of lists of digits."""
    import pyarrow as pa

    if kind.value_type != pa.uint8():
        raise TypeError(f"the column has type {kind}, expected lists of uint8; cast it")
    if pa.types.is_fixed_size_list(kind):
        width = kind.list_size
    else:
        lengths = (length for part in parts for length in part.value_lengths().drop_null()[:1].to_pylist())
        width = next(lengths, (size or 9) ** 2)
    side = isqrt(width)
    if side * side != width or not 1 <= side <= 64 or (size is not None and side != size):
        raise ValueError(f"the column has lists of {width} numbers, expected {(size or 9) ** 2}")
    return Table(tuple(_list_chunk(part) for part in parts), False, side, sum(map(len, parts)))


def _list_chunk(array: pa.Array) -> Chunk:
    import pyarrow as pa

    values = array.values
    # Missing numbers are allowed in missing rows only; `flatten` skips these.
    if values.null_count and array.flatten().null_count:
        raise ValueError("the column has lists with missing numbers, expected 0 for an empty cell")
    buffers = array.buffers()
    validity = None if buffers[0] is None else _bytes(buffers[0])
    cells = _bytes(values.buffers()[1])[values.offset :]
    first, count = array.offset, len(array)
    if pa.types.is_fixed_size_list(array.type):
        return "width", array.type.list_size, [cells], validity, first, count
    large = pa.types.is_large_list(array.type)
    offsets = _bytes(buffers[1]).view(np.int64 if large else np.int32)
    return "offsets64" if large else "offsets32", offsets, [cells], validity, first, count


def _bytes(buffer: pa.Buffer | None) -> NDArray[np.uint8]:
    return _EMPTY if buffer is None else np.frombuffer(buffer, np.uint8)


def _chunk(array: pa.Array) -> Chunk:
    import pyarrow as pa

    if isinstance(array, pa.DictionaryArray):
        # A dictionary of views cannot be decoded directly.
        array = array.dictionary.cast(pa.large_binary()).take(array.indices)
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
    hint = _AS_TEXT if pa.types.is_integer(kind) or pa.types.is_floating(kind) else ""
    raise TypeError(f"the column has type {kind}, expected strings, bytes or lists of uint8{hint}")


def refuse(strict: bool, rows: Table, status: NDArray[np.uint8]) -> None:
    """Raise the error of the first unreadable row, if `strict` is set and there is one."""
    if strict:
        bad = np.flatnonzero(status == Status.UNREADABLE)
        if len(bad):
            _native.row_error(rows.rows, rows.text, rows.size, int(bad[0]))
