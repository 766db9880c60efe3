"""Ontologies as experts, and completed by what people answer.

`python -m hornbook.owl ONTOLOGY` answers questions of Hornbook from an ontology, by the
protocol for programs: a reasoner says what is entailed, individuals say what is not, and
everything else is left to people. `python -m hornbook.owl complete` writes what they said
back, as axioms and individuals, into a new file.

It needs Java and two packages: `pip install 'hornbook[owl]'`.
"""

from .attributes import ClassAttribute, attribute
from .complete import Clash, Completed, complete
from .errors import OwlError, TooLong
from .findings import Findings, Rule, Thing, read_findings
from .knowledge import Knowledge, Verdict
from .known_rules import known_rules
from .ontology import Ontology
from .reasoner import Reasoner

__all__ = [
    "Clash",
    "ClassAttribute",
    "Completed",
    "Findings",
    "Knowledge",
    "Ontology",
    "OwlError",
    "Reasoner",
    "Rule",
    "Thing",
    "TooLong",
    "Verdict",
    "attribute",
    "complete",
    "known_rules",
    "read_findings",
]
