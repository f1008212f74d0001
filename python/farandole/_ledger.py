"""The ledger of a distributed search: an SQLite file with one row per piece of the job."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Union

__all__ = ["Ledger", "LedgerError"]

_FORMAT = 2
# Time to wait for a locked file, in seconds. Another driver may lock it while it writes the parts of a large job.
_PATIENCE = 60.0


class LedgerError(ValueError):
    """The ledger belongs to another job, or its contents do not match the job."""


class Ledger:
    """The pieces of a job in an SQLite file, with the results so far.

    Parameters
    ----------
    path : str or path
        The file. It is created if it does not exist.
    job : str
        The identity of the job. Different jobs must have different texts.
    pieces : callable
        Returns the tasks of the pieces. Called only if the file is new.

    Raises
    ------
    LedgerError
        If the file is not a ledger, or belongs to another job.
    """

    def __init__(self, path: Union[str, os.PathLike[str]], job: str, pieces: Callable[[], Sequence[bytes]]) -> None:
        self._connection = sqlite3.connect(os.fspath(path), timeout=_PATIENCE, isolation_level=None)
        try:
            self._open(os.fspath(path), job, pieces)
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._connection.close()
            raise

    def _open(self, path: str, job: str, pieces: Callable[[], Sequence[bytes]]) -> None:
        execute = self._connection.execute
        try:
            # With FULL, a commit is on disk when it returns.
            execute("PRAGMA synchronous = FULL")
            execute("BEGIN IMMEDIATE")
            execute("CREATE TABLE IF NOT EXISTS job (format INTEGER, name TEXT, output TEXT)")
            execute(
                "CREATE TABLE IF NOT EXISTS piece (number INTEGER PRIMARY KEY, state TEXT NOT NULL, task BLOB NOT NULL, "
                "result TEXT, hash TEXT)"
            )
            found = execute("SELECT format, name FROM job").fetchall()
        except sqlite3.Error as error:
            raise LedgerError(f"{path}: cannot open the ledger: {error}") from error
        if not found:
            rows = [(number, "open", task) for number, task in enumerate(pieces())]
            self._connection.executemany("INSERT INTO piece (number, state, task) VALUES (?, ?, ?)", rows)
            execute("INSERT INTO job (format, name) VALUES (?, ?)", (_FORMAT, job))
        elif found[0][0] != _FORMAT:
            raise LedgerError(f"{path}: the ledger has format {found[0][0]}, expected {_FORMAT}; start with a new ledger")
        elif found[0][1] != job:
            raise LedgerError(
                f"{path}: the ledger belongs to another job: {found[0][1]}. The job of this call: {job}. "
                "Use a separate ledger for each job"
            )
        execute("COMMIT")

    def open_pieces(self) -> list[tuple[int, bytes]]:
        """Return the number and the task of each piece without a result."""
        rows = self._connection.execute("SELECT number, task FROM piece WHERE state = 'open' ORDER BY number")
        return [(number, bytes(task)) for number, task in rows]

    def answers(self) -> list[tuple[int, str]]:
        """Return the number and the result of each finished piece."""
        rows = self._connection.execute("SELECT number, result FROM piece WHERE state = 'done' ORDER BY number")
        return [(number, result) for number, result in rows]

    def answer(self, number: int, result: str) -> None:
        """Record the result of a piece, unless it already has one."""
        self._connection.execute(
            "UPDATE piece SET state = 'done', result = ?, hash = ? WHERE number = ? AND state = 'open'",
            (result, self._hash(number, result), number),
        )

    def reopen(self, numbers: Iterable[int]) -> None:
        """Delete the results of some pieces, so that they are computed again."""
        self._connection.execute("BEGIN IMMEDIATE")
        rows = [(number,) for number in numbers]
        self._connection.executemany("UPDATE piece SET state = 'open', result = NULL, hash = NULL WHERE number = ?", rows)
        self._connection.execute("COMMIT")

    def results(self) -> list[str]:
        """Return the results in the order of the pieces.

        Raises
        ------
        LedgerError
            If a result is missing or has been changed.
        """
        rows = self._connection.execute("SELECT number, state, result, hash FROM piece ORDER BY number").fetchall()
        for number, state, result, digest in rows:
            if state != "done":
                raise LedgerError(f"piece {number} has no result")
            if digest != self._hash(number, result):
                raise LedgerError(f"the result of piece {number} has been changed")
        return [result for _, _, result, _ in rows]

    @property
    def output(self) -> str | None:
        """The hash of the output file; `None` until the file is complete."""
        (output,) = self._connection.execute("SELECT output FROM job").fetchone()
        return None if output is None else str(output)

    @output.setter
    def output(self, digest: str) -> None:
        self._connection.execute("UPDATE job SET output = ?", (digest,))

    def _hash(self, number: int, result: str) -> str:
        """Return the checksum of a result: a hash of the task and the result."""
        (task,) = self._connection.execute("SELECT task FROM piece WHERE number = ?", (number,)).fetchone()
        return hashlib.sha256(bytes(task) + b"\0" + result.encode()).hexdigest()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
