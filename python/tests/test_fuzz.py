"""Any input gives a result or one of the package's errors: arrays of every type and shape, texts, numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import farandole
from conftest import EASY, SOLVED
from farandole import Puzzle, Status
from farandole.cover import Problem
from oracle import BOXES, solves

ANY_ARRAY = npst.arrays(
    dtype=st.one_of(
        npst.integer_dtypes(endianness="?"),
        npst.unsigned_integer_dtypes(endianness="?"),
        npst.floating_dtypes(),
        npst.byte_string_dtypes(max_len=90),
        npst.unicode_string_dtypes(max_len=90),
        npst.boolean_dtypes(),
        st.just(np.dtype(np.uint8)),
    ),
    shape=st.one_of(
        npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=10),
        st.sampled_from([(3, 81), (2, 9, 9), (4, 16), (0, 81), (2, 36)]),
    ),
)
ANY_TEXT = st.lists(
    st.one_of(
        st.text(max_size=90),
        st.binary(max_size=90),
        st.none(),
        st.text("123456789.", min_size=81, max_size=81),
        st.just(EASY),
    ),
    max_size=5,
)


SOLUTION = [int(cell) for cell in SOLVED]
OURS = (ValueError, TypeError)
"""`ParseError`, `PuzzleError` and `UnsupportedError` are `ValueError`s."""

BULK: dict[str, Callable[..., Any]] = {
    "solve": lambda puzzles, size: farandole.solve(puzzles, budget=100, size=size),
    "all": lambda puzzles, size: farandole.solve(puzzles, budget=100, size=size, limit=None, threads=1, strict=True),
    "count": lambda puzzles, size: farandole.count(puzzles, budget=100, size=size),
    "check": lambda puzzles, size: farandole.check(puzzles, budget=100, size=size),
    "candidates": lambda puzzles, size: farandole.candidates(puzzles, budget=100, size=size),
    "rate": lambda puzzles, _: farandole.rate(puzzles, budget=100),
    "hodoku": lambda puzzles, _: farandole.rate(puzzles, budget=100, scale="hodoku"),
    "canonical": lambda puzzles, _: farandole.canonical(puzzles),
    "grid": lambda puzzles, _: farandole.canonical(puzzles, form="grid"),
    "minimize": lambda puzzles, _: farandole.minimize(puzzles),
}


@st.composite
def views(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """Return an array as a view of another one: strided, reversed, broadcast, overlapping, reordered, read-only."""
    array: np.ndarray[Any, Any] = draw(ANY_ARRAY)
    way = draw(st.sampled_from(["as it is", "step", "back", "fortran", "turned", "broadcast", "overlap", "offset"]))
    if way == "broadcast":
        row = array[0] if array.ndim and len(array) else array
        array = np.broadcast_to(row, (3, *row.shape))
    elif way == "overlap" and array.ndim == 2 and array.shape[0] > 1 and array.flags.c_contiguous:
        strides = (max(array.strides[0] // 2, 1), array.strides[1])
        array = np.lib.stride_tricks.as_strided(array, (array.shape[0], array.shape[1]), strides)
    elif way == "fortran":
        array = np.asfortranarray(array)
    elif way == "turned":
        array = array.T
    elif way == "offset" and array.itemsize == 1 and array.flags.c_contiguous and array.size:
        array = np.frombuffer(b"x" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    elif array.ndim and way in ("step", "back"):
        array = array[:: 2 if way == "step" else -1]
    array = array.view()
    array.flags.writeable = False
    return array


@st.composite
def arrow(draw: st.DrawFn) -> Any:
    """Return an Arrow column of any layout, in chunks of any sizes."""
    pa = pytest.importorskip("pyarrow")
    kind = draw(st.sampled_from(["string", "large_string", "string_view", "binary", "large_binary", "binary_view"]))
    texts = st.one_of(st.text("123456789.", min_size=81, max_size=81), st.just(EASY), st.text(max_size=90), st.none())
    chunks = draw(st.lists(st.lists(texts, max_size=4), max_size=3))
    rows = [[row if row is None or "string" in kind else row.encode() for row in chunk] for chunk in chunks]
    column = pa.chunked_array([pa.array(chunk, getattr(pa, kind)()) for chunk in rows], getattr(pa, kind)())
    if len(column) and draw(st.booleans()):
        first = draw(st.integers(0, len(column)))
        column = column.slice(first, draw(st.integers(0, len(column))))
    return column.chunk(0) if column.num_chunks == 1 and draw(st.booleans()) else column


def judge(puzzles: Any, found: Any) -> None:
    """Check by the oracle that every returned grid solves its puzzle."""
    for row, grid in enumerate(found.grids.tolist()):
        has_one = found.status[row] in (Status.SOLVED, Status.SEVERAL)
        assert any(grid) == has_one and has_one == (found.solutions[row] > 0)
        if has_one and isinstance(puzzles, np.ndarray) and puzzles.dtype == np.uint8:
            side = round(len(grid) ** 0.5)
            ascii_ = {ord(sign): int(sign) for sign in "123456789"} | {ord(sign): 0 for sign in ".0_*-?"}
            given = [ascii_.get(cell, cell) if side == 9 else cell for cell in puzzles[row].reshape(-1).tolist()]
            assert side not in BOXES or solves(given, grid, side)


@settings(max_examples=100)
@given(st.one_of(views(), ANY_TEXT, arrow()), st.sampled_from([None, 4, 9]))
def test_anything_gets_an_answer_or_an_error(anything: Any, size: int | None) -> None:
    for name, function in BULK.items():
        try:
            found = function(anything, size)
        except OURS:
            continue
        assert len(found) == len(anything), name
        if name == "solve":
            judge(anything, found)


@settings(max_examples=100)
@given(views(), views())
def test_any_second_array_gets_an_answer_or_an_error(one: Any, other: Any) -> None:
    for puzzles in (one, [EASY], np.zeros((2, 81), np.uint8)):
        try:
            judged = farandole.check(puzzles, other)
            assert len(judged) == len(puzzles)
        except OURS:
            pass
        out = other.copy(order="K")
        try:
            found = farandole.solve(puzzles, budget=100, out=out)
            assert found.grids is out and out.dtype == np.uint8
        except OURS:
            pass
    for wish in ("grids", "pattern", "layout"):
        try:
            made = farandole.generate(1, tries=3, budget=10, **{wish: other})
            assert len(made) <= 1
        except OURS:
            pass


@settings(max_examples=100)
@given(views(), views())
def test_any_array_makes_a_puzzle_or_an_error(one: Any, other: Any) -> None:
    for keys in ({}, {"regions": other}, {"allowed": other}, {"boxes": tuple(other.reshape(-1)[:2])}):
        try:
            puzzle = Puzzle(one, **keys)
        except OURS:
            continue
        answer = puzzle.solve(budget=100)
        assert answer.grid is None or puzzle.check(answer.grid) is None
    for grid in (one, other):
        try:
            broken = Puzzle(EASY).check(grid)
            assert (broken is None) == (grid.reshape(-1).astype(np.int64).tolist() == SOLUTION)
        except OURS:
            pass


TEXTS = st.one_of(
    st.text(max_size=200),
    st.text("123456789.|+-: \n", max_size=200),
    st.lists(
        st.sampled_from(
            [".", "Thermo", "Cage", "Shape", "~", "R1C1", "R1C2", "4x4", "5", "_", "Or", "End", "{", "}", '"', ":"]
        ),
        max_size=20,
    ).map("".join),
    st.sampled_from(["https://www.f-puzzles.com/?load=", "scl", "fpuzzles", "N4Ig", "{"]).flatmap(
        lambda start: st.text("ABCDabcd0123+/=", max_size=80).map(lambda rest: start + rest)
    ),
)


@settings(max_examples=100)
@given(TEXTS, st.sampled_from([None, "line", "grid", "jigsaw", "iss", "fpuzzles", "nonsense"]))
def test_any_text_is_a_puzzle_or_an_error(text: str, format: str | None) -> None:
    try:
        puzzle = Puzzle.from_text(text, format=format)
    except OURS:
        puzzle = None
    for question in (farandole.hint, farandole.explain):
        try:
            question(text, budget=10)
        except OURS:
            pass
    if puzzle is not None and puzzle.size <= 9:
        answer = puzzle.solve(budget=20)
        assert answer.grid is None or puzzle.check([*answer.grid.reshape(-1).tolist(), *answer.extra.values()]) is None
        assert str(puzzle) and repr(puzzle)


ELEMENT = st.one_of(st.integers(-3, 9), st.text("abc", max_size=2), st.tuples(st.integers(-1, 9), st.text("xy", max_size=1)))


@settings(max_examples=100)
@given(
    st.one_of(st.integers(-1, 5), st.lists(st.text("abc", max_size=2), max_size=4)),
    st.one_of(st.lists(st.lists(ELEMENT, max_size=4), max_size=6), views()),
    st.one_of(st.integers(-1, 3), st.lists(st.text("cde", max_size=2), max_size=3)),
    st.one_of(st.none(), st.lists(st.integers(-1, 9), max_size=6)),
    st.one_of(st.none(), st.dictionaries(ELEMENT, st.tuples(st.integers(-1, 3), st.integers(-1, 3)), max_size=2)),
)
def test_anything_makes_a_cover_problem_or_an_error(
    primary: Any, options: Any, secondary: Any, costs: Any, bounds: Any
) -> None:
    try:
        problem = Problem(primary, options, secondary=secondary, costs=costs, bounds=bounds)
    except (*OURS, OverflowError):
        return
    try:
        count = problem.count(budget=1000)
        solutions = list(problem.solutions())
        assert len(solutions) == count == len({tuple(sorted(found)) for found in solutions})
        assert Problem.from_text(problem.to_json()).fingerprint == problem.fingerprint
        assert sum(piece.problem.count() for piece in problem.split(3)) == count
    except (*OURS, farandole.BudgetError):
        pass


@settings(max_examples=100)
@given(TEXTS)
def test_any_text_is_a_cover_problem_or_an_error(text: str) -> None:
    try:
        Problem.from_text(text).count(budget=100)
    except (*OURS, farandole.BudgetError):
        pass


@settings(max_examples=100)
@given(st.binary(max_size=100), st.text(max_size=40))
def test_any_position_is_valid_or_an_error(position: bytes, word: str) -> None:
    for puzzle in (Puzzle([0] * 16), Puzzle(".Shape~4x4.Thermo~R1C1~R1C2")):
        try:
            assert len(list(puzzle.solutions(position))) <= 288
        except OURS:
            pass
    try:
        next(Problem(2, [[0], [1], [0, 1]]).solutions(word), None)
    except OURS:
        pass
