"""One puzzle of any size: solving, listing of solutions, explanation, drawing."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import SupportsFloat, SupportsIndex, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, logic, trace
from ._limits import bound, flag, integer, integers, seed_of
from ._limits import text as check_text
from .errors import BudgetError, PuzzleError
from .logic import Depth, Guide, Hint, Rating, Scale, SolutionPath, Verdict
from .trace import Trace

__all__ = ["Listing", "Puzzle", "Solution"]


@dataclass(frozen=True, eq=False)
class Solution:
    """The result of a search. A puzzle without a solution and an exhausted budget are results, not errors.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    grid : uint8, shape (rows, columns), or None
        The first solution, verified against the rules. 0 at indices without a cell, for example between overlapping grids.
    status : {"solved", "several", "none", "gave up"}
        The outcome.
    solutions : int
        Number of solutions found.
    exact : bool
        True if there are no further solutions.
    engine : str
        The engine that found the result.
    nodes : int
        Number of search nodes.
    extra : dict of str to int
        The values of extra cells by name. Some constraints add such cells outside the grid.
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
        """True if there is exactly one solution."""
        return self.solutions == 1 and self.exact

    def __str__(self) -> str:
        if self.grid is None:
            return self.status
        return self.puzzle._inner.grid_text(self._values or b"")

    def svg(self) -> str:
        """Draw the solution as SVG, or the puzzle if there is none."""
        return self.puzzle._inner.svg(self._values)

    def _repr_svg_(self) -> str:
        return self.svg()


class Listing(Iterator[NDArray[np.uint8]]):
    """An iterator over the solutions of a puzzle in a fixed order.

    Each solution is a `uint8` array of shape (rows, columns). Listings can be pickled and resumed.
    """

    def __init__(self, puzzle: Puzzle, position: bytes | None = None) -> None:
        if position is not None and not isinstance(position, bytes):
            raise TypeError(f"position is a {type(position).__name__}, expected the bytes of a position")
        self._puzzle = puzzle
        self._listing = puzzle._inner.listing(position)

    def __next__(self) -> NDArray[np.uint8]:
        grid = self._listing.next()
        if grid is None:
            raise StopIteration
        return grid

    @property
    def position(self) -> bytes | None:
        """The position after the last solution; `None` before the first one."""
        return self._listing.position

    def __reduce__(self) -> tuple[type[Listing], tuple[Puzzle, bytes | None]]:
        return Listing, (self._puzzle, self.position)


