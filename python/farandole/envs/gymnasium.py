"""Environments for Gymnasium: `SudokuEnv` for one classic puzzle at a time, `SudokuVectorEnv` for many.

An action is one number: 9 times the cell (0 to 80, row by row) plus the digit minus 1. An observation is the board, 0 for an
empty cell. An episode ends when the board is full. The `info` of a step has the ruling of the move.

>>> import farandole.envs.gymnasium, gymnasium                                    # doctest: +SKIP
>>> env = gymnasium.make("farandole/Sudoku-v0", rating=(1.2, 2.0))               # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .batch import EnvBatch, Ruling

__all__ = ["SudokuEnv", "SudokuVectorEnv"]

_Board = NDArray[np.uint8]

# Number of puzzles that are generated at once.
_POOL = 64


class SudokuEnv(gymnasium.Env[_Board, np.int64]):
    """One classic puzzle at a time.

    Parameters
    ----------
    rating : (float, float) or None
        Range of Sudoku Explainer's rating.
    """

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, rating: tuple[float, float] | None = None, render_mode: str | None = "ansi") -> None:
        self.observation_space = spaces.Box(0, 9, (81,), np.uint8)
        self.action_space = spaces.Discrete(729)
        self._rating = rating
        self._pool: list[_Board] = []
        self._batch: EnvBatch | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Board, dict[str, Any]]:
        """Start with another puzzle. The same seed starts with the same one."""
        super().reset(seed=seed)
        if seed is not None or not self._pool:
            start = int(self.np_random.integers(2**32))
            self._pool = list(EnvBatch.generated(_POOL, seed=start, rating=self._rating).boards)
        self._batch = EnvBatch(self._pool.pop()[None])
        return self._batch.boards[0].copy(), {}

    def step(self, action: np.int64) -> tuple[_Board, float, bool, bool, dict[str, Any]]:
        """Place a digit."""
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        found = self._batch.step([int(action) // 9], [int(action) % 9 + 1])
        info = {"ruling": Ruling(found.rulings[0]).name.lower()}
        return self._batch.boards[0].copy(), float(found.rewards[0]), bool(found.solved[0]), False, info

    def render(self) -> str:  # type: ignore[override]
        """Return the board as nine rows."""
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("call reset before render")
        digits = "".join(map(str, self._batch.boards[0].tolist())).replace("0", ".")
        return "\n".join(digits[first : first + 9] for first in range(0, 81, 9))


class SudokuVectorEnv(gymnasium.vector.VectorEnv[_Board, NDArray[np.int64], NDArray[np.float64]]):
    """Many classic puzzles in one array. A board that is full starts again with its own puzzle at once; the full one is
    `final_obs` of the step.

    Parameters
    ----------
    num_envs : int
        Number of boards.
    rating : (float, float) or None
        Range of Sudoku Explainer's rating.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 64, rating: tuple[float, float] | None = None) -> None:
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 9, (81,), np.uint8)
        self.single_action_space = spaces.Discrete(729)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._rating = rating
        self._batch: EnvBatch | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Board, dict[str, Any]]:
        """Start with new puzzles. The same seed starts with the same ones."""
        if isinstance(seed, list):
            raise ValueError("seed: expected one number for all boards")
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**32))
        self._batch = EnvBatch.generated(self.num_envs, seed=start, rating=self._rating)
        return self._batch.boards.copy(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[_Board, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Place a digit on each board."""
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        found = self._batch.step(actions // 9, actions % 9 + 1)
        info: dict[str, Any] = {"rulings": found.rulings}
        if found.solved.any():
            info["final_obs"] = self._batch.boards.copy()
            self._batch.reset(found.solved)
        no = np.zeros(self.num_envs, np.bool_)
        return self._batch.boards.copy(), found.rewards.astype(np.float64), found.solved, no, info


gymnasium.register("farandole/Sudoku-v0", entry_point=SudokuEnv)
