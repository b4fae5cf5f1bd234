"""The command `test`: what it runs, what it counts, and what it holds against a learner."""

from __future__ import annotations

import argparse
import shutil
import subprocess

import pytest
from notebook_making import code, git, notebook, save

from course_helpers import lessons, notebooks
from course_helpers.commands import test as command
from course_helpers.errors import CourseError
from course_helpers.grading import changes, release, stages
from course_helpers.grading.processors import workers
from course_helpers.grading.stages import Outcome, Selection, Stage

FAILING = """\
bringing up nodes...
F.                                                                       [100%]
=================================== FAILURES ===================================
_____________________ notebooks/01_demo.ipynb::Cell 2 ask ______________________
[gw0] linux -- Python 3.11.7 /somewhere/python
notebooks/01_demo.ipynb, cell ask: Cell outputs differ.
=========================== short test summary info ============================
FAILED notebooks/01_demo.ipynb::Cell 2 ask
1 failed, 140 passed, 2 skipped, 1 xpassed, 1 error in 12.30s
"""


def test_counts_are_those_of_pytests_last_line():
    outcome = stages.counted(FAILING)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (140, 2, 3)
    assert outcome.details.splitlines()[0].strip("= ") == "FAILURES"
    assert "cell ask: Cell outputs differ." in outcome.details
    assert "gw0" not in outcome.details
    assert stages.counted("..\n2 passed in 0.10s\n") == Outcome(passed=2)
    assert stages.counted("") == Outcome()


def test_the_last_line_is_the_sum_of_all_stages(monkeypatch, capsys):
    chosen = [
        Stage("tests", lambda: Outcome(140, 2, 3, "what failed")),
        Stage("style", lambda: Outcome(passed=1)),
        Stage("types", lambda: Outcome(failed=1, details="what is wrong")),
    ]
    monkeypatch.setattr(command, "stages", lambda selection: chosen)
    assert command.run(argparse.Namespace(lesson=None, k=None)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Running tests, style, types …"
    assert lines[-1] == "141 passed, 3 failed, 3 skipped"
    assert lines[-2].startswith("Total ")
    assert "  what failed" in lines
    assert "  what is wrong" in lines
    assert any(line.startswith("✓ style ") for line in lines)
    assert any(line.startswith("✗ tests ") and "140 passed, 2 failed, 3 skipped" in line for line in lines)


def test_all_is_well_is_exit_code_0(monkeypatch, capsys):
    monkeypatch.setattr(command, "stages", lambda selection: [Stage("form", lambda: Outcome(passed=1))])
    assert command.run(argparse.Namespace(lesson=None, k=None)) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"


@pytest.fixture
def course(repository, monkeypatch, solution):
    """A small course in a repository, committed."""
    for module in (stages, release, lessons):
        for name, folder in (
            ("NOTEBOOKS", "notebooks"),
            ("SOLUTIONS", "solutions"),
            ("EXERCISES", "exercises"),
        ):
            monkeypatch.setattr(module, name, repository / folder, raising=False)
    monkeypatch.setattr(stages, "ROOT", repository)
    monkeypatch.setattr(notebooks, "ROOT", repository)
    for folder, made in (("notebooks", notebook("lesson", code("a", "1"))), ("solutions", solution)):
        (repository / folder).mkdir()
        notebooks.write(made, repository / folder / "01_demo.ipynb")
    pair = repository / "solutions" / "01_demo.ipynb", repository / "exercises" / "01_demo.ipynb"
    release.release(*pair, repository)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "first")
    return repository


def test_what_is_chosen():
    assert [stage.name for stage in stages.stages(Selection(expression="trim"))] == ["tests"]


def test_a_lesson_leaves_out_what_is_not_its_own(course):
    names = [stage.name for stage in stages.stages(Selection("01"))]
    assert names == ["tests", "drift", "form"]
    assert [stage.name for stage in stages.stages(Selection())] == [
        "tests",
        "types",
        "style",
        "drift",
        "form",
    ]
    with pytest.raises(CourseError, match=r"No lesson 07 in notebooks\. There is: 01\."):
        stages.stages(Selection("07"))


