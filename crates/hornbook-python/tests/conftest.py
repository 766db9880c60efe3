"""What all tests share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def zoo(root: Path) -> Path:
    """A table of animals."""
    return root / "data" / "zoo.csv"
