"""What an ontology says to a rule, compared with what the words mean."""

from itertools import combinations

import pytest
from hornbook.owl.reasoner import entail, is_consistent
from ontologies import PIZZA, PIZZAS, generated

PIZZA_CLASSES = ["MeatyPizza", "CheesyPizza", "VegetarianPizza", "Margherita", "Diavola", "SpicyPizza", "Topping"]


def rules(names, most):
    """All rules with so many attributes in the premise and one, or ⊥, in the conclusion."""
    for size in range(most + 1):
        for premise in combinations(names, size):
            yield list(premise), None
            yield from ((list(premise), [name]) for name in names if name not in premise)


def test_what_is_entailed_holds_and_what_cannot_be_is_refuted(knows):
    knowledge = knows([*PIZZA, *PIZZAS], PIZZA_CLASSES)
    seen = {"holds": 0, "refuted": 0, "unknown": 0}
    for premise, conclusion in rules(PIZZA_CLASSES, 2):
        rule = knowledge.axiom(premise, conclusion)
        if entail(knowledge.axioms, [rule], "hermit", 10):
            expected = "holds"
        elif not is_consistent([*knowledge.axioms, rule], "hermit", 10):
            expected = "refuted"
        else:
            expected = "unknown"
        assert knowledge.judge(premise, conclusion, why=False).kind == expected, (premise, conclusion)
        seen[expected] += 1
    assert min(seen.values()) > 20, seen


def test_a_counterexample_says_only_what_is_certain(knows):
    knowledge = knows([*PIZZA, *PIZZAS], PIZZA_CLASSES)
    verdict = knowledge.judge(["SpicyPizza"], ["CheesyPizza", "Margherita"])
    assert (verdict.kind, verdict.name) == ("refuted", "yours")
    assert set(verdict.has) == {"MeatyPizza", "Diavola", "SpicyPizza"}
    # Nobody said that there is no cheese on it.
    assert verdict.unknown == ["CheesyPizza"]
    ontology = knowledge.ontology
    (yours,) = ontology.names.find("NamedIndividual", "yours")
    for name in PIZZA_CLASSES:
        expression = ontology.names.find("Class", name)[0]
        inside = ontology.factory.getOWLClassAssertionAxiom(expression, yours)
        outside = ontology.factory.getOWLClassAssertionAxiom(expression.getObjectComplementOf(), yours)
        assert entail(knowledge.axioms, [inside], "hermit", 10) == (name in verdict.has)
        is_out = name not in verdict.has and name not in verdict.unknown
        assert entail(knowledge.axioms, [outside], "hermit", 10) == is_out


def test_what_is_possible_need_not_exist(knows):
    without = knows(PIZZA, PIZZA_CLASSES)
    assert without.judge(["SpicyPizza", "VegetarianPizza"], None).kind == "unknown"
    assert without.judge(["SpicyPizza"], ["MeatyPizza"]).kind == "unknown"
    with_one = knows([*PIZZA, "ClassAssertion(ObjectIntersectionOf(:SpicyPizza :VegetarianPizza) :mild)"], PIZZA_CLASSES)
    assert with_one.judge(["SpicyPizza", "VegetarianPizza"], None).name == "mild"
    assert with_one.judge(["SpicyPizza"], ["MeatyPizza"]).name == "mild"


def test_something_without_a_name_refutes_too(knows):
    axioms = ["ClassAssertion(ObjectSomeValuesFrom(:hasPart ObjectIntersectionOf(:Wheel :Wooden)) :cart)"]
    axioms += ["DisjointClasses(:Wooden :Iron)", "SubClassOf(:Iron :Metal)"]
    knowledge = knows(axioms, ["Wheel", "Wooden", "Iron", "Metal"])
    exists = knowledge.judge(["Wheel", "Wooden"], None)
    assert (exists.kind, exists.name, exists.has, exists.unknown) == ("refuted", None, ["Wheel", "Wooden"], ["Metal"])
    assert exists.because == ["cart Type hasPart some (Wheel and Wooden)"]
    breaks = knowledge.judge(["Wheel"], ["Iron"])
    # Of what is a wheel and not of iron, it is not known that it is wooden.
    assert (breaks.kind, breaks.has, breaks.unknown) == ("refuted", ["Wheel"], ["Wooden", "Metal"])
    assert knowledge.judge(["Wheel"], ["Metal"]).kind == "unknown"


def test_of_a_conclusion_the_part_that_follows_is_told(knows):
    verdict = knows(PIZZA).judge(["Diavola"], ["SpicyPizza", "CheesyPizza", "MeatyPizza"])
    assert (verdict.kind, verdict.part) == ("partly", ["SpicyPizza", "MeatyPizza"])
    # What the premise has itself is no part worth telling.
    assert knows(PIZZA).judge(["CheesyPizza"], ["CheesyPizza", "MeatyPizza"]).kind == "unknown"


