"""How notebooks run under pytest --nbval. Few kernels: one run, in parallel, over three notebooks."""

from __future__ import annotations

import os
import subprocess
import sys

import nbformat
import pytest
from notebook_making import code, notebook, result, run_nbval, save, stream

from course_helpers.grading.points import Collector
from course_helpers.paths import ROOT

pytestmark = pytest.mark.kernels

ERROR = nbformat.v4.new_output("error", ename="AssertionError", evalue="✗ 1.1 Incorrect.", traceback=[])
INCORRECT = "raise AssertionError('✗ 1.1 Incorrect.')"
CHECK = {"role": "check", "task": "1.1", "points": 3}


def exercise():
    """As a learner may have left it: every way that makes nbval overlook an error."""
    return notebook(
        "exercise",
        code("environment", "import os, sys\nos.environ['COURSE_HEADLESS'], sys.executable"),
        code("saved-text", INCORRECT, outputs=[stream("✗ 1.1 Incorrect.")], **CHECK),
        code("saved-error", INCORRECT, outputs=[ERROR], **CHECK),
        code("may-raise", INCORRECT, outputs=[ERROR], tags=["raises-exception"], **CHECK),
        code("marker", f"# NBVAL_RAISES_EXCEPTION\n{INCORRECT}", outputs=[ERROR], **CHECK),
        code("skip", f"# NBVAL_SKIP\n{INCORRECT}", **CHECK),
        code("compared", "# NBVAL_CHECK_OUTPUT\n1 + 1", outputs=[result("3")]),
        code("endless", "while True:\n    pass", role="answer", task="1.2"),
        code("next-task", "print('✓ 1.3 Right.')", role="check", task="1.3", points=2),
        code("broken", "def f(:", role="answer", task="1.4"),
        code("crash", "import os\nos._exit(1)", role="answer", task="1.5"),
        code("after", "1"),
    )


