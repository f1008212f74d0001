"""Steps that a person takes: the next one, all of them, and how hard they are. For classic 9x9 grids."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _native
from ._limits import bound

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
    text = sheet._sheet() if not isinstance(sheet, str) else sheet
    data = json.loads(_native.hint(text, scale, depth, every, bound(budget, "budget")))
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
    text = sheet._sheet() if not isinstance(sheet, str) else sheet
    data = json.loads(_native.explain(text, scale, bound(budget, "budget")))
    if "outcome" not in data:
        return Path("trouble" if data.get("troubles") else data["status"], (), data)
    steps = tuple(_step(step, step["state"]) for step in data["steps"])
    return Path(data["outcome"], steps, data)


def rate_one(puzzle: Puzzle, *, scale: Scale, budget: int | None) -> Rating:
    """How hard one puzzle is."""
    status, text, data = _native.rate_one(puzzle._sheet(), scale, bound(budget, "budget"))
    return Rating(status, text, None if data is None else json.loads(data))
