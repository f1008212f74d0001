"""The score of an answer in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .._limits import text
from ..puzzle import Puzzle
from .entries import Entry

__all__ = ["Score", "score"]


@dataclass(frozen=True)
class Score:
    """The score of an answer.

    Attributes
    ----------
    value : float
        From 0 to 1: the share of the cells to fill that are right. 0 if the answer changes a given or has no grid.
    solved : bool
        True if every cell is right.
    right, asked : int
        Numbers of right cells and of cells to fill. Givens are not counted, so copying them earns nothing.
    problem : str or None
        The reason if the answer is not the solution.
    """

    value: float
    solved: bool
    right: int
    asked: int
    problem: str | None


def score(answer: str, entry: Entry) -> Score:
    """Compare an answer with the solution of an entry.

    The grid is the last one in the answer: as many rows as the puzzle has, one after the other, each with the right number of
    values. Values may be separated by blanks, commas or the lines of a frame; a dot, `_` or `?` is an empty cell. One line with all values of a classic puzzle is also a grid.

    Parameters
    ----------
    answer : str
        The answer, with any text before the grid.
    entry : Entry
        The puzzle.

    Returns
    -------
    Score
        The score, with the reason if it is less than 1.

    Examples
    --------
    >>> from farandole import envs
    >>> entry = next(envs.dataset(rating=(1.5, 2.5), seed=1))
    >>> envs.score("I give up.", entry)
    Score(value=0.0, solved=False, right=0, asked=56, problem='no grid of 9 rows with 9 values each')
    """
    puzzle = Puzzle.from_text(entry.puzzle)
    (rows, columns), high = puzzle.shape, puzzle.values[1]
    allowed = puzzle.allowed.flatten().tolist()
    asked = [cell for cell, mask in enumerate(allowed) if mask & (mask - 1)]
    values = _grid(text(answer, "answer"), rows, columns, high)
    if values is None:
        problem = f"no grid of {rows} rows with {columns} values each"
        return Score(0.0, False, 0, len(asked), problem)

    def name(cell: int) -> str:
        return f"r{cell // columns + 1}c{cell % columns + 1}"

    wrong = [cell for cell, value in enumerate(values) if value != entry.solution[cell]]
    right = len(asked) - sum(cell in set(asked) for cell in wrong)
    changed = [cell for cell in wrong if cell not in set(asked) and values[cell] is not None]
    if changed:
        cell = changed[0]
        problem = f"{name(cell)} is {values[cell]}, but {entry.solution[cell]} is given"
        return Score(0.0, False, right, len(asked), problem)
    if not wrong:
        return Score(1.0, True, right, len(asked), None)
    share = right / len(asked) if asked else 0.0
    cell = wrong[0]
    found = "empty" if values[cell] is None else str(values[cell])
    return Score(share, False, right, len(asked), f"{name(cell)} is {found}, and {len(wrong)} cells in all are not right")


def _grid(answer: str, rows: int, columns: int, high: int) -> list[int | None] | None:
    """Return the last grid of an answer."""
    lines = [_row(line, columns, high) for line in answer.splitlines() if not re.fullmatch(r"[\s|+=-]*", line)]
    for first in range(len(lines) - rows, -1, -1):
        part = lines[first : first + rows]
        if all(row is not None for row in part):
            return [value for row in part if row is not None for value in row]
    for line in reversed(answer.splitlines()):
        whole = _row(line, rows * columns, high)
        if whole is not None:
            return whole
    return None


def _row(line: str, columns: int, high: int) -> list[int | None] | None:
    """Return the values of a row, or `None` if the line is none."""
    words = re.sub(r"[|,\[\];`*]", " ", line).split()
    if len(words) != columns and high < 10:
        words = list("".join(words))
    if len(words) != columns or not all(re.fullmatch(r"\d{1,2}|[._?]", word, re.ASCII) for word in words):
        return None
    return [int(word) if word.isdigit() else None for word in words]
