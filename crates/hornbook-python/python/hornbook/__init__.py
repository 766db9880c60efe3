"""Hornbook learns the rules of a table, or of whoever can be asked: "whatever has A also
has B", "A never occurs"; and says what they are worth.

>>> import hornbook
>>> rules = hornbook.learn([{"milk": "yes", "hair": "yes"}, {"milk": "no", "hair": "yes"},
...                         {"milk": "no", "hair": "no"}])
>>> print(rules[0])
milk=yes -> hair=yes
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import learners
from ._check import Explanation, Violation, Violations
from ._context import Context, Object
from ._diagram import Diagram, diagram
from ._exploration import Exploration, Next
from ._hornbook import ContradictionError, HornbookError, InternalError, UnansweredError, __version__
from ._implication import Implication, Rule
from ._learn import basis, learn
from ._measure import Measures, Study, measure, study
from ._oracle import learn_from, learn_from_async
from ._rules import Closure, Entailment, Rules
from ._theory import Theory

if _TYPE_CHECKING:
    from ._estimator import RuleLearner


def __getattr__(name: str) -> object:
    # To import scikit-learn takes seconds, which those who do not need it are spared.
    if name == "RuleLearner":
        from ._estimator import RuleLearner

        return RuleLearner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Closure",
    "Context",
    "ContradictionError",
    "Diagram",
    "Entailment",
    "Explanation",
    "Exploration",
    "HornbookError",
    "Implication",
    "InternalError",
    "Measures",
    "Next",
    "Object",
    "Rule",
    "RuleLearner",
    "Rules",
    "Study",
    "Theory",
    "UnansweredError",
    "Violation",
    "Violations",
    "__version__",
    "basis",
    "diagram",
    "learn",
    "learn_from",
    "learn_from_async",
    "learners",
    "measure",
    "study",
]
