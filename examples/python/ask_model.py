"""A language model is asked for the rules of a domain. Its address, name and key come from
the environment; anything that speaks the usual chat protocol will do:

    CHAT_URL=http://localhost:11434/v1 CHAT_MODEL=some-model python examples/python/ask_model.py

A model errs: what it says is checked for contradictions, and no more than that. The
command's --model asks each question several times and says how sure that makes it.
"""

import asyncio
import json
import os
import urllib.request

import hornbook

ATTRIBUTES = ["is a mammal", "gives milk", "lays eggs", "has feathers", "can fly"]

PROMPT = """You know animals. Does this rule hold for all animals without exception?
Premise: {premise}
Conclusion: {conclusion}
Answer with one JSON object and nothing else: {{"holds": true}}, or
{{"holds": false, "counterexample": {{attribute: true or false for each of {attributes}}}}}."""


def chat(prompt: str) -> str:
    """What the model says to a prompt."""
    body = {"model": os.environ.get("CHAT_MODEL", ""), "messages": [{"role": "user", "content": prompt}], "temperature": 0}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('CHAT_KEY', '')}"}
    address = os.environ["CHAT_URL"].rstrip("/") + "/chat/completions"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]


async def ask(premise: frozenset[str], conclusion: frozenset[str] | None) -> bool | dict[str, bool | None] | None:
    concluded = "there is no such animal" if conclusion is None else ", ".join(sorted(conclusion))
    prompt = PROMPT.format(
        premise=", ".join(sorted(premise)) or "any animal", conclusion=concluded, attributes=", ".join(ATTRIBUTES)
    )
    said = await asyncio.to_thread(chat, prompt)
    try:
        answer = json.loads(said)
    except json.JSONDecodeError:
        return None
    if answer.get("holds"):
        return True
    example = {name: answer.get("counterexample", {}).get(name) for name in ATTRIBUTES}
    has = {name for name, value in example.items() if value}
    lacks = {name for name, value in example.items() if value is False}
    # What does not break the rule is no counterexample: then it is not known.
    breaks = premise <= has and (conclusion is None or conclusion & lacks)
    return example if breaks else None


def main() -> None:
    rules = asyncio.run(hornbook.learn_from_async(ask, ATTRIBUTES, together=4, limit_questions=60))
    print(rules.guarantee)
    for rule in rules:
        print(f"  {rule}")


if __name__ == "__main__":
    main()
