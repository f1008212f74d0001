"""Batches: every form of input gives the same results, and an unreadable row does not affect others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import farandole
from conftest import EASY, SOLVED
from farandole import Status
from oracle import BOXES, solutions, solves

pa = pytest.importorskip("pyarrow")


def cells(lines: list[str]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array([[0 if cell == "." else int(cell) for cell in line] for line in lines], np.uint8).reshape(-1, 81)


def equal(one: Any, two: Any) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in one.__dataclass_fields__)


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[int, list[int]]:
    """Return a size and the givens of a puzzle, taken from a solved grid. One given may be wrong."""
    size = draw(st.sampled_from(sorted(BOXES)))
    if size == 9:
        full = [int(cell) for cell in SOLVED]
    else:
        full = next(solutions([0] * size * size, size))
    names = draw(st.permutations(range(1, size + 1)))
    keep = draw(st.lists(st.integers(0, 99), min_size=size * size, max_size=size * size))
    fill = draw(st.integers(35 if size == 9 else 0, 100))
    givens = [names[digit - 1] if roll < fill else 0 for digit, roll in zip(full, keep)]
    if draw(st.booleans()):
        givens[draw(st.integers(0, size * size - 1))] = draw(st.integers(0, size))
    return size, givens


@given(puzzles(), st.integers(1, 5))
def test_answers_are_those_of_the_oracle(puzzle: tuple[int, list[int]], limit: int) -> None:
    size, givens = puzzle
    array = np.array([givens, givens], np.uint8)
    expected: list[list[int]] = []
    for grid in solutions(givens, size):
        expected.append(grid)
        if len(expected) == max(limit, 50):
            break
    found = farandole.solve(array, limit=limit, threads=1)
    assert found.solutions.tolist() == [min(limit, len(expected))] * 2
    assert found.exact.tolist() == [len(expected) < limit] * 2
    grid = found.grids[1].tolist()
    assert solves(givens, grid, size) == bool(expected)
    assert farandole.check(array, found.grids).ok.tolist() == [bool(expected)] * 2
    if len(expected) < 50:
        masks = farandole.candidates(array).masks[0].tolist()
        union = [0] * (size * size)
        for solution in expected:
            union = [mask | 1 << (digit - 1) for mask, digit in zip(union, solution)]
        assert masks == union
        assert farandole.count(array).solutions[0] == len(expected)
        assert farandole.Puzzle(givens).count() == len(expected)
        assert len(list(farandole.Puzzle(givens).solutions())) == len(expected)


def test_every_form_of_input_gives_the_same(lines: list[str]) -> None:
    expected = farandole.solve(lines, threads=1)
    assert expected.unique.all()
    numbers = cells(lines)
    ways: dict[str, Any] = {
        "numbers": numbers,
        "squares": numbers.reshape(-1, 9, 9),
        "fortran": np.asfortranarray(numbers),
        "ascii": np.frombuffer("".join(lines).encode(), np.uint8).reshape(-1, 81),
        "S81": np.array(lines, "S81"),
        "objects": np.array(lines, object),
        "unicode": np.array(lines),
        "bytes": [line.encode() for line in lines],
        "tuple": tuple(lines),
        "chunks": pa.chunked_array([lines[:7], [], lines[7:9], lines[9:]]),
    }
    for kind in ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"]:
        ways[kind] = pa.array(lines, getattr(pa, kind)())
    ways["fixed"] = pa.array([line.encode() for line in lines], pa.binary(81))
    ways["dictionary"] = pa.array(lines).dictionary_encode()
    for name, way in ways.items():
        for threads in (1, 3):
            assert equal(farandole.solve(way, threads=threads), expected), name
        assert equal(farandole.check(way, expected.grids), farandole.check(lines, expected.grids)), name
    backwards = farandole.solve(numbers[::-1])
    assert np.array_equal(backwards.grids[::-1], expected.grids)
    sliced = farandole.solve(ways["string_view"].slice(3, 5))
    assert np.array_equal(sliced.grids, expected.grids[3:8])


def test_damaged_rows_have_a_status_of_their_own(lines: list[str]) -> None:
    mixed = [lines[0], "nonsense", None, "1" * 81, "." * 81, "1...............", "\ud800", "", lines[1]]
    want = ["SOLVED", "UNREADABLE", "UNREADABLE", "NONE", "SEVERAL", *["UNREADABLE"] * 3, "SOLVED"]
    arrow = [row if row != "\ud800" else "?" for row in mixed]
    for column in (mixed, pa.array(arrow), pa.array(arrow, pa.string_view())):
        found = farandole.solve(column)
        assert [Status(code).name for code in found.status] == want
        assert not found.grids[[1, 2, 3, 5, 6, 7]].any()
        assert found.to_arrow()["solution"].null_count == 6
    with pytest.raises(farandole.ParseError) as raised:
        farandole.solve(mixed, strict=True)
    assert raised.value.row == 1 and "row 1" in str(raised.value)
    with pytest.raises(farandole.ParseError) as raised:
        farandole.solve([lines[0], lines[0][:40] + "&" + lines[0][41:]], strict=True)
    assert (raised.value.row, raised.value.line) == (1, 1) and raised.value.column is not None
    numbers = cells(lines[:2])
    numbers[1, 5] = 77
    assert [Status(code).name for code in farandole.solve(numbers).status] == ["SOLVED", "UNREADABLE"]
    with pytest.raises(farandole.ParseError) as raised:
        farandole.count(numbers, strict=True)
    assert (raised.value.row, raised.value.column) == (1, 6)


@pytest.mark.parametrize("count", [0, 1, 2047, 2048, 2049])
def test_batches_of_any_length(count: int) -> None:
    found = farandole.solve([EASY] * count, threads=2)
    assert len(found) == count and found.unique.all()
    assert found.grids.shape == (count, 81)
    assert found.to_arrow().num_rows == count
    empty: Any = np.empty((0, 81), np.uint8)
    assert len(farandole.rate(empty)) == len(farandole.candidates(empty)) == len(farandole.canonical(empty)) == 0
    assert len(farandole.solve(pa.chunked_array([], pa.string()))) == 0


def test_results_as_arrow(lines: list[str]) -> None:
    batch = farandole.solve(lines).to_arrow()
    again = farandole.check(lines, cells(batch["solution"].to_pylist()))
    assert again.ok.all()
    assert farandole.check(batch["solution"]).ok.all()
    masks = farandole.candidates(lines[:5])
    assert masks.to_arrow()["masks"].to_pylist() == masks.masks.tolist()
    assert farandole.rate(lines[:5]).to_arrow().column_names == ["er", "ep", "ed", "steps", "status"]
    assert farandole.rate(lines[:5], scale="hodoku").to_arrow().column_names == ["score", "level", "steps", "status"]
    assert farandole.rate(lines[:5], scale="w").to_arrow().column_names == ["length", "steps", "status"]
    forms = farandole.canonical(lines[:5]).to_arrow()
    assert farandole.canonical(forms["board"]).to_arrow()["board"] == forms["board"]
    blank = np.zeros((2, 256), np.uint8)
    assert len(farandole.solve(blank, limit=1).to_arrow()["solution"][0].as_py()) == 256


def test_out_is_written() -> None:
    out = np.full((3, 81), 200, np.uint8)
    found = farandole.solve([EASY, "nonsense", EASY], out=out)
    assert found.grids is out and not out[1].any() and out[2].tolist() == [int(cell) for cell in SOLVED]
    puzzles = cells([EASY])
    readonly = puzzles.copy()
    readonly.flags.writeable = False
    assert farandole.solve(readonly).unique.all()
    for wrong in (readonly, puzzles, np.zeros((1, 80), np.uint8), np.zeros((1, 81), np.int8)):
        with pytest.raises(ValueError):
            farandole.solve(puzzles, out=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argument", "error", "words"),
    [
        (EASY, TypeError, "farandole.Puzzle"),
        (5, TypeError, "expected a list of strings"),
        ([EASY, 5], TypeError, "row 1 is a int"),
        (np.zeros((2, 80), np.uint8), ValueError, r"shape \(2, 80\), expected \(n, 81\)"),
        (np.zeros(81, np.uint8), ValueError, r"expected \(n, 81\)"),
        (np.full((2, 81), -1, np.int64), ValueError, "numbers from -1 to -1"),
        (np.zeros((2, 81), np.float32), TypeError, "dtype float32"),
        (pa.array([1, 2]), TypeError, "int64"),
    ],
)
def test_arguments_of_other_kinds_are_refused(argument: Any, error: type[Exception], words: str) -> None:
    for function in (farandole.solve, farandole.count, farandole.check, farandole.candidates, farandole.rate):
        with pytest.raises(error, match=words):
            function(argument)  # type: ignore[operator]


def test_bounds_are_checked() -> None:
    for bounds in ({"limit": 0}, {"budget": -1}, {"threads": 0}, {"limit": 2**64}, {"size": 65}, {"engine": "x"}):
        with pytest.raises(ValueError):
            farandole.solve([EASY], **bounds)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='unknown form "x"'):
        farandole.canonical([EASY], form="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="scale"):
        farandole.rate([EASY], scale="x")  # type: ignore[arg-type]
    found = farandole.count(["." * 81], budget=1000)
    assert not found.exact[0]


def test_statuses_and_levels_are_those_of_the_library() -> None:
    from farandole import _native

    names = [status.name.lower().replace("_", " ") for status in Status]
    assert names == _native.status_names()
    assert farandole.HODOKU_LEVELS[0] == "Easy" and len(farandole.HODOKU_LEVELS) == 5


def test_ratings_are_those_of_the_command_line(lines: list[str]) -> None:
    some = lines[:20]
    for scale in ("se", "hodoku", "w", "b"):
        ratings = farandole.rate(some, scale=scale)  # type: ignore[arg-type]
        command = [sys.executable, "-m", "farandole", "rate", "--scale", scale]
        printed = subprocess.run(command, input="\n".join(some), capture_output=True, text=True, check=True).stdout
        for row, line in enumerate(printed.splitlines()):
            if scale == "se":
                numbers = [ratings.er[row], ratings.ep[row], ratings.ed[row]]
                assert line == " ".join(f"{number / 10:.1f}" for number in numbers)
            elif scale == "hodoku":
                assert line == f"{ratings.score[row]} {farandole.HODOKU_LEVELS[ratings.level[row]]}"
            else:
                assert line == f"{scale.upper()}{ratings.length[row]}"


def test_the_lock_is_released() -> None:
    counted = 0
    done = threading.Event()

    def other() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=other)
    thread.start()
    farandole.count([EASY] * 20_000, threads=1)
    done.set()
    thread.join()
    assert counted > 100


SLOW = {
    "solve": "farandole.count(['.' * 81], limit=None)",
    "many": "farandole.count(['.' * 81] * 5000, limit=40000)",
    "one": "farandole.Puzzle('.' * 81).solve(limit=2**60)",
    "rate": f"farandole.rate([{EASY!r}] * 3_000_000)",
    # ER 11.9. A single rating takes a second.
    "rate hard": "farandole.rate(['..3....8..5....2.17...........5.8..6.9.12....8....3....6.9....5..4....7.....1.6.2'] * 99, threads=1)",
    "cover": "farandole.cover.Problem.from_text(text).zdd()",
    "listing": "[None for _ in farandole.Puzzle('.' * 81).solutions()]",
    "generate": "farandole.generate(10**9, rating=(11.5, 12))",
    "generate large": "farandole.generate(10**6, size=25)",
    "minimize": f"farandole.minimize([{SOLVED!r}] * 500_000)",
    "minimal": f"farandole.minimal_puzzles([{SOLVED!r}] * 1000)",
    "variant": "farandole.Puzzle('.AntiKnight').count()",
    "variant listing": "[None for _ in farandole.Puzzle('.AntiKnight').solutions()]",
    "variant trace": "farandole.Puzzle('.AntiKnight').trace(start=10**9, limit=None)",
    "variant candidates": "farandole.Puzzle('.Shape~16x16.AntiKnight.AntiKing.Whisper~4~R1C1~R2C2~R3C3~R4C4').candidates()",
    "candidates": "farandole.candidates(__import__('numpy').zeros((2_000_000, 81), 'u1'))",
    "hint": "[farandole.hint('.' * 8 + '1' + '.' * 72) for _ in range(10**6)]",
}


@pytest.mark.parametrize("name", sorted(SLOW))
def test_an_interrupt_ends_the_call_soon(name: str) -> None:
    program = f"""
