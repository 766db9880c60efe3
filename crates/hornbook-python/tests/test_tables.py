"""Tables of other libraries, and the same rules as the command."""

import json
import subprocess
import sys
from datetime import date

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import hornbook


def command(*arguments, **options):
    """Runs the command that the package brings along."""
    line = [sys.executable, "-m", "hornbook", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, **options)


def test_frames_of_all_libraries_give_the_rules_of_the_file(zoo):
    of_file = hornbook.learn(zoo)
    frame = pd.read_csv(zoo)
    tables = [
        frame,
        frame.astype({"type": "category"}),
        pl.read_csv(zoo),
        pl.read_csv(zoo).with_columns(pl.col("type").cast(pl.Categorical)),
        pa.Table.from_pandas(frame),
        pa.Table.from_pandas(frame).to_batches(max_chunksize=7)[0].schema.empty_table().from_batches(
            pa.Table.from_pandas(frame).to_batches(max_chunksize=7)
        ),
        duckdb.sql("select * from frame"),
        frame.to_dict("records"),
        {name: frame[name].tolist() for name in frame},
    ]
    for table in tables:
        assert hornbook.learn(table) == of_file, type(table)


@pytest.mark.parametrize(
    ("options", "keywords"),
    [
        ([], {}),
        (["--method", "frugal", "--seed", "7"], {"method": "frugal", "seed": 7}),
        (["--method", "pac", "--epsilon", "0.1", "--seed", "3"], {"method": "pac", "epsilon": 0.1, "seed": 3}),
        (["--method", "settle", "--epsilon", "0.05"], {"method": "settle", "epsilon": 0.05}),
        (["--target", "milk"], {"target": "milk"}),
        (["--min-support", "10%"], {"min_support": 0.1}),
        (["--min-support", "5", "--max-premise", "2"], {"min_support": 5, "max_premise": 2}),
        (["--no-background", "--missing", "value"], {"background": False, "missing": "value"}),
        (["--scale", "legs=ordinal:2,4"], {"scale": {"legs": "ordinal:2,4"}}),
        (["--method", "pac-cached", "--weak", "--distribution", "uniform"],
         {"method": "pac-cached", "strength": "weak", "distribution": "uniform"}),
    ],
)
def test_the_same_seed_gives_the_same_rules_as_the_command(zoo, tmp_path, options, keywords):
    file = tmp_path / "rules.json"
    told = command("learn", zoo, "--output", file, *options)
    assert told.returncode == 0, told.stderr
    rules = hornbook.learn(zoo, **keywords)
    assert json.loads(rules.to_json()) == json.loads(file.read_text())
    assert rules.guarantee in told.stderr.replace(" --distribution described is about what does.", "")
    assert hornbook.learn(pd.read_csv(zoo), **keywords) == rules


def test_matrices_of_yes_and_no():
    matrix = np.random.default_rng(4).random((200, 70)) < 0.6
    dense = hornbook.learn(matrix, min_support=20)
    for other in (matrix.astype(int), matrix.astype(np.float32), sp.csr_matrix(matrix), sp.coo_array(matrix)):
        assert hornbook.learn(other, min_support=20) == dense
    context = hornbook.Context(matrix)
    assert len(dense) > 0
    assert all(context.holds(rule) for rule in dense)
    assert [{int(name[1:]) for name in each.has} for each in context] == [set(np.flatnonzero(row)) for row in matrix]
    named = hornbook.learn(matrix[:, :2], attributes=["a", "b"])
    assert named.attributes == ("a", "b")


def test_dates_numbers_and_missing_values_arrive_as_they_are_meant():
    frame = pd.DataFrame(
        {
            "day": [date(2024, 1, 31), date(2024, 2, 1), date(2024, 2, 9), None],
            "price": [1.5, 2.5, None, 1.5],
            "paid": [True, False, None, True],
            "kind": pd.Categorical(["a", "b", None, "a"]),
        }
    )
    rules = hornbook.learn(frame)
    assert "day.month=Feb" in rules.attributes and "price=1.5" in rules.attributes, rules.attributes
    assert hornbook.learn(pl.from_pandas(frame)).attributes == rules.attributes
    assert len(hornbook.Context(frame, missing="drop")) == 2


def test_frames_with_odd_indexes_and_names():
    frame = pd.DataFrame([[True, False], [False, True]], index=["x", "x"], columns=[0, 1])
    assert hornbook.learn(frame).attributes == hornbook.learn(frame.rename(columns=str)).attributes
    assert hornbook.learn(frame.iloc[::-1]).rows == 2


