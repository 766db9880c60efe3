"""Ontologies that the tests are about, in functional syntax."""

from __future__ import annotations

import random
from collections.abc import Iterable

HEAD = """Prefix(:=<http://example.org/{name}#>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://example.org/{name}>
"""

PIZZA = [
    'AnnotationAssertion(rdfs:label :SpicyPizza "a hot pizza"@en)',
    "DisjointClasses(:Pizza :Topping)",
    "DisjointClasses(:Meat :Cheese)",
    "DisjointClasses(:Meat :Vegetable)",
    "SubClassOf(:Meat :Topping)",
    "SubClassOf(:Cheese :Topping)",
    "SubClassOf(:Vegetable :Topping)",
    "SubClassOf(:Salame :Meat)",
    "SubClassOf(:Mozzarella :Cheese)",
    "EquivalentClasses(:MeatyPizza ObjectIntersectionOf(:Pizza ObjectSomeValuesFrom(:hasTopping :Meat)))",
    "EquivalentClasses(:CheesyPizza ObjectIntersectionOf(:Pizza ObjectSomeValuesFrom(:hasTopping :Cheese)))",
    "EquivalentClasses(:VegetarianPizza ObjectIntersectionOf(:Pizza ObjectComplementOf(:MeatyPizza)))",
    "SubClassOf(:Margherita :Pizza)",
    "SubClassOf(:Margherita ObjectSomeValuesFrom(:hasTopping :Mozzarella))",
    "SubClassOf(:Margherita ObjectAllValuesFrom(:hasTopping ObjectUnionOf(:Cheese :Vegetable)))",
    "SubClassOf(:Diavola :Pizza)",
    "SubClassOf(:Diavola :SpicyPizza)",
    "SubClassOf(:Diavola ObjectSomeValuesFrom(:hasTopping :Salame))",
    "SubClassOf(:SpicyPizza :Pizza)",
]
#: Individuals: of one, more is known than of the other.
PIZZAS = [
    "ClassAssertion(:Margherita :mine)",
    "ClassAssertion(ObjectComplementOf(:SpicyPizza) :mine)",
    "ClassAssertion(:Diavola :yours)",
]


def written(axioms: Iterable[str], names_of: Iterable[str] = (), name: str = "pizza") -> str:
    """Axioms as an ontology, with declarations for all their names, and those of others."""
    body = list(axioms)
    individuals, classes, properties = set(), set(), set()
    for axiom in [*body, *names_of]:
        for word in axiom.replace("(", " ").replace(")", " ").split():
            if word.startswith(":"):
                kind = individuals if word[1:2].islower() and not word.startswith((":has", ":p")) else classes
                (properties if word.startswith((":has", ":p")) else kind).add(word)
    declared = [f"Declaration(Class({one}))" for one in sorted(classes)]
    declared += [f"Declaration(NamedIndividual({one}))" for one in sorted(individuals)]
    declared += [f"Declaration(ObjectProperty({one}))" for one in sorted(properties)]
    return HEAD.format(name=name) + "\n".join([*declared, *body]) + "\n)\n"


def generated(count: int, seed: int) -> list[str]:
    """Axioms about so many classes: a hierarchy with definitions, rules and exclusions."""
    draw = random.Random(seed)
    some = lambda most: f":C{draw.randrange(most)}"
    axioms = []
    for at in range(1, count):
        above = f":C{draw.randrange(max(0, at - 30), at)}"
        axioms.append(f"SubClassOf(:C{at} {above})")
        chance = draw.random()
        if chance < 0.2:
            axioms.append(f"SubClassOf(:C{at} ObjectSomeValuesFrom(:p{draw.randrange(4)} {some(at)}))")
        elif chance < 0.35:
            part = f"ObjectSomeValuesFrom(:p{draw.randrange(4)} {some(at)})"
            axioms.append(f"EquivalentClasses(:C{at} ObjectIntersectionOf({some(at)} {part}))")
        elif chance < 0.5:
            axioms.append(f"SubClassOf(ObjectIntersectionOf({some(at)} {some(at)}) :C{at})")
        elif chance < 0.55:
            axioms.append(f"SubClassOf(:C{at} ObjectUnionOf({some(at)} {some(at)}))")
    for _ in range(count // 12):
        one, other = draw.sample(range(count // 2, count), 2)
        axioms.append(f"DisjointClasses(:C{one} :C{other})")
    return axioms
