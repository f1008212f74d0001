"""Long calls: other Python threads run meanwhile, and Ctrl-C ends the call."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import EASY, SOLVED

HARD = "..3....8..5....2.17...........5.8..6.9.12....8....3....6.9....5..4....7.....1.6.2"

# Preparation and call. Each call takes several seconds even on fast machines.
CALLS = {
    "count": ("", "farandole.count(['.' * 81])"),
    "count one": ("", "farandole.Puzzle('.' * 81).solve(limit=2**60)"),
    "check": (
        "rows, answers = [EASY] * 3_000_000, [SOLVED] * 3_000_000",
        "[farandole.check(rows, answers) for _ in range(99)]",
    ),
    "list": ("rows = [EASY] * 6_000_000", "farandole.solve(rows)"),
    "canonical": ("rows = np.zeros((200_000, 81), 'u1')", "[farandole.canonical(rows) for _ in range(999)]"),
    "candidates": ("", "farandole.candidates(np.zeros((2_000_000, 81), 'u1'))"),
    "candidates of 16x16": ("", "farandole.candidates(np.zeros((3000, 256), 'u1'))"),
    "rate": ("", "farandole.rate([HARD] * 99, threads=1)"),
    "rate one": ("puzzle = farandole.Puzzle(HARD)", "[puzzle.rate() for _ in range(99)]"),
    "explain": ("", "farandole.explain([HARD] * 99)"),
    "minimize": ("", "farandole.minimize([SOLVED] * 500_000)"),
    "minimal puzzles": ("", "farandole.minimal_puzzles([SOLVED] * 1000)"),
    "unavoidable sets": ("", "farandole.unavoidable_sets([EASY] * 3000, most=18)"),
    "backdoors": ("", "farandole.backdoors([HARD] * 19_999, most=6)"),
    "neighbours": ("", "farandole.neighbours([EASY] * 99, remove=3, add=3)"),
    "morph": ("rows = np.zeros((9_000_000, 81), 'u1')", "farandole.morph(rows)"),
    "generate": ("", "farandole.generate(10**9, rating=(11.5, 12))"),
    "sample": ("zdd = matchings(12).zdd()", "zdd.sample(30_000_000)"),
    "cheapest of a diagram": ("zdd = matchings(16).zdd()", "zdd.cheapest(2_000_000)"),
    "options": ("", "Problem(100, ([k % 100] for k in range(10**8)))"),
    "options in a list": ("options = [[0, 1]] * 9_000_000", "[Problem(2, options) for _ in range(999)]"),
    "costs": ("options = [[0]] * 100_000", "Problem(1, options, costs=(0 for _ in range(10**9)))"),
    "cover text": ("text = 'a b\\n' + 'a b\\n' * 6_000_000", "[Problem.from_text(text) for _ in range(9)]"),
    "cover count": ("problem = matchings(44)", "problem.count()"),
    "cover solutions": ("solutions = matchings(44).solutions()", "[None for _ in solutions]"),
    "cover cheapest": ("problem = matchings(40)", "problem.cheapest(5_000_000)"),
    "variant": ("", "farandole.Puzzle('.AntiKnight').count()"),
    "variant trace": ("", "farandole.Puzzle('.AntiKnight').trace(start=10**9, limit=None)"),
    "variant candidates": (
        "",
        "farandole.Puzzle('.Shape~16x16.AntiKnight.AntiKing.Whisper~4~R1C1~R2C2~R3C3~R4C4').candidates()",
    ),
}

PROGRAM = """
import os, signal, sys, threading, time
import numpy as np
import farandole
from farandole.cover import Problem
# A shell starts programs in the background with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
EASY, SOLVED, HARD = {words!r}

def matchings(count):
    return Problem(count, [[a, b] for a in range(count) for b in range(a)])

{prepare}
beats, ended, sent = [], [], []

def beat():
    begin = time.monotonic()
    while time.monotonic() < begin + 1:
        beats.append(time.monotonic())
        time.sleep(0.005)
    sent.append(time.monotonic())
    if not ended:
        os.kill(os.getpid(), signal.SIGINT)

thread = threading.Thread(target=beat)
thread.start()
try:
    {call}
    ended.append(True)
    thread.join()
    print("ended")
except KeyboardInterrupt:
    after = time.monotonic() - sent[0]
    gaps = [later - before for before, later in zip(beats, beats[1:])]
    print(len(beats), max(gaps), after)
    sys.stdout.flush()
    # Abandoned work may continue.
    os._exit(0)
"""


@pytest.mark.parametrize("name", sorted(CALLS))
def test_other_threads_run_and_an_interrupt_ends_the_call(name: str) -> None:
    prepare, call = CALLS[name]
    program = PROGRAM.format(words=(EASY, SOLVED, HARD), prepare=prepare, call=call)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and done.stderr == "", done
    assert done.stdout != "ended\n", "the call is too short for this test"
    beats, gap, after = done.stdout.split()
    # About 200 on an idle machine. A call that holds the lock would allow only one beat before it and one after it.
    assert int(beats) >= 10 and float(gap) < 0.5 and float(after) < 2, done.stdout
