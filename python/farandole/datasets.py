"""Data sets for machine learning: one puzzle per class, parts without leakage, and an audit of leakage between lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._inputs import Puzzles, Table, refuse, table
from ._limits import U32, choice, flag, integer, share_of, thread_count
from .bulk import rate
from .logic import Guide
from .results import HODOKU_LEVELS, Ratings, Status, _batch, _cells

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Audit", "Dataset", "audit", "dataset"]

Part = Literal["train", "test"]
"""A part of a data set."""

_PARTS: tuple[Part, Part] = ("train", "test")


@dataclass(frozen=True, eq=False)
class Dataset:
    """The result of `dataset`: m puzzles of different classes, from n rows.

    Attributes
    ----------
    row : uint64, shape (m,)
        The row of each puzzle in the input, in ascending order.
    boards : uint8, shape (m, 81)
        The puzzles, 0 for an empty cell.
    classes : uint8, shape (m, 81)
        The canonical form of each puzzle.
    grids : uint8, shape (m, 81)
        The solutions.
    guesses : int64, shape (m,)
        The guesses of the bulk solver, as in `Solutions`.
    test : bool, shape (m,)
        True for puzzles of the test part.
    se, hodoku : Ratings
        The ratings on both scales.
    paths : tuple of str, or None
        The solution path of each puzzle, the object that `farandole explain --json` prints.
    status : uint8, shape (n,)
        The status of each row of the input: `Status.OK` for proper puzzles, otherwise as in `CanonicalForms`.
    repeated : bool, shape (n,)
        True for proper puzzles whose class occurs in an earlier row. They are not part of the data set.
    """

    row: NDArray[np.uint64]
    boards: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    grids: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    test: NDArray[np.bool_]
    se: Ratings
    hodoku: Ratings
    paths: tuple[str, ...] | None
    status: NDArray[np.uint8]
    repeated: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.row)

    def to_arrow(self, part: Part | None = None) -> pa.RecordBatch:
        """Return a record batch with one row per puzzle.

        Parameters
        ----------
        part : {"train", "test"} or None
            The part to return; `None` for both.

        Returns
        -------
        pyarrow.RecordBatch
            `row`, `class`, `puzzle`, `solution`, `givens`, `guesses`, `part`; `er`, `ep`, `ed` and `se_steps` (Sudoku
            Explainer, in tenths); `score`, `level` and `hodoku_steps` (HoDoKu). Ratings are null if a puzzle was not rated.
            With paths, also `path` (English, a step per line) and `path_json`.
        """
        import pyarrow as pa

        every = np.ones(len(self), np.bool_)
        columns: dict[str, Any] = {
            "row": self.row,
            "class": _cells(self.classes, every),
            "puzzle": _cells(self.boards, every),
            "solution": _cells(self.grids, every),
            "givens": np.count_nonzero(self.boards, axis=1).astype(np.uint8),
            "guesses": self.guesses,
            "part": [_PARTS[number] for number in self.test.astype(np.uint8).tolist()],
        }
        se, hodoku = self.se.status != Status.RATED, self.hodoku.status != Status.RATED
        for name in ("er", "ep", "ed"):
            columns[name] = pa.array(getattr(self.se, name), mask=se)
        columns["se_steps"] = pa.array(self.se.steps, mask=se)
        columns["score"] = pa.array(self.hodoku.score, mask=hodoku)
        columns["level"] = pa.array(np.array(HODOKU_LEVELS, object)[self.hodoku.level], pa.string(), mask=hodoku)
        columns["hodoku_steps"] = pa.array(self.hodoku.steps, mask=hodoku)
        if self.paths is not None:
            columns["path"] = pa.array(map(_text_of, self.paths), pa.large_string())
            columns["path_json"] = pa.array(self.paths, pa.large_string())
        columns["part"] = pa.array(columns["part"], pa.string())
        batch = _batch(**columns)
        if part is None:
            return batch
        return batch.filter(pa.array(self.test == (choice(part, "part", _PARTS) == "test")))

    def write_parquet(self, folder: Union[str, os.PathLike[str]], *, rows: SupportsIndex = 100_000) -> list[str]:
        """Write the data set as Parquet files, with a manifest.

        The files are `train-00000.parquet`, `test-00000.parquet` and so on, with the columns of `to_arrow`. The manifest
        `manifest.json` lists them with their number of puzzles. It is written last.

        Parameters
        ----------
        folder : str or path
            The folder. It is created if it does not exist, and must be empty.
        rows : int, default 100000
            Maximum number of puzzles per file.

        Returns
        -------
        list of str
            The names of the files in the folder.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        most = integer(rows, "rows", 1, U32)
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder):
            raise ValueError(f"{os.fspath(folder)} is not empty")
        batch = self.to_arrow()
        names: list[str] = []
        parts: list[dict[str, object]] = []
        for part in _PARTS:
            chosen = batch.filter(pa.array(self.test == (part == "test")))
            shards: list[tuple[str, int]] = []
            for first in range(0, len(chosen), most):
                shard = chosen.slice(first, most)
                name = f"{part}-{len(shards):05}.parquet"
                pq.write_table(pa.Table.from_batches([shard]), os.path.join(folder, name))
                shards.append((name, len(shard)))
            names += [name for name, _ in shards]
            parts.append({"name": part, "puzzles": len(chosen), "shards": shards})
        manifest = {
            "schema": 1,
            "version": _native.__version__,
            "columns": batch.schema.names,
            "class": "min-lex form of the puzzle",
            "parted_by": "class of the solution",
            "parts": parts,
        }
        with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file)
            file.write("\n")
        return [*names, "manifest.json"]


