"""Result types of the batch functions. Each field is an array with one entry per row."""

from __future__ import annotations

import enum
from dataclasses import dataclass, fields
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _native

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "HODOKU_LEVELS",
    "CanonicalForms",
    "Candidates",
    "CheckResult",
    "CountResult",
    "Ratings",
    "Solutions",
    "Status",
]

HODOKU_LEVELS: tuple[str, ...] = tuple(_native.hodoku_levels())
"""The names of HoDoKu's levels, the easiest first. `Ratings.level` is an index into this tuple."""


class Status(enum.IntEnum):
    """The outcome of a row, with the names of the command line. Arrays contain statuses as `uint8`.

    `FAILED` reports a defect of this package: the search for the row ended with an internal error. Other rows are not
    affected.
    """

    OK = 0
    SOLVED = 1
    COUNTED = 2
    ESTIMATED = 3
    RATED = 4
    NONE = 5
    SEVERAL = 6
    MARKS = 7
    UNREADABLE = 8
    GAVE_UP = 9
    STUCK = 10
    UNSUPPORTED = 11
    UNPRINTABLE = 12
    WRONG = 13
    FAILED = 14


class Columns:
    """A result with arrays of one entry per row. A notebook shows its first rows."""

    def __len__(self) -> int:
        raise NotImplementedError

    def _columns(self) -> dict[str, NDArray[Any]]:
        """Return the arrays with one entry per row, by name."""
        arrays = {item.name: getattr(self, item.name) for item in fields(self)}  # type: ignore[arg-type]
        if "row" in arrays:
            # There may be several rows for a puzzle, and the status is that of the puzzle.
            del arrays["status"]
        return {name: array for name, array in arrays.items() if isinstance(array, np.ndarray) and len(array) == len(self)}

    def __repr__(self) -> str:
        columns = self._columns()
        names, counts = np.unique(columns["status"], return_counts=True) if "status" in columns else ((), ())
        parts = [f"{count} {Status(name).name}" for name, count in zip(names, counts)]
        return f"<{type(self).__name__}: {len(self)} rows{': ' if parts else ''}{', '.join(parts)}>"

    def _repr_html_(self) -> str:
        columns = self._columns()
        head = "".join(f"<th>{name}</th>" for name in columns)
        rows = (
            "".join(f"<td>{escape(_shown(name, array[row]))}</td>" for name, array in columns.items())
            for row in range(min(len(self), _SHOWN))
        )
        body = "".join(f"<tr><td>{row}</td>{cells}</tr>" for row, cells in enumerate(rows))
        return f"<p>{escape(repr(self))}</p><table><tr><th></th>{head}</tr>{body}</table>"


_SHOWN = 10
"""Number of rows that a notebook shows."""


def _shown(name: str, entry: Any) -> str:
    """Return an entry of an array for a table. Grids of digits are text."""
    if name == "status":
        return Status(entry).name
    if isinstance(entry, np.ndarray):
        digits = entry.dtype == np.uint8 and entry.size and entry.max() <= 9
        return "".join("." if digit == 0 else str(digit) for digit in entry) if digits else str(entry[:9])
    return str(entry)


@dataclass(frozen=True, eq=False, repr=False)
class Solutions(Columns):
    """The result of `solve`. Every array has one entry per row.

    Attributes
    ----------
    grids : uint8, shape (n, N * N)
        The first solution, digits from 1; zeros if there is none.
    status : uint8, shape (n,)
        `Status.SOLVED` (one solution up to the limit), `SEVERAL`, `NONE`, `GAVE_UP`, `UNREADABLE` or `UNSUPPORTED`.
    solutions : uint64, shape (n,)
        Number of solutions found, at most `limit`.
    exact : bool, shape (n,)
        True if there are no further solutions.
    nodes : uint64, shape (n,)
        Number of search nodes, the same on every machine.
    guesses : int64, shape (n,)
        Number of choices tried while an alternative was left, the same on every machine; -1 if the engine does not count
        them.
    """

    grids: NDArray[np.uint8]
    status: NDArray[np.uint8]
    solutions: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.uint64]
    guesses: NDArray[np.int64]

    @property
    def unique(self) -> NDArray[np.bool_]:
        """True for rows with exactly one solution; bool, shape (n,)."""
        unique: NDArray[np.bool_] = (self.solutions == 1) & self.exact
        return unique

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `solution`, `status`, `solutions`, `exact`, `nodes` and `guesses`.

        `solution` is text for sizes up to 9 and lists of numbers above; null if there is none.
        """
        found: NDArray[np.bool_] = np.asarray(self.grids.any(axis=1), np.bool_)
        return _batch(
            solution=_cells(self.grids, found),
            status=self.status,
            solutions=self.solutions,
            exact=self.exact,
            nodes=self.nodes,
            guesses=self.guesses,
        )


@dataclass(frozen=True, eq=False, repr=False)
class CountResult(Columns):
    """The result of `count`: `status`, `solutions`, `exact`, `nodes` and `guesses` as in `Solutions`."""

    status: NDArray[np.uint8]
    solutions: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.uint64]
    guesses: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with a column for each array."""
        numbers = {"solutions": self.solutions, "exact": self.exact, "nodes": self.nodes, "guesses": self.guesses}
        return _batch(status=self.status, **numbers)


