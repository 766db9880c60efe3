"""Knows seven animals.

    animals.py [delay=SECONDS] [wrong=PROBABILITY] [seed=N] [nonsense_after=N] [lies=N]

Every question is written to asked.txt when it is answered. `wrong` is how often an answer
is the contrary by chance; with `lies=3`, every third answer is.
"""

import json
import random
import sys
import time

ANIMALS = {
    "cat": "hair milk tail",
    "bat": "hair milk flies",
    "platypus": "hair milk eggs tail",
    "hen": "feathers eggs tail",
    "swan": "feathers eggs flies tail",
    "bee": "hair eggs flies",
    "worm": "eggs",
}
ANIMALS = {name: set(has.split()) for name, has in ANIMALS.items()}


def breaking(premise, conclusion):
    """The first animal that breaks a rule; a conclusion of None is what never occurs."""
    for name, has in ANIMALS.items():
        if set(premise) <= has and (conclusion is None or not set(conclusion) <= has):
            return name
    return None


def answer(asked):
    name = breaking(asked["premise"], None if asked.get("impossible") else asked["conclusion"])
    if name is None:
        return {"id": asked["id"], "holds": True}
    return {"id": asked["id"], "counterexample": sorted(ANIMALS[name]), "name": name}


def main():
    told = dict(word.split("=") for word in sys.argv[1:])
    delay, wrong = float(told.get("delay", 0)), float(told.get("wrong", 0))
    lies, nonsense_after = int(told.get("lies", 0)), int(told.get("nonsense_after", 10**9))
    chance = random.Random(told.get("seed", "1"))
    for count, line in enumerate(sys.stdin):
        asked = json.loads(line)
        if "id" not in asked:
            continue
        time.sleep(delay)
        said = answer(asked)
        if chance.random() < wrong or (lies and count % lies == 0):
            said = {"id": asked["id"], "holds": "holds" not in said}
        print(json.dumps(said) if asked["id"] <= nonsense_after else "nonsense", flush=True)
        with open("asked.txt", "a", encoding="utf-8") as file:
            print(json.dumps(asked), file=file)


if __name__ == "__main__":
    main()
