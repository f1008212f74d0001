"""Puzzles for training and for tests: each with a prompt, its solution, a rating, and the reasons of its steps."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._limits import U64, choice, flag, integer, seed_of, text
from ..bulk import canonical, rate
from ..logic import explain
from ..puzzle import Puzzle
from ..results import Status
from ..setter import Window, _window, generate
from ..variants import generate_variants

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Entry", "benchmark", "dataset", "to_arrow", "write_jsonl"]

Scale = Literal["farandole", "se", "hodoku", "minutes"]
"""The scale of a rating. Variants are rated on Farandole's own scale."""

Form = Literal["rules", "grid", "line"]
"""The form of a prompt: with the rules in words, as rows, or as one line of text."""

_LICENCE = "MIT OR Apache-2.0"

# Number of classic puzzles that are generated at once.
_CHUNK = 256

# Units of the scales of classic puzzles.
_UNITS = {"se": 10, "hodoku": 1, "minutes": 60}

# The kinds of variants of a benchmark, and its bands on Farandole's scale.
_KINDS = (
    "killer",
    "thermo",
    "arrow",
    "kropki",
    "xv",
    "sandwich",
    "little-killer",
    "skyscraper",
    "jigsaw-killer",
    "mixed",
)
_BANDS = (2.2, 2.6, 3.2, 4.0)
_PER_BAND = 2
# Number of puzzles of a kind among which those of each band are sought.
_SOUGHT = 40


@dataclass(frozen=True)
class Entry:
    """A puzzle with exactly one solution.

    Attributes
    ----------
    identity : str
        The call that generates the puzzle: kind, seed and attempt.
    kind : str
        `classic`, or the kind of variant.
    puzzle : str
        The puzzle as text that `farandole.Puzzle.from_text` reads.
    prompt : str
        The task in words.
    solution : tuple of int
        The values of all cells, row by row.
    rating : float or None
        The difficulty on the scale.
    scale : str
        The scale of the rating.
    canonical : str or None
        The canonical form of a classic puzzle. Equivalent puzzles have the same.
    path : str or None
        The steps of a solution path in English, one paragraph each.
    steps : list of dict or None
        The same steps, with the keys of the command line's JSON.
    licence, version : str
        The licence of the puzzle, and the version of Farandole, on which the puzzle depends.
    """

    identity: str
    kind: str
    puzzle: str
    prompt: str
    solution: tuple[int, ...]
    rating: float | None
    scale: str
    canonical: str | None
    path: str | None = field(repr=False)
    steps: list[dict[str, Any]] | None = field(repr=False)
    licence: str = _LICENCE
    version: str = _native.__version__

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return Puzzle.from_text(self.puzzle).shape

    @property
    def answer(self) -> str:
        """The solution as rows, in the form that the prompt asks for."""
        return "\n".join(_rows(self.solution, self.shape[1]))

    def messages(self) -> list[dict[str, str]]:
        """Return the task and its answer as messages of a chat. With a path, the answer begins with the steps."""
        told = self.answer if self.path is None else f"{self.path}\n\n{self.answer}"
        return [{"role": "user", "content": self.prompt}, {"role": "assistant", "content": told}]


def _rows(values: Iterable[int], columns: int) -> list[str]:
    """Return the rows of a grid: digits, or numbers with blanks if a value has two digits. An empty cell is a dot."""
    words = ["." if value < 0 else str(value) for value in values]
    gap = "" if max(map(len, words), default=1) == 1 else " "
    return [gap.join(words[first : first + columns]) for first in range(0, len(words), columns)]


def _prompt(puzzle: Puzzle, form: Form) -> str:
    """Return the task in words."""
    (rows, columns), (low, high) = puzzle.shape, puzzle.values
    if form == "line":
        return puzzle.to_text()
    givens = [-1] * (rows * columns)
    for cell, value in enumerate(puzzle.givens.flatten().tolist()):
        if value >= low and (low > 0 or not puzzle.is_variant):
            givens[cell] = value
    grid = "\n".join(_rows(givens, columns))
    if form == "grid":
        return grid
    numbers = "digits" if high < 10 else "numbers, with blanks between them"
    clues = [f"- {clue.removeprefix('.')}" for clue in puzzle.constraints]
    return "\n".join(
        [
            f"Fill each empty cell of this grid of {rows} rows and {columns} columns with a value from {low} to {high}.",
            *(f"- {rule}" for rule in puzzle.rules),
            *(["", "The clues, as kind, value and cells (R1C2 is row 1, column 2):", *clues] if clues else []),
            *_regions(puzzle),
            *(["", "The grid, with a dot for an empty cell:", grid] if max(givens) >= 0 else []),
            "",
            f"Answer with the {rows} rows of the solution, one per line, as {numbers}.",
        ]
    )


