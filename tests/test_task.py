"""What a check does: for a person, and for a program."""

from __future__ import annotations

import sys
from random import Random
from types import SimpleNamespace

import pytest

from course_helpers import front_end
from course_helpers.exercises import task as task_module
from course_helpers.exercises.task import Incorrect, NotAttempted, Task, call, described
from course_helpers.quiz import Choice, Question, as_text, quiz


def examine(answer, random: Random) -> str:
    wanted = random.randint(1, 10**9)
    if answer is None:
        raise NotAttempted("answer is still None.")
    if answer(wanted) != wanted:
        raise Incorrect(f"answer({wanted}) gave {answer(wanted)}; expected {wanted}.")
    return "Right."


@pytest.fixture
def task():
    return Task("7.1", "07_name", 2, examine, ("one", "two", "three"))


def test_a_right_answer_is_shown(task, capsys):
    task.check(lambda value: value)
    assert capsys.readouterr().out == "✓ 7.1 Right.\n"


@pytest.mark.parametrize(("answer", "line"), [(None, "… 7.1 answer is still None."), (abs, "")])
def test_a_program_gets_an_assertion_error_with_the_line(task, answer, line, capsys):
    if answer is None:
        with pytest.raises(AssertionError) as error:
            task.check(answer)
        assert str(error.value) == line
    else:
        with pytest.raises(AssertionError, match=r"✗ 7\.1 answer\(\d+\) gave -\d+; expected \d+\."):
            task.check(lambda value: -value)
    assert capsys.readouterr().out == ""


def test_a_person_gets_the_line_and_no_error(task, capsys, monkeypatch):
    monkeypatch.setattr(task_module, "somebody_is_there", lambda: True)
    task.check(None)
    task.check(lambda value: value + 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "… 7.1 answer is still None."
    assert lines[1].startswith("✗ 7.1 answer(")


def test_values_are_fresh_unless_a_seed_is_given(task, monkeypatch):
    def seen():
        values = []
        task.check(lambda value: values.append(value) or value)
        return values

    monkeypatch.delenv("COURSE_SEED", raising=False)
    assert seen() != seen()
    monkeypatch.setenv("COURSE_SEED", "secret")
    assert seen() == seen()


def test_three_hints_then_the_last_again(task, capsys):
    for _ in range(4):
        task.hint()
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["Hint 1 of 3: one", "Hint 2 of 3: two", "Hint 3 of 3: three", "Hint 3 of 3: three"]


def test_solution_says_where_it_stands(task, capsys):
    task.solution()
    assert capsys.readouterr().out == "Solved in solutions/07_name.ipynb, under task 7.1 (cell answer-7-1).\n"


def test_what_a_learners_function_raises_is_one_line():
    def broken(value):
        return {}["missing"]

    with pytest.raises(Incorrect, match=r"^broken raised KeyError in line \d+ of your cell: missing$"):
        call(broken, 1)

    def leaves():
        sys.exit("bye")

    with pytest.raises(Incorrect, match=r"leaves raised SystemExit in line \d+ of your cell: bye"):
        call(leaves)
    with pytest.raises(Incorrect, match=r"^len raised TypeError: "):
        call(len, 1, 2)


def test_an_interrupt_is_not_an_answer():
    def stopped():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(stopped)


def test_described_is_short():
    assert described(None) == "None"
    assert described("hi") == "the str 'hi'"
    assert described(Choice("a", "b")).startswith("Choice(text='a'")
    assert len(described("x" * 500)) < 80


@pytest.mark.parametrize(
    ("content", "headless", "there"),
    [
        ({"allow_stdin": True}, "", True),
        ({"allow_stdin": False}, "", False),
        ({}, "", False),
        ({"allow_stdin": True}, "1", False),
    ],
)
def test_a_front_end_that_passes_on_typing_means_a_person(content, headless, there, monkeypatch):
    kernel = SimpleNamespace(get_parent=lambda channel: {"content": content})
    ipython = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=kernel))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setenv("COURSE_HEADLESS", headless)
    assert front_end.somebody_is_there() is there


def test_outside_jupyter_nobody_is_there(monkeypatch):
    monkeypatch.delenv("COURSE_HEADLESS", raising=False)
    assert front_end.somebody_is_there() is False  # pytest: IPython may be imported, but there is no kernel
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert front_end.somebody_is_there() is False


QUESTION = Question("Which?", Choice("This", "Yes.", right=True), Choice("That", "No."))


def test_a_quiz_is_text_for_a_program(capsys):
    quiz((QUESTION, QUESTION))
    assert capsys.readouterr().out == f"{as_text(1, QUESTION)}\n\n{as_text(2, QUESTION)}\n"
    assert as_text(1, QUESTION) == "1. Which?\n   a) This\n   b) That"


def test_a_quiz_answers_a_click_with_the_reason(monkeypatch):
    shown = []
    monkeypatch.setattr("course_helpers.quiz.somebody_is_there", lambda: True)
    monkeypatch.setattr("IPython.display.display", shown.append)
    quiz((QUESTION,))
    title, buttons, reason = shown[0].children[0].children
    assert "Which?" in title.value
    assert (buttons.value, reason.value) == (None, "")
    buttons.value = 1
    assert reason.value == "✗ No."
    buttons.value = 0
    assert reason.value == "✓ Yes."


def test_a_question_has_one_right_choice():
    with pytest.raises(ValueError, match="Exactly one"):
        Question("Which?", Choice("This", "No."), Choice("That", "No."))
