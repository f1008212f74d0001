"""Exact cover: small problems against a naive oracle, large counts, positions, pieces."""

from __future__ import annotations

import pickle
import time
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import BudgetError, ParseError, PuzzleError
from farandole.cover import Problem


def brute(items: int, options: list[list[int]]) -> list[tuple[int, ...]]:
    numbers = range(len(options))
    every = chain.from_iterable(combinations(numbers, count) for count in range(len(options) + 1))
    return sorted(
        chosen for chosen in every if sorted(item for number in chosen for item in options[number]) == list(range(items))
    )


@st.composite
def problems(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    items = draw(st.integers(1, 5))
    option = st.lists(st.integers(0, items - 1), min_size=1, max_size=items, unique=True)
    return items, draw(st.lists(option, max_size=9))


@given(problems(), st.data())
def test_answers_are_those_of_the_oracle(problem: tuple[int, list[list[int]]], data: st.DataObject) -> None:
    items, options = problem
    costs = data.draw(st.lists(st.integers(0, 9), min_size=len(options), max_size=len(options)))
    expected = brute(items, options)
    cover = Problem(items, options, costs=costs)
    found = [tuple(sorted(solution)) for solution in cover.solutions()]
    assert sorted(found) == expected and cover.count() == len(expected)
    diagram = cover.zdd()
    assert diagram.count == len(expected)
    assert sorted(tuple(sorted(diagram[number])) for number in range(len(expected))) == expected
    best = cover.minimum()
    if expected:
        assert best is not None and best.cost == min(sum(costs[option] for option in chosen) for chosen in expected)
        assert all(tuple(sorted(drawn)) in expected for drawn in cover.sample(3, seed=4))
        assert cover.sample(5, seed=4) == cover.sample(5, seed=4)
        assert diagram.cheapest(2)[0].cost == best.cost
    else:
        assert best is None and cover.sample() == []
    pieces = cover.split(3)
    merged = [tuple(sorted(piece.options[k] for k in solution)) for piece in pieces for solution in piece.problem.solutions()]
    assert sorted(merged) == expected
    again = pickle.loads(pickle.dumps(cover))
    assert again.fingerprint == cover.fingerprint and again.count() == len(expected)


def test_names_colors_and_bounds() -> None:
    problem = Problem(["a", "b"], [["a", ("x", "red")], ["b", ("x", "red")], ["b", ("x", "blue")]], secondary=["x"])
    assert [sorted(solution) for solution in problem.solutions()] == [[0, 1]]
    assert problem.option(1) == [(1, None), (2, "red")] and problem.option_text(1) == "b x:red"
    assert (problem.primary_items, problem.items, problem.options) == (2, 3, 3)
    assert Problem.from_text(problem.to_text()).fingerprint == problem.fingerprint
    assert Problem(2, [[0], [0], [1]], bounds={0: (2, 2)}).count() == 1
    assert "3 options" in repr(problem)
    for options in ([[7]], [[0, 0]], [["z"]], [[("a", "red")]]):
        with pytest.raises(PuzzleError, match="option 0"):
            Problem(["a", "b"], options)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError):
        Problem(["a", "a"], [])
    with pytest.raises(ParseError) as raised:
        Problem.from_text("a b\na c\n")
    assert (raised.value.line, raised.value.column) == (2, 3)
    with pytest.raises(IndexError):
        problem.option(3)


def matchings(count: int) -> Problem:
    return Problem(count, [[a, b] for a in range(count) for b in range(a)])


def test_counts_past_64_bits() -> None:
    expected = 1
    for factor in range(1, 60, 2):
        expected *= factor
    # Perfect matchings within 5 groups of 12 points: 10395 for each group.
    groups = Problem(60, [[12 * g + a, 12 * g + b] for g in range(5) for a in range(12) for b in range(a)])
    assert groups.count() == 10395**5 > 2**64
    assert matchings(20).count() == 654729075
    assert groups.zdd().count == 10395**5
    number = 10395**5 - 1
    assert len(groups.zdd()[number]) == 30
    with pytest.raises(IndexError):
        groups.zdd()[number + 1]
    with pytest.raises(BudgetError):
        matchings(40).count(budget=10)


def test_solutions_resume_at_a_position() -> None:
    problem = matchings(8)
    everything = list(problem.solutions())
    assert len(everything) == 105
    for stop in (0, 1, 50, 105):
        solutions = problem.solutions()
        head = [next(solutions) for _ in range(stop)]
        assert head + list(pickle.loads(pickle.dumps(solutions))) == everything
        assert head + list(problem.solutions(solutions.position)) == everything
    with pytest.raises(PuzzleError):
        problem.solutions("nonsense")


def test_large_problems_are_built_quickly() -> None:
    options = [
        [k, (k * 7 + 1) % 1000, 1000 + k % 500] if k % 1000 != (k * 7 + 1) % 1000 else [k % 1000] for k in range(1000)
    ] * 100
    options = [[item % 1000 if index < 2 else item for index, item in enumerate(option)] for option in options]
    begin = time.process_time()
    problem = Problem(1000, options, secondary=500)
    assert problem.options == 100_000 and time.process_time() - begin < 2
