"""Grading: what is run, and what is said about it."""

from __future__ import annotations

import argparse
import re

import pytest
from notebook_making import SOLUTION, code, save, stream, text

from course_helpers import notebooks
from course_helpers.commands import grade as command
from course_helpers.errors import CourseError
from course_helpers.grading import grade, points, release
from course_helpers.grading.compose import compose
from course_helpers.grading.points import CellResult
from course_helpers.grading.release import exercise

NAME = "solutions/01_demo.ipynb"


@pytest.fixture
def starter(solution):
    return exercise(solution, NAME)


def cell(made, cell_id):
    return next(cell for cell in made.cells if cell.id == cell_id)


def test_only_answers_are_taken_from_a_learner(solution, starter):
    cell(starter, "answer-1-2").source = "answer = 42"
    cell(starter, "check-1-1").source = "print('✓ 1.1 I say so.')"
    cell(starter, "check-1-2").metadata.course.points = 99
    starter.cells = [c for c in starter.cells if c.id != "setup"]
    starter.cells.append(code("mine", "import sys; sys.exit()"))
    composed = compose(solution, NAME, starter)
    expected = exercise(solution, NAME)
    cell(expected, "answer-1-2").source = "answer = 42"
    assert composed.notebook == expected
    assert composed.notes == []
    assert composed.begun


def test_an_untouched_exercise_is_not_begun(solution, starter):
    assert not compose(solution, NAME, starter).begun


def test_a_missing_answer_is_named_and_its_starter_graded(solution, starter):
    starter.cells = [c for c in starter.cells if c.id != "answer-1-1"]
    composed = compose(solution, NAME, starter)
    assert len(composed.notes) == 1
    assert composed.notes[0].startswith("Cell answer-1-1 is missing; the starter was graded")
    assert "return x" in cell(composed.notebook, "answer-1-1").source


def test_an_answer_that_became_text_is_named(solution, starter):
    place = starter.cells.index(cell(starter, "answer-1-1"))
    starter.cells[place] = text("answer-1-1", "def double(x): ...")
    assert "no code cell any more" in compose(solution, NAME, starter).notes[0]


@pytest.mark.parametrize("copy_id", ["answer-1-2", "8c1d9a2e"])
def test_two_copies_are_run_one_after_the_other(solution, starter, copy_id):
    copy = code(copy_id, "answer = 42", role="answer", task="1.2")
    starter.cells.append(copy)
    composed = compose(solution, NAME, starter)
    assert cell(composed.notebook, "answer-1-2").source == "# your code\n\nanswer = 42"
    assert composed.notes == [
        "Cell answer-1-2 is there 2 times; they were run one after the other. "
        "If one is an old copy, delete it."
    ]


def test_an_answer_is_found_without_its_id(solution, starter):
    cell(starter, "answer-1-2").update(source="answer = 42", id="8c1d9a2e")
    composed = compose(solution, NAME, starter)
    assert cell(composed.notebook, "answer-1-2").source == "answer = 42"
    assert composed.notes == []


def result(cell_id, role="check", task="1.1", possible=3, passed=True, message=""):
    return CellResult("01.ipynb", cell_id, role, task, possible, possible if passed else 0, passed, message)


@pytest.mark.parametrize(
    ("cells", "earned", "message"),
    [
        ([result("c", message="✓ 1.1 Right.")], 3, "✓ 1.1 Right."),
        ([result("c")], 3, "✓"),
        ([result("c", passed=False, message="✗ 1.1 Wrong.")], 0, "✗ 1.1 Wrong."),
        ([result("c", passed=False, message="NameError: x")], 0, "✗ 1.1 The check: NameError: x"),
        (
            [
                result("a", "answer", possible=0, passed=False, message="SyntaxError: bad (line 1)"),
                result("c", passed=False, message="NameError: name 'f' is not defined"),
            ],
            0,
            "✗ 1.1 Cell a: SyntaxError: bad (line 1)",
        ),
        (
            [
                result("setup", "", "", 0, False, "ModuleNotFoundError: x"),
                result("c", passed=False, message="NameError: name 'f' is not defined"),
            ],
            0,
            "✗ 1.1 Cell setup: ModuleNotFoundError: x",
        ),
        (
            [
                result("other", "answer", "1.0", 0, False, "ValueError: no"),
                result("c", passed=False, message="TypeError: y"),
            ],
            0,
            "✗ 1.1 The check: TypeError: y",
        ),
        (
            [
                result("a", "answer", possible=0, passed=False, message="SyntaxError: bad"),
                result("c", passed=False, message="… 1.1 f still returns None."),
            ],
            0,
            "… 1.1 f still returns None.",
        ),
    ],
)
def test_a_task_says_where_it_went_wrong(cells, earned, message):
    (task,) = points.tasks(cells)
    assert (task.earned, task.possible) == (earned, 3)
    assert task.message == message


def graded(tmp_path, *tasks, notes=()):
    file = save(tmp_path / "exercises", "01_demo_of_it", SOLUTION)
    return grade.Grade(file, list(tasks), list(notes), {"1.1": "double.hint()"})


