"""solutions -> exercises."""

from __future__ import annotations

import pytest
from notebook_making import code, git, save

from course_helpers import notebooks
from course_helpers.errors import CourseError
from course_helpers.grading import release

NAME = "solutions/01_demo.ipynb"


def cell(made, cell_id):
    return next(cell for cell in made.cells if cell.id == cell_id)


def test_the_starter_takes_the_place_of_the_answer(solution):
    made = release.exercise(solution, NAME)
    assert cell(made, "answer-1-1").source == 'def double(x):\n    """Twice x."""\n    return x'
    assert cell(made, "answer-1-2").source == "# your code"


def test_an_exercise_has_the_same_cells_and_no_outputs(solution):
    made = release.exercise(solution, NAME)
    assert [c.id for c in made.cells] == [c.id for c in solution.cells]
    assert made.metadata.course.kind == "exercise"
    ran = [c for c in made.cells if c.cell_type == "code" and (c.outputs or c.execution_count)]
    assert ran == []
    assert cell(made, "check-1-1").metadata == cell(solution, "check-1-1").metadata


def test_no_line_of_an_answer_gets_into_an_exercise(solution):
    text = notebooks.dumps(release.exercise(solution, NAME))
    assert "2 * x" not in text
    assert "answer = 42" not in text
    assert "SOLUTION" not in text


def test_the_solution_is_not_touched(solution):
    before = notebooks.dumps(solution)
    release.exercise(solution, NAME)
    assert notebooks.dumps(solution) == before


@pytest.mark.parametrize(
    ("source", "starter"),
    [
        ("# BEGIN SOLUTION\nx = 1\n# END SOLUTION", "# your code"),
        ("a = 1\n# BEGIN SOLUTION\nx = 1\n# END SOLUTION\nb = 2", "a = 1\n# your code\nb = 2"),
        (
            "# BEGIN SOLUTION\nx\n# STARTER\n# if y:\n#     z\n#\n# w\n# END SOLUTION",
            "if y:\n    z\n\nw",
        ),
        ("# BEGIN SOLUTION\nx\n# STARTER\n# # a comment\n# y\n# END SOLUTION", "# a comment\ny"),
        (
            "# BEGIN SOLUTION\nx\n# END SOLUTION\n# BEGIN SOLUTION\ny\n# STARTER\n# z\n# END SOLUTION",
            "# your code\nz",
        ),
        (
            "def f():\n    '''Doc.'''\n    # BEGIN SOLUTION\n    x\n    # END SOLUTION",
            "def f():\n    '''Doc.'''\n    # your code",
        ),
        (
            "# BEGIN SOLUTION\nreply = await f()\n# STARTER\n# reply = await g()\n# END SOLUTION",
            "reply = await g()",
        ),
        ("# BEGIN SOLUTION\nx\n# STARTER\n# %timeit f()\n# END SOLUTION", "%timeit f()"),
    ],
)
def test_starters(source, starter):
    assert release.starter_source(source) == starter


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("x = 1", "no BEGIN SOLUTION"),
        ("# BEGIN SOLUTION\nx = 1", "without END SOLUTION"),
        ("x = 1\n# END SOLUTION", "END SOLUTION without BEGIN"),
        ("# STARTER\n# x", "STARTER without BEGIN"),
        ("# BEGIN SOLUTION\nx\n# BEGIN SOLUTION\ny\n# END SOLUTION", "second BEGIN SOLUTION"),
        ("# BEGIN SOLUTION\nx\n# STARTER\n# y\n# STARTER\n# z\n# END SOLUTION", "STARTER twice"),
        ("# BEGIN SOLUTION\n\n# END SOLUTION", "without a solution"),
        ("# BEGIN SOLUTION\nx\n# STARTER\ny\n# END SOLUTION", "not a comment at its indent: y"),
        ("# BEGIN SOLUTION\nx\n# STARTER\n# END SOLUTION", "nothing after STARTER"),
        ("def f():\n    # BEGIN SOLUTION\n    x\n    # END SOLUTION", "no Python"),
    ],
)
def test_a_malformed_answer_is_named(solution, source, complaint):
    cell(solution, "answer-1-1").source = source
    with pytest.raises(CourseError, match=complaint) as caught:
        release.exercise(solution, NAME)
    assert f"{NAME}, cell answer-1-1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_markers_outside_an_answer_cell_are_refused(solution):
    cell(solution, "setup").source = "# BEGIN SOLUTION\nx = 1\n# END SOLUTION"
    with pytest.raises(CourseError, match="cell setup: has a SOLUTION"):
        release.exercise(solution, NAME)


def without(cell_id):
    def change(solution):
        solution.cells = [c for c in solution.cells if c.id != cell_id]

    return change


def setting(cell_id, **course):
    def change(solution):
        cell(solution, cell_id).metadata.course.update(course)

    return change


