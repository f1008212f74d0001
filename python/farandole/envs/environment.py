"""One puzzle, classic or variant, move by move. Each move is judged with its reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from types import MappingProxyType

from .._limits import text
from ..logic import Verdict, judge
from ..puzzle import Puzzle
from .entries import Entry

__all__ = ["Env", "Outcome"]

REWARDS: Mapping[str, float] = MappingProxyType(
    {
        "justified": 1.0,
        "not-yet-justified": 0.5,
        "contradicts": -1.0,
        "known": -0.5,
        "malformed": -1.0,
        "unknown": 0.0,
        "solved": 10.0,
    }
)
"""The reward for each ruling of `farandole.judge`; for a move that changes nothing (`known`), for text that is not a move
(`malformed`), and in addition for the last move (`solved`)."""

_MOVE = re.compile(r"r(\d{1,2})c(\d{1,2})(=|<>)(\d{1,2})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Outcome:
    """The result of a move.

    Attributes
    ----------
    observation : str
        The state, as `Env.observation` returns it.
    reward : float
        The reward.
    solved : bool
        True if every cell has its value.
    ruling : str
        The verdict, as in `farandole.Verdict`, or `known` or `malformed`.
    verdict : Verdict or None
        The verdict with its reasons.
    text : str
        The verdict or the problem in words.
    """

    observation: str
    reward: float
    solved: bool
    ruling: str
    verdict: Verdict | None
    text: str


class Env:
    """A puzzle that is solved by placing values and eliminating candidates.

    Moves that contradict the solution do not change the state. A true move does, even if no step shows it yet.

    Parameters
    ----------
    entries : Entry or iterable of Entry
        The puzzles, in turn. After the last one, the first one follows.
    rewards : mapping of str to float, optional
        Rewards that differ from `REWARDS`.
    time : float, default 2
        Limit of the time to judge a move, in seconds. If it is reached, the ruling is `unknown` and the state stays.

    Attributes
    ----------
    entry : Entry
        The current puzzle.

    Examples
    --------
    >>> from farandole import envs
    >>> env = envs.Env(envs.dataset(rating=(1.2, 1.5), seed=1))
    >>> print(env.reset().splitlines()[0])
    Fill each empty cell of this grid of 9 rows and 9 columns with a value from 1 to 9.
    >>> env.step("r1c1=12").ruling
    'malformed'
    """

    def __init__(self, entries: Entry | Iterable[Entry], *, rewards: Mapping[str, float] = REWARDS, time: float = 2.0) -> None:
        if unknown := set(rewards) - set(REWARDS):
            raise ValueError(f"rewards: {min(unknown)!r} is not one of {', '.join(REWARDS)}")
        self._entries: Iterator[Entry] = cycle([entries]) if isinstance(entries, Entry) else cycle(entries)
        self._rewards = {**REWARDS, **rewards}
        self._time = time
        self.reset()

    def reset(self) -> str:
        """Take the next puzzle, and return the observation."""
        self.entry = next(self._entries)
        puzzle = Puzzle.from_text(self.entry.puzzle)
        self._base = puzzle.to_text("iss")
        (self._rows, self._columns), (self._low, self._high) = puzzle.shape, puzzle.values
        self._is_classic = not puzzle.is_variant and self.entry.kind == "classic"
        masks = puzzle.allowed.flatten().tolist()
        self._values = [
            {value for value in range(self._low, self._high + 1) if mask >> (value - self._low) & 1} for mask in masks
        ]
        self._initial = [len(values) == 1 for values in self._values]
        return self.observation()

    def observation(self) -> str:
        """Return the prompt of the puzzle, followed by the moves that are true so far."""
        moves = self.moves()
        return self.entry.prompt if not moves else f"{self.entry.prompt}\n\nKnown so far: {', '.join(moves)}"

    def moves(self) -> list[str]:
        """Return the placed values and the eliminated candidates as moves."""
        every = set(range(self._low, self._high + 1))
        found = []
        for cell, values in enumerate(self._values):
            if self._initial[cell]:
                continue
            if len(values) == 1:
                found.append(f"{self._name(cell)}={min(values)}")
            else:
                found += [f"{self._name(cell)}<>{value}" for value in sorted(every - values)]
        return found

    def candidates(self) -> list[list[int]]:
        """Return the values that the moves so far leave for each cell, row by row."""
        return [sorted(values) for values in self._values]

    def step(self, move: str) -> Outcome:
        """Make a move such as `r4c7=5` or `r4c7<>5`."""
        found = _MOVE.fullmatch(text(move, "move").strip())
        if not found:
            return self._outcome("malformed", f"expected a move such as r4c7=5 or r4c7<>5, found {move.strip()[:40]!r}")
        row, column, value = (int(found[number]) for number in (1, 2, 4))
        if not (1 <= row <= self._rows and 1 <= column <= self._columns and self._low <= value <= self._high):
            bounds = f"rows 1 to {self._rows}, columns 1 to {self._columns}, values {self._low} to {self._high}"
            return self._outcome("malformed", f"{found[0]} is outside of the puzzle: {bounds}")
        cell = (row - 1) * self._columns + column - 1
        left = {value} if found[3] == "=" else self._values[cell] - {value}
        if left == self._values[cell]:
            return self._outcome("known", f"{found[0]} is known already")
        verdict = judge(self._state(), found[0].lower(), time=self._time)[0]
        if verdict.ruling in ("justified", "not-yet-justified"):
            self._values[cell] = left
        return self._outcome(verdict.ruling, verdict.text.rstrip(), verdict)

    def _outcome(self, ruling: str, words: str, verdict: Verdict | None = None) -> Outcome:
        solved = all(len(values) == 1 for values in self._values)
        known = ruling if ruling in self._rewards else "unknown"
        reward = self._rewards[known] + (self._rewards["solved"] if solved and verdict is not None else 0.0)
        return Outcome(self.observation(), reward, solved, ruling, verdict, words)

    def _name(self, cell: int) -> str:
        return f"r{cell // self._columns + 1}c{cell % self._columns + 1}"

    def _state(self) -> str:
        """Return the puzzle with what is known, as text that `judge` reads."""
        if self._is_classic:
            words = ["".join(map(str, sorted(values))) for values in self._values]
            return "\n".join(" ".join(words[first : first + 9]) for first in range(0, 81, 9))
        every = self._high - self._low + 1
        known = [
            f".~{self._name(cell).upper()}_" + "_".join(map(str, sorted(values)))
            for cell, values in enumerate(self._values)
            if len(values) < every
        ]
        return self._base + "".join(known)
