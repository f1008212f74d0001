"""Generation of puzzles, and minimal puzzles contained in given ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, bulk
from ._inputs import Puzzles, refuse, table
from ._limits import U32, U64, bound, flag, integer, integers, seed_of, text, thread_count
from .puzzle import Puzzle, _boxes_of, _Shape, _shape, box_shape
from .results import Columns, Status, _batch, _cells

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Generated", "MinimalPuzzles", "Minimized", "generate", "minimal_puzzles", "minimize"]

Window = Union[float, tuple[Union[float, None], Union[float, None]], None]
"""A range: one number, or the minimum and the maximum. `None` means no bound."""


@dataclass(frozen=True, eq=False, repr=False)
class Generated(Columns):
    """The result of `generate`. Every array has one entry per puzzle.

    Attributes
    ----------
    puzzles, solutions : uint8, shape (n, N * N)
        The givens, 0 for an empty cell, and the unique solution.
    regions : uint8, shape (n, N * N), or None
        The 0-based region of each cell, if the regions are not boxes.
    attempt : uint64, shape (n,)
        The number of the attempt that generated the puzzle. Seed and attempt identify the puzzle.
    minimal : bool, shape (n,)
        True if every given was proven to be needed.
    weight : float64, shape (n,)
        With `unbiased=True`, the importance weight of the puzzle in estimates over all minimal puzzles; otherwise 1.
    er, ep, ed : uint16, shape (n,)
        Ratings of Sudoku Explainer in tenths, if they were computed; otherwise zeros.
    score : uint32, shape (n,)
        HoDoKu's score, if it was computed; otherwise zeros.
    level : uint8, shape (n,)
        HoDoKu's level, an index into `HODOKU_LEVELS`.
    tries : int
        Number of attempts.
    rejected : dict of str to int
        Number of rejected attempts for each reason.
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    regions: NDArray[np.uint8] | None
    attempt: NDArray[np.uint64]
    minimal: NDArray[np.bool_]
    weight: NDArray[np.float64]
    er: NDArray[np.uint16]
    ep: NDArray[np.uint16]
    ed: NDArray[np.uint16]
    score: NDArray[np.uint32]
    level: NDArray[np.uint8]
    tries: int
    rejected: dict[str, int]

    def __len__(self) -> int:
        return len(self.attempt)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `puzzle`, `solution`, and a column for each other array except `regions`.

        `puzzle` and `solution` are text for sizes up to 9 and lists of numbers above.
        """
        every = np.ones(len(self), np.bool_)
        names = ("attempt", "minimal", "weight", "er", "ep", "ed", "score", "level")
        numbers: dict[str, Any] = {name: getattr(self, name) for name in names}
        return _batch(puzzle=_cells(self.puzzles, every), solution=_cells(self.solutions, every), **numbers)


@dataclass(frozen=True, eq=False, repr=False)
class Minimized(Columns):
    """The result of `minimize`. Every array has one entry per row.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        A minimal puzzle, 0 for an empty cell; zeros if there is none.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch with `board` (text, null if there is none) and `status`."""
        return _batch(board=_cells(self.boards, self.status == Status.OK), status=self.status)


@dataclass(frozen=True, eq=False, repr=False)
class MinimalPuzzles(Columns):
    """The result of `minimal_puzzles`: m minimal puzzles for n rows.

    Attributes
    ----------
    boards : uint8, shape (m, 81)
        The minimal puzzles, grouped by row.
    row : uint64, shape (m,)
        The row that each minimal puzzle belongs to.
    exact : bool, shape (n,)
        True if the list of the row is complete.
    status : uint8, shape (n,)
        `Status.OK`, `GAVE_UP` (before one was found), `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    row: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.row)

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch of m rows with `board` and `row`."""
        return _batch(board=_cells(self.boards, np.ones(len(self), np.bool_)), row=self.row)


@dataclass(frozen=True)
class _Difficulty:
    scale: str
    rating: tuple[int, int]
    ep: tuple[int, int]
    ed: tuple[int, int]
    technique: str | None
    only_easier: bool


@dataclass(frozen=True)
class _Request:
    count: int
    seed: int
    tries: int | None
    seconds: float | None
    threads: int | None
    unbiased: bool
    shape: _Shape | None
    random: int | None
    grids: bytes
    pattern: list[int] | None
    symmetry: str
    minimal: str
    givens: tuple[int, int]
    difficulty: _Difficulty | None
    budget: int


def generate(
    count: SupportsIndex = 1,
    *,
    seed: SupportsIndex = 0,
    givens: Window = None,
    symmetry: str = "none",
    minimal: Literal["yes", "orbits", "no"] = "yes",
    grids: Puzzles | None = None,
    pattern: Union[str, ArrayLike, None] = None,
    unbiased: bool = False,
    rating: Window = None,
    ep: Window = None,
    ed: Window = None,
    scale: Literal["se", "hodoku"] = "se",
    technique: str | None = None,
    only_easier: bool = False,
    size: SupportsIndex | None = None,
    boxes: tuple[int, int] | None = None,
    layout: Union[Literal["random"], ArrayLike, Puzzle, None] = None,
    diagonals: bool = False,
    windoku: bool = False,
    budget: SupportsIndex = 2000,
    tries: SupportsIndex | None = None,
    time: float | None = None,
    threads: SupportsIndex | None = None,
) -> Generated:
    """Generate puzzles with exactly one solution.

    Puzzles are generated in numbered attempts. The result of an attempt depends only on `seed` and its number. So, except
    with `time`, equal arguments give equal puzzles with any number of threads, and the same ones as `farandole generate`.

    Parameters
    ----------
    count : int, default 1
        Number of puzzles. Fewer are returned if `tries` or `time` is reached first.
    seed : int, default 0
        Random seed.
    givens : int, (int or None, int or None), or None
        The number of givens, or its minimum and maximum.
    symmetry : {"none", "180", "90", "h", "v", "d", "a", "hv", "da", "all"}
        The symmetry of the cells with givens.
    minimal : {"yes", "orbits", "no"}
        `yes`: every given is needed. `orbits`: every orbit of the symmetry is needed. `no`: givens are removed only until
        there are `givens` left.
    grids : list of str, array or Arrow column, or None
        Puzzles with one solution each, in any form that `solve` accepts. Their solutions are used in turn.
    pattern : str or array of 81 cells, or None
        The cells with givens: those that are neither 0 nor `.`.
    unbiased : bool, default False
        Generate minimal puzzles with importance weights, for estimates over all minimal puzzles.
    rating, ep, ed : float, (float or None, float or None), or None
        Ranges of the difficulty of the hardest step (or of HoDoKu's score), of the steps up to the first placed digit, and
        of the first step.
    scale : {"se", "hodoku"}
        The scale of these ranges. It also defines the order of techniques.
    technique : str or None
        The id of a technique that the puzzle must require.
    only_easier : bool, default False
        All other techniques that the puzzle requires must be easier than `technique`.
    size : int or None
        The number N of rows, from 2 to 25; 9 by default.
    boxes : (int, int) or None
        Rows and columns of a box.
    layout : "random", array of N * N labels, Puzzle, or None
        Regions instead of boxes: random ones, regions given by labels, or those of a puzzle.
    diagonals : bool, default False
        Both main diagonals are houses.
    windoku : bool, default False
        The four windows of size 9 are houses.
    budget : int, default 2000
        Limit of search nodes to decide whether a given is needed, for shapes other than the classic grid. A given stays if
        the budget does not suffice.
    tries : int or None
        Stop after this many attempts.
    time : float or None
        Stop after this many seconds. By default, stop when no new puzzle is found for 60 seconds.
    threads : int or None
        Number of threads; `None` for all cores.

    Returns
    -------
    Generated
        The puzzles, with their solutions and ratings.

    Notes
    -----
    Time per thread: 50 microseconds for a minimal 9x9 puzzle. For rare ratings, the time for all rejected puzzles is included.

    Examples
    --------
    >>> import farandole
    >>> made = farandole.generate(3, seed=1, givens=(22, 25), symmetry="180")
    >>> made.puzzles.shape, bool(farandole.solve(made.puzzles).unique.all())
    ((3, 81), True)
    >>> farandole.generate(2, size=4).puzzles.shape
    (2, 16)
    """
    for name, value in (("unbiased", unbiased), ("diagonals", diagonals), ("windoku", windoku), ("only_easier", only_easier)):
        flag(value, name)
    text(scale, "scale")
    if technique is not None:
        text(technique, "technique")
    tested = technique is not None or any(window is not None for window in (rating, ep, ed))
    where = _shape_of(None if size is None else integer(size, "size", 2, 25), boxes, layout, diagonals, windoku)
    classic = where is None
    if unbiased and (not classic or tested or grids is not None or pattern is not None or givens is not None):
        raise ValueError("unbiased=True cannot be combined with other conditions on the puzzles")
    if not classic and (tested or grids is not None or pattern is not None):
        raise ValueError("ratings, grids and patterns are available for classic 9x9 puzzles only")
    if scale == "hodoku" and (ep is not None or ed is not None):
        raise ValueError("ep and ed are not available on HoDoKu's scale")
    unit = 1 if scale == "hodoku" else 10
    windows = _window(rating, "rating", unit), _window(ep, "ep", 10), _window(ed, "ed", 10)
    shape, random = where or (None, None)
    request = _Request(
        integer(count, "count", 1, U64),
        seed_of(seed),
        bound(tries, "tries"),
        _seconds(time),
        thread_count(threads),
        unbiased,
        shape,
        random,
        b"" if grids is None else _solutions(grids).tobytes(),
        None if pattern is None else _cells_of(pattern),
        text(symmetry, "symmetry"),
        text(minimal, "minimal"),
        _window(givens, "givens", 1),
        _Difficulty(scale, *windows, technique, flag(only_easier, "only_easier")) if tested else None,
        integer(budget, "budget", 1, U64),
    )
    puzzles, solutions, regions, attempt, numbers, weight, is_minimal, tried, rejected = _native.generate(request)
    se, hodoku = (numbers, np.zeros_like(numbers)) if scale == "se" else (np.zeros_like(numbers), numbers)
    er, ep_, ed_ = (np.ascontiguousarray(se[:, k]).astype(np.uint16) for k in range(3))
    return Generated(
        puzzles,
        solutions,
        regions if len(regions) else None,
        attempt,
        is_minimal,
        weight,
        er,
        ep_,
        ed_,
        np.ascontiguousarray(hodoku[:, 0]),
        hodoku[:, 1].astype(np.uint8),
        tried,
        dict(rejected),
    )


def minimize(
    puzzles: Puzzles,
    *,
    seed: SupportsIndex = 0,
    keep: Iterable[SupportsIndex] = (),
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> Minimized:
    """Find a minimal puzzle in each proper 9x9 puzzle by removing givens in random order.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    seed : int, default 0
        Random seed of the order. Equal seeds give equal orders for a row.
    keep : iterable of int
        Cells from 0 to 80 whose givens are not removed.

    Returns
    -------
    Minimized
        A minimal puzzle for each row, and its status.

    Notes
    -----
    Time: one or two microseconds per given.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> smaller = farandole.minimize([puzzle], seed=1)
    >>> bool(farandole.solve(smaller.boards).unique[0]), int((smaller.boards > 0).sum()) < 30
    (True, True)
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, 9)
    boards, status = _native.minimize(rows.rows, rows.text, seed_of(seed), integers(keep, "keep", 0, 80), thread_count(threads))
    refuse(strict, rows, status)
    return Minimized(boards, status)


def minimal_puzzles(
    puzzles: Puzzles,
    *,
    fewest: bool = False,
    limit: SupportsIndex = 10_000,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> MinimalPuzzles:
    """Find all minimal puzzles in each proper 9x9 puzzle, as `farandole minimize --all` does.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    fewest : bool, default False
        Return only those with the fewest givens.
    limit : int, default 10000
        Maximum number of minimal puzzles to examine per row.

    Returns
    -------
    MinimalPuzzles
        The minimal puzzles, with the row of each.

    Examples
    --------
    >>> import farandole
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> found = farandole.minimal_puzzles([puzzle])
    >>> len(found) > 1, bool(found.exact[0]), bool(farandole.solve(found.boards).unique.all())
    (True, True, True)
    """
    strict = flag(strict, "strict")
    rows = table(puzzles, 9)
    arguments = (rows.rows, rows.text, flag(fewest, "fewest"), integer(limit, "limit", 1, 2**63 - 1), thread_count(threads))
    boards, row, exact, status = _native.minimal_puzzles(*arguments)
    refuse(strict, rows, status)
    return MinimalPuzzles(boards, row, exact, status)


def _shape_of(
    size: int | None,
    boxes: tuple[int, int] | None,
    layout: Union[str, ArrayLike, Puzzle, None],
    diagonals: bool,
    windoku: bool,
) -> tuple[_Shape | None, int | None] | None:
    """Return the houses, or the number of rows of a grid with random regions; `None` for the classic grid."""
    if isinstance(layout, str):
        if layout != "random":
            raise ValueError(f"layout is {layout!r}, expected 'random', labels of regions, or a Puzzle")
        if boxes is not None or diagonals or windoku:
            raise ValueError("layout='random' cannot be combined with other houses")
        return None, size or 9
    regions: ArrayLike | None = None
    if layout is not None:
        if boxes is not None:
            raise ValueError("found both boxes and layout, expected one of them")
        regions = layout.regions.reshape(-1) if isinstance(layout, Puzzle) else np.asarray(layout).reshape(-1)
        found = round(len(regions) ** 0.5)
        if size not in (None, found) or not 2 <= found <= 25:
            raise ValueError(f"layout has {len(regions)} cells, expected a square grid of 2 to 25 rows")
        size = found
        boxes = _boxes_of(regions.tolist(), size)
        regions = None if boxes is not None else regions
    if boxes is not None:
        rows, cols = box_shape(boxes)
        if size not in (None, rows * cols) or not 2 <= rows * cols <= 25:
            raise ValueError(f"boxes of {rows}x{cols} cells make a grid of {rows * cols} rows, expected {size or '2 to 25'}")
        size = rows * cols
    size = size or 9
    if windoku and size != 9:
        raise ValueError("windoku is available for size 9 only")
    windows = [[corner + 9 * row + col for row in range(3) for col in range(3)] for corner in (10, 14, 46, 50)]
    shape = _shape(size, boxes, regions, diagonals, windows if windoku else [])
    classic = (size, boxes in (None, (3, 3)), regions is None, diagonals, windoku) == (9, True, True, False, False)
    return None if classic else (shape, None)


def _window(window: Window, name: str, unit: int) -> tuple[int, int]:
    """Return the minimum and the maximum of a range, in units."""
    ends = window if isinstance(window, tuple) else (window, window)
    if len(ends) != 2:
        raise ValueError(f"{name} has {len(ends)} numbers, expected (minimum, maximum)")
    least, most = (None if end is None else _units(end, name, unit) for end in ends)
    low, high = least or 0, U32 if most is None else most
    if not 0 <= low <= high < 2**32:
        raise ValueError(f"{name} is {window}, expected (minimum, maximum)")
    return low, high


def _units(end: Union[float, SupportsIndex], name: str, unit: int) -> int:
    """Return an end of a range in units."""
    if name in ("givens", "clues"):
        return integer(end, name, 0, U32)  # type: ignore[arg-type]
    if isinstance(end, (bool, np.bool_)) or not isinstance(end, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} has a {type(end).__name__}, expected a number")
    if not np.isfinite(end):
        raise ValueError(f"{name} has {end}, expected a number")
    return round(float(end) * unit)


def _seconds(time: float | None) -> float | None:
    if time is None:
        return None
    if isinstance(time, (bool, np.bool_)) or not isinstance(time, (SupportsFloat, SupportsIndex)) or isinstance(time, str):
        raise TypeError(f"time is a {type(time).__name__}, expected seconds")
    seconds = float(time)
    if not seconds >= 0:
        raise ValueError(f"time is {seconds}, expected seconds, 0 or more")
    return seconds


def _cells_of(pattern: Union[str, ArrayLike]) -> list[int]:
    """Return the cells of a pattern with givens."""
    if isinstance(pattern, bytes):
        raise TypeError("pattern is a bytes, expected a string or 81 cells")
    if isinstance(pattern, str):
        shown = [symbol not in ".0_*-" for symbol in pattern if not symbol.isspace()]
    else:
        shown = [bool(cell) for cell in np.asarray(pattern).reshape(-1)]
    if len(shown) != 81:
        raise ValueError(f"pattern has {len(shown)} cells, expected 81")
    return [cell for cell, is_given in enumerate(shown) if is_given]


def _solutions(grids: Puzzles) -> NDArray[np.uint8]:
    """Return the solutions of puzzles that have one each."""
    found = bulk.solve(grids, strict=True)
    several = np.flatnonzero(~found.unique)
    if len(several) or not len(found):
        row = f"row {several[0]}" if len(several) else "grids"
        raise ValueError(f"{row}: expected a puzzle with exactly one solution")
    return found.grids
