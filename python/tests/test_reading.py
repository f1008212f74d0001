"""Readings of editors' puzzles: they equal those of the command line, and decisions apply to groups and sentences."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import farandole
from farandole import ParseError, PuzzleError

SOLUTION = "1234341221434321"


def puzzle(rules: str, **changes: Any) -> str:
    """Return a 4x4 puzzle of SudokuPad with a green line. Without the line it has two solutions."""
    rows = ["..34", "3412", "..43", "4321"]
    line = {"wayPoints": [[0.5, 1.5], [0.5, 2.5], [1.5, 3.5]], "color": "#67f067", "thickness": 9.6}
    boxes = [(0, 0), (0, 2), (2, 0), (2, 2)]
    return json.dumps(
        {
            "cells": [[{} if digit == "." else {"value": int(digit)} for digit in row] for row in rows],
            "regions": [[[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]] for r, c in boxes],
            "lines": [line],
            "metadata": {"title": "Four", "rules": rules, "solution": SOLUTION, **changes},
        }
    )


PALINDROME = "Normal sudoku rules apply. A green line is a palindrome."


def test_a_confirmed_reading_needs_no_decision() -> None:
    reading = farandole.read(puzzle(PALINDROME))
    assert reading.confirmed and reading.accepted and reading.unaccounted == ()
    assert (reading.title, reading.author) == ("Four", None)
    (group,) = reading.groups
    assert (group.id, group.cells, group.chosen) == ("g1", (("R1C2", "R1C3", "R2C4"),), 0)
    assert group.candidates[0].name == "palindrome" and group.candidates[0].sentence == "s2"
    assert [sentence.neutral for sentence in reading.sentences] == [True, False]
    found = reading.puzzle().solve()
    assert found.unique and str(found).replace("\n", "") == SOLUTION
    assert reading.puzzle().title == "Four"


def test_it_is_the_reading_of_the_command_line() -> None:
    text = puzzle(PALINDROME)
    run = [sys.executable, "-m", "farandole", "read", "--json", "-"]
    printed = json.loads(subprocess.run(run, input=text, capture_output=True, text=True).stdout)
    reading = farandole.read(text)
    assert [group.name for group in reading.groups] == [group["name"] for group in printed["groups"]]
    assert (reading.meanings, reading.verdict) == (printed["meanings"], printed["verdict"])
    assert printed["puzzle"] == reading.puzzle().to_text("iss")


def test_a_sentence_without_a_constraint_is_listed() -> None:
    reading = farandole.read(puzzle(f"{PALINDROME} Snarks are boojums."))
    assert reading.unaccounted == ("Snarks are boojums.",)
    assert "Snarks" in reading.puzzle().warnings[0]
    assert reading.sentences[2].unknown == ("snarks", "boojums")
    decided = reading.decide({"s3": "ignore"})
    assert decided.unaccounted == () and decided.confirmed


def test_meanings_decide_about_groups_and_sentences() -> None:
    reading = farandole.read(puzzle("Normal sudoku rules apply. The line is a wibble."))
    assert not reading.accepted
    with pytest.raises(PuzzleError, match="pass meanings"):
        reading.puzzle()
    for meanings in ("g1=Palindrome", {"g1": "Palindrome"}, {"g1": "ignore", "s2": ".Palindrome~R1C2~R1C3~R2C4"}):
        assert reading.puzzle(meanings).solve().unique, meanings
        assert reading.decide(meanings).confirmed
    assert reading.decide({"g1": "ignore"}).verdict != reading.decide("g1=Palindrome").verdict
    assert farandole.read(puzzle(PALINDROME), meanings={"g1": 2}).groups[0].chosen == 1


@pytest.mark.parametrize("meanings", ["g9=ignore", "s9=ignore", "g1=Nonsense", "s1=.Thermo~R9C9", "what", {"g1": 99}])
def test_decisions_that_do_not_apply_are_errors(meanings: Any) -> None:
    reading = farandole.read(puzzle(PALINDROME))
    with pytest.raises(PuzzleError):
        reading.decide(meanings)
    with pytest.raises(PuzzleError):
        reading.puzzle(meanings)


def test_wrong_texts_and_types_are_errors() -> None:
    for text in ("", "nonsense", "{}", '{"cells": 3}'):
        with pytest.raises(ParseError):
            farandole.read(text)
    with pytest.raises(TypeError, match="text"):
        farandole.read(b"{}")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="meanings"):
        farandole.read(puzzle(PALINDROME), meanings=3)  # type: ignore[arg-type]
