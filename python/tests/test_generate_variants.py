"""Generated and completed variants, compared with the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import farandole

KINDS = ["killer", "thermo", "kropki", "xv", "sandwich", "skyscraper", "jigsaw-killer", "mixed"]


def command(*arguments: str) -> list[str]:
    run = [sys.executable, "-m", "farandole", *arguments]
    return subprocess.run(run, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_variants_are_those_of_the_command(kind: str) -> None:
    made = farandole.generate_variants(kind, 2, seed=5, size=6, threads=2)
    words = ["generate", kind, "-n", "2", "--seed", "5", "--size", "6", "--json", "--quiet"]
    printed = [json.loads(line) for line in command(*words)]
    assert [one.puzzle.to_text() for one in made] == [line["puzzle"] for line in printed]
    assert ["".join(map(str, one.solution)) for one in made] == [line["solution"] for line in printed]
    assert [(one.givens, one.clues, one.attempt) for one in made] == [
        (line["givens"], line["clues"], line["attempt"]) for line in printed
    ]
    assert all(one.puzzle.count(limit=2) == 1 for one in made)


def test_ratings_are_within_the_range() -> None:
    made = farandole.generate_variants("killer", 3, seed=2, size=6, rating=(None, 4.5))
    assert len(made) == 3
    assert all(one.rating is not None and one.rating <= 4.5 for one in made)


def test_the_fewest_clues_have_a_bound(tmp_path: Path) -> None:
    text = ".Shape~4x4.Some~WhiteDot.Some~BlackDot.Some~X.Some~Sandwich"
    (found,) = farandole.complete(text, seed=3, fewest=True)
    assert found.clues == found.lower_bound and found.puzzle.count(limit=2) == 1
    (tmp_path / "idea.txt").write_text(text)
    printed = command("complete", str(tmp_path / "idea.txt"), "--seed", "3", "--fewest", "--json", "--quiet")
    assert json.loads(next(iter(printed)))["puzzle"] == found.puzzle.to_text()


def test_impossible_requests_are_refused() -> None:
    for arguments in ({"clues": (50, 60)}, {"givens": (90, 99)}, {"like": ".Shape~4x4.Some~9~Cage"}):
        with pytest.raises(ValueError, match=r"place|cells"):
            farandole.generate_variants("killer", **arguments)
    with pytest.raises(ValueError, match="no solution"):
        farandole.complete(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~7~R1C1~R1C2.Some~Cage")
