"""How a notebook and its cells run under nbval, and how a failure reads.

nbval compares a cell's output with the saved one. Three things are different here. A kernel that ends is
noticed at once, and the cell that ended it is named. In an exercise nothing is compared and no marker is
obeyed, because the saved outputs and the markers are the learner's own: only errors count. And a failure
says what a person needs: a check's message alone, or a diff of the output.
"""

from __future__ import annotations

import difflib
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from nbval.cover import setup_coverage
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel, start_new_kernel
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError, coalesce_streams

from course_helpers.errors import CourseError
from course_helpers.grading.points import CellResult
from course_helpers.notebooks import kernel_environment, read

POLL = 0.2  # seconds between two looks at whether the kernel still lives
GRACE = 10  # seconds for an interrupted cell to come to an end
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_CELL_FILE = re.compile(r"\((?:<ipython-input[^>]*>|\d+\.py), (line \d+)\)")


class KernelEnded(Exception):
    """The kernel's process has gone."""


def in_place_of(collector: pytest.Collector) -> pytest.Collector:
    """The course's collector for a notebook, in place of nbval's."""
    if not isinstance(collector, IPyNbFile):
        return collector
    notebook: pytest.Collector = CourseNotebook.from_parent(collector.parent, path=collector.path)
    return notebook


class CourseKernel(RunningKernel):  # type: ignore[misc]
    """A kernel with the course's environment. Waiting for one that has ended raises KernelEnded."""

    def __init__(
        self, kernel_name: str, cwd: str | None = None, startup_timeout: float = 60, live: bool = False
    ) -> None:
        self.asked_to_exit = False
        for attempt in (1, 2, 3):
            try:
                self.km, self.kc = start_new_kernel(
                    startup_timeout=startup_timeout,
                    kernel_name=kernel_name,
                    stderr=open(os.devnull, "w"),  # noqa: SIM115, PTH123 - the kernel keeps it
                    cwd=cwd,
                    env=kernel_environment(live=live),
                )
                break
            except RuntimeError:
                # Its five ports are chosen before it binds them; another process may take one in between.
                if attempt == 3:
                    raise
        self._ensure_iopub_up()

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        give_up = time.monotonic() + (timeout if timeout is not None else float("inf"))
        while True:
            wait = max(0.0, min(POLL, give_up - time.monotonic()))
            lives = self.is_alive()  # asked before the last look: what it said before it ended is read
            try:
                message: dict[str, Any] = super().get_message(stream, timeout=wait)
            except Empty:
                if not lives:
                    raise KernelEnded from None
                if time.monotonic() >= give_up:
                    raise
                continue
            # exit() and quit() answer first and end the kernel a moment later.
            payload = message["content"].get("payload") or []
            self.asked_to_exit |= any(part.get("source") == "ask_exit" for part in payload)
            return message


class CourseNotebook(IPyNbFile):  # type: ignore[misc]
    """A notebook that nbval runs."""

    ended_by: str | None = None  # the cell that ended the kernel
    give_up_at = float("inf")  # on time.monotonic()

    def collect(self) -> Iterator[CourseCell]:
        try:
            notebook = read(self.path)
        except CourseError as error:
            raise self.CollectError(str(error)) from None
        kind = notebook.metadata.get("course", {}).get("kind")
        # The folder counts as well: a learner's editor may have dropped the metadata.
        self.is_exercise = kind == "exercise" or self.path.parent.name == "exercises"
        cells = [
            CourseCell.from_parent(self, cell_num=item.cell_num, cell=item.cell, options=item.options)
            for item in super().collect()
        ]
        for cell in cells:
            # Cells depend on those above: `-k` takes a notebook as a whole.
            cell.extra_keyword_matches.update(other.name for other in cells)
        yield from cells

    def setup(self) -> None:
        # Not the name in the notebook: it may belong to a kernel of the person's that runs another Python.
        self.kernel = CourseKernel(
            self.config.option.nbval_kernel_name or CURRENT_ENV_KERNEL_NAME,
            cwd=str(self.path.parent),
            startup_timeout=self.config.option.nbval_kernel_startup_timeout,
            # Where outputs are compared, or points given, the model that the course was written with answers.
            live=bool(self.config.option.nbval_lax) and not self.is_exercise,
        )
        self.setup_sanitize_files()
        if getattr(self.config.option, "cov_source", None):
            setup_coverage(self.config, self.kernel, self.path)

    def get_kernel_message(self, timeout: float | None = None, stream: str = "iopub") -> dict[str, Any]:
        # A loop that prints and does not let itself be interrupted would keep nbval reading for ever.
        if time.monotonic() > self.give_up_at:
            raise Empty
        message: dict[str, Any] = super().get_kernel_message(timeout, stream)
        return message


