"""The examples of the docstrings and the guide."""

from __future__ import annotations

import doctest
import importlib
import json
from typing import Any

import pytest

from conftest import ROOT


@pytest.mark.parametrize("name", ["", ".bulk", ".cover", ".datasets", ".logic", ".puzzle", ".setter", ".study", ".variants"])
def test_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"farandole{name}"))
    assert results.attempted > 0 and results.failed == 0


def test_the_guide() -> None:
    results = doctest.testfile(str(ROOT / "docs/guide/python.md"), module_relative=False)
    assert results.attempted > 10 and results.failed == 0


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
