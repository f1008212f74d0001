"""One puzzle of any size: solve it, list its solutions, explain it, draw it."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, logic, trace
from ._limits import bound, flag, integer, integers, seed_of
from ._limits import text as check_text
from .errors import BudgetError, PuzzleError, UnsupportedError
from .logic import Hint, Path, Rating, Scale
from .trace import Trace

__all__ = ["Listing", "Puzzle", "Solution"]


@dataclass(frozen=True, eq=False)
class Solution:
    """What a search says of one puzzle. No solution, several, and a budget that was spent are answers.

    Attributes
    ----------
    grid : uint8, shape (rows, columns), or None
        The first solution. It has been checked by the rules. 0 where there is no cell, as between overlapping grids.
    status : str
        `solved`, `several`, `none` or `gave up`.
    solutions : int
        How many were found.
    exact : bool
        Whether there are no more.
    engine : str
        The engine that answered.
    nodes : int
        Search nodes.
    extra : dict
        The values of cells beside the grid, by name, which some constraints have.
    """

    puzzle: Puzzle
    grid: NDArray[np.uint8] | None
    status: str
    solutions: int
    exact: bool
    engine: str
    nodes: int
    extra: dict[str, int]
    _values: bytes | None = None

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.solutions == 1 and self.exact

    def __str__(self) -> str:
        if self.grid is None:
            return self.status
        return self.puzzle._inner.grid_text(list(self._values or b""), "grid")

    def _repr_svg_(self) -> str:
        return self.puzzle._inner.svg(None if self._values is None else list(self._values))


class Listing(Iterator[NDArray[np.uint8]]):
    """The solutions of a puzzle in a fixed order, each an array of shape (rows, columns).

    It can be pickled, and goes on where it was.
    """

    def __init__(self, puzzle: Puzzle, position: bytes | None = None) -> None:
        if position is not None and not isinstance(position, bytes):
            raise TypeError(f"position is a {type(position).__name__}, expected the bytes of a position")
        self._puzzle = puzzle
        self._listing = puzzle._inner.listing(position)

    def __next__(self) -> NDArray[np.uint8]:
        cells = self._listing.next()
        if cells is None:
            raise StopIteration
        return self._puzzle._spread(list(cells), np.uint8, 0)

    @property
    def position(self) -> bytes | None:
        """The position after the last solution; `None` before the first one."""
        return self._listing.position

    def __reduce__(self) -> tuple[Any, ...]:
        return Listing, (self._puzzle, self.position)


class Puzzle:
    """A Sudoku of any size from 1 to 64, or a variant of up to 16 rows and columns.

    It does not change, and equal ones are equal keys. A text that has constraints beyond houses makes a variant: constraint
    text or a link of Interactive Sudoku Solver, an object or a link of f-puzzles or SudokuPad, a killer line. A link has the
    puzzle in it; nothing is fetched.

    Parameters
    ----------
    givens
        N * N digits in row-major order, 0 for an empty cell; or text in any format.
    boxes
        `(rows, columns)` of a box; `None` for the usual ones; `(0, 0)` for none.
    regions
        N * N labels, which replace the boxes: cells of one label are a region.
    diagonals
        Whether both diagonals hold every digit once.
    extra_regions
        Further sets of cells (0-based, row-major) that repeat no digit.
    allowed
        N * N masks, bit `digit - 1` for a digit that the cell may have.

    Raises
    ------
    ParseError
        For text that is no puzzle.
    PuzzleError
        For values that make none.

    Examples
    --------
    >>> from farandole import Puzzle
    >>> print(Puzzle("1...\\n..4.\\n.2..\\n...3\\n").solve())
    1432
    2341
    3214
    4123
    >>> len(list(Puzzle([0] * 16).solutions()))
    288
    >>> Puzzle(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").count()
    12
    """

    __slots__ = ("__weakref__", "_inner", "_places", "_title", "_warnings")
    _inner: Union[_native.Puzzle, _native.Variant]
    _places: NDArray[np.int64] | None
    _title: str | None
    _warnings: tuple[str, ...]

    def __init__(
        self,
        givens: Union[str, ArrayLike],
        *,
        boxes: tuple[int, int] | None = None,
        regions: ArrayLike | None = None,
        diagonals: bool = False,
        extra_regions: Iterable[Sequence[int]] = (),
        allowed: ArrayLike | None = None,
    ) -> None:
        extra = _regions(extra_regions)
        flag(diagonals, "diagonals")
        if isinstance(givens, (bytes, bytearray, memoryview)):
            raise TypeError(f"givens is a {type(givens).__name__}, expected a string or digits")
        if isinstance(givens, str):
            if boxes is not None or regions is not None or diagonals or extra or allowed is not None:
                raise TypeError("a text says all about its puzzle; give an array of givens for other options")
            self._tell(*_native.read(givens, None))
            return
        cells = _integers(givens, "givens", 64, 4096)
        size = round(len(cells) ** 0.5)
        if size * size != len(cells) or not 1 <= size <= 64:
            raise PuzzleError(f"found {len(cells)} cells, expected a square number up to 4096")
        shape = _shape(size, boxes, regions, diagonals, extra)
        masks = None if allowed is None else _integers(allowed, "allowed", 2**64 - 1, 4096)
        self._tell(_native.Puzzle(cells, shape, masks), None, [])

    def _tell(self, inner: Union[_native.Puzzle, _native.Variant], title: str | None, warnings: list[str]) -> None:
        self._inner, self._title, self._warnings = inner, title, tuple(warnings)
        layout = inner.layout if isinstance(inner, _native.Variant) else None
        # For overlapping grids the number of the cell at each place of the whole.
        self._places = None if layout is None else np.array(layout[2], np.int64).reshape(layout[:2])

    def _spread(self, values: Sequence[int], dtype: Any, absent: int) -> NDArray[Any]:
        """Returns the values of all cells as an array of shape (rows, columns), without those of cells beside the grid."""
        if self._places is None:
            rows, cols = self.shape
            return np.array(values[: rows * cols], dtype).reshape(rows, cols)
        # The last value is for -1.
        spread: NDArray[Any] = np.array([*values, absent], dtype)[self._places]
        return spread

    def _gathered(self, grid: NDArray[Any]) -> NDArray[Any]:
        """Returns the values of an array of shape (rows, columns) cell by cell."""
        if self._places is None or grid.size != self._places.size:
            return grid
        there = self._places >= 0
        beside = grid.reshape(self._places.shape)[~there]
        if beside.size and (beside != 0).any():
            raise PuzzleError("the grid has values where the puzzle has no cell, expected 0")
        order = np.argsort(self._places[there])
        cells: NDArray[Any] = grid.reshape(self._places.shape)[there][order]
        return cells

    @classmethod
    def _of(
        cls, inner: Union[_native.Puzzle, _native.Variant], title: str | None = None, warnings: Sequence[str] = ()
    ) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._tell(inner, title, list(warnings))
        return puzzle

    @classmethod
    def from_text(cls, text: str, *, format: str | None = None) -> Puzzle:
        """The one puzzle of a text, in any format or in the one of this name (`farandole formats` lists them)."""
        if not isinstance(text, str):
            raise TypeError(f"text is a {type(text).__name__}, expected a string")
        return cls._of(*_native.read(text, None if format is None else check_text(format, "format")))

    def to_text(self, format: str | None = None) -> str:
        """The puzzle in the format of this name. Without one: `iss`, constraint text, for a variant, `candidates` for a puzzle
        with candidates, and `line` for others. `PuzzleError` if the format can't hold the puzzle.

        `iss`, `iss-link`, `fpuzzles` and `fpuzzles-link` take any puzzle of at most 16 x 16 cells.
        """
        if format is None:
            format = "iss" if self.is_variant else "candidates" if self._has_candidates else "line"
        return self._inner.to_text(check_text(format, "format"))

    @property
    def _has_candidates(self) -> bool:
        return isinstance(self._inner, _native.Puzzle) and self._inner.is_restricted

    @property
    def is_variant(self) -> bool:
        """Whether there are constraints beyond houses and candidates."""
        return isinstance(self._inner, _native.Variant)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; of overlapping grids those of all of them together."""
        return self._inner.shape if self._places is None else (self._places.shape[0], self._places.shape[1])

    @property
    def size(self) -> int:
        """The number N of rows."""
        return self.shape[0]

    @property
    def values(self) -> tuple[int, int]:
        """The least value, 1 but for some variants where it is 0, and the greatest one."""
        return self._inner.values

    @property
    def title(self) -> str | None:
        """The name that the text gives."""
        return self._title

    @property
    def warnings(self) -> tuple[str, ...]:
        """What may be wrong: rules that the text names and no constraint is about, drawings taken for decoration."""
        return self._warnings

    @property
    def constraints(self) -> list[str]:
        """The constraints of a variant, each as constraint text."""
        return self._inner.constraints if isinstance(self._inner, _native.Variant) else []

    @property
    def givens(self) -> NDArray[np.uint8]:
        """The givens, shape (rows, columns), 0 for an empty cell."""
        return self._spread(self._inner.givens, np.uint8, 0)

    @property
    def allowed(self) -> NDArray[np.uint64]:
        """For each cell, shape (rows, columns), a mask of the digits that it may have: bit `digit - values[0]`."""
        return self._spread(self._inner.allowed, np.uint64, 0)

    @property
    def regions(self) -> NDArray[np.int64]:
        """For each cell, shape (rows, columns), the number of its box or region; -1 for none. Overlapping grids have
        those of the first one."""
        return self._spread(self._inner.regions, np.int64, -1)

    @property
    def houses(self) -> list[tuple[str, list[int]]]:
        """Every house: its name and its cells, 0-based and row-major. Cells beside the grid follow."""
        if self._places is None:
            return self._inner.houses
        places = self._places.reshape(-1)
        where = {int(cell): place for place, cell in enumerate(places) if cell >= 0}
        return [(name, [where[cell] for cell in cells]) for name, cells in self._inner.houses]

    @property
    def clash(self) -> str | None:
        """Why the givens contradict each other at sight, in words."""
        return self._inner.clash

    def solve(
        self,
        *,
        limit: SupportsIndex | None = 2,
        budget: SupportsIndex | None = None,
        engine: str = "auto",
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
    ) -> Solution:
        """The first solution, and whether it is the only one.

        `limit` and `budget` are those of `farandole.solve`. Another `seed` takes another way through a puzzle that needs
        learning; several `threads` race with seeds of their own. A variant has the engine `auto` alone, and one way.
        """
        bounds = bound(limit, "limit"), bound(budget, "budget")
        name, number, count = check_text(engine, "engine"), seed_of(seed), integer(threads, "threads", 1, 4096)
        status, cells, solutions, exact, used, nodes = self._inner.solve(*bounds, name, number, count)
        values = None if cells is None else bytes(cells)
        grid = None if values is None else self._spread(list(values), np.uint8, 0)
        extra = {} if values is None else self._extra(values)
        return Solution(self, grid, status, solutions, exact, used, nodes, extra, values)

    def _extra(self, values: bytes) -> dict[str, int]:
        """Returns the values of the cells beside the grid, by name."""
        if self._places is not None or not isinstance(self._inner, _native.Variant):
            return {}
        return dict(zip(self._inner.extra_cells, values[self.shape[0] * self.shape[1] :]))

    def count(self, *, limit: SupportsIndex | None = None, budget: SupportsIndex | None = None) -> int:
        """The number of solutions; with a `limit` that or less. `BudgetError` if the budget was spent before."""
        found = self.solve(limit=limit, budget=budget)
        if not found.exact and (limit is None or found.solutions < operator.index(limit)):
            raise BudgetError(f"gave up with {found.solutions} solutions found")
        return found.solutions

    def candidates(self, *, budget: SupportsIndex | None = None) -> NDArray[np.uint64]:
        """The true candidates, shape (rows, columns), as masks: bit `digit - values[0]` for a digit that some solution has;
        zeros without a solution."""
        masks, exact = self._inner.candidates(bound(budget, "budget"))
        if not exact:
            raise BudgetError("gave up before all candidates were known")
        if masks is None:
            return np.zeros(self.shape, np.uint64)
        return self._spread(masks, np.uint64, 0)

    def solutions(self, position: bytes | None = None) -> Listing:
        """All solutions in their fixed order, one at a time, from the first one or from a `Listing.position` on."""
        return Listing(self, position)

    def check(self, grid: ArrayLike) -> str | None:
        """The rule that a grid breaks, in words; `None` if the grid solves the puzzle.

        For a variant with cells beside the grid: values of the grid alone are judged by what can be said of them, or they
        are followed by those of the other cells.
        """
        values = np.asarray(grid)
        return self._inner.check(_integers(self._gathered(values), "grid", 255, 1 << 16))

    def hint(self, *, scale: Scale = "se", every: bool = False, budget: SupportsIndex | None = None) -> Hint:
        """The next step; see `farandole.hint`."""
        return logic.hint(self, scale=scale, every=every, budget=budget)

    def explain(self, *, scale: Scale = "se", budget: SupportsIndex | None = None) -> Path:
        """All steps; see `farandole.explain`."""
        return logic.explain(self, scale=scale, budget=budget)

    def trace(
        self,
        *,
        start: SupportsIndex = 1,
        steps: SupportsIndex | None = 1000,
        limit: SupportsIndex | None = 1,
        budget: SupportsIndex | None = None,
        candidates: bool = False,
    ) -> Trace:
        """The steps of the search for a variant: what goes from which cells, and which constraint, house or sum says so.

        It is the depth-first part of the search of `solve`, from step `start` on, `steps` of them (`None` for all), until
        `limit` solutions (`None` for all) or `budget` nodes. `candidates` adds the values that each cell still has. A plain
        puzzle of up to 16 rows is searched as a variant.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> for step in Puzzle(".Shape~4x4.Thermo~R1C1~R1C2~R2C2.~R2C2_3").trace(steps=2):
        ...     print(step)
        1. R2C2 = 3; box 1, column 2, row 2: 3 is eliminated from R1C1 R1C2 R2C1 R2C3 R2C4 R3C2 R4C2
        2. .Thermo~R1C1~R1C2~R2C2: 2 4 are eliminated from R1C1; 1 4 are eliminated from R1C2
        """
        return trace.trace(self, start=start, steps=steps, limit=limit, budget=budget, candidates=candidates)

    def rate(self, *, scale: Scale = "se", budget: SupportsIndex | None = None) -> Rating:
        """How hard the puzzle is for people; for classic 9x9 puzzles."""
        return logic.rate_one(self, scale=scale, budget=budget)

    def _sheet(self) -> str:
        if isinstance(self._inner, _native.Variant):
            raise UnsupportedError("a variant has no steps and no rating, which are for classic 9x9 puzzles")
        return self.to_text()

    def __repr__(self) -> str:
        try:
            return f"Puzzle({self.to_text()!r})"
        except PuzzleError:
            rows, cols = self.shape
            return f"<Puzzle: {rows}x{cols}, {len(self.houses)} houses>"

    def __str__(self) -> str:
        try:
            return self.to_text(None if self.is_variant or self._has_candidates else "grid")
        except PuzzleError:
            return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(tuple(self._inner.givens))

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._inner
        if isinstance(native, _native.Variant):
            return _variant_again, (native.to_text("iss"), self._title, self._warnings)
        masks = native.allowed if native.is_restricted else None
        return _puzzle_again, (native.givens, native.houses, native.regions, masks)

    def _repr_svg_(self) -> str:
        return self._inner.svg(None)


@dataclass(frozen=True)
class _Shape:
    size: int
    boxes: tuple[int, int] | None
    regions: list[int] | None
    diagonals: bool
    extra: list[list[int]]


def _shape(
    size: int,
    boxes: tuple[int, int] | None,
    regions: ArrayLike | None,
    diagonals: bool,
    extra: list[list[int]],
) -> _Shape:
    """Where the houses are, for the compiled half."""
    labels = None if regions is None else _labels(regions, size * size)
    return _Shape(size, None if boxes is None else box_shape(boxes), labels, bool(diagonals), extra)


def box_shape(boxes: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of a box."""
    numbers = _integers(boxes, "boxes", 64, 4096)
    if len(numbers) != 2:
        raise PuzzleError(f"boxes has {len(numbers)} numbers, expected rows and columns")
    return numbers[0], numbers[1]


def _variant_again(text: str, title: str | None, warnings: tuple[str, ...]) -> Puzzle:
    return Puzzle._of(_native.read(text, "iss")[0], title, warnings)


def _puzzle_again(
    givens: list[int], houses: list[tuple[str, list[int]]], regions: list[int], masks: list[int] | None
) -> Puzzle:
    """The puzzle that was pickled: its regions and further houses, whatever they were called."""
    size = round(len(givens) ** 0.5)
    extra = [cells for name, cells in houses if name.startswith("extra")]
    diagonals = sum(name in ("main diagonal", "anti-diagonal") for name, _ in houses)
    # A puzzle of a text can have one diagonal alone, which is an extra region of N cells to everybody.
    if diagonals == 1:
        extra = [cells for name, cells in houses if "diagonal" in name] + extra
    boxes = (0, 0) if -1 in regions else _boxes_of(regions, size)
    shape = _Shape(size, boxes, None if boxes is not None else regions, diagonals == 2, extra)
    return Puzzle._of(_native.Puzzle(givens, shape, masks))


def _boxes_of(regions: list[int], size: int) -> tuple[int, int] | None:
    """The shape of the boxes, if the regions are boxes in their order."""
    for rows in range(1, size + 1):
        cols = size // rows
        if rows * cols == size and regions == [
            cell // size // rows * rows + cell % size // cols for cell in range(size * size)
        ]:
            return rows, cols
    return None


def _regions(regions: Iterable[Sequence[int]]) -> list[list[int]]:
    if isinstance(regions, (str, bytes)) or not isinstance(regions, Iterable):
        raise TypeError(f"extra_regions is a {type(regions).__name__}, expected lists of cells")
    return [integers(region, f"extra_regions[{place}]", 0, 4095) for place, region in enumerate(regions)]


def _integers(values: ArrayLike, what: str, most: int, length: int) -> list[int]:
    array = np.asarray(values)
    if array.size > length:
        raise PuzzleError(f"{what}: found {array.size} numbers, expected at most {length}")
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{what} have dtype {array.dtype}, expected integers")
    numbers: list[int] = array.reshape(-1).tolist()
    for cell, number in enumerate(numbers):
        if not 0 <= number <= most:
            raise PuzzleError(f"{what}: cell {cell} is {number}, expected 0 to {most}")
    return numbers


def _labels(values: ArrayLike, count: int) -> list[int]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iuUS":
        raise TypeError(f"regions have dtype {array.dtype}, expected labels: integers or texts")
    _, labels = np.unique(array.reshape(-1), return_inverse=True)
    if labels.size != count:
        raise PuzzleError(f"found {labels.size} labels of regions, expected {count}")
    return [int(label) for label in labels.reshape(-1)]