class CourseCell(IPyNbCell):  # type: ignore[misc]
    """A code cell that nbval runs."""

    parent: CourseNotebook

    @classmethod
    def from_parent(cls, parent: CourseNotebook, **arguments: Any) -> CourseCell:
        cell = arguments["cell"]
        arguments["name"] = f"Cell {arguments['cell_num']} {cell.get('id', '')}".strip()
        if parent.is_exercise:
            cell.outputs = []
            arguments["options"] = defaultdict(bool, check=False)
        made: CourseCell = super().from_parent(parent, **arguments)
        return made

    def setup(self) -> None:
        # nbval expects everything after a cell that took too long to fail. In an exercise the next task is
        # judged by itself.
        if not self.parent.is_exercise:
            super().setup()

    def runtest(self) -> None:
        notebook = self.parent
        if notebook.ended_by:
            raise KernelEnded(f"Not run: the kernel had ended in cell {notebook.ended_by}.")
        notebook.give_up_at = time.monotonic() + self.config.option.nbval_cell_timeout + GRACE
        gone = False
        try:
            super().runtest()
        except KernelEnded:
            gone = True
        finally:
            if gone or notebook.kernel.asked_to_exit or not notebook.kernel.is_alive():
                notebook.ended_by = self.label
        if notebook.ended_by:
            raise KernelEnded("This cell ended the kernel (exit(), os._exit() or a crash).")

    @property
    def label(self) -> str:
        return str(self.cell.get("id") or self.cell_num)

    @property
    def course(self) -> dict[str, Any]:
        """The cell's `course` metadata; {} if it has none."""
        found = self.cell.metadata.get("course")
        return found if isinstance(found, dict) else {}

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.parent.name}/{self.path.name}::{self.name}"

    def compare_outputs(self, test: list[Any], ref: list[Any], skip_compare: Any = None) -> bool:
        if super().compare_outputs(test, ref, skip_compare):
            return True
        skipped = skip_compare or self.parent.skip_compare
        self.comparison_traceback = list(
            difflib.unified_diff(
                self._lines(ref, skipped), self._lines(test, skipped), "saved", "now", lineterm="", n=2
            )
        )
        return False

    def _lines(self, outputs: list[Any], skipped: tuple[str, ...]) -> list[str]:
        """The outputs as nbval compares them, a line each, with a title where it is not plain text."""
        lines: list[str] = []
        for output in outputs:
            if output.output_type == "stream":
                parts = {output.name: output.text}
            elif output.output_type == "error":
                parts = {"error": f"{output.ename}: {output.evalue}"}
            else:
                parts = {kind: data for kind, data in output.data.items() if kind not in skipped}
            for kind in sorted(parts):
                text = self.sanitize(parts[kind])
                lines += [f"[{kind}]"] if kind not in ("stdout", "text/plain") else []
                lines += (text if isinstance(text, str) else repr(text)).splitlines()
        return lines

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        line = self.failure(excinfo)
        error = self._error_output()
        if self.course.get("role") == "check" and error and error.ename == "AssertionError":
            return line
        place = f"{self.path.parent.name}/{self.path.name}, cell {self.label}"
        details = ""
        if isinstance(excinfo.value, NbCellError) and excinfo.value.inner_traceback:
            details = str(excinfo.value.inner_traceback).strip("\n")
            if self.config.option.color == "no" or not self.config.get_terminal_writer().hasmarkup:
                details = _COLOUR.sub("", details)
        return f"{place}: {line}\n{details}".rstrip()

    def failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        """Why the cell failed, in one line."""
        raised = excinfo.value
        if not isinstance(raised, NbCellError):
            return str(raised) or type(raised).__name__
        if "Timeout of" in str(raised):
            seconds = self.config.option.nbval_cell_timeout
            return f"It took longer than {seconds:g} s and was stopped. An endless loop?"
        error = self._error_output()
        if error is None or "caused an exception" not in str(raised):
            return f"{raised}."
        text = " ".join(_CELL_FILE.sub(r"(\1)", _COLOUR.sub("", error.evalue)).split())
        is_message = error.ename == "CourseError" or (
            error.ename == "AssertionError" and self.course.get("role") == "check" and text
        )
        return text if is_message else f"{error.ename}: {text}".removesuffix(": ")

    def _error_output(self) -> Any:
        outputs = self.test_outputs or []
        return next((output for output in outputs if output.output_type == "error"), None)

    def result_of_cell(
        self, report: pytest.TestReport, excinfo: pytest.ExceptionInfo[BaseException] | None
    ) -> dict[str, Any]:
        """What points.py reads from the cell's report: plain values, which xdist can send."""
        # XPASS, after a cell that took too long, is not a pass: who knows what state the kernel is in.
        passed = report.passed and not hasattr(report, "wasxfail")
        points = self.course.get("points", 0) if self.course.get("role") == "check" else 0
        message = self._shown() if passed or excinfo is None else self.failure(excinfo)
        result = CellResult(
            notebook=self.path.name,
            cell=self.label,
            role=str(self.course.get("role", "")),
            task=str(self.course.get("task", "")),
            possible=points,
            earned=points if passed else 0,
            passed=passed,
            message=message,
        )
        return result.as_dict()

    def _shown(self) -> str:
        """The line that a check has shown: it begins with a mark."""
        for output in coalesce_streams(list(self.test_outputs or [])):
            text = output.get("text") or output.get("data", {}).get("text/plain") or ""
            for line in str(text).splitlines():
                if line.startswith(("✓", "✗", "…")):
                    return line
        return ""
