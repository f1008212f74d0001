"""Checks of arguments.

A wrong type raises `TypeError`, and a wrong value raises `ValueError`. Messages name the argument.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import SupportsFloat, SupportsIndex

import numpy as np

U32 = 2**32 - 1
U64 = 2**64 - 1


def _shown(number: int) -> str:
    """Return a bound in a readable form: `2**64 - 1` instead of its decimal digits."""
    return f"2**{number.bit_length()} - 1" if number >= U32 and (number + 1).bit_count() == 1 else str(number)


def integer(value: SupportsIndex, name: str, least: int, most: int) -> int:
    """Return an integer. Accepts every type with `__index__` except `bool`."""
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
    """Return a list of integers. Messages contain the index of the wrong one."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is a {type(values).__name__}, expected integers")
    return [integer(value, f"{name}[{index}]", least, most) for index, value in enumerate(values)]


def bound(value: SupportsIndex | None, name: str) -> int | None:
    """Return a limit or a budget; `None` means no limit."""
    return None if value is None else integer(value, name, 1, U64)


def seed_of(value: SupportsIndex) -> int:
    """Return a random seed."""
    return integer(value, "seed", 0, U64)


def thread_count(threads: SupportsIndex | None) -> int | None:
    """Return a number of threads, or `None` for all cores."""
    return None if threads is None else integer(threads, "threads", 1, 4096)


def share_of(value: SupportsFloat, name: str) -> float:
    """Return a share from 0 to 1."""
    return real(value, name, 1)


def real(value: SupportsFloat, name: str, most: float) -> float:
    """Return a number from 0 to a maximum."""
    if isinstance(value, (bool, np.bool_, str, bytes)) or not isinstance(value, SupportsFloat):
        raise TypeError(f"{name} is a {type(value).__name__}, expected a number")
    if not 0 <= float(value) <= most:
        raise ValueError(f"{name} is {value}, expected 0 to {most}")
    return float(value)


def seconds(value: SupportsFloat | None, name: str) -> float | None:
    """Return a number of seconds; `None` means no limit."""
    return None if value is None else real(value, name, U32)


def flag(value: object, name: str) -> bool:
    """Return a `bool`. Numbers and arrays are not accepted."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is a {type(value).__name__}, expected True or False")
    return bool(value)


def text(value: object, name: str) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a {type(value).__name__}, expected a string")
    return str(value)


def choice(value: object, name: str, known: Sequence[str]) -> str:
    """Return a string that is one of several known ones."""
    if text(value, name) not in known:
        raise ValueError(f"{name} is {value!r}, expected one of {', '.join(known)}")
    return str(value)
