"""Environments, scores and fresh puzzles for machine learning.

- Puzzles with prompt, solution, rating and reasons: `dataset`; the same hundred variants for everyone: `benchmark`.
- Files for training: `to_arrow`, `write_jsonl`.
- The score of an answer: `score`.
- One puzzle, move by move, classic or variant: `Env`. Thousands of classic puzzles at once: `EnvBatch`.
- Frameworks: `farandole.envs.gymnasium`, `farandole.envs.reasoning_gym` and `farandole.envs.verifiers`. Each needs the
  package of its name.

>>> from farandole import envs
>>> entry = next(envs.dataset(rating=(1.5, 2.5), seed=1))
>>> envs.score(entry.answer, entry).value
1.0
"""

from .batch import EnvBatch, Ruling
from .entries import Entry, benchmark, dataset, to_arrow, write_jsonl
from .environment import Env, Outcome
from .scoring import Score, score

__all__ = [
    "Entry",
    "Env",
    "EnvBatch",
    "Outcome",
    "Ruling",
    "Score",
    "benchmark",
    "dataset",
    "score",
    "to_arrow",
    "write_jsonl",
]