@dataclass(frozen=True, eq=False)
class Audit:
    """The result of `audit`: the rows of a second list of n puzzles, compared with a first one of m puzzles.

    Attributes
    ----------
    same_puzzle : int64, shape (n,)
        The first row of the first list with an equivalent puzzle; -1 if there is none.
    same_solution : int64, shape (n,)
        The first row of the first list with an equivalent solution; -1 if there is none, and for puzzles without a unique
        solution.
    first_status : uint8, shape (m,)
        `Status.OK` for proper puzzles; `SEVERAL` or `NONE`, for which only the puzzles are compared; `UNREADABLE` or
        `UNSUPPORTED` for rows that are not compared.
    status : uint8, shape (n,)
        The same for the second list.
    shared_puzzles, shared_solutions : int
        The number of classes of puzzles and of solutions that occur in both lists.
    """

    same_puzzle: NDArray[np.int64]
    same_solution: NDArray[np.int64]
    first_status: NDArray[np.uint8]
    status: NDArray[np.uint8]
    shared_puzzles: int
    shared_solutions: int

    @property
    def compared(self) -> int:
        """Number of rows of both lists that were compared."""
        return sum(int(np.isin(each, _COMPARED).sum()) for each in (self.first_status, self.status))

    def __len__(self) -> int:
        return len(self.status)

    def __str__(self) -> str:
        rows = len(self.first_status) + len(self.status)
        return (
            f"{self.shared_puzzles} shared classes of puzzles, {self.shared_solutions} shared classes of solutions; "
            f"{self.compared} of {rows} rows compared"
        )

    def to_arrow(self) -> pa.RecordBatch:
        """Return a record batch of n rows with `same_puzzle` and `same_solution` (null if there is none), and `status`."""
        import pyarrow as pa

        puzzle = pa.array(self.same_puzzle, mask=self.same_puzzle < 0)
        solution = pa.array(self.same_solution, mask=self.same_solution < 0)
        return _batch(same_puzzle=puzzle, same_solution=solution, status=self.status)


_COMPARED = np.array([Status.OK, Status.SEVERAL, Status.NONE], np.uint8)


def dataset(
    puzzles: Puzzles,
    *,
    test_share: SupportsFloat = 0.1,
    paths: Guide | None = None,
    threads: SupportsIndex | None = None,
    strict: bool = False,
) -> Dataset:
    """Make a data set for machine learning from classic 9x9 puzzles.

    The data set contains the first proper puzzle of each class, in the order of the input. Puzzles whose solutions are
    equivalent are all in the training part or all in the test part. The parts therefore share neither a puzzle nor a
    solution up to symmetry. The part of a puzzle is selected by a hash of the class of its solution, as in
    `farandole generate --dataset`. It does not depend on other puzzles, so a puzzle stays in its part when others are
    added later.

    Parameters
    ----------
    puzzles, threads, strict
        As for `solve`.
    test_share : float, default 0.1
        Expected share of the classes of solutions in the test part, from 0 to 1.
    paths : {"farandole", "se", "hodoku"} or None
        Add solution paths with this order of techniques; `None` for no paths.

    Returns
    -------
    Dataset
        The puzzles with their classes, solutions, ratings and parts.

    Notes
    -----
    The result is held in memory: about 400 bytes per puzzle, and about 20 kilobytes with paths.

    Examples
    --------
    >>> import farandole
    >>> puzzles = farandole.generate(50, seed=7).puzzles
    >>> images = farandole.morph(puzzles, seed=1).boards
    >>> made = farandole.dataset(np.concatenate([puzzles, images]), test_share=0.2)
    >>> len(made), int(made.repeated.sum())
    (50, 50)
    >>> train, test = made.to_arrow("train"), made.to_arrow("test")
    >>> print(farandole.audit(train["puzzle"], test["puzzle"]))
    0 shared classes of puzzles, 0 shared classes of solutions; 50 of 50 rows compared
    """
    strict, share, threads_ = flag(strict, "strict"), share_of(test_share, "test_share"), thread_count(threads)
    guide = None if paths is None else choice(paths, "paths", ("farandole", "se", "hodoku"))
    rows = table(puzzles, 9)
    classes = _Classes(rows, threads_)
    refuse(strict, rows, classes.status)
    proper = np.flatnonzero(classes.status == Status.OK)
    _, first = np.unique(_keys(classes.puzzles[proper]), return_index=True)
    row = proper[np.sort(first)]
    repeated = classes.status == Status.OK
    repeated[row] = False
    boards = _native.cells(rows.rows, rows.text, 9)[row]
    return Dataset(
        row.astype(np.uint64),
        boards,
        classes.puzzles[row],
        classes.grids[row],
        classes.guesses[row],
        _native.in_test_part(classes.solutions[row], share),
        rate(boards, scale="se", threads=threads_),
        rate(boards, scale="hodoku", threads=threads_),
        None if guide is None else tuple(_paths(boards, guide, threads_)),
        classes.status,
        repeated,
    )


