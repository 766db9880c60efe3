"""Explorations and their journals."""

import json

import pytest

import hornbook
from hornbook import Exploration, Implication


def test_a_journal_is_kept_taken_up_and_taken_back(tmp_path):
    path = tmp_path / "animals.journal"
    animals = Exploration(["hair", "milk", "eggs"], path, seed=1, who="ada", title="Animals")
    first = animals.next()
    assert first.kind == "describe" and any("hair" in kind for kind in first.missing)
    animals.object("platypus", has=["hair", "milk", "eggs"])
    animals.object("hen", has=["eggs"])
    question = animals.next(objects_first=False)
    assert question.kind == "ask" and question.words.endswith("?")
    animals.answer(False, object="dolphin", has=[*question.rule.premise, "milk"])
    count = animals.questions
    animals.undo()
    assert animals.questions == count - 1
    del animals
    again = Exploration.open(path, who="ada")
    known = {frozenset({"hair", "milk", "eggs"}), frozenset({"eggs"}), frozenset({"milk"})}
    for _ in range(50):
        question = again.next(objects_first=False)
        if question.kind == "certified":
            break
        breaks = [thing for thing in known if not question.rule.holds_in(thing)]
        if breaks:
            again.answer(False, object=f"thing {len(breaks[0])}", has=breaks[0])
        else:
            again.answer(True)
    assert again.certificate and again.certificate == question.words
    assert again.rules().entails("hair -> milk") and not again.rules().entails("milk -> hair")
    assert "Animals" in again.report() and "<html" in again.report("html")
    assert len(again.objects) >= 2 and again.supported_epsilon < 0.05
    lines = path.read_text().splitlines()
    assert all(json.loads(line) for line in lines) and any('"ada"' in line for line in lines)


def test_lists_tables_and_refusals(zoo):
    animals = Exploration(table=zoo, seed=1)
    assert len(animals.objects) == 101
    assert animals.next().kind in ("ask", "check")
    small = Exploration(["a", "b"], background=[Implication({"a"}, {"b"})], seed=1)
    with pytest.raises(hornbook.HornbookError):
        small.object("x", has=["a"], lacks=["b"])
    with pytest.raises(ValueError, match="nothing was asked"):
        small.answer(True)
    with pytest.raises(hornbook.HornbookError, match="no attribute"):
        small.object("x", has=["c"])
    with pytest.raises(hornbook.HornbookError):
        Exploration.open("nothere.journal")


def test_a_form_in_a_notebook_puts_the_questions():
    animals = Exploration(["hair", "milk"], seed=1)
    animals.object("cat", has=["hair", "milk"])
    animals.object("hen", has=[])
    form = animals.widget()
    said, buttons = form.children[0], form.children[1].children
    while not buttons[0].disabled:
        assert "?" in said.value
        buttons[0].click()
    assert animals.certificate and animals.rules().entails("hair -> milk")
