"""Every function preserves candidates and overlapping grids completely, or refuses them with an error."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import farandole
from conftest import EASY, ROOT, SOLVED
from farandole import Puzzle as P
from farandole import PuzzleError, Status

CANDIDATES = ".Shape~4x4.~R1C1_1_2~R2C2_3_4"


def overlapping() -> list[tuple[str, str]]:
    """Return the puzzles and solutions of the samples, each with its head line."""
    records = (ROOT / "testdata/variants/overlapping.txt").read_text().split("\n\n")
    records = [record.strip() + "\n" for record in records if record[:1].isdigit()]
    return list(zip(records[::2], records[1::2]))


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()[1:]]


@pytest.mark.parametrize("number", range(len(overlapping())))
def test_overlapping_grids_have_all_their_cells(number: int) -> None:
    text, solution = overlapping()[number]
    puzzle = P(text)
    given, wanted = cells(text), cells(solution)
    assert puzzle.shape == (len(given), len(given[0])) and puzzle.is_variant
    assert (puzzle.givens > 0).sum() == sum(cell.isdigit() for row in given for cell in row)
    found = puzzle.solve()
    assert found.unique and found.grid is not None and found.grid.shape == puzzle.shape and found.extra == {}
    numbers = np.array([[int(cell) if cell.isdigit() else 0 for cell in row] for row in wanted])
    assert (found.grid == numbers).all()
    assert puzzle.check(found.grid) is None and [cell for row in cells("x\n" + str(found)) for cell in row if cell.isdigit()]
    assert (puzzle.candidates() == np.where(found.grid > 0, np.left_shift(1, found.grid.astype(np.int64) - 1), 0)).all()
    assert (next(puzzle.solutions()) == found.grid).all()
    wrong = found.grid.copy()
    row, col = np.argwhere(wrong > 0)[-1]
    wrong[row, col] = wrong[row, col] % 4 + 1
    assert puzzle.check(wrong) is not None
    outside = np.argwhere(found.grid == 0)
    if len(outside):
        wrong = found.grid.copy()
        wrong[tuple(outside[0])] = 1
        with pytest.raises(PuzzleError, match="where the puzzle has no cell"):
            puzzle.check(wrong)
    assert (puzzle.allowed[found.grid > 0] > 0).all() and puzzle.regions.shape == puzzle.shape
    assert {cell for _, house in puzzle.houses for cell in house} == set(np.flatnonzero(found.grid > 0).tolist())
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and again.shape == puzzle.shape and P(puzzle.to_text()) == puzzle
    for name in ("fpuzzles", "fpuzzles-link"):
        with pytest.raises(PuzzleError, match="does not support this board"):
            puzzle.to_text(name)


def test_overlapping_grids_are_not_rows() -> None:
    text, _ = overlapping()[1]
    names = ["solve", "count", "check", "candidates", "canonical", "rate", "minimize", "minimal_puzzles", "morph"]
    for name in [*names, "backdoors", "neighbours", "unavoidable_sets"]:
        assert getattr(farandole, name)([text]).status.tolist() == [Status.UNSUPPORTED]
    assert P(text).hint().steps


def test_candidates_are_part_of_a_puzzle() -> None:
    puzzle = P(CANDIDATES)
    assert puzzle.count() == 96 < P([0] * 16).count() == 288
    assert puzzle.allowed[0, 0] == 0b11 and not puzzle.givens.any()
    for name in ("iss", "iss-link", "fpuzzles", "fpuzzles-link", "candidates", "pencilmark"):
        assert P(puzzle.to_text(name)) == puzzle, name
    for name in ("line", "grid"):
        with pytest.raises(PuzzleError, match="can't hold candidates"):
            puzzle.to_text(name)
    assert P(str(puzzle)) == puzzle == eval(repr(puzzle), {"Puzzle": P}) == pickle.loads(pickle.dumps(puzzle))
    # Batches also read constraint text of puzzles without constraints.
    found = farandole.count([puzzle.to_text("candidates"), puzzle.to_text("pencilmark"), CANDIDATES], size=4)
    assert found.solutions.tolist() == [96, 96, 96]
    marked = P([0] * 81, allowed=[0x1FF] * 80 + [3])
    assert str(marked) == marked.to_text("candidates") and "Puzzle(" in repr(marked)
    # Only the formats for variants support both candidates and diagonals.
    assert "Puzzle" in str(P([0] * 81, allowed=[0x1FF] * 80 + [3], diagonals=True))
    status = farandole.morph([marked.to_text("candidates")]).status
    assert status.tolist() == [Status.UNSUPPORTED]


def test_grids_to_check_come_in_any_form() -> None:
    pa = pytest.importorskip("pyarrow")
    puzzles = [EASY, EASY, EASY]
    wrong = SOLVED[:-1] + "1"
    digits = np.array([[int(digit) for digit in grid] for grid in (SOLVED, wrong, "0" * 81)])
    forms = [
        digits,
        digits.astype(np.uint8),
        digits.astype(np.int32).reshape(3, 9, 9),
        [SOLVED, wrong, None],
        [SOLVED.encode(), wrong.encode(), b"nonsense"],
        np.array([SOLVED, wrong, ""]),
        np.array([SOLVED, wrong, ""], "S81"),
        pa.array([SOLVED, wrong, None]),
        pa.array(digits.astype(np.uint8).tolist(), pa.list_(pa.uint8())),
        pa.array(digits.astype(np.uint8).tolist(), pa.large_list(pa.uint8())),
        pa.array(digits.astype(np.uint8).tolist(), pa.list_(pa.uint8(), 81)),
    ]
    for form in forms:
        assert farandole.check(puzzles, form).ok.tolist() == [True, False, False]
    solution = farandole.solve([*puzzles, "nonsense"]).to_arrow()["solution"]
    assert farandole.check([*puzzles, EASY], solution).ok.tolist() == [True, True, True, False]
    made = farandole.generate(3, size=16, seed=1)
    solution = farandole.solve(made.puzzles).to_arrow()["solution"]
    assert farandole.check(made.puzzles, solution).ok.all()


def test_lists_of_digits_are_puzzles() -> None:
    pa = pytest.importorskip("pyarrow")
    digits = np.array([[int(cell) if cell.isdigit() else 0 for cell in EASY]] * 5, np.uint8)
    digits[1, 0] = 0
    wanted = farandole.solve(digits)
    rows = digits.tolist()
    for kind in (pa.list_(pa.uint8()), pa.large_list(pa.uint8()), pa.list_(pa.uint8(), 81)):
        column = pa.chunked_array([pa.array(rows[:2], kind), pa.array([None, *rows[2:]], kind)])
        for cut in (column, column.slice(1), column.combine_chunks().slice(1, 3)):
            found = farandole.solve(cut)
            keep = [index for index, row in enumerate(cut.to_pylist()) if row is not None]
            assert found.status.tolist().count(Status.UNREADABLE) == 1
            assert (found.grids[keep] == wanted.grids[: len(keep)]).all()
    assert farandole.count(pa.array([[0] * 16], pa.list_(pa.uint8()))).solutions.tolist() == [288]
    found = farandole.solve(pa.array([rows[0], [1, 2]], pa.list_(pa.uint8())))
    assert found.status.tolist() == [Status.SOLVED, Status.UNREADABLE]
    with pytest.raises(TypeError, match="expected lists of uint8"):
        farandole.solve(pa.array(rows))
    with pytest.raises(ValueError, match="missing numbers"):
        farandole.solve(pa.array([[None] * 81], pa.list_(pa.uint8())))
    with pytest.raises(ValueError, match="lists of 80 numbers"):
        farandole.solve(pa.array([[0] * 80], pa.list_(pa.uint8(), 80)))


def test_studies_agree_with_plain_definitions() -> None:
    puzzles = [EASY, "nonsense", "." * 81, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]
    wanted = [Status.OK, Status.UNREADABLE, Status.SEVERAL, Status.OK]
    sets = farandole.unavoidable_sets(puzzles, most=9)
    assert sets.status.tolist() == wanted and set(sets.row.tolist()) == {0, 3}
    solution = np.array(list(map(int, SOLVED)), np.uint8)
    for cut in sets.cells[sets.row == 0]:
        # Without the givens of an unavoidable set there are several solutions; with any one of them, there is one.
        assert farandole.solve(np.where(cut, 0, solution).astype(np.uint8)[None]).solutions[0] == 2
        for cell in np.flatnonzero(cut):
            kept = cut.copy()
            kept[cell] = False
            assert farandole.solve(np.where(kept, 0, solution).astype(np.uint8)[None]).unique[0]
    doors = farandole.backdoors(puzzles, most=2)
    assert doors.status.tolist() == wanted and doors.cells[doors.row == 0].sum() == 0
    hard = P(puzzles[3])
    solved = hard.solve().grid
    assert solved is not None and (doors.row == 3).any()
    for cut in doors.cells[doors.row == 3]:
        easy = np.where(cut.reshape(9, 9), solved, hard.givens)
        assert P(easy).rate().data["er"] <= 2.3  # type: ignore[index]
    assert farandole.backdoors(puzzles[3:], most=0).status.tolist() == [Status.GAVE_UP]
    minimal = farandole.minimize([EASY]).boards
    near = farandole.neighbours(minimal)
    givens = int((minimal > 0).sum())
    assert len(near) and ((near.boards > 0).sum(axis=1) == givens).all() and farandole.solve(near.boards).unique.all()
    images = farandole.morph([EASY] * 5, seed=3)
    forms = farandole.canonical(images.boards).boards
    assert (forms == farandole.canonical([EASY]).boards).all() and len(np.unique(images.boards, axis=0)) == 5
    for found in (sets, doors, near, images):
        pytest.importorskip("pyarrow")
        assert found.to_arrow().num_rows == len(found)


def test_explanations_of_a_list_are_those_of_each() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    several = overlapping()[1][0]
    each = farandole.explain([EASY, "nonsense", P(EASY), hard, several])
    assert each[0] == farandole.explain(EASY) == each[2] and each[3] == farandole.explain(hard)
    assert isinstance(each[1], farandole.ParseError)
    assert each[4] == farandole.explain(several) and each[4].outcome == "solved"
    assert farandole.explain([]) == []


def test_guesses_are_counted() -> None:
    found = farandole.solve([EASY, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."])
    assert found.guesses[0] == 0 < found.guesses[1] and (found.guesses == found.nodes).all()
    assert farandole.solve([EASY], engine="dlx").guesses.tolist() == [-1]
    assert farandole.solve([EASY], engine="dfs").guesses[0] < farandole.solve([EASY], engine="dfs").nodes[0]


def test_a_second_interpreter_is_refused_with_a_message(tmp_path: Path) -> None:
    program = f"""
import sys, warnings
import _xxsubinterpreters as interpreters
import farandole
code = '''
import sys, warnings
warnings.simplefilter("ignore")
sys.path[:] = {{path!r}}
try:
    import farandole
    message = str(farandole.solve(["{EASY}"]).solutions)
except ImportError as error:
    message = str(error)
open({str(tmp_path / "message")!r}, "w").write(message)
'''.format(path=sys.path)
interpreters.run_string(interpreters.create(), code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    if "No module named" in done.stderr:
        pytest.skip("this Python has no such module")
    message = (tmp_path / "message").read_text()
    if sys.version_info < (3, 11):
        # Here a second interpreter gets the module of the first, and numpy warns instead of refusing.
        assert message == str(farandole.solve([EASY]).solutions)
    else:
        assert "supports only one. Use threads" in message