def audit(first: Puzzles, second: Puzzles, *, threads: SupportsIndex | None = None) -> Audit:
    """Find the puzzles of a second list that are equivalent to puzzles of a first one, or have equivalent solutions.

    Two puzzles or solutions are equivalent if a symmetry maps one to the other. A model that was trained on the first list
    can recognize such puzzles in the second one.

    Parameters
    ----------
    first, second, threads
        As for `solve`: classic 9x9 puzzles or complete grids.

    Returns
    -------
    Audit
        For each row of the second list, the row of the first one that it repeats.

    Examples
    --------
    >>> import farandole
    >>> train = farandole.generate(40, seed=7).puzzles
    >>> other = np.concatenate([farandole.morph(train[:5], seed=3).boards, farandole.generate(5, seed=8).puzzles])
    >>> found = farandole.audit(train, other)
    >>> found.shared_puzzles, found.shared_solutions, found.same_puzzle.tolist()
    (5, 5, [0, 1, 2, 3, 4, -1, -1, -1, -1, -1])
    """
    one, other = (_Classes(table(puzzles, 9), thread_count(threads)) for puzzles in (first, second))
    readable = np.isin(one.status, _COMPARED), np.isin(other.status, _COMPARED)
    proper = one.status == Status.OK, other.status == Status.OK
    same_puzzle, shared_puzzles = _matches(one.puzzles, readable[0], other.puzzles, readable[1])
    same_solution, shared_solutions = _matches(one.solutions, proper[0], other.solutions, proper[1])
    return Audit(same_puzzle, same_solution, one.status, other.status, shared_puzzles, shared_solutions)


class _Classes:
    """The classes of puzzles and of their solutions; rows of zeros if there is none."""

    def __init__(self, rows: Table, threads: int | None) -> None:
        self.puzzles, _, self.status = _native.canonical(rows.rows, rows.text, "puzzle", threads)
        self.grids = np.empty((rows.height, 81), np.uint8)
        status, solutions, exact, _, guesses = _native.solve(rows.rows, rows.text, 9, "auto", 2, None, threads, self.grids)
        self.guesses = guesses.view(np.int64)
        unique = (solutions == 1) & exact
        proper = np.flatnonzero(unique & (self.status == Status.OK))
        self.solutions = np.zeros_like(self.puzzles)
        self.solutions[proper] = _native.canonical(self.grids[proper], False, "grid", threads)[0]
        # Puzzles with several solutions or none have a form, too.
        improper = (self.status == Status.OK) & ~unique
        self.status[improper] = status[improper]


def _keys(boards: NDArray[np.uint8]) -> NDArray[np.bytes_]:
    """Return rows of 81 cells as texts, which numpy can sort."""
    return np.ascontiguousarray(boards).view("S81").reshape(-1)


def _matches(
    first: NDArray[np.uint8], in_first: NDArray[np.bool_], second: NDArray[np.uint8], in_second: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], int]:
    """Return the first equal row of `first` for each row of `second`, or -1, and the number of common values."""
    rows = np.flatnonzero(in_first)
    known, place = np.unique(_keys(first[rows]), return_index=True)
    found = np.full(len(second), -1, np.int64)
    wanted = np.flatnonzero(in_second)
    if not len(known) or not len(wanted):
        return found, 0
    keys = _keys(second[wanted])
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    equal = known[at] == keys
    found[wanted[equal]] = rows[place[at[equal]]]
    return found, len(np.unique(at[equal]))


def _paths(boards: NDArray[np.uint8], guide: str, threads: int | None) -> Iterator[str]:
    """Return the solution paths as JSON, in order."""
    for first in range(0, len(boards), _CHUNK):
        lines = ["".join(map(str, board)) for board in boards[first : first + _CHUNK].tolist()]
        for path in _native.explain(lines, guide, (None, None), (None, None), threads):
            if isinstance(path, ValueError):
                raise path
            yield path


_CHUNK = 1024
"""Number of puzzles whose paths are found together."""


def _text_of(path: str) -> str:
    """Return the steps of a path in English, a step per line."""
    steps = json.loads(path).get("steps", [])
    return "\n".join(" ".join(step["text"].split()) for step in steps)
