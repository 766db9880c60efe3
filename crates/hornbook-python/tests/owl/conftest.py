"""What the tests of hornbook.owl share: the real command, Java, and files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from collections.abc import Callable

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(Path(__file__).parent))
try:
    import hornbook.owl  # noqa: F401  (installed, or on the path already)
except ImportError:
    sys.path.insert(0, str(PACKAGE))

from hornbook import owl  # noqa: E402
import ontologies  # noqa: E402


@pytest.fixture(scope="session")
def hornbook() -> str:
    """The command; without it there is nothing to test."""
    found = os.environ.get("HORNBOOK") or shutil.which("hornbook")
    if not found:
        pytest.fail("the command hornbook is on no path: name it in HORNBOOK")
    return found


@pytest.fixture
def run(tmp_path: Path, hornbook: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command in a folder of its own: 'owl' for this module, 'hornbook' for the
    command."""
    folder = str(Path(owl.__file__).parents[2])
    environment = os.environ | {"HORNBOOK": hornbook, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(command: str, *arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        start = [sys.executable, "-m", "hornbook.owl"] if command == "owl" else [hornbook]
        return subprocess.run(
            [*start, *arguments],
            cwd=tmp_path,
            env=environment | variables,
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
        )

    return run


@pytest.fixture
def program() -> Callable[[str], str]:
    """The command line that has this module answer."""
    return lambda arguments: f"{sys.executable} -m hornbook.owl {arguments}"


@pytest.fixture
def pizza(tmp_path: Path) -> Path:
    file = tmp_path / "pizza.ofn"
    file.write_text(ontologies.written([*ontologies.PIZZA, *ontologies.PIZZAS]), encoding="utf-8")
    return file


@pytest.fixture
def knows() -> Callable[..., owl.Knowledge]:
    """What axioms know about some classes, or all."""

    def knows(axioms: list[str], classes: list[str] | None = None, kind: str = "hermit", seconds: float = 10.0) -> owl.Knowledge:
        ontology = owl.Ontology.parse(ontologies.written(axioms))
        knowledge = owl.Knowledge(ontology, kind, seconds)
        names = classes if classes is not None else [ontology.names.name(one) for one in ontology.classes()]
        knowledge.set_attributes([owl.attribute(ontology, name) for name in names])
        return knowledge

    return knows


_ended: list[int] = []


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    _ended.append(int(exitstatus))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Ends at once when all is told: to take down Java while tracebacks of failed tests
    hold its objects can crash, and would hide what the tests found."""
    if _ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_ended[-1])
