"""Solvers from Python packages. farandole-bench-cover starts this script and sends one request per line.

    load FILE         reads a problem in Knuth's format; prints "ready", or "no" and the reason
    run LIMIT         counts solutions, or finds the least cost; prints the number and the time in nanoseconds

The time is processor time within the call of the solver. It excludes reading and building.
"""

import sys
import time


def read(path):
    """Returns primary items with bounds, secondary items, and options as (items, cost). An item is (name, color)."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.lstrip().startswith("|")]
    bar = lines[0].index("|") if "|" in lines[0] else len(lines[0])
    primary = [tuple(word.rsplit("|", 1)) if "|" in word else ("1", word) for word in lines[0][:bar]]
    secondary = lines[0][bar + 1 :]
    options = []
    for words in lines[1:]:
        cost = sum(int(word[1:]) for word in words if word[0] == "|")
        items = [(word.partition(":")[0], word.partition(":")[2]) for word in words if word[0] != "|"]
        options.append((items, cost))
    return primary, secondary, options


class Miniexact:
    """Builds a new problem for each run, because a solved problem stays solved."""

    def __init__(self, path):
        import miniexact

        self.lib = miniexact
        self.problem = read(path)
        if any(bounds != "1" for bounds, _ in self.problem[0]):
            raise ValueError("multiplicities")

    def build(self):
        lib, (primary, secondary, options) = self.lib, self.problem
        solver = lib.miniexacts_init_c() if secondary else lib.miniexacts_init_x()
        items = {name: lib.miniexacts_define_primary_item(solver, name) for _, name in primary}
        items |= {name: lib.miniexacts_define_secondary_item(solver, name) for name in secondary}
        colors = {}
        for entries, _ in options:
            for name, color in entries:
                if color and color not in colors:
                    colors[color] = lib.miniexacts_define_color(solver, color)
                lib.miniexacts_add(solver, items[name], colors.get(color, 0), 0)
            lib.miniexacts_add(solver, 0, 0, 0)
        return solver

    def run(self, limit):
        solver, solve, count = self.build(), self.lib.miniexacts_solve, 0
        start = time.process_time_ns()
        while count < limit and solve(solver) == 10:
            count += 1
        return count, time.process_time_ns() - start


class Xcover:
    def __init__(self, path):
        import warnings

        warnings.filterwarnings("ignore")
        import xcover

        primary, secondary, options = read(path)
        if any(bounds != "1" for bounds, _ in primary):
            raise ValueError("multiplicities")
        colored = any(color for entries, _ in options for _, color in entries)
        words = [[f"{name}:{color}" if color else name for name, color in entries] for entries, _ in options]
        names = [name for _, name in primary]
        self.solve = lambda: xcover.covers(words, primary=names, secondary=secondary, colored=colored)

    def run(self, limit):
        start = time.process_time_ns()
        count = 0
        for _ in self.solve():
            count += 1
            if count == limit:
                break
        return count, time.process_time_ns() - start


class Highs:
    """Solves the mixed integer program on one thread."""

    def __init__(self, path):
        import highspy
        import numpy

        primary, secondary, options = read(path)
        rows = {name: row for row, name in enumerate([name for _, name in primary] + secondary)}
        self.lib, model = highspy, highspy.HighsLp()
        model.num_col_, model.num_row_ = len(options), len(rows)
        model.col_cost_ = numpy.array([cost for _, cost in options], float)
        model.col_lower_, model.col_upper_ = numpy.zeros(len(options)), numpy.ones(len(options))
        model.row_lower_ = numpy.array([1.0] * len(primary) + [-highspy.kHighsInf] * len(secondary))
        model.row_upper_ = numpy.ones(len(rows))
        entries = [[rows[name] for name, _ in entries] for entries, _ in options]
        starts = [0]
        for row in entries:
            starts.append(starts[-1] + len(row))
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = numpy.array(starts)
        model.a_matrix_.index_ = numpy.array([row for rows in entries for row in rows])
        model.a_matrix_.value_ = numpy.ones(starts[-1])
        model.integrality_ = numpy.array([highspy.HighsVarType.kInteger] * len(options))
        self.model = model

    def run(self, limit):
        solver = self.lib.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("time_limit", 60.0)
        solver.passModel(self.model)
        start = time.process_time_ns()
        solver.run()
        nanos = time.process_time_ns() - start
        solved = solver.getModelStatus() == self.lib.HighsModelStatus.kOptimal
        return round(solver.getInfo().objective_function_value) if solved else "unsolved", nanos


class Cadical:
    """Runs CaDiCaL on clauses that select exactly one option for each item."""

    def __init__(self, path):
        from pysat.solvers import Cadical153

        primary, secondary, options = read(path)
        lists = {}
        for number, (entries, _) in enumerate(options, 1):
            for name, _ in entries:
                lists.setdefault(name, []).append(number)
        self.clauses = [lists.get(name, []) for _, name in primary]
        for options in lists.values():
            self.clauses += [[-a, -b] for k, a in enumerate(options) for b in options[:k]]
        self.solver = Cadical153

    def run(self, limit):
        with self.solver(bootstrap_with=self.clauses) as solver:
            start = time.process_time_ns()
            found = solver.solve()
            return int(found), time.process_time_ns() - start


ENGINES = {"miniexact": Miniexact, "xcover": Xcover, "highs": Highs, "cadical": Cadical}


def main():
    engine = None
    for line in sys.stdin:
        verb, _, value = line.strip().partition(" ")
        if verb == "load":
            try:
                engine = ENGINES[sys.argv[1]](value)
                print("ready", flush=True)
            except (ImportError, ValueError, AttributeError) as error:
                print(f"no: {error}", flush=True)
        else:
            print(*engine.run(int(value)), flush=True)


main()
