"""Blank fails, solved passes, and an exercise that was saved while it said "Incorrect" fails all the same.

One kernel a solution: the three states of its exercise, one after the other, under pytest --nbval.
"""

from __future__ import annotations

import copy

import nbformat
import pytest
from notebook_making import notebook, run_nbval, save, stream

from course_helpers import notebooks
from course_helpers.grading.points import CellResult
from course_helpers.grading.release import exercise, role
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import SOLUTIONS

pytestmark = pytest.mark.kernels
NUMBERS = [pytest.param(number, marks=pytest.mark.lesson(number)) for number in lessons(SOLUTIONS)]


def renamed(cells, ending):
    cells = [copy.deepcopy(cell) for cell in cells if cell.cell_type == "code"]
    for cell in cells:
        cell.id += ending
        cell.outputs, cell.execution_count = [], None
    return cells


def saved_while_wrong(cells):
    """As JupyterLab saves it: the check's line as output, or the error that another runner saw."""
    for place, cell in enumerate(cells):
        if role(cell) == "check":
            line = f"✗ {cell.metadata.course.task} Incorrect"
            error = nbformat.v4.new_output("error", ename="AssertionError", evalue=line, traceback=[line])
            cell.outputs = [error if place % 2 else stream(line)]
            cell.metadata.tags = ["raises-exception"]
            cell.execution_count = place
    return cells


@pytest.fixture(scope="module", params=NUMBERS)
def checks(request, tmp_path_factory):
    """State -> what each check of one exercise came to."""
    path = lesson_file(SOLUTIONS, request.param)
    solved = notebooks.read(path)
    blank = exercise(solved, f"solutions/{path.name}")
    three = [
        *renamed(blank.cells, "-blank"),
        *saved_while_wrong(renamed(blank.cells, "-saved")),
        *renamed(solved.cells, "-solved"),
    ]
    folder = tmp_path_factory.mktemp("protocol")
    save(folder / "exercises", path.stem, notebook("exercise", *three))
    found = run_nbval(folder / "exercises", root=folder, options=("-q",))
    results = [CellResult(**dict(report.user_properties)["course"]) for report in found.all]
    broken = [result for result in results if result.role != "check" and not result.passed]
    assert not broken, f"A starter or a cell without a task fails: {broken}"
    return {
        state: [result for result in results if result.role == "check" and result.cell.endswith(f"-{state}")]
        for state in ("blank", "saved", "solved")
    }


@pytest.mark.parametrize("state", ["blank", "saved"])
def test_an_exercise_that_is_not_solved_fails_every_check(checks, state):
    assert checks[state]
    for check in checks[state]:
        assert not check.passed, f"{check.cell} passes"
        assert check.earned == 0
        assert check.message.startswith((f"✗ {check.task} ", f"… {check.task} ")), check.message


def test_a_solved_exercise_passes_every_check(checks):
    assert checks["solved"]
    for check in checks["solved"]:
        assert check.passed, check.message
        assert check.earned == check.possible > 0
        assert check.message.startswith(f"✓ {check.task} ")
