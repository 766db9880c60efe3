"""The example runs, and does what it says."""

import os
import subprocess
import sys
from pathlib import Path

import hornbook.owl

PACKAGE = Path(hornbook.owl.__file__).parents[2]
EXAMPLE = Path(__file__).resolve().parents[4] / "examples/python/ontology.py"


def test_the_example_completes_its_ontology(hornbook):
    folder = str(PACKAGE)
    environment = os.environ | {"HORNBOOK": hornbook, "PYTHONPATH": folder}
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "+ Car SubClassOf Wheeled" in lines and "+ Bicycle DisjointWith Car" in lines
    assert "+ motor_boat Type not (Car)" in lines
    # What the ontology knew of its own individual is not written again.
    assert not any(line.startswith("+ beetle") for line in lines)
    assert lines[-2:] == ["It holds, by:", "  Car SubClassOf Wheeled"]
