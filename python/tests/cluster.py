"""Starts a Ray cluster in a network namespace with only the loopback interface, and kills its processes."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest


def namespace() -> list[str]:
    """Return the command that runs a program with only the loopback interface, or skip the test."""
    pytest.importorskip("ray")
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("there is no unshare or no ip")
    # A PID namespace, too: the rest of the cluster dies with its first process.
    command = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    up = [*command, "sh", "-c", "ip link set lo up"]
    if subprocess.run(up, capture_output=True).returncode:
        pytest.skip("namespaces are not allowed here")
    return [*command, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]


def processes(driver: int) -> list[tuple[int, str]]:
    """Return the descendants of a process, with their command lines."""
    parents: dict[int, list[int]] = {}
    words: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        try:
            pid = int(entry.name)
            stat = (entry / "stat").read_text()
            words[pid] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            parents.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(pid)
        except (OSError, ValueError):
            continue
    found, todo = [], [driver]
    while todo:
        pid = todo.pop()
        todo += parents.get(pid, [])
        found.append((pid, words.get(pid, "")))
    return found


def victim(started: int, kind: str) -> int | None:
    """Return a worker, the raylet or the driver among the started processes."""
    marks = {"worker": "ray::", "raylet": "raylet/raylet", "driver": "driver.py"}
    # The agents of a node have similar names to workers, but the raylet does not survive without them.
    found = [pid for pid, words in processes(started) if marks[kind] in words and "Agent" not in words]
    return found[-1] if found else None


def done(ledger: Path) -> int:
    """Return the number of finished pieces of a ledger."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True, timeout=5)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM piece WHERE state = 'done'").fetchone()
            return int(count)
    except sqlite3.OperationalError:
        return 0


def lives(pid: int) -> bool:
    """Return True if a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def strike(started: subprocess.Popen[str], kind: str, ledger: Path, wanted: int) -> None:
    """Kill a process of this kind once a number of pieces are finished."""
    give_up = time.monotonic() + 600
    while done(ledger) < wanted:
        assert started.poll() is None and time.monotonic() < give_up, "the job does not get so far"
        time.sleep(0.01)
    pid = victim(started.pid, kind)
    assert pid is not None, f"there is no {kind}"
    os.kill(pid, signal.SIGKILL)
    while lives(pid):
        assert time.monotonic() < give_up, f"the {kind} lives on"
        time.sleep(0.01)
