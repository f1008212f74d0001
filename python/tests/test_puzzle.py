"""Single puzzles: solving, listing, explaining, drawing, pickling. Texts equal those of the command line."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import farandole
from conftest import EASY, SOLVED
from farandole import ParseError, Puzzle, PuzzleError

JIGSAW = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]


def command(*arguments: str) -> str:
    run = subprocess.run([sys.executable, "-m", "farandole", *arguments], capture_output=True, text=True)
    return run.stdout


def test_puzzles_of_any_shape() -> None:
    assert Puzzle(EASY).solve().grid.reshape(-1).tolist() == [int(cell) for cell in SOLVED]  # type: ignore[union-attr]
    assert Puzzle([0] * 16).count() == 288
    assert Puzzle([0] * 16, boxes=(0, 0)).count() == 576
    assert Puzzle([0] * 16, regions=JIGSAW).count() == 288
    assert Puzzle([0] * 16, diagonals=True).count() == 48
    assert Puzzle([0] * 36, boxes=(3, 2)).solve().status == "several"
    assert Puzzle([0] * 16, allowed=[1] + [15] * 15).count() == 72
    differ = sum(grid[0, 0] != grid[2, 2] for grid in Puzzle([0] * 16).solutions())
    assert Puzzle([0] * 16, extra_regions=[[0, 10]]).count() == differ < 288
    assert Puzzle(np.zeros((4, 4), np.int64)).size == 4
    blank = Puzzle([0] * 256).solve(limit=1)
    assert blank.grid is not None and Puzzle([0] * 256).check(blank.grid) is None
    contradictory = Puzzle([1, 1] + [0] * 14)
    assert contradictory.solve().status == "none" and "r1c1" in (contradictory.conflict or "")
    assert "r1c1" in (Puzzle(EASY).check([1] * 81) or "")


def test_an_exhausted_budget_is_reported() -> None:
    assert not Puzzle("." * 81).solve(limit=None, budget=100).exact
    with pytest.raises(farandole.BudgetError):
        Puzzle("." * 81).count(budget=100)
    assert Puzzle("." * 81).count(limit=1000) == 1000


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(EASY),
        Puzzle([0] * 16, diagonals=True),
        Puzzle([0] * 36, boxes=(3, 2)),
        Puzzle([0] * 16, boxes=(0, 0)),
        Puzzle([1] + [0] * 15, regions=[0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]),
        Puzzle([0] * 16, extra_regions=[[0, 10], [3, 6, 9, 12]]),
        Puzzle([0] * 16, allowed=[7] * 16),
        Puzzle([0] * 256),
    ],
)
def test_pickles_are_equal(puzzle: Puzzle) -> None:
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and hash(again) == hash(puzzle) and again.houses == puzzle.houses
    ElementTree.fromstring(puzzle._repr_svg_())


def test_text_in_and_out() -> None:
    puzzle = Puzzle(EASY)
    assert Puzzle(str(puzzle)) == puzzle == Puzzle.from_text(EASY, format="line")
    assert puzzle.to_text() == EASY and EASY in repr(puzzle)
    assert Puzzle.from_text(puzzle.to_text("candidates")).solve().unique
    assert puzzle != Puzzle("." * 81) and puzzle != EASY


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("nonsense", 1, None), (EASY[:40] + "&" + EASY[41:], 1, 41), (f"{EASY}\n{EASY}\n", 2, None), ("53..7....6..19x", 1, 16)],
)
def test_errors_have_a_position(text: str, line: int, column: int | None) -> None:
    with pytest.raises(ParseError) as raised:
        Puzzle(text)
    error = raised.value
    assert error.line == line and (column is None or error.column == column) and error.row is None
    assert pickle.loads(pickle.dumps(error)).args == error.args


def test_values_that_do_not_make_a_puzzle() -> None:
    for givens in ([0] * 15, [5] + [0] * 15, [-1] + [0] * 15, []):
        with pytest.raises(PuzzleError):
            Puzzle(givens)
    for options in ({"boxes": (2, 3)}, {"extra_regions": [[99]]}, {"allowed": [1]}, {"regions": [0] * 3}):
        with pytest.raises(ValueError):
            Puzzle([0] * 16, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Puzzle(EASY, diagonals=True)
    with pytest.raises(TypeError):
        Puzzle([0.5] * 16)
    with pytest.raises(ValueError, match="unknown format"):
        Puzzle.from_text(EASY, format="x")


def test_a_listing_resumes_at_its_position() -> None:
    puzzle = Puzzle([0] * 16)
    everything = [grid.tobytes() for grid in puzzle.solutions()]
    assert len(set(everything)) == 288
    for stop in (0, 1, 5, 100, 287, 288):
        listing = puzzle.solutions()
        head = [next(listing).tobytes() for _ in range(stop)]
        tail = [grid.tobytes() for grid in pickle.loads(pickle.dumps(listing))]
        assert head + tail == everything
        assert [grid.tobytes() for grid in puzzle.solutions(listing.position)] == tail
    for position in (b"", b"\x01", b"\x09" * 40):
        with pytest.raises(ValueError):
            list(puzzle.solutions(position))


def test_hints_are_those_of_the_command_line() -> None:
    for scale in ("farandole", "se", "hodoku"):
        data = json.loads(command("hint", "--json", "--scale", scale, EASY))
        assert farandole.hint(EASY, scale=scale).data == data  # type: ignore[arg-type]
    wrong = EASY[:2] + "5" + EASY[3:]
    advice = Puzzle(wrong).hint()
    assert advice.troubles and not advice.steps and str(advice)
    step = Puzzle(EASY).hint().steps[0]
    ElementTree.fromstring(step._repr_svg_())
    assert len(Puzzle(EASY).hint(every=True).steps) >= 1
    assert farandole.hint(EASY, depth="where").data != farandole.hint(EASY).data


def test_explanations_are_those_of_the_command_line() -> None:
    for scale in ("farandole", "se", "hodoku"):
        data = json.loads(command("explain", "--json", "--scale", scale, EASY))
        path = farandole.explain(EASY, scale=scale)  # type: ignore[arg-type]
        assert path.data == data and path.outcome == "solved" and str(path).startswith("1. ")
    assert farandole.explain("." * 81).outcome == "trouble"
    without = farandole.explain(EASY, without=["hidden-single-box"])
    assert all(step.technique != "hidden-single-box" for step in without.steps)
    only = farandole.explain(EASY, order=["naked-single"])
    assert {step.technique for step in only.steps} <= {"naked-single"}
    for wrong in ({"order": ["guess"]}, {"without": ["guess"]}, {"scale": "se", "without": ["nets"]}):
        with pytest.raises(ValueError):
            farandole.explain(EASY, **wrong)  # type: ignore[arg-type]
    assert Puzzle(EASY).rate().data == {**(Puzzle(EASY).rate().data or {}), "er": 1.2, "scale": "se"}
    assert Puzzle("." * 81).rate().status == "several" and Puzzle("." * 81).rate().data is None


def test_hints_of_every_size_are_those_of_the_command_line() -> None:
    unique = "123.3...2..3...1"
    for puzzle in (unique, "1..............."):
        hint = farandole.hint(puzzle)
        assert hint.data == json.loads(command("hint", "--json", puzzle))
        assert (hint.data["status"] == "trouble") == (puzzle != unique) and str(hint)


def test_racing_threads_and_seeds_find_the_same() -> None:
    puzzle = Puzzle(EASY)
    for seed in (0, 1):
        assert puzzle.solve(seed=seed, threads=2).unique
    for engine in ("auto", "dfs", "dlx", "prune", "search", "kernel"):
        assert puzzle.solve(engine=engine).unique
    with pytest.raises(ValueError):
        puzzle.solve(engine="x")


def test_the_command_line_is_in_the_package() -> None:
    assert "Usage: farandole solve" in command("solve", "--help")
    assert command("--version") == f"farandole {farandole.__version__}\n"
    failed = subprocess.run([sys.executable, "-m", "farandole", "no-such-command"], capture_output=True, text=True)
    assert failed.returncode == 2 and "no-such-command" in failed.stderr


KILLER = (
    ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2"
    ".Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Cage~7~R3C3~R3C4.Cage~3~R4C3~R4C4"
)


def test_steps_of_variants_lead_to_the_solution() -> None:
    puzzle = Puzzle(KILLER)
    solution = puzzle.solve()
    assert solution.grid is not None
    path = puzzle.explain()
    assert path.outcome == "solved" and path == farandole.explain(KILLER)
    placed = [placement for step in path.steps for placement in step.data.get("placements", [])]
    assert len(placed) == 16
    for placement in placed:
        cell, digit = placement.split("=")
        row, column = int(cell[1]) - 1, int(cell[3]) - 1
        assert solution.grid[row, column] == int(digit)
    assert puzzle.hint().steps[0].text == path.steps[0].text
    right, wrong = puzzle.judge("r1c1=1 r1c1=2")
    assert (right.ruling == "contradicts") != (wrong.ruling == "contradicts")
    assert puzzle.rate().status == "rated" and puzzle.rate(scale="minutes").data is not None


def test_several_paths_are_those_of_the_puzzles_alone() -> None:
    sheets = [EASY, KILLER, "nonsense", Puzzle(EASY)]
    for threads in (1, 3):
        first, second, third, fourth = farandole.explain(sheets, threads=threads)
        assert first == fourth == farandole.explain(EASY) and second == farandole.explain(KILLER)
        assert isinstance(third, farandole.ParseError)


def test_the_time_of_a_path_and_a_rating_is_limited() -> None:
    hard = Puzzle("98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2")
    assert hard.rate(time=0).status in ("gave up", "rated")
    assert hard.explain(scale="se", time=0).outcome == "gave-up"


def test_results_are_shown_briefly() -> None:
    path = farandole.explain(EASY)
    assert repr(path) == f"<SolutionPath: solved, {len(path.steps)} steps>"
    shown = path._repr_html_()
    assert shown.count("<tr>") == len(path.steps) + 1 and "<svg" in shown
    assert path.steps[0].svg().startswith("<svg") and Puzzle(KILLER).svg().startswith("<svg")
    found = farandole.solve([EASY, "nonsense", KILLER] * 1000)
    assert repr(found) == "<Solutions: 3000 rows: 1000 SOLVED, 1000 UNREADABLE, 1000 UNSUPPORTED>"
    table = found._repr_html_()
    assert table.count("<tr>") == 11 and "53467891267219534819834256785976142342685379" in table
    assert pickle.loads(pickle.dumps(path)) == path
