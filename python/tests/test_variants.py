"""Variants: every text format, all queries, and the check of each result."""

from __future__ import annotations

import csv
import itertools
import json
import pickle
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

import farandole
from conftest import EASY, ROOT
from farandole import ParseError, Puzzle, PuzzleError, UnsupportedError

THERMO = ".Shape~4x4.Thermo~R1C1~R1C2~R2C2"


def listed() -> list[tuple[str, str, str]]:
    with open(ROOT / "testdata/variants/iss.tsv", encoding="utf-8") as file:
        rows = csv.reader((line for line in file if not line.startswith("# ")), delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row[0], row[1], row[2]) for row in rows if len(row) > 1]


def value(sign: str) -> int:
    return int(sign, 36)


def test_listed_solutions_are_right_and_wrong_ones_are_not() -> None:
    seen = 0
    for name, text, solution in listed():
        puzzle = Puzzle.from_text(text)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and hash(again) == hash(puzzle), name
        assert puzzle.givens.shape == puzzle.shape, name
        # The order of the extra regions of puzzles without constraints may differ.
        assert not puzzle.is_variant or Puzzle.from_text(puzzle.to_text("iss")) == puzzle, name
        if not solution or not puzzle.is_variant:
            continue
        seen += 1
        grid = [value(sign) for sign in solution]
        assert len(grid) == puzzle.shape[0] * puzzle.shape[1], name
        assert puzzle.check(grid) is None, name
        assert puzzle.check(grid[:-1]) is not None and puzzle.check([99] * len(grid)) is not None
        answer = puzzle.solve(budget=200)
        if answer.grid is not None:
            assert puzzle.check([*answer.grid.reshape(-1).tolist(), *answer.extra.values()]) is None, name
        if answer.unique:
            assert answer.grid is not None and answer.grid.reshape(-1).tolist() == grid, name
    assert seen > 40


def brute_force() -> list[list[int]]:
    """Return the 4x4 grids whose values increase along r1c1, r1c2, r2c2."""
    grids = (grid.reshape(-1).tolist() for grid in Puzzle([0] * 16).solutions())
    return sorted(grid for grid in grids if grid[0] < grid[1] < grid[5])


