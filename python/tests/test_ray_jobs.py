"""The job that a ledger and an output file belong to: every call of `farandole.ray.rate` writes its own ratings.

The first part runs the pieces in this process, and calls may end at any point. The second part kills drivers and workers.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import farandole.ray
from cluster import namespace, strike
from conftest import EASY
from farandole import BudgetError
from farandole.cover import Problem
from farandole.ray import Ledger, LedgerError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

# Number of sequences of calls in this process; number of kills and of puzzles in the second part.
SEQUENCES = int(os.environ.get("FARANDOLE_RAY_SEQUENCES", "60"))
KILLS = int(os.environ.get("FARANDOLE_RAY_KILLS", "1"))
ROWS = int(os.environ.get("FARANDOLE_RAY_ROWS", "4000"))


class Died(BaseException):
    """Simulates a kill. The package does not catch it."""


class Crashes:
    """Ends a call at a random step, or not at all."""

    def __init__(self, rng: random.Random) -> None:
        self.left = rng.choice([None, None, rng.randrange(12)])

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Died


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Crashes], None]]:
    """Process pieces in this process. The returned function sets when a call is killed."""
    crashes = Crashes(random.Random(0))
    crashes.left = None

    def finish(ledger: Ledger, work: Callable[[bytes], str]) -> None:
        for number, task in ledger.open_pieces():
            crashes.step()
            result = work(task)
            crashes.step()
            ledger.answer(number, result)

    def fragile(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            crashes.step()
            result = function(*arguments, **named)
            crashes.step()
            return result

        return wrapped

    monkeypatch.setattr(farandole.ray, "_finish", finish)
    monkeypatch.setattr(farandole.ray, "_replace", fragile(farandole.ray._replace))
    monkeypatch.setattr(farandole.ray, "_join", fragile(farandole.ray._join))
    monkeypatch.setattr(farandole.ray.shutil, "rmtree", fragile(shutil.rmtree))

    def set_crashes(new: Crashes) -> None:
        crashes.left = new.left

    yield set_crashes


def write(path: Path, lines: list[str], column: str = "puzzle") -> None:
    pq.write_table(pa.table({column: lines}), path, row_group_size=7)


def expected(lines: list[str]) -> bytes:
    """Return the bytes of the file of ratings, computed directly."""
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_batches([farandole.rate(pa.array(lines, pa.string())).to_arrow()]).combine_chunks(), sink)
    return bytes(sink.getvalue())


def test_another_job_with_the_same_target_leaves_its_own_ratings(
    tmp_path: Path, alone: Callable[[Crashes], None], lines: list[str]
) -> None:
    one, other = lines[:20], lines[20:35]
    write(tmp_path / "p1", one)
    write(tmp_path / "p2", other)
    target = tmp_path / "o"
    for puzzles, ledger, wanted in (("p1", "l1", one), ("p2", "l2", other), ("p1", "l1", one), ("p2", "l2", other)):
        farandole.ray.rate(tmp_path / puzzles, target, tmp_path / ledger, rows=6)
        assert target.read_bytes() == expected(wanted)
    # A finished job whose file exists does nothing.
    before = target.stat().st_mtime_ns
    farandole.ray.rate(tmp_path / "p2", target, tmp_path / "l2", rows=6)
    assert target.stat().st_mtime_ns == before
    assert sorted(os.listdir(tmp_path)) == ["l1", "l2", "o", "p1", "p2"]


def test_a_ledger_of_another_job_is_refused(tmp_path: Path, alone: Callable[[Crashes], None], lines: list[str]) -> None:
    write(tmp_path / "p1", lines[:10])
    write(tmp_path / "p2", lines[1:11])
    pq.write_table(pa.table({"puzzle": lines[:10], "board": lines[:10]}), tmp_path / "p3")

    def rate(puzzles: str = "p1", target: str = "o", **named: Any) -> None:
        farandole.ray.rate(tmp_path / puzzles, tmp_path / target, tmp_path / "l", **{"rows": 4, **named})

    rate()
    for named in ({"puzzles": "p2"}, {"target": "o2"}, {"scale": "hodoku"}, {"rows": 5}):
        with pytest.raises(LedgerError, match="the ledger belongs to another job"):
            rate(**named)
        assert (tmp_path / "o").read_bytes() == expected(lines[:10]) and not (tmp_path / "o2").exists()
    # A job is identified by the contents of the puzzles, not by their path.
    os.rename(tmp_path / "p1", tmp_path / "moved")
    os.remove(tmp_path / "o")
    rate("moved")
    assert (tmp_path / "o").read_bytes() == expected(lines[:10])
    with pytest.raises(ValueError, match="three different files"):
        farandole.ray.rate(tmp_path / "p2", tmp_path / "p2", tmp_path / "l2")
    with pytest.raises(ValueError, match="has no column 'other', expected one of puzzle, board"):
        farandole.ray.rate(tmp_path / "p3", tmp_path / "o3", tmp_path / "l3", column="other")
    (tmp_path / "text").write_text("not a ledger" * 100)
    with pytest.raises(LedgerError, match="cannot open the ledger"):
        farandole.ray.rate(tmp_path / "p2", tmp_path / "o2", tmp_path / "text")


def test_puzzles_that_change_during_a_job_are_noticed(
    tmp_path: Path, alone: Callable[[Crashes], None], lines: list[str]
) -> None:
    write(tmp_path / "p", lines[:10])
    write(tmp_path / "other", lines[10:20])
    job = farandole.ray._pieces(str(tmp_path / "p"), "puzzle", [], 4)
    with pytest.raises(LedgerError, match="has changed since the job started"):
        farandole.ray._rate_piece(str(tmp_path / "other"), str(tmp_path), "puzzle", [], "se", 4, job[1])


def test_key_columns_are_kept(tmp_path: Path, alone: Callable[[Crashes], None], lines: list[str]) -> None:
    names = [f"n{number}" for number in range(20)]
    table = pa.table({"id": list(range(20))[::-1], "puzzle": lines[:20], "name": names})
    pq.write_table(table, tmp_path / "p", row_group_size=3)
    farandole.ray.rate(tmp_path / "p", tmp_path / "o", tmp_path / "l", keep=["name", "id"], rows=7)
    written = pq.read_table(tmp_path / "o")
    assert written.column_names[:3] == ["name", "id", "er"]
    assert written["id"].to_pylist() == list(range(20))[::-1] and written["name"].to_pylist() == names
    assert written["er"].to_pylist() == farandole.rate(lines[:20]).er.tolist()
    with pytest.raises(LedgerError, match="the ledger belongs to another job"):
        farandole.ray.rate(tmp_path / "p", tmp_path / "o", tmp_path / "l", keep=["id"], rows=7)
    with pytest.raises(ValueError, match="has no column 'key', expected one of id, puzzle, name"):
        farandole.ray.rate(tmp_path / "p", tmp_path / "o2", tmp_path / "l2", keep=["key"])
    with pytest.raises(TypeError, match="expected a list of names"):
        farandole.ray.rate(tmp_path / "p", tmp_path / "o2", tmp_path / "l2", keep="id")


def test_an_empty_file_has_empty_ratings(tmp_path: Path, alone: Callable[[Crashes], None]) -> None:
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), tmp_path / "p")
    farandole.ray.rate(tmp_path / "p", tmp_path / "o", tmp_path / "l")
    assert pq.read_table(tmp_path / "o").num_rows == 0


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_any_sequence_of_calls_and_crashes(
    tmp_path: Path, alone: Callable[[Crashes], None], lines: list[str], seed: int
) -> None:
    rng = random.Random(seed)
    inputs = [lines[:20], lines[20:33], [*lines[:6], "nonsense", EASY]]
    wanted = list(map(expected, inputs))
    for number, column in enumerate(inputs):
        write(tmp_path / f"p{number}", column)
    # The job of each ledger, which is that of its first call.
    jobs: dict[int, tuple[int, int]] = {}
    finished = 0
    for _ in range(14):
        which, target, ledger = rng.randrange(3), rng.randrange(2), rng.randrange(4)
        alone(Crashes(rng))
        arguments = (tmp_path / f"p{which}", tmp_path / f"o{target}", tmp_path / f"l{ledger}")
        is_of_another = jobs.setdefault(ledger, (which, target)) != (which, target)
        try:
            farandole.ray.rate(*arguments, rows=5)
            assert not is_of_another and arguments[1].read_bytes() == wanted[which]
            finished += 1
        except LedgerError:
            assert is_of_another
        except Died:
            pass
        hurt = rng.random()
        if hurt < 0.15 and arguments[1].exists():
            arguments[1].unlink()
        elif hurt < 0.3 and arguments[1].exists():
            arguments[1].write_bytes(b"something else")
        elif hurt < 0.5:
            for part in tmp_path.glob("*.parts/*"):
                if rng.random() < 0.5:
                    part.unlink() if rng.random() < 0.5 else part.write_bytes(b"torn")
    for ledger, (which, target) in jobs.items():
        crashes = Crashes(rng)
        crashes.left = None
        alone(crashes)
        farandole.ray.rate(tmp_path / f"p{which}", tmp_path / f"o{target}", tmp_path / f"l{ledger}", rows=5)
        assert (tmp_path / f"o{target}").read_bytes() == wanted[which]


def test_a_count_belongs_to_its_problem(tmp_path: Path, alone: Callable[[Crashes], None]) -> None:
    one = Problem(3, [[0, 1], [2], [0], [1, 2]])
    other = Problem(3, [[0, 1], [2], [0], [1, 2], [0, 1, 2]])
    ledger = tmp_path / "ledger"
    assert farandole.ray.count(one, ledger, pieces=2) == one.count() == 2
    for problem, pieces in ((other, 2), (one, 3)):
        with pytest.raises(LedgerError, match="the ledger belongs to another job"):
            farandole.ray.count(problem, ledger, pieces=pieces)
    assert farandole.ray.count(one, ledger, pieces=2) == 2
    # More decimal digits than Python turns into an integer.
    many = Problem(0, [], secondary=0)
    large = 10**5000
    assert farandole.ray.count(many, tmp_path / "large", work=lambda _: hex(large)) % large == 0


def test_a_count_that_gives_up_is_not_a_result(tmp_path: Path, alone: Callable[[Crashes], None]) -> None:
    def gives_up(task: bytes) -> str:
        raise BudgetError("gave up")

    problem = Problem(3, [[0, 1], [2], [0], [1, 2]])
    with pytest.raises(BudgetError):
        farandole.ray.count(problem, tmp_path / "ledger", work=gives_up)
    assert farandole.ray.count(problem, tmp_path / "ledger") == 2


DRIVER = """
import sys
import ray
import farandole.ray

