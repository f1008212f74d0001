"""Checked by mypy, not run: which arguments the types of inputs accept and reject. An unused `ignore` fails the check."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import farandole
from farandole import Puzzle, SolutionPath
from farandole.cover import Problem


class Column:
    """A column with Arrow's C stream interface."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


def takes(cells: NDArray[np.uint8], texts: NDArray[np.bytes_], other: NDArray[np.int64]) -> None:
    for puzzles in (["..."], [None, "..."], [b"..."]):
        farandole.solve(puzzles)
    farandole.solve(cells, limit=np.int64(2), threads=1)
    farandole.solve(texts)
    farandole.solve(Column())
    farandole.check(cells, other)
    farandole.check(cells, ["..."])
    Problem(3, np.zeros((2, 2), np.int64), costs=np.array([1, 2]))
    farandole.solve([Puzzle("..."), None])
    farandole.solve(np.zeros((1, 81), np.int64))
    path: SolutionPath = farandole.explain("...")
    paths: list[SolutionPath | ValueError] = farandole.explain(["...", Puzzle("...")])
    del path, paths


def refuses(cells: NDArray[np.float64], anything: Any) -> None:
    farandole.solve(3)  # type: ignore[arg-type]
    farandole.solve([1, 2])  # type: ignore[arg-type]
    farandole.solve(cells)  # type: ignore[arg-type]
    farandole.solve(["..."], limit=2.5)  # type: ignore[arg-type]
    farandole.check(["..."], cells)  # type: ignore[arg-type]
    farandole.rate(["..."], scale="other")  # type: ignore[arg-type]
    farandole.solve(anything)
