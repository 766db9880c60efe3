"""The command ``hornbook``, as the package brings it along."""

from __future__ import annotations

import signal
import sys

from ._hornbook import run_command


def main() -> None:
    """Runs the command with the arguments of this process, and ends with its code."""
    # Ctrl-C and a closed pipe end the command as they do without Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    sys.exit(run_command(["hornbook", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
