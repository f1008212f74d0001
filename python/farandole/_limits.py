"""Checks of arguments: each refuses a wrong type with `TypeError` and a wrong value with `ValueError`, and names the
argument."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np

U32 = 2**32 - 1
U64 = 2**64 - 1


def _shown(number: int) -> str:
    """Returns a bound as people write it."""
    return f"2**{number.bit_length()} - 1" if number >= U32 and (number + 1).bit_count() == 1 else str(number)


def integer(value: SupportsIndex, name: str, least: int, most: int) -> int:
    """Returns an integer of any type that has `__index__`; a `bool` is none."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is a bool, expected an integer")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}, expected an integer") from None
    if not least <= number <= most:
        found = str(number) if abs(number) < 10**40 else "an integer of more than 40 digits"
        raise ValueError(f"{name} is {found}, expected {_shown(least)} to {_shown(most)}")
    return number


def integers(values: Iterable[SupportsIndex], name: str, least: int, most: int) -> list[int]:
    """Returns a list of integers. The name of each is followed by its index."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is a {type(values).__name__}, expected integers")
    return [integer(value, f"{name}[{place}]", least, most) for place, value in enumerate(values)]


def bound(value: SupportsIndex | None, name: str) -> int | None:
    """Returns a limit or a budget; `None` is no limit."""
    return None if value is None else integer(value, name, 1, U64)


def seed_of(value: SupportsIndex) -> int:
    """Returns a seed of random choices."""
    return integer(value, "seed", 0, U64)


def thread_count(threads: SupportsIndex | None) -> int | None:
    """Returns a number of threads, or `None` for all cores."""
    return None if threads is None else integer(threads, "threads", 1, 4096)


def flag(value: object, name: str) -> bool:
    """Returns `True` or `False`; numbers and arrays are neither."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is a {type(value).__name__}, expected True or False")
    return bool(value)


def text(value: Any, name: str) -> str:
    """Returns a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a {type(value).__name__}, expected a string")
    return str(value)


def choice(value: Any, name: str, known: Sequence[str]) -> str:
    """Returns one of several words."""
    if text(value, name) not in known:
        raise ValueError(f"{name} is {value!r}, expected one of {', '.join(known)}")
    return str(value)
