"""The command line: `python -m farandole`, and the program `farandole`."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of the process and gives its exit code."""
    # The command ends at once on Ctrl-C, as any program does; Python's handler would wait for its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["farandole", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
