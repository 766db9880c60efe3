"""The command line: `python -m hornbook.owl`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any
from collections.abc import Callable, Sequence

from .attributes import ClassAttribute, attribute, chosen
from .complete import Clash, attributes_of, complete
from .errors import OwlError
from .expressions import class_expression
from .findings import read_findings
from .knowledge import Knowledge, Verdict
from .known_rules import known_rules
from .ontology import Ontology
from .protocol import answer_lines
from .reasoner import REASONERS

_EXAMPLES = """\
examples:
  hornbook learn --ask 'python -m hornbook.owl pizza.owl --classes Pizza,Meaty,Spicy' --journal pizza.journal
  python -m hornbook.owl attributes pizza.owl --below Pizza > pizzas.txt
  python -m hornbook.owl rules pizza.owl --below Pizza > known.json
  hornbook explore --attributes pizzas.txt --background known.json --first 'python -m hornbook.owl pizza.owl'
  python -m hornbook.owl complete pizza.owl pizzas.journal --output completed.owl
  python -m hornbook.owl why pizza.owl 'Meaty, Vegetarian -> ⊥'

Classes are named by the ends of their addresses, by labels, by <whole addresses>; an expression
is in Manchester syntax. A file of classes has one a line: a class, an expression, or
NAME = EXPRESSION. docs/ontologies.md tells more."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Exit codes: 0 done, 1 refused or not known, 2 bad input."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = _COMMANDS.get(given[0]) if given else None
    parser, run = (command[0](), command[1]) if command else (_answer_parser(), _answer)
    parsed = parser.parse_args(given[1:] if command else given)
    try:
        return run(parsed)
    except OwlError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1 if isinstance(error, Clash) else 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def _report(text: str) -> None:
    print(f"{text} …", file=sys.stderr, flush=True)


# What commands share.


