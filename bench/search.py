#!/usr/bin/env python3
"""Compares the general search with other solvers on the same puzzles: first solution, one thread.

    bench/search.py --farandole target/release/farandole FILE[:STEP] ...

Every STEP-th puzzle of a file is used. For each file and solver, the script prints the total, median and maximum processor
time of the search in seconds, and the number of puzzles that were unsolved at the time limit. The times of the rivals
exclude building a model. The times of farandole include reading, checking and printing, but not the start of the program.
The script checks every solution against the rules.

Rivals, each skipped if it is missing: CaDiCaL (PyPI `python-sat`) on the extended encoding as `farandole encode --cnf`
prints it, CP-SAT (PyPI `ortools`, all-different), Gecode (MiniZinc, all-different on domains, dom_w_deg), and our own
`--engine dlx`.
"""

import argparse
import multiprocessing
import os
import resource
import statistics
import subprocess
import tempfile
import time

MANY = 100
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@#"


def puzzles(path, step):
    """Returns (text line, size, givens, houses) of every step-th puzzle. A leading number and a region map are supported."""
    with open(path) as lines:
        records = [line.split() for line in lines if line.strip() and line[0] != "#"]
    for fields in records[::step]:
        if fields[0].isdigit() and len(fields[0]) < 3:
            fields = fields[1:]
        cells = fields[0]
        size = round(len(cells) ** 0.5)
        givens = [SYMBOLS.find(cell) + 1 if cell in SYMBOLS else 0 for cell in cells]
        regions = None
        if len(fields) > 1 and len(fields[1]) == size * size and fields[1].isalpha():
            regions = fields[1]
        line = " ".join([cells] + ([regions] if regions else []))
        yield line, size, givens, houses(size, regions)


def houses(size, regions):
    rows = [[row * size + col for col in range(size)] for row in range(size)]
    if regions is None:
        height = max(rows for rows in range(1, int(size**0.5) + 1) if size % rows == 0)
        width = size // height
        label = lambda cell: cell // size // height * height + cell % size // width
    else:
        label = lambda cell: regions[cell]
    parts = {}
    for cell in range(size * size):
        parts.setdefault(label(cell), []).append(cell)
    return rows + [list(col) for col in zip(*rows)] + list(parts.values())


def solves(grid, size, givens, parts):
    kept = all(given in (0, digit) for given, digit in zip(givens, grid))
    return kept and all(len({grid[cell] for cell in part}) == size for part in parts)


def farandole(program, engine):
    """Returns a function that runs the program once per puzzle. Quick puzzles are repeated many times."""

    def spend(lines, limit):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(lines)
            file.flush()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            arguments = [program, "solve", "--engine", engine, "-j", "1", "--quiet", file.name]
            try:
                out = subprocess.run(arguments, capture_output=True, text=True, timeout=limit).stdout
            except subprocess.TimeoutExpired:
                return limit, None
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out.split("\n")[0]

    start = statistics.median(spend("1\n", 9)[0] for _ in range(9))

    def run(line, size, givens, parts, limit):
        spent, out = spend(line + "\n", limit)
        if out is None:
            return limit, None
        spent = max(spent - start, 0)
        if spent < 0.02:
            spent = max(spend((line + "\n") * MANY, MANY * limit)[0] - start, 0) / MANY
        return spent, False if out == "!none" else [SYMBOLS.find(cell) + 1 for cell in out]

    return run


