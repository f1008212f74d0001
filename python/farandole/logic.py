"""Hints, solution paths and difficulty ratings by human techniques, for classic puzzles and variants."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, Union, overload, runtime_checkable

from . import _native
from ._limits import bound, flag, real, seconds, text, thread_count
from .results import Scale

__all__ = ["Hint", "SolutionPath", "Rating", "Scale", "Step", "Verdict", "explain", "hint", "judge"]

Guide = Literal["farandole", "se", "hodoku"]
"""The order of techniques of a hint or path: Farandole's own, or that of a difficulty scale."""


Depth = Literal["where", "what", "why"]
"""How much a hint reveals: the area, the step, or the step with its reason."""


def _techniques(order: Sequence[str] | None, without: Sequence[str] | None) -> tuple[str | None, str | None]:
    """Return an order and exclusions as texts."""
    for name, names in (("order", order), ("without", without)):
        if isinstance(names, str) or not (names is None or all(isinstance(each, str) for each in names)):
            raise TypeError(f"{name}: expected a list of technique ids or groups")
    return (None if order is None else "\n".join(order), None if without is None else ",".join(without))


@runtime_checkable
class Grid(Protocol):
    """A grid that can be written as text, such as `farandole.Puzzle`."""

    def _sheet(self) -> str: ...


@dataclass(frozen=True)
class Step:
    """One use of a technique.

    Attributes
    ----------
    technique : str
        The id of the technique. Ids are stable between versions.
    text : str
        An explanation in English.
    difficulty : float or None
        The difficulty on the requested scale.
    data : dict
        Placements, eliminations, pattern, houses and chains, with the keys of the command line's JSON.
    state : str
        The grid before the step.
    """

    technique: str
    text: str
    difficulty: float | None
    data: dict[str, Any] = field(repr=False)
    state: str = field(repr=False)

    def svg(self) -> str:
        """Draw the grid before the step, with the step marked, as SVG."""
        return _native.draw(self.state, json.dumps(self.data), self.text)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Hint:
    """The next step, or the mistakes in the grid.

    Attributes
    ----------
    status : {"steps", "solved", "stuck", "trouble"}
        The kind of the hint.
    steps : tuple of Step
        The steps; empty if the requested depth does not reveal them.
    troubles : tuple of str
        The mistakes, in English.
    data : dict
        The object that `farandole hint --json` prints.
    """

    status: str
    steps: tuple[Step, ...]
    troubles: tuple[str, ...]
    data: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        texts = (step["text"].rstrip() for step in self.data.get("steps", []))
        return "\n".join([*self.troubles, *texts]) or self.status

    def _repr_svg_(self) -> str | None:
        return self.steps[0]._repr_svg_() if self.steps else None


