"""Research queries about proper 9x9 puzzles: unavoidable sets, backdoors, neighbours, random symmetries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._inputs import Puzzles, refuse, table
from ._limits import flag, integer, seed_of, text, thread_count
from .results import Columns, Status, _batch, _cells, _lists

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["CellSets", "Morphs", "Neighbours", "backdoors", "morph", "neighbours", "unavoidable_sets"]


@dataclass(frozen=True, eq=False, repr=False)
class CellSets(Columns):
    """The result of `unavoidable_sets` and `backdoors`: m sets of cells for n rows.

    Attributes
    ----------
    cells : bool, shape (m, 81)
        True for the cells of each set.
    row : uint64, shape (m,)
        The row of the puzzle that each set belongs to.
    status : uint8, shape (n,)
        `Status.OK`, `GAVE_UP` (no backdoor of the requested size), `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    cells: NDArray[np.bool_]
    row: NDArray[np.uint64]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.row)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch of m rows with `cells` (lists of 81 numbers, 1 for a cell of the set) and `row`."""
        return _batch(cells=_lists(self.cells.view(np.uint8), np.ones(len(self), np.bool_)), row=self.row)


@dataclass(frozen=True, eq=False, repr=False)
class Neighbours(Columns):
    """The result of `neighbours`: m neighbours of n puzzles.

    Attributes
    ----------
    boards : uint8, shape (m, 81)
        The canonical forms of the neighbours, in ascending order for each row.
    row : uint64, shape (m,)
        The row of the puzzle that each neighbour belongs to.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    row: NDArray[np.uint64]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.row)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch of m rows with `board` and `row`."""
        return _batch(board=_cells(self.boards, np.ones(len(self), np.bool_)), row=self.row)


@dataclass(frozen=True, eq=False, repr=False)
class Morphs(Columns):
    """The result of `morph`. Every array has one entry per row.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        The image, 0 for an empty cell; zeros if there is none.
    status : uint8, shape (n,)
        `Status.OK`, `UNREADABLE`, or `UNSUPPORTED` for puzzles that are not classic.
    """

    boards: NDArray[np.uint8]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `board` (text, null if there is none) and `status`."""
        return _batch(board=_cells(self.boards, self.status == Status.OK), status=self.status)


def unavoidable_sets(
    puzzles: Puzzles,
    *,
    most: SupportsIndex = 12,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> CellSets:
    """Find the small unavoidable sets in the solution of each proper 9x9 puzzle.

    Every proper puzzle with this solution has a given in each unavoidable set.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    most : int, default 12
        Maximum number of cells of a set.

    Returns
    -------
    CellSets
        The sets, with the row of each.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> sets = farandole.unavoidable_sets([puzzle], most=6)
    >>> givens = farandole.Puzzle(puzzle).givens.reshape(-1) > 0
    >>> bool((sets.cells & givens).any(axis=1).all())
    True
    """
    strict, size = flag(strict, "strict"), integer(most, "most", 1, 81)
    rows = table(puzzles, 9)
    cells, row, status = _native.unavoidable_sets(rows.rows, rows.text, size, thread_count(threads))
    refuse(strict, rows, status)
    return CellSets(cells, row, status)


def backdoors(
    puzzles: Puzzles,
    *,
    techniques: Literal["singles", "locked"] = "singles",
    most: SupportsIndex = 2,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> CellSets:
    """Find the smallest backdoors of each proper 9x9 puzzle.

    A backdoor is a set of cells whose solution digits let simple techniques solve the puzzle. All backdoors of the smallest
    size are returned: the empty set if the techniques alone solve the puzzle.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    techniques : {"singles", "locked"}
        `singles`: naked and hidden singles. `locked`: these and locked candidates.
    most : int, default 2
        Maximum size to try. Each additional cell takes about twenty times as long.

    Returns
    -------
    CellSets
        The backdoors, with the row of each.

    Examples
    --------
    >>> import farandole
    >>> farandole.backdoors(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]).cells.sum(axis=1).tolist()
    [0]
    """
    strict, size = flag(strict, "strict"), integer(most, "most", 0, 81)
    rows = table(puzzles, 9)
    cells, row, status = _native.backdoors(rows.rows, rows.text, text(techniques, "techniques"), size, thread_count(threads))
    refuse(strict, rows, status)
    return CellSets(cells, row, status)


def neighbours(
    puzzles: Puzzles,
    *,
    remove: SupportsIndex = 1,
    add: SupportsIndex = 1,
    same_pattern: bool = False,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> Neighbours:
    """Find the proper minimal puzzles in the neighbourhood of each proper 9x9 puzzle.

    A neighbour results from removing `remove` givens and adding `add` others. Neighbours are returned as canonical forms,
    each once per row, without the form of the puzzle itself.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    remove : int, default 1
        Number of givens to remove.
    add : int, default 1
        Number of givens to add.
    same_pattern : bool, default False
        Return only neighbours with givens in the same cells.

    Returns
    -------
    Neighbours
        The neighbours, with the row of each.

    Notes
    -----
    Time for a puzzle with 17 givens: a millisecond for 1 and 1, several seconds for 2 and 2.
    """
    strict, same = flag(strict, "strict"), flag(same_pattern, "same_pattern")
    change = integer(remove, "remove", 0, 81), integer(add, "add", 1, 81)
    rows = table(puzzles, 9)
    boards, row, status = _native.neighbours(rows.rows, rows.text, change, same, thread_count(threads))
    refuse(strict, rows, status)
    return Neighbours(boards, row, status)


def morph(puzzles: Puzzles, *, seed: SupportsIndex = 0, strict: bool = False) -> Morphs:
    """Apply a random symmetry to each classic 9x9 puzzle or grid.

    Each row has its own symmetry. All symmetries have the same probability.

    Parameters
    ----------
    puzzles, strict
        As for `solve`.
    seed : int, default 0
        Random seed. The images are those of `farandole morph --seed`.

    Returns
    -------
    Morphs
        The image of each row, and its status.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> images = farandole.morph([puzzle] * 3, seed=1)
    >>> len({board.tobytes() for board in farandole.canonical(images.boards).boards})
    1
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, 9)
    boards, status = _native.morph(rows.rows, rows.text, seed_of(seed))
    refuse(strict, rows, status)
    return Morphs(boards, status)
