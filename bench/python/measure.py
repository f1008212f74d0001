"""Measures the figures of docs/guide/python.md: time, instructions, memory and size of the installed package, and rivals.

    python bench/python/measure.py time                  # throughput in processor time on one thread; answers are checked first
    python bench/python/measure.py memory                # peak memory for ten million puzzles as an Arrow column
    python bench/python/measure.py import                # a fresh interpreter with and without the package
    python bench/python/measure.py rivals                # the installed rivals from PyPI
    python bench/python/measure.py rate [PROGRAM]        # ratings compared with those of the command line
    valgrind --tool=callgrind python bench/python/measure.py instructions numpy 1

Run the last command with 1 call and with 2; the difference is the cost of a call. Other columns are S81, string,
large_string, string_view and list.
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
    print(f"one puzzle per call    {(time.perf_counter() - begin) * 1000:.0f} microseconds")
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
    """Returns the least wall-clock and processor time of fresh interpreters, which take turns."""
    import os

    best: dict[str, tuple[float, float]] = {}
    for program in ("pass", "import numpy", "import farandole") * 15:
        begin, clock = os.times(), time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        wall, end = time.perf_counter() - clock, os.times()
        spent = end.children_user + end.children_system - begin.children_user - begin.children_system
        known = best.get(program, (wall, spent))
        best[program] = min(known[0], wall), min(known[1], spent)
    for program, (wall, spent) in best.items():
        print(f"{program:20} {wall * 1000:.0f} ms by the clock, {spent * 1000:.0f} ms of the processor")


def measure_instructions(way: str, calls: int) -> None:
    import farandole

    column = ways(lines())[way]
    for _ in range(calls):
        farandole.solve(column, threads=1)


def measure_rate(program: list[str]) -> None:
    """Prints the processor time of `rate` and of the command, in turns. The command also reads puzzles and prints ratings."""
    import os
    import tempfile

    import farandole

    puzzles = lines()[::5]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles"
        path.write_text("\n".join(puzzles) + "\n")

        def command() -> bytes:
            return subprocess.run([*program, "rate", "-j", "1", str(path)], check=True, capture_output=True).stdout

        def spent(of: Callable[[], object]) -> float:
            begin = os.times()
            of()
            end = os.times()
            return sum(end[:4]) - sum(begin[:4])

        numbers = farandole.rate(puzzles, threads=1)
        told = "".join(f"{er / 10} {ep / 10} {ed / 10}\n" for er, ep, ed in zip(numbers.er, numbers.ep, numbers.ed))
        assert command().decode() == told
        start = statistics.median(
            spent(lambda: subprocess.run([*program, "--version"], check=True, capture_output=True)) for _ in range(5)
        )
        pairs = [(spent(lambda: farandole.rate(puzzles, threads=1)), spent(command) - start) for _ in range(5)]
    here, there = (statistics.median(times) for times in zip(*pairs))
    print(f"rate {len(puzzles) / here:,.0f} a second; the command {len(puzzles) / there:,.0f} a second; ratio of time {here / there:.3f}")


def rivals() -> dict[str, Callable[[str], list[int]]]:
    """Returns the installed solvers from PyPI, as functions from a line to the 81 digits of a solution."""
    found: dict[str, Callable[[str], list[int]]] = {}

    def dlxsudoku() -> Callable[[str], list[int]]:
        from dlxsudoku import Sudoku

        def solve(line: str) -> list[int]:
            sudoku = Sudoku(line.replace(".", "0"))
            sudoku.solve()
            return [int(cell) for cell in sudoku.to_oneliner()]

        return solve

    def py_sudoku() -> Callable[[str], list[int]]:
        from sudoku import Sudoku

        def solve(line: str) -> list[int]:
            cells = [0 if cell == "." else int(cell) for cell in line]
            board = Sudoku(3, 3, board=[cells[k : k + 9] for k in range(0, 81, 9)]).solve().board
            return [digit for row in board for digit in row]

        return solve

    def pencilmark() -> Callable[[str], list[int]]:
        from pencilmark import from_string, solve

        return lambda line: list(solve(from_string(line)))

    def lib_sudoku() -> Callable[[str], list[int]]:
        from lib_sudoku import solve

        return lambda line: list(solve(bytearray(0 if cell == "." else int(cell) for cell in line)))

    def rustoku() -> Callable[[str], list[int]]:
        from rustoku import solve

        return lambda line: [int(cell) for cell in solve(line)]

    def dokusan() -> Callable[[str], list[int]]:
        from dokusan import solvers
        from dokusan.boards import BoxSize, Sudoku

        def solve(line: str) -> list[int]:
            sudoku = Sudoku.from_list([[int(c) for c in line.replace(".", "0")[k : k + 9]] for k in range(0, 81, 9)], BoxSize(3, 3))
            return [int(cell) for cell in str(solvers.backtrack(sudoku)) if cell.isdigit()]

        return solve

    for name, load in {
        "dlxsudoku": dlxsudoku,
        "py-sudoku": py_sudoku,
        "pencilmark": pencilmark,
        "lib_sudoku": lib_sudoku,
        "rustoku": rustoku,
        "dokusan": dokusan,
    }.items():
        try:
            found[name] = load()
        except ImportError as error:
            print(f"{name:12} {error}")
    return found


def measure_rivals() -> None:
    """Prints the processor time of calls with one puzzle each, in turns with `farandole.solve`.

    Every grid is checked before its time counts. The last line is one call with all puzzles, which the rivals do not offer.
    """
    import farandole

    puzzles = lines()[::500]
    solved = farandole.solve(puzzles).grids.tolist()

    def alone(line: str) -> list[int]:
        return farandole.solve([line], threads=1).grids[0].tolist()

    def one_by_one(work: Callable[[str], list[int]], times: int) -> tuple[float, int]:
        count, spent = 0, 0.0
        for line, grid in zip(puzzles * times, solved * times):
            begin = time.process_time()
            answer = work(line)
            spent += time.process_time() - begin
            count += 1
            assert answer == grid, f"wrong about {line}"
            if spent > 2:
                break
        return count / spent, count

    for name, work in rivals().items():
        theirs, count = one_by_one(work, 1)
        ours, _ = one_by_one(alone, 20)
        print(f"{name:12} {theirs:10,.1f} a second ({count} puzzles), farandole {ours:10,.0f}: {ours / theirs:,.0f} times")
    array = ways(lines())["numpy"]
    ours_together = per_second(lambda: farandole.solve(array, threads=1), len(array), 3)
    print(f"{'one call':12} {ours_together}")


if __name__ == "__main__":
    {
        "time": measure_time,
        "memory": measure_memory,
        "import": measure_import,
        "rivals": measure_rivals,
        "rate": lambda: measure_rate(sys.argv[2:] or [sys.executable, "-m", "farandole"]),
        "instructions": lambda: measure_instructions(sys.argv[2], int(sys.argv[3])),
    }[sys.argv[1]]()
