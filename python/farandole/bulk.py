"""Functions that process many puzzles at once and return arrays.

Every function accepts `puzzles` as one of

- a list of strings, each a puzzle in any format that `farandole formats` lists;
- a numpy array of `uint8` with shape (n, 81), (n, 9, 9) or (n, N * N): digits, 0 for an empty cell;
- a numpy array of bytes (`S81`);
- an Arrow column of strings or bytes, from pyarrow, polars, DuckDB, pandas or another exporter.

Arrays and Arrow columns are read in place. Calls release the interpreter lock, and Ctrl-C interrupts them. Rows are
independent: an unreadable row gets `Status.UNREADABLE`, or raises `ParseError` with `strict=True`.
"""

from __future__ import annotations

from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._inputs import Grids, Puzzles, Table, grids_of, refuse, table
from ._limits import bound, flag, text, thread_count
from .results import SCALES, Candidates, CanonicalForms, CheckResult, CountResult, Ratings, Scale, Solutions

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
    """Solve each puzzle and determine whether its solution is unique.

    Parameters
    ----------
    puzzles : list of str, array or Arrow column
        n puzzles of one size, in any form that the module `farandole.bulk` describes.
    limit : int or None, default 2
        Stop after this many solutions of a puzzle; `None` for no limit. 2 is enough to decide uniqueness.
    budget : int or None
        Stop after this many search nodes of a puzzle.
    threads : int or None
        Number of threads; `None` for all cores.
    engine : str, default "auto"
        The name of an engine, as listed by `farandole info`.
    size : int or None
        The number N of rows of each puzzle. Required if the puzzles are text and N is not 9.
    strict : bool, default False
        Raise `ParseError` for the first unreadable row.
    out : uint8 array of shape (n, N * N), or None
        C-contiguous array that receives the solutions.

    Returns
    -------
    Solutions
        The first solution of each puzzle, its status, and counters.

    Notes
    -----
    Every solution is verified against the rules. Time per thread: half a microsecond for a 9x9 puzzle with 17 givens,
    about twenty for the hardest known ones. Memory: the arrays of the result, and half a megabyte per thread.

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
        # `empty` is enough, since every row is written.
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
    """Return True if the puzzles may share memory with the output."""
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
) -> CountResult:
    """Count the solutions of each puzzle.

    Parameters
    ----------
    puzzles, budget, threads, engine, size, strict
        As for `solve`.
    limit : int or None
        Stop after this many solutions of a puzzle; `None` for no limit.

    Returns
    -------
    CountResult
        The number of solutions of each puzzle, its status, and counters.

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
    return CountResult(status, solutions, exact, nodes, guesses.view(np.int64))


def check(
    puzzles: Puzzles,
    grids: Grids | None = None,
    *,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
    strict: bool = False,
) -> CheckResult:
    """Check solutions, or check puzzles for a unique solution.

    With `grids`, check whether each grid solves the puzzle of its row. Without `grids`, check whether each complete grid
    obeys the rules, and whether each other puzzle has exactly one solution.

    Parameters
    ----------
    puzzles, budget, threads, engine, size, strict
        As for `solve`.
    grids : integer array of shape (n, N * N), list of str, Arrow column, or None
        The solutions to check, for example the column `solution` of `Solutions.to_arrow`.

    Returns
    -------
    CheckResult
        The status of each row.

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
    return CheckResult(status)


def candidates(
    puzzles: Puzzles,
    *,
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    engine: str = "auto",
    size: SupportsIndex | None = None,
    strict: bool = False,
) -> Candidates:
    """Find the true candidates: for each cell, the digits that occur in some solution.

    Parameters
    ----------
    puzzles, budget, threads, engine, size, strict
        As for `solve`.

    Returns
    -------
    Candidates
        A mask for each cell, shape (n, N * N), and the status of each row.

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
) -> CanonicalForms:
    """Compute the canonical form of each classic 9x9 puzzle.

    Two puzzles have the same canonical form if and only if a symmetry maps one to the other.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    form : {"puzzle", "grid", "solution"}
        `puzzle`: the least image of the puzzle in lexicographic order. `grid`: the least image of a complete grid.
        `solution`: the least image of the puzzle among those whose solution is least.

    Returns
    -------
    CanonicalForms
        The form of each puzzle, the number of its automorphisms, and its status.

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
    return CanonicalForms(boards, automorphisms, status)


def rate(
    puzzles: Puzzles,
    *,
    scale: Scale = "se",
    budget: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> Ratings:
    """Rate the difficulty of each classic 9x9 puzzle for human solvers.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    scale : {"se", "hodoku", "w", "b", "minutes"}
        `se`: Sudoku Explainer 1.2.1. `hodoku`: HoDoKu 2.2. `w` and `b`: the length of the longest whip or braid (Berthier).
    budget : int or None
        Limit of the work per puzzle: visits of chains on `se`, searches on `hodoku`, partial chains on `w` and `b`.

    Returns
    -------
    Ratings
        The rating of each puzzle, its number of steps, and its status.

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
    arrays = {name: np.empty(0, kind) for names in SCALES.values() for name, kind in names.items()}
    own = SCALES[scale].items()
    arrays |= {name: np.ascontiguousarray(numbers[:, k]).astype(kind) for k, (name, kind) in enumerate(own)}
    return Ratings(scale, steps=steps, status=status, **arrays)
