#!/usr/bin/env python3
"""An ontology of vehicles, completed by somebody who knows more than it does.

The ontology says a little. A reasoner answers what it entails, its individuals show what
does not hold, and the rest goes to an expert: here a program that knows the vehicles in a
list, in the place of a person. What the expert confirms is written back as axioms, and
what they describe as individuals, into a new file.

    pip install 'hornbook[owl]'
    python examples/python/ontology.py

With a person in the expert's seat, it is `hornbook explore --first` instead of two `--ask`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ONTOLOGY = """\
Prefix(:=<http://example.org/vehicles#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://example.org/vehicles>
  Declaration(Class(:Vehicle)) Declaration(Class(:Engine)) Declaration(Class(:MotorVehicle))
  Declaration(Class(:Car)) Declaration(Class(:Bicycle)) Declaration(Class(:Boat)) Declaration(Class(:Wheeled))
  Declaration(ObjectProperty(:hasPart)) Declaration(NamedIndividual(:beetle)) Declaration(NamedIndividual(:dinghy))
  SubClassOf(:Boat :Vehicle) SubClassOf(:Wheeled :Vehicle) SubClassOf(:Bicycle :Wheeled) SubClassOf(:Car :Vehicle)
  SubClassOf(:Car ObjectSomeValuesFrom(:hasPart :Engine))
  EquivalentClasses(:MotorVehicle ObjectIntersectionOf(:Vehicle ObjectSomeValuesFrom(:hasPart :Engine)))
  ClassAssertion(:Car :beetle) ClassAssertion(:Wheeled :beetle) ClassAssertion(ObjectComplementOf(:Boat) :beetle)
  ClassAssertion(:Boat :dinghy) ClassAssertion(ObjectComplementOf(:MotorVehicle) :dinghy)
)
"""
CLASSES = ["MotorVehicle", "Car", "Bicycle", "Boat", "Wheeled"]
#: All that the expert has seen, with the classes each is in.
SEEN = {
    "beetle": {"Car", "MotorVehicle", "Wheeled"},
    "dinghy": {"Boat"},
    "motor boat": {"Boat", "MotorVehicle"},
    "amphibious car": {"Boat", "Car", "MotorVehicle", "Wheeled"},
    "roadster": {"Bicycle", "Wheeled"},
    "moped": {"Bicycle", "MotorVehicle", "Wheeled"},
    "handcart": {"Wheeled"},
    "lorry": {"MotorVehicle", "Wheeled"},
    "sledge": set(),
}


def be_the_expert():
    """Answers by the protocol for programs, from what was seen."""
    print(json.dumps({"hornbook": 1, "name": "expert"}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        if "id" not in question:
            continue
        premise, conclusion = set(question["premise"]), set(question.get("conclusion", []))
        answer = {"holds": True}
        for name, has in SEEN.items():
            if premise <= has and (question.get("impossible") or not conclusion <= has):
                answer = {"counterexample": sorted(has), "name": name}
                break
        print(json.dumps({"id": question["id"], **answer}), flush=True)


def run(*command):
    """Runs a command, shows what it prints, and ends if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    print(done.stdout, end="")
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def main():
    hornbook = os.environ.get("HORNBOOK") or shutil.which("hornbook") or sys.exit("the command hornbook was not found")
    reasoner = [sys.executable, "-m", "hornbook.owl"]
    with tempfile.TemporaryDirectory() as folder:
        ontology, journal, completed = (Path(folder) / name for name in ("vehicles.ofn", "vehicles.journal", "completed.ofn"))
        ontology.write_text(ONTOLOGY, encoding="utf-8")
        print("What the ontology knows of a rule, and why:")
        run(*reasoner, "why", str(ontology), "Car -> MotorVehicle")

        print("\nThe rules that come out, after what the ontology did not know was asked of the expert:")
        run(
            *(hornbook, "learn", "--attributes", ",".join(CLASSES), "--journal", str(journal), "--quiet", "--all"),
            *("--ask", " ".join([*reasoner, f"'{ontology}'", "--within", "Vehicle", "--quiet"])),
            *("--ask", f"{sys.executable} '{__file__}' expert"),
        )
        print("\nWhat was added to the ontology:")
        run(*reasoner, "complete", str(ontology), str(journal), "--output", str(completed), "--within", "Vehicle", "--quiet")

        print("\nWhat the new ontology knows:")
        run(*reasoner, "why", str(completed), "Car -> Wheeled")


if __name__ == "__main__":
    be_the_expert() if sys.argv[1:] == ["expert"] else main()
