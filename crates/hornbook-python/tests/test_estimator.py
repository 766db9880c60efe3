"""Rules in the style of scikit-learn."""

import subprocess
import sys

import pandas as pd
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

from hornbook import RuleLearner


def test_the_checks_for_estimators_pass():
    found = check_estimator(RuleLearner(max_premise=2), on_fail=None)
    failed = [(each["check_name"], each["exception"]) for each in found if each["status"] == "failed"]
    assert not failed, failed
    assert sum(each["status"] == "passed" for each in found) > 25


def test_rows_are_closed_under_the_rules():
    frame = pd.DataFrame({"milk": [1, 1, 0], "hair": [1, 1, 0], "eggs": [0, 1, 1]})
    learner = make_pipeline(FunctionTransformer(), RuleLearner()).fit(frame)
    assert list(learner[-1].get_feature_names_out()) == ["milk", "hair", "eggs"]
    new = pd.DataFrame({"milk": [1, 0], "hair": [0, 0], "eggs": [0, 1]})
    assert learner.transform(new).tolist() == [[True, True, False], [False, False, True]]
    assert clone(learner[-1]).get_params()["threshold"] == 0.5


def test_it_works_without_scikit_learn():
    code = """
import sys
sys.modules['sklearn'] = None
sys.modules['sklearn.base'] = None
import numpy
from hornbook import RuleLearner
learner = RuleLearner(min_support=1)
matrix = numpy.array([[1, 1], [0, 1]], dtype=bool)
assert learner.fit_transform(matrix).shape == (2, 2)
assert learner.set_params(seed=2).get_params()['seed'] == 2
try:
    RuleLearner().transform(matrix)
except ValueError:
    print('fine')
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "fine\n", done.stderr
