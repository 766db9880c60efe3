"""Knows half of a domain: the answer to every second question, whichever these are.

    half.py THINGS [all]

THINGS is a JSON object: the name of each thing, and a list of what it has. With `all`
it knows every answer.
"""

import json
import sys
import zlib

with open(sys.argv[1], encoding="utf-8") as file:
    things = {name: set(has) for name, has in json.load(file).items()}
knows_all = sys.argv[2:] == ["all"]

print(json.dumps({"hornbook": 1, "name": "half"}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    premise, conclusion = set(asked["premise"]), asked.get("conclusion")
    key = json.dumps([sorted(premise), conclusion and sorted(conclusion)])
    answer = {"id": asked["id"]}
    breaks = [
        name
        for name, has in sorted(things.items())
        if premise <= has and (conclusion is None or not set(conclusion) <= has)
    ]
    if zlib.crc32(key.encode()) % 2 and not knows_all:
        answer["unknown"] = True
    elif breaks:
        answer.update(name=breaks[0], counterexample=sorted(things[breaks[0]]))
    else:
        answer["holds"] = True
    print(json.dumps(answer), flush=True)
