"""Puzzles that are made: new ones, and minimal ones in those at hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, bulk
from ._inputs import Puzzles, refuse, table
from ._limits import U32, U64, bound, flag, integer, integers, seed_of, text, thread_count
from .logic import Scale
from .puzzle import Puzzle, _boxes_of, _Shape, _shape, box_shape
from .results import Status, _batch, _cells

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Generated", "MinimalPuzzles", "Minimized", "generate", "minimal_puzzles", "minimize"]

Window = Union[float, tuple[Union[float, None], Union[float, None]], None]
"""One number, or the least and the greatest; `None` leaves an end open."""


@dataclass(frozen=True, eq=False)
class Generated:
    """What `generate` made; every array has an entry for each puzzle.

    Attributes
    ----------
    puzzles, solutions : uint8, shape (n, N * N)
        Givens, 0 for an empty cell, and the only solution.
    regions : uint8, shape (n, N * N), or None
        For each cell the number of its region, where the regions are no boxes.
    attempt : uint64, shape (n,)
        The number of the attempt that made the puzzle: with the seed, its name.
    minimal : bool, shape (n,)
        Whether each given was proved to be needed.
    weight : float64, shape (n,)
        How many minimal puzzles it stands for, with `unbiased=True`; else 1.
    er, ep, ed : uint16, shape (n,)
        Ratings of Sudoku Explainer in tenths, where they were tested; else zeros.
    score : uint32, shape (n,)
        HoDoKu's score, where it was tested; else zeros.
    level : uint8, shape (n,)
        HoDoKu's level, an index of `HODOKU_LEVELS`.
    tries : int
        How many attempts there were.
    rejected : dict
        How many of them came to nothing, by what they fell at.
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
        """A record batch: `puzzle` and `solution` (text for sizes up to 9, else lists of numbers), and a column for each
        other array."""
        every = np.ones(len(self), np.bool_)
        names = ("attempt", "minimal", "weight", "er", "ep", "ed", "score", "level")
        numbers: dict[str, Any] = {name: getattr(self, name) for name in names}
        return _batch(puzzle=_cells(self.puzzles, every), solution=_cells(self.solutions, every), **numbers)


@dataclass(frozen=True, eq=False)
class Minimized:
    """What `minimize` says; every array has an entry for each row.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        A minimal puzzle, 0 for an empty cell; zeros where there is none.
    status : uint8, shape (n,)
        `Status.OK`, `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.status)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch: `board` (text, null where there is none) and `status`."""
        return _batch(board=_cells(self.boards, self.status == Status.OK), status=self.status)


