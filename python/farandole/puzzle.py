"""One puzzle of any size: solve it, list its solutions, explain it, draw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, logic, trace
from ._limits import bound
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
        The first solution. It has been checked by the rules.
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

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.solutions == 1 and self.exact

    def __str__(self) -> str:
        if self.grid is None:
            return self.status
        values = [*self.grid.reshape(-1).tolist(), *self.extra.values()]
        return self.puzzle._inner.grid_text(values, "grid")

    def _repr_svg_(self) -> str:
        return self.puzzle._inner.svg(None if self.grid is None else self.grid.reshape(-1).tolist())


class Listing(Iterator[NDArray[np.uint8]]):
    """The solutions of a puzzle in a fixed order, each an array of shape (rows, columns).

    It can be pickled, and goes on where it was.
    """

    def __init__(self, puzzle: Puzzle, position: bytes | None = None) -> None:
        self._puzzle = puzzle
        self._listing = puzzle._inner.listing(position)

    def __next__(self) -> NDArray[np.uint8]:
        cells = self._listing.next()
        if cells is None:
            raise StopIteration
        return _grid(cells, self._puzzle.shape)

    @property
    def position(self) -> bytes | None:
        """The place directly behind the last solution; `None` before the first one."""
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

    __slots__ = ("__weakref__", "_inner", "_title", "_warnings")
    _inner: Union[_native.Puzzle, _native.Variant]
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
        extra = [list(region) for region in extra_regions]
        if isinstance(givens, str):
            if boxes is not None or regions is not None or diagonals or extra or allowed is not None:
                raise TypeError("a text says all about its puzzle; give an array of givens for other options")
            self._tell(*_native.read(givens, None))
            return
        cells = _integers(givens, "givens", 64)
        size = round(len(cells) ** 0.5)
        if size * size != len(cells) or not 1 <= size <= 64:
            raise PuzzleError(f"found {len(cells)} cells, expected a square number up to 4096")
        shape = _shape(size, boxes, regions, diagonals, extra)
        masks = None if allowed is None else _integers(allowed, "allowed", 2**64 - 1)
        self._tell(_native.Puzzle(cells, shape, masks), None, [])

    def _tell(self, inner: Union[_native.Puzzle, _native.Variant], title: str | None, warnings: list[str]) -> None:
        self._inner, self._title, self._warnings = inner, title, tuple(warnings)

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
        return cls._of(*_native.read(text, format))

    def to_text(self, format: str | None = None) -> str:
        """The puzzle in the format of this name; `iss`, constraint text, for a variant and `line` for others.

        `iss`, `iss-link`, `fpuzzles` and `fpuzzles-link` take any puzzle of at most 16 x 16 cells.
        """
        return self._inner.to_text(format or ("iss" if self.is_variant else "line"))

    @property
    def is_variant(self) -> bool:
        """Whether there are constraints beyond houses and candidates."""
        return isinstance(self._inner, _native.Variant)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._inner.shape

    @property
    def size(self) -> int:
        """The number N of rows."""
        return self._inner.shape[0]

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
        return np.array(self._inner.givens, np.uint8).reshape(self.shape)

    @property
    def allowed(self) -> NDArray[np.uint64]:
        """For each cell, shape (rows, columns), a mask of the digits that it may have: bit `digit - values[0]`."""
        return np.array(self._inner.allowed, np.uint64).reshape(self.shape)

    @property
    def regions(self) -> NDArray[np.int64]:
        """For each cell, shape (rows, columns), the number of its box or region; -1 for none."""
        return np.array(self._inner.regions, np.int64).reshape(self.shape)

    @property
    def houses(self) -> list[tuple[str, list[int]]]:
        """Every house: its name and its cells."""
        return self._inner.houses

    @property
    def clash(self) -> str | None:
        """Why the givens contradict each other at sight, in words."""
        return self._inner.clash

    def solve(
        self,
        *,
        limit: int | None = 2,
        budget: int | None = None,
        engine: str = "auto",
        seed: int = 0,
        threads: int = 1,
    ) -> Solution:
        """The first solution, and whether it is the only one.

        `limit` and `budget` are those of `farandole.solve`. Another `seed` takes another way through a puzzle that needs
        learning; several `threads` race with seeds of their own. A variant has the engine `auto` alone, and one way.
        """
        bounds = bound(limit, "limit"), bound(budget, "budget")
        status, cells, solutions, exact, used, nodes = self._inner.solve(*bounds, engine, seed, threads)
        grid = None if cells is None else _grid(cells, self.shape)
        extra = {} if cells is None else dict(zip(self._extra_cells, cells[self.shape[0] * self.shape[1] :]))
        return Solution(self, grid, status, solutions, exact, used, nodes, extra)

    def count(self, *, limit: int | None = None, budget: int | None = None) -> int:
        """The number of solutions; with a `limit` that or less. `BudgetError` if the budget was spent before."""
        found = self.solve(limit=limit, budget=budget)
        if not found.exact and (limit is None or found.solutions < limit):
            raise BudgetError(f"gave up with {found.solutions} solutions found")
        return found.solutions

    def candidates(self, *, budget: int | None = None) -> NDArray[np.uint64]:
        """The true candidates, shape (rows, columns), as masks: bit `digit - values[0]` for a digit that some solution has;
        zeros without a solution."""
        masks, exact = self._inner.candidates(bound(budget, "budget"))
        if not exact:
            raise BudgetError("gave up before all candidates were known")
        rows, cols = self.shape
        masks = [0] * (rows * cols) if masks is None else masks[: rows * cols]
        return np.array(masks, np.uint64).reshape(rows, cols)

    def solutions(self, position: bytes | None = None) -> Listing:
        """All solutions in their fixed order, one at a time, from the first one or from a `Listing.position` on."""
        return Listing(self, position)

    def check(self, grid: ArrayLike) -> str | None:
        """The rule that a grid breaks, in words; `None` if the grid solves the puzzle.

        For a variant with cells beside the grid: values of the grid alone are judged by what can be said of them, or they
        are followed by those of the other cells.
        """
        return self._inner.check(_integers(grid, "grid", 255))

    def hint(self, *, scale: Scale = "se", every: bool = False, budget: int | None = None) -> Hint:
        """The next step; see `farandole.hint`."""
        return logic.hint(self, scale=scale, every=every, budget=budget)

    def explain(self, *, scale: Scale = "se", budget: int | None = None) -> Path:
        """All steps; see `farandole.explain`."""
        return logic.explain(self, scale=scale, budget=budget)

    def trace(
        self,
        *,
        start: int = 1,
        steps: int | None = 1000,
        limit: int | None = 1,
        budget: int | None = None,
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
        1. R2C2 = 3; box 1, column 2, row 2: 3 goes from R1C1 R1C2 R2C1 R2C3 R2C4 R3C2 R4C2
        2. .Thermo~R1C1~R1C2~R2C2: 2 4 go from R1C1; 1 4 go from R1C2
        """
        return trace.trace(self, start=start, steps=steps, limit=limit, budget=budget, candidates=candidates)

    def rate(self, *, scale: Scale = "se", budget: int | None = None) -> Rating:
        """How hard the puzzle is for people; for classic 9x9 puzzles."""
        return logic.rate_one(self, scale=scale, budget=budget)

    @property
    def _extra_cells(self) -> list[str]:
        return self._inner.extra_cells if isinstance(self._inner, _native.Variant) else []

    def _sheet(self) -> str:
        if isinstance(self._inner, _native.Variant):
            raise UnsupportedError("a variant has no steps and no rating, which are for classic 9x9 puzzles")
        return self.to_text("candidates" if self._inner.is_restricted else "line")

    def __repr__(self) -> str:
        try:
            return f"Puzzle({self.to_text()!r})"
        except PuzzleError:
            return f"<Puzzle: {self.size}x{self.size}, {len(self.houses)} houses>"

    def __str__(self) -> str:
        return self.to_text(None if self.is_variant else "grid")

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
    numbers = _integers(boxes, "boxes", 64)
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


