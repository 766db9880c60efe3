"""``python -m hornbook`` is the command."""

from ._command import main

main()
