"""Distributed search: results are exact after kills of workers, raylets and the driver. Ray uses the loopback interface only."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import farandole
from cluster import namespace, strike
from conftest import EASY
from farandole.cover import Problem
from farandole.ray import Ledger, LedgerError

# Number of jobs of each kind in which a process is killed, and number of puzzles that a job rates.
KILLS = int(os.environ.get("FARANDOLE_RAY_KILLS", "1"))


def test_a_ledger_counts_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with Ledger(path, "job", lambda: [b"one", b"two"]) as ledger:
        ledger.answer(1, "5")
        ledger.answer(1, "7")
        assert ledger.open_pieces() == [(0, b"one")]
        with pytest.raises(LedgerError, match="piece 0 has no result"):
            ledger.results()
    with Ledger(path, "job", lambda: []) as ledger:
        ledger.answer(0, "1")
        assert ledger.results() == ["1", "5"]
        ledger._connection.execute("UPDATE piece SET result = '9' WHERE number = 0")
        with pytest.raises(LedgerError, match="the result of piece 0 has been changed"):
            ledger.results()
    with pytest.raises(LedgerError, match="belongs to another job"):
        Ledger(path, "other", lambda: [])


def test_an_incomplete_ledger_is_created_again(tmp_path: Path) -> None:
    def fails() -> list[bytes]:
        raise RuntimeError

    path = tmp_path / "ledger"
    with pytest.raises(RuntimeError):
        Ledger(path, "job", fails)
    with Ledger(path, "job", lambda: [b"one"]) as ledger:
        assert len(ledger.open_pieces()) == 1


DRIVER = """
import hashlib, sys, time
import ray
import farandole.ray
from farandole.cover import Problem

job, folder, temporary = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _temp_dir=temporary, logging_level="error",
    object_store_memory=100_000_000)
if job == "count":
    def slowly(task):
        time.sleep(0.05)
        return str(Problem.from_text(task).count())
    problem = Problem.from_text(open(f"{folder}/problem.dlx").read())
    print(farandole.ray.count(problem, f"{folder}/count.ledger", pieces=48, work=slowly))
else:
    farandole.ray.rate(f"{folder}/puzzles.parquet", f"{folder}/ratings.parquet", f"{folder}/rate.ledger", rows=ROWS)
    print(hashlib.sha256(open(f"{folder}/ratings.parquet", "rb").read()).hexdigest())
"""


def run(job: str, folder: Path, rng: random.Random, pieces: int, rows: int = 0) -> str:
    """Return the result of a job. Restarts it until it ends; one of its processes is killed after some finished pieces."""
    script = folder / "driver.py"
    script.write_text(DRIVER.replace("ROWS", str(rows)))
    inside = namespace()
    kind = rng.choice(["worker", "raylet", "driver"])
    for attempt in range(4):
        # The length of socket names is limited.
        temporary = f"/tmp/fr{os.getpid()}{rng.randrange(10**6)}"
        command = [*inside, sys.executable, str(script), job, str(folder), temporary]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            if attempt == 0:
                # Each of two workers has two parts in progress, so that some parts are still open.
                strike(process, kind, folder / f"{job}.ledger", rng.randint(1, pieces - 5))
            answer, _ = process.communicate(timeout=600)
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(temporary, ignore_errors=True)
        if process.returncode == 0 and answer:
            # After a kill of the raylet or the driver, the call must be repeated.
            assert (attempt > 0) == (kind != "worker")
            print(f"{job}: {kind} killed, {attempt + 1} starts")
            return answer.split()[-1]
    pytest.fail(f"no answer after a kill of the {kind}")


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_count_is_exact_whatever_dies(tmp_path: Path, seed: int) -> None:
    namespace()
    make = [sys.executable, "-m", "farandole", "cover", "make", "pentominoes", "6", "10"]
    text = subprocess.run(make, capture_output=True, text=True, check=True).stdout
    assert Problem.from_text(text).items == 72
    (tmp_path / "problem.dlx").write_text(text)
    answer = run("count", tmp_path, random.Random(seed), 40)
    assert answer == "9356"


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> tuple[Path, int, str]:
    """Return a file of puzzles, their number, and the hash of their ratings without kills."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    namespace()
    count = int(os.environ.get("FARANDOLE_RAY_ROWS", "4000"))
    column = ([*lines, "nonsense", EASY] * (count // len(lines) + 1))[:count]
    path = tmp_path_factory.mktemp("ratings") / "puzzles.parquet"
    pq.write_table(pa.table({"puzzle": column}), path, row_group_size=1500)
    expected = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_batches([farandole.rate(pa.array(column)).to_arrow()]).combine_chunks(), expected)
    return path, count, hashlib.sha256(expected.getvalue()).hexdigest()


@pytest.mark.parametrize("seed", range(KILLS))
def test_ratings_are_the_same_byte_for_byte(tmp_path: Path, seed: int, job: tuple[Path, int, str]) -> None:
    puzzles, count, expected = job
    os.link(puzzles, tmp_path / "puzzles.parquet")
    assert run("rate", tmp_path, random.Random(seed), 20, count // 20) == expected
    assert not [name for name in os.listdir(tmp_path) if name.startswith("ratings.parquet.")]