def lesson():
    return notebook(
        "lesson",
        code("same", "1 + 1", outputs=[result("2")]),
        code("different", "print('one\\ntwo\\nthree')", outputs=[stream("one\n2\nthree\n")]),
        code("stderr", "import sys\nprint('careful', file=sys.stderr)\n1", outputs=[result("1")]),
        code("raises", "1 / 0", outputs=[result("1")]),
        code("leaving", "exit()", outputs=[result("1")]),
        code("after", "1", outputs=[result("1")]),
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("köln tëst")
    save(folder / "work", "01_exercise", exercise())
    save(folder / "work", "02_lesson", lesson())
    late = code("check", "print('✓ 1.1 Right.')", **CHECK)
    save(folder / "work", "04_slow", notebook("solution", code("endless", "while True: pass"), late))
    (folder / "work" / "03_broken.ipynb").write_text("{", encoding="utf-8")
    options = ("--nbval-cell-timeout=2", "-q", "--continue-on-collection-errors", "-n", "2")
    return run_nbval(folder / "work", root=folder, options=options)


def test_in_an_exercise_only_errors_count_and_every_error_counts(run):
    outcomes = run.outcomes("01_exercise")
    wrong = ("saved-text", "saved-error", "may-raise", "marker", "skip")
    assert {name: outcomes[name] for name in wrong} == dict.fromkeys(wrong, "failed")
    assert outcomes["compared"] == "passed"
    assert outcomes["environment"] == "passed"


def test_a_wrong_answer_says_its_checks_message_and_nothing_else(run):
    assert run.failure("01_exercise", "saved-error") == "✗ 1.1 Incorrect."


def test_after_an_endless_cell_the_next_task_is_judged_by_itself(run):
    outcomes = run.outcomes("01_exercise")
    assert outcomes["endless"] == "failed"
    assert outcomes["next-task"] == "passed"
    assert "It took longer than 2 s and was stopped." in run.failure("01_exercise", "endless")


def test_a_cell_that_ends_the_kernel_is_named_and_the_rest_fails(run):
    outcomes = run.outcomes("01_exercise")
    assert (outcomes["crash"], outcomes["after"]) == ("failed", "failed")
    assert "ended the kernel" in run.failure("01_exercise", "crash")
    assert "Not run: the kernel had ended in cell crash." in run.failure("01_exercise", "after")
    assert "ended in cell leaving" in run.failure("02_lesson", "after")


def test_an_error_names_the_cell_and_the_line(run):
    assert run.failure("01_exercise", "broken").startswith(
        "work/01_exercise.ipynb, cell broken: SyntaxError: invalid syntax (line 1)"
    )
    assert "02_lesson.ipynb, cell raises: ZeroDivisionError: division by zero" in run.failure(
        "02_lesson", "raises"
    )


def test_an_output_that_differs_is_shown_as_a_diff(run):
    assert run.outcomes("02_lesson")["same"] == "passed"
    lines = run.failure("02_lesson", "different").splitlines()
    assert lines == [
        "work/02_lesson.ipynb, cell different: Cell outputs differ.",
        "--- saved",
        "+++ now",
        "@@ -1,3 +1,3 @@",
        " one",
        "-2",
        "+two",
        " three",
    ]
    assert "+careful" in run.failure("02_lesson", "stderr")


def test_a_file_that_is_no_notebook_is_one_line(run):
    assert "03_broken.ipynb is not a notebook" in run.said
    assert "JSONDecodeError" not in run.said


def test_each_cells_result_is_in_its_report(run):
    collector = Collector()
    for report in run.all:
        collector.pytest_runtest_logreport(report)
    cells = {cell.cell: cell for cell in collector.of("01_exercise.ipynb")}
    right, wrong = cells["next-task"], cells["skip"]
    assert (right.task, right.earned, right.possible, right.message) == ("1.3", 2, 2, "✓ 1.3 Right.")
    assert (wrong.task, wrong.earned, wrong.possible, wrong.message) == ("1.1", 0, 3, "✗ 1.1 Incorrect.")
    assert cells["broken"].message == "SyntaxError: invalid syntax (line 1)"


def test_after_a_cell_of_a_lesson_that_took_too_long_nothing_earns_points(run):
    assert run.outcomes("04_slow") == {"endless": "failed", "check": "xpassed"}
    slow = [report for report in run.all if "04_slow" in report.nodeid]
    assert [dict(report.user_properties)["course"]["earned"] for report in slow] == [0, 0]


def test_in_parallel_the_cells_of_a_notebook_stay_together(run):
    assert len({report.worker_id for report in run.all}) == 2
    for name in ("01_exercise", "02_lesson", "04_slow"):
        assert len({report.worker_id for report in run.all if name in report.nodeid}) == 1


def test_options_choose_whole_lessons_and_whole_notebooks(tmp_path):
    for number in ("01", "02"):
        save(tmp_path, f"{number}_demo", notebook("lesson", code("first", "1"), code("second", "1")))
    (tmp_path / "test_marks.py").write_text(
        "import pytest\n"
        "@pytest.mark.lesson('02')\ndef test_two(): pass\n"
        "@pytest.mark.lesson('01')\ndef test_one(): pass\n"
        "def test_none(): pass\n"
    )

    def collected(*options):
        said = run_nbval(tmp_path, root=tmp_path, options=("--collect-only", "-q", *options)).said
        return [line for line in said.splitlines() if "::" in line]

    of_lesson = collected("--lesson", "2")
    assert of_lesson == [
        "02_demo.ipynb::Cell 0 first",
        "02_demo.ipynb::Cell 1 second",
        "test_marks.py::test_two",
    ]
    assert len(collected("-k", "second")) == 4


def test_without_nbval_the_plugin_imports_no_notebook_library(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    heavy = {'nbformat', 'nbval', 'ipykernel', 'course_helpers.grading.nbval_cells'}\n"
        "    assert heavy.isdisjoint(sys.modules)\n"
    )
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    # nbval itself is loaded by its entry point; leave it out to see what the course's plugin imports.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", "test_it.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert "1 passed" in done.stdout, done.stdout
