"""Rates generated puzzles on Ray while workers are killed, and compares the ratings with those of a direct call.

    python bench/python/ray_kills.py [--rows 1000000] [--interval 5] [--way ledger]

Two ways are measured: the recipe "Ray Data, ratings" of the guide, and `farandole.ray.rate` with its ledger. Ray runs in
a network namespace that has only the loopback interface. Requires `farandole` and `ray[data]`, and root or user
namespaces.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import farandole

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python/tests"))

from cluster import lives, namespace, processes  # noqa: E402

START = """
import ray
ray.init(num_cpus={workers}, include_dashboard=False, log_to_driver=False, _temp_dir={temporary!r}, logging_level="error",
    object_store_memory=500_000_000)
"""

LEDGER = """
import farandole.ray
farandole.ray.rate("puzzles.parquet", "ratings-ledger.parquet", "ratings.ledger", keep=["id", "puzzle"], rows={piece})
"""


def recipe() -> str:
    """Return the recipe of the guide."""
    text = (ROOT / "docs/guide/python.md").read_text()
    found = re.search(r"^```python\n# Ray Data, ratings\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def busy(driver: int) -> list[int]:
    """Return the workers that run a task, among the descendants of a driver."""
    others = ("ray::IDLE", "Actor", "Agent")
    return [pid for pid, words in processes(driver) if words.startswith("ray::") and not any(it in words for it in others)]


def run(folder: Path, code: str, output: str, interval: float, seed: int) -> tuple[float, int]:
    """Run a driver, and kill a worker after each interval, once the first results exist.

    A new worker needs some seconds to start, so that there are two workers per core. Return the seconds and the number of kills.
    """
    # The length of socket names is limited.
    temporary = tempfile.mkdtemp(prefix="fr", dir="/tmp")
    script = folder / "driver.py"
    script.write_text(START.format(temporary=temporary, workers=2 * (os.cpu_count() or 1)) + code)
    command = [*namespace(), sys.executable, str(script)]
    log = (folder / "log").open("w")
    rng = np.random.default_rng(seed)
    started, kills = time.monotonic(), 0
    driver = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
    try:
        while driver.poll() is None:
            try:
                driver.wait(timeout=interval * rng.uniform(0.5, 1.5))
            except subprocess.TimeoutExpired:
                written = any(folder.glob(f"{output}*/*"))
                if written and (workers := busy(driver.pid)):
                    pid = int(rng.choice(workers))
                    os.kill(pid, signal.SIGKILL)
                    while lives(pid):
                        time.sleep(0.01)
                    kills += 1
    finally:
        driver.kill()
        driver.wait()
        log.close()
        shutil.rmtree(temporary, ignore_errors=True)
    if driver.returncode != 0:
        sys.exit(f"the driver failed after {kills} kills:\n{(folder / 'log').read_text()[-3000:]}")
    return time.monotonic() - started, kills


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, help="number of puzzles")
    parser.add_argument("--interval", type=float, default=5, help="mean number of seconds between two kills")
    parser.add_argument("--seed", type=int, default=1, help="seed of the puzzles and of the kills")
    parser.add_argument("--way", choices=["recipe", "ledger"], action="append", help="measure only this way")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    start = time.monotonic()
    puzzles = farandole.generate(arguments.rows, seed=arguments.seed).puzzles
    column = pa.array(["".join(map(str, board)) for board in puzzles.tolist()], pa.string())
    keys = np.random.default_rng(arguments.seed).permutation(arguments.rows)
    table = pa.table({"id": keys, "puzzle": column})
    pq.write_table(table, folder / "puzzles.parquet", row_group_size=10_000)
    print(f"{arguments.rows} puzzles generated: {time.monotonic() - start:.0f} s", flush=True)
    start = time.monotonic()
    ratings = farandole.rate(column).to_arrow()
    print(f"direct call: {time.monotonic() - start:.0f} s", flush=True)
    expected = pa.table([table["id"], table["puzzle"], *ratings.columns], ["id", "puzzle", *ratings.schema.names])
    ways = {
        "recipe": (recipe(), "ratings-ray"),
        "ledger": (LEDGER.format(piece=max(1, min(1_000, arguments.rows // 40))), "ratings-ledger.parquet"),
    }
    for name in arguments.way or ways:
        code, output = ways[name]
        seconds, kills = run(folder, code, output, arguments.interval, arguments.seed)
        written = pq.read_table(folder / output).select(expected.column_names).sort_by("id")
        if not written.equals(expected.sort_by("id")):
            sys.exit(f"{name}: the ratings differ from those of the direct call: {len(written)} rows")
        print(f"{name}: {seconds:.0f} s, {kills} workers killed, {len(written)} ratings equal", flush=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
