"""Thousands of classic puzzles at once, whose moves are judged with array operations."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _native
from .._inputs import Puzzles, table
from ..bulk import solve
from .entries import dataset

__all__ = ["BatchOutcome", "EnvBatch", "Ruling"]

_EVERY = 0x1FF


class Ruling(enum.IntEnum):
    """The verdict on a placed digit.

    Attributes
    ----------
    JUSTIFIED
        It is a naked or a hidden single.
    NOT_YET_JUSTIFIED
        It is true, but no single shows it.
    CONTRADICTS
        The solution has another digit.
    OCCUPIED
        The cell already has a digit.
    """

    JUSTIFIED = 0
    NOT_YET_JUSTIFIED = 1
    CONTRADICTS = 2
    OCCUPIED = 3


@dataclass(frozen=True, eq=False)
class BatchOutcome:
    """The result of a move on each of n boards.

    Attributes
    ----------
    rulings : uint8, shape (n,)
        The verdicts, as `Ruling`.
    rewards : float32, shape (n,)
        The rewards.
    solved : bool, shape (n,)
        True for boards without an empty cell.
    """

    rulings: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    solved: NDArray[np.bool_]


def _houses() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the three houses of each cell, shape (81, 3), and the other cells of each of them, shape (81, 3, 8)."""
    cells = np.arange(81)
    row, column = cells // 9, cells % 9
    box = row // 3 * 3 + column // 3
    houses = np.stack([row, column + 9, box + 18], axis=1)
    others = [
        [[other for other in cells if houses[other, at] == houses[cell, at] and other != cell] for at in range(3)]
        for cell in cells
    ]
    return houses, np.array(others)


_HOUSES, _OTHERS = _houses()


class EnvBatch:
    """Classic puzzles that are played in parallel.

    A move that contradicts the solution does not change the board.

    Parameters
    ----------
    puzzles : list of str, array or Arrow column
        Puzzles with exactly one solution, in any form that `farandole.solve` accepts.
    rewards : (float, float, float, float), default (1, 0.5, -1, -0.5)
        The reward for each `Ruling`.

    Attributes
    ----------
    boards : uint8, shape (n, 81)
        The current boards, 0 for an empty cell.
    solutions : uint8, shape (n, 81)
        The solutions.

    Examples
    --------
    >>> from farandole import envs
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batch = envs.EnvBatch([line, line])
    >>> [envs.Ruling(each).name for each in batch.step([40, 40], [5, 6]).rulings]
    ['JUSTIFIED', 'CONTRADICTS']
    """

    def __init__(self, puzzles: Puzzles, *, rewards: tuple[float, float, float, float] = (1.0, 0.5, -1.0, -0.5)) -> None:
        found = solve(puzzles)
        if not bool(np.all(found.unique)):
            row = int(np.argmin(found.unique))
            raise ValueError(f"row {row}: expected a classic 9x9 puzzle with exactly one solution")
        self.solutions: NDArray[np.uint8] = found.grids
        rows = table(puzzles, None)
        self._givens = _native.cells(rows.rows, rows.text, rows.size)
        self._rewards = np.array(rewards, np.float32)
        if self._rewards.shape != (len(Ruling),):
            raise ValueError(f"rewards: expected {len(Ruling)} numbers")
        self.boards: NDArray[np.uint8] = self._givens.copy()
        self._used = np.zeros((len(self), 27), np.int32)
        self._empty = np.zeros(len(self), np.int64)
        self.reset()

    @classmethod
    def generated(cls, count: int, *, seed: int = 0, rating: tuple[float, float] | None = None) -> EnvBatch:
        """Return a batch of generated puzzles; the arguments are those of `dataset`."""
        entries = dataset(seed=seed, rating=rating, text="line")
        return cls([next(entries).puzzle for _ in range(count)])

    def __len__(self) -> int:
        return len(self.boards)

    def reset(self, which: NDArray[np.bool_] | None = None) -> NDArray[np.uint8]:
        """Start the puzzles again, or those for which `which` is true, and return the boards."""
        start = np.arange(len(self)) if which is None else np.flatnonzero(which)
        boards = self._givens[start]
        bits = np.where(boards > 0, np.int32(1) << (boards.astype(np.int32) - 1), 0)
        self.boards[start] = boards
        for house in range(27):
            self._used[start, house] = np.bitwise_or.reduce(bits[:, _HOUSES[:, house // 9] == house], axis=1)
        self._empty[start] = np.count_nonzero(boards == 0, axis=1)
        return self.boards

    def candidates(self) -> NDArray[np.uint16]:
        """Return the digits that no cell in the same house has, shape (n, 81): bit d - 1 for digit d, 0 for a filled cell."""
        used = self._used[:, _HOUSES].reshape(len(self), 81, 3)
        free = _EVERY & ~(used[..., 0] | used[..., 1] | used[..., 2])
        return np.where(self.boards == 0, free, 0).astype(np.uint16)

    def step(self, cells: ArrayLike, digits: ArrayLike) -> BatchOutcome:
        """Place a digit on each board.

        Parameters
        ----------
        cells : int, shape (n,)
            The cell of each move, 0 to 80, row by row.
        digits : int, shape (n,)
            The digit of each move, 1 to 9.
        """
        place, digit = np.asarray(cells), np.asarray(digits)
        for name, values, least, most in (("cells", place, 0, 80), ("digits", digit, 1, 9)):
            if values.shape != (len(self),) or not np.issubdtype(values.dtype, np.integer):
                raise ValueError(f"{name}: expected {len(self)} integers")
            if len(values) and not (least <= values.min() and values.max() <= most):
                raise ValueError(f"{name}: expected values from {least} to {most}")
        board = np.arange(len(self))
        bit = np.int32(1) << (digit.astype(np.int32) - 1)
        is_true = self.solutions[board, place] == digit
        rulings = np.where(is_true, Ruling.NOT_YET_JUSTIFIED, Ruling.CONTRADICTS).astype(np.uint8)
        rulings[is_true & self._is_single(board, place, bit)] = Ruling.JUSTIFIED
        occupied = self.boards[board, place] != 0
        rulings[occupied] = Ruling.OCCUPIED
        placed = np.flatnonzero(is_true & ~occupied)
        self.boards[placed, place[placed]] = digit[placed]
        self._used[placed[:, None], _HOUSES[place[placed]]] |= bit[placed, None]
        self._empty[placed] -= 1
        return BatchOutcome(rulings, self._rewards[rulings], self._empty == 0)

    def _is_single(self, board: NDArray[np.int64], place: NDArray[np.int64], bit: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return true for moves that are naked or hidden singles."""
        used = np.bitwise_or.reduce(self._used[board[:, None], _HOUSES[place]], axis=1)
        is_naked = (_EVERY & ~used) == bit
        others = _OTHERS[place]
        rows = board[:, None, None]
        blocked = np.bitwise_or.reduce(self._used[rows[..., None], _HOUSES[others]], axis=3)
        can_hold = (self.boards[rows, others] == 0) & ((blocked & bit[:, None, None]) == 0)
        is_hidden = ~can_hold.any(axis=2)
        return np.asarray(is_naked | is_hidden.any(axis=1))
