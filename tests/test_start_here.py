"""The warm-up of lesson 00, and that its table of questions can be believed."""

from __future__ import annotations

import re

import pytest

from course_helpers import notebooks
from course_helpers.exercises.start_here import warm_up
from course_helpers.lessons import lesson_file
from course_helpers.paths import NOTEBOOKS


@pytest.mark.parametrize("ask", [lambda: "Why?", lambda: "What is my name? I forgot."])
def test_right(ask):
    assert warm_up.outcome(ask, "seed").kind == "correct"


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: "Hello.", "expected a text with a question in it"),
        (lambda: "", "expected a text with a question in it"),
        (lambda: 3, "ask returned the int 3; expected a text"),
        (lambda: None, "… 0.1 ask still returns None"),
        (lambda: 1 / 0, "raised ZeroDivisionError"),
        ("Why?", "The answer should be a function"),
    ],
)
def test_wrong(ask, says):
    outcome = warm_up.outcome(ask, "seed")
    assert outcome.kind != "correct"
    assert says in outcome.message


def test_the_table_answers_the_fifteen_questions():
    made = notebooks.read(lesson_file(NOTEBOOKS, "00"))
    table = next(cell.source for cell in made.cells if "| people ask |" in cell.source)
    rows = re.findall(r"^\| (.+) \| ([^|]*\d\d[^|]*) \|$", table, re.MULTILINE)
    assert len(rows) == 15
    assert all(0 < int(number) <= 17 for _, where in rows for number in re.findall(r"\d\d", where))
