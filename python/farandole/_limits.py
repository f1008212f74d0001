"""Limits that many functions have: budgets and numbers of threads."""

from __future__ import annotations


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
