"""Every subsumption that HermiT entails comes out of an exploration, and no person is
asked about one."""

import json
import sys
from pathlib import Path

import pytest
from hornbook.owl import Knowledge, Ontology, attribute
from hornbook.owl.reasoner import Reasoner
from ontologies import PIZZA, PIZZAS, generated, written

#: A person who writes down what they are asked, and does not know.
PERSON = """
import json, sys
print(json.dumps({"hornbook": 1, "name": "person"}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if "id" in question:
        with open(sys.argv[1], "a", encoding="utf-8") as file:
            file.write(line)
        print(json.dumps({"id": question["id"], "unknown": True}), flush=True)
"""


def closed(names, rules):
    """What follows from some attributes by rules; None if they are impossible."""
    known, grows = set(names), True
    while grows:
        grows = False
        for rule in rules:
            if set(rule["premise"]) <= known:
                if rule.get("impossible"):
                    return None
                grows |= not set(rule["conclusion"]) <= known
                known |= set(rule["conclusion"])
    return known


def entailed(ontology):
    """What HermiT says to be below what, by its own queries, and what it says to be empty."""
    reasoner = Reasoner(ontology.axioms())
    empty = {ontology.names.name(one) for one in reasoner.empty_classes()}
    pairs = set()
    for above in ontology.classes():
        pairs |= {(ontology.names.name(below), ontology.names.name(above)) for below in reasoner.below(above)}
    return {pair for pair in pairs if pair[0] != pair[1]}, empty


@pytest.mark.parametrize(
    ("name", "axioms", "least"), [("pizza", [*PIZZA, *PIZZAS], 15), ("large", generated(300, 7), 1000)], ids=["pizza", "large"]
)
def test_every_entailed_subsumption_comes_out_without_a_question(run, program, tmp_path, name, axioms, least):
    file = tmp_path / f"{name}.ofn"
    file.write_text(written(axioms), encoding="utf-8")
    ontology = Ontology.load(file)
    expected, empty = entailed(ontology)
    assert len(expected) >= least
    # A hierarchy of HermiT's and its single answers agree.
    reasoner = Reasoner(ontology.axioms())
    classes = {ontology.names.name(one): one for one in ontology.classes()}
    names = sorted(classes)
    for below in names[:: len(names) // 10]:
        for above in names:
            if below != above and below not in empty:
                assert reasoner.is_subsumed(classes[below], classes[above]) == ((below, above) in expected)

    begun = run("owl", "rules", file.name)
    assert begun.returncode == 0, begun.stderr
    (tmp_path / "known.json").write_text(begun.stdout, encoding="utf-8")
    (tmp_path / "person.py").write_text(PERSON, encoding="utf-8")
    answered = run(
        "hornbook",
        *("explore", "--attributes", ",".join(names), "--background", "known.json", "--seed", "1"),
        *("--ask", program(f"{file.name} --quiet"), "--ask", f"{sys.executable} person.py asked.txt"),
        *("--journal", "all.journal"),
    )
    assert answered.returncode in (0, 1), answered.stderr
    listed = run("hornbook", "journal", "rules", "all.journal", "--format", "json", "--quiet")
    book = json.loads(listed.stdout)
    rules = [*book["background"], *book["rules"]]
    for below in names:
        follows = closed([below], rules)
        assert (follows is None) == (below in empty), below
        if follows is not None:
            assert {above for above in follows if above != below} == {above for one, above in expected if one == below}

    knowledge = Knowledge(ontology)
    knowledge.set_attributes([attribute(ontology, one) for one in names])
    asked = tmp_path / "asked.txt"
    questions = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()] if asked.exists() else []
    for question in questions:
        said = knowledge.judge(question["premise"], question.get("conclusion"), why=False)
        assert said.kind in ("unknown", "partly"), question
    print(f"{name}: {len(expected)} subsumptions, {len(questions)} questions to a person", file=sys.stderr)


def test_rules_known_beforehand_are_all_that_follows_from_one_or_two(knows):
    from hornbook.owl import known_rules

    knowledge = knows(generated(60, 5))
    names = [one.name for one in knowledge.attributes]
    rules = known_rules(knowledge, lambda text: None)["rules"]
    for rule in rules:
        assert knowledge.follows(rule["premise"], rule.get("conclusion")), rule
    for at, one in enumerate(names):
        for other in names[:at]:
            assert (closed([one, other], rules) is None) == knowledge.follows([one, other], None), (one, other)


def test_the_protocol_is_spoken_as_its_schema_says(run, pizza):
    import jsonschema
    root = Path(__file__).resolve().parents[4]
    schema = json.loads((root / "docs/experts/protocol.schema.json").read_text(encoding="utf-8"))
    checked = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/to_hornbook"}]})
    questions = [
        {"premise": ["Margherita"], "conclusion": ["CheesyPizza"]},
        {"premise": ["Pizza"], "conclusion": ["MeatyPizza"]},
        {"premise": ["Diavola"], "conclusion": ["MeatyPizza", "CheesyPizza"]},
        {"premise": ["CheesyPizza"], "conclusion": ["SpicyPizza"]},
        {"premise": ["Diavola", "VegetarianPizza"], "impossible": True},
        {"premise": ["Dough"], "conclusion": ["Pizza"]},
        {"premise": ["Margherita"], "kind": "closure"},
    ]
    lines = ['{"hornbook":1}', *(json.dumps({"kind": "implication", "words": "", "id": at} | one) for at, one in enumerate(questions))]
    said = [json.loads(line) for line in run("owl", str(pizza), given="\n".join(lines) + "\n").stdout.splitlines()]
    for message in said:
        checked.validate(message)
    assert {"name": "SpicyPizza", "phrase": "is a hot pizza"} in said[0]["attributes"]
    answers = [set(message) - {"id", "because"} for message in said[1:]]
    assert answers == [
        {"holds"},
        {"counterexample", "unknown", "name"} if "unknown" in said[2] else {"counterexample", "name"},
        {"partly", "unknown"},
        {"unknown"} if "unknown" in said[4] else {"counterexample", "name"},
        {"holds"},
        {"error"},
        {"unknown"},
    ]
