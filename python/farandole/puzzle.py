"""One puzzle of any size: solve it, list its solutions, explain it, draw it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._drawing import svg_of
from .bulk import _bound
from .errors import PuzzleError

__all__ = ["Hint", "Listing", "Path", "Puzzle", "Rating", "Solution", "Step", "explain", "hint"]

Scale = Literal["se", "hodoku"]


@dataclass(frozen=True, eq=False)
class Solution:
    """What a search says of one puzzle. No solution, several, and a budget that was spent are answers.

    Attributes
    ----------
    grid : uint8, shape (N, N), or None
        The first solution.
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
    """

    puzzle: Puzzle
    grid: NDArray[np.uint8] | None
    status: str
    solutions: int
    exact: bool
    engine: str
    nodes: int

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.solutions == 1 and self.exact

    def __str__(self) -> str:
        if self.grid is None:
            return self.status
        return self.puzzle._inner.grid_text(self.grid.reshape(-1).tolist(), "grid")

    def _repr_svg_(self) -> str:
        cells = None if self.grid is None else self.grid.reshape(-1)
        return svg_of(self.puzzle, cells)


@dataclass(frozen=True)
class Step:
    """One use of a technique.

    Attributes
    ----------
    technique : str
        The id of the technique, the same from version to version.
    text : str
        Why it holds, in English.
    difficulty : float or None
        On the scale asked for.
    data : dict
        Placements, eliminations, pattern, houses and chains, with the keys of the command line's JSON.
    state : str
        The grid before the step.
    """

    technique: str
    text: str
    difficulty: float | None
    data: dict[str, Any]
    state: str

    def _repr_svg_(self) -> str:
        return _native.draw(self.state, json.dumps(self.data), self.text)


@dataclass(frozen=True)
class Hint:
    """The next step, or what is wrong with the grid.

    Attributes
    ----------
    status : str
        `steps`, `solved`, `stuck` or `trouble`.
    steps : tuple of Step
        Empty if the depth asked for does not tell them.
    troubles : tuple of str
        What is wrong, in English.
    data : dict
        The object that `farandole hint --json` prints.
    """

    status: str
    steps: tuple[Step, ...]
    troubles: tuple[str, ...]
    data: dict[str, Any]

    def __str__(self) -> str:
        told = (step["text"].rstrip() for step in self.data.get("steps", []))
        return "\n".join([*self.troubles, *told]) or self.status

    def _repr_svg_(self) -> str | None:
        return self.steps[0]._repr_svg_() if self.steps else None


@dataclass(frozen=True)
class Path:
    """All steps to the solution.

    Attributes
    ----------
    outcome : str
        `solved`, `stuck` or `gave-up`; `trouble` if the puzzle has not exactly one solution.
    steps : tuple of Step
    data : dict
        The object that `farandole explain --json` prints.
    """

    outcome: str
    steps: tuple[Step, ...]
    data: dict[str, Any]

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step.text.rstrip()}" for number, step in enumerate(self.steps, 1))


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is for people.

    Attributes
    ----------
    status : str
        `rated`; `stuck` or `gave up` (the numbers are lower bounds); or why there are no numbers.
    text : str
        The numbers, or why there are none.
    data : dict or None
        The numbers, with the keys of the command line's JSON: `er`, `ep`, `ed`, or `score` and `level`; `steps`, `technique`.
    """

    status: str
    text: str
    data: dict[str, Any] | None

    def __str__(self) -> str:
        return self.text


class Listing(Iterator[NDArray[np.uint8]]):
    """The solutions of a puzzle in a fixed order, each an array of shape (N, N). It can be pickled, and goes on where it was."""

    def __init__(self, puzzle: Puzzle, position: bytes | None = None) -> None:
        self._puzzle = puzzle
        self._listing = puzzle._inner.listing(position)

    def __next__(self) -> NDArray[np.uint8]:
        cells = self._listing.next()
        if cells is None:
            raise StopIteration
        return _grid(cells, self._puzzle.size)

    @property
    def position(self) -> bytes | None:
        """The place directly behind the last solution; `None` before the first one."""
        return self._listing.position

    def __reduce__(self) -> tuple[Any, ...]:
        return Listing, (self._puzzle, self.position)


