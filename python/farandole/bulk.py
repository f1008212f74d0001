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

from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._inputs import Grids, Puzzles, Table, grids_of, refuse, table
from ._limits import bound, flag, text, thread_count
from .results import Candidates, Checks, Counts, Forms, Ratings, Solutions

__all__ = ["candidates", "canonical", "check", "count", "rate", "solve"]


def solve(
    puzzles: Puzzles,
    *,
    limit: SupportsIndex | None = 2,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
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
    strict = flag(strict, "strict")
    rows = table(puzzles, size)
    shape = (rows.height, rows.size * rows.size)
    if out is None:
        # Every row is written.
        out = np.empty(shape, np.uint8)
    elif not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}, expected an array")
    elif out.dtype != np.uint8 or out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is not a writeable C-contiguous uint8 array of shape {shape}")
    elif _shares_memory(rows, out):
        raise ValueError("out shares memory with puzzles")
    arguments = (rows.rows, rows.text, rows.size, text(engine, "engine"), bound(limit, "limit"), bound(budget, "budget"))
    status, solutions, exact, nodes, guesses = _native.solve(*arguments, thread_count(threads), out)
    refuse(strict, rows, status)
    return Solutions(out, status, solutions, exact, nodes, guesses.view(np.int64))


def _shares_memory(rows: Table, out: NDArray[np.uint8]) -> bool:
    """Returns true if the puzzles may lie where the grids are written."""
    if isinstance(rows.rows, np.ndarray):
        return np.may_share_memory(rows.rows, out)
    if isinstance(rows.rows, tuple):
        return any(np.may_share_memory(part, out) for chunk in rows.rows for part in chunk[2])
    return False


def count(
    puzzles: Puzzles,
    *,
    limit: SupportsIndex | None = None,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
    strict: bool = False,
) -> Counts:
    """How many solutions each puzzle has, up to `limit`. The parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> int(farandole.count(["." * 16], size=4).solutions[0])
    288
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, size)
    arguments = (rows.rows, rows.text, rows.size, text(engine, "engine"), bound(limit, "limit"), bound(budget, "budget"))
    status, solutions, exact, nodes, guesses = _native.solve(*arguments, thread_count(threads), None)
    refuse(strict, rows, status)
    return Counts(status, solutions, exact, nodes, guesses.view(np.int64))


def check(
    puzzles: Puzzles,
    grids: Grids | None = None,
    *,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
    strict: bool = False,
) -> Checks:
    """Whether all is right.

    With `grids`, whether each of them solves the puzzle of its row: an array of integers of shape (n, N * N), texts, or an Arrow
    column, such as the column `solution` that `Solutions.to_arrow` makes. Without, whether a
    finished grid obeys the rules, and whether any other puzzle has exactly one solution. The other parameters are those of
    `solve`.

    Examples
    --------
    >>> import farandole
    >>> farandole.check(["1432234132144123", "1432234132144132"], size=4).ok.tolist()
    [True, False]
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, size)
    judged = None if grids is None else grids_of(grids, rows.size, rows.height)
    arguments = (
        rows.rows,
        rows.text,
        rows.size,
        text(engine, "engine"),
        bound(budget, "budget"),
        thread_count(threads),
        judged,
    )
    status = _native.check(*arguments)
    refuse(strict, rows, status)
    return Checks(status)


def candidates(
    puzzles: Puzzles,
    *,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
    strict: bool = False,
) -> Candidates:
    """The true candidates: for each cell the digits that some solution has there. The parameters are those of `solve`.

    Examples
    --------
    >>> import farandole
    >>> farandole.candidates(["1..............."], size=4).masks[0, :3].tolist()
    [1, 14, 14]
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, size)
    arguments = (rows.rows, rows.text, rows.size, text(engine, "engine"), bound(budget, "budget"), thread_count(threads))
    masks, status = _native.candidates(*arguments)
    refuse(strict, rows, status)
    return Candidates(masks, status)


def canonical(
    puzzles: Puzzles,
    *,
    form: Literal["puzzle", "grid", "solution"] = "puzzle",
    threads: SupportsIndex | None = None,
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
    strict = flag(strict, "strict")
    rows = table(puzzles, 9)
    boards, automorphisms, status = _native.canonical(rows.rows, rows.text, text(form, "form"), thread_count(threads))
    refuse(strict, rows, status)
    return Forms(boards, automorphisms, status)


def rate(
    puzzles: Puzzles,
    *,
    scale: Literal["se", "hodoku"] = "se",
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
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
    strict = flag(strict, "strict")
    rows = table(puzzles, 9)
    arguments = (rows.rows, rows.text, text(scale, "scale"), bound(budget, "budget"), thread_count(threads))
    numbers, steps, status = _native.rate(*arguments)
    refuse(strict, rows, status)
    none = np.empty(0, np.uint16)
    if scale == "se":
        tenths = numbers.astype(np.uint16)
        er, ep, ed = (np.ascontiguousarray(tenths[:, k]) for k in range(3))
        return Ratings(scale, er, ep, ed, none.astype(np.uint32), none.astype(np.uint8), steps, status)
    score, level = np.ascontiguousarray(numbers[:, 0]), numbers[:, 1].astype(np.uint8)
    return Ratings(scale, none, none, none, score, level, steps, status)