class SolutionPath:
    """A solution path: the steps from a grid to its solution.

    A notebook shows the grid and a table of the steps.

    Attributes
    ----------
    outcome : {"solved", "stuck", "gave-up", "trouble"}
        The outcome; `trouble` if the puzzle does not have exactly one solution.
    steps : tuple of Step
        The steps in order.
    data : dict
        The object that `farandole explain --json` prints.
    """

    def __init__(self, form: str) -> None:
        self._form = form

    @cached_property
    def data(self) -> dict[str, Any]:
        # Parsed on demand, which takes longer than finding the path of an easy puzzle.
        data: dict[str, Any] = json.loads(self._form)
        return data

    @cached_property
    def outcome(self) -> str:
        default = "trouble" if self.data.get("troubles") else self.data.get("status")
        return str(self.data.get("outcome", default))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(_step(step, step["state"]) for step in self.data["steps"]) if "outcome" in self.data else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SolutionPath) and self._form == other._form

    def __hash__(self) -> int:
        return hash(self._form)

    def __reduce__(self) -> tuple[type[SolutionPath], tuple[str]]:
        return SolutionPath, (self._form,)

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step.text.rstrip()}" for number, step in enumerate(self.steps, 1))

    def __repr__(self) -> str:
        return f"<SolutionPath: {self.outcome}, {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><td>{number}</td><td>{'' if step.difficulty is None else step.difficulty}</td>"
            f"<td style='text-align:left;white-space:pre-line'>{escape(step.text.rstrip())}</td></tr>"
            for number, step in enumerate(self.steps, 1)
        )
        grid = f"<div style='max-width:24em'>{_native.draw(self.steps[0].state, None, '')}</div>" if self.steps else ""
        head = "<tr><th>step</th><th>difficulty</th><th style='text-align:left'>reason</th></tr>"
        return f"{grid}<p>{escape(self.outcome)}, {len(self.steps)} steps</p><table>{head}{''.join(rows)}</table>"


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle for human solvers.

    Attributes
    ----------
    status : str
        `rated`; `stuck` or `gave up` if the ratings are lower bounds; otherwise the reason why there is no rating.
    text : str
        The rating in words, or the reason why there is none.
    data : dict or None
        The rating with the keys of the command line's JSON: `er`, `ep` and `ed`, or `score` and `level`, or `length`, or
        `minutes`; `steps` and `technique`.
    """

    status: str
    text: str
    data: dict[str, Any] | None = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Verdict:
    """The verdict on a move.

    Attributes
    ----------
    move : str
        The move, as `r1c2=5` or `r1c2<>5`.
    ruling : str
        `justified`; `not-yet-justified`, if the move is true but no step shows it; `contradicts`; `undecided`, if it
        holds in some solutions but not in others; `no-solution`; or `unknown`, if the search ended early.
    text : str
        The verdict in words, with the steps.
    technique : str or None
        The id of the technique that shows the move, or refutes it.
    difficulty : float or None
        The greatest difficulty of the steps.
    data : dict
        The verdict with the keys of the command line's JSON.
    """

    move: str
    ruling: str
    text: str
    technique: str | None
    difficulty: float | None
    data: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.text


def hint(
    sheet: Union[str, Grid],
    *,
    scale: Guide = "farandole",
    order: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    depth: Depth = "why",
    every: bool = False,
    budget: SupportsIndex | None = None,
    time: SupportsFloat | None = None,
) -> Hint:
    """Find the next step in a grid or a variant, or the mistakes in it.

    Parameters
    ----------
    sheet : Puzzle or str
        A puzzle, or text with givens, placed digits and pencil marks in a format that `farandole hint` accepts.
    scale : {"farandole", "se", "hodoku"}
        The order of techniques, with their difficulty: Farandole's own, or that of a rating scale.
    order : list of str or None
        The ids of the techniques to use, easiest first. Only for the scale of Farandole.
    without : list of str or None
        Techniques to leave out, as ids or groups such as `uniqueness`, `chains` or `nets`.
    depth : {"where", "what", "why"}
        How much the hint reveals.
    every : bool, default False
        Return all steps of the easiest technique.
    budget : int or None
        Limit of the work: visits of chains on `se`, searches for a technique on the other scales.
    time : float or None
        Limit of the time in seconds. A search that takes longer ends as if its budget were spent.

    Returns
    -------
    Hint
        The steps or the mistakes.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> farandole.hint(line).steps[0].technique
    'hidden-single-box'
    """
    words = text(scale, "scale"), _techniques(order, without), text(depth, "depth"), flag(every, "every")
    return _advice(json.loads(_native.hint(_sheet_of(sheet), *words, _limits(budget, time))))


def judge(
    sheet: Union[str, Grid],
    moves: str,
    *,
    order: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    most: float | None = None,
    budget: SupportsIndex | None = None,
    time: SupportsFloat | None = None,
) -> list[Verdict]:
    """Judge moves in a grid or a variant: placed digits and eliminated candidates.

    Parameters
    ----------
    sheet : Puzzle or str
        A puzzle, or text with givens, placed digits and pencil marks in a format that `farandole hint` accepts.
    moves : str
        Moves such as `r4c7=5` or `r4c7<>5`, separated by blanks or commas. Each is judged in the given grid.
    order : list of str or None
        The ids of the techniques to use, easiest first.
    without : list of str or None
        Techniques to leave out, as ids or groups such as `uniqueness`, `chains` or `nets`.
    most : float or None
        The greatest difficulty of a step that justifies a move. By default, forcing chains, nets and trials are left out.
    budget : int or None
        Limit of the work, as the number of searches for a technique.
    time : float or None
        Limit of the time for all moves together, in seconds.

    Returns
    -------
    list of Verdict
        The verdict on each move.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [verdict.ruling for verdict in farandole.judge(line, "r5c5=5 r5c5=6")]
    ['justified', 'contradicts']
    """
    words = text(moves, "moves"), _techniques(order, without)
    greatest = None if most is None else real(most, "most", 1000)
    found = _native.judge(_sheet_of(sheet), *words, greatest, _limits(budget, time))
    return [_verdict(json.loads(verdict)) for verdict in found]


def _verdict(data: dict[str, Any]) -> Verdict:
    """Return a verdict from its object in the command line's JSON."""
    steps = data.get("steps", [])
    technique = steps[0]["technique"] if steps else None
    return Verdict(data["move"], data["verdict"], data["text"], technique, data.get("difficulty"), data)


