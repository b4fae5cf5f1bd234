"""Small notebooks, and a pytest run over them."""

from __future__ import annotations

import io
import subprocess
from contextlib import redirect_stdout
from pathlib import Path

import nbformat
import pytest

from course_helpers.paths import ROOT


def code(cell_id: str, source: str, *, outputs=(), tags=(), **course):
    """A code cell; it counts as run if it has outputs. course: role, task, points."""
    metadata = {**({"course": course} if course else {}), **({"tags": list(tags)} if tags else {})}
    return nbformat.v4.new_code_cell(
        source, id=cell_id, metadata=metadata, outputs=list(outputs), execution_count=1 if outputs else None
    )


def text(cell_id: str, source: str):
    return nbformat.v4.new_markdown_cell(source, id=cell_id)


def notebook(kind: str, *cells):
    made = nbformat.v4.new_notebook(metadata={"course": {"kind": kind}})
    made.cells = list(cells)  # afterwards: new_notebook mends equal ids
    return made


def stream(content: str, name: str = "stdout"):
    return nbformat.v4.new_output("stream", name=name, text=content)


def result(content: str, **more: str):
    return nbformat.v4.new_output("execute_result", {"text/plain": content, **more}, execution_count=1)


class Reports:
    """A pytest plugin that keeps the reports of a run. said: what the run printed."""

    def __init__(self) -> None:
        self.all: list[pytest.TestReport] = []
        self.said = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.failed:
            self.all.append(report)

    def outcomes(self, name: str) -> dict[str, str]:
        """Cell id -> outcome, of one notebook."""
        found = [report for report in self.all if f"{name}.ipynb::" in report.nodeid]
        return {
            report.nodeid.split()[-1]: "xpassed" if hasattr(report, "wasxfail") else report.outcome
            for report in found
        }

    def failure(self, name: str, cell_id: str) -> str:
        ending = f" {cell_id}"
        return next(
            str(report.longrepr)
            for report in self.all
            if f"{name}.ipynb::" in report.nodeid and report.nodeid.endswith(ending)
        )


def run_nbval(*paths: Path, root: Path, options: tuple[str, ...] = ()) -> Reports:
    """pytest --nbval, with the course's own configuration, over notebooks that are not the course's."""
    reports = Reports()
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={root}", "-p", "no:cacheprovider"]
    arguments += ["--nbval", "--color=no", "--capture=no", *options]
    with redirect_stdout(said := io.StringIO()):
        pytest.main([*arguments, *(str(path) for path in paths)], plugins=[reports])
    reports.said = said.getvalue()
    return reports


def save(folder: Path, name: str, made) -> Path:
    """Write a notebook as an editor does, not in the normal form."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.ipynb"
    path.write_text(nbformat.v4.nbjson.writes(made), encoding="utf-8")
    return path


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


SOLUTION = notebook(
    "solution",
    text("title", "# Exercise 01"),
    code("setup", "import math"),
    code(
        "answer-1-1",
        "def double(x):\n"
        '    """Twice x."""\n'
        "    # BEGIN SOLUTION\n"
        "    return 2 * x\n"
        "    # STARTER\n"
        "    # return x\n"
        "    # END SOLUTION",
        role="answer",
        task="1.1",
    ),
    code(
        "check-1-1",
        "assert double(3) == 6, '✗ 1.1 double(3) is %r; expected 6.' % double(3)\nprint('✓ 1.1 It doubles.')",
        role="check",
        task="1.1",
        points=3,
    ),
    code(
        "answer-1-2",
        "# BEGIN SOLUTION\nanswer = 42\n# END SOLUTION",
        role="answer",
        task="1.2",
    ),
    code(
        "check-1-2",
        "assert answer == 42, '✗ 1.2 Not 42.'",
        outputs=[stream("old")],
        role="check",
        task="1.2",
        points=2,
    ),
)
