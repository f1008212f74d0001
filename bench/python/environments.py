"""Measures docs/guide/environments.md: what simple players score on a benchmark, and the rates beside reasoning-gym.

    python bench/python/environments.py players 2026-12     # random values, singles only, all steps: mean score and share solved
    python bench/python/environments.py rates               # puzzles, verdicts and judged moves in a second of processor time
    python bench/python/environments.py moves 10000         # true and false moves whose verdict is wrong
"""

from __future__ import annotations

import random
import sys
import time
from itertools import islice

import numpy as np

import farandole
from farandole import envs


def filled(entry: envs.Entry, most: float | None) -> tuple[int, ...]:
    """Return the values that the steps of a path give, up to the first one that is harder; 0 for an empty cell."""
    puzzle = farandole.Puzzle.from_text(entry.puzzle)
    known = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in puzzle.allowed.flatten().tolist()]
    for step in farandole.explain(puzzle, time=20).steps:
        if most is not None and (step.difficulty or 0) > most:
            break
        for placement in step.data.get("placements", []):
            row, rest = placement[1:].split("c")
            column, value = rest.split("=")
            known[(int(row) - 1) * entry.shape[1] + int(column) - 1] = int(value)
    return tuple(known)


def players(month: str) -> None:
    """Print the mean score and the share of solved puzzles of each player."""
    draw = random.Random(1)
    scores: dict[str, list[envs.Score]] = {}
    for entry in envs.benchmark(month):
        answers = {
            "random values": tuple(draw.randint(1, 9) for _ in entry.solution),
            "steps up to 2.0": filled(entry, 2.0),
            "steps up to 3.0": filled(entry, 3.0),
            "all steps": filled(entry, None),
        }
        puzzle = farandole.Puzzle.from_text(entry.puzzle)
        givens = [mask & (mask - 1) == 0 for mask in puzzle.allowed.flatten().tolist()]
        for name, values in answers.items():
            cells = [true if given else value for true, given, value in zip(entry.solution, givens, values)]
            rows = "\n".join("".join(map(str, cells[first : first + 9])) for first in range(0, 81, 9))
            scores.setdefault(name, []).append(envs.score(rows.replace("0", "."), entry))
    for name, found in scores.items():
        mean = sum(score.value for score in found) / len(found)
        print(f"{name}: {len(found)} puzzles, mean score {mean:.3f}, solved {sum(score.solved for score in found)}")


def rates() -> None:
    """Print how many results a second of processor time gives."""

    def rate(name: str, count: int, start: float) -> None:
        print(f"{name}: {count / (time.process_time() - start):,.0f} a second")

    start = time.process_time()
    list(islice(envs.dataset(seed=2, rating=(2.5, 3.5), text="line", threads=1), 2000))
    rate("rated classic puzzles, ER 2.5 to 3.5", 2000, start)
    for kind in ("killer", "thermo", "kropki", "xv", "jigsaw-killer"):
        start = time.process_time()
        list(islice(envs.dataset(kind, seed=2, rating=(2.0, 4.0), threads=1), 10))
        rate(f"{kind}, 2.0 to 4.0", 10, start)
    batch = envs.EnvBatch.generated(1024, seed=3)
    numbers = np.random.default_rng(1)
    moves = [(numbers.integers(81, size=1024), numbers.integers(1, 10, size=1024)) for _ in range(400)]
    start = time.process_time()
    for cells, digits in moves:
        batch.step(cells, digits)
    rate("verdicts of EnvBatch(1024)", 400 * 1024, start)
    try:
        import reasoning_gym
    except ImportError:
        return
    start = time.process_time()
    data = reasoning_gym.create_dataset("sudoku", size=20, seed=1, min_empty=56, max_empty=58)
    boards = [farandole.Puzzle(np.array(item["metadata"]["puzzle"])).to_text() for item in data]
    rate("reasoning-gym, 56 to 58 empty cells", 20, start)
    print("  their ratings:", sorted((farandole.rate(boards).er / 10).tolist()))


def moves(count: int) -> None:
    """Print the number of wrong verdicts on true and on false moves of classic puzzles and variants."""
    draw = random.Random(3)
    classic, killers = envs.dataset(seed=7, rating=(1.5, 5.0)), envs.dataset("killer", seed=7, size=6)
    wrong = asked = 0
    while asked < count:
        entry = next(killers) if draw.random() < 0.2 else next(classic)
        columns, high = entry.shape[1], max(entry.solution)
        env = envs.Env(entry)
        for _ in range(50):
            cell, value = draw.randrange(len(entry.solution)), draw.randint(1, high)
            is_placed = draw.random() < 0.5
            found = env.step(f"r{cell // columns + 1}c{cell % columns + 1}{'=' if is_placed else '<>'}{value}")
            if found.ruling == "known":
                continue
            is_true = (entry.solution[cell] == value) == is_placed
            asked += 1
            wrong += (found.ruling in ("justified", "not-yet-justified")) != is_true or found.ruling == "unknown"
    print(f"{asked} moves, {wrong} wrong verdicts")


if __name__ == "__main__":
    {"players": players, "rates": lambda _="": rates(), "moves": lambda n: moves(int(n))}[sys.argv[1]](*sys.argv[2:])
