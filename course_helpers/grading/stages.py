"""What `test` runs: style, types, drift and form, and pytest over unit tests, notebooks and solutions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from course_helpers import notebooks
from course_helpers.errors import CourseError
from course_helpers.grading import release
from course_helpers.grading.processors import workers
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import EXERCISES, NOTEBOOKS, ROOT, SOLUTIONS

NO_TESTS = 5  # pytest's exit code when no test was collected
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")


@dataclass
class Outcome:
    """What came of one stage. details: what a person needs to mend it; "" if all is well."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    details: str = ""


@dataclass(frozen=True)
class Stage:
    name: str
    run: Callable[[], Outcome]


@dataclass(frozen=True)
class Selection:
    """What to test. lesson: two digits, or None for all. expression: pytest's -k.

    changed: files whose form is not held against the person who works in them (see changes.py).
    """

    lesson: str | None = None
    expression: str | None = None
    changed: frozenset[Path] = field(default=frozenset())

    def files(self, *folders: Path) -> list[Path]:
        """The notebooks of the selected lessons. Raises CourseError if a lesson has none in any folder."""
        found = [
            lesson_file(folder, number)
            for folder in folders
            for number in lessons(folder)
            if self.lesson in (None, number)
        ]
        if not found and self.lesson:
            lesson_file(NOTEBOOKS, self.lesson)  # raises: it names the lessons that there are
        return found


def stages(selection: Selection) -> list[Stage]:
    """The stages for a selection, the longest first."""
    tests = Stage("tests", lambda: tested(selection))
    if selection.expression is not None:
        return [tests]
    chosen = [tests]
    if selection.lesson is None:
        chosen += [Stage("types", types), Stage("style", lambda: style(selection))]
    if selection.files(SOLUTIONS):
        chosen.append(Stage("drift", lambda: drift(selection)))
    return [*chosen, Stage("form", lambda: form(selection))]


def style(selection: Selection) -> Outcome:
    """ruff over modules, tests and notebooks."""
    folders = [
        name for name in ("course_helpers", "tests", "notebooks", "solutions") if (ROOT / name).is_dir()
    ]
    excluded = [
        f"--extend-exclude={path.relative_to(ROOT).as_posix()}"
        for path in sorted(selection.changed)
        if path.is_relative_to(ROOT) and path.suffix == ".ipynb"
    ]
    check = _python("-m", "ruff", "check", "--quiet", "--output-format=concise", *excluded, *folders)
    layout = _python("-m", "ruff", "format", "--check", *excluded, *folders)
    # The name of each file is enough here: ruff's diff may be long.
    files = re.findall(r"^ *(?:Would reformat:|-->) (.+?)(?::.*)?$", layout.stdout, re.MULTILINE)
    mend = [f"{name} is not formatted. Run: ruff format {name}" for name in dict.fromkeys(files)]
    said = [check.stdout.strip(), *mend] if mend else [check.stdout, check.stderr, layout.stderr]
    return _one(check.returncode == layout.returncode == 0, "\n".join(said))


def types() -> Outcome:
    """mypy over the helper package."""
    done = _python("-m", "mypy", "--strict", "--no-error-summary", "course_helpers")
    return _one(done.returncode == 0, done.stdout)


def drift(selection: Selection) -> Outcome:
    """Whether exercises/ is what solutions/ gives."""
    try:
        found = release.all_drift(selection.lesson, selection.changed)
    except CourseError as error:
        return _one(False, str(error))
    mend = "Make the exercises anew: python -m course_helpers release"
    return _one(not found, "\n".join([*found, mend]))


def form(selection: Selection) -> Outcome:
    """Whether every notebook is saved in its normal form."""
    found = []
    for path in selection.files(NOTEBOOKS, SOLUTIONS, EXERCISES):
        if path.resolve() in selection.changed:
            continue
        try:
            normal = notebooks.is_normal(path)
        except CourseError as error:
            found.append(str(error))
        else:
            if not normal:
                command = "release" if path.parent == EXERCISES else f"execute --lesson {path.name[:2]}"
                name = path.relative_to(ROOT).as_posix()
                found.append(f"{name} is not in its normal form. Run: python -m course_helpers {command}")
    return _one(not found, "\n".join(found))


def tested(selection: Selection) -> Outcome:
    """pytest over the unit tests and, under nbval with outputs compared, lessons and solutions."""
    files = [*selection.files(NOTEBOOKS, SOLUTIONS), ROOT / "tests"]
    processes = workers()
    options = ["-q", "--no-header", "--tb=short", "--color=no", "-p", "no:cacheprovider", "--nbval"]
    options += ["--continue-on-collection-errors"]  # one broken file must not hide the others
    if processes > 1:
        options += ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]
    if selection.lesson:
        options += ["--lesson", selection.lesson]
    if selection.expression is not None:
        options += ["-k", selection.expression]
    done = _python("-m", "pytest", *options, *(str(path) for path in files if path.exists()))
    if done.returncode == NO_TESTS and selection.expression is not None:
        raise CourseError(f"No test matches -k {selection.expression!r}.")
    outcome = counted(done.stdout)
    if done.returncode and not outcome.failed:
        outcome.failed, outcome.details = 1, "\n".join((done.stdout + done.stderr).splitlines()[-40:])
    if outcome.failed and (hint := _changed_hint(done.stdout, selection.changed)):
        outcome.details += f"\n{hint}"
    return outcome


def counted(output: str) -> Outcome:
    """What pytest's output says: the counts of its last line, and its failures."""
    lines = output.rstrip().splitlines()
    counts = dict.fromkeys(("passed", "failed", "error", "skipped", "xfailed", "xpassed"), 0)
    for number, what in _COUNT.findall(lines[-1] if lines else ""):
        counts[what.removesuffix("s") if what == "errors" else what] += int(number)
    failed = counts["failed"] + counts["error"]
    # After a cell that took too long nobody can say what the rest of its notebook is worth.
    skipped = counts["skipped"] + counts["xfailed"] + counts["xpassed"]
    details = ""
    if failed:
        heading = re.compile(r"=+ (FAILURES|ERRORS) =+")
        start = next((n for n, line in enumerate(lines) if heading.fullmatch(line)), 0)
        shown = [line for line in lines[start:-1] if not re.match(r"\[gw\d+\] ", line)]
        details = "\n".join(shown[:200])
    return Outcome(counts["passed"], failed, skipped, details)


def _changed_hint(output: str, changed: frozenset[Path]) -> str:
    failing = {match[1] for match in re.finditer(r"^(?:FAILED|ERROR) (\S+\.ipynb)", output, re.MULTILINE)}
    mine = sorted(name for name in failing if (ROOT / name).resolve() in changed)
    lines = [f"{name} was changed here. See: git diff {name}   Undo: git restore {name}" for name in mine]
    return "\n".join(lines)


def _one(passed: bool, details: str) -> Outcome:
    return Outcome(passed=1) if passed else Outcome(failed=1, details=details.strip() or "no message")


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    environment.pop("FORCE_COLOR", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
