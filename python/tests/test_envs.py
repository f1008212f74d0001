"""Entries, scores, environments and adapters for machine learning, compared with the solver and with `judge`."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import farandole
from farandole import envs

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def classic(count: int, **arguments: Any) -> list[envs.Entry]:
    return list(islice(envs.dataset(**arguments), count))


def test_entries_have_one_solution_and_a_rating_in_range() -> None:
    entries = classic(300, seed=4, rating=(2.5, 3.5))
    lines = [entry.puzzle for entry in entries]
    solved = farandole.solve(lines)
    assert bool(solved.unique.all())
    assert [entry.solution for entry in entries] == [tuple(grid) for grid in solved.grids.tolist()]
    assert (farandole.rate(lines).er / 10).tolist() == [entry.rating for entry in entries]
    assert all(2.5 <= (entry.rating or 0) <= 3.5 for entry in entries)
    assert len({entry.canonical for entry in entries}) == 300
    assert classic(3, seed=4, rating=(2.5, 3.5), threads=1) == entries[:3]


@pytest.mark.parametrize(("scale", "window"), [("farandole", (2.0, 4.0)), ("hodoku", (200, 500)), ("minutes", (4, 9))])
def test_every_scale_has_ranges(scale: Any, window: tuple[float, float]) -> None:
    for entry in classic(5, seed=1, scale=scale, rating=window, text="grid"):
        assert entry.rating is not None and window[0] <= entry.rating <= window[1]
        assert entry.prompt.replace("\n", "") == entry.puzzle


@pytest.mark.parametrize("kind", ["killer", "thermo", "jigsaw-killer"])
def test_variants_have_rules_and_one_solution(kind: str) -> None:
    (entry,) = classic(1, kind=kind, seed=2, size=6, path=True)
    puzzle = farandole.Puzzle.from_text(entry.puzzle)
    assert puzzle.count(limit=2) == 1 and puzzle.check(entry.solution) is None
    assert all(rule in entry.prompt for rule in puzzle.rules) and "The regions" in entry.prompt
    assert entry.steps and entry.path and len(entry.steps) == len(farandole.explain(puzzle).steps)


def test_arguments_are_checked_at_once() -> None:
    with pytest.raises(ValueError, match="scale farandole"):
        envs.dataset("killer", scale="se")
    with pytest.raises(ValueError, match="9 rows"):
        envs.dataset(size=6)
    with pytest.raises(ValueError, match="2026-13"):
        envs.benchmark("2026-13")


def test_answers_are_scored_by_cells() -> None:
    (entry,) = classic(1, seed=1, rating=(1.5, 2.5))
    empty = [cell for cell, digit in enumerate(entry.puzzle) if digit == "."]
    one_wrong = list(entry.solution)
    one_wrong[empty[0]] = one_wrong[empty[0]] % 9 + 1
    changed = list(entry.solution)
    given = entry.puzzle.index(str(entry.solution[entry.puzzle.index(next(c for c in entry.puzzle if c != "."))]))
    changed[given] = changed[given] % 9 + 1

    def rows(values: list[int], gap: str = "") -> str:
        return "\n".join(gap.join(map(str, values[first : first + 9])) for first in range(0, 81, 9))

    found = envs.score(f"First:\n{rows(changed)}\n\nNo, it is:\n```\n{rows(one_wrong, ' | ')}\n```", entry)
    assert (found.right, found.asked, found.solved) == (len(empty) - 1, len(empty), False)
    assert found.value == pytest.approx(1 - 1 / len(empty))
    assert envs.score("".join(map(str, entry.solution)), entry).solved
    assert envs.score(rows(changed), entry).value == 0 and "is given" in str(envs.score(rows(changed), entry).problem)
    givens_only = entry.puzzle.replace("0", ".")
    assert envs.score(givens_only, entry).value == 0
    assert envs.score("", entry).problem == "no grid of 9 rows with 9 values each"


def test_an_environment_judges_each_move() -> None:
    draw = random.Random(1)
    for entry in [*classic(2, seed=3, rating=(2.0, 4.0)), *classic(1, kind="killer", size=4, seed=1)]:
        env = envs.Env(entry)
        columns = entry.shape[1]
        moves = 0
        while not all(len(values) == 1 for values in env.candidates()):
            cell, value = draw.choice([(cell, v) for cell, vs in enumerate(env.candidates()) if len(vs) > 1 for v in vs])
            is_placed = draw.random() < 0.7
            found = env.step(f"r{cell // columns + 1}c{cell % columns + 1}{'=' if is_placed else '<>'}{value}")
            is_true = (entry.solution[cell] == value) == is_placed
            assert (found.ruling != "contradicts") == is_true, (found, entry.solution[cell])
            assert found.reward == envs.environment.REWARDS[found.ruling] + (10 if found.solved else 0)
            assert is_true == (env.candidates()[cell] == [value] if is_placed else value not in env.candidates()[cell])
            moves += 1
        assert found.solved and moves > 0 and env.step(env.moves()[0]).ruling == "known"
    assert env.step("r1c1 is 5").ruling == env.step("r9c9=1").ruling == "malformed"


def test_a_batch_agrees_with_judge() -> None:
    entries = classic(20, seed=9, rating=(1.2, 3.4), text="line")
    batch = envs.EnvBatch([entry.puzzle for entry in entries])
    random_numbers = np.random.default_rng(2)
    singles = {"hidden-single-box", "hidden-single-line", "naked-single"}
    met = np.zeros(4, int)
    for _ in range(25):
        cells, digits = random_numbers.integers(81, size=20), random_numbers.integers(1, 10, size=20)
        # Half of the digits are right.
        digits[::2] = batch.solutions[np.arange(0, 20, 2), cells[::2]]
        before = batch.boards.copy()
        found = batch.step(cells, digits)
        for row, (cell, digit, ruling) in enumerate(zip(cells, digits, found.rulings)):
            met[ruling] += 1
            if before[row, cell]:
                assert ruling == envs.Ruling.OCCUPIED
                continue
            line = "".join(map(str, before[row]))
            verdict = farandole.judge(line, f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}")[0]
            if ruling == envs.Ruling.CONTRADICTS:
                assert verdict.ruling == "contradicts"
                continue
            assert verdict.ruling in ("justified", "not-yet-justified")
            steps = [step["technique"] for step in verdict.data.get("steps", [])]
            is_single = verdict.ruling == "justified" and len(steps) == 1 and set(steps) <= singles
            assert is_single == (ruling == envs.Ruling.JUSTIFIED), (verdict, line)
            assert batch.boards[row, cell] == digit
    assert (met > 10).all(), met


def test_a_batch_ends_and_starts_again() -> None:
    batch = envs.EnvBatch([LINE, LINE])
    first = batch.boards.copy()
    for cell in np.flatnonzero(first[0] == 0):
        found = batch.step([cell, 0], [batch.solutions[0, cell], 5])
    assert found.solved.tolist() == [True, False] and (batch.boards[0] == batch.solutions[0]).all()
    assert (batch.candidates()[0] == 0).all()
    assert (batch.reset(found.solved) == first).all()
    with pytest.raises(ValueError, match="cells: expected values from 0 to 80"):
        batch.step([81, 0], [1, 1])
    with pytest.raises(ValueError, match="row 1"):
        envs.EnvBatch([LINE, "." * 81])


def test_files_for_training(tmp_path: Path) -> None:
    entries = classic(5, seed=1, rating=(1.5, 2.5), path=True)
    assert envs.write_jsonl(entries, tmp_path / "entries.jsonl") == 5
    read = [json.loads(line) for line in (tmp_path / "entries.jsonl").read_text().splitlines()]
    assert [each["answer"] for each in read] == [entry.answer for entry in entries]
    assert read[0]["messages"][1]["content"].endswith(entries[0].answer)
    pytest.importorskip("pyarrow")
    table = envs.to_arrow(entries)
    assert table["solution"].to_pylist() == [list(entry.solution) for entry in entries]
    assert json.loads(table["steps"][0].as_py()) == entries[0].steps


def test_the_benchmark_of_a_month_is_the_same_for_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    # Few puzzles are sought, which takes seconds instead of minutes.
    monkeypatch.setattr("farandole.envs.entries._SOUGHT", 3)
    first = list(islice(envs.benchmark("2026-12"), 2))
    assert first == list(islice(envs.benchmark("2026-12", threads=1), 2))
    assert first[0].puzzle != next(envs.benchmark("2027-01")).puzzle
    assert first[0].kind == "killer" and (first[0].rating or 9) <= (first[1].rating or 0)


def test_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import farandole.envs.gymnasium as adapter

    env = gymnasium.make("farandole/Sudoku-v0", rating=(1.2, 2.0))
    check_env(env.unwrapped, skip_render_check=True)
    board, _ = env.reset(seed=1)
    solution = farandole.solve(board[None]).grids[0]
    ended, total = False, 0.0
    for cell in np.flatnonzero(board == 0):
        board, reward, ended, _, info = env.step(cell * 9 + solution[cell] - 1)
        total += reward
    assert ended and (board == solution).all() and total > 0 and info["ruling"] == "justified"
    many = adapter.SudokuVectorEnv(100)
    boards, _ = many.reset(seed=1)
    solutions = farandole.solve(boards).grids
    place = np.argmax(boards == 0, axis=1)
    _, rewards, _, _, _ = many.step(place * 9 + solutions[np.arange(100), place] - 1)
    assert (rewards > 0).all()


def test_reasoning_gym() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import farandole.envs.reasoning_gym as adapter

    data = reasoning_gym.create_dataset("farandole", size=100, seed=1)
    for item in data:
        assert data.score_answer(item["answer"], item) == 1.0
        assert data.score_answer("no", item) == data.score_answer(None, item) == 0.0
    curriculum = adapter.FarandoleCurriculum()
    easy = curriculum.generate_configuration()
    curriculum.increment_attr_level("rating")
    hard = curriculum.generate_configuration()
    assert hard.max_rating > easy.max_rating


def test_verifiers() -> None:
    pytest.importorskip("verifiers.v1")
    import asyncio
    from types import SimpleNamespace

    from farandole.envs.verifiers import SudokuConfig, SudokuTaskset

    tasks = list(SudokuTaskset(SudokuConfig(seed=1)).take(100))
    assert len({task.key for task in tasks}) == 100

    async def reward(task: Any, answer: str) -> float:
        trace = SimpleNamespace(last_reply=answer, rewards={}, metrics={})
        trace.record_reward = lambda name, value, weight: trace.rewards.update({name: value * weight})
        await task.score(trace)
        return float(trace.rewards["share_of_right_cells"])

    for task, entry in zip(tasks, envs.dataset(seed=1, rating=(1.2, 2.6))):
        assert task.data.prompt == entry.prompt
        assert asyncio.run(reward(task, entry.answer)) == 1.0
        assert asyncio.run(reward(task, "no")) == 0.0