def _regions(puzzle: Puzzle) -> list[str]:
    """Return a map of the regions, unless they are the boxes of the classic grid."""
    regions, columns = puzzle.regions.flatten(), puzzle.shape[1]
    cells = np.arange(len(regions))
    if puzzle.shape == (9, 9) and np.array_equal(regions, cells // 27 * 3 + cells % 9 // 3):
        return []
    if not bool((regions >= 0).any()):
        return ["", "There are no regions."]
    letters = "".join("." if region < 0 else chr(ord("A") + region) for region in regions.tolist())
    rows = [letters[first : first + columns] for first in range(0, len(letters), columns)]
    return ["", "The regions, one letter for each:", *rows]


def dataset(
    kind: str = "classic",
    *,
    seed: SupportsIndex = 0,
    rating: Window = None,
    scale: Scale | None = None,
    technique: str | None = None,
    size: SupportsIndex = 9,
    text: Form = "rules",
    path: bool = False,
    threads: SupportsIndex | None = None,
) -> Iterator[Entry]:
    """Generate puzzles without end, each with exactly one solution.

    Equal arguments give equal puzzles in one version, with any number of threads. No two classic puzzles are equivalent.

    Parameters
    ----------
    kind : str, default "classic"
        `classic`, or a kind of `generate_variants`.
    seed : int, default 0
        Random seed.
    rating : float, (float or None, float or None), or None
        Range of the difficulty.
    scale : {"farandole", "se", "hodoku", "minutes"} or None
        The scale of the rating. `None` means `se` for classic puzzles and `farandole` for variants, which have no other.
    technique : str or None
        The id of a technique that each classic puzzle must require.
    size : int, default 9
        Number of rows of a variant.
    text : {"rules", "grid", "line"}
        The form of the prompt.
    path : bool, default False
        Add the steps of a solution path. Takes about a millisecond per puzzle, and more for variants.
    threads : int or None
        Number of threads; `None` for all cores.

    Yields
    ------
    Entry
        The puzzles. Take as many as needed, for example with `itertools.islice`.

    Examples
    --------
    >>> from itertools import islice
    >>> from farandole import envs
    >>> [entry.rating for entry in islice(envs.dataset(rating=(3.0, 4.0), seed=1), 3)]
    [3.0, 3.0, 3.4]
    """
    choice(text, "text", ("rules", "grid", "line"))
    with_path, start = flag(path, "path"), seed_of(seed)
    # The arguments are checked at once, not when the first puzzle is taken.
    if kind != "classic":
        if scale not in (None, "farandole") or technique is not None:
            raise ValueError(f"{kind}: variants are rated on the scale farandole, and no technique can be required")
        found = _variants(kind, start, rating, integer(size, "size", 2, 16), threads)
    else:
        if integer(size, "size", 2, 16) != 9:
            raise ValueError("size: classic puzzles have 9 rows")
        own = choice(scale or "se", "scale", ("farandole", "se", "hodoku", "minutes"))
        found = _classic(start, rating, own, technique, threads)
    return (_with_texts(entry, text, with_path) for entry in found)


def _seeds(seed: int) -> Iterator[int]:
    """Return the seeds of the parts of an endless list. Those of different lists differ."""
    return (int(np.random.SeedSequence([seed, part]).generate_state(1, np.uint64)[0]) for part in range(U64))


def _with_texts(entry: Entry, form: Form, with_path: bool) -> Entry:
    puzzle = Puzzle.from_text(entry.puzzle)
    texts: dict[str, Any] = {"prompt": _prompt(puzzle, form)}
    if with_path:
        found = explain(puzzle)
        texts["path"] = "\n".join(step.text.rstrip() for step in found.steps)
        texts["steps"] = list(found.data.get("steps", []))
    return Entry(**{**{name: getattr(entry, name) for name in Entry.__dataclass_fields__}, **texts})


def _classic(seed: int, rating: Window, scale: str, technique: str | None, threads: SupportsIndex | None) -> Iterator[Entry]:
    low, high = (None, None) if rating is None else _window(rating, "rating", 1)
    known: set[str] = set()
    rated = {"scale": scale, "rating": rating} if scale in ("se", "hodoku") else {}
    if not rated and technique is not None:
        rated = {"scale": "se"}
    for part in _seeds(seed):
        made = generate(_CHUNK, seed=part, technique=technique, threads=threads, **rated)  # type: ignore[arg-type]
        # Puzzles within a range are rated already.
        arrays: dict[str, NDArray[Any]] = {} if rating is None else {"se": made.er, "hodoku": made.score}
        if scale in arrays:
            ratings: list[float | None] = [number / _UNITS[scale] for number in arrays[scale].tolist()]
        else:
            ratings = _ratings(made.puzzles, scale, threads)
        classes = canonical(made.puzzles, threads=threads).boards
        for at, number in enumerate(ratings):
            form = "".join(map(str, classes[at].tolist()))
            if number is None or form in known or not (low or 0) <= number <= (high if high is not None else number):
                continue
            known.add(form)
            line = "".join(map(str, made.puzzles[at].tolist())).replace("0", ".")
            name = f"classic/{scale}/{seed}/{part}/{made.attempt[at]}"
            solution = tuple(made.solutions[at].tolist())
            yield Entry(name, "classic", line, "", solution, number, scale, form.replace("0", "."), None, None)


def _ratings(puzzles: Any, scale: str, threads: SupportsIndex | None) -> list[float | None]:
    """Return the ratings of classic puzzles, in the units of the scale."""
    if scale == "farandole":
        lines = ["".join(map(str, row)) for row in puzzles.tolist()]
        paths = explain(lines, threads=threads)
        return [None if isinstance(each, ValueError) else each.data.get("hardest") for each in paths]
    found = rate(puzzles, scale=scale, threads=threads)  # type: ignore[arg-type]
    arrays: dict[str, NDArray[Any]] = {"se": found.er, "hodoku": found.score, "minutes": found.seconds}
    numbers = arrays[scale]
    return [
        number / _UNITS[scale] if status == Status.RATED else None
        for number, status in zip(numbers.tolist(), found.status.tolist())
    ]


def _variants(kind: str, seed: int, rating: Window, size: int, threads: SupportsIndex | None) -> Iterator[Entry]:
    # Without a range, the puzzles would not be rated.
    window: Window = (None, None) if rating is None else rating
    known: set[str] = set()
    for part in _seeds(seed):
        (each,) = generate_variants(kind, seed=part, size=size, rating=window, threads=threads)
        line = each.puzzle.to_text()
        if line not in known:
            known.add(line)
            name = f"{kind}/{size}/{seed}/{part}/{each.attempt}"
            yield Entry(name, kind, line, "", each.solution, each.rating, "farandole", None, None, None)


def benchmark(month: str, *, threads: SupportsIndex | None = None) -> Iterator[Entry]:
    """Generate the variants of a month: ten kinds in five bands of difficulty, two of each.

    They are the same for everyone in one version of Farandole, and no model has seen those of a month to come. The bands end
    at the ratings 2.2, 2.6, 3.2 and 4.0. A band stays short if there are not enough puzzles of it among 40 of the kind.

    Parameters
    ----------
    month : str
        The month, such as `2026-12`.
    threads : int or None
        Number of threads; `None` for all cores.

    Yields
    ------
    Entry
        Up to 100 puzzles, with the rules and the clues in their prompts. All of them take minutes.
    """
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", text(month, "month")):
        raise ValueError(f"month is {month!r}, expected a year and a month such as 2026-12")
    seed = int(month.replace("-", ""))
    return (_with_texts(entry, "rules", False) for kind in _KINDS for entry in _of_bands(kind, seed, threads))


def _of_bands(kind: str, seed: int, threads: SupportsIndex | None) -> list[Entry]:
    """Return the first puzzles of each band, easiest first."""
    bands: list[list[Entry]] = [[] for _ in range(len(_BANDS) + 1)]
    for entry in islice(_variants(kind, seed, None, 9, threads), _SOUGHT):
        band = bands[sum((entry.rating or 0) > most for most in _BANDS)]
        if len(band) < _PER_BAND:
            band.append(entry)
        if all(len(each) == _PER_BAND for each in bands):
            break
    return [entry for band in bands for entry in band]


def _record(entry: Entry) -> dict[str, Any]:
    """Return the fields of an entry for a file."""
    return {**asdict(entry), "solution": list(entry.solution), "answer": entry.answer, "messages": entry.messages()}


def to_arrow(entries: Iterable[Entry]) -> pa.Table:
    """Return a table with one row per entry.

    Polars, pandas and the data sets of Hugging Face read it: `polars.from_arrow(table)`, `table.to_pandas()`,
    `datasets.Dataset(table)`.

    Returns
    -------
    pyarrow.Table
        The fields of `Entry`, `answer`, and `messages` for training on chats. `steps` is JSON.
    """
    import pyarrow as pa

    words = pa.string()
    types = {
        "solution": pa.list_(pa.uint8()),
        "rating": pa.float64(),
        "messages": pa.list_(pa.struct({"role": words, "content": words})),
    }
    names = [*Entry.__dataclass_fields__, "answer", "messages"]
    rows = [{**_record(entry), "steps": None if entry.steps is None else json.dumps(entry.steps)} for entry in entries]
    return pa.Table.from_pylist(rows, pa.schema([(name, types.get(name, words)) for name in names]))


def write_jsonl(entries: Iterable[Entry], path: Union[str, os.PathLike[str]]) -> int:
    """Write a file with one JSON object per entry, with the fields of `to_arrow`. Memory does not grow with their number.

    Returns
    -------
    int
        The number of entries.
    """
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        for entry in entries:
            file.write(json.dumps(_record(entry), ensure_ascii=False) + "\n")
            written += 1
    return written