def _parser(name: str, about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m hornbook.owl{name}",
        description=about,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("ontology", metavar="ONTOLOGY", help="the file: RDF/XML, Turtle, OWL/XML, functional, Manchester, OBO")
    return parser


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--classes", metavar="LIST|FILE", help="the classes or class expressions to ask about")
    parser.add_argument("--below", metavar="CLASS", help="ask about the named classes below this one, and about its members alone")
    _add_within(parser)


def _add_within(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--within", metavar="CLASS", help="ask about members of this class alone [default: that of --below, else everything]"
    )


def _add_reasoning(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reasoner", choices=REASONERS, default="hermit", help="who reasons [default: hermit]")
    parser.add_argument(
        "--seconds", type=_seconds, default=10.0, metavar="N", help="how long a question may take [default: 10]"
    )
    parser.add_argument("--fetch-imports", action="store_true", help="fetch imports that are not in the same folder")
    parser.add_argument("--quiet", action="store_true", help="say nothing on standard error but errors")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds") from None
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} seconds are no time from above 0 to a day")
    return seconds


def _reporter(parsed: argparse.Namespace) -> Callable[[str], None]:
    return (lambda text: None) if parsed.quiet else _report


def _knowledge(parsed: argparse.Namespace) -> Knowledge:
    ontology = Ontology.load(parsed.ontology, fetch_imports=parsed.fetch_imports)
    return Knowledge(ontology, parsed.reasoner, parsed.seconds, _reporter(parsed))


def _within(parsed: argparse.Namespace, knowledge: Knowledge) -> Any:
    named = parsed.within or parsed.below
    return class_expression(knowledge.ontology, named) if named else None


def _chosen(parsed: argparse.Namespace, knowledge: Knowledge) -> list[ClassAttribute]:
    return chosen(knowledge.ontology, parsed.classes, parsed.below, knowledge.reasoner)


def _named(parsed: argparse.Namespace, knowledge: Knowledge, names: list[str]) -> list[ClassAttribute]:
    """The attributes of these names: those that were chosen, else classes and
    expressions of the ontology."""
    known: dict[str, ClassAttribute] = {}
    if parsed.classes is not None or parsed.below is not None:
        known = {one.name: one for one in _chosen(parsed, knowledge)}
    found = []
    for name in names:
        one = known.get(name) or attribute(knowledge.ontology, name)
        found.append(ClassAttribute(name, one.expression, one.phrase, one.description))
    return found


# Answering.


def _answer_parser() -> argparse.ArgumentParser:
    parser = _parser("", "Answer questions on standard input from an ontology, by the protocol for programs.\n\n"
                     "Other commands come first: attributes, rules, why, complete, each with --help.")
    _add_choice(parser)
    _add_reasoning(parser)
    parser.add_argument("--name", help="what it calls itself [default: the name of the file]")
    parser.add_argument(
        "--complete", action="store_true", help="take the ontology for complete: what is not entailed is broken by what is possible"
    )
    parser.add_argument("--no-because", action="store_true", help="do not look for the axioms that answers rest on")
    return parser


def _answer(parsed: argparse.Namespace) -> int:
    if sys.stdin.isatty():
        _report("waiting for questions, a line each; 'hornbook learn --ask' asks them")

    def prepare(names: list[str] | None) -> Knowledge:
        knowledge = _knowledge(parsed)
        found = _chosen(parsed, knowledge) if names is None else _named(parsed, knowledge, names)
        knowledge.set_attributes(found, _within(parsed, knowledge))
        knowledge.classify()
        return knowledge

    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    name = parsed.name or Path(parsed.ontology).name
    if parsed.complete and parsed.reasoner != "hermit":
        raise OwlError("--complete takes HermiT: ELK knows no complements")
    answer_lines(sys.stdin, sys.stdout, name, prepare, not parsed.no_because, parsed.complete)
    return 0


# What an exploration begins with.


def _attributes_parser() -> argparse.ArgumentParser:
    parser = _parser(" attributes", "Write the classes as a file for 'hornbook explore --attributes'.")
    _add_choice(parser)
    _add_reasoning(parser)
    return parser


def _attributes(parsed: argparse.Namespace) -> int:
    for one in _chosen(parsed, _knowledge(parsed)):
        columns = [one.name, one.phrase, *([one.description] if one.description else [])]
        print(" | ".join(column.replace("|", "/") for column in columns))
    return 0


def _rules_parser() -> argparse.ArgumentParser:
    parser = _parser(
        " rules", "Write what the ontology entails of each class and of pairs of them, for\n'hornbook explore --background'."
    )
    _add_choice(parser)
    _add_reasoning(parser)
    return parser


def _rules(parsed: argparse.Namespace) -> int:
    knowledge = _knowledge(parsed)
    knowledge.set_attributes(_chosen(parsed, knowledge), _within(parsed, knowledge))
    knowledge.classify()
    json.dump(known_rules(knowledge, _reporter(parsed)), sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 0


# Why.


def _why_parser() -> argparse.ArgumentParser:
    parser = _parser(" why", "Tell what the ontology knows of a rule, and by which axioms.")
    parser.add_argument("rule", metavar="RULE", help="as in 'A, B -> C' or 'A, B -> ⊥' (or 'nothing')")
    parser.add_argument("--classes", metavar="LIST|FILE", help="names for class expressions")
    parser.set_defaults(below=None)
    _add_within(parser)
    _add_reasoning(parser)
    return parser


def _why(parsed: argparse.Namespace) -> int:
    from .attributes import listed

    left, arrow, right = parsed.rule.partition("->")
    if not arrow:
        raise OwlError(f"'{parsed.rule}' is no rule: expected 'A, B -> C'")
    premise = listed(left)
    conclusion = None if right.strip() in ("⊥", "nothing", "false") else listed(right)
    if conclusion == []:
        raise OwlError(f"'{parsed.rule}' has no conclusion: expected a class, or ⊥")
    knowledge = _knowledge(parsed)
    names = list(dict.fromkeys([*premise, *(conclusion or [])]))
    knowledge.set_attributes(_named(parsed, knowledge, names), _within(parsed, knowledge))
    verdict = knowledge.judge(premise, conclusion)
    print(_in_words(verdict))
    for axiom in verdict.because:
        print(f"  {axiom}")
    return 0 if verdict.kind != "unknown" else 1


def _in_words(verdict: Verdict) -> str:
    if verdict.kind == "holds":
        return "It holds, by:"
    if verdict.kind == "fails":
        return "It does not hold, by:"
    if verdict.kind == "refuted":
        return f"It does not hold: {verdict.name or 'something that has no name'} breaks it, by:"
    if verdict.kind == "partly":
        return f"Only this is known to follow: {', '.join(verdict.part)}; by:"
    return "The ontology does not tell."


# Completing.


def _complete_parser() -> argparse.ArgumentParser:
    parser = _parser(" complete", "Write a new ontology, with confirmed rules as axioms and objects as individuals.")
    parser.add_argument("findings", metavar="JOURNAL", help="the journal of an exploration, or rules as JSON")
    parser.add_argument("--output", "-o", required=True, metavar="FILE", help="the new ontology")
    parser.add_argument("--overwrite", action="store_true", help="write over FILE; never over ONTOLOGY")
    parser.add_argument("--rules-only", action="store_true", help="add no individuals")
    parser.add_argument("--unnamed", action="store_true", help="add also objects without a name that programs told of")
    parser.add_argument("--allow-empty", action="store_true", help="let classes be empty that were not before")
    parser.add_argument("--comment", help="a comment on each new axiom [default: names the journal]")
    _add_choice(parser)
    _add_reasoning(parser)
    return parser


def _complete(parsed: argparse.Namespace) -> int:
    findings = read_findings(parsed.findings, unnamed=parsed.unnamed)
    if parsed.rules_only:
        findings = type(findings)(findings.rules)
    knowledge = _knowledge(parsed)
    knowledge.set_attributes(_named(parsed, knowledge, attributes_of(findings)), _within(parsed, knowledge))
    comment = parsed.comment if parsed.comment is not None else f"from the exploration {Path(parsed.findings).name}"
    done = complete(knowledge, findings, comment=comment, allow_empty=parsed.allow_empty, report=_reporter(parsed))
    done.ontology.save(parsed.output, overwrite=parsed.overwrite)
    for addition in done.additions:
        for axiom in addition.axioms:
            print(f"+ {done.ontology.show(axiom.getAxiomWithoutAnnotations())}")
    count = sum(len(one.axioms) for one in done.additions)
    print(f"{count} axioms added to {parsed.output}; {done.known} findings followed already.", file=sys.stderr)
    if findings.left_out:
        left_out = f"{findings.left_out} objects without a name, which programs told of, were left out"
        print(f"{left_out}: they need not exist (--unnamed adds them).", file=sys.stderr)
    if done.emptied:
        print(f"Nothing can be in these any more: {', '.join(done.emptied)}.", file=sys.stderr)
    return 0


_COMMANDS: dict[str, tuple[Callable[[], argparse.ArgumentParser], Callable[[Any], int]]] = {
    "answer": (_answer_parser, _answer),
    "attributes": (_attributes_parser, _attributes),
    "rules": (_rules_parser, _rules),
    "why": (_why_parser, _why),
    "complete": (_complete_parser, _complete),
}
