"""Many puzzles at once: arrays in, arrays out.

Every function takes `puzzles` as one of

- a list of strings, each a puzzle in any format that `farandole formats` lists;
- a numpy array of `uint8` and shape (n, 81), (n, 9, 9) or (n, N * N): digits, 0 for an empty cell;
- a numpy array of bytes (`S81`);
- an Arrow column of strings or bytes, from pyarrow, polars, DuckDB, pandas or whoever else exports one.

Arrays and Arrow columns are read where they lie. The interpreter lock is released; Ctrl-C ends the call. No row ever costs
another one its answer: what can't be read has `Status.UNREADABLE`, or is a `ParseError` with `strict=True`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._columns import Puzzles, Table, matrix, table

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "Candidates",
    "Checks",
    "Counts",
    "Forms",
    "HODOKU_LEVELS",
    "Ratings",
    "Solutions",
    "Status",
    "candidates",
    "canonical",
    "check",
    "count",
    "rate",
    "solve",
]

HODOKU_LEVELS: tuple[str, ...] = tuple(_native.hodoku_levels())
"""The names of HoDoKu's levels; `Ratings.level` is an index of it."""


class Status(enum.IntEnum):
    """What came of a row; the words of the command line. Arrays hold them as `uint8`."""

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


@dataclass(frozen=True, eq=False)
class Solutions:
    """What `solve` says; every array has an entry for each row.

    Attributes
    ----------
    grids : uint8, shape (n, N * N)
        The first solution, digits from 1; zeros where there is none.
    status : uint8, shape (n,)
        `Status.SOLVED` (one solution up to the limit), `SEVERAL`, `NONE`, `GAVE_UP`, `UNREADABLE` or `UNSUPPORTED`.
    solutions : uint64, shape (n,)
        How many solutions were found, `limit` at most.
    exact : bool, shape (n,)
        Whether there are no more.
    nodes : uint64, shape (n,)
        Search nodes, the same on every machine.
    """

    grids: NDArray[np.uint8]
    status: NDArray[np.uint8]
    solutions: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.uint64]

    @property
    def unique(self) -> NDArray[np.bool_]:
        """Whether there is exactly one solution."""
        unique: NDArray[np.bool_] = (self.solutions == 1) & self.exact
        return unique

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch: `solution` (text for sizes up to 9, else lists of numbers; null where there is none),
        `status`, `solutions`, `exact`, `nodes`."""
        found: NDArray[np.bool_] = np.asarray(self.grids.any(axis=1), np.bool_)
        return _batch(
            solution=_cells(self.grids, found),
            status=self.status,
            solutions=self.solutions,
            exact=self.exact,
            nodes=self.nodes,
        )


@dataclass(frozen=True, eq=False)
class Counts:
    """What `count` says: `status`, `solutions`, `exact` and `nodes` as in `Solutions`."""

    status: NDArray[np.uint8]
    solutions: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch with a column for each array."""
        return _batch(status=self.status, solutions=self.solutions, exact=self.exact, nodes=self.nodes)


@dataclass(frozen=True, eq=False)
class Checks:
    """What `check` says.

    Attributes
    ----------
    status : uint8, shape (n,)
        `Status.OK`, or `WRONG`, `NONE`, `SEVERAL`, `GAVE_UP`, `UNREADABLE`.
    """

    status: NDArray[np.uint8]

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Whether all is right."""
        right: NDArray[np.bool_] = self.status == Status.OK
        return right

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch with the column `status`."""
        return _batch(status=self.status)