def _grid(cells: bytes, shape: tuple[int, int]) -> NDArray[np.uint8]:
    rows, cols = shape
    grid: NDArray[np.uint8] = np.frombuffer(cells, np.uint8)[: rows * cols].reshape(shape).copy()
    return grid


def _boxes_of(regions: list[int], size: int) -> tuple[int, int] | None:
    """The shape of the boxes, if the regions are boxes in their order."""
    for rows in range(1, size + 1):
        cols = size // rows
        if rows * cols == size and regions == [
            cell // size // rows * rows + cell % size // cols for cell in range(size * size)
        ]:
            return rows, cols
    return None


def _integers(values: ArrayLike, what: str, most: int) -> list[int]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iub":
        raise TypeError(f"{what} have dtype {array.dtype}, expected integers")
    numbers: list[int] = [int(number) for number in array.reshape(-1)]
    for cell, number in enumerate(numbers):
        if not 0 <= number <= most:
            raise PuzzleError(f"{what}: cell {cell} is {number}, expected 0 to {most}")
    return numbers


def _labels(values: ArrayLike, count: int) -> list[int]:
    _, labels = np.unique(np.asarray(values).reshape(-1), return_inverse=True)
    if labels.size != count:
        raise PuzzleError(f"found {labels.size} labels of regions, expected {count}")
    return [int(label) for label in labels.reshape(-1)]
