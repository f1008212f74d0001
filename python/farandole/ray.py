"""Fault-tolerant distributed search on a Ray cluster.

A job is split into independent pieces. Workers process them in any order. Only the driver writes to the ledger, an SQLite
file with one row per piece: its state, its result, and a hash of task and result. A piece is finished when its row is
committed. If a worker, a node or the driver is killed, the same call with the same ledger resumes with the open pieces. No
result is lost or counted twice.

A ledger belongs to one job: the same input (by content), the same options, and the same output file. Using it for another
job raises `LedgerError`.

Source: a write-ahead log with idempotent tasks, as in Gray and Reuter, Transaction Processing, chapters 9 and 10.

>>> import farandole.cover, farandole.ray                                                     # doctest: +SKIP
>>> farandole.ray.count(farandole.cover.Problem.from_text(text), "pentominoes.ledger")      # doctest: +SKIP
9356
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Union

from . import bulk
from ._ledger import Ledger, LedgerError
from ._limits import U32, choice, integer
from ._native import __version__
from .cover import Problem
from .results import SCALES, Scale

__all__ = ["Ledger", "LedgerError", "count", "rate"]

_Path = Union[str, "os.PathLike[str]"]


def _finish(ledger: Ledger, work: Callable[[bytes], str]) -> None:
    """Run all open pieces as Ray tasks, and record each result as it arrives."""
    import ray as module

    # Ray is only partly typed.
    ray: Any = module
    # A task is retried if its worker or node dies, but not if it raises an exception.
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
    # Python limits the length of decimal numbers, not that of hexadecimal ones.
    return hex(Problem.from_text(task).count())


def _number(result: str) -> int:
    return int(result, 16) if result.startswith("0x") else int(result)


def count(
    problem: Problem,
    ledger: _Path,
    *,
    pieces: int = 64,
    work: Callable[[bytes], str] = _count_piece,
) -> int:
    """Count the solutions of an exact cover problem on the connected Ray cluster.

    Parameters
    ----------
    problem : farandole.cover.Problem
        The problem.
    ledger : str or path
        The file of the ledger. It is created if it does not exist.
    pieces : int, default 64
        Approximate number of tasks.
    work : callable
        Processes one piece: takes the JSON of a problem, and returns its number of solutions in decimal digits, or in
        hexadecimal digits after `0x`.

    Returns
    -------
    int
        The number of solutions.

    Raises
    ------
    LedgerError
        If the ledger belongs to another job.
    """
    number = integer(pieces, "pieces", 1, U32)
    job = f"count the problem {_sha256(problem.to_json().encode())} in {number} pieces"

    def split() -> list[bytes]:
        return [piece.problem.to_json().encode() for piece in problem.split(number)]

    with Ledger(ledger, job, split) as kept:
        _finish(kept, work)
        return sum(map(_number, kept.results()))


def rate(
    puzzles: _Path,
    ratings: _Path,
    ledger: _Path,
    *,
    column: str = "puzzle",
    keep: Sequence[str] = (),
    scale: Scale = "se",
    rows: int = 10_000,
) -> None:
    """Rate the puzzles of a Parquet file on the connected Ray cluster, and write the ratings to another one, row by row.

    When the call returns, `ratings` contains the results of this job. A file of another job is replaced. If the job is
    already finished and its file is unchanged, the call returns immediately. Failures do not change the file: it is the
    same byte for byte.

    All nodes must have access to the files. Partial results are stored in a folder next to `ratings`, whose name ends with
    `.parts`, until they are joined in order.

    Parameters
    ----------
    puzzles : str or path
        The Parquet file with the puzzles.
    ratings : str or path
        The Parquet file to write.
    ledger : str or path
        The file of the ledger. It is created if it does not exist.
    column : str, default "puzzle"
        The column with the puzzles.
    keep : list of str, default ()
        Columns to copy to `ratings`, before the columns of `Ratings.to_arrow`, such as a key.
    scale : {"se", "hodoku", "w", "b", "minutes"}
        The difficulty scale.
    rows : int, default 10000
        Number of rows per task.

    Raises
    ------
    LedgerError
        If the ledger belongs to another job (other puzzles, options or `ratings`), or if the puzzles change during the call.
    """
    source, target = os.path.realpath(puzzles), os.path.realpath(ratings)
    if len({source, target, os.path.realpath(ledger)}) < 3:
        raise ValueError("expected three different files for puzzles, ratings and ledger")
    wanted = integer(rows, "rows", 1, U32)
    scale_ = choice(scale, "scale", tuple(SCALES))
    if isinstance(keep, str) or not isinstance(keep, Sequence) or not all(isinstance(name, str) for name in keep):
        raise TypeError("keep: expected a list of names of columns")
    kept_columns = list(keep)
    job = (
        f"rate column {column!r} with {kept_columns} of the Parquet file {_sha256_of(source)} on the scale {scale_}, {wanted} rows per piece, "
        f"version {__version__}, into {target}"
    )
    folder = f"{target}.{_sha256(os.fsencode(job))[:16]}.parts"

    def work(task: bytes) -> str:
        return _rate_piece(source, folder, column, kept_columns, scale_, wanted, task)

    with Ledger(ledger, job, lambda: _pieces(source, column, kept_columns, wanted)) as kept:
        if not _is_file(target, kept.output):
            try:
                os.makedirs(folder, exist_ok=True)
                kept.reopen(_lost(kept, folder))
                _finish(kept, work)
                kept.output = _join([_part(folder, digest) for digest in kept.results()], target)
            except FileNotFoundError:
                # Another driver with the same ledger has finished the job and removed the parts.
                if not _is_file(target, kept.output):
                    raise
        shutil.rmtree(folder, ignore_errors=True)


def _is_file(path: str, digest: str | None) -> bool:
    """Return True if the file exists and has this hash."""
    return digest is not None and os.path.exists(path) and _sha256_of(path) == digest


def _sha256(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()


def _sha256_of(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _part(folder: str, digest: str) -> str:
    return os.path.join(folder, digest)


def _lost(ledger: Ledger, folder: str) -> list[int]:
    """Return the numbers of the finished pieces whose file is missing or damaged."""
    return [number for number, digest in ledger.answers() if not _is_file(_part(folder, digest), digest)]


def _pieces(source: str, column: str, keep: list[str], rows: int) -> list[bytes]:
    """Return the tasks. Each has its first row, and a hash of its rows so that workers detect changes of the file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(source)
    names = file.schema_arrow.names
    for name in (column, *keep):
        if name not in names:
            raise ValueError(f"{source} has no column {name!r}, expected one of {', '.join(names)}")
    clash = sorted(set(keep) & {"er", "ep", "ed", "score", "level", "steps", "status"})
    if clash:
        raise ValueError(f"keep: {clash[0]!r} is the name of a column with ratings")
    tasks: list[bytes] = []
    columns = list(dict.fromkeys((column, *keep)))
    waiting = file.schema_arrow.empty_table().select(columns)

    def cut(table: Any) -> Any:
        tasks.append(json.dumps([len(tasks) * rows, _print(table[:rows])]).encode())
        return table[rows:]

    for batch in file.iter_batches(batch_size=rows, columns=columns):
        waiting = pa.concat_tables([waiting, pa.Table.from_batches([batch]).select(columns)])
        while len(waiting) >= rows:
            waiting = cut(waiting)
    if len(waiting) or not tasks:
        cut(waiting)
    return tasks


