"""Wrong values of every argument of every public function raise `TypeError` or `ValueError` that names the argument."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import farandole
import farandole.ray
from conftest import EASY, SOLVED
from farandole import Puzzle
from farandole.cover import Problem

PROBLEM = Problem(3, [[0, 1], [2], [0], [1, 2]])
DIAGRAM = PROBLEM.zdd()
PUZZLE = Puzzle(EASY)
SMALL = Puzzle([0] * 16)
VARIANT = Puzzle(".Shape~4x4.Thermo~R1C1~R1C2")
FPUZZLES = json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#800080"}]})

# Invalid values for each kind of argument, with the exception.
NOT_A_NUMBER: list[tuple[Any, type[Exception]]] = [
    (True, TypeError),
    (np.True_, TypeError),
    (2.5, TypeError),
    (2.0, TypeError),
    ("2", TypeError),
    (np.array([1, 2]), TypeError),
    (-1, ValueError),
    (2**64, ValueError),
    (10**50, ValueError),
]
NUMBER = [*NOT_A_NUMBER, (None, TypeError)]
POSITIVE = [*NUMBER, (0, ValueError)]
BOUND = [*NOT_A_NUMBER, (0, ValueError)]
THREADS = [*BOUND, (4097, ValueError)]
FLAG: list[tuple[Any, type[Exception]]] = [
    (1, TypeError),
    (0, TypeError),
    ("yes", TypeError),
    (None, TypeError),
    (1.0, TypeError),
]
WORD: list[tuple[Any, type[Exception]]] = [(1, TypeError), (None, TypeError), (b"se", TypeError), ("nonsense", ValueError)]
SIZE = [*BOUND, (65, ValueError)]
PUZZLES: list[tuple[Any, type[Exception]]] = [
    (EASY, TypeError),
    (EASY.encode(), TypeError),
    (None, TypeError),
    (81, TypeError),
    ([1, 2], TypeError),
    ([[0] * 81], TypeError),
    (np.full((1, 81), 300, np.int64), ValueError),
    (np.zeros((1, 81), bool), TypeError),
    (np.zeros((1, 81)), TypeError),
    (np.zeros(81, np.uint8), ValueError),
    (np.zeros((9, 9), np.uint8), ValueError),
    (np.zeros((1, 80), np.uint8), ValueError),
    (np.zeros((1, 9, 8), np.uint8), ValueError),
    (np.zeros((1, 1, 81), np.uint8), ValueError),
    (np.zeros((), np.uint8), ValueError),
    (np.zeros((0, 0), np.uint8), ValueError),
    (np.array([[EASY]]), ValueError),
]
TIME: list[tuple[Any, type[Exception]]] = [
    (True, TypeError),
    ("1", TypeError),
    (-1, ValueError),
    (float("nan"), ValueError),
]
WITHOUT: list[tuple[Any, type[Exception]]] = [("naked-single", TypeError), ([1], TypeError), (["guess"], ValueError)]
ORDER = [*WITHOUT, ([], ValueError)]
SEED = NUMBER
BULK: dict[str, list[tuple[Any, type[Exception]]]] = {"threads": THREADS, "strict": FLAG, "puzzles": PUZZLES}
SEARCH = {**BULK, "budget": BOUND, "engine": WORD, "size": SIZE}
WINDOW: list[tuple[Any, type[Exception]]] = [
    (True, TypeError),
    ("7", TypeError),
    (-1, ValueError),
    ((8, 7), ValueError),
    ((1, 2, 3), ValueError),
    (float("nan"), ValueError),
    (float("inf"), ValueError),
]
CELLS: list[tuple[Any, type[Exception]]] = [
    ([True] * 16, TypeError),
    ([0.0] * 16, TypeError),
    ([-1] * 16, ValueError),
    ([2**70] * 16, TypeError),
    ([1] * 15, ValueError),
    (np.zeros((65, 65), np.uint8), ValueError),
    ([], ValueError),
    (b"1234", TypeError),
]


def bulk(name: str) -> Callable[..., Any]:
    return lambda puzzles=(SOLVED,), **named: getattr(farandole, name)(puzzles, **named)


# Each function with valid arguments, and the invalid values of each argument.
TABLE: dict[str, tuple[Callable[..., Any], dict[str, list[tuple[Any, type[Exception]]]]]] = {
    "solve": (
        bulk("solve"),
        {
            **SEARCH,
            "limit": BOUND,
            "out": [
                ([0] * 81, TypeError),
                (np.zeros((1, 81), np.int64), ValueError),
                (np.zeros((2, 81), np.uint8), ValueError),
                (np.zeros((1, 81), np.uint8, order="F")[:, ::-1], ValueError),
                (np.broadcast_to(np.uint8(0), (1, 81)), ValueError),
            ],
        },
    ),
    "count": (bulk("count"), {**SEARCH, "limit": BOUND}),
    "check": (
        bulk("check"),
        {
            **SEARCH,
            "grids": [
                (SOLVED, TypeError),
                (np.zeros((1, 81)), TypeError),
                (np.zeros((1, 81), bool), TypeError),
                (np.full((1, 81), 300, np.int64), ValueError),
                (np.full((1, 81), -1, np.int64), ValueError),
                (np.zeros((2, 81), np.uint8), ValueError),
                (np.zeros((1, 80), np.uint8), ValueError),
                ([SOLVED] * 2, ValueError),
            ],
        },
    ),
    "candidates": (bulk("candidates"), SEARCH),
    "canonical": (bulk("canonical"), {**BULK, "form": WORD}),
    "rate": (bulk("rate"), {**BULK, "scale": WORD, "budget": BOUND}),
    "minimize": (
        bulk("minimize"),
        {**BULK, "seed": SEED, "keep": [(1, TypeError), ("1", TypeError), ([81], ValueError), ([1.0], TypeError)]},
    ),
    "minimal_puzzles": (bulk("minimal_puzzles"), {**BULK, "fewest": FLAG, "limit": POSITIVE}),
    "unavoidable_sets": (bulk("unavoidable_sets"), {**BULK, "most": [*POSITIVE, (82, ValueError)]}),
    "backdoors": (bulk("backdoors"), {**BULK, "most": [*NUMBER, (82, ValueError)], "techniques": WORD}),
    "neighbours": (bulk("neighbours"), {**BULK, "remove": NUMBER, "add": POSITIVE, "same_pattern": FLAG}),
    "morph": (bulk("morph"), {"strict": FLAG, "puzzles": PUZZLES, "seed": SEED}),
    "dataset": (
        bulk("dataset"),
        {
            **BULK,
            "test_share": [
                (True, TypeError),
                (None, TypeError),
                ("0.1", TypeError),
                (-0.1, ValueError),
                (1.1, ValueError),
                (float("nan"), ValueError),
            ],
            "paths": [(1, TypeError), (b"se", TypeError), ("nonsense", ValueError)],
        },
    ),
    "audit": (
        lambda first=(SOLVED,), second=(SOLVED,), **named: farandole.audit(first, second, **named),
        {"threads": THREADS, "first": PUZZLES, "second": PUZZLES},
    ),
    "generate": (
        lambda count=1, **named: farandole.generate(count, **{"tries": 1, **named}),
        {
            "count": POSITIVE,
            "seed": SEED,
            "givens": [*WINDOW[:-2], (20.5, TypeError)],
            "symmetry": WORD,
            "minimal": WORD,
            "grids": [value for value in PUZZLES if value[0] is not None],
            "pattern": [(b"1" * 81, TypeError), ("1" * 80, ValueError), ([1] * 80, ValueError)],
            "unbiased": FLAG,
            "rating": WINDOW,
            "ep": WINDOW,
            "ed": WINDOW,
            "scale": WORD[:3],
            "technique": [(1, TypeError), ("nonsense", ValueError)],
            "only_easier": FLAG,
            "size": [*BOUND, (1, ValueError), (26, ValueError)],
            "boxes": [((1, 2, 3), ValueError), ((1.0, 2.0), TypeError), ((-1, 2), ValueError)],
            "layout": [("nonsense", ValueError), ([0] * 15, ValueError)],
            "diagonals": FLAG,
            "windoku": FLAG,
            "budget": POSITIVE,
            "tries": BOUND,
            "time": [(True, TypeError), ("1", TypeError), (-1, ValueError), (float("nan"), ValueError)],
            "threads": THREADS,
        },
    ),
    "generate_variants": (
        lambda kind="killer", **named: farandole.generate_variants(kind, **{"size": 4, "tries": 1, **named}),
        {
            "kind": [(1, TypeError), ("nonsense", ValueError)],
            "count": POSITIVE,
            "seed": SEED,
            "size": [*POSITIVE, (1, ValueError), (17, ValueError)],
            "like": [(1, TypeError), ("nonsense", ValueError), (".Shape~4x4.Some~Nonsense", ValueError)],
            "givens": [*WINDOW[:-2], (20.5, TypeError), (17, ValueError)],
            "clues": [*WINDOW[:-2], (20.5, TypeError), (9, ValueError)],
            "rating": WINDOW,
            "minimal": [(value, error) for value, error in FLAG if value is not None],
            "budget": POSITIVE,
            "tries": BOUND,
            "time": [(True, TypeError), ("1", TypeError), (-1, ValueError), (float("nan"), ValueError)],
            "threads": THREADS,
        },
    ),
    "complete": (
        lambda puzzle=".Shape~4x4.Some~Cage", **named: farandole.complete(puzzle, **{"tries": 1, **named}),
        {
            "puzzle": [(None, TypeError), (b".Shape~4x4", TypeError), ("nonsense", ValueError), (".Some~2~Snark", ValueError)],
            "count": POSITIVE,
            "seed": SEED,
            "fewest": FLAG,
            "budget": POSITIVE,
            "tries": BOUND,
            "time": TIME,
            "threads": THREADS,
        },
    ),
    "hint": (
        lambda sheet=EASY, **named: farandole.hint(sheet, **named),
        {
            "sheet": [(None, TypeError), (EASY.encode(), TypeError), ("nonsense", ValueError)],
            "scale": WORD,
            "order": ORDER,
            "without": WITHOUT,
            "depth": WORD,
            "every": FLAG,
            "budget": BOUND,
            "time": TIME,
        },
    ),
    "judge": (
        lambda sheet=EASY, moves="r1c3=4", **named: farandole.judge(sheet, moves, **named),
        {
            "sheet": [(None, TypeError), (EASY.encode(), TypeError), ("nonsense", ValueError)],
            "moves": [
                (None, TypeError),
                (b"r1c3=4", TypeError),
                ("", ValueError),
                ("r1c3", ValueError),
                ("r1c10=1", ValueError),
            ],
            "order": ORDER,
            "without": WITHOUT,
            "most": [(True, TypeError), ("2", TypeError), (-1, ValueError), (float("nan"), ValueError)],
            "budget": BOUND,
            "time": TIME,
        },
    ),
    "explain": (
        lambda sheet=EASY, **named: farandole.explain(sheet, **named),
        {
            "sheet": [(None, TypeError), (EASY.encode(), TypeError), ("nonsense", ValueError), ([1], TypeError)],
            "scale": WORD,
            "order": ORDER,
            "without": WITHOUT,
            "budget": BOUND,
            "time": TIME,
            "threads": THREADS,
        },
    ),
    "Puzzle": (
        lambda givens=(0,) * 16, **named: Puzzle(givens, **named),
        {
            "givens": CELLS,
            "boxes": [((1, 2, 3), ValueError), ((1.0, 4.0), TypeError), ((-2, 2), ValueError), ((3, 2), ValueError)],
            "regions": [([0] * 15, ValueError), ([0.5] * 16, TypeError)],
            "diagonals": FLAG,
            "extra_regions": [
                (1, TypeError),
                ([1], TypeError),
                ([[0.5]], TypeError),
                ([[16]], ValueError),
                ([[-1]], ValueError),
            ],
            "allowed": CELLS[1:6],
        },
    ),
    "Puzzle.solve": (
        PUZZLE.solve,
        {"limit": BOUND, "budget": BOUND, "engine": WORD, "seed": SEED, "threads": [*THREADS, (None, TypeError)]},
    ),
    "Puzzle.count": (SMALL.count, {"limit": BOUND, "budget": BOUND}),
    "Puzzle.candidates": (SMALL.candidates, {"budget": BOUND}),
    "Puzzle.solutions": (SMALL.solutions, {"position": [(1, TypeError), ("x", TypeError), (b"x", ValueError)]}),
    "Puzzle.check": (
        lambda grid=(0,) * 16: SMALL.check(grid),
        {
            "grid": [
                ([True] * 16, TypeError),
                ([1.0] * 16, TypeError),
                ([-1] * 16, ValueError),
                ([256] * 16, ValueError),
                ("1", TypeError),
            ]
        },
    ),
    "read": (
        lambda text=FPUZZLES, **named: farandole.read(text, **named),
        {
            "text": [(1, TypeError), (None, TypeError), (b"{}", TypeError), ("nonsense", ValueError)],
            "meanings": [
                (1, TypeError),
                ([("g1", "Renban")], TypeError),
                ("nonsense", ValueError),
                ({"g99": "Renban"}, ValueError),
            ],
        },
    ),
    "Puzzle.hint": (
        PUZZLE.hint,
        {
            "scale": WORD,
            "order": ORDER,
            "without": WITHOUT,
            "depth": WORD,
            "every": FLAG,
            "budget": BOUND,
            "time": TIME,
        },
    ),
    "Puzzle.explain": (
        PUZZLE.explain,
        {"scale": WORD, "order": ORDER, "without": WITHOUT, "budget": BOUND, "time": TIME},
    ),
    "Puzzle.rate": (PUZZLE.rate, {"scale": WORD, "budget": BOUND, "time": TIME}),
    "Puzzle.trace": (
        VARIANT.trace,
        {"start": POSITIVE, "steps": BOUND, "limit": BOUND, "budget": BOUND, "candidates": FLAG},
    ),
    "Puzzle.to_text": (SMALL.to_text, {"format": [(1, TypeError), ("nonsense", ValueError)]}),
    "Puzzle.from_text": (
        lambda text=EASY, **named: Puzzle.from_text(text, **named),
        {"text": [(1, TypeError), (b"x", TypeError), ("", ValueError)], "format": [(1, TypeError), ("nonsense", ValueError)]},
    ),
    "Problem": (
        lambda primary=3, options=((0, 1), (2,)), **named: Problem(primary, options, **named),
        {
            "primary": [*NUMBER[:-1], ("ab", TypeError), ([1, 2], TypeError), ([""], ValueError), (["a", "a"], ValueError)],
            "options": [
                (None, TypeError),
                ("ab", TypeError),
                ([1], TypeError),
                (["a"], TypeError),
                ([[True]], TypeError),
                ([[0.0]], TypeError),
                ([[None]], TypeError),
                ([[-1]], ValueError),
                ([[3]], ValueError),
                ([[2**40]], ValueError),
                ([[0, 0]], ValueError),
                ([[(0, 1, 2)]], TypeError),
                ([[(0, 1.5)]], TypeError),
            ],
            "secondary": [*NUMBER[:-1], ("ab", TypeError), ([1, 2], TypeError)],
            "costs": [
                (1, TypeError),
                ("12", TypeError),
                ([1], ValueError),
                ([1, 2, 3], ValueError),
                ([], ValueError),
                ([1, -1], ValueError),
                ([1, 2**64], ValueError),
                ([1, True], TypeError),
                ([1, 1.0], TypeError),
                (np.array([1.0, 2.0]), TypeError),
                (np.array([1, -2]), ValueError),
            ],
            "bounds": [
                ({0: 1}, TypeError),
                ({0: (1,)}, TypeError),
                ({0: (1, 2.0)}, TypeError),
                ({0: (True, 2)}, TypeError),
                ({0: (-1, 2)}, ValueError),
                ({0: (2, 1)}, ValueError),
                ({9: (1, 2)}, ValueError),
                ({1.5: (1, 2)}, TypeError),
            ],
        },
    ),
    "Problem.from_text": (
        lambda text="a\na": Problem.from_text(text),
        {"text": [(1, TypeError), (None, TypeError), ("a\nb", ValueError)]},
    ),
    "Problem.count": (PROBLEM.count, {"budget": BOUND, "memory": BOUND}),
    "Problem.solutions": (PROBLEM.solutions, {"position": [(1, TypeError), (b"x", TypeError), ("nonsense", ValueError)]}),
    "Problem.minimum": (PROBLEM.minimum, {"budget": BOUND}),
    "Problem.cheapest": (lambda count=1, **named: PROBLEM.cheapest(count, **named), {"count": NUMBER, "budget": BOUND}),
    "Problem.zdd": (PROBLEM.zdd, {"budget": BOUND, "memory": BOUND}),
    "Problem.sample": (PROBLEM.sample, {"count": NUMBER, "seed": SEED, "memory": BOUND}),
    "Problem.split": (lambda count=2: PROBLEM.split(count), {"count": POSITIVE}),
    "Problem.option": (
        lambda number=0: PROBLEM.option(number),
        {"number": [(True, TypeError), (0.5, TypeError), (-1, IndexError), (4, IndexError), (2**70, IndexError)]},
    ),
    "Problem.option_text": (
        lambda number=0: PROBLEM.option_text(number),
        {"number": [(True, TypeError), (0.5, TypeError), (-1, IndexError), (4, IndexError)]},
    ),
    "Zdd.sample": (DIAGRAM.sample, {"count": NUMBER, "seed": SEED}),
    "Zdd.cheapest": (DIAGRAM.cheapest, {"count": NUMBER}),
    "Zdd.__getitem__": (
        lambda number=0: DIAGRAM[number],
        {"number": [(True, TypeError), (0.5, TypeError), (-1, IndexError), (2, IndexError), (10**99, IndexError)]},
    ),
    "ray.count": (
        lambda **named: farandole.ray.count(PROBLEM, "/nonexistent/ledger", **named),
        {"pieces": POSITIVE},
    ),
    "ray.rate": (
        lambda **named: farandole.ray.rate(__file__, "/nonexistent/o", "/nonexistent/l", **named),
        {
            "scale": WORD,
            "rows": POSITIVE,
            "keep": [("id", TypeError), (b"id", TypeError), (None, TypeError), (1, TypeError), ([1], TypeError)],
        },
    ),
}

CASES = [
    (name, argument, value, error)
    for name, (_, rows) in TABLE.items()
    for argument, tests in rows.items()
    for value, error in tests
]


@pytest.mark.parametrize(("name", "argument", "value", "error"), CASES, ids=lambda value: str(value)[:40])
def test_a_wrong_argument_is_refused(name: str, argument: str, value: Any, error: type[Exception]) -> None:
    function = TABLE[name][0]
    with pytest.raises(error) as raised:
        function(**{argument: value})
    # The message must come from the package, not from the interpreter.
    assert not isinstance(raised.value, OverflowError) and "argument '" not in str(raised.value)


def test_the_table_has_every_argument() -> None:
    skipped = {"self", "cls", "problem", "ledger", "work", "column"}
    classes = {"Puzzle": Puzzle, "Problem": Problem, "Zdd": type(DIAGRAM)}
    for name, (_, rows) in TABLE.items():
        owner, _, method = name.rpartition(".")
        if owner == "ray":
            function = getattr(farandole.ray, method)
            skipped |= {"puzzles", "ratings"}
        elif owner:
            function = getattr(classes[owner], method)
        else:
            function = classes[name].__init__ if name in classes else getattr(farandole, name)
        names = set(inspect.signature(function).parameters) - skipped
        assert names - set(rows) == set(), name
    functions = {name for name in farandole.__all__ if inspect.isfunction(getattr(farandole, name))}
    assert functions <= set(TABLE)


def test_right_arguments_of_any_type_are_accepted() -> None:
    for number in (2, np.int64(2), np.uint8(2), np.array(2)):
        assert farandole.solve([EASY], limit=number, budget=number, threads=number).solutions[0] == 1
        assert len(PROBLEM.sample(number, seed=number)) == 2
    problem = Problem(np.int32(3), np.array([[0, 1], [1, 2], [0, 2]]), costs=np.array([1, 2, 3]), secondary=np.int64(0))
    assert problem.options == 3 and problem.count() == 0
    assert Problem(3, [np.array([0, 1]), (np.int8(2),)], bounds={np.int64(0): (np.int64(1), 1)}).count() == 1
    assert Problem(["a", "b"], [["a"], [("b")]], costs=iter([1, 2])).minimum() == (3, [0, 1])
    assert farandole.solve([EASY], strict=np.False_).solutions[0] == 1
    assert farandole.solve([]).grids.shape == (0, 81) and farandole.count(np.zeros((0, 81), np.uint8)).status.shape == (0,)


@pytest.mark.parametrize("side", [4, 9, 16, 25])
def test_one_square_array_is_not_a_list_of_smaller_puzzles(side: int) -> None:
    array = np.zeros((side, side), np.uint8)
    names = ["solve", "count", "check", "candidates"]
    names += ["canonical", "rate", "minimize", "minimal_puzzles", "morph", "backdoors", "neighbours", "unavoidable_sets"]
    names += ["dataset"]
    for name in names:
        with pytest.raises(
            ValueError,
            match=r"have shape \(.*(write array\[None\]|for one grid write array.reshape\(1, 81\)|expected \(n, 81\))",
        ):
            getattr(farandole, name)(array)
    small = round(side**0.5)
    assert farandole.count(array[None], limit=1).solutions.tolist() == [1]
    if small in (2, 4):
        assert len(farandole.count(array, size=small, limit=1)) == side
    with pytest.raises(ValueError, match="grids have shape"):
        farandole.check(np.zeros((1, 81), np.uint8), np.zeros((9, 9), np.uint8))


def test_arrays_of_any_order_are_read_alike() -> None:
    cells = np.array([[int(cell) if cell.isdigit() else 0 for cell in EASY]] * 4, np.uint8)
    wanted = farandole.solve(cells).grids
    assert wanted.any()
    wide = np.zeros((8, 162), np.uint8)
    wide[::2, ::2] = cells
    for array in (np.asfortranarray(cells), wide[::2, ::2], cells[::-1], np.stack([cells.T] * 1)[0].T):
        assert (farandole.solve(array).grids == wanted).all()


def test_a_refused_call_does_not_create_the_ledger(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        farandole.ray.count(PROBLEM, tmp_path / "ledger", pieces=2.5)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