@dataclass(frozen=True, eq=False)
class MinimalPuzzles:
    """What `minimal_puzzles` says: m minimal puzzles in n rows.

    Attributes
    ----------
    boards : uint8, shape (m, 81)
        The minimal puzzles, those of each row together.
    row : uint64, shape (m,)
        The row that each of them is in.
    exact : bool, shape (n,)
        Whether there are no more in the row.
    status : uint8, shape (n,)
        `Status.OK`, `GAVE_UP` (before there was one), `NONE`, `SEVERAL`, `UNREADABLE` or `UNSUPPORTED`.
    """

    boards: NDArray[np.uint8]
    row: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    status: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.row)

    def to_arrow(self) -> pa.RecordBatch:
        """A record batch of m rows: `board` and `row`."""
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
class _Wish:
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
    scale: Scale = "se",
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
    """Makes puzzles with exactly one solution.

    Attempts are numbered; what one makes depends on `seed` and its number alone. So equal arguments give equal puzzles,
    whatever the threads, and the same ones as `farandole generate`. (`time` is the exception.)

    Parameters
    ----------
    count
        Stop after so many. There are fewer where `tries` or `time` end first.
    givens
        How many givens: a number or `(least, greatest)`, either of which may be `None`.
    symmetry
        Of the set of givens: `none`, `180`, `90`, `h`, `v`, `d`, `a`, `hv`, `da`, `all`.
    minimal
        `yes`: no given can go. `orbits`: no orbit of the symmetry. `no`: reduced down to `givens` only.
    grids
        Puzzles with one solution, as for `solve`, whose solutions are taken in turn.
    pattern
        81 cells, or text of 81 symbols: givens exactly where there is something else than 0 and `.`.
    unbiased
        Minimal puzzles with weights, by which means over all minimal puzzles can be estimated.
    rating, ep, ed
        Windows: difficulty of the hardest step (or HoDoKu's score), up to the first digit placed, and of the first step.
    scale
        The scale of these, and whose order of techniques is followed.
    technique
        The id of a technique that must be needed; with `only_easier` all others on the way are easier.
    size, boxes, layout, diagonals, windoku
        The shape: rows; rows and columns of a box; `"random"` regions, N * N labels, or a `Puzzle` with the regions; both
        diagonals; the four windows of size 9.
    budget
        For shapes other than plain 9x9: search nodes for the question whether a given is needed; it stays if they do not
        suffice.
    tries, time
        Stop after so many attempts, or seconds.

    Cost: 50 microseconds for a minimal 9x9 puzzle and thread; with a rare rating, the cost of all puzzles that are rejected.

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
    plain = where is None
    if unbiased and (not plain or tested or grids is not None or pattern is not None or givens is not None):
        raise ValueError("unbiased=True goes with no other wish for the puzzles")
    if not plain and (tested or grids is not None or pattern is not None):
        raise ValueError("only plain 9x9 puzzles have ratings, grids and patterns: these go with no other shape")
    if scale == "hodoku" and (ep is not None or ed is not None):
        raise ValueError("ep and ed: HoDoKu's scale has no such numbers")
    unit = 1 if scale == "hodoku" else 10
    windows = _window(rating, "rating", unit), _window(ep, "ep", 10), _window(ed, "ed", 10)
    shape, random = where or (None, None)
    wish = _Wish(
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
    puzzles, solutions, regions, attempt, numbers, weight, is_minimal, tried, rejected = _native.generate(wish)
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
    """A minimal puzzle in each proper 9x9 puzzle: givens go in a random order unless they are needed.

    Parameters
    ----------
    seed
        Equal seeds take the givens of a row away in equal orders.
    keep
        Cells, 0 to 80, whose givens stay.

    The other parameters are those of `solve`. Cost: one or two microseconds for each given.

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
    """All minimal puzzles in each proper 9x9 puzzle: those of `farandole minimize --all`.

    Parameters
    ----------
    fewest
        Only those with fewest givens.
    limit
        Look at no more than so many in a row.

    The other parameters are those of `solve`.

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
    """Where the houses are, or how many rows of random regions there are; `None` for the plain 9x9 grid."""
    if isinstance(layout, str):
        if layout != "random":
            raise ValueError(f"layout is {layout!r}, expected 'random', labels of regions, or a Puzzle")
        if boxes is not None or diagonals or windoku:
            raise ValueError("layout='random' goes with no other houses")
        return None, size or 9
    regions: ArrayLike | None = None
    if layout is not None:
        if boxes is not None:
            raise ValueError("boxes and layout: expected one of them")
        regions = layout.regions.reshape(-1) if isinstance(layout, Puzzle) else np.asarray(layout).reshape(-1)
        found = round(len(regions) ** 0.5)
        if size not in (None, found) or not 2 <= found <= 25:
            raise ValueError(f"layout has {len(regions)} cells, expected those of a grid of 2 to 25 rows")
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
        raise ValueError("windoku: only grids of size 9 have the windows")
    windows = [[corner + 9 * row + col for row in range(3) for col in range(3)] for corner in (10, 14, 46, 50)]
    shape = _shape(size, boxes, regions, diagonals, windows if windoku else [])
    plain = (size, boxes in (None, (3, 3)), regions is None, diagonals, windoku) == (9, True, True, False, False)
    return None if plain else (shape, None)


def _window(window: Window, name: str, unit: int) -> tuple[int, int]:
    """The least and the greatest number, in units."""
    ends = window if isinstance(window, tuple) else (window, window)
    if len(ends) != 2:
        raise ValueError(f"{name} has {len(ends)} numbers, expected the least and the greatest")
    least, most = (None if end is None else _units(end, name, unit) for end in ends)
    low, high = least or 0, U32 if most is None else most
    if not 0 <= low <= high < 2**32:
        raise ValueError(f"{name} is {window}, expected the least number, then the greatest")
    return low, high


def _units(end: Union[float, SupportsIndex], name: str, unit: int) -> int:
    """Returns an end of a window in units."""
    if name == "givens":
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
    """The cells of a pattern that have givens."""
    if isinstance(pattern, bytes):
        raise TypeError("pattern is a bytes, expected a string or 81 cells")
    if isinstance(pattern, str):
        shown = [symbol not in ".0_*-" for symbol in pattern if not symbol.isspace()]
    else:
        shown = [bool(cell) for cell in np.asarray(pattern).reshape(-1)]
    if len(shown) != 81:
        raise ValueError(f"pattern has {len(shown)} cells, expected 81")
    return [cell for cell, is_given in enumerate(shown) if is_given]


def _solutions(grids: Any) -> NDArray[np.uint8]:
    """The solutions of puzzles that have one each."""
    found = bulk.solve(grids, strict=True)
    several = np.flatnonzero(~found.unique)
    if len(several) or not len(found):
        row = f"row {several[0]}" if len(several) else "grids"
        raise ValueError(f"{row}: expected a puzzle with exactly one solution")
    return found.grids
