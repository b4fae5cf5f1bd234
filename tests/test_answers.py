"""Every check, against right and wrong answers that its author did not write the check from."""

from __future__ import annotations

import importlib
import pkgutil

import answers
import pytest

import course_helpers
from course_helpers import exercises
from course_helpers.exercises.task import Task

LESSONS = [module.name for module in pkgutil.iter_modules(answers.__path__)]


def tasks_of(lesson: str) -> dict[str, Task]:
    module = importlib.import_module(f"course_helpers.exercises.{lesson}")
    return {name: value for name, value in vars(module).items() if isinstance(value, Task)}


def cases(kind: str):
    for lesson in LESSONS:
        module = importlib.import_module(f"answers.{lesson}")
        for name, found in getattr(module, kind).items():
            for place, case in enumerate(found):
                task = tasks_of(lesson)[name]
                mark = pytest.mark.lesson(task.lesson[:2])
                yield pytest.param(task, case, id=f"{lesson}-{name}-{place}", marks=mark)


@pytest.fixture(autouse=True)
def _model(capsys):
    course_helpers.start()


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(("task", "answer"), list(cases("RIGHT")))
def test_right_answer_passes(task, answer, seed):
    outcome = task.outcome(answer, seed)
    assert outcome.kind == "correct", outcome.message
    assert outcome.message.startswith(f"✓ {task.number} ")


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(("task", "case"), list(cases("WRONG")))
def test_wrong_answer_gets_its_message(task, case, seed):
    answer, expected = case
    module = importlib.import_module(f"answers.{task.lesson[3:]}")
    for kept in ("SHARED", "REPLIES", "STORES"):  # what wrong answers keep between conversations
        getattr(module, kept, []).clear()
    outcome = task.outcome(answer, seed)
    assert outcome.kind != "correct", outcome.message
    assert expected in outcome.message
    assert "\n" not in outcome.message
    assert len(outcome.message) < 320


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_task_has_enough_answers(lesson):
    module = importlib.import_module(f"answers.{lesson}")
    for name in tasks_of(lesson):
        assert len(module.RIGHT[name]) >= 2
        assert len(module.WRONG[name]) >= 3


def test_every_exercise_has_answers():
    modules = {module.name for module in pkgutil.iter_modules(exercises.__path__)}
    assert modules - {"task", "dialogue", "start_here"} == set(LESSONS)
