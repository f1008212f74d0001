"""A data set for reasoning-gym: `FarandoleDataset`, registered as `farandole`, with a curriculum of ratings and kinds.

>>> import farandole.envs.reasoning_gym, reasoning_gym                                            # doctest: +SKIP
>>> data = reasoning_gym.create_dataset("farandole", size=100, seed=1, kind="killer")           # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from .entries import Entry, dataset
from .scoring import score

__all__ = ["FarandoleConfig", "FarandoleCurriculum", "FarandoleDataset"]


@dataclass
class FarandoleConfig:
    """The arguments of `farandole.envs.dataset`."""

    kind: str = "classic"
    min_rating: float = 1.2
    max_rating: float = 2.6
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the arguments."""
        assert 0 <= self.min_rating <= self.max_rating, "min_rating must not exceed max_rating"
        assert self.size > 0, "size must be positive"


class FarandoleDataset(ProceduralDataset):
    """Puzzles within a range of ratings. Partial answers score the share of right cells."""

    def __init__(self, config: FarandoleConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._source = dataset(config.kind, seed=self.seed or 0, rating=(config.min_rating, config.max_rating))
        self._entries: list[Entry] = []

    def __getitem__(self, index: int) -> dict[str, Any]:
        if not 0 <= index < self.size:
            raise IndexError(index)
        self._entries += islice(self._source, max(0, index + 1 - len(self._entries)))
        entry = self._entries[index]
        metadata = {
            "source_dataset": "farandole",
            "source_index": index,
            "identity": entry.identity,
            "puzzle": entry.puzzle,
            "difficulty": {"rating": entry.rating, "scale": entry.scale},
        }
        return {"question": entry.prompt, "answer": entry.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the share of right cells."""
        if answer is None:
            return 0.0
        return score(answer, self._entries[entry["metadata"]["source_index"]]).value


class FarandoleCurriculum(BaseCurriculum):
    """Levels of increasing ratings."""

    def __init__(self) -> None:
        super().__init__("FarandoleCurriculum", FarandoleConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="rating",
                levels=[1.2, 2.0, 3.0, 4.5, 7.0],
                default_level=1,
                description="The rating of the hardest step",
                lower_field_name="min_rating",
                upper_field_name="max_rating",
            )
        )


register_dataset("farandole", FarandoleDataset, FarandoleConfig, FarandoleCurriculum)
