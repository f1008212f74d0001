"""Split searches on a Ray cluster, exact whatever dies.

A job is cut into pieces that do not depend on each other. Workers answer them in any order; the driver alone writes to a
ledger, an SQLite file with a row for each piece: its state, its result and a hash of both. A piece is answered when its row
is committed, and never again. Whoever dies (worker, node or driver), the same call with the same ledger goes on with the
pieces that are open; so nothing is lost and nothing is counted twice.

Source: a write-ahead log with idempotent tasks, as in Gray and Reuter, Transaction Processing, chapters 9 and 10.

>>> import farandole.cover, farandole.ray                                                     # doctest: +SKIP
>>> farandole.ray.count(farandole.cover.Problem.from_text(text), "pentominoes.ledger")      # doctest: +SKIP
9356
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Union

from . import bulk
from .cover import Problem

__all__ = ["Ledger", "LedgerError", "count", "rate"]

_FORMAT = 1


class LedgerError(ValueError):
    """A ledger is of another job, or a row of it has changed since it was written."""


class Ledger:
    """The pieces of a job in an SQLite file, with the answers so far.

    Parameters
    ----------
    path
        The file. It is made if it is not there.
    job
        What the job is, in words that are equal for equal jobs. `LedgerError` if the file is of another one.
    pieces
        Makes the pieces when the file is new.
    """

    def __init__(
        self, path: Union[str, os.PathLike[str]], job: str, pieces: Callable[[], Sequence[bytes]]
    ) -> None:
        self._connection = sqlite3.connect(os.fspath(path), isolation_level=None)
        execute = self._connection.execute
        # A commit is on the disk when it returns.
        execute("PRAGMA synchronous = FULL")
        execute("BEGIN IMMEDIATE")
        try:
            execute("CREATE TABLE IF NOT EXISTS job (format INTEGER, name TEXT)")
            execute(
                "CREATE TABLE IF NOT EXISTS piece (number INTEGER PRIMARY KEY, state TEXT NOT NULL, task BLOB NOT NULL, "
                "result TEXT, hash TEXT)"
            )
            found = execute("SELECT format, name FROM job").fetchall()
            if not found:
                rows = [(number, "open", task) for number, task in enumerate(pieces())]
                self._connection.executemany("INSERT INTO piece (number, state, task) VALUES (?, ?, ?)", rows)
                execute("INSERT INTO job VALUES (?, ?)", (_FORMAT, job))
            elif found != [(_FORMAT, job)]:
                raise LedgerError(f"the ledger is of the job {found[0][1]!r}, expected {job!r}")
        except BaseException:
            execute("ROLLBACK")
            self._connection.close()
            raise
        execute("COMMIT")

    def open_pieces(self) -> list[tuple[int, bytes]]:
        """Number and task of the pieces without an answer."""
        rows = self._connection.execute("SELECT number, task FROM piece WHERE state = 'open' ORDER BY number")
        return [(number, bytes(task)) for number, task in rows]

    def answer(self, number: int, result: str) -> None:
        """Keeps the answer for a piece, unless it has one."""
        self._connection.execute(
            "UPDATE piece SET state = 'done', result = ?, hash = ? WHERE number = ? AND state = 'open'",
            (result, self._hash(number, result), number),
        )

    def results(self) -> list[str]:
        """The answers, piece by piece. `LedgerError` if one is missing or has changed."""
        rows = self._connection.execute("SELECT number, state, result, hash FROM piece ORDER BY number").fetchall()
        for number, state, result, digest in rows:
            if state != "done":
                raise LedgerError(f"piece {number} has no answer")
            if digest != self._hash(number, result):
                raise LedgerError(f"the answer for piece {number} has changed")
        return [result for _, _, result, _ in rows]

    def _hash(self, number: int, result: str) -> str:
        """The certificate of an answer: a hash of the task and the answer."""
        (task,) = self._connection.execute("SELECT task FROM piece WHERE number = ?", (number,)).fetchone()
        return hashlib.sha256(bytes(task) + b"\0" + result.encode()).hexdigest()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _finish(ledger: Ledger, work: Callable[[bytes], str]) -> None:
    """Has all open pieces answered by tasks of Ray, and keeps each answer as it comes."""
    import ray as module

    # Not all of its functions have types.
    ray: Any = module
    # A task whose worker or node dies is started again; one that raises is not.
    task = ray.remote(max_retries=-1, retry_exceptions=False)(work)
    todo: Iterator[tuple[int, bytes]] = iter(ledger.open_pieces())
    running: dict[Any, int] = {}
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    while True:
        while len(running) < most and (piece := next(todo, None)) is not None:
            number, payload = piece
            running[task.remote(payload)] = number
        if not running:
            return
        ready, _ = ray.wait(list(running), num_returns=1)
        for reference in ready:
            ledger.answer(running.pop(reference), ray.get(reference))


def _count_piece(task: bytes) -> str:
    return str(Problem.from_text(task).count())


def count(
    problem: Problem,
    ledger: Union[str, os.PathLike[str]],
    *,
    pieces: int = 64,
    work: Callable[[bytes], str] = _count_piece,
) -> int:
    """The number of solutions of an exact cover problem, by about `pieces` tasks on the Ray cluster that is connected.

    `work` answers one piece, the JSON of a problem, with a number in decimal digits.
    """
    job = f"count {problem.fingerprint:016x} pieces {pieces}"

    def split() -> list[bytes]:
        return [piece.problem.to_json().encode() for piece in problem.split(pieces)]

    with Ledger(ledger, job, split) as kept:
        _finish(kept, work)
        return sum(map(int, kept.results()))


def rate(
    puzzles: Union[str, os.PathLike[str]],
    ratings: Union[str, os.PathLike[str]],
    ledger: Union[str, os.PathLike[str]],
    *,
    column: str = "puzzle",
    scale: Literal["se", "hodoku"] = "se",
    rows: int = 10_000,
) -> None:
    """Rates the puzzles of a Parquet file into another one, row for row, on the Ray cluster that is connected.

    Every task rates `rows` rows. All nodes must see both files: each piece is written beside `ratings`, under the name that
    its hash gives it, and the pieces are joined in order. The file is the same byte for byte whatever happened on the way.
    """
    import pyarrow.parquet as pq

    source, target = os.path.abspath(puzzles), os.path.abspath(ratings)
    count = pq.ParquetFile(source).metadata.num_rows
    with open(source, "rb") as file:
        print_ = hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else _digest(file)
    job = f"rate {print_} column {column!r} scale {scale} rows {rows}"

    def split() -> list[bytes]:
        places = range(0, count, rows)
        return ["\0".join([source, column, scale, str(first), str(rows), target]).encode() for first in places]

    with Ledger(ledger, job, split) as kept:
        _finish(kept, _rate_piece)
        _join([f"{target}.{digest}" for digest in kept.results()], target)


def _digest(file: Any) -> str:
    digest = hashlib.sha256()
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()


def _rate_piece(task: bytes) -> str:
    import pyarrow as pa
    import pyarrow.parquet as pq

    source, column, scale, first, count, target = task.decode().split("\0")
    skip, wanted = int(first), int(count)
    parts = []
    file = pq.ParquetFile(source)
    for group in range(file.metadata.num_row_groups):
        length = file.metadata.row_group(group).num_rows
        if skip < length and wanted > 0:
            part = file.read_row_group(group, columns=[column])[column].slice(skip, wanted)
            parts += part.chunks
            wanted -= len(part)
        skip = max(0, skip - length)
    batch = bulk.rate(pa.chunked_array(parts), scale=scale, threads=1).to_arrow()  # type: ignore[arg-type]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_batches([batch]), sink)
    data = sink.getvalue()
    digest = hashlib.sha256(data).hexdigest()
    _replace(f"{target}.{digest}", data)
    return digest


def _join(parts: list[str], target: str) -> None:
    """Writes the pieces as one file and removes them; where the file is there and they are not, that was done before."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if os.path.exists(target) and not all(map(os.path.exists, parts)):
        return
    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables([pq.read_table(part) for part in parts]).combine_chunks(), sink)
    _replace(target, sink.getvalue())
    for part in set(parts):
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)


def _replace(path: str, data: Any) -> None:
    """Writes a file as a whole: a reader sees all of it or none."""
    part = f"{path}.{os.getpid()}.part"
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
