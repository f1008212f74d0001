#!/usr/bin/env python3
"""Compares the processor times of Farandole and the Python package `pencilmark` on killers, puzzle by puzzle.

    bench/variants/beside_pencilmark.py target/release/farandole-bench-variants FILE [COUNT]

FILE has JSON lines with `n` and `cages`, of which the first COUNT (default 50) are used. Both programs search for a second
solution. Both times include reading, setup and search, and for Farandole the check, but not the parsing of JSON. The
package's solver is written in C; install it with `pip install --pre pencilmark`.
"""

import json
import statistics
import subprocess
import sys
import time

from pencilmark import api, cpsat_verify


def exchanged(killer):
    """Returns the puzzle in the package's exchange format."""
    size = killer["n"]
    name = lambda cell: f"r{cell // size + 1}c{cell % size + 1}"
    cages = [
        {"kind": "cage", "cells": [name(cell) for cell in cage["cells"]], "sum": cage["sum"]}
        for cage in killer["cages"]
    ]
    return {"digits": size, "box": "3x3", "numbers": "." * size * size, "regions": cages}


def main():
    program, path = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    with open(path, encoding="utf-8") as file:
        killers = [json.loads(line) for line in file if line.strip()]
    killers = [killer for killer in killers if killer["n"] == 9 and not killer.get("xdiag")][:count]
    child = subprocess.Popen([program, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rows = []
    for killer in killers:
        start = time.process_time()
        solutions, decided = cpsat_verify.decide(api.load(exchanged(killer)), limit=2)
        theirs = 1000 * (time.process_time() - start)
        child.stdin.write(json.dumps({key: killer[key] for key in ("n", "cages")}) + "\n")
        child.stdin.flush()
        _, _, verdict, ours = child.stdout.readline().split("\t")[:4]
        found = ["none", "one", "several"][min(len(solutions), 2)] if decided else "open"
        rows.append((theirs, float(ours), found == verdict))
        print(f"{found}\t{theirs:.1f}\t{verdict}\t{float(ours):.3f}\t{theirs / float(ours):.0f}", flush=True)
    child.stdin.close()
    ratios = sorted(theirs / ours for theirs, ours, _ in rows)
    print(
        f"{len(rows)} killers, {sum(agree for *_, agree in rows)} with the same answer; "
        f"pencilmark {sum(row[0] for row in rows) / 1000:.2f} s, Farandole {sum(row[1] for row in rows) / 1000:.3f} s; "
        f"ratio: median {statistics.median(ratios):.0f}, least {ratios[0]:.0f}"
    )


main()
