"""The examples of the docstrings and the guide."""

from __future__ import annotations

import doctest
import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".bulk",
        ".cover",
        ".datasets",
        ".envs",
        ".envs.batch",
        ".envs.entries",
        ".envs.environment",
        ".envs.scoring",
        ".logic",
        ".puzzle",
        ".setter",
        ".study",
        ".variants",
    ],
)
def test_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"farandole{name}"))
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize("page", ["python", "environments"])
def test_the_guide(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # The one reads the files of the project, the other writes a file.
    monkeypatch.chdir(ROOT if page == "python" else tmp_path)
    results = doctest.testfile(str(ROOT / f"docs/guide/{page}.md"), module_relative=False)
    assert results.attempted > 10 and results.failed == 0


def test_the_notebook_of_environments() -> None:
    names: dict[str, Any] = {}
    for cell in json.loads((ROOT / "docs/guide/environments.ipynb").read_text())["cells"]:
        if cell["cell_type"] == "code":
            # Seconds instead of a minute.
            exec("".join(cell["source"]).replace("SECONDS = 60", "SECONDS = 5"), names)
    assert names["parts"][-1] > 2 * names["parts"][0]


def test_the_notebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "docs/guide/ratings.ipynb"
    monkeypatch.chdir(path.parent)
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            # A larger step, so that fewer puzzles are rated.
            exec("".join(cell["source"]).replace("SAMPLE = 10", "SAMPLE = 100"), names)
    assert len(names["lines"]) == 49_158
    assert "ER 2.x" in capsys.readouterr().out
