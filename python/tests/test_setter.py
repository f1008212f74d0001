"""Generated puzzles: they equal those of the command line, and pass the oracle and the other functions of the package."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farandole
from conftest import EASY, SOLVED
from farandole import Puzzle, Status


def command(*arguments: str, stdin: str = "") -> list[str]:
    run = [sys.executable, "-m", "farandole", *arguments]
    return subprocess.run(run, input=stdin, capture_output=True, text=True).stdout.splitlines()


def text(board: Any) -> str:
    return "".join(map(str, board)).replace("0", ".")


def judge(made: farandole.Generated) -> None:
    found = farandole.solve(made.puzzles)
    assert found.unique.all() and np.array_equal(found.grids, made.solutions)


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({}, []),
        ({"givens": (23, 24), "symmetry": "180"}, ["--givens", "23..24", "--symmetry", "180"]),
        ({"rating": (2.0, 3.0)}, ["--rating", "2.0..3.0"]),
        ({"rating": (300, 400), "scale": "hodoku"}, ["--rating", "300..400", "--scale", "hodoku"]),
        ({"technique": "x-wing"}, ["--technique", "x-wing"]),
        ({"givens": 30, "minimal": "no"}, ["--givens", "30", "--minimal", "no"]),
        ({"size": 6, "symmetry": "h", "minimal": "orbits"}, ["--size", "6", "--symmetry", "h", "--minimal", "orbits"]),
        ({"boxes": (2, 4)}, ["--boxes", "2x4"]),
        ({"diagonals": True}, ["--diagonals"]),
        ({"windoku": True}, ["--windoku"]),
        ({"layout": "random", "size": 6}, ["--layout", "random", "--size", "6"]),
        ({"unbiased": True}, ["--unbiased"]),
    ],
)
def test_puzzles_are_those_of_the_command_line(wishes: dict[str, Any], words: list[str]) -> None:
    made = farandole.generate(3, seed=5, threads=2, **wishes)
    printed = [json.loads(line) for line in command("generate", "-n", "3", "--seed", "5", "--json", *words)]
    assert len(made) == 3 and made.tries > 0
    assert made.attempt.tolist() == [record["attempt"] for record in printed]
    for row, record in enumerate(printed):
        assert text(made.solutions[row]) == record["solution"]
        assert text(made.puzzles[row]) in record["puzzle"]
        assert (made.puzzles[row] > 0).sum() == sum(cell > 0 for cell in made.puzzles[row].tolist())
        rating = record.get("rating") or {}
        assert made.er[row] == round(10 * rating.get("er", 0)) and made.score[row] == rating.get("score", 0)
        assert made.weight[row] == pytest.approx(record.get("weight", 1))
        shape: dict[str, Any] = {"diagonals": wishes.get("diagonals", False), "boxes": wishes.get("boxes")}
        if made.regions is not None:
            shape["regions"] = made.regions[row]
        if "windoku" in wishes:
            corners = (10, 14, 46, 50)
            shape["extra_regions"] = [[c + 9 * r + k for r in range(3) for k in range(3)] for c in corners]
        one = Puzzle(made.puzzles[row], **shape).solve()
        assert one.unique and one.grid is not None
        assert one.grid.reshape(-1).tolist() == made.solutions[row].tolist()
    assert made.to_arrow().num_rows == 3


def test_patterns_grids_and_layouts_are_kept() -> None:
    pattern = np.array([cell != "." for cell in EASY]).reshape(9, 9)
    made = farandole.generate(2, pattern=pattern, minimal="no")
    judge(made)
    assert np.array_equal(made.puzzles > 0, np.tile(pattern.reshape(-1), (2, 1)))
    again = farandole.generate(2, pattern="".join("x" if cell else "." for cell in pattern.reshape(-1)), minimal="no")
    assert np.array_equal(made.puzzles, again.puzzles)
    made = farandole.generate(2, grids=[EASY])
    judge(made)
    assert [text(grid) for grid in made.solutions] == [SOLVED] * 2
    jigsaw = Puzzle([0] * 16, regions=[0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 2, 3, 2, 3, 3, 3])
    made = farandole.generate(2, layout=jigsaw)
    assert made.regions is not None and np.array_equal(made.regions[0], jigsaw.regions.reshape(-1))
    assert np.array_equal(farandole.generate(2, layout=Puzzle("." * 81)).puzzles, farandole.generate(2).puzzles)


def test_equal_seeds_give_equal_puzzles_whatever_the_threads() -> None:
    one, three = (farandole.generate(50, seed=9, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.puzzles, three.puzzles) and np.array_equal(one.attempt, three.attempt)
    judge(one)
    assert one.minimal.all() and (farandole.minimize(one.puzzles, seed=3).boards == one.puzzles).all()
    assert not np.array_equal(one.puzzles, farandole.generate(50, seed=10).puzzles)


def test_the_limit_of_tries_is_respected() -> None:
    few = farandole.generate(1000, givens=17, tries=2000)
    assert len(few) < 1000 and few.tries == 2000 and few.rejected["number of givens"] > 1000
    assert farandole.generate(10**9, time=0.05).tries < 10**9


@pytest.mark.parametrize(
    "wishes",
    [
        {"count": 0},
        {"seed": -1},
        {"tries": 0},
        {"time": -1.0},
        {"threads": 0},
        {"givens": (30, 20)},
        {"givens": (1, 2, 3)},
        {"symmetry": "x"},
        {"minimal": "x"},
        {"technique": "x"},
        {"scale": "hodoku", "ep": 3},
        {"size": 1},
        {"size": 26},
        {"boxes": (3, 3), "size": 6},
        {"layout": "x"},
        {"layout": [0] * 15},
        {"layout": "random", "diagonals": True},
        {"windoku": True, "size": 6},
        {"pattern": "x"},
        {"pattern": "x" * 81, "size": 6},
        {"grids": ["." * 81]},
        {"grids": ["nonsense"]},
        {"rating": 3.0, "size": 6},
        {"unbiased": True, "givens": 22},
    ],
)
def test_contradictory_conditions_are_refused(wishes: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        farandole.generate(**wishes)


@settings(max_examples=15)
@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 80), max_size=6))
def test_minimized_puzzles_lose_what_they_can(seed: int, keep: set[int]) -> None:
    mixed = [EASY, "nonsense", "." * 81, "11" + "." * 79, SOLVED, None]
    found = farandole.minimize(mixed, seed=seed, keep=keep, threads=2)
    names = [Status(code).name for code in found.status]
    assert names == ["OK", "UNREADABLE", "SEVERAL", "NONE", "OK", "UNREADABLE"]
    for row in (0, 4):
        board = found.boards[row]
        given = [0 if cell == "." else int(cell) for cell in (EASY, SOLVED)[row // 4]]
        kept = np.flatnonzero(board)
        assert all(board[cell] == given[cell] for cell in kept)
        assert {cell for cell in keep if given[cell]} <= set(kept.tolist())
        less = np.tile(board, (len(kept), 1))
        less[np.arange(len(kept)), kept] = 0
        alone = farandole.solve(less).unique
        assert farandole.solve(board[None]).unique.all()
        assert set(kept[alone].tolist()) <= keep
    assert not found.boards[[1, 2, 3, 5]].any() and found.to_arrow()["board"].null_count == 4


def test_minimizing_is_that_of_the_command_line() -> None:
    printed = command("minimize", "--seed", "4", stdin=f"{EASY}\n{SOLVED}\n")
    assert [text(board) for board in farandole.minimize([EASY, SOLVED], seed=4).boards] == printed
    printed = command("minimize", "--all", stdin=f"{EASY}\n")[0].split()
    found = farandole.minimal_puzzles([EASY, "." * 81])
    assert [text(board) for board in found.boards] == printed
    assert found.row.tolist() == [0] * len(printed) and found.exact.tolist() == [True, False]
    assert [Status(code).name for code in found.status] == ["OK", "SEVERAL"]
    fewest = farandole.minimal_puzzles([EASY], fewest=True)
    givens = (found.boards > 0).sum(axis=1)
    assert np.array_equal(fewest.boards, found.boards[givens == givens.min()])
    cut = farandole.minimal_puzzles([EASY], limit=2)
    assert len(cut) == 2 and not cut.exact[0] and cut.to_arrow().num_rows == 2
    for keep in ([81], [-1]):
        with pytest.raises(ValueError):
            farandole.minimize([EASY], keep=keep)
    with pytest.raises(farandole.ParseError):
        farandole.minimize(["nonsense"], strict=True)
