"""The ledger of a split search: an SQLite file with a row for each piece of the job."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Union

__all__ = ["Ledger", "LedgerError"]

_FORMAT = 2
# Another driver may hold the file while it writes the pieces of a large job.
_PATIENCE = 60.0


class LedgerError(ValueError):
    """A ledger belongs to another job, or its contents no longer fit the job."""


class Ledger:
    """The pieces of a job in an SQLite file, with the answers so far.

    Parameters
    ----------
    path
        The file. It is created if it does not exist.
    job
        The identity of the job: text that is equal for equal jobs only. `LedgerError` if the file belongs to another one.
    pieces
        Returns the tasks of the pieces; called when the file is new.
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
            # A commit is on the disk when it returns.
            execute("PRAGMA synchronous = FULL")
            execute("BEGIN IMMEDIATE")
            execute("CREATE TABLE IF NOT EXISTS job (format INTEGER, name TEXT, output TEXT)")
            execute(
                "CREATE TABLE IF NOT EXISTS piece (number INTEGER PRIMARY KEY, state TEXT NOT NULL, task BLOB NOT NULL, "
                "result TEXT, hash TEXT)"
            )
            found = execute("SELECT format, name FROM job").fetchall()
        except sqlite3.Error as error:
            raise LedgerError(f"{path}: not a ledger that can be opened: {error}") from error
        if not found:
            rows = [(number, "open", task) for number, task in enumerate(pieces())]
            self._connection.executemany("INSERT INTO piece (number, state, task) VALUES (?, ?, ?)", rows)
            execute("INSERT INTO job (format, name) VALUES (?, ?)", (_FORMAT, job))
        elif found[0][0] != _FORMAT:
            raise LedgerError(f"{path}: the ledger has format {found[0][0]}, expected {_FORMAT}; start with a new ledger")
        elif found[0][1] != job:
            raise LedgerError(
                f"{path}: the ledger belongs to another job. It is of: {found[0][1]}. This call is: {job}. "
                "Use a ledger of its own for each job"
            )
        execute("COMMIT")

    def open_pieces(self) -> list[tuple[int, bytes]]:
        """Returns number and task of the pieces without an answer."""
        rows = self._connection.execute("SELECT number, task FROM piece WHERE state = 'open' ORDER BY number")
        return [(number, bytes(task)) for number, task in rows]

    def answers(self) -> list[tuple[int, str]]:
        """Returns number and answer of the pieces that have one."""
        rows = self._connection.execute("SELECT number, result FROM piece WHERE state = 'done' ORDER BY number")
        return [(number, result) for number, result in rows]

    def answer(self, number: int, result: str) -> None:
        """Keeps the answer for a piece, unless it has one."""
        self._connection.execute(
            "UPDATE piece SET state = 'done', result = ?, hash = ? WHERE number = ? AND state = 'open'",
            (result, self._hash(number, result), number),
        )

    def reopen(self, numbers: Iterable[int]) -> None:
        """Drops the answers for these pieces, so that they are computed again."""
        self._connection.execute("BEGIN IMMEDIATE")
        rows = [(number,) for number in numbers]
        self._connection.executemany("UPDATE piece SET state = 'open', result = NULL, hash = NULL WHERE number = ?", rows)
        self._connection.execute("COMMIT")

    def results(self) -> list[str]:
        """Returns the answers in the order of the pieces. `LedgerError` if one is missing or has changed."""
        rows = self._connection.execute("SELECT number, state, result, hash FROM piece ORDER BY number").fetchall()
        for number, state, result, digest in rows:
            if state != "done":
                raise LedgerError(f"piece {number} has no answer")
            if digest != self._hash(number, result):
                raise LedgerError(f"the answer for piece {number} has changed")
        return [result for _, _, result, _ in rows]

    @property
    def output(self) -> str | None:
        """The hash of the file that the answers were joined to; `None` until that is done."""
        (output,) = self._connection.execute("SELECT output FROM job").fetchone()
        return None if output is None else str(output)

    @output.setter
    def output(self, digest: str) -> None:
        self._connection.execute("UPDATE job SET output = ?", (digest,))

    def _hash(self, number: int, result: str) -> str:
        """Returns the certificate of an answer: a hash of the task and the answer."""
        (task,) = self._connection.execute("SELECT task FROM piece WHERE number = ?", (number,)).fetchone()
        return hashlib.sha256(bytes(task) + b"\0" + result.encode()).hexdigest()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