def _limits(budget: SupportsIndex | None, time: SupportsFloat | None) -> tuple[int | None, float | None]:
    """Return the limits of the work in the form of the native module."""
    return bound(budget, "budget"), seconds(time, "time")


def _sheet_of(sheet: Union[str, Grid]) -> str:
    """Return a grid as text."""
    return sheet._sheet() if isinstance(sheet, Grid) else text(sheet, "sheet")


def _step(fields: dict[str, Any], state: str) -> Step:
    """Return a step from its object in the command line's JSON."""
    data = {key: value for key, value in fields.items() if key not in ("text", "difficulty", "number", "state")}
    return Step(fields["technique"], fields["text"], fields.get("difficulty"), data, state)


def _advice(data: dict[str, Any]) -> Hint:
    """Return a hint from its object in the command line's JSON."""
    revealed = [step for step in data.get("steps", []) if "technique" in step]
    steps = tuple(_step(step, data["state"]) for step in revealed)
    troubles = tuple(trouble["text"] for trouble in data.get("troubles", []))
    return Hint(data["status"], steps, troubles, data)


# A string is also a sequence of strings. The first overload applies to it.
@overload
def explain(  # type: ignore[overload-overlap]
    sheet: Union[str, Grid],
    *,
    scale: Guide = "farandole",
    order: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    budget: SupportsIndex | None = None,
    time: SupportsFloat | None = None,
    threads: SupportsIndex | None = None,
) -> SolutionPath: ...


@overload
def explain(
    sheet: Sequence[Union[str, Grid]],
    *,
    scale: Guide = "farandole",
    order: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    budget: SupportsIndex | None = None,
    time: SupportsFloat | None = None,
    threads: SupportsIndex | None = None,
) -> list[Union[SolutionPath, ValueError]]: ...


def explain(
    sheet: Union[str, Grid, Sequence[Union[str, Grid]]],
    *,
    scale: Guide = "farandole",
    order: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    budget: SupportsIndex | None = None,
    time: SupportsFloat | None = None,
    threads: SupportsIndex | None = None,
) -> Union[SolutionPath, list[Union[SolutionPath, ValueError]]]:
    """Find the solution path of one or several grids or variants.

    Parameters
    ----------
    sheet : Puzzle or str, or a sequence of them
        One grid as for `hint`, or several.
    scale : {"farandole", "se", "hodoku"}
        The order of techniques, with their difficulty: Farandole's own, or that of a rating scale.
    order : list of str or None
        The ids of the techniques to use, easiest first. Only for the scale of Farandole.
    without : list of str or None
        Techniques to leave out, as ids or groups such as `uniqueness`, `chains` or `nets`.
    budget : int or None
        Limit of the work: visits of chains on `se`, searches for a technique on the other scales.
    time : float or None
        Limit of the time for each grid, in seconds. A search that takes longer ends as if its budget were spent.
    threads : int or None
        Number of threads for several grids; all cores by default.

    Returns
    -------
    SolutionPath, or list of SolutionPath or ValueError
        The path of one grid. For a sequence, a list with the path of each grid, or the `ParseError` or `UnsupportedError`
        that the grid alone would raise.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> path = farandole.explain(line)
    >>> path.outcome, path.data["hardest"], len(path.steps)
    ('solved', 2, 51)
    >>> [type(each).__name__ for each in farandole.explain([line, "nonsense"])]
    ['SolutionPath', 'ParseError']
    """
    if isinstance(sheet, (str, Grid)):
        sheets = [_sheet_of(sheet)]
    elif isinstance(sheet, Sequence) and not isinstance(sheet, (bytes, bytearray, memoryview)):
        sheets = [_sheet_of(each) for each in sheet]
    else:
        raise TypeError(f"sheet is a {type(sheet).__name__}, expected a string, a Puzzle or a list of them")
    words = text(scale, "scale"), _techniques(order, without), _limits(budget, time), thread_count(threads)
    found = [SolutionPath(path) if isinstance(path, str) else path for path in _native.explain(sheets, *words)]
    if not isinstance(sheet, (str, Grid)):
        return found
    if isinstance(found[0], ValueError):
        raise found[0]
    return found[0]


def rate_one(puzzle: Grid, *, scale: Scale, budget: SupportsIndex | None, time: SupportsFloat | None) -> Rating:
    """Rate one puzzle."""
    status, words, data = _native.rate_one(puzzle._sheet(), text(scale, "scale"), _limits(budget, time))
    return Rating(status, words, None if data is None else json.loads(data))