class Puzzle:
    """A Sudoku of any size from 1 to 64, or a variant of up to 16 rows and columns.

    Puzzles are immutable and hashable. Text with constraints beyond houses makes a variant: constraint text or a link of
    Interactive Sudoku Solver, an object or a link of f-puzzles or SudokuPad, or a killer line. A link contains its puzzle;
    nothing is fetched.

    Parameters
    ----------
    givens : str or integer array of N * N digits
        Text in any format, or digits in row-major order, 0 for an empty cell.
    boxes : (int, int) or None
        Rows and columns of a box; `None` for the default of the size, `(0, 0)` for no boxes.
    regions : array of N * N labels, or None
        Regions that replace the boxes. Cells with the same label form a region.
    diagonals : bool, default False
        Both main diagonals are houses.
    extra_regions : iterable of sequences of int
        Further sets of cells without repeated digits. Cells are 0-based, row-major indices.
    allowed : integer array of N * N masks, or None
        The allowed digits of each cell, as bits `digit - 1`.

    Raises
    ------
    ParseError
        If the text is not a puzzle.
    PuzzleError
        If the values do not make a puzzle.

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
    _inner: _native.Puzzle
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
                raise TypeError("text defines the whole puzzle; pass an array of givens to use the other arguments")
            self._set(*_native.read(givens, None))
            return
        cells = _integers(givens, "givens", 64, 4096)
        size = round(len(cells) ** 0.5)
        if size * size != len(cells) or not 1 <= size <= 64:
            raise PuzzleError(f"found {len(cells)} cells, expected a square number up to 4096")
        shape = _shape(size, boxes, regions, diagonals, extra)
        masks = None if allowed is None else _integers(allowed, "allowed", 2**64 - 1, 4096)
        self._set(_native.Puzzle(cells, shape, masks), None, [])

    def _set(self, inner: _native.Puzzle, title: str | None, warnings: Sequence[str]) -> None:
        self._inner, self._title, self._warnings = inner, title, tuple(warnings)

    @classmethod
    def _of(cls, inner: _native.Puzzle, title: str | None = None, warnings: Sequence[str] = ()) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._set(inner, title, warnings)
        return puzzle

    @classmethod
    def from_text(cls, text: str, *, format: str | None = None) -> Puzzle:
        """Read a puzzle from text.

        Parameters
        ----------
        text : str
            Exactly one puzzle.
        format : str or None
            The name of a format, as listed by `farandole formats`; `None` to detect the format.

        Raises
        ------
        ParseError
            If the text is not one puzzle.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is a {type(text).__name__}, expected a string")
        return cls._of(*_native.read(text, None if format is None else check_text(format, "format")))

    def to_text(self, format: str | None = None) -> str:
        """Return the puzzle as text.

        Parameters
        ----------
        format : str or None
            The name of a format. By default, `iss` (constraint text) for a variant, `candidates` for a puzzle with
            candidates, and `line` for others. `iss`, `iss-link`, `fpuzzles` and `fpuzzles-link` can represent any puzzle
            of at most 16 x 16 cells.

        Raises
        ------
        PuzzleError
            If the format cannot represent the puzzle.
        """
        return self._inner.to_text(None if format is None else check_text(format, "format"))

    @property
    def is_variant(self) -> bool:
        """True if the puzzle has constraints other than houses and candidates."""
        return self._inner.is_variant

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns. For overlapping grids, those of the bounding rectangle."""
        return self._inner.shape

    @property
    def size(self) -> int:
        """The number N of rows."""
        return self.shape[0]

    @property
    def values(self) -> tuple[int, int]:
        """The lowest and the highest value. The lowest one is 1, or 0 for some variants."""
        return self._inner.values

    @property
    def title(self) -> str | None:
        """The title in the text, if there is one."""
        return self._title

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the text: rules without a matching constraint, and drawings that were taken for decoration."""
        return self._warnings

    @property
    def constraints(self) -> list[str]:
        """The constraints of a variant as constraint text; empty for other puzzles."""
        return self._inner.constraints

    @property
    def rules(self) -> list[str]:
        """The rules in words: that of the houses, and the meaning of each kind of constraint."""
        return self._inner.rules

    @property
    def givens(self) -> NDArray[np.uint8]:
        """The givens; uint8, shape (rows, columns), 0 for an empty cell."""
        return self._inner.givens

    @property
    def allowed(self) -> NDArray[np.uint64]:
        """The allowed digits of each cell as masks with bits `digit - values[0]`; uint64, shape (rows, columns)."""
        return self._inner.allowed

    @property
    def regions(self) -> NDArray[np.int64]:
        """The 0-based box or region of each cell, -1 for none; int64, shape (rows, columns).

        For overlapping grids, these are the boxes of the first grid.
        """
        return self._inner.regions

    @property
    def houses(self) -> list[tuple[str, list[int]]]:
        """The name and the cells of every house. Cells are 0-based, row-major indices; those of extra cells follow."""
        return self._inner.houses

    @property
    def conflict(self) -> str | None:
        """A contradiction between the givens that is visible without search, in words; `None` if there is none."""
        return self._inner.conflict

    def solve(
        self,
        *,
        limit: SupportsIndex | None = 2,
        budget: SupportsIndex | None = None,
        engine: str = "auto",
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
    ) -> Solution:
        """Solve the puzzle and determine whether its solution is unique.

        Parameters
        ----------
        limit : int or None, default 2
            Stop after this many solutions; `None` for no limit.
        budget : int or None
            Stop after this many search nodes.
        engine : str, default "auto"
            The name of an engine, as listed by `farandole info`. Variants support `auto` only.
        seed : int, default 0
            Random seed of searches with clause learning. Variants ignore it.
        threads : int, default 1
            Number of threads. They race with different seeds. Variants ignore it.

        Returns
        -------
        Solution
            The first solution, its status, and counters.
        """
        bounds = bound(limit, "limit"), bound(budget, "budget")
        name, number, count = check_text(engine, "engine"), seed_of(seed), integer(threads, "threads", 1, 4096)
        status, grid, values, extra, solutions, exact, used, nodes = self._inner.solve(*bounds, name, number, count)
        return Solution(self, grid, status, solutions, exact, used, nodes, dict(extra), values)

    def count(self, *, limit: SupportsIndex | None = None, budget: SupportsIndex | None = None) -> int:
        """Count the solutions.

        Parameters
        ----------
        limit : int or None
            Stop after this many solutions; `None` for no limit.
        budget : int or None
            Stop after this many search nodes.

        Returns
        -------
        int
            The number of solutions, at most `limit`.

        Raises
        ------
        BudgetError
            If the budget was exhausted.
        """
        found = self.solve(limit=limit, budget=budget)
        if not found.exact and (limit is None or found.solutions < operator.index(limit)):
            raise BudgetError(f"gave up with {found.solutions} solutions found")
        return found.solutions

    def candidates(self, *, budget: SupportsIndex | None = None) -> NDArray[np.uint64]:
        """Find the true candidates: for each cell, the digits that occur in some solution.

        Parameters
        ----------
        budget : int or None
            Stop each search after this many nodes.

        Returns
        -------
        uint64 array of shape (rows, columns)
            Masks with bits `digit - values[0]`; zeros if there is no solution.

        Raises
        ------
        BudgetError
            If the budget was exhausted.
        """
        masks, exact = self._inner.candidates(bound(budget, "budget"))
        if not exact:
            raise BudgetError("gave up before all candidates were known")
        return masks

    def solutions(self, position: bytes | None = None) -> Listing:
        """Return an iterator over all solutions. It starts at the first one, or at a `Listing.position`."""
        return Listing(self, position)

    def check(self, grid: ArrayLike) -> str | None:
        """Check a solution.

        Parameters
        ----------
        grid : integer array of rows * columns values
            The solution. For a variant with extra cells, their values may follow; otherwise they are searched for.

        Returns
        -------
        str or None
            The violated rule in words; `None` if the grid solves the puzzle.
        """
        return self._inner.check(_integers(grid, "grid", 255, 1 << 16))

    def hint(
        self,
        *,
        scale: Guide = "farandole",
        order: Sequence[str] | None = None,
        without: Sequence[str] | None = None,
        depth: Depth = "why",
        every: bool = False,
        budget: SupportsIndex | None = None,
        time: SupportsFloat | None = None,
    ) -> Hint:
        """Find the next step; see `farandole.hint`."""
        return logic.hint(self, scale=scale, order=order, without=without, depth=depth, every=every, budget=budget, time=time)

    def judge(
        self,
        moves: str,
        *,
        order: Sequence[str] | None = None,
        without: Sequence[str] | None = None,
        most: float | None = None,
        budget: SupportsIndex | None = None,
        time: SupportsFloat | None = None,
    ) -> list[Verdict]:
        """Judge moves; see `farandole.judge`."""
        return logic.judge(self, moves, order=order, without=without, most=most, budget=budget, time=time)

    def explain(
        self,
        *,
        scale: Guide = "farandole",
        order: Sequence[str] | None = None,
        without: Sequence[str] | None = None,
        budget: SupportsIndex | None = None,
        time: SupportsFloat | None = None,
    ) -> SolutionPath:
        """Find the solution path; see `farandole.explain`."""
        return logic.explain(self, scale=scale, order=order, without=without, budget=budget, time=time)

    def trace(
        self,
        *,
        start: SupportsIndex = 1,
        steps: SupportsIndex | None = 1000,
        limit: SupportsIndex | None = 1,
        budget: SupportsIndex | None = None,
        candidates: bool = False,
    ) -> Trace:
        """Return steps of the search for a variant.

        Each step lists the values eliminated from cells, and the constraint, house or sum responsible. The search is the
        depth-first part of `solve`. A puzzle of up to 16 rows without constraints is searched as a variant.

        Parameters
        ----------
        start : int, default 1
            The number of the first step to return.
        steps : int or None, default 1000
            Maximum number of steps; `None` for no limit.
        limit : int or None, default 1
            Stop after this many solutions; `None` for no limit.
        budget : int or None
            Stop after this many search nodes.
        candidates : bool, default False
            Include the remaining values of each cell in every step.

        Returns
        -------
        Trace
            The steps, and how the search ended.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> for step in Puzzle(".Shape~4x4.Thermo~R1C1~R1C2~R2C2.~R2C2_3").trace(steps=2):
        ...     print(step)
        1. R2C2 = 3; box 1, column 2, row 2: 3 is eliminated from R1C1 R1C2 R2C1 R2C3 R2C4 R3C2 R4C2
        2. .Thermo~R1C1~R1C2~R2C2: 2 4 are eliminated from R1C1; 1 4 are eliminated from R1C2
        """
        return trace.trace(self._inner, start=start, steps=steps, limit=limit, budget=budget, candidates=candidates)

    def rate(self, *, scale: Scale = "se", budget: SupportsIndex | None = None, time: SupportsFloat | None = None) -> Rating:
        """Rate the difficulty for human solvers.

        Parameters
        ----------
        scale : {"se", "hodoku", "w", "b", "minutes"}
            The scale of classic 9x9 puzzles. Other puzzles have a scale of their own, and minutes.
        budget : int or None
            Limit of the work, in the unit of the scale.
        time : float or None
            Limit of the time in seconds. A rating that takes longer is a lower bound.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> print(Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").rate())
        1.2 1.2 1.2
        """
        return logic.rate_one(self, scale=scale, budget=budget, time=time)

    def svg(self) -> str:
        """Draw the grid and its constraints as SVG."""
        return self._inner.svg(None)

    def _sheet(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        try:
            return f"Puzzle({self.to_text()!r})"
        except PuzzleError:
            rows, cols = self.shape
            return f"<Puzzle: {rows}x{cols}, {len(self.houses)} houses>"

    def __str__(self) -> str:
        try:
            return self.to_text(None if self.is_variant or self._inner.is_restricted else "grid")
        except PuzzleError:
            return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self.givens.tobytes())

    def __reduce__(self) -> tuple[Callable[..., Puzzle], tuple[object, ...]]:
        if self.is_variant:
            return _unpickled_variant, (self.to_text("iss"), self._title, self._warnings)
        masks = self.allowed.reshape(-1).tolist() if self._inner.is_restricted else None
        givens, regions = self.givens.reshape(-1).tolist(), self.regions.reshape(-1).tolist()
        return _unpickled_puzzle, (givens, self.houses, regions, masks)

    def _repr_svg_(self) -> str:
        return self.svg()


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
    """Return the houses of a grid in the form of the native module."""
    labels = None if regions is None else _labels(regions, size * size)
    return _Shape(size, None if boxes is None else box_shape(boxes), labels, bool(diagonals), extra)


