"""The rules that a classifier lives by: a forest is trained, and asked about animals that
nobody ever saw.

    python examples/python/probe_classifier.py
"""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

import hornbook

ZOO = Path(__file__).resolve().parents[2] / "data" / "zoo.csv"
FEATURES = ["hair", "feathers", "eggs", "milk", "aquatic", "backbone", "fins"]
#: So many animals are made up for each question.
TRIES = 512


def main() -> None:
    animals = pd.read_csv(ZOO)
    forest = RandomForestClassifier(n_estimators=50, random_state=0)
    forest.fit(animals[FEATURES].to_numpy(), animals["type"])
    kinds = [f"type={kind}" for kind in forest.classes_]
    draw = np.random.default_rng(1)

    def ask(premise: frozenset[str], conclusion: frozenset[str] | None) -> bool | set[str]:
        """Makes up animals with the features of the premise, and looks at what they are
        taken for. It cannot prove a rule: what no try breaks is taken to hold."""
        made_up = draw.random((TRIES, len(FEATURES))) < 0.5
        made_up[:, [name in premise for name in FEATURES]] = True
        for features, kind in zip(made_up, forest.predict(made_up)):
            has = {name for name, had in zip(FEATURES, features) if had} | {f"type={kind}"}
            if premise <= has and (conclusion is None or not conclusion <= has):
                return has
        return True

    # An animal is taken for one kind.
    one_kind = [
        hornbook.Implication({kind, other}, None) for at, kind in enumerate(kinds) for other in kinds[at + 1 :]
    ]
    rules = hornbook.learn_from(ask, FEATURES + kinds, background=one_kind, epsilon=0.05)
    print(f"{len(rules)} rules by {rules.certificate['questions']['asked']} questions.")
    print(rules.guarantee)
    for rule in rules:
        if rule.conclusion and any(name in kinds for name in rule.conclusion):
            print(f"  {rule}")


if __name__ == "__main__":
    main()
