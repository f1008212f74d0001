"""Data sets: one puzzle per class, parts without leakage, files; and the audit of leakage between two lists."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import farandole
import oracle
from conftest import EASY, SOLVED
from farandole import Status


@pytest.fixture(scope="module")
def puzzles() -> np.ndarray:
    """Return 120 puzzles, of which the last 60 are images of the first ones."""
    made = farandole.generate(60, seed=11).puzzles
    return np.concatenate([made, farandole.morph(made, seed=5).boards])


def classes(boards: np.ndarray) -> list[bytes]:
    return [board.tobytes() for board in farandole.canonical(boards).boards]


def test_each_class_occurs_once_with_its_answers(puzzles: np.ndarray) -> None:
    made = farandole.dataset(puzzles)
    assert made.row.tolist() == list(range(60)) and made.repeated.tolist() == [False] * 60 + [True] * 60
    assert np.array_equal(made.boards, puzzles[:60]) and made.paths is None
    assert [board.tobytes() for board in made.classes] == classes(puzzles[:60])
    found = farandole.solve(puzzles[:60])
    assert np.array_equal(made.grids, found.grids) and np.array_equal(made.guesses, found.guesses)
    assert np.array_equal(made.se.er, farandole.rate(puzzles[:60]).er)
    assert np.array_equal(made.hodoku.score, farandole.rate(puzzles[:60], scale="hodoku").score)
    for board, grid in zip(made.boards[:5].tolist(), made.grids[:5].tolist()):
        assert list(oracle.solutions(board, 9)) == [grid]


def test_parts_share_no_solution_whatever_is_added() -> None:
    """Many puzzles of few grids: a split of the puzzles at random would put each grid into both parts."""
    grids = farandole.solve(farandole.generate(40, seed=3).puzzles).grids
    many = np.concatenate([farandole.minimize(grids, seed=seed).boards for seed in range(6)])
    moved = farandole.morph(many, seed=9).boards
    made = farandole.dataset(moved, test_share=0.4)
    assert len(made) > 200 and 0 < made.test.sum() < len(made)
    first, second = made.boards[~made.test], made.boards[made.test]
    found = farandole.audit(first, second)
    assert (found.shared_puzzles, found.shared_solutions, found.compared) == (0, 0, len(made))
    forms = farandole.canonical(made.grids, form="grid").boards
    train, test = ({form.tobytes() for form in forms[chosen]} for chosen in (~made.test, made.test))
    assert not train & test and len(train | test) == 40
    # The part of a puzzle depends on no other puzzle.
    half = farandole.dataset(moved[::2], test_share=0.4)
    parts = dict(zip(map(bytes, made.classes), made.test))
    assert all(parts[bytes(form)] == test for form, test in zip(half.classes, half.test))
    for share, wanted in ((0, 0), (1, len(made))):
        assert farandole.dataset(moved, test_share=share).test.sum() == wanted


def test_the_command_makes_the_same_parts(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "farandole", "generate", "-n", "300", "--seed", "7", "--test-share", "0.3"]
    subprocess.run([*command, "--dataset", tmp_path / "set"], check=True, capture_output=True)
    rows = {
        part: [row for path in (tmp_path / "set").glob(f"{part}-*.csv") for row in csv.DictReader(path.open())]
        for part in ("train", "test")
    }
    made = farandole.dataset([row["puzzle"] for part in rows.values() for row in part], test_share=0.3)
    assert made.test.tolist() == [False] * len(rows["train"]) + [True] * len(rows["test"])
    assert made.guesses.tolist() == [int(row["guesses"]) for part in rows.values() for row in part]


def test_other_rows_have_a_status() -> None:
    rows = [None, EASY, "nonsense", "." * 81, SOLVED, EASY, "11" + "." * 79]
    made = farandole.dataset(rows)
    names = [Status(code).name for code in made.status]
    assert names == ["UNREADABLE", "OK", "UNREADABLE", "SEVERAL", "OK", "OK", "NONE"]
    assert made.row.tolist() == [1, 4] and np.flatnonzero(made.repeated).tolist() == [5]
    assert len(farandole.dataset([])) == 0
    with pytest.raises(farandole.ParseError, match="row 2"):
        farandole.dataset([EASY, EASY, "x"], strict=True)
    for share, error in (
        (1.5, ValueError),
        (-0.1, ValueError),
        ("0.1", TypeError),
        (True, TypeError),
        (float("nan"), ValueError),
    ):
        with pytest.raises(error, match="test_share"):
            farandole.dataset([EASY], test_share=share)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="paths is 'other'"):
        farandole.dataset([EASY], paths="other")  # type: ignore[arg-type]


def test_parquet_files_contain_the_data_set(tmp_path: Path, puzzles: np.ndarray) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    made = farandole.dataset(puzzles, test_share=0.3, paths="hodoku")
    names = made.write_parquet(tmp_path / "set", rows=20)
    manifest = json.loads((tmp_path / "set/manifest.json").read_text())
    assert sorted(path.name for path in (tmp_path / "set").iterdir()) == sorted(names)
    assert sum(part["puzzles"] for part in manifest["parts"]) == 60
    for part in manifest["parts"]:
        wanted = made.to_arrow(part["name"]).to_pylist()
        read = [row for name, _ in part["shards"] for row in pq.read_table(tmp_path / "set" / name).to_pylist()]
        assert read == wanted and len(read) == part["puzzles"]
        assert all(count <= 20 for _, count in part["shards"])
    row = made.to_arrow().to_pylist()[0]
    assert row["puzzle"] == "".join(map(str, puzzles[0])).replace("0", ".") and row["givens"] == (puzzles[0] > 0).sum()
    path = farandole.explain(row["puzzle"], scale="hodoku")
    assert json.loads(row["path_json"]) == path.data
    assert len(row["path"].splitlines()) == len(path.steps) == row["hodoku_steps"]
    assert row["path"].splitlines()[0].startswith(path.steps[0].text.split(".")[0])
    with pytest.raises(ValueError, match="is not empty"):
        made.write_parquet(tmp_path / "set")
    with pytest.raises(ValueError, match="part is 'dev'"):
        made.to_arrow("dev")  # type: ignore[arg-type]


def test_missing_ratings_are_null() -> None:
    pytest.importorskip("pyarrow")
    row = farandole.dataset([SOLVED]).to_arrow().to_pylist()[0]
    rated = farandole.rate([SOLVED]).status[0] == Status.RATED
    assert (row["er"] is not None) == rated and row["givens"] == 81


def test_an_audit_finds_images_and_shared_solutions(puzzles: np.ndarray) -> None:
    pytest.importorskip("pyarrow")
    first = puzzles[:30]
    # Images of puzzles, other puzzles of the same grids, puzzles of other grids.
    grids = farandole.solve(puzzles[30:50]).grids
    others = farandole.morph(farandole.minimize(grids, seed=4).boards, seed=8).boards
    second = np.concatenate([farandole.morph(puzzles[20:40], seed=2).boards, others])
    found = farandole.audit(np.concatenate([first, puzzles[30:50]]), second)
    assert found.same_puzzle[:20].tolist() == list(range(20, 40))
    assert found.same_solution[:20].tolist() == list(range(20, 40))
    assert found.same_solution[20:].tolist() == list(range(30, 50))
    assert found.shared_solutions == 30
    # The definition, with sets.
    shared = set(classes(np.concatenate([first, puzzles[30:50]]))) & set(classes(second))
    assert found.shared_puzzles == len(shared)
    assert found.to_arrow().num_rows == len(found) == 40
    none = farandole.audit(first, puzzles[30:40])
    assert (none.shared_puzzles, none.shared_solutions) == (0, 0) and set(none.same_puzzle.tolist()) == {-1}


def test_an_audit_reports_rows_that_it_cannot_compare() -> None:
    found = farandole.audit([EASY, "nonsense", SOLVED], ["." * 81, SOLVED, EASY[::-1], None])
    assert found.compared == 5 and str(found).endswith("5 of 7 rows compared")
    assert found.same_puzzle.tolist() == [-1, 2, 0, -1]
    # EASY and SOLVED have the same solution.
    assert found.same_solution.tolist() == [-1, 0, 0, -1]
    assert (found.shared_puzzles, found.shared_solutions) == (2, 1)
    assert [Status(code).name for code in found.status] == ["SEVERAL", "OK", "OK", "UNREADABLE"]
    # Puzzles with several solutions are compared as puzzles.
    assert farandole.audit(["." * 81], ["." * 81]).same_puzzle.tolist() == [0]
    for pair in (([], []), ([EASY], []), ([], [EASY])):
        assert farandole.audit(*pair).shared_puzzles == 0
