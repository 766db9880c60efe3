"""The protocol for programs: a JSON object a line, questions in and answers out."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, TextIO
from collections.abc import Callable

from .attributes import ClassAttribute
from .errors import OwlError
from .knowledge import Knowledge, Verdict
from .possible import judge_as_complete

VERSION = 1


def answer_lines(
    questions: TextIO,
    answers: TextIO,
    name: str,
    prepare: Callable[[list[str] | None], Knowledge],
    why: bool = True,
    as_complete: bool = False,
) -> None:
    """Answers questions until there are no more. `prepare` makes what is known ready
    for the attributes that whoever asks named, or for its own."""

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message, ensure_ascii=False) + "\n")
        answers.flush()

    knowledge: Knowledge | None = None
    for at, line in enumerate(questions, 1):
        if not line.strip():
            continue
        message = _read(line, at)
        if knowledge is None:
            named = _named(message)
            if named is not None:
                # Whoever asks waits a second for the name; an ontology may take longer.
                say(_greeting(name, None))
            knowledge = prepare(named)
            if named is None:
                say(_greeting(name, knowledge.attributes))
        if "id" in message:
            say(_answer(knowledge, message, why, as_complete))


def _read(line: str, at: int) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except json.JSONDecodeError as error:
        raise OwlError(f"line {at} is no JSON: {error}") from None
    if not isinstance(message, dict):
        raise OwlError(f"line {at} is no object of the protocol: {line.strip()[:80]}")
    if "hornbook" in message and message["hornbook"] != VERSION:
        raise OwlError(f"line {at} speaks version {message['hornbook']}, expected {VERSION}")
    if "hornbook" not in message and "id" not in message:
        raise OwlError(f"line {at} is neither a greeting nor a question: {line.strip()[:80]}")
    return message


def _named(message: dict[str, Any]) -> list[str] | None:
    if "hornbook" not in message or not message.get("attributes"):
        return None
    return [one["name"] if isinstance(one, dict) else str(one) for one in message["attributes"]]


def _greeting(name: str, attributes: list[ClassAttribute] | None) -> dict[str, Any]:
    greeting: dict[str, Any] = {"hornbook": VERSION, "name": name[:100], "at_once": 1, "kinds": ["implication"]}
    if attributes is not None:
        greeting["attributes"] = [
            {"name": one.name, "phrase": one.phrase} | ({"description": one.description} if one.description else {})
            for one in attributes
        ]
    return greeting


def _answer(knowledge: Knowledge, question: dict[str, Any], why: bool, as_complete: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"id": question["id"]}
    kind = question.get("kind", "implication")
    if kind != "implication":
        # What does not follow may still be so: a closure is never all there is.
        return said | {"unknown": True}
    conclusion = None if question.get("impossible") else question.get("conclusion")
    if conclusion is None and not question.get("impossible"):
        return said | {"error": "the question has neither a conclusion nor impossible"}
    try:
        judge = partial(judge_as_complete, knowledge) if as_complete else knowledge.judge
        verdict = judge(question.get("premise", []), conclusion, why)
    except OwlError as error:
        return said | {"error": str(error)}
    return said | in_protocol(verdict)


def in_protocol(verdict: Verdict) -> dict[str, Any]:
    """A verdict as the protocol says it."""
    said: dict[str, Any] = {}
    if verdict.kind == "holds":
        said["holds"] = True
    elif verdict.kind == "fails":
        said["holds"] = False
    elif verdict.kind == "refuted":
        said["counterexample"] = verdict.has
        if verdict.unknown:
            said["unknown"] = verdict.unknown
        if verdict.name:
            said["name"] = verdict.name
    elif verdict.kind == "partly":
        said |= {"partly": verdict.part, "unknown": True}
    else:
        said["unknown"] = True
    if verdict.because:
        said["because"] = verdict.because
    return said
