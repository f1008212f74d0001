"""The steps of the search for a variant: the values eliminated from each cell, and the constraint responsible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, SupportsIndex

from . import _native
from ._limits import U64, bound, flag, integer

__all__ = ["Trace", "TraceStep"]


@dataclass(frozen=True)
class TraceStep:
    """One step of a search.

    Attributes
    ----------
    number : int
        The number of the step, counted from 1.
    depth : int
        The number of guesses in force.
    kind : str
        `guess`, `back`, `placed`, `removed`, `contradiction` or `solution`. `back` retracts a guess, which eliminates its
        value.
    cell : str or None
        The cell of a guess or of a placed value, for example `R1C2`.
    value : int or None
        The value of this cell. For a contradiction, the value that no cell of a house can contain.
    sources : tuple of str
        The reasons of the step: a constraint as constraint text, `row 1`, `column 1`, `box 1`, or a sum derived from others.
    removed : dict of str to list of int
        The eliminated values, by cell.
    candidates : dict of str to list of int, or None
        The remaining values of each cell after the step, if they were requested.
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
        The steps in order.
    end : {"exhausted", "limit", "budget", "stopped"}
        Why the trace ended: the search was exhausted, it reached the limit of solutions, it exhausted its budget, or there
        are more steps than requested.
    solutions : int
        Number of solutions found.
    nodes : int
        Number of search nodes.
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
class _Request:
    start: int
    steps: int | None
    limit: int | None
    budget: int | None
    candidates: bool


def trace(
    puzzle: _native.Puzzle,
    *,
    start: SupportsIndex,
    steps: SupportsIndex | None,
    limit: SupportsIndex | None,
    budget: SupportsIndex | None,
    candidates: bool,
) -> Trace:
    """Return steps of the search for one puzzle."""
    first, bounds = integer(start, "start", 1, U64), (bound(limit, "limit"), bound(budget, "budget"))
    request = _Request(first, bound(steps, "steps"), *bounds, flag(candidates, "candidates"))
    pairs, end = puzzle.trace(request)
    found: dict[str, Any] = json.loads(end)
    return Trace(tuple(_step(*pair) for pair in pairs), found["end"], found["solutions"], found["nodes"])


def _step(form: str, text: str) -> TraceStep:
    """Return a step from the command line's JSON."""
    fields: dict[str, Any] = json.loads(form)
    return TraceStep(
        fields["step"],
        fields["depth"],
        fields["kind"],
        fields.get("cell"),
        fields.get("value"),
        tuple(fields.get("sources", ())),
        fields.get("removed", {}),
        fields.get("candidates"),
        text,
    )