puzzles, target, ledger, rows, temporary = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _temp_dir=temporary, logging_level="error",
    object_store_memory=100_000_000)
farandole.ray.rate(puzzles, target, ledger, rows=int(rows))
print("finished")
"""


class Job:
    """A call of `rate` in a separate process, which can be killed and restarted."""

    def __init__(self, folder: Path, puzzles: str, target: str, ledger: str) -> None:
        script = folder / "driver.py"
        script.write_text(DRIVER)
        self.ledger = folder / ledger
        paths = [str(folder / name) for name in (puzzles, target, ledger)]
        self.command = [*namespace(), sys.executable, str(script), *paths, str(ROWS // 40)]
        self.process: subprocess.Popen[str] | None = None
        self.temporary = ""

    def start(self, rng: random.Random) -> None:
        # The length of socket names is limited.
        self.temporary = f"/tmp/fr{os.getpid()}{rng.randrange(10**6)}"
        command = [*self.command, self.temporary]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def strike(self, kind: str, wanted: int) -> None:
        assert self.process is not None
        strike(self.process, kind, self.ledger, wanted)

    def end(self) -> bool:
        """Wait for the end. Return True if the call returned."""
        assert self.process is not None
        try:
            answer, _ = self.process.communicate(timeout=600)
            return self.process.returncode == 0 and "finished" in answer
        finally:
            self.process.kill()
            self.process.wait()
            shutil.rmtree(self.temporary, ignore_errors=True)

    def finish(self, rng: random.Random) -> None:
        for _ in range(3):
            self.start(rng)
            if self.end():
                return
        pytest.fail("the call does not return")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> tuple[Path, dict[str, str]]:
    """Return two files of puzzles and the hashes of their ratings."""
    namespace()
    folder = tmp_path_factory.mktemp("jobs")
    hashes = {}
    for name, column in (("p1", [*lines, EASY]), ("p2", [*reversed(lines), "nonsense"])):
        column = (column * (ROWS // len(column) + 1))[:ROWS]
        pq.write_table(pa.table({"puzzle": column}), folder / name, row_group_size=1500)
        hashes[name] = hashlib.sha256(expected(column)).hexdigest()
    assert hashes["p1"] != hashes["p2"]
    return folder, hashes


@pytest.mark.parametrize("seed", range((KILLS + 3) // 4))
def test_interleaved_jobs_have_their_own_ratings(tmp_path: Path, seed: int, files: tuple[Path, dict[str, str]]) -> None:
    """Kill four times per seed: two concurrent jobs with different targets, then two successive ones with the same target."""
    folder, hashes = files
    for name in hashes:
        os.link(folder / name, tmp_path / name)
    rng = random.Random(seed)

    def found(target: str) -> str:
        return hashlib.sha256((tmp_path / target).read_bytes()).hexdigest()

    def kind() -> str:
        return rng.choice(["driver", "driver", "worker"])

    # Concurrent jobs with different targets, alternating between one input and two.
    second = rng.choice(["p1", "p2"])
    jobs = [Job(tmp_path, "p1", "o1", "l1"), Job(tmp_path, second, "o2", "l2")]
    for job in jobs:
        job.start(rng)
    for job in jobs:
        job.strike(kind(), rng.randint(1, 30))
    # Ray replaces a killed worker; a killed driver must be restarted.
    for job in jobs:
        if not job.end():
            job.finish(rng)
    assert (found("o1"), found("o2")) == (hashes["p1"], hashes[second])
    # Successive jobs with the same target.
    one, other = Job(tmp_path, "p1", "o", "l3"), Job(tmp_path, "p2", "o", "l4")
    for job in (one, other):
        job.start(rng)
        job.strike("driver", rng.randint(1, 30))
        job.end()
    for job, name in ((one, "p1"), (other, "p2"), (one, "p1")):
        job.finish(rng)
        assert found("o") == hashes[name]
    assert not list(tmp_path.glob("*.parts"))