@dataclass(frozen=True, eq=False)
class Candidates:
    """What `candidates` says.

    Attributes
    ----------
    masks : uint16, shape (n, N * N)
        Bit `digit - 1` for every digit that some solution has in the cell; 0 without a solution.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `GAVE_UP` (more may be possible), `UNREADABLE`, `UNSUPPORTED` (sizes above 16).
    """

    masks: NDArray[np.uint16]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch: `masks` (lists of uint16) and `status`."""
        return _batch(masks=_lists(self.masks, self.status == Status.OK), status=self.status)


@dataclass(frozen=True, eq=False)
class Forms:
    """What `canonical` says.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        The form, 0 for an empty cell; zeros where there is none.
    automorphisms : uint32, shape (n,)
        How many symmetries, renaming of digits apart, lead from the puzzle to the form.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    automorphisms: NDArray[np.uint32]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch: `board` (text, null where there is none), `automorphisms`, `status`."""
        board = _cells(self.boards, self.status == Status.OK)
        return _batch(board=board, automorphisms=self.automorphisms, status=self.status)


@dataclass(frozen=True, eq=False)
class Ratings:
    """What `rate` says. On a scale the arrays of the other one are empty.

    Attributes
    ----------
    scale : "se" or "hodoku"
    er, ep, ed : uint16, shape (n,)
        Sudoku Explainer's numbers in tenths: the greatest difficulty of all steps, that up to the first digit placed, that of
        the first step.
    score : uint32, shape (n,)
        HoDoKu's score.
    level : uint8, shape (n,)
        HoDoKu's level, an index of `HODOKU_LEVELS`.
    steps : uint32, shape (n,)
        How many steps there are.
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
    steps: NDArray[np.uint32]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch with a column for each array of the scale."""
        if self.scale == "se":
            numbers: dict[str, NDArray[Any]] = {"er": self.er, "ep": self.ep, "ed": self.ed}
        else:
            numbers = {"score": self.score, "level": self.level}
        return _batch(**numbers, steps=self.steps, status=self.status)


def solve(
    puzzles: Puzzles,
    *,
    limit: int | None = 2,
    budget: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    size: int | None = None,
    strict: bool = False,
    out: NDArray[np.uint8] | None = None,
) -> Solutions:
    """The first solution of each puzzle, and whether it is the only one.

    Parameters
    ----------
    puzzles
        See the module.
    limit
        Stop after this many solutions of a puzzle; `None` for all of them. 2 tells an only solution from one of several.
    budget
        Stop after this many search nodes of a puzzle.
    threads
        How many threads; `None` for all cores.
    engine
        A name of `farandole info`.
    size
        The number N of rows of every puzzle, where the puzzles are text and N is not 9.
    strict
        Raise `ParseError` for the first row that can't be read.
    out
        C-contiguous `uint8` array of shape (n, N * N) to write the grids to.

    Every solution is checked by the rules. Cost: half a microsecond for a 9x9 puzzle of 17 givens, some twenty for the
    hardest known, for each thread. Memory: the arrays of the result, and half a megabyte for each thread.

    Examples
    --------
    >>> import farandole
    >>> found = farandole.solve(["1...\\n..4.\\n.2..\\n...3\\n", "nonsense"], size=4)
    >>> found.grids[0].tolist()
    [1, 4, 3, 2, 2, 3, 4, 1, 3, 2, 1, 4, 4, 1, 2, 3]
    >>> [farandole.Status(code).name for code in found.status]
    ['SOLVED', 'UNREADABLE']
    """
    rows = table(puzzles, size)
    shape = (rows.height, rows.size * rows.size)
    if out is None:
        out = np.zeros(shape, np.uint8)
    elif out.dtype != np.uint8 or out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is not a writeable C-contiguous uint8 array of shape {shape}")
    elif isinstance(puzzles, np.ndarray) and np.may_share_memory(puzzles, out):
        raise ValueError("out shares memory with puzzles")
    arguments = (rows.rows, rows.text, rows.size, engine, _bound(limit, "limit"), _bound(budget, "budget"))
    status, solutions, exact, nodes = _native.solve(*arguments, _threads(threads), out)
    _refuse(strict, rows, status)
    return Solutions(out, status, solutions, exact, nodes)


def count(
    puzzles: Puzzles,
    *,
    limit: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    size: int | None = None,
    strict: bool = False,
) -> Counts:
    """How many solutions each puzzle has, up to `limit`. The parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> int(farandole.count(["." * 16], size=4).solutions[0])
    288
    """
    rows = table(puzzles, size)
    arguments = (rows.rows, rows.text, rows.size, engine, _bound(limit, "limit"), _bound(budget, "budget"))
    status, solutions, exact, nodes = _native.solve(*arguments, _threads(threads), None)
    _refuse(strict, rows, status)
    return Counts(status, solutions, exact, nodes)


def check(
    puzzles: Puzzles,
    grids: NDArray[np.uint8] | None = None,
    *,
    budget: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    size: int | None = None,
    strict: bool = False,
) -> Checks:
    """Whether all is right.

    With `grids`, a `uint8` array of shape (n, N * N), whether each of them solves the puzzle of its row. Without, whether a
    finished grid obeys the rules, and whether any other puzzle has exactly one solution. The other parameters are those of
    `solve`.

    Examples
    --------
    >>> import farandole
    >>> farandole.check(["1432234132144123", "1432234132144132"], size=4).ok.tolist()
    [True, False]
    """
    rows = table(puzzles, size)
    judged = None if grids is None else matrix(np.asarray(grids), rows.size)
    if judged is not None and len(judged) != rows.height:
        raise ValueError(f"grids have shape {judged.shape}, expected {(rows.height, rows.size * rows.size)}")
    arguments = (rows.rows, rows.text, rows.size, engine, _bound(budget, "budget"), _threads(threads), judged)
    status = _native.check(*arguments)
    _refuse(strict, rows, status)
    return Checks(status)


def candidates(
    puzzles: Puzzles,
    *,
    budget: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    size: int | None = None,
    strict: bool = False,
) -> Candidates:
    """The true candidates: for each cell the digits that some solution has there. The parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> farandole.candidates(["1..............."], size=4).masks[0, :3].tolist()
    [1, 14, 14]
    """
    rows = table(puzzles, size)
    arguments = (rows.rows, rows.text, rows.size, engine, _bound(budget, "budget"), _threads(threads))
    masks, status = _native.candidates(*arguments)
    _refuse(strict, rows, status)
    return Candidates(masks, status)


def canonical(
    puzzles: Puzzles,
    *,
    form: Literal["puzzle", "grid", "solution"] = "puzzle",
    threads: int | None = None,
    strict: bool = False,
) -> Forms:
    """The canonical form of each plain 9x9 puzzle: equal for puzzles that differ by a symmetry only.

    Parameters
    ----------
    form
        `puzzle`: the least image of the puzzle. `grid`: that of a finished grid. `solution`: the least image of the puzzle
        among those whose solution is least.

    The other parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "." * 17 + "1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
    >>> forms = farandole.canonical([puzzle, puzzle[::-1]])
    >>> bool((forms.boards[0] == forms.boards[1]).all())
    True
    """
    rows = table(puzzles, 9)
    boards, automorphisms, status = _native.canonical(rows.rows, rows.text, form, _threads(threads))
    _refuse(strict, rows, status)
    return Forms(boards, automorphisms, status)


def rate(
    puzzles: Puzzles,
    *,
    scale: Literal["se", "hodoku"] = "se",
    budget: int | None = None,
    threads: int | None = None,
    strict: bool = False,
) -> Ratings:
    """How hard each classic 9x9 puzzle is for people.

    Parameters
    ----------
    scale
        `se`: Sudoku Explainer 1.2.1. `hodoku`: HoDoKu 2.2.
    budget
        A bound on the work for a puzzle: visits of chains on `se`, searches on `hodoku`.

    The other parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> ratings = farandole.rate([puzzle])
    >>> int(ratings.er[0]), int(ratings.ep[0]), int(ratings.ed[0])
    (12, 12, 12)
    """
    rows = table(puzzles, 9)
    arguments = (rows.rows, rows.text, scale, _bound(budget, "budget"), _threads(threads))
    numbers, steps, status = _native.rate(*arguments)
    _refuse(strict, rows, status)
    none = np.empty(0, np.uint16)
    if scale == "se":
        tenths = numbers.astype(np.uint16)
        er, ep, ed = (np.ascontiguousarray(tenths[:, k]) for k in range(3))
        return Ratings(scale, er, ep, ed, none.astype(np.uint32), none.astype(np.uint8), steps, status)
    score, level = np.ascontiguousarray(numbers[:, 0]), numbers[:, 1].astype(np.uint8)
    return Ratings(scale, none, none, none, score, level, steps, status)


def _bound(value: int | None, name: str) -> int | None:
    if value is None:
        return None
    if not 1 <= value < 2**64:
        raise ValueError(f"{name} is {value}, expected at least 1, below 2**64")
    return int(value)


def _threads(threads: int | None) -> int | None:
    if threads is not None and not 1 <= threads <= 4096:
        raise ValueError(f"threads is {threads}, expected 1 to 4096")
    return threads


def _refuse(strict: bool, rows: Table, status: NDArray[np.uint8]) -> None:
    """Raises the error of the first row that can't be read, if there is one and it is asked for."""
    if strict:
        bad = np.flatnonzero(status == Status.UNREADABLE)
        if len(bad):
            _native.row_error(rows.rows, rows.text, rows.size, int(bad[0]))


def _batch(**columns: Any) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array(column) for column in columns.values()], list(columns))


def _cells(cells: NDArray[np.uint8], valid: NDArray[np.bool_]) -> Any:
    """Rows of cells as text for sizes up to 9, else as lists of numbers."""
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


def _lists(values: NDArray[Any], valid: NDArray[np.bool_]) -> Any:
    """Rows as lists of one length, over the same memory."""
    import pyarrow as pa

    count, width = values.shape
    flat = pa.array(values.reshape(-1))
    kind = pa.list_(flat.type, width)
    return pa.Array.from_buffers(kind, count, [_validity(valid)], children=[flat])


def _validity(valid: NDArray[np.bool_]) -> Any:
    import pyarrow as pa

    return None if valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
