"""`python -m hornbook.owl`."""

import os
import sys

from .command import main

if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # Java's threads may still be at work; to take it down in order can crash.
    os._exit(code)
