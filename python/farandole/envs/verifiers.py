"""A task set for verifiers 0.4: `SudokuTaskset`, without end.

>>> from farandole.envs.verifiers import SudokuConfig, SudokuTaskset                              # doctest: +SKIP
>>> tasks = SudokuTaskset(SudokuConfig(kind="thermo", seed=1)).take(200)                         # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from .entries import Entry, dataset
from .scoring import score

__all__ = ["SudokuConfig", "SudokuData", "SudokuTask", "SudokuTaskset"]


class SudokuData(vf.TaskData):
    """A puzzle with its solution, as in `Entry`."""

    kind: str
    puzzle: str
    solution: list[int]
    rating: float | None
    scale: str


class SudokuConfig(vf.TasksetConfig):
    """The arguments of `dataset`."""

    kind: str = "classic"
    seed: int = 0
    min_rating: float = 1.2
    max_rating: float = 2.6


class SudokuTask(vf.Task[SudokuData]):
    """A puzzle to solve in one answer."""

    @vf.reward
    async def share_of_right_cells(self, trace: vf.Trace) -> float:
        """Return the share of the empty cells that are right in the last answer."""
        data = self.data
        entry = Entry(
            data.id or "",
            data.kind,
            data.puzzle,
            "",
            tuple(data.solution),
            data.rating,
            data.scale,
            None,
            None,
            None,
        )
        return score(trace.last_reply, entry).value


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Puzzles within a range of ratings."""

    INFINITE = True

    def load(self) -> Iterator[SudokuTask]:
        """Generate the puzzles."""
        config = self.config
        window = (config.min_rating, config.max_rating)
        for entry in dataset(config.kind, seed=config.seed, rating=window):
            data = SudokuData(
                id=entry.identity,
                prompt=entry.prompt,
                kind=entry.kind,
                puzzle=entry.puzzle,
                solution=list(entry.solution),
                rating=entry.rating,
                scale=entry.scale,
            )
            yield SudokuTask(data, config.task)
