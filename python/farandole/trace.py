"""The steps of the search for a variant: what goes from which cells, and which constraint says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._limits import U64, bound, flag, integer

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = ["Trace", "TraceStep"]


@dataclass(frozen=True)
class TraceStep:
    """One step of a search.

    Attributes
    ----------
    number : int
        Steps are counted from 1.
    depth : int
        How many guesses hold.
    kind : str
        `guess`, `back`, `placed`, `removed`, `contradiction` or `solution`. `back` takes a guess back: the value goes.
    cell : str or None
        The cell of a guess or of a value that was placed, as in `R1C2`.
    value : int or None
        Its value; of a contradiction the value that has no place in a house.
    sources : tuple of str
        What says so: a constraint as constraint text, `row 1`, `column 1`, `box 1`, or a sum that follows from others.
    removed : dict
        The values that go, by cell.
    candidates : dict or None
        The values that each cell still has behind the step, by cell, if they were asked for.
    text : str
        The step in words.
    """

    number: int
    depth: int
    kind: str
    cell: str | None
    value: int | None
    sources: tuple[str, ...]
    removed: dict[str, list[int]]
    candidates: dict[str, list[int]] | None
    text: str

    def __str__(self) -> str:
        return f"{self.number}. {'  ' * self.depth}{self.text}"


@dataclass(frozen=True)
class Trace:
    """Steps of a search, and how it ended.

    Attributes
    ----------
    steps : tuple of TraceStep
    end : str
        `exhausted`, `limit` (so many solutions were found), `budget`, or `stopped`: there are more steps.
    solutions : int
        How many were found.
    nodes : int
        Search nodes.
    """

    steps: tuple[TraceStep, ...]
    end: str
    solutions: int
    nodes: int

    def __iter__(self) -> Iterator[TraceStep]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))


@dataclass(frozen=True)
class _Wanted:
    start: int
    steps: int | None
    limit: int | None
    budget: int | None
    candidates: bool


def trace(
    puzzle: Puzzle,
    *,
    start: SupportsIndex,
    steps: SupportsIndex | None,
    limit: SupportsIndex | None,
    budget: SupportsIndex | None,
    candidates: bool,
) -> Trace:
    """The steps of the search for one puzzle."""
    first, bounds = integer(start, "start", 1, U64), (bound(limit, "limit"), bound(budget, "budget"))
    wanted = _Wanted(first, bound(steps, "steps"), *bounds, flag(candidates, "candidates"))
    told, end = puzzle._inner.trace(wanted)
    found: dict[str, Any] = json.loads(end)
    return Trace(tuple(_step(*step) for step in told), found["end"], found["solutions"], found["nodes"])


def _step(form: str, text: str) -> TraceStep:
    told: dict[str, Any] = json.loads(form)
    return TraceStep(
        told["step"],
        told["depth"],
        told["kind"],
        told.get("cell"),
        told.get("value"),
        tuple(told.get("sources", ())),
        told.get("removed", {}),
        told.get("candidates"),
        text,
    )
