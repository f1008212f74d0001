"""The recipes of the guide: each engine calls the batch functions on its own columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import farandole

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def parquet(tmp_path: Path, lines: list[str]) -> Path:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for number in range(2):
        pq.write_table(pa.table({"puzzle": lines[number::2]}), folder / f"{number}.parquet")
    return folder


def test_polars(lines: list[str]) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"puzzle": lines})
    answered = frame.with_columns(solutions=polars.Series(farandole.count(frame["puzzle"]).solutions))
    assert answered["solutions"].to_list() == farandole.count(lines).solutions.tolist()
    back = polars.from_arrow(farandole.solve(frame["puzzle"]).to_arrow())
    assert farandole.check(back["solution"]).ok.all()


def test_duckdb(parquet: Path, lines: list[str]) -> None:
    duckdb = pytest.importorskip("duckdb")
    table: Any = duckdb.sql(f"select puzzle from '{parquet}/*.parquet'").arrow()
    table = table.read_all() if hasattr(table, "read_all") else table
    batch = farandole.solve(table["puzzle"]).to_arrow()
    assert batch.num_rows == len(lines)
    unique = duckdb.sql("select count(*) from batch where exact and solutions = 1").fetchall()
    assert unique == [(int(farandole.solve(lines).unique.sum()),)]


def test_pandas(lines: list[str]) -> None:
    pandas = pytest.importorskip("pandas")
    expected = farandole.solve(lines).grids
    for kind in ("object", "string[pyarrow]"):
        assert np.array_equal(farandole.solve(pandas.Series(lines, dtype=kind)).grids, expected)
    assert len(farandole.solve(lines).to_arrow().to_pandas()) == len(lines)


def test_dask(parquet: Path, tmp_path: Path, lines: list[str]) -> None:
    dask = pytest.importorskip("dask.dataframe")

    def rated(frame: Any) -> Any:
        return frame.assign(er=farandole.rate(frame["puzzle"].tolist(), threads=1).er)

    frame = dask.read_parquet(parquet, columns=["puzzle"])
    ratings = frame.map_partitions(rated, meta={"puzzle": "str", "er": "uint16"}).compute(scheduler="threads")
    expected = dict(zip(lines, farandole.rate(lines).er.tolist()))
    assert dict(zip(ratings["puzzle"], ratings["er"])) == expected


def test_the_function_for_spark(lines: list[str]) -> None:
    def solutions(batches: Any) -> Any:
        for batch in batches:
            yield farandole.solve(batch["puzzle"], threads=1).to_arrow().select(["solution", "solutions"])

    batches = pa.table({"puzzle": lines}).to_batches(max_chunksize=7)
    found = pa.Table.from_batches(solutions(batches))
    assert farandole.check(found["solution"]).ok.all() and found.num_rows == len(lines)
