"""Runs the recipes of the guide as printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import farandole
from cluster import namespace
from conftest import ROOT

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

# For each recipe: the required module, its output, and the column with the results.
RECIPES = {
    "Polars": ("polars", "solutions-polars.parquet", "solution"),
    "DuckDB": ("duckdb", "solutions-duckdb.parquet", "solution"),
    "Ray Data": ("ray", "solutions-ray", "solution"),
    "Ray Data, ratings": ("ray", "ratings-ray", "er"),
    "Dask": ("dask.dataframe", "ratings-dask", "er"),
    "Spark": ("pyspark", "solutions-spark", "solution"),
}


def blocks() -> dict[str, str]:
    """Return the code blocks of the guide that start with a comment, by this comment."""
    text = (ROOT / "docs/guide/python.md").read_text()
    return dict(re.findall(r"^```python\n# (\w[^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def test_every_recipe_of_the_guide_is_run() -> None:
    assert set(blocks()) == set(RECIPES)


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_runs_as_printed(name: str, tmp_path: Path, lines: list[str]) -> None:
    module, output, column = RECIPES[name]
    pytest.importorskip(module)
    if name == "Spark" and not shutil.which("java"):
        pytest.skip("there is no Java")
    order = np.random.default_rng(1).permutation(len(lines)).tolist()
    table = pa.table({"id": pa.array(order, pa.int64()), "puzzle": [lines[number] for number in order]})
    pq.write_table(table, tmp_path / "puzzles.parquet", row_group_size=100)
    # Ray uses the loopback interface only.
    inside = namespace() if module == "ray" else []
    done = subprocess.run(
        [*inside, sys.executable, "-c", blocks()[name]],
        cwd=tmp_path,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    written = pq.read_table(tmp_path / output).to_pydict()
    found = dict(zip(written["id"], written[column]))
    if column == "er":
        wanted = farandole.rate(lines).er.tolist()
    else:
        wanted = farandole.solve(lines).to_arrow()["solution"].to_pylist()
    assert found == dict(enumerate(wanted))


def test_pandas(lines: list[str]) -> None:
    pandas = pytest.importorskip("pandas")
    expected = farandole.solve(lines).grids
    for kind in ("object", "string[pyarrow]"):
        assert np.array_equal(farandole.solve(pandas.Series(lines, dtype=kind)).grids, expected)
    assert len(farandole.solve(lines).to_arrow().to_pandas()) == len(lines)
