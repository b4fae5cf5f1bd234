"""What a run under nbval says about the tasks of an exercise."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class CellResult:
    """One cell of one notebook, as it ran.

    notebook: the file's name. cell: its id. role: "answer", "check" or "". task: "1.1" or "". possible,
    earned: points, 0 for a cell that is no check. message: the check's line; else why the cell failed, or "".
    """

    notebook: str
    cell: str
    role: str
    task: str
    possible: int
    earned: int
    passed: bool
    message: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class TaskResult:
    """One task: points, and the line that says why."""

    task: str
    possible: int
    earned: int
    message: str

    @property
    def solved(self) -> bool:
        return self.earned == self.possible


class Collector:
    """A pytest plugin that keeps what each cell earned, in this process and from xdist's."""

    def __init__(self) -> None:
        self.cells: list[CellResult] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == "course" and isinstance(value, dict):
                self.cells.append(CellResult(**value))

    def of(self, notebook: str) -> list[CellResult]:
        """The cells of one notebook, in the order in which they ran. notebook: the file's name."""
        return [cell for cell in self.cells if cell.notebook == notebook]


def tasks(cells: list[CellResult]) -> list[TaskResult]:
    """The tasks of one notebook, in its order.

    A check fails with a NameError if the answer above it raised, and with "Not run" if a cell far above ended
    the kernel. The message is that of the cell where it began.
    """
    results = []
    for check in (cell for cell in cells if cell.role == "check"):
        message = check.message
        if not check.passed and not message.startswith(("✗", "…")):
            cause = _cause(cells, check)
            where = "The check" if cause.role == "check" else f"Cell {cause.cell}"
            message = cause.message if cause.message.startswith("Not run") else f"{where}: {cause.message}"
        if check.passed and not message:
            message = "✓"
        if message[:1] not in ("✓", "✗", "…"):
            message = f"✗ {check.task} {message}"
        results.append(TaskResult(check.task, check.possible, check.earned, message))
    return results


def _cause(cells: list[CellResult], check: CellResult) -> CellResult:
    """The first cell that failed among the task's own answers and the cells that belong to no task."""
    above = cells[: cells.index(check)]
    failed = [cell for cell in above if not cell.passed and cell.role != "check"]
    related = [cell for cell in failed if cell.task in (check.task, "")]
    return related[0] if related else check