def test_all_queries_agree_with_the_definition() -> None:
    puzzle, expected = Puzzle(THERMO), brute_force()
    assert puzzle.is_variant and puzzle.shape == (4, 4) and puzzle.values == (1, 4) and puzzle.size == 4
    assert puzzle.constraints == [".Thermo~R1C1~R1C2~R2C2"] and len(puzzle.houses) == 12
    assert puzzle.count() == len(expected) and puzzle.count(limit=3) == 3
    listing = [grid.reshape(-1).tolist() for grid in puzzle.solutions()]
    assert listing == expected
    masks = puzzle.candidates().reshape(-1).tolist()
    assert masks == [sum({1 << (grid[cell] - 1) for grid in expected}) for cell in range(16)]
    assert (puzzle.allowed == 15).all() and not puzzle.givens.any()
    assert puzzle.regions.tolist() == Puzzle([0] * 16).regions.tolist()
    for grid in (grid.reshape(-1).tolist() for grid in Puzzle([0] * 16).solutions()):
        assert (puzzle.check(grid) is None) == (grid in expected)
    assert puzzle.solve().status == "several" and "Thermo" in str(puzzle)
    nothing = Puzzle(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R1C4_1")
    assert nothing.count() == 0 and nothing.solve().status == "none" and not nothing.candidates().any()


def test_a_listing_resumes_at_its_position() -> None:
    for text in (THERMO, ".Shape~4x4~0-3.AntiKnight"):
        puzzle = Puzzle(text)
        everything = [grid.tobytes() for grid in puzzle.solutions()]
        assert len(everything) == len(set(everything)) == puzzle.count()
        for stop in {0, 1, 3, len(everything) // 2, len(everything)}:
            listing = puzzle.solutions()
            head = [next(listing).tobytes() for _ in range(stop)]
            tail = [grid.tobytes() for grid in pickle.loads(pickle.dumps(listing))]
            assert head + tail == everything
        for position in (b"", b"\x01", b"\x01" * 17):
            with pytest.raises(ValueError):
                puzzle.solutions(position)
        # Any bytes of the right length are a position in the order of all grids.
        assert all(len(list(puzzle.solutions(bytes([at]) * 16))) <= len(everything) for at in (0, 1, 9, 255))


def test_links_and_objects_hold_the_same_puzzle() -> None:
    text = ".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3"
    puzzle = Puzzle(text)
    for form in ("iss", "iss-link", "fpuzzles", "fpuzzles-link"):
        assert Puzzle(puzzle.to_text(form)) == puzzle == Puzzle.from_text(puzzle.to_text(form), format=form)
    link = puzzle.to_text("fpuzzles-link")
    packed = link.split("=", 1)[1]
    assert Puzzle(f"https://sudokupad.app/fpuzzles{packed}") == puzzle
    fields = json.loads(puzzle.to_text("fpuzzles"))
    fields["title"] = "A title"
    named = Puzzle(json.dumps(fields))
    assert named.title == "A title" and named == puzzle and pickle.loads(pickle.dumps(named)).title == "A title"
    # A puzzle without constraints, converted and restored.
    plain = Puzzle(EASY)
    for form in ("iss", "iss-link", "fpuzzles", "fpuzzles-link"):
        again = Puzzle(plain.to_text(form))
        assert not again.is_variant and again == plain, form
    assert Puzzle(".AntiKnight") != plain and Puzzle(".AntiKnight") != Puzzle(".AntiKing")


def test_pictures_of_sudokupad_are_read() -> None:
    cells = [[{"value": 1} if (row, col) == (0, 0) else {} for col in range(4)] for row in range(4)]
    regions = [[[r + i, c + k] for i in range(2) for k in range(2)] for r in (0, 2) for c in (0, 2)]
    cages = [{"cells": [[0, 1], [0, 2]], "value": "5", "unique": True}]
    fields = {"id": "x", "cellSize": 50, "cells": cells, "regions": regions, "cages": cages}
    puzzle = Puzzle(json.dumps(fields))
    assert puzzle.is_variant and puzzle.givens[0, 0] == 1
    grids = [grid.reshape(-1).tolist() for grid in Puzzle([1] + [0] * 15).solutions()]
    assert puzzle.count() == sum(grid[1] + grid[2] == 5 for grid in grids)


def test_killer_lines_have_their_solutions() -> None:
    for line in (ROOT / "testdata/variants/killers.txt").read_text().splitlines():
        if not line.startswith("#"):
            text, solution = line.split("\t")
            answer = Puzzle(text).solve()
            assert answer.unique and answer.grid is not None
            assert "".join(map(str, answer.grid.reshape(-1))) == solution


def test_cells_with_two_values_and_overlapping_grids_as_text() -> None:
    """Rows show both values of a cell in parentheses; overlapping grids show all their rows."""
    rows = str(Puzzle(".Shape~4x4~0-4.Schroedinger").solve()).splitlines()
    assert [(row[row.index("(") :].index(")"), len(row)) for row in rows] == [(3, 7)] * 4
    butterfly = "12 12\n" + "- - - - - - - - - - - -\n" * 12
    rows = str(Puzzle(butterfly).solve()).splitlines()
    assert len(rows) == 13 and rows[0] == "12 12"
    assert all(sorted(set(row.split())) == list("123456789") for row in rows[1:])


def test_other_shapes_and_extra_cells() -> None:
    wide = Puzzle(".Shape~2x4~1-4.RegionSize~4")
    assert wide.shape == (2, 4) and wide.givens.shape == (2, 4)
    answer = wide.solve(limit=1)
    assert answer.grid is not None and answer.grid.shape == (2, 4) and wide.check(answer.grid) is None
    extra_cell = Puzzle(".Shape~4x4.Var~A.Sum~5~VA~R1C1")
    answer = extra_cell.solve(limit=1)
    assert answer.grid is not None and set(answer.extra) and answer.extra["VA"] + int(answer.grid[0, 0]) == 5
    assert extra_cell.check([*answer.grid.reshape(-1).tolist(), answer.extra["VA"] % 4 + 1]) is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".Shape~4x4.Thermo~R1C1~R9C9", "R9C9"),
        (".Shape~99x4", "99"),
        ('{"size": 4}', "."),
        ("https://example.org/?puzzleid=nothing", "."),
    ],
)
def test_unsupported_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words) as raised:
        Puzzle(text)
    assert str(raised.value)


def test_all_errors_are_reported_at_once() -> None:
    with pytest.raises(ParseError) as raised:
        Puzzle(".Shape~4x4.Thermo~R1C1~R9C9\n.Nonsense~1.Cage~x~R1C1")
    message = str(raised.value)
    assert "R9C9" in message and "Nonsense" in message and raised.value.line == 1 and raised.value.column


def test_unsupported_operations_on_variants_are_reported() -> None:
    puzzle = Puzzle(THERMO)
    with pytest.raises(UnsupportedError):
        puzzle.solve(engine="dlx")
    with pytest.raises(ValueError):
        puzzle.to_text("line")
    with pytest.raises(PuzzleError):
        Puzzle([0] * 625).to_text("iss")
    with pytest.raises(farandole.BudgetError):
        Puzzle(".AntiKnight").count(budget=10)


