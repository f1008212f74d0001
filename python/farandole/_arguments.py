"""Arguments that many functions have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._columns import Table
from .results import Status


def bound(value: int | None, name: str) -> int | None:
    """A limit or a budget."""
    if value is None:
        return None
    if not 1 <= value < 2**64:
        raise ValueError(f"{name} is {value}, expected at least 1, below 2**64")
    return int(value)


def thread_count(threads: int | None) -> int | None:
    """A number of threads, or `None` for all cores."""
    if threads is not None and not 1 <= threads <= 4096:
        raise ValueError(f"threads is {threads}, expected 1 to 4096")
    return threads


def refuse(strict: bool, rows: Table, status: NDArray[np.uint8]) -> None:
    """Raises the error of the first row that can't be read, if there is one and it is asked for."""
    if strict:
        bad = np.flatnonzero(status == Status.UNREADABLE)
        if len(bad):
            _native.row_error(rows.rows, rows.text, rows.size, int(bad[0]))