def box_shape(boxes: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of rows and columns of a box."""
    numbers = _integers(boxes, "boxes", 64, 4096)
    if len(numbers) != 2:
        raise PuzzleError(f"boxes has {len(numbers)} numbers, expected rows and columns")
    return numbers[0], numbers[1]


def _unpickled_variant(text: str, title: str | None, warnings: tuple[str, ...]) -> Puzzle:
    return Puzzle._of(_native.read(text, "iss")[0], title, warnings)


def _unpickled_puzzle(
    givens: list[int], houses: list[tuple[str, list[int]]], regions: list[int], masks: list[int] | None
) -> Puzzle:
    """Return a pickled puzzle. Its houses are restored, but names of extra regions are not."""
    size = round(len(givens) ** 0.5)
    extra = [cells for name, cells in houses if name.startswith("extra")]
    diagonals = sum(name in ("main diagonal", "anti-diagonal") for name, _ in houses)
    # A puzzle read from text can have a single diagonal. It is restored as an extra region of N cells.
    if diagonals == 1:
        extra = [cells for name, cells in houses if "diagonal" in name] + extra
    boxes = (0, 0) if -1 in regions else _boxes_of(regions, size)
    shape = _Shape(size, boxes, None if boxes is not None else regions, diagonals == 2, extra)
    return Puzzle._of(_native.Puzzle(givens, shape, masks))


def _boxes_of(regions: list[int], size: int) -> tuple[int, int] | None:
    """Return the shape of the boxes, if the regions are boxes in row-major order."""
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
    return [integers(region, f"extra_regions[{index}]", 0, 4095) for index, region in enumerate(regions)]


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