def _print(rows: Any) -> str:
    """Return a hash of some rows."""
    return _sha256(repr(rows.to_pydict()).encode(errors="surrogatepass"))


def _rate_piece(source: str, folder: str, column: str, keep: list[str], scale: str, count: int, task: bytes) -> str:
    import pyarrow as pa
    import pyarrow.parquet as pq

    first, expected = json.loads(task)
    skip, wanted = first, count
    file = pq.ParquetFile(source)
    columns = list(dict.fromkeys((column, *keep)))
    parts = [file.schema_arrow.empty_table().select(columns)]
    for group in range(file.metadata.num_row_groups):
        length = file.metadata.row_group(group).num_rows
        if skip < length and wanted > 0:
            part = file.read_row_group(group, columns=columns).select(columns).slice(skip, wanted)
            parts.append(part)
            wanted -= len(part)
        skip = max(0, skip - length)
    rows = pa.concat_tables(parts)
    if _print(rows) != expected:
        raise LedgerError(f"{source} has changed since the job started")
    batch = bulk.rate(rows[column], scale=scale, threads=1).to_arrow()  # type: ignore[arg-type]
    ratings = pa.Table.from_batches([batch])
    written = pa.Table.from_arrays(
        [*rows.select(keep).columns, *ratings.columns],
        schema=pa.schema([*rows.select(keep).schema, *ratings.schema]),
    )
    sink = pa.BufferOutputStream()
    pq.write_table(written.combine_chunks(), sink)
    data = sink.getvalue()
    digest = _sha256(data)
    _replace(_part(folder, digest), data)
    return digest


def _join(parts: list[str], target: str) -> str:
    """Write the pieces to one file, and return its hash."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables([pq.read_table(part) for part in parts]).combine_chunks(), sink)
    data = sink.getvalue()
    _replace(target, data)
    return _sha256(data)


def _replace(path: str, data: Any) -> None:
    """Write a file atomically. Several processes on several machines may write it at the same time."""
    part = f"{path}.{uuid.uuid4().hex}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
        raise
