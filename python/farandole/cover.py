"""Exact cover: exact counts, solutions, cheapest solutions, random samples, decision diagrams.

The terms are Knuth's. An option is a set of items. A solution is a set of options that covers every primary item exactly
once. It covers every secondary item at most once, or any number of times in the same color.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, Union

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
    """A part of a problem, with the indices of its options in the whole problem."""

    problem: Problem
    options: list[int]


class Solutions(Iterator[list[int]]):
    """An iterator over the solutions of a problem in the order of the search.

    Each solution is a list of option indices. The iterator can be pickled and resumed.
    """

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
        """The position after the last solution, as text without spaces."""
        return self._solutions.position

    def __reduce__(self) -> tuple[type[Solutions], tuple[Problem, str]]:
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
        """Return random solutions, drawn uniformly and independently. Equal seeds give equal samples."""
        return self._inner.sample(integer(count, "count", 0, _SIZE), seed_of(seed))

    def __getitem__(self, number: SupportsIndex) -> list[int]:
        """Return the solution with this 0-based index, in the order of the diagram."""
        try:
            found = self._inner.solution(f"{integer(number, 'number', 0, max(0, self.count - 1)):x}")
        except ValueError as error:
            raise IndexError(str(error)) from None
        if found is None:
            raise IndexError("the diagram has no solutions")
        return found

    def cheapest(self, count: SupportsIndex = 1) -> list[Priced]:
        """Return the cheapest solutions, the cheapest first."""
        # Limited to the number of solutions, since memory is allocated for all requested ones.
        most = min(integer(count, "count", 0, _SIZE), self.count)
        return [Priced(cost, options) for cost, options in self._inner.cheapest(most)]

    def to_text(self) -> str:
        """Return the diagram as text."""
        return self._inner.to_text()


def _items(items: Union[SupportsIndex, Sequence[str]], name: str) -> Union[int, list[str]]:
    """Return the number of items, or their names."""
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name} is a {type(items).__name__}, expected a number of items or a list of names")
    if not isinstance(items, Iterable):
        return integer(items, name, 0, 2**30)
    names = list(items)
    for index, item in enumerate(names):
        if not isinstance(item, str):
            raise TypeError(f"{name}[{index}] is a {type(item).__name__}, expected a name")
    return names


def _low_and_high(item: Item, pair: tuple[SupportsIndex, SupportsIndex]) -> tuple[int, int]:
    name = f"the bounds of item {item!r}"
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise TypeError(f"{name}: found {pair!r}, expected (low, high)")
    return integer(pair[0], f"{name}: low", 0, U32), integer(pair[1], f"{name}: high", 0, U32)


class Problem:
    """An immutable exact cover problem.

    Parameters
    ----------
    primary : int or list of str
        The number of primary items, or their names.
    options : iterable of sequences of items
        The options. An item is a 0-based index or a name, or a pair `(item, color)` for a secondary item.
    secondary : int or list of str, default 0
        The number of secondary items, or their names. Their indices follow those of the primary items.
    costs : iterable of int, or None
        The cost of each option, a non-negative integer.
    bounds : mapping of item to (int, int), or None
        For a primary item, the minimum and maximum number of times it is covered. The default is exactly once.

    Raises
    ------
    PuzzleError
        If an option or an item is invalid.

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
        """Read a problem from text: Knuth's format, a 0/1 matrix, a DIMACS-like format, counted sets, or JSON.

        Parameters
        ----------
        text : str or bytes
            The problem. The format is detected.

        Raises
        ------
        ParseError
            If the text is not a problem.

        Examples
        --------
        >>> from farandole.cover import Problem
        >>> Problem.from_text("a b | x\\na x:1\\nb x:1\\na b").count()
        2
        """
        if not isinstance(text, (str, bytes)):
            raise TypeError(f"text is a {type(text).__name__}, expected a string or bytes")
        return cls._of(_native.Problem.from_text(text.encode() if isinstance(text, str) else text))

    def to_text(self) -> str:
        """Return the problem in Knuth's format."""
        return self._inner.to_text()

    def to_json(self) -> str:
        """Return the problem as JSON. `from_text` restores it."""
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
        """A hash of items and options. It is the same on every machine."""
        return self._inner.fingerprint

    def _number(self, number: SupportsIndex) -> int:
        try:
            return integer(number, "option", 0, self.options - 1)
        except ValueError as error:
            raise IndexError(str(error)) from None

    def option(self, number: SupportsIndex) -> list[tuple[int, str | None]]:
        """Return the items of an option, each with the name of its color or `None`."""
        return self._inner.option(self._number(number))

    def option_text(self, number: SupportsIndex) -> str:
        """Return an option as text."""
        return self._inner.option_text(self._number(number))

    def count(self, *, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> int:
        """Count all solutions, exactly.

        Parameters
        ----------
        budget : int or None
            Stop after this many search nodes.
        memory : int or None
            Approximate size of the table of solved subproblems in bytes; 2**30 by default.

        Raises
        ------
        BudgetError
            If the budget was exhausted.
        """
        found = self._inner.count(bound(budget, "budget"), _bytes(memory))
        if found is None:
            raise BudgetError("gave up before all solutions were counted")
        return found

    def solutions(self, position: str | None = None) -> Solutions:
        """Return an iterator over the solutions. It starts at the first one, or at a `Solutions.position`."""
        return Solutions(self, position)

    def minimum(self, *, budget: SupportsIndex | None = None) -> Priced | None:
        """Return a cheapest solution, or `None` if there is no solution."""
        best = self.cheapest(1, budget=budget)
        return best[0] if best else None

    def cheapest(self, count: SupportsIndex, *, budget: SupportsIndex | None = None) -> list[Priced]:
        """Return the cheapest solutions, the cheapest first.

        Parameters
        ----------
        count : int
            Maximum number of solutions.
        budget : int or None
            Stop after this many search nodes.

        Raises
        ------
        BudgetError
            If the budget was exhausted.
        """
        best, decided = self._inner.cheapest(integer(count, "count", 0, _SIZE), bound(budget, "budget"))
        if not decided:
            raise BudgetError("gave up before the cheapest solutions were known")
        return [Priced(cost, options) for cost, options in best]

    def zdd(self, *, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> Zdd:
        """Build a decision diagram of all solutions.

        Parameters
        ----------
        budget : int or None
            Stop after this many search nodes.
        memory : int or None
            Approximate memory limit in bytes; 2**30 by default.

        Raises
        ------
        BudgetError
            If the budget was exhausted or the memory did not suffice.
        """
        found = self._inner.zdd(bound(budget, "budget"), _bytes(memory))
        if found is None:
            raise BudgetError("gave up before the diagram was complete")
        return Zdd(found)

    def sample(
        self, count: SupportsIndex = 1, *, seed: SupportsIndex = 0, memory: SupportsIndex | None = None
    ) -> list[list[int]]:
        """Return random solutions, drawn uniformly and independently from a decision diagram.

        Parameters
        ----------
        count : int, default 1
            Number of solutions.
        seed : int, default 0
            Random seed. Equal seeds give equal samples.
        memory : int or None
            Approximate memory limit of the diagram in bytes; 2**30 by default.
        """
        integer(count, "count", 0, _SIZE)
        seed_of(seed)
        return self.zdd(memory=memory).sample(count, seed=seed)

    def split(self, count: SupportsIndex) -> list[Piece]:
        """Split the problem into about `count` problems. Each solution belongs to exactly one of them."""
        pieces = self._inner.split(integer(count, "count", 1, U32))
        return [Piece(Problem._of(native), options) for native, options in pieces]

    def __repr__(self) -> str:
        return f"<Problem: {self.primary_items} primary items of {self.items}, {self.options} options>"

    def __reduce__(self) -> tuple[Callable[[str], Problem], tuple[str]]:
        return Problem.from_text, (self.to_json(),)


def _bytes(memory: SupportsIndex | None) -> int | None:
    """Return a memory limit in bytes."""
    return None if memory is None else integer(memory, "memory", 1, _SIZE)
