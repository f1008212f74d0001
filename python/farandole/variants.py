"""Generated variants, and the completion of puzzles with placeholders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import SupportsIndex

from . import _native
from ._limits import U64, bound, flag, integer, seed_of, text, thread_count
from .puzzle import Puzzle
from .setter import Window, _seconds, _window

__all__ = ["GeneratedVariant", "complete", "generate_variants"]


@dataclass(frozen=True, eq=False)
class GeneratedVariant:
    """A generated or completed variant.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle, which has exactly one solution.
    solution : tuple of int
        The values of all cells in the solution, row by row.
    attempt : int
        The number of the attempt that generated the puzzle. Seed and attempt identify the puzzle.
    givens, clues : int
        Numbers of givens and of other clues, without those that every puzzle of the call has.
    rating : float or None
        The difficulty of the hardest step, if a range was given.
    lower_bound : int or None
        With `fewest=True`, a lower bound of the number of clues for this solution. It equals `clues` if that number is
        proved to be the smallest.
    """

    puzzle: Puzzle
    solution: tuple[int, ...]
    attempt: int
    givens: int
    clues: int
    rating: float | None
    lower_bound: int | None


@dataclass(frozen=True)
class _VariantRequest:
    kind: str
    size: int
    text: str | None
    fewest: bool
    count: int
    seed: int
    givens: tuple[int, int] | None
    clues: tuple[int, int] | None
    rating: tuple[int, int] | None
    minimal: bool | None
    budget: int
    tries: int | None
    seconds: float | None
    threads: int | None


def _made(request: _VariantRequest) -> list[GeneratedVariant]:
    made, _, _ = _native.generate_variants(request)
    return [
        GeneratedVariant(
            Puzzle(words),
            tuple(solution),
            attempt,
            givens,
            clues,
            None if rating is None else rating / 10,
            lower_bound,
        )
        for words, solution, attempt, givens, clues, rating, lower_bound in made
    ]


def _range(window: Window, name: str, unit: int) -> tuple[int, int] | None:
    return None if window is None else _window(window, name, unit)


def generate_variants(
    kind: str = "killer",
    count: SupportsIndex = 1,
    *,
    seed: SupportsIndex = 0,
    size: SupportsIndex = 9,
    like: str | None = None,
    givens: Window = None,
    clues: Window = None,
    rating: Window = None,
    minimal: bool | None = None,
    budget: SupportsIndex = 2000,
    tries: SupportsIndex | None = None,
    time: float | None = None,
    threads: SupportsIndex | None = None,
) -> list[GeneratedVariant]:
    """Generate variants with exactly one solution, as `farandole generate KIND` does.

    Parameters
    ----------
    kind : str
        `killer`, `thermo`, `arrow`, `kropki`, `xv`, `sandwich`, `little-killer`, `skyscraper`, `jigsaw-killer` or `mixed`.
        It has no effect if `like` is given.
    count : int, default 1
        Number of puzzles. Fewer are returned if `tries` or `time` is reached first.
    seed : int, default 0
        Random seed. Equal arguments give equal puzzles with any number of threads, except with `time`.
    size : int, default 9
        Number of rows, from 2 to 16.
    like : str or None
        Constraint text with placeholders: `?`, `.Maybe~` and `.Some~`.
    givens, clues : int, (int or None, int or None), or None
        Ranges of the numbers of givens and of other clues.
    rating : float, (float or None, float or None), or None
        Range of the difficulty of the hardest step on Farandole's scale.
    minimal : bool or None, default None
        If None, the puzzles have as many clues as people need to solve them without trying cases. If true, no clue is
        redundant. If false, only redundant givens are removed.
    budget : int, default 2000
        Limit of search nodes for each test of uniqueness.
    tries : int or None
        Stop after this many attempts.
    time : float or None
        Stop after this many seconds.
    threads : int or None
        Number of threads; `None` for all cores.

    Returns
    -------
    list of GeneratedVariant
        The puzzles with their solutions.

    Examples
    --------
    >>> import farandole
    >>> killer = farandole.generate_variants("killer", size=6, seed=1)[0]
    >>> killer.givens, killer.puzzle.count()
    (0, 1)
    """
    return _made(
        _VariantRequest(
            text(kind, "kind"),
            integer(size, "size", 2, 16),
            None if like is None else text(like, "like"),
            False,
            integer(count, "count", 1, U64),
            seed_of(seed),
            _range(givens, "givens", 1),
            _range(clues, "clues", 1),
            _range(rating, "rating", 10),
            None if minimal is None else flag(minimal, "minimal"),
            integer(budget, "budget", 1, U64),
            bound(tries, "tries"),
            _seconds(time),
            thread_count(threads),
        )
    )


def complete(
    puzzle: str,
    count: SupportsIndex = 1,
    *,
    seed: SupportsIndex = 0,
    fewest: bool = False,
    budget: SupportsIndex = 100_000,
    tries: SupportsIndex | None = 10_000,
    time: float | None = None,
    threads: SupportsIndex | None = None,
) -> list[GeneratedVariant]:
    """Fill the placeholders of a puzzle so that exactly one solution is left, as `farandole complete` does.

    Parameters
    ----------
    puzzle : str
        Constraint text with placeholders: `?`, `.Maybe~` and `.Some~`.
    count, seed, budget, time, threads
        As for `generate_variants`.
    fewest : bool, default False
        Choose the smallest number of clues for the solution. With `time`, the best puzzle so far is returned.
    tries : int or None, default 10000
        Stop after this many attempts.

    Returns
    -------
    list of GeneratedVariant
        The completed puzzles; empty if none was found, which proves nothing.

    Examples
    --------
    >>> import farandole
    >>> idea = ".Shape~4x4.~R1C1_1~R1C2_2~R1C3_3.Sandwich~?~R3.Sandwich~?~C1.Sandwich~?~C2"
    >>> done = farandole.complete(idea, seed=1)[0]
    >>> done.puzzle.count()
    1
    """
    return _made(
        _VariantRequest(
            "",
            9,
            text(puzzle, "puzzle"),
            flag(fewest, "fewest"),
            integer(count, "count", 1, U64),
            seed_of(seed),
            (0, 0),
            None,
            None,
            True,
            integer(budget, "budget", 1, U64),
            bound(tries, "tries"),
            _seconds(time),
            thread_count(threads),
        )
    )
