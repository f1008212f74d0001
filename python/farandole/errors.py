"""Exceptions. All of them are kinds of `ValueError` but `BudgetError`."""

from __future__ import annotations

__all__ = ["BudgetError", "ParseError", "PuzzleError", "UnsupportedError"]


class ParseError(ValueError):
    """A text or a row is no puzzle.

    Attributes
    ----------
    row : int or None
        0-based row of the column or list, where there is one.
    line, column : int or None
        1-based place in the text.
    expected : str or None
        What should stand there.
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
    """Values make no puzzle, or no exact cover problem."""


class UnsupportedError(ValueError):
    """An engine or a technique does not take such a puzzle."""


class BudgetError(RuntimeError):
    """The budget was spent before there was an answer."""
