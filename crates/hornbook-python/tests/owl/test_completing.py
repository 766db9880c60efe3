"""An ontology completed by what came out of an exploration."""

import json
import os
import subprocess

import pytest
from hornbook.owl import Knowledge, Ontology, attribute
from hornbook.owl.command import main
from hornbook.owl.reasoner import Reasoner, is_consistent
from ontologies import PIZZA, PIZZAS, generated, written

#: What the smaller pizza ontology leaves out.
LEFT_OUT = ("SubClassOf(:Diavola :SpicyPizza)", "DisjointClasses(:Meat :Cheese)", "SubClassOf(:Mozzarella :Cheese)")


def smaller_pizza():
    return [axiom for axiom in [*PIZZA, *PIZZAS] if axiom not in LEFT_OUT]


def added(old, new):
    """The axioms of one ontology that another does not have, without comments."""
    before = {str(axiom.getAxiomWithoutAnnotations()) for axiom in old.axioms()}
    return [axiom for axiom in new.axioms() if str(axiom.getAxiomWithoutAnnotations()) not in before]


CASES = {
    "pizza": (smaller_pizza(), [*PIZZA, *PIZZAS], "Margherita,Diavola,CheesyPizza,MeatyPizza,SpicyPizza,VegetarianPizza,Pizza"),
    "generated": (
        [axiom for at, axiom in enumerate(generated(80, 11)) if at % 3],
        generated(80, 11),
        ",".join(f"C{at}" for at in range(3, 80, 7)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_larger_ontology_completes_a_smaller_one(run, program, tmp_path, name):
    smaller_axioms, larger_axioms, classes = CASES[name]
    for file, axioms in [("smaller.ofn", smaller_axioms), ("larger.ofn", larger_axioms)]:
        (tmp_path / file).write_text(written(axioms, larger_axioms), encoding="utf-8")
    explored = run(
        "hornbook",
        *("explore", "--attributes", classes, "--seed", "1", "--journal", "all.journal"),
        *("--ask", program("smaller.ofn --quiet")),
        *("--ask", program("larger.ofn --complete --name expert --quiet")),
    )
    assert explored.returncode == 0, explored.stderr
    done = run("owl", "complete", "smaller.ofn", "all.journal", "--output", "completed.owl", "--unnamed")
    assert done.returncode == 0, done.stderr

    smaller, larger, completed = (Ontology.load(tmp_path / file) for file in ("smaller.ofn", "larger.ofn", "completed.owl"))
    new = added(smaller, completed)
    about_classes = [axiom for axiom in new if not axiom.getAxiomType().toString().equals("ClassAssertion")]
    assert about_classes and len(about_classes) < len(new)
    # All axioms about classes hold in the larger one, and none held in the smaller.
    reasoner, before = Reasoner(larger.axioms()), Reasoner(smaller.axioms())
    for axiom in about_classes:
        assert reasoner.entails(axiom), larger.show(axiom)
        assert not before.entails(axiom), larger.show(axiom)
    # The individuals can be in the larger one, too.
    assert is_consistent([*larger.axioms(), *new], "hermit", 60)
    check_who_was_asked(run, smaller, larger)
    print(f"{name}: {len(about_classes)} axioms and {len(new) - len(about_classes)} assertions written")

    # What was written is known from then on.
    again = run("owl", "complete", "completed.owl", "all.journal", "--output", "again.owl", "--unnamed")
    assert again.returncode == 0 and again.stderr.splitlines()[-1].startswith("0 axioms added"), again.stderr


def check_who_was_asked(run, smaller, larger):
    """The expert was asked what the smaller ontology does not tell, and nothing else."""
    log = json.loads(run("hornbook", "journal", "log", "all.journal", "--json").stdout)
    knowledge = Knowledge(smaller)
    names = [one["name"] for one in log["header"]["attributes"]]
    knowledge.set_attributes([attribute(smaller, one) for one in names])
    by_expert = [one for one in log["entries"] if one.get("who") == "expert" and one["kind"] == "answer"]
    by_reasoner = [one for one in log["entries"] if one.get("who") == "smaller.ofn" and one["answer"] in ("holds", "refuted")]
    assert by_expert and by_reasoner
    assert all(entry.get("because") for entry in by_reasoner if entry["question"]["premise"])
    for entry in by_expert:
        question = entry["question"]
        said = knowledge.judge(question["premise"], question.get("conclusion"), why=False)
        assert said.kind in ("unknown", "partly"), entry


def rules_file(tmp_path, *rules):
    """A file of rules: 'A, B -> C', or '-> ⊥'."""
    listed, names = [], {}
    for rule in rules:
        left, right = ([name.strip() for name in side.split(",") if name.strip()] for side in rule.split("->"))
        names |= dict.fromkeys(left)
        if right == ["⊥"]:
            listed.append({"premise": left, "impossible": True})
        else:
            names |= dict.fromkeys(right)
            listed.append({"premise": left, "conclusion": right})
    book = {"format": "hornbook-rules", "version": 1, "attributes": list(names), "background": [], "rules": listed}
    (tmp_path / "rules.json").write_text(json.dumps(book), encoding="utf-8")


def test_rules_are_written_as_the_axioms_they_are(run, pizza, tmp_path):
    rules = ["SpicyPizza, VegetarianPizza -> CheesyPizza", "Mozzarella, Salame -> ⊥", "Salame, Vegetable -> ⊥"]
    rules_file(tmp_path, *rules, "SpicyPizza, CheesyPizza, VegetarianPizza, Margherita -> ⊥", "Vegetable, Cheese -> ⊥",
               "Diavola, hasTopping some Cheese, hasTopping some Vegetable -> ⊥")
    done = run("owl", "complete", pizza.name, "rules.json", "-o", "new.ttl", "--comment", "by ada")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "+ SpicyPizza and VegetarianPizza SubClassOf CheesyPizza",
        # Every margherita is vegetarian, and has cheese: that need not be said.
        "+ Margherita DisjointWith SpicyPizza",
        "+ Cheese DisjointWith Vegetable",
        "+ Diavola and (hasTopping some Cheese) and (hasTopping some Vegetable) SubClassOf Nothing",
    ]
    assert "4 axioms added to new.ttl; 2 findings followed already." in done.stderr
    text = (tmp_path / "new.ttl").read_text(encoding="utf-8")
    assert "@prefix" in text and "by ada" in text


def test_what_a_person_told_is_written_as_individuals(run, program, pizza, tmp_path):
    classes = "Margherita,CheesyPizza,SpicyPizza,MeatyPizza"
    lines = ["tell quattro formaggi: CheesyPizza; lacks SpicyPizza, MeatyPizza", "tell mine: CheesyPizza", "quit"]
    (tmp_path / "answers.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    explored = run(
        "hornbook",
        *("explore", "--attributes", classes, "--journal", "p.journal", "--as", "ada", "--answers", "answers.txt"),
        *("--first", program(f"{pizza.name} --quiet"), "--seed", "1"),
    )
    assert explored.returncode in (0, 1), explored.stderr
    done = run("owl", "complete", pizza.name, "p.journal", "--output", "new.owl", "--within", "Pizza")
    assert done.returncode == 0, done.stderr
    new = Ontology.load(tmp_path / "new.owl")
    (made,) = new.names.find("NamedIndividual", "quattro formaggi")
    assert str(made.getIRI()) == "http://example.org/pizza#quattro_formaggi"
    shown = {new.show(axiom.getAxiomWithoutAnnotations()) for axiom in added(Ontology.load(pizza), new)}
    # What of 'mine' is known already is not written again.
    assert shown == {f"quattro_formaggi Type {one}" for one in ("CheesyPizza", "not (SpicyPizza)", "not (MeatyPizza)")}


def test_what_clashes_is_refused_and_named(run, pizza, tmp_path):
    rules_file(tmp_path, "SpicyPizza -> CheesyPizza", "Margherita -> SpicyPizza", "Cheese -> Mozzarella")
    done = run("owl", "complete", pizza.name, "rules.json", "--output", "new.owl")
    assert done.returncode == 1
    assert "inconsistent" in done.stderr
    assert "Margherita -> SpicyPizza  (from the exploration)" in done.stderr
    assert "mine Type Margherita" in done.stderr and "mine Type not (SpicyPizza)" in done.stderr
    assert "Mozzarella" not in done.stderr and "SpicyPizza -> CheesyPizza" not in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["pizza.ofn", "rules.json"]


def test_a_class_that_would_be_empty_is_named_with_the_rules(run, pizza, tmp_path):
    (tmp_path / "pizza.ofn").write_text(written(PIZZA), encoding="utf-8")
    rules_file(tmp_path, "Diavola -> VegetarianPizza", "SpicyPizza -> CheesyPizza")
    done = run("owl", "complete", pizza.name, "rules.json", "--output", "new.owl")
    assert done.returncode == 1 and not (tmp_path / "new.owl").exists()
    assert "nothing could be in Diavola any more" in done.stderr
    assert "Diavola -> VegetarianPizza  (from the exploration)" in done.stderr
    assert "SpicyPizza -> CheesyPizza" not in done.stderr
    allowed = run("owl", "complete", pizza.name, "rules.json", "--output", "new.owl", "--allow-empty")
    assert allowed.returncode == 0 and "Nothing can be in these any more: Diavola." in allowed.stderr


def test_no_file_is_written_over(pizza, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rules_file(tmp_path, "Vegetable, Cheese -> ⊥")
    before = pizza.read_bytes()
    (tmp_path / "link.ofn").symlink_to(pizza)
    (tmp_path / "other.owl").write_text("mine", encoding="utf-8")
    for output, problem in [
        ("pizza.ofn", "never written over"),
        ("./link.ofn", "never written over"),
        ("other.owl", "there already"),
        ("nowhere/new.owl", "no folder"),
    ]:
        for more in [[], ["--overwrite"]] if "never" in problem else [[]]:
            assert main(["complete", "pizza.ofn", "rules.json", "--output", output, *more]) == 2
            assert problem in capsys.readouterr().err
    assert pizza.read_bytes() == before and (tmp_path / "other.owl").read_text(encoding="utf-8") == "mine"
    assert main(["complete", "pizza.ofn", "rules.json", "--output", "other.owl", "--overwrite"]) == 0
    assert len(Ontology.load(tmp_path / "other.owl").axioms()) == len(Ontology.load(pizza).axioms()) + 1
    assert sorted(os.listdir(tmp_path)) == ["link.ofn", "other.owl", "pizza.ofn", "rules.json"]


def test_a_journal_that_was_changed_is_refused(run, program, pizza, tmp_path):
    run("hornbook", "learn", "--ask", program(f"{pizza.name} --below Pizza --complete"), "--journal", "p.journal", "--quiet")
    journal = tmp_path / "p.journal"
    done = run("owl", "complete", pizza.name, "p.journal", "--output", "new.owl")
    assert done.returncode == 0 and "they need not exist" in done.stderr, done.stderr
    journal.write_text(journal.read_text(encoding="utf-8").replace('"holds"', '"unknown"', 1), encoding="utf-8")
    done = run("owl", "complete", pizza.name, "p.journal", "--output", "other.owl")
    assert done.returncode == 2 and "changed after it was written" in done.stderr


def test_a_journal_needs_the_command(run, program, pizza, tmp_path):
    run("hornbook", "learn", "--ask", program(f"{pizza.name} --below Pizza"), "--journal", "p.journal", "--quiet")
    done: subprocess.CompletedProcess[str] = run(
        "owl", "complete", pizza.name, "p.journal", "--output", "new.owl", HORNBOOK=str(tmp_path / "none")
    )
    assert done.returncode == 2 and "the command hornbook cannot be run" in done.stderr