import farandole, threading, os, signal, time
# A shell starts programs in the background with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
n = 40
text = " ".join(f"i{{k}}" for k in range(n)) + "\\n" + "\\n".join(f"i{{a}} i{{b}}" for a in range(n) for b in range(a))
begin = None
def send():
    global begin
    time.sleep(0.7)
    begin = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    {SLOW[name]}
    print("ended")
except KeyboardInterrupt:
    print(time.monotonic() - begin)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert printed.stderr == "" and printed.stdout != "ended\n", printed
    # On a busy machine, a thread may have to wait for a core.
    assert float(printed.stdout) < 0.2 * (1 + os.getloadavg()[0] / (os.cpu_count() or 1))


def test_several_threads_can_call_at_once(lines: list[str]) -> None:
    expected = farandole.solve(lines).grids
    results: list[Any] = []

    def ask() -> None:
        results.append(farandole.solve(lines, threads=2).grids)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6 and all(np.array_equal(grids, expected) for grids in results)


def test_memory_does_not_grow() -> None:
    resource = pytest.importorskip("resource")
    array = cells([EASY] * 2_000)
    for _ in range(20):
        farandole.solve(array, threads=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        farandole.solve(array, threads=1)
        farandole.check(array)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_a_forked_child_can_call() -> None:
    farandole.solve([EASY] * 5000, threads=2)
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        code = 0 if farandole.solve([EASY] * 5000, threads=2).unique.all() else 1
        os._exit(code)
    while time.monotonic() - begin < 60:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child hangs")
