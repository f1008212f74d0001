"""Figures of docs/guide/python.md: time, instructions, memory and size of the installed package, and rivals of PyPI.

    python bench/python/measure.py time                  # throughput by processor time, one thread, answers checked first
    python bench/python/measure.py memory                # peak memory for ten million puzzles as an Arrow column
    python bench/python/measure.py import                # a fresh interpreter with and without the package
    python bench/python/measure.py rivals                # those that are installed: py-sudoku, dlxsudoku, pencilmark
    valgrind --tool=callgrind python bench/python/measure.py instructions numpy 1

The last line with 1 call and with 2: the difference is what a call costs. Other columns: S81, string, large_string,
string_view, list.
"""

from __future__ import annotations

import gzip
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]


def lines() -> list[str]:
    with gzip.open(ROOT / "testdata/sudoku/17_clue.txt.gz", "rt") as file:
        return file.read().split()


def ways(puzzles: list[str]) -> dict[str, Any]:
    import pyarrow as pa

    ascii_ = np.frombuffer("".join(puzzles).encode(), np.uint8).reshape(-1, 81)
    return {
        "numpy": np.where(ascii_ == ord("."), 0, ascii_ - ord("0")).astype(np.uint8),
        "S81": np.array(puzzles, "S81"),
        "string": pa.array(puzzles),
        "large_string": pa.array(puzzles, pa.large_string()),
        "string_view": pa.array(puzzles, pa.string_view()),
        "list": puzzles,
    }


def per_second(work: Callable[[], object], count: int, runs: int = 7) -> str:
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return f"{count / statistics.median(times):12,.0f} a second (best {count / min(times):,.0f})"


def measure_time() -> None:
    import farandole

    puzzles = lines()
    for name, column in ways(puzzles).items():
        found = farandole.solve(column, threads=1)
        assert found.unique.all() and farandole.check(column, found.grids).ok.all()
        print(f"solve {name:14}", per_second(lambda: farandole.solve(column, threads=1), len(puzzles)))
    some = puzzles[::10]
    for name, question in {
        "count": lambda: farandole.count(some, limit=2, threads=1),
        "candidates": lambda: farandole.candidates(some, threads=1),
        "canonical": lambda: farandole.canonical(some, threads=1),
        "rate": lambda: farandole.rate(some, threads=1),
        "rate hodoku": lambda: farandole.rate(some, scale="hodoku", threads=1),
    }.items():
        print(f"{name:20}", per_second(question, len(some), 3))
    puzzle = ways(puzzles[:1])["numpy"]
    begin = time.perf_counter()
    for _ in range(1000):
        farandole.solve(puzzle, threads=1)
    print(f"one puzzle a call    {(time.perf_counter() - begin) * 1000:.0f} microseconds")
    rng = np.random.default_rng(1)
    options = [sorted(rng.choice(1000, 4, replace=False).tolist()) for _ in range(100_000)]
    begin = time.process_time()
    farandole.cover.Problem(1000, options)
    print(f"cover.Problem        {time.process_time() - begin:.3f} s for 100,000 options of 4 items")


def measure_memory() -> None:
    import resource

    import pyarrow as pa

    import farandole

    count = 10_000_000
    data = np.frombuffer("".join(lines()).encode(), np.uint8)
    data = np.resize(data, count * 81)
    offsets = np.arange(count + 1, dtype=np.int32) * 81
    column = pa.Array.from_buffers(pa.string(), count, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    found = farandole.solve(column)
    assert found.unique.all()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    outputs = [found.grids, found.status, found.solutions, found.exact, found.nodes]
    size = sum(array.nbytes for array in outputs) >> 20
    print(f"peak {after} MB; before {before} MB; input {column.nbytes >> 20} MB, output {size} MB; more: {after - before - size} MB")


def measure_import() -> None:
    for program in ("pass", "import numpy", "import farandole"):
        times = []
        for _ in range(15):
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times.append(time.perf_counter() - begin)
        print(f"{program:20} {min(times) * 1000:.0f} ms")


def measure_instructions(way: str, calls: int) -> None:
    import farandole

    column = ways(lines())[way]
    for _ in range(calls):
        farandole.solve(column, threads=1)


def measure_rivals() -> None:
    """Each must give a grid with every digit in every row before its time counts."""
    puzzles = lines()[:20]

    def full(grid: list[int]) -> bool:
        return all(sorted(grid[row : row + 9]) == list(range(1, 10)) for row in range(0, 81, 9))

    from dlxsudoku import Sudoku as Dlx
    from pencilmark import from_string, solve
    from sudoku import Sudoku as Py

    def dlx(line: str) -> list[int]:
        sudoku = Dlx(line.replace(".", "0"))
        sudoku.solve()
        return [int(cell) for cell in sudoku.to_oneliner()]

    def py(line: str) -> list[int]:
        cells = [0 if cell == "." else int(cell) for cell in line]
        board = Py(3, 3, board=[cells[k : k + 9] for k in range(0, 81, 9)]).solve().board
        return [digit for row in board for digit in row]

    for name, work, count in [("dlxsudoku", dlx, 20), ("py-sudoku", py, 2), ("pencilmark", lambda line: solve(from_string(line)), 20)]:
        some = puzzles[:count]
        assert all(full(list(work(line))) for line in some), name
        print(f"{name:12}", per_second(lambda: [work(line) for line in some], count, 1))


if __name__ == "__main__":
    {
        "time": measure_time,
        "memory": measure_memory,
        "import": measure_import,
        "rivals": measure_rivals,
        "instructions": lambda: measure_instructions(sys.argv[2], int(sys.argv[3])),
    }[sys.argv[1]]()