def test_form_and_drift_of_what_is_as_committed_are_strict(course):
    assert stages.form(Selection()) == Outcome(passed=1)
    assert stages.drift(Selection()) == Outcome(passed=1)
    solution = course / "solutions" / "01_demo.ipynb"
    solution.write_text(solution.read_text(encoding="utf-8").replace("# return x", "# return None"))
    found = stages.drift(Selection(changed=changes.changed_files(course)))
    assert found.failed == 1
    assert "exercises/01_demo.ipynb: cell answer-1-1 has another source" in found.details


def work_on(course, folder):
    """Save a notebook as JupyterLab does."""
    path = course / folder / "01_demo.ipynb"
    made = notebooks.read(path)
    made.metadata["widgets"] = {}
    made.cells[-1].source = "answer = 41"
    return save(path.parent, path.stem, made)


def test_the_form_of_what_a_learner_works_in_is_not_held_against_them(course, monkeypatch):
    paths = {work_on(course, folder).resolve() for folder in ("notebooks", "exercises")}
    changed = changes.changed_files(course)
    assert changed == paths
    assert stages.form(Selection(changed=changed)) == Outcome(passed=1)
    assert stages.drift(Selection(changed=changed)) == Outcome(passed=1)
    monkeypatch.setenv("CI", "true")
    assert changes.changed_files(course) == frozenset()
    strict = stages.form(Selection())
    assert strict.failed == 1
    assert (
        "notebooks/01_demo.ipynb is not in its normal form. Run: python -m course_helpers execute"
        in strict.details
    )
    assert stages.drift(Selection()).failed == 1


def test_a_file_that_git_does_not_know_is_the_learners(course):
    copy = save(course / "exercises", "01_demo-Copy1", notebook("exercise", code("a", "1")))
    assert changes.changed_files(course) == {copy.resolve()}
    git(course, "add", ".")
    assert changes.changed_files(course) == frozenset()


def test_without_git_and_before_the_first_commit_all_is_strict(repository, monkeypatch):
    save(repository, "01_x", notebook("lesson"))
    assert changes.changed_files(repository) == frozenset()
    monkeypatch.setenv("PATH", "")
    assert changes.changed_files(repository) == frozenset()


def test_git_variables_of_a_hook_do_not_lead_astray(course, monkeypatch, tmp_path):
    path = work_on(course, "notebooks")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert changes.changed_files(course) == {path.resolve()}


def pytest_says(monkeypatch, output, code=1):
    def python(*arguments):
        calls.append(arguments)
        return subprocess.CompletedProcess(arguments, code, output, "")

    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(stages, "_python", python)
    return calls


def test_a_failing_notebook_that_was_changed_here_is_named(course, monkeypatch):
    work_on(course, "notebooks")
    pytest_says(monkeypatch, FAILING)
    changed = stages.tested(Selection(changed=changes.changed_files(course)))
    assert changed.details.splitlines()[-1] == (
        "notebooks/01_demo.ipynb was changed here. "
        "See: git diff notebooks/01_demo.ipynb   Undo: git restore notebooks/01_demo.ipynb"
    )
    assert "was changed here" not in stages.tested(Selection()).details


def test_pytest_that_breaks_is_a_failure(course, monkeypatch):
    pytest_says(monkeypatch, "INTERNALERROR> KeyError\n", 3)
    outcome = stages.tested(Selection())
    assert outcome.failed == 1
    assert "INTERNALERROR" in outcome.details


def test_an_expression_without_a_test_is_one_line(course, monkeypatch):
    calls = pytest_says(monkeypatch, "12 deselected in 0.10s\n", stages.NO_TESTS)
    with pytest.raises(CourseError, match="No test matches -k 'nothing'"):
        stages.tested(Selection(expression="nothing"))
    assert calls[0][-1].endswith("01_demo.ipynb")
    assert "nothing" in calls[0]


def test_style_names_the_file_and_leaves_out_what_a_learner_changed(course):
    shutil.rmtree(course / "solutions")
    untidy = course / "notebooks" / "02_untidy.ipynb"
    notebooks.write(notebook("lesson", code("a", "x=1")), untidy)
    name = "notebooks/02_untidy.ipynb"
    assert stages.style(Selection()).details == f"{name} is not formatted. Run: ruff format {name}"
    assert stages.style(Selection(changed=frozenset([untidy]))) == Outcome(passed=1)


def test_never_more_workers_than_jobs():
    assert workers(1) == 1
    assert 1 <= workers() <= 4
