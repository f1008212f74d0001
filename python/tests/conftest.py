"""Shared fixtures of the tests."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import configuration, settings

sys.path.insert(0, str(Path(__file__).parent))

# No example database in the source tree.
configuration.set_hypothesis_home_dir(tempfile.mkdtemp())
# The same examples on every run, so that results are reproducible.
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("fixed")

ROOT = Path(__file__).parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """Return classic puzzles of the project's samples, with one solution each."""
    found: list[str] = []
    for path in sorted((ROOT / "testdata").rglob("*.txt")):
        for line in path.read_text(errors="replace").splitlines():
            cells = line[:81]
            if len(line) == 81 and set(cells) <= set(".0123456789"):
                found.append(cells.replace("0", "."))
    assert len(found) > 20
    return found[:2000]
