"""Exceptions. All of them are subclasses of `ValueError`, except `BudgetError`."""

from __future__ import annotations

__all__ = ["BudgetError", "ParseError", "PuzzleError", "UnsupportedError"]


class ParseError(ValueError):
    """A text or a row is not a puzzle.

    Attributes
    ----------
    row : int or None
        0-based row of the column or list, if there is one.
    line, column : int or None
        1-based position in the text.
    expected : str or None
        What was expected at this position.
    """

    def __init__(
        self,
        message: str,
        row: int | None = None,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message, row, line, column, expected)
        self.row = row
        self.line = line
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        return str(self.args[0])


class PuzzleError(ValueError):
    """Values do not make a puzzle or an exact cover problem."""


class UnsupportedError(ValueError):
    """An operation or an engine does not support the puzzle."""


class BudgetError(RuntimeError):
    """The budget was exhausted before there was an answer."""
