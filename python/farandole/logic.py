"""Steps that a person takes: the next one, all of them, and how hard they are. For classic 9x9 grids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Union, overload

from . import _native
from ._limits import bound, flag, text
from .errors import ParseError, UnsupportedError

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = ["Hint", "Path", "Rating", "Scale", "Step", "explain", "hint"]

Scale = Literal["se", "hodoku"]
"""Sudoku Explainer 1.2.1 or HoDoKu 2.2."""


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


def hint(
    sheet: Union[str, Puzzle],
    *,
    scale: Scale = "se",
    depth: Literal["where", "what", "why"] = "why",
    every: bool = False,
    budget: SupportsIndex | None = None,
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
    words = text(scale, "scale"), text(depth, "depth"), flag(every, "every")
    return _advice(json.loads(_native.hint(_sheet_of(sheet), *words, bound(budget, "budget"))))


def _sheet_of(sheet: Union[str, Puzzle]) -> str:
    """Returns a grid as text."""
    from .puzzle import Puzzle

    return sheet._sheet() if isinstance(sheet, Puzzle) else text(sheet, "sheet")


def _step(told: dict[str, Any], state: str) -> Step:
    """A step from its object in the command line's JSON."""
    data = {key: value for key, value in told.items() if key not in ("text", "difficulty", "number", "state")}
    return Step(told["technique"], told["text"], told.get("difficulty"), data, state)


def _advice(data: dict[str, Any]) -> Hint:
    told = [step for step in data.get("steps", []) if "technique" in step]
    steps = tuple(_step(step, data["state"]) for step in told)
    troubles = tuple(trouble["text"] for trouble in data.get("troubles", []))
    return Hint(data["status"], steps, troubles, data)


# A string is a sequence of strings too; the first signature takes it.
@overload
def explain(  # type: ignore[overload-overlap]
    sheet: Union[str, Puzzle], *, scale: Scale = "se", budget: SupportsIndex | None = None
) -> Path: ...


@overload
def explain(
    sheet: Sequence[Union[str, Puzzle]], *, scale: Scale = "se", budget: SupportsIndex | None = None
) -> list[Union[Path, ValueError]]: ...


def explain(
    sheet: Union[str, Puzzle, Sequence[Union[str, Puzzle]]],
    *,
    scale: Scale = "se",
    budget: SupportsIndex | None = None,
) -> Union[Path, list[Union[Path, ValueError]]]:
    """Returns all steps from a classic 9x9 grid to its solution. `sheet` is as for `hint`.

    A list of grids gives a list: for each grid its `Path`, or the `ParseError` or `UnsupportedError` that it alone would raise.

    Examples
    --------
    >>> import farandole
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> path = farandole.explain(line)
    >>> path.outcome, path.data["er"], len(path.steps)
    ('solved', 1.2, 51)
    >>> [type(each).__name__ for each in farandole.explain([line, "nonsense"])]
    ['Path', 'ParseError']
    """
    from .puzzle import Puzzle

    words = text(scale, "scale"), bound(budget, "budget")
    if isinstance(sheet, (str, Puzzle)):
        return _path(_native.explain(_sheet_of(sheet), *words))
    if not isinstance(sheet, Sequence) or isinstance(sheet, (bytes, bytearray, memoryview)):
        raise TypeError(f"sheet is a {type(sheet).__name__}, expected a string, a Puzzle or a list of them")
    return [_explained(each, *words) for each in sheet]


def _explained(sheet: Union[str, Puzzle], scale: str, budget: int | None) -> Union[Path, ValueError]:
    try:
        return _path(_native.explain(_sheet_of(sheet), scale, budget))
    except (ParseError, UnsupportedError) as error:
        return error


def _path(told: str) -> Path:
    """Returns a path from its object in the command line's JSON."""
    data = json.loads(told)
    if "outcome" not in data:
        return Path("trouble" if data.get("troubles") else data["status"], (), data)
    steps = tuple(_step(step, step["state"]) for step in data["steps"])
    return Path(data["outcome"], steps, data)


def rate_one(puzzle: Puzzle, *, scale: Scale, budget: SupportsIndex | None) -> Rating:
    """How hard one puzzle is."""
    status, words, data = _native.rate_one(puzzle._sheet(), text(scale, "scale"), bound(budget, "budget"))
    return Rating(status, words, None if data is None else json.loads(data))