def renaming(cell_id, new):
    def change(solution):
        cell(solution, cell_id).id = new

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (without("answer-1-1"), "task 1.1 has no answer cell before its check"),
        (without("check-1-2"), "task 1.2 has an answer cell and no check cell"),
        (renaming("check-1-2", "setup"), "two cells have the id setup"),
        (renaming("check-1-2", "Check 1.2"), "'Check 1.2' is no cell id"),
        (setting("check-1-1", points=None), '"points" must be a whole number from 1; it is None'),
        (setting("check-1-1", points=0), "it is 0"),
        (setting("check-1-1", points=True), "it is True"),
        (setting("check-1-1", task="2.1"), "its task is '2.1'"),
        (setting("check-1-2", task="1.1"), "task 1.1 has two check cells"),
        (setting("check-1-2", role="answer"), "stands after|no check cell"),
        (lambda made: made.metadata.course.update(kind="lesson"), '"kind": "solution"'),
        (lambda made: made.update(cells=made.cells[:2]), "it has no task"),
    ],
)
def test_a_task_that_is_not_complete_is_named(solution, change, complaint):
    change(solution)
    with pytest.raises(CourseError, match=complaint) as caught:
        release.exercise(solution, NAME)
    assert NAME in str(caught.value)


@pytest.fixture
def files(repository, solution):
    """A solution and its released exercise, committed."""
    pair = save(repository / "solutions", "01_demo", solution), repository / "exercises" / "01_demo.ipynb"
    release.release(*pair, repository)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "first")
    return pair


def change_exercise(path, cell_id, source):
    made = notebooks.read(path)
    cell(made, cell_id).source = source
    notebooks.write(made, path)


def change_solution(path, old, new):
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_releasing_again_changes_nothing(files, repository):
    assert release.release(*files, repository) is False
    assert release.drift(*files) is None


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda e, s: change_exercise(e, "check-1-1", "pass"), "cell check-1-1 has another source"),
        (lambda e, s: change_solution(s, "import math", "import cmath"), "cell setup has another source"),
        (
            lambda e, s: change_solution(s, '"points": 2', '"points": 4'),
            "check-1-2 has another metadata",
        ),
        (lambda e, s: e.unlink(), "is missing"),
        (
            lambda e, s: e.write_text(e.read_text(encoding="utf-8") + "\n", encoding="utf-8"),
            "not in the form",
        ),
        (lambda e, s: change_solution(s, '"id": "title"', '"id": "heading"'), "cell heading is missing"),
    ],
)
def test_drift_names_the_notebook_and_the_cell(files, change, line):
    change(files[1], files[0])
    assert release.drift(*files).startswith("exercises/01_demo.ipynb")
    assert line in release.drift(*files)


def test_a_learners_answer_is_never_overwritten(files, repository):
    change_exercise(files[1], "answer-1-1", "def double(x):\n    return x + x")
    before = files[1].read_bytes()
    with pytest.raises(CourseError, match=r"answers of yours \(answer-1-1\).*git restore exercises/01_demo"):
        release.release(*files, repository)
    assert files[1].read_bytes() == before


def test_a_new_starter_replaces_the_committed_one(files, repository):
    change_solution(files[0], "# return x", "# return None")
    assert release.release(*files, repository) is True
    assert "return None" in files[1].read_text(encoding="utf-8")


def test_outputs_and_checks_that_a_learner_left_are_no_answers(files, repository):
    change_exercise(files[1], "check-1-1", "pass")
    assert release.release(*files, repository) is True


def test_without_git_an_unknown_answer_is_kept(tmp_path, solution, monkeypatch):
    monkeypatch.setattr(release.changes, "_git", lambda *_: None)
    pair = save(tmp_path / "solutions", "01_demo", solution), tmp_path / "exercises" / "01_demo.ipynb"
    release.release(*pair, tmp_path)
    assert release.release(*pair, tmp_path) is False
    change_exercise(pair[1], "answer-1-2", "answer = 41")
    with pytest.raises(CourseError, match="answer-1-2"):
        release.release(*pair, tmp_path)


def test_an_exercise_that_no_commit_has_is_its_authors(repository, solution):
    pair = save(repository / "solutions", "01_demo", solution), repository / "exercises" / "01_demo.ipynb"
    release.release(*pair, repository)
    change_solution(pair[0], "# return x", "# return None")
    assert release.release(*pair, repository) is True


def test_all_drift_names_an_exercise_without_a_solution(files, repository, monkeypatch):
    for name, folder in (("SOLUTIONS", "solutions"), ("EXERCISES", "exercises")):
        monkeypatch.setattr(release, name, repository / folder)
    assert release.all_drift() == []
    stranger = save(repository / "exercises", "09_gone", notebooks.read(files[1]))
    assert release.all_drift() == ["exercises/09_gone.ipynb has no solution"]
    assert release.all_drift(ignored=frozenset([stranger.resolve()])) == []
    change_exercise(files[1], "check-1-1", "pass")
    assert len(release.all_drift("01")) == 1
    assert release.all_drift("01", frozenset([files[1].resolve()])) == []


def test_a_task_may_have_two_answer_cells(solution):
    extra = code("more-1-1", "# BEGIN SOLUTION\ny = 1\n# END SOLUTION", role="answer", task="1.1")
    solution.cells.insert(2, extra)
    assert cell(release.exercise(solution, NAME), "more-1-1").source == "# your code"