def test_databases_and_files_of_other_programs(zoo, tmp_path):
    import sqlite3

    frame = pd.read_csv(zoo)
    with sqlite3.connect(tmp_path / "zoo.db") as database:
        frame.to_sql("animals", database, index=False)
    frame.to_parquet(tmp_path / "zoo.parquet")
    rules = hornbook.learn(zoo)
    assert hornbook.learn(tmp_path / "zoo.parquet") == rules
    by_query = hornbook.learn(f"sqlite:{tmp_path / 'zoo.db'}", query="select * from animals where milk")
    assert by_query.rows == int(frame.milk.sum())
    assert len(hornbook.learn(f"sqlite:{tmp_path / 'zoo.db'}", table="animals")) == len(rules)
    with pytest.raises(hornbook.HornbookError, match="nothere"):
        hornbook.learn(f"sqlite:{tmp_path / 'zoo.db'}", table="nothere")


def test_rows_that_break_rules(zoo):
    frame = pd.read_csv(zoo)
    rules = hornbook.learn(frame)
    assert not rules.check(frame)
    frame.loc[93, "eggs"] = True
    for table in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame), frame.to_dict("records")):
        found = rules.check(table)
        assert found and found.rows == [93] and len(found.counts) == 4
        assert {each.name for each in found} == {"vampire"}
        assert len(found.table()) == 1
    assert list(found.to_pandas().columns) == ["row", "name", "rule", "lacks"]
    broken = rules.explain(frame.iloc[93])
    assert len(broken.broken) == 4 and broken.missing is None and broken.steps
    fine = rules.explain(frame.iloc[0])
    assert fine.broken == () and fine.missing == frozenset()
    assert rules.explain({"milk": True}).missing >= {"backbone", "breathes"}
    assert not rules.check(pd.DataFrame({**frame.iloc[[0]].to_dict("list"), "milk": [None]}))


def test_rules_are_a_sequence_that_is_filtered_sorted_and_kept(zoo, tmp_path):
    rules = hornbook.learn(zoo)
    assert rules[-1] == list(rules)[-1] and len(rules[:5]) == 5
    with pytest.raises(IndexError):
        rules[len(rules)]
    strong = rules.filter(lambda rule: (rule.support or 0) >= 20)
    assert 0 < len(strong) < len(rules) and "nothing is promised" in strong.guarantee
    assert strong.certificate["certified"] is False
    supports = [rule.support for rule in rules.sort("support")]
    assert supports == sorted(supports, reverse=True)
    assert [rule.support for rule in rules.sort(lambda rule: rule.support)] == sorted(supports)
    assert all("milk" in rule.conclusion for rule in rules.about("milk"))
    for name in ("rules.json", "rules.json.gz", "rules.txt"):
        rules.save(tmp_path / name)
        assert list(hornbook.Rules.load(tmp_path / name)) == list(rules) if "json" in name else True
    rules.save(tmp_path / "rules.html")
    assert "<!doctype html>" in (tmp_path / "rules.html").read_text().lower()
    for form in ("text", "json", "csv", "prolog"):
        assert rules.to_text(form)
    assert hornbook.Rules.from_json(rules.to_json()) == rules
    import pickle

    assert pickle.loads(pickle.dumps(rules)) == rules
    frame = rules.to_pandas()
    assert len(frame) == len(rules) and frame.support.max() == supports[0]
    assert rules.to_polars().height == len(rules)
    assert json.loads(rules.scaling)
    assert hornbook.learn(zoo, scaling=rules.scaling) == rules


def test_what_follows_and_why(zoo):
    rules = hornbook.learn(zoo)
    closure = rules.close(["milk", "legs=2"])
    assert {"hair", "breathes"} <= set(closure) and closure.steps[0].startswith("1. Whatever has milk")
    assert rules.close({"milk", "feathers"}).impossible
    yes = rules.entails("feathers -> breathes")
    assert yes and yes.steps
    no = rules.entails({"feathers"}, {"airborne"})
    assert not no and "airborne" not in no.counterexample
    assert rules.entails({"milk", "feathers"}, None)
    with pytest.raises(TypeError):
        rules.entails({"milk"})


