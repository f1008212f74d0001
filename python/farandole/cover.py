"""Exact cover: problems, counts of any size, solutions, cheapest solutions, samples, decision diagrams.

Words are Knuth's: an option is a set of items; a solution is a set of options that has every primary item exactly once and
every secondary item at most once, or as often as one likes in one color.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Union

from . import _native
from ._limits import bound
from .errors import BudgetError

__all__ = ["Piece", "Problem", "Priced", "Solutions", "Zdd"]

Item = Union[int, str]
Element = Union[Item, tuple[Item, Union[int, str]]]


class Priced(NamedTuple):
    """A solution with its cost."""

    cost: int
    options: list[int]


class Piece(NamedTuple):
    """A part of a problem, and the number that each of its options has in the whole."""

    problem: Problem
    options: list[int]


class Solutions(Iterator[list[int]]):
    """The solutions of a problem in the order of the search, each a list of option numbers. It can be pickled, and goes on
    where it was."""

    def __init__(self, problem: Problem, position: str | None = None) -> None:
        self._problem = problem
        self._solutions = problem._inner.solutions(position)

    def __next__(self) -> list[int]:
        found = self._solutions.next()
        if found is None:
            raise StopIteration
        return found

    @property
    def position(self) -> str:
        """The place directly behind the last solution, as text without blanks."""
        return self._solutions.position

    def __reduce__(self) -> tuple[Any, ...]:
        return Solutions, (self._problem, self.position)


class Zdd:
    """A zero-suppressed decision diagram of all solutions of a problem."""

    def __init__(self, native: _native.Zdd) -> None:
        self._inner = native

    @property
    def count(self) -> int:
        """The number of solutions."""
        return self._inner.count

    @property
    def nodes(self) -> int:
        """The number of nodes of the diagram."""
        return self._inner.nodes

    def sample(self, count: int = 1, *, seed: int = 0) -> list[list[int]]:
        """Random solutions, all with equal probability; the same for the same seed."""
        return self._inner.sample(count, seed)

    def __getitem__(self, number: int) -> list[int]:
        """The solution of this number, from 0 on, in an order of the diagram."""
        found = None if number < 0 else self._inner.solution(f"{number:x}")
        if found is None:
            raise IndexError(f"solution {number}, expected 0 to {self.count - 1}")
        return found

    def cheapest(self, count: int = 1) -> list[Priced]:
        """The cheapest solutions, the cheapest first."""
        return [Priced(cost, options) for cost, options in self._inner.cheapest(count)]

    def to_text(self) -> str:
        """The diagram as text."""
        return self._inner.to_text()


class Problem:
    """An exact cover problem. It does not change.

    Parameters
    ----------
    primary
        How many primary items there are, or their names.
    options
        Each option as a sequence of items; an item is a number from 0 on or a name, or `(item, color)` for a secondary one.
    secondary
        How many secondary items there are, or their names. Their numbers follow those of the primary ones.
    costs
        A cost for each option, integers from 0 on.
    bounds
        For a primary item how often it is covered, `(low, high)`; once where nothing is said.

    Raises
    ------
    PuzzleError
        For an option or an item that can't be.

    Examples
    --------
    >>> from farandole.cover import Problem
    >>> problem = Problem(3, [[0, 1], [2], [0], [1, 2]])
    >>> problem.count(), list(problem.solutions())
    (2, [[0, 1], [2, 3]])
    """

    __slots__ = ("_inner",)
    _inner: _native.Problem

    def __init__(
        self,
        primary: Union[int, Sequence[str]],
        options: Iterable[Iterable[Element]],
        *,
        secondary: Union[int, Sequence[str]] = 0,
        costs: Sequence[int] | None = None,
        bounds: Mapping[Item, tuple[int, int]] | None = None,
    ) -> None:
        items = primary if isinstance(primary, int) else list(primary)
        others = secondary if isinstance(secondary, int) else list(secondary)
        if isinstance(items, list) and others == 0:
            others = []
        limits = [(item, low, high) for item, (low, high) in (bounds or {}).items()]
        self._inner = _native.Problem(items, others, options, None if costs is None else list(costs), limits)

    @classmethod
    def _of(cls, native: _native.Problem) -> Problem:
        problem = cls.__new__(cls)
        problem._inner = native
        return problem

    @classmethod
    def from_text(cls, text: Union[str, bytes]) -> Problem:
        """The problem of a text: Knuth's format, a 0/1 matrix, DIMACS-like, counted sets, or JSON.

        >>> from farandole.cover import Problem
        >>> Problem.from_text("a b | x\\na x:1\\nb x:1\\na b").count()
        2
        """
        return cls._of(_native.Problem.from_text(text.encode() if isinstance(text, str) else text))

    def to_text(self) -> str:
        """The problem in Knuth's format."""
        return self._inner.to_text()

    def to_json(self) -> str:
        """The problem as JSON; `from_text` gives an equal one."""
        return self._inner.to_json()

    @property
    def primary_items(self) -> int:
        """The number of primary items."""
        return self._inner.shape[0]

    @property
    def items(self) -> int:
        """The number of items."""
        return self._inner.shape[1]

    @property
    def options(self) -> int:
        """The number of options."""
        return self._inner.shape[2]

    @property
    def fingerprint(self) -> int:
        """A hash of items and options, the same on every machine."""
        return self._inner.fingerprint

    def option(self, number: int) -> list[tuple[int, str | None]]:
        """The items of an option, each with the name of its color."""
        return self._inner.option(number)

    def option_text(self, number: int) -> str:
        """An option as text."""
        return self._inner.option_text(number)

    def count(self, *, budget: int | None = None, memory: int | None = None) -> int:
        """The number of solutions, of any size.

        Subproblems are kept in about `memory` bytes (default 2**30). `BudgetError` after `budget` search nodes.
        """
        found = self._inner.count(bound(budget, "budget"), memory)
        if found is None:
            raise BudgetError("gave up before all solutions were counted")
        return found

    def solutions(self, position: str | None = None) -> Solutions:
        """The solutions one at a time, from the first one or from a `Solutions.position` on."""
        return Solutions(self, position)

    def minimum(self, *, budget: int | None = None) -> Priced | None:
        """A cheapest solution; `None` if there is none."""
        best = self.cheapest(1, budget=budget)
        return best[0] if best else None

    def cheapest(self, count: int, *, budget: int | None = None) -> list[Priced]:
        """The cheapest solutions, the cheapest first. `BudgetError` after `budget` search nodes."""
        best, decided = self._inner.cheapest(count, bound(budget, "budget"))
        if not decided:
            raise BudgetError("gave up before the cheapest solutions were known")
        return [Priced(cost, options) for cost, options in best]

    def zdd(self, *, budget: int | None = None, memory: int | None = None) -> Zdd:
        """A decision diagram of all solutions, in about `memory` bytes (default 2**30)."""
        found = self._inner.zdd(bound(budget, "budget"), memory)
        if found is None:
            raise BudgetError("gave up before the diagram was complete")
        return Zdd(found)

    def sample(self, count: int = 1, *, seed: int = 0, memory: int | None = None) -> list[list[int]]:
        """Random solutions, all with equal probability, by a decision diagram; the same for the same seed."""
        return self.zdd(memory=memory).sample(count, seed=seed)

    def split(self, count: int) -> list[Piece]:
        """About `count` problems that together have the solutions of this one, each of them once."""
        pieces = self._inner.split(count)
        return [Piece(Problem._of(native), options) for native, options in pieces]

    def __repr__(self) -> str:
        return f"<Problem: {self.primary_items} primary items of {self.items}, {self.options} options>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem.from_text, (self.to_json(),)