def test_the_report_is_aligned_and_fits(tmp_path):
    long = "✗ 1.2 " + "At turn 14 the model was sent 412 tokens; the budget is 300. " * 3
    made = graded(
        tmp_path,
        points.TaskResult("1.1", 3, 3, "✓ 1.1 Right."),
        points.TaskResult("1.2", 12, 0, long),
        notes=[
            "Cell answer-1-1 is there 2 times; they were run one after the other. "
            "If one is an old copy, delete it." * 2
        ],
    )
    lines = grade.report(made).splitlines()
    assert max(len(line) for line in lines) <= 100
    assert lines[0].startswith("Exercise 01: demo of it (exercises/01_demo_of_it.ipynb, as saved at ")
    assert lines[2:5] == [
        "  task    points",
        "  1.1      3 / 3  ✓ Right.",
        "  1.2     0 / 12  ✗ At turn 14 the model was sent 412 tokens; the budget is 300. At turn 14 the",
    ]
    assert "  in all  3 / 15" in lines
    assert any(line.startswith("  ! Cell answer-1-1 is there") for line in lines[-3:])


def test_advice_names_the_first_unsolved_task_and_its_hint(tmp_path):
    wrong = points.TaskResult("1.1", 3, 0, "✗ 1.1 Wrong.")
    right = points.TaskResult("1.1", 3, 3, "✓ 1.1 Right.")
    said = grade.advice(graded(tmp_path, wrong), None)
    assert said.startswith("Next: Task 1.1 in exercises/01_demo_of_it.ipynb. For a hint run double.hint()")
    following = tmp_path / "notebooks" / "02_more.ipynb"
    assert (
        grade.advice(graded(tmp_path, right), following) == "All solved. Go on with notebooks/02_more.ipynb."
    )
    assert grade.advice(graded(tmp_path, right), None) == "All solved. That was the last."


@pytest.fixture
def course(tmp_path, monkeypatch, solution, starter):
    """A course with two exercises."""
    for number in ("01", "02"):
        for part in solution.cells, starter.cells:
            for one in part:
                if "course" in one.metadata:
                    one.metadata.course.task = f"{int(number)}.{one.metadata.course.task[-1]}"
        save(tmp_path / "solutions", f"{number}_demo", solution)
        save(tmp_path / "exercises", f"{number}_demo", exercise(solution, f"solutions/{number}_demo.ipynb"))
        save(tmp_path / "notebooks", f"{number}_demo", solution)
    monkeypatch.setattr(release, "SOLUTIONS", tmp_path / "solutions")
    monkeypatch.setattr(release, "EXERCISES", tmp_path / "exercises")
    monkeypatch.setattr(command, "NOTEBOOKS", tmp_path / "notebooks")
    return tmp_path


def answer(course, lesson, **sources):
    path = course / "exercises" / f"{lesson}_demo.ipynb"
    made = notebooks.read(path)
    for cell_id, source in sources.items():
        cell(made, cell_id.replace("_", "-")).source = source
        cell(made, cell_id.replace("_", "-")).outputs = [stream("✗ 1.1 Incorrect.")]
    return save(path.parent, path.stem, made)


@pytest.mark.kernels
def test_the_command_grades_what_is_begun_and_writes_nothing(course, capsys, monkeypatch):
    path = answer(course, "01", answer_1_1="while True:\n    pass", answer_1_2="answer = 42")
    before = path.read_bytes()
    monkeypatch.setattr(command, "grade", lambda begun: grade.grade(begun, timeout=2))
    assert command.run(argparse.Namespace(lesson=None)) == 0
    said = capsys.readouterr().out
    assert re.search(r"1\.1 +0 / 3 +✗ Cell answer-1-1: It took longer than 2 s and was stopped\.", said)
    assert re.search(r"1\.2 +2 / 2 +✓", said)
    assert re.search(r"in all +2 / 5", said)
    assert "Not begun: 02." in said
    assert "Next: Task 1.1 in exercises/01_demo.ipynb." in said
    assert path.read_bytes() == before
    assert [file.name for file in sorted(path.parent.iterdir())] == ["01_demo.ipynb", "02_demo.ipynb"]


def test_a_broken_file_is_one_line_and_the_others_are_graded(course):
    (course / "exercises" / "01_demo.ipynb").write_text("{", encoding="utf-8")
    with pytest.raises(CourseError, match="is not a notebook"):
        command.run(argparse.Namespace(lesson="01"))
    found, problems = command._submissions(None)
    assert [one.file.name for one in found] == ["02_demo.ipynb"]
    assert len(problems) == 1


def test_the_lesson_after_is_named(course):
    assert command._following(course / "exercises" / "01_demo.ipynb").name == "02_demo.ipynb"
    assert command._following(course / "exercises" / "02_demo.ipynb") is None


def test_a_function_in_a_cell_of_ones_own_is_spoken_of(solution):
    learners = exercise(solution, NAME)
    name = next(
        word for cell in learners.cells for word in re.findall(r"^def (\w+)\(", cell.source, re.MULTILINE)
    )
    learners.cells.append(code("my-own", f"def {name}(x):\n    return x"))
    notes = compose(solution, NAME, learners).notes
    assert notes == [
        f"`{name}` is also defined in a cell that is not graded; only the task's own cell counts."
    ]