def test_a_notebook_shows_chips_and_bars(zoo):
    html = hornbook.learn(zoo)._repr_html_()
    assert html.count('class="chip"') > 20 and 'class="bar"' in html and "they are exact" in html
    hostile = hornbook.Rules.of([hornbook.Implication({"<script>"}, {"b"})])
    assert "<script>" not in hostile._repr_html_().replace("<style>", "")
    drawing = hornbook.diagram(zoo, concepts=30)
    assert drawing._repr_svg_().startswith("<svg") and not drawing.complete
    frequent = hornbook.diagram(zoo, min_support=40).svg
    assert 2 < frequent.count("<rect") < 30 and "at least 40 objects" in frequent
    assert "next to the chosen one" in hornbook.diagram(zoo, around=["milk"], steps=2).svg
    with pytest.raises(ValueError):
        hornbook.diagram(zoo, around=["no such thing"])


def test_contexts_in_all_formats(zoo, tmp_path):
    context = hornbook.Context(zoo)
    assert len(context) == 101 and 0 < context.density < 1
    for name in ("zoo.cxt", "zoo.csv", "zoo.json"):
        context.save(tmp_path / name)
        again = hornbook.Context.load(tmp_path / name)
        assert len(again) == 101, name
    assert hornbook.Context.from_text(context.to_text("cxt"), "cxt") == context
    partly = hornbook.Context.of({"x": ["a"]}, attributes=["a", "b"], unknown={"x": ["b"]})
    assert partly[0].unknown == {"b"}


def test_measures_and_studies(zoo, tmp_path):
    rules = hornbook.learn(zoo, method="frugal")
    found = hornbook.measure(rules, zoo)
    assert found.precision == 1 and found.recall > 0.94 and found.exact and found.any_few.recall > 0.9
    assert hornbook.measure(rules, zoo, distribution="uniform", tolerance=0.05).tolerance == 0.05
    small = hornbook.Context.of({"cat": ["milk", "hair"], "hen": ["eggs"], "bat": ["milk", "hair", "wings"]})
    done = hornbook.study(small, tmp_path / "study", methods=["frugal"], epsilon=[0.1], runs=3, curves=0)
    assert done.done and done.verdict and (tmp_path / "study" / "report.html").exists()


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: hornbook.learn(np.zeros((2, 2, 2))), ValueError, "3 dimensions"),
        (lambda: hornbook.learn(np.array([[0.5]])), TypeError, "float64"),
        (lambda: hornbook.learn(np.array([["a"]])), TypeError, "yes and no"),
        (lambda: hornbook.learn(np.ones((2, 2)), attributes=["a"]), ValueError, "expected 2"),
        (lambda: hornbook.learn(sp.csr_matrix([[3.0]])), TypeError, "yes and no"),
        (lambda: hornbook.learn({"a": [1, 2], "b": [1]}), ValueError, "differ in length"),
        (lambda: hornbook.learn([1, 2]), TypeError, "row 0 is an int"),
        (lambda: hornbook.learn(3), TypeError, "found an int"),
        (lambda: hornbook.learn("nothere.csv"), FileNotFoundError, "nothere.csv"),
        (lambda: hornbook.learn("ftp://host/table"), hornbook.HornbookError, "ftp"),
        (lambda: hornbook.learn(pd.DataFrame()), hornbook.HornbookError, "no rows"),
        (lambda: hornbook.learn(np.ones((2, 2)), epsilon=3), hornbook.HornbookError, "epsilon must be above 0"),
        (lambda: hornbook.learn(np.ones((2, 2)), target="q"), hornbook.HornbookError, "target"),
        (lambda: hornbook.learn(np.ones((2, 2)), min_support=9), hornbook.HornbookError, "min_support is 9"),
        (lambda: hornbook.learn(np.ones((2, 2)), min_support="many"), hornbook.HornbookError, "min_support"),
        (lambda: hornbook.learn(np.ones((2, 2)), method="guess"), hornbook.HornbookError, "there are auto"),
        (lambda: hornbook.learn(np.ones((2, 2)), seed=-1), ValueError, "seed"),
        (lambda: hornbook.learn(np.ones((2, 2)), nonsense=1), TypeError, "nonsense"),
        (lambda: hornbook.learn(np.ones((2, 2)), scale="x0=drop"), hornbook.HornbookError, "has attributes"),
        (lambda: hornbook.learn([{"a": 1}, {"a": 2}], scale="a=nosuch"), hornbook.HornbookError, "nosuch"),
        (lambda: hornbook.Rules.from_json("{"), hornbook.HornbookError, "line 1"),
        (lambda: hornbook.Context.of({"x": ["a"]}).close("b"), hornbook.HornbookError, "no attribute"),
    ],
)
def test_bad_input_has_the_right_exception(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()
