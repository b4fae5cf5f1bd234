"""Grade a learner's exercises: run what compose.py makes of them, and say what came of each task."""

from __future__ import annotations

import contextlib
import io
import re
import textwrap
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from nbformat import NotebookNode

from course_helpers import notebooks
from course_helpers.errors import CourseError
from course_helpers.grading.compose import compose
from course_helpers.grading.points import Collector, TaskResult, tasks
from course_helpers.grading.processors import workers
from course_helpers.grading.release import role
from course_helpers.paths import ROOT

WIDTH = 100
CELL_TIMEOUT = 30  # seconds; an answer takes one or two, and nobody waits longer for an endless loop


@dataclass(frozen=True)
class Submission:
    """A learner's exercise, ready to run. begun: whether an answer differs from its starter."""

    file: Path
    notebook: NotebookNode
    notes: list[str]
    begun: bool


@dataclass(frozen=True)
class Grade:
    """What came of one exercise. hints: task -> the call that shows a hint, "mend_chat.hint()"."""

    file: Path
    tasks: list[TaskResult]
    notes: list[str]
    hints: dict[str, str]

    @property
    def earned(self) -> int:
        return sum(task.earned for task in self.tasks)

    @property
    def possible(self) -> int:
        return sum(task.possible for task in self.tasks)

    @property
    def unsolved(self) -> TaskResult | None:
        """The first task that is not solved."""
        return next((task for task in self.tasks if not task.solved), None)


def submission(solution: Path, file: Path) -> Submission:
    """Compose one exercise. The learner's file is only read. Raises CourseError if it is no notebook."""
    pristine, name = notebooks.read(solution), f"{solution.parent.name}/{solution.name}"
    composed = compose(pristine, name, notebooks.read(file))
    return Submission(file, composed.notebook, composed.notes, composed.begun)


def grade(submissions: list[Submission], timeout: float = CELL_TIMEOUT) -> list[Grade]:
    """Run exercises in a folder of their own, several at once. timeout: seconds for a cell.

    Raises CourseError if pytest itself could not run them.
    """
    results = Collector()
    with TemporaryDirectory(prefix="course-grade-") as folder:
        # Named as at home: a cell that reads a file beside its notebook looks in the same place.
        place = Path(folder).resolve() / "exercises"
        place.mkdir()
        for one in submissions:
            notebooks.write(one.notebook, place / one.file.name)
        _run(place, results, timeout, workers(len(submissions)))
    return [_grade(one, results) for one in submissions]


def _run(place: Path, results: Collector, timeout: float, processes: int) -> None:
    options = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={place.parent}", "-p", "no:cacheprovider"]
    options += ["--nbval", f"--nbval-cell-timeout={timeout}", "--tb=no", "--capture=no", "-q"]
    if processes > 1:
        options += ["-n", str(processes), "--dist", "loadfile"]
    with contextlib.redirect_stdout(log := io.StringIO()):
        code = pytest.main([*options, str(place)], plugins=[results])
    if code == pytest.ExitCode.INTERRUPTED and "error" not in log.getvalue():
        raise KeyboardInterrupt
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        last = (log.getvalue().strip() or "no output").splitlines()[-1]
        raise CourseError(f"The exercises could not be run ({last}). Run: python -m course_helpers test")


def _grade(one: Submission, results: Collector) -> Grade:
    found = tasks(results.of(one.file.name))
    hints = {}
    for cell in one.notebook.cells:
        if role(cell) == "check" and (name := re.search(r"([\w.]+)\.check\(", cell.source)):
            hints[cell.metadata.course.task] = f"{name[1]}.hint()"
    return Grade(one.file, found, one.notes, hints)


def report(grade: Grade) -> str:
    """One exercise for the terminal: at most WIDTH columns."""
    saved = datetime.fromtimestamp(grade.file.stat().st_mtime).strftime("%H:%M")
    lines = [f"{_title(grade.file)} (exercises/{grade.file.name}, as saved at {saved})", ""]
    points = [f"{task.earned} / {task.possible}" for task in grade.tasks]
    total = f"{grade.earned} / {grade.possible}"
    first = max(len("in all"), *(len(task.task) for task in grade.tasks))
    second = max(len("points"), len(total), *(len(text) for text in points))
    lines.append(f"  {'task':<{first}}  {'points':>{second}}")
    for task, text in zip(grade.tasks, points, strict=True):
        start = f"  {task.task:<{first}}  {text:>{second}}  "
        lines += _wrapped(start, " ".join(task.message.replace(f" {task.task} ", " ", 1).split()))
    lines.append(f"  {'in all':<{first}}  {total:>{second}}")
    for note in grade.notes:
        lines += _wrapped("  ! ", note)
    return "\n".join(lines)


def advice(grade: Grade, following: Path | None) -> str:
    """What to try next. following: the file to go on with when all is solved."""
    task = grade.unsolved
    if task is None:
        where = f"Go on with {following.parent.name}/{following.name}." if following else "That was the last."
        return f"All solved. {where}"
    text = f"Task {task.task} in exercises/{grade.file.name}."
    if task.task in grade.hints:
        text += f" For a hint run {grade.hints[task.task]} in a cell there. Save, then grade again."
    return "\n".join(_wrapped("Next: ", text))


def _title(file: Path) -> str:
    number, _, words = file.stem.partition("_")
    return f"Exercise {number}: {words.replace('_', ' ')}"


def _wrapped(start: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
    )