def test_expressions_are_attributes_like_classes(knows):
    names = ["Margherita", "hot = SpicyPizza and hasTopping some Salame", "hasTopping some Cheese", "hasTopping some Topping"]
    knowledge = knows([*PIZZA, *PIZZAS], names)
    assert [one.name for one in knowledge.attributes][1] == "hot"
    assert knowledge.judge(["Margherita"], ["hasTopping some Cheese", "hasTopping some Topping"]).kind == "holds"
    assert knowledge.judge(["Margherita", "hot"], None).kind == "holds"
    assert knowledge.judge(["hot"], ["hasTopping some Topping"]).kind == "holds"
    assert knowledge.judge(["hasTopping some Topping"], ["hot"]).name == "mine"


def test_rules_may_be_about_the_members_of_a_class_alone(knows):
    knowledge = knows([*PIZZA, "ClassAssertion(:Salame :slice)"], ["SpicyPizza", "MeatyPizza"])
    assert knowledge.judge([], ["SpicyPizza"]).name == "slice"
    pizza = knowledge.ontology.names.find("Class", "Pizza")[0]
    knowledge.set_attributes(knowledge.attributes, within=pizza)
    assert knowledge.judge([], ["SpicyPizza"]).kind == "unknown"
    assert knowledge.ontology.show(knowledge.axiom([], ["SpicyPizza"])) == "Pizza SubClassOf SpicyPizza"


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_names_axioms_that_are_enough_and_none_to_spare(knows, seed):
    axioms = [*PIZZA, *PIZZAS] if seed == 0 else [*generated(40, seed), *(f"ClassAssertion(:C{at} :i{at})" for at in (13, 29))]
    knowledge = knows(axioms)
    names = [one.name for one in knowledge.attributes]
    by_text = {knowledge.ontology.show(axiom): axiom for axiom in knowledge.axioms}
    checked = 0
    for premise, conclusion in list(rules(names, 2))[:: 7 if seed == 0 else 307]:
        verdict = knowledge.judge(premise, conclusion)
        if verdict.kind not in ("holds", "refuted"):
            continue
        rule = knowledge.axiom(premise, conclusion)

        def enough(axioms):
            if verdict.kind == "holds":
                return entail(axioms, [rule], "hermit", 10)
            return not is_consistent([*axioms, rule], "hermit", 10)

        rests_on = [by_text[text] for text in verdict.because]
        assert enough(rests_on), (premise, conclusion, verdict.because)
        if verdict.kind == "holds":
            for axiom in rests_on:
                assert not enough([other for other in rests_on if other is not axiom]), verdict.because
        checked += 1
    assert checked > 10


def test_elk_says_nothing_that_hermit_does_not(knows):
    axioms = [axiom for axiom in generated(40, 3) if "Union" not in axiom]
    axioms += [f"ClassAssertion(:C{at} :i{at})" for at in (11, 29, 35)]
    hermit, elk = knows(axioms), knows(axioms, kind="elk")
    names = [one.name for one in hermit.attributes]
    kinds = []
    for premise, conclusion in list(rules(names, 2))[::211]:
        said = elk.judge(premise, conclusion, why=False)
        if said.kind == "holds":
            assert hermit.judge(premise, conclusion, why=False).kind == "holds"
        elif said.kind == "refuted":
            assert hermit.judge(premise, conclusion, why=False).kind in ("refuted", "fails")
        kinds.append(said.kind)
        # All of this is in OWL 2 EL, which ELK knows wholly.
        assert (said.kind == "holds") == (hermit.judge(premise, conclusion, why=False).kind == "holds")
    assert {"holds", "refuted", "unknown"} <= set(kinds)


def test_what_takes_too_long_is_not_known(knows):
    from time import monotonic

    # So many pigeons do not fit into one hole less: true, and hard to see.
    count = 11
    holes = [f":Hole{hole}" for hole in range(count - 1)]
    some = lambda bird: " ".join(f"ObjectSomeValuesFrom(:p{bird} {hole})" for hole in holes)
    axioms = [f"SubClassOf(:Full ObjectUnionOf({some(bird)}))" for bird in range(count)]
    for one, other in combinations(range(count), 2):
        both = [f"ObjectIntersectionOf(ObjectSomeValuesFrom(:p{one} {hole}) ObjectSomeValuesFrom(:p{other} {hole}))" for hole in holes]
        axioms += [f"SubClassOf({each} owl:Nothing)" for each in both]
    knowledge = knows(axioms, ["Full", "Hole0"], seconds=1.0)
    before = monotonic()
    verdict = knowledge.judge(["Full"], None)
    assert monotonic() - before < 10
    assert verdict.kind == "unknown"