@dataclass(frozen=True, eq=False, repr=False)
class CheckResult(Columns):
    """The result of `check`.

    Attributes
    ----------
    status : uint8, shape (n,)
        `Status.OK`, or `WRONG`, `NONE`, `SEVERAL`, `GAVE_UP`, `UNREADABLE`.
    """

    status: NDArray[np.uint8]

    @property
    def ok(self) -> NDArray[np.bool_]:
        """True for rows that passed the check; bool, shape (n,)."""
        right: NDArray[np.bool_] = self.status == Status.OK
        return right

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with the column `status`."""
        return _batch(status=self.status)


@dataclass(frozen=True, eq=False, repr=False)
class Candidates(Columns):
    """The result of `candidates`.

    Attributes
    ----------
    masks : uint16, shape (n, N * N)
        Bit `digit - 1` is set for every digit of the cell that occurs in some solution; 0 if there is no solution.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `GAVE_UP` (more may be possible), `UNREADABLE`, `UNSUPPORTED` (sizes above 16).
    """

    masks: NDArray[np.uint16]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `masks` (lists of uint16) and `status`."""
        return _batch(masks=_lists(self.masks, self.status == Status.OK), status=self.status)


@dataclass(frozen=True, eq=False, repr=False)
class CanonicalForms(Columns):
    """The result of `canonical`.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        The canonical form, 0 for an empty cell; zeros if there is none.
    automorphisms : uint32, shape (n,)
        Number of symmetries, up to renaming of digits, that map the puzzle to its form.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    automorphisms: NDArray[np.uint32]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `board` (text, null if there is none), `automorphisms` and `status`."""
        board = _cells(self.boards, self.status == Status.OK)
        return _batch(board=board, automorphisms=self.automorphisms, status=self.status)


Scale = Literal["se", "hodoku", "w", "b", "minutes"]
"""A rating scale: Sudoku Explainer 1.2.1, HoDoKu 2.2, the W or B rating of Berthier, or expected minutes."""

# The arrays of each scale.
SCALES: dict[str, dict[str, type[np.unsignedinteger[Any]]]] = {
    "se": {"er": np.uint16, "ep": np.uint16, "ed": np.uint16},
    "hodoku": {"score": np.uint32, "level": np.uint8},
    "w": {"length": np.uint8},
    "b": {"length": np.uint8},
    "minutes": {"seconds": np.uint32, "least": np.uint32, "most": np.uint32},
}


@dataclass(frozen=True, eq=False, repr=False)
class Ratings(Columns):
    """The result of `rate`. The arrays of the other scales are empty.

    Attributes
    ----------
    scale : {"se", "hodoku", "w", "b", "minutes"}
        The scale of the ratings.
    er, ep, ed : uint16, shape (n,)
        Sudoku Explainer's ratings in tenths: the greatest difficulty of all steps, of the steps up to the first placed
        digit, and of the first step.
    score : uint32, shape (n,)
        HoDoKu's score.
    level : uint8, shape (n,)
        HoDoKu's level, an index into `HODOKU_LEVELS`.
    length : uint8, shape (n,)
        The length of the longest whip or braid, on the scales `w` and `b`.
    seconds, least, most : uint32, shape (n,)
        The expected time of an experienced solver, and its range, on the scale `minutes`.
    steps : uint32, shape (n,)
        Number of steps of the solution path.
    status : uint8, shape (n,)
        `Status.RATED`; `STUCK` or `GAVE_UP` (the numbers are lower bounds); `NONE`, `SEVERAL`, `UNREADABLE`,
        `UNSUPPORTED` (no numbers).
    """

    scale: str
    er: NDArray[np.uint16]
    ep: NDArray[np.uint16]
    ed: NDArray[np.uint16]
    score: NDArray[np.uint32]
    level: NDArray[np.uint8]
    length: NDArray[np.uint8]
    seconds: NDArray[np.uint32]
    least: NDArray[np.uint32]
    most: NDArray[np.uint32]
    steps: NDArray[np.uint32]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with a column for each array of the scale."""
        numbers: dict[str, NDArray[Any]] = {name: getattr(self, name) for name in SCALES[self.scale]}
        return _batch(**numbers, steps=self.steps, status=self.status)


def _batch(**columns: NDArray[np.generic] | pa.Array) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array(column) for column in columns.values()], list(columns))


def _cells(cells: NDArray[np.uint8], valid: NDArray[np.bool_]) -> pa.Array:
    """Return rows of cells as text for sizes up to 9, and as lists of numbers above."""
    import pyarrow as pa

    count, width = cells.shape
    if width > 81:
        return _lists(cells, valid)
    text = np.where(cells == 0, np.uint8(ord(".")), cells + np.uint8(ord("0")))
    large = count * width > 2**31 - 1
    offsets = (np.arange(count + 1) * width).astype(np.int64 if large else np.int32)
    kind = pa.large_string() if large else pa.string()
    buffers = [_validity(valid), pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(text))]
    return pa.Array.from_buffers(kind, count, buffers)


def _lists(values: NDArray[np.integer], valid: NDArray[np.bool_]) -> pa.Array:
    """Return rows as lists of one length, without a copy."""
    import pyarrow as pa

    count, width = values.shape
    flat = pa.array(values.reshape(-1))
    kind = pa.list_(flat.type, width)
    return pa.Array.from_buffers(kind, count, [_validity(valid)], children=[flat])


def _validity(valid: NDArray[np.bool_]) -> pa.Buffer | None:
    import pyarrow as pa

    return None if valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