class Puzzle:
    """A Sudoku of any size from 1 to 64. It does not change, and equal ones are equal keys.

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
    """

    __slots__ = ("__weakref__", "_inner")
    _inner: _native.Puzzle

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
            self._inner = _native.Puzzle.from_text(givens, None)
            return
        cells = _integers(givens, "givens", 64)
        size = round(len(cells) ** 0.5)
        if size * size != len(cells) or not 1 <= size <= 64:
            raise PuzzleError(f"found {len(cells)} cells, expected a square number up to 4096")
        shape = _Shape(
            size,
            None if boxes is None else (int(boxes[0]), int(boxes[1])),
            None if regions is None else _labels(regions, len(cells)),
            bool(diagonals),
            extra,
        )
        masks = None if allowed is None else _integers(allowed, "allowed", 2**64 - 1)
        self._inner = _native.Puzzle(cells, shape, masks)

    @classmethod
    def _of(cls, native: _native.Puzzle) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._inner = native
        return puzzle

    @classmethod
    def from_text(cls, text: str, *, format: str | None = None) -> Puzzle:
        """The one puzzle of a text, in any format or in the one of this name (`farandole formats` lists them)."""
        return cls._of(_native.Puzzle.from_text(text, format))

    def to_text(self, format: str = "line") -> str:
        """The puzzle in the format of this name."""
        return self._inner.to_text(format)

    @property
    def size(self) -> int:
        """The number N of rows."""
        return self._inner.size

    @property
    def givens(self) -> NDArray[np.uint8]:
        """The givens, shape (N, N), 0 for an empty cell."""
        return np.array(self._inner.givens, np.uint8).reshape(self.size, self.size)

    @property
    def allowed(self) -> NDArray[np.uint64]:
        """For each cell, shape (N, N), a mask of the digits that it may have: bit `digit - 1`."""
        return np.array(self._inner.allowed, np.uint64).reshape(self.size, self.size)

    @property
    def regions(self) -> NDArray[np.int64]:
        """For each cell, shape (N, N), the number of its box or region; -1 for none."""
        return np.array(self._inner.regions, np.int64).reshape(self.size, self.size)

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
        learning; several `threads` race with seeds of their own.
        """
        bounds = _bound(limit, "limit"), _bound(budget, "budget")
        status, cells, solutions, exact, used, nodes = self._inner.solve(*bounds, engine, seed, threads)
        grid = None if cells is None else _grid(cells, self.size)
        return Solution(self, grid, status, solutions, exact, used, nodes)

    def count(self, *, limit: int | None = None, budget: int | None = None) -> int:
        """The number of solutions; with a `limit` that or less. `BudgetError` if the budget was spent before."""
        from .errors import BudgetError

        found = self.solve(limit=limit, budget=budget)
        if not found.exact and (limit is None or found.solutions < limit):
            raise BudgetError(f"gave up with {found.solutions} solutions found")
        return found.solutions

    def candidates(self, *, budget: int | None = None) -> NDArray[np.uint64]:
        """The true candidates, shape (N, N): bit `digit - 1` for a digit that some solution has; zeros without a solution."""
        from .errors import BudgetError

        masks, exact = self._inner.candidates(_bound(budget, "budget"))
        if not exact:
            raise BudgetError("gave up before all candidates were known")
        masks = [0] * (self.size * self.size) if masks is None else masks
        return np.array(masks, np.uint64).reshape(self.size, self.size)

    def solutions(self, position: bytes | None = None) -> Listing:
        """All solutions in their fixed order, one at a time, from the first one or from a `Listing.position` on."""
        return Listing(self, position)

    def check(self, grid: ArrayLike) -> str | None:
        """The rule that a grid breaks, in words; `None` if the grid solves the puzzle."""
        return self._inner.check(_integers(grid, "grid", 255))

    def hint(self, *, scale: Scale = "se", every: bool = False, budget: int | None = None) -> Hint:
        """The next step; see `farandole.hint`."""
        return hint(self, scale=scale, every=every, budget=budget)

    def explain(self, *, scale: Scale = "se", budget: int | None = None) -> Path:
        """All steps; see `farandole.explain`."""
        return explain(self, scale=scale, budget=budget)

    def rate(self, *, scale: Scale = "se", budget: int | None = None) -> Rating:
        """How hard the puzzle is for people."""
        status, text, data = _native.rate_one(self._sheet(), scale, _bound(budget, "budget"))
        return Rating(status, text, None if data is None else json.loads(data))

    def _sheet(self) -> str:
        return self.to_text("candidates" if self._inner.is_restricted else "line")

    def __repr__(self) -> str:
        try:
            return f"Puzzle({self.to_text()!r})"
        except PuzzleError:
            return f"<Puzzle: {self.size}x{self.size}, {len(self.houses)} houses>"

    def __str__(self) -> str:
        return self.to_text("grid")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(tuple(self._inner.givens))

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._inner
        masks = native.allowed if native.is_restricted else None
        return _puzzle_again, (native.givens, native.houses, native.regions, masks)

    def _repr_svg_(self) -> str:
        return svg_of(self, None)


@dataclass(frozen=True)
class _Shape:
    size: int
    boxes: tuple[int, int] | None
    regions: list[int] | None
    diagonals: bool
    extra: list[list[int]]


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


def _grid(cells: bytes, size: int) -> NDArray[np.uint8]:
    grid: NDArray[np.uint8] = np.frombuffer(cells, np.uint8).reshape(size, size).copy()
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


def hint(
    sheet: Union[str, Puzzle],
    *,
    scale: Scale = "se",
    depth: Literal["where", "what", "why"] = "why",
    every: bool = False,
    budget: int | None = None,
) -> Hint:
    """The next step in a classic 9x9 grid as a person has it, or what is wrong there.

    `sheet` is a puzzle, or text with givens, placed digits and pencil marks in a form that `farandole hint` takes. `every`
    asks for all steps of the easiest technique.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> farandole.hint(line).steps[0].technique
    'hidden-single-box'
    """
    text = sheet._sheet() if isinstance(sheet, Puzzle) else sheet
    data = json.loads(_native.hint(text, scale, depth, every, _bound(budget, "budget")))
    return _advice(data)


def _step(told: dict[str, Any], state: str) -> Step:
    """A step from its object in the command line's JSON."""
    data = {key: value for key, value in told.items() if key not in ("text", "difficulty", "number", "state")}
    return Step(told["technique"], told["text"], told.get("difficulty"), data, state)


def _advice(data: dict[str, Any]) -> Hint:
    told = [step for step in data.get("steps", []) if "technique" in step]
    steps = tuple(_step(step, data["state"]) for step in told)
    troubles = tuple(trouble["text"] for trouble in data.get("troubles", []))
    return Hint(data["status"], steps, troubles, data)


def explain(sheet: Union[str, Puzzle], *, scale: Scale = "se", budget: int | None = None) -> Path:
    """All steps from a classic 9x9 grid to its solution. `sheet` is as for `hint`.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> path = farandole.explain(line)
    >>> path.outcome, path.data["er"], len(path.steps)
    ('solved', 1.2, 51)
    """
    text = sheet._sheet() if isinstance(sheet, Puzzle) else sheet
    data = json.loads(_native.explain(text, scale, _bound(budget, "budget")))
    if "outcome" not in data:
        return Path("trouble" if data.get("troubles") else data["status"], (), data)
    steps = tuple(_step(step, step["state"]) for step in data["steps"])
    return Path(data["outcome"], steps, data)
