"""Split searches on a Ray cluster: exact after kills of workers, nodes and the driver.

A job is cut into independent pieces. Workers answer them in any order; only the driver writes to the ledger, an SQLite file
with a row for each piece: its state, its result and a hash of both. A piece is answered when its row is committed. After a
kill, the same call with the same ledger continues with the open pieces, so nothing is lost and nothing is counted twice.

A ledger belongs to one job: the same input (by content), the same options, and the same output file. Another call with it
raises `LedgerError`.

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
from collections.abc import Callable, Iterator
from typing import Any, Literal, Union

from . import bulk
from ._ledger import Ledger, LedgerError
from ._limits import U32, choice, integer
from ._native import __version__
from .cover import Problem

__all__ = ["Ledger", "LedgerError", "count", "rate"]

_Path = Union[str, "os.PathLike[str]"]


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
    """Returns the number of solutions of an exact cover problem, by about `pieces` tasks on the connected Ray cluster.

    `work` answers one piece, the JSON of a problem, with its number of solutions in decimal digits, or in hexadecimal digits
    after `0x`.
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
    scale: Literal["se", "hodoku"] = "se",
    rows: int = 10_000,
) -> None:
    """Rates the puzzles of a Parquet file into another one, row for row, on the connected Ray cluster.

    When the call returns, `ratings` has the answers of this call: a file that another job has left there is replaced. A call
    whose job is finished and whose file is unchanged returns at once. The file is the same byte for byte whatever was killed
    on the way.

    Every task rates `rows` rows. All nodes must see the files: pieces are kept in a folder next to `ratings`, which has its
    name and ends in `.parts`, until they are joined in order.

    Raises
    ------
    LedgerError
        If the ledger belongs to another job (other puzzles, options or `ratings`), or if the puzzles change during the call.
    """
    source, target = os.path.realpath(puzzles), os.path.realpath(ratings)
    if len({source, target, os.path.realpath(ledger)}) < 3:
        raise ValueError("puzzles, ratings and ledger: expected three different files")
    wanted = integer(rows, "rows", 1, U32)
    scale_ = choice(scale, "scale", ("se", "hodoku"))
    job = (
        f"rate column {column!r} of the Parquet file {_sha256_of(source)} on the scale {scale_}, {wanted} rows a piece, "
        f"version {__version__}, into {target}"
    )
    folder = f"{target}.{_sha256(os.fsencode(job))[:16]}.parts"

    def work(task: bytes) -> str:
        return _rate_piece(source, folder, column, scale_, wanted, task)

    with Ledger(ledger, job, lambda: _pieces(source, column, wanted)) as kept:
        if not _is_file(target, kept.output):
            try:
                os.makedirs(folder, exist_ok=True)
                kept.reopen(_lost(kept, folder))
                _finish(kept, work)
                kept.output = _join([_part(folder, digest) for digest in kept.results()], target)
            except FileNotFoundError:
                # Another driver with the same ledger has finished the job and removed the pieces.
                if not _is_file(target, kept.output):
                    raise
        shutil.rmtree(folder, ignore_errors=True)


def _is_file(path: str, digest: str | None) -> bool:
    """Returns true if there is a file and it has this hash."""
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
    """Returns the numbers of the pieces that have an answer but no file any more, or a damaged one."""
    return [number for number, digest in ledger.answers() if not _is_file(_part(folder, digest), digest)]


def _pieces(source: str, column: str, rows: int) -> list[bytes]:
    """Returns the tasks: each has its first row, and a hash of its puzzles by which a worker sees that they are the same."""
    import pyarrow.parquet as pq

    file = pq.ParquetFile(source)
    if column not in file.schema_arrow.names:
        raise ValueError(f"{source} has no column {column!r}, expected one of {', '.join(file.schema_arrow.names)}")
    tasks: list[bytes] = []
    waiting: list[Any] = []

    def cut() -> None:
        tasks.append(json.dumps([len(tasks) * rows, _print(waiting[:rows])]).encode())
        del waiting[:rows]

    for batch in file.iter_batches(batch_size=rows, columns=[column]):
        waiting += batch.column(0).to_pylist()
        while len(waiting) >= rows:
            cut()
    if waiting or not tasks:
        cut()
    return tasks


def _print(puzzles: list[Any]) -> str:
    """Returns a hash of some puzzles."""
    return _sha256(repr(puzzles).encode(errors="surrogatepass"))


def _rate_piece(source: str, folder: str, column: str, scale: str, count: int, task: bytes) -> str:
    import pyarrow as pa
    import pyarrow.parquet as pq

    first, expected = json.loads(task)
    skip, wanted = first, count
    parts = []
    file = pq.ParquetFile(source)
    kind = file.schema_arrow.field(column).type
    for group in range(file.metadata.num_row_groups):
        length = file.metadata.row_group(group).num_rows
        if skip < length and wanted > 0:
            part = file.read_row_group(group, columns=[column])[column].slice(skip, wanted)
            parts += part.chunks
            wanted -= len(part)
        skip = max(0, skip - length)
    puzzles = pa.chunked_array(parts, kind)
    if _print(puzzles.to_pylist()) != expected:
        raise LedgerError(f"{source} has changed since the job began")
    batch = bulk.rate(puzzles, scale=scale, threads=1).to_arrow()  # type: ignore[arg-type]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_batches([batch]), sink)
    data = sink.getvalue()
    digest = _sha256(data)
    _replace(_part(folder, digest), data)
    return digest


def _join(parts: list[str], target: str) -> str:
    """Writes the pieces as one file and returns its hash."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables([pq.read_table(part) for part in parts]).combine_chunks(), sink)
    data = sink.getvalue()
    _replace(target, data)
    return _sha256(data)


def _replace(path: str, data: Any) -> None:
    """Writes a file as a whole: a reader sees all of it or none. Several processes on several machines may write it."""
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
