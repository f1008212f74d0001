"""Exact cover: problems, counts of any size, solutions, cheapest solutions, samples, decision diagrams.

Words are Knuth's: an option is a set of items; a solution is a set of options that has every primary item exactly once and
every secondary item at most once, or as often as one likes in one color.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex, Union

from . import _native
from ._limits import U32, bound, integer, seed_of
from .errors import BudgetError

__all__ = ["Piece", "Problem", "Priced", "Solutions", "Zdd"]

_SIZE = 2**63 - 1

Item = Union[SupportsIndex, str]
Element = Union[Item, tuple[Item, Union[SupportsIndex, str]]]


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
        if position is not None and not isinstance(position, str):
            raise TypeError(f"position is a {type(position).__name__}, expected the text of a position")
        self._problem = problem
        self._solutions = problem._inner.solutions(position)

    def __next__(self) -> list[int]:
        found = self._solutions.next()
        if found is None:
            raise StopIteration
        return found

    @property
    def position(self) -> str:
        """The position after the last solution, as text without blanks."""
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

    def sample(self, count: SupportsIndex = 1, *, seed: SupportsIndex = 0) -> list[list[int]]:
        """Returns random solutions, all with equal probability; the same for the same seed."""
        return self._inner.sample(integer(count, "count", 0, _SIZE), seed_of(seed))

    def __getitem__(self, number: SupportsIndex) -> list[int]:
        """The solution of this number, 0-based, in an order of the diagram."""
        try:
            found = self._inner.solution(f"{integer(number, 'number', 0, max(0, self.count - 1)):x}")
        except ValueError as error:
            raise IndexError(str(error)) from None
        if found is None:
            raise IndexError("the diagram has no solutions")
        return found

    def cheapest(self, count: SupportsIndex = 1) -> list[Priced]:
        """Returns the cheapest solutions, the cheapest first."""
        # No more than there are, for which memory is taken.
        most = min(integer(count, "count", 0, _SIZE), self.count)
        return [Priced(cost, options) for cost, options in self._inner.cheapest(most)]

    def to_text(self) -> str:
        """The diagram as text."""
        return self._inner.to_text()


def _items(items: Union[SupportsIndex, Sequence[str]], name: str) -> Union[int, list[str]]:
    """Returns the number of items, or their names."""
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name} is a {type(items).__name__}, expected a number of items or a list of names")
    if not isinstance(items, Iterable):
        return integer(items, name, 0, 2**30)
    names = list(items)
    for place, item in enumerate(names):
        if not isinstance(item, str):
            raise TypeError(f"{name}[{place}] is a {type(item).__name__}, expected a name")
    return names


def _low_and_high(item: Item, pair: tuple[SupportsIndex, SupportsIndex]) -> tuple[int, int]:
    name = f"the bounds of item {item!r}"
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise TypeError(f"{name}: found {pair!r}, expected (low, high)")
    return integer(pair[0], f"{name}: low", 0, U32), integer(pair[1], f"{name}: high", 0, U32)


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
        A cost for each option: integers, 0 or more.
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
        primary: Union[SupportsIndex, Sequence[str]],
        options: Iterable[Iterable[Element]],
        *,
        secondary: Union[SupportsIndex, Sequence[str]] = 0,
        costs: Iterable[SupportsIndex] | None = None,
        bounds: Mapping[Item, tuple[SupportsIndex, SupportsIndex]] | None = None,
    ) -> None:
        items, others = _items(primary, "primary"), _items(secondary, "secondary")
        if isinstance(items, list) and others == 0:
            others = []
        limits = [(item, *_low_and_high(item, pair)) for item, pair in (bounds or {}).items()]
        if costs is not None and (isinstance(costs, (str, bytes)) or not isinstance(costs, Iterable)):
            raise TypeError(f"costs is a {type(costs).__name__}, expected integers")
        if isinstance(options, (str, bytes)) or not isinstance(options, Iterable):
            raise TypeError(f"options is a {type(options).__name__}, expected sequences of items")
        self._inner = _native.Problem(items, others, options, costs, limits)

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
        if not isinstance(text, (str, bytes)):
            raise TypeError(f"text is a {type(text).__name__}, expected a string or bytes")
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

    def _number(self, number: SupportsIndex) -> int:
        try:
            return integer(number, "option", 0, self.options - 1)
        except ValueError as error:
            raise IndexError(str(error)) from None

    def option(self, number: SupportsIndex) -> list[tuple[int, str | None]]:
        """The items of an option, each with the name of its color."""
        return self._inner.option(self._number(number))

    def option_text(self, number: SupportsIndex) -> str:
        """An option as text."""
        return self._inner.option_text(self._number(number))

    def count(self, *, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> int:
        """The number of solutions, of any size.

        Subproblems are kept in about `memory` bytes (default 2**30). `BudgetError` after `budget` search nodes.
        """
        found = self._inner.count(bound(budget, "budget"), _bytes(memory))
        if found is None:
            raise BudgetError("gave up before all solutions were counted")
        return found

    def solutions(self, position: str | None = None) -> Solutions:
        """The solutions one at a time, from the first one or from a `Solutions.position` on."""
        return Solutions(self, position)

    def minimum(self, *, budget: SupportsIndex | None = None) -> Priced | None:
        """A cheapest solution; `None` if there is none."""
        best = self.cheapest(1, budget=budget)
        return best[0] if best else None

    def cheapest(self, count: SupportsIndex, *, budget: SupportsIndex | None = None) -> list[Priced]:
        """The cheapest solutions, the cheapest first. `BudgetError` after `budget` search nodes."""
        best, decided = self._inner.cheapest(integer(count, "count", 0, _SIZE), bound(budget, "budget"))
        if not decided:
            raise BudgetError("gave up before the cheapest solutions were known")
        return [Priced(cost, options) for cost, options in best]

    def zdd(self, *, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> Zdd:
        """A decision diagram of all solutions, in about `memory` bytes (default 2**30)."""
        found = self._inner.zdd(bound(budget, "budget"), _bytes(memory))
        if found is None:
            raise BudgetError("gave up before the diagram was complete")
        return Zdd(found)

    def sample(
        self, count: SupportsIndex = 1, *, seed: SupportsIndex = 0, memory: SupportsIndex | None = None
    ) -> list[list[int]]:
        """Returns random solutions, all with equal probability, by a decision diagram; the same for the same seed."""
        integer(count, "count", 0, _SIZE)
        seed_of(seed)
        return self.zdd(memory=memory).sample(count, seed=seed)

    def split(self, count: SupportsIndex) -> list[Piece]:
        """About `count` problems that together have the solutions of this one, each of them once."""
        pieces = self._inner.split(integer(count, "count", 1, U32))
        return [Piece(Problem._of(native), options) for native, options in pieces]

    def __repr__(self) -> str:
        return f"<Problem: {self.primary_items} primary items of {self.items}, {self.options} options>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem.from_text, (self.to_json(),)


def _bytes(memory: SupportsIndex | None) -> int | None:
    """Returns a bound on memory."""
    return None if memory is None else integer(memory, "memory", 1, _SIZE)
