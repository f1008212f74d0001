"""The command line: `python -m farandole`, and the program `farandole`."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Run the command line with the arguments of the process and return its exit code."""
    # With the default handler, Ctrl-C ends the process immediately. Python's handler would run only after the command ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["farandole", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
