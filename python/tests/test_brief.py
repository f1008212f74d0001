"""A few puzzles are processed on the calling thread. The results equal those of many rows on other threads."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import farandole
from conftest import EASY
from farandole import Puzzle, Status

# Puzzles with many, few and no solutions, unreadable and hard ones. Some need more nodes than a brief search has.
ODD = [
    "." * 81,
    "1" + "." * 80,
    EASY.replace("5", ".", 1),
    EASY[:-1] + "1",
    "nonsense",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".....6....59.....82....8....45........3........6..3.54...325..6..................",
]


def fields(found: Any) -> dict[str, list[Any]]:
    names = ("status", "solutions", "exact", "nodes", "guesses", "grids", "masks", "er", "ep", "ed", "score", "steps")
    return {name: getattr(found, name).tolist() for name in names if hasattr(found, name)}


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda puzzles: farandole.solve(puzzles, threads=1),
    "solve 1000": lambda puzzles: farandole.solve(puzzles, limit=1000, threads=1),
    "solve with a budget": lambda puzzles: farandole.solve(puzzles, limit=100_000, budget=2000, threads=1),
    "count": lambda puzzles: farandole.count(puzzles, budget=60_000, threads=1),
    "check": lambda puzzles: farandole.check(puzzles, threads=1),
    "search": lambda puzzles: farandole.solve(puzzles, engine="search", threads=1),
    "dlx": lambda puzzles: farandole.solve(puzzles, engine="dlx", threads=1),
    "candidates": lambda puzzles: farandole.candidates(puzzles, threads=1),
    "canonical": lambda puzzles: farandole.canonical(puzzles, threads=1),
    "rate": lambda puzzles: farandole.rate(puzzles, threads=1),
    "hodoku": lambda puzzles: farandole.rate(puzzles, scale="hodoku", threads=1),
}


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_one_row_has_the_answer_of_many(name: str, lines: list[str]) -> None:
    question = QUESTIONS[name]
    rows = [*ODD, *random.Random(1).sample(lines, 20)]
    # More rows than any brief query processes.
    many = question(rows * 10)
    together = fields(many)
    for index, row in enumerate(rows):
        alone = fields(question([row]))
        assert alone == {field: values[index : index + 1] for field, values in together.items()}, row


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16])
def test_puzzles_of_other_sizes_alone_and_together(size: int) -> None:
    rng = np.random.default_rng(size)
    solution = farandole.generate(1, size=size, seed=size).solutions if size != 9 else farandole.solve([EASY]).grids
    boards = np.repeat(solution, 300, axis=0) * (rng.random((300, size * size)) < np.linspace(0, 1, 300)[:, None])
    boards = boards.astype(np.uint8)
    together = fields(farandole.solve(boards, budget=3000))
    for index in range(0, 300, 30):
        alone = fields(farandole.solve(boards[index : index + 1], budget=3000))
        assert alone == {field: values[index : index + 1] for field, values in together.items()}


def test_a_count_of_many_solutions_is_not_cut_off() -> None:
    assert farandole.count(np.zeros((1, 16), np.uint8)).solutions.tolist() == [288]
    found = farandole.count([EASY.replace("5", ".").replace("3", ".")])
    assert found.exact.all() and found.solutions[0] == Puzzle(EASY.replace("5", ".").replace("3", ".")).count() > 1
    found = farandole.solve(["." * 81], limit=5000)
    assert found.solutions.tolist() == [5000] and found.status.tolist() == [Status.SEVERAL]


def test_a_call_for_one_puzzle_needs_no_thread() -> None:
    puzzle = Puzzle(EASY)
    for question in (lambda: farandole.solve([EASY]), puzzle.solve, lambda: farandole.check([EASY])):
        question()
        best = float("inf")
        for _ in range(20):
            begin = time.process_time()
            for _ in range(50):
                question()
            best = min(best, (time.process_time() - begin) / 50)
        # In microseconds. Starting a thread would take a few hundred.
        assert best < 60e-6