def cadical(program):
    from pysat.formula import CNF
    from pysat.solvers import Cadical195

    def search(line, size, answer):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(line + "\n")
            file.flush()
            text = subprocess.run([program, "encode", "--cnf", file.name], capture_output=True, text=True).stdout
        with Cadical195(bootstrap_with=CNF(from_string=text)) as solver:
            begin = time.process_time()
            found = solver.solve()
            spent = time.process_time() - begin
            grid = [0] * size**2
            for literal in solver.get_model() if found else []:
                if 0 < literal <= size**3:
                    grid[(literal - 1) // size] = (literal - 1) % size + 1
        answer.put((spent, grid if found else False))

    def run(line, size, givens, parts, limit):
        answer = multiprocessing.SimpleQueue()
        process = multiprocessing.Process(target=search, args=(line, size, answer))
        process.start()
        process.join(limit)
        if process.is_alive():
            process.kill()
            return limit, None
        return answer.get()

    return run


def cp_sat(_):
    from ortools.sat.python import cp_model

    def run(line, size, givens, parts, limit):
        model = cp_model.CpModel()
        cells = [model.new_int_var(given or 1, given or size, "") for given in givens]
        for part in parts:
            model.add_all_different([cells[cell] for cell in part])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = limit
        begin = time.process_time()
        status = solver.solve(model)
        spent = time.process_time() - begin
        if status == cp_model.INFEASIBLE:
            return spent, False
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return (spent, [solver.value(cell) for cell in cells]) if found else (limit, None)

    return run


def gecode(_):
    subprocess.run(["minizinc", "--version"], capture_output=True, check=True)

    def run(line, size, givens, parts, limit):
        text = [f'include "alldifferent.mzn";\narray[0..{size**2 - 1}] of var 1..{size}: x;']
        text += [f"constraint x[{cell}] = {given};" for cell, given in enumerate(givens) if given]
        text += [f"constraint all_different([x[i] | i in {part}]) :: domain;" for part in parts]
        text += ['solve :: int_search(x, dom_w_deg, indomain_min) satisfy;\noutput ["\\(x)"];']
        with tempfile.NamedTemporaryFile("w", suffix=".mzn", delete=False) as file:
            file.write("\n".join(text))
        arguments = ["minizinc", "--solver", "gecode", "-s", "--time-limit", str(int(1000 * limit)), file.name]
        out = subprocess.run(arguments, capture_output=True, text=True).stdout
        os.unlink(file.name)
        times = [float(line.split("=")[1]) for line in out.splitlines() if "solveTime" in line]
        if "UNSATISFIABLE" in out:
            return times[0], False
        found = [line for line in out.splitlines() if line.startswith("[")]
        return (times[0], [int(digit) for digit in found[0][1:-1].split(",")]) if found else (limit, None)

    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--farandole", required=True, help="the program")
    parser.add_argument("--limit", type=float, default=20, help="seconds for each puzzle")
    parser.add_argument("--rivals", default="dlx,CaDiCaL,CP-SAT,Gecode", help="those to run")
    parser.add_argument("files", nargs="+", metavar="FILE[:STEP]")
    options = parser.parse_args()
    program = os.path.abspath(options.farandole)
    solvers = {"search": farandole(program, "search")}
    rivals = {"dlx": lambda program: farandole(program, "dlx"), "CaDiCaL": cadical, "CP-SAT": cp_sat, "Gecode": gecode}
    for name in options.rivals.split(","):
        try:
            solvers[name] = rivals[name](program)
        except (ImportError, OSError) as missing:
            print(f"without {name}: {missing}")
    for name in options.files:
        path, _, step = name.partition(":")
        chosen = list(puzzles(path, int(step or 1)))
        spent_by = {}
        for solver, run in solvers.items():
            times, still_open = spent_by.setdefault(solver, []), 0
            for puzzle in chosen:
                spent, grid = run(*puzzle, options.limit)
                times.append(min(spent, options.limit))
                still_open += grid is None
                if grid and not solves(grid, *puzzle[1:]):
                    raise SystemExit(f"{solver} is wrong on {puzzle[0]}")
            total, median, worst = sum(times), 1000 * statistics.median(times), max(times)
            print(
                f"{os.path.basename(path):28} {len(times):4} {solver:8} total {total:8.3f} s  "
                f"median {median:9.3f} ms  worst {worst:7.3f} s  open {still_open}",
                flush=True,
            )
        best = [min(times) for times in zip(*(spent_by[solver] for solver in spent_by if solver != "search"))]
        slower = sorted((ours / max(theirs, 1e-9), number) for number, (ours, theirs) in enumerate(zip(spent_by["search"], best)))
        for ratio, number in [one for one in reversed(slower) if one[0] > 1][:9]:
            print(
                f"  puzzle {number}: search {spent_by['search'][number]:.4f} s, best rival {best[number]:.4f} s, {ratio:.1f} times"
            )


if __name__ == "__main__":
    main()