def test_a_trace_has_the_steps_of_the_command_line() -> None:
    texts = [THERMO, ".Shape~4x4.AntiKnight.Cage~5~R3C3~R3C4", ".Shape~4x4~0-3.AntiKnight"]
    for text in texts:
        puzzle = Puzzle(text)
        run = [sys.executable, "-m", "farandole", "trace", "--steps", "0", "--limit", "0", "--grid"]
        printed = subprocess.run([*run, "--json"], input=text, capture_output=True, text=True).stdout
        *steps, end = (json.loads(line) for line in printed.splitlines())
        trace = puzzle.trace(steps=None, limit=None, candidates=True)
        assert (trace.end, trace.solutions, trace.nodes) == (end["end"], end["solutions"], end["nodes"])
        assert trace.solutions == puzzle.count() and len(trace) == len(steps)
        for step, fields in zip(trace, steps):
            assert (step.number, step.depth, step.kind) == (fields["step"], fields["depth"], fields["kind"])
            assert step.removed == fields.get("removed", {}) and list(step.sources) == fields.get("sources", [])
            assert step.candidates == fields["candidates"]
        printed = subprocess.run(run, input=text, capture_output=True, text=True).stdout
        assert printed.startswith(str(trace.steps[0]) + "\n") and str(trace.steps[-1]) in printed
        # A range of the trace equals this part of the whole trace.
        part = puzzle.trace(start=3, steps=4, limit=None, candidates=True)
        assert part.steps == trace.steps[2:6] and part.end == "stopped"
        assert puzzle.trace().solutions == 1 and puzzle.trace().end == "limit"
        assert puzzle.trace(budget=2, limit=None).end == "budget"


def test_no_step_without_a_guess_loses_a_solution() -> None:
    for text in (THERMO, ".Shape~4x4.Cage~6~R1C1~R1C2.Cage~3~R3C1~R4C1.~R1C3_1", ".Shape~4x4.AntiKnight.~R1C1_1"):
        puzzle = Puzzle(text)
        grids = [grid.tolist() for grid in puzzle.solutions()]
        trace = puzzle.trace(candidates=True)
        assert grids and any(step.depth == 0 and step.removed for step in trace)
        for step in trace:
            for name, values in (step.candidates or {}).items():
                row, col = int(name[1]) - 1, int(name[3]) - 1
                assert step.depth > 0 or {grid[row][col] for grid in grids} <= set(values), (step, name)
        last = trace.steps[-1]
        assert last.kind == "solution" and last.candidates is not None
        assert [values[0] for values in last.candidates.values()] in [sum(grid, []) for grid in grids]
    # A puzzle without constraints is searched as a variant.
    plain = Puzzle(EASY).trace()
    assert plain.end == "limit" and plain.solutions == 1 and plain.steps[-1].kind == "solution"
    assert all(step.sources for step in plain if step.kind == "removed")
    with pytest.raises(UnsupportedError):
        Puzzle([0] * 625).trace()
    for wrong in ({"start": 0}, {"steps": 0}, {"budget": 0}, {"limit": -1}):
        with pytest.raises(ValueError):
            puzzle.trace(**wrong)


def test_givens_that_contradict_each_other_are_named() -> None:
    conflict = Puzzle(".Shape~4x4.AntiKnight.~R1C1_2.~R1C4_2").conflict
    assert conflict == "value 2 is given twice in row 1, at R1C1 and R1C4"
    assert Puzzle(THERMO).conflict is None


def test_an_unknown_name_suggests_a_similar_one() -> None:
    with pytest.raises(ParseError, match="unknown constraint `Thermos`; did you mean `Thermo`") as raised:
        Puzzle(".Shape~4x4.Thermos~R1C1~R1C2")
    assert (raised.value.line, raised.value.column) == (1, 12)


def test_answers_are_those_of_the_command_line() -> None:
    texts = [text for _, text, _ in itertools.islice(listed(), 0, None, 12)]
    for text in texts:
        run = [sys.executable, "-m", "farandole", "count", "--limit", "2", "--budget", "100", "--json"]
        printed = subprocess.run(run, input=text, capture_output=True, text=True).stdout
        fields: dict[str, Any] = json.loads(printed.splitlines()[0])
        found = Puzzle(text).solve(limit=2, budget=100)
        if "solutions" in fields:
            assert found.solutions == int(fields["solutions"]), text


def test_solutions_are_printed_and_drawn() -> None:
    grid = [int(cell) for cell in str(Puzzle(THERMO).solve(limit=1)) if cell != "\n"]
    assert grid in brute_force()
    for text, empty in ((THERMO, 16), (EASY, 51)):
        solved, open_ = Puzzle(text).solve()._repr_svg_(), Puzzle(text)._repr_svg_()
        assert ElementTree.fromstring(solved).tag.endswith("svg")
        assert solved.count("<text") == open_.count("<text") + empty
    assert Puzzle(THERMO)._repr_svg_() != Puzzle([0] * 16)._repr_svg_()


def test_moves_are_judged_in_puzzles_of_any_kind() -> None:
    variant = Puzzle(".Shape~4x4.Cage~3~R1C1~R1C2")
    rulings = [verdict.ruling for verdict in farandole.judge(variant, "r1c1=1 r1c3<>1 r1c1=4")]
    assert rulings == ["undecided", "justified", "contradicts"]
    assert [verdict.ruling for verdict in farandole.judge(str(variant), "r1c1=4")] == ["contradicts"]
    assert farandole.judge(Puzzle([0] * 16), "r1c1=1")[0].ruling == "undecided"
