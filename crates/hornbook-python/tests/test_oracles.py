"""Functions that answer."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import hornbook
from hornbook import Context, Implication, learners

ANIMALS = {
    "cat": {"hair", "milk"},
    "hen": {"eggs"},
    "platypus": {"hair", "milk", "eggs"},
    "stone": set(),
}
NAMES = ["hair", "milk", "eggs"]


def ask(premise, conclusion):
    for has in ANIMALS.values():
        if premise <= has and (conclusion is None or not conclusion <= has):
            return has
    return True


def texts(rules):
    return sorted(map(str, rules))


@pytest.mark.parametrize("method", ["frugal", "exploration", "pac", "pac-valid", "pac-cached"])
def test_every_method_learns_from_a_function(method):
    rules = hornbook.learn_from(ask, NAMES, method=method, epsilon=0.01, delta=0.01)
    context = Context.of(ANIMALS, attributes=NAMES)
    assert rules.entails("hair -> milk") and rules.entails("milk -> hair")
    assert not rules.entails("milk -> eggs")
    assert all(context.holds(rule) for rule in rules)
    assert rules.certificate["questions"]["asked"] > 0 and rules.guarantee


def test_counterexamples_may_be_sets_dictionaries_or_missing():
    partly = lambda premise, conclusion: (  # noqa: E731
        found if (found := ask(premise, conclusion)) is True else {name: name in found for name in NAMES}
    )
    without = lambda premise, conclusion: ask(premise, conclusion) is True  # noqa: E731
    for oracle in (partly, without):
        rules = hornbook.learn_from(oracle, NAMES, epsilon=0.01)
        assert rules.entails("hair -> milk") and not rules.entails("eggs -> milk")
    open_ = lambda premise, conclusion: {"hair": None, "milk": True, "eggs": False} if conclusion else True  # noqa: E731
    assert hornbook.learn_from(open_, NAMES, limit_questions=20).certificate["questions"]["asked"] <= 20


def test_questions_come_in_batches():
    sizes = []

    def ask_all(rules):
        sizes.append(len(rules))
        assert all(isinstance(rule, Implication) for rule in rules)
        return [ask(rule.premise, rule.conclusion) for rule in rules]

    rules = hornbook.learn_from(ask_all=ask_all, attributes=NAMES, together=4)
    assert rules.entails("hair -> milk") and max(sizes) > 1
    with pytest.raises(hornbook.HornbookError, match="answers to"):
        hornbook.learn_from(ask_all=lambda rules: [], attributes=NAMES)
    with pytest.raises(TypeError, match="one of"):
        hornbook.learn_from(attributes=NAMES)


def test_coroutines_are_asked_side_by_side():
    running, most = 0, 0

    async def slow(premise, conclusion):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return ask(premise, conclusion)

    ticks = 0

    async def main():
        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.002)

        ticking = asyncio.ensure_future(tick())
        rules = await hornbook.learn_from_async(slow, NAMES, together=4)
        ticking.cancel()
        return rules

    rules = asyncio.run(main())
    assert rules.entails("hair -> milk") and most > 1 and ticks > 3
    with pytest.raises(TypeError, match="coroutine"):
        hornbook.learn_from(slow, NAMES)


class Unlucky(Exception):
    """Something of one's own."""


def test_what_a_function_raises_comes_through_unchanged():
    raised = Unlucky("no")

    def fails(premise, conclusion):
        raise raised

    with pytest.raises(Unlucky) as caught:
        hornbook.learn_from(fails, NAMES)
    assert caught.value is raised

    async def fails_later(premise, conclusion):
        raise raised

    with pytest.raises(Unlucky) as caught:
        asyncio.run(hornbook.learn_from_async(fails_later, NAMES))
    assert caught.value is raised

    def interrupted(premise, conclusion):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hornbook.learn_from(interrupted, NAMES)


def test_contradictions_and_nonsense_are_told():
    with pytest.raises(hornbook.ContradictionError, match="does not break"):
        hornbook.learn_from(lambda premise, conclusion: set(), ["a", "b"], objects=Context.of({"x": ["a", "b"]}))
    confirmed = []

    def changes_its_mind(premise, conclusion):
        if premise and not confirmed:
            confirmed.append(premise)
            return True
        # The second time, something breaks what was confirmed.
        return premise | confirmed[0] if confirmed else set()

    with pytest.raises(hornbook.ContradictionError):
        hornbook.learn_from(changes_its_mind, ["a", "b", "c"], method="exploration")
    with pytest.raises(hornbook.UnansweredError):
        hornbook.learn_from(lambda premise, conclusion: None, NAMES, method="exploration")
    with pytest.raises(hornbook.HornbookError, match="wings"):
        hornbook.learn_from(lambda premise, conclusion: {"wings"}, NAMES)
    with pytest.raises(TypeError, match="expected True"):
        hornbook.learn_from(lambda premise, conclusion: "yes", NAMES)
    with pytest.raises(hornbook.HornbookError, match="looks rows up"):
        hornbook.learn_from(ask, NAMES, method="settle")


def test_learners_have_their_own_names(zoo):
    assert texts(learners.attribute_exploration(ask, NAMES)) == texts(hornbook.basis(Context.of(ANIMALS, NAMES)))
    assert learners.frugal(ask, NAMES).entails("hair -> milk")
    for strength in ("weak", "strong"):
        assert learners.horn_approximation(ask, NAMES, strength=strength, epsilon=0.01, delta=0.01)
    basis = learners.exact(zoo)
    assert learners.settle(zoo, epsilon=0.1).certificate["method"] == "settle"
    for seed in (1, 2):
        learned = learners.horn1(basis, seed=seed)
        assert hornbook.Theory(learned, basis.attributes).is_equivalent(
            hornbook.Theory([*basis, *basis.background], basis.attributes)
        )


def test_other_threads_run_while_rules_are_learned(root):
    ticks, done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    hornbook.learn(root / "data" / "breast-cancer.csv", method="frugal", limit_questions=300)
    took = time.perf_counter() - start
    done.set()
    thread.join()
    assert ticks > took * 100


def test_many_threads_at_once(zoo):
    found = []
    rules = hornbook.learn(zoo)
    work = lambda: found.append((hornbook.learn(zoo) == rules, sorted(rules.close("milk"))))  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == 8 and all(same for same, _ in found)


@pytest.mark.parametrize(
    "code",
    [
        "rng = numpy.random.default_rng(1); hornbook.learn(rng.random((3000, 300)) < .5, method='exact')",
        "hornbook.learn_from(lambda p, c: True if len(p) > 9 else p, list(map(str, range(60))), epsilon=1e-7)",
    ],
)
def test_ctrl_c_ends_it_at_once(code):
    program = f"""
import hornbook, numpy, sys
print('ready', flush=True)
try:
    {code}
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    sent = time.perf_counter()
    os.kill(process.pid, signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert time.perf_counter() - sent < 2.5
    process.kill()
    process.wait()


def test_progress_is_told_and_may_call_it_off():
    import numpy

    told = []
    matrix = numpy.random.default_rng(1).random((2000, 200)) < 0.5

    def watch(progress):
        told.append(progress)
        if len(told) == 3:
            raise Unlucky

    with pytest.raises(Unlucky):
        hornbook.learn(matrix, method="exact", progress=watch)
    assert all(each["visited"] > 0 for each in told)


def test_a_bar_is_shown_where_it_is_asked_for(capsys):
    import numpy

    matrix = numpy.random.default_rng(1).random((300, 40)) < 0.5
    hornbook.learn(matrix, min_support=3, progress=True, limit_time=2)
