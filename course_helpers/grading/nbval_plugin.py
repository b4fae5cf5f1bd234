"""The course's part of pytest: pyproject.toml loads it with `-p`, before nbval.

It adds `--lesson NN`, puts what takes longest first when the tests run in parallel, keeps a notebook's cells
together, and writes what each cell of a notebook earned into its report (see points.py). How notebooks run
is in nbval_cells.py, which is imported only when pytest is asked for notebooks.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from course_helpers.grading.nbval_cells import CourseCell

# nbformat's validator imports this package if it is there, for a check that notebooks do not use: 2 seconds.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

NBVAL_TIMEOUT = 2000  # nbval's own default for a cell, in seconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("course").addoption(
        "--lesson", metavar="NN", help="only this lesson's notebooks and the tests that are marked for it"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    # xdist's own default hands the cells of one notebook to several processes.
    if _runs_notebooks(config) and getattr(config.option, "dist", "no") in ("load", "worksteal"):
        config.option.dist = "loadfile"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "lesson(number): belongs to one lesson, as in lesson('01')")
    config.addinivalue_line("markers", "kernels: starts Jupyter kernels, so its file is run early")
    if not _runs_notebooks(config):
        return
    from course_helpers.notebooks import CELL_TIMEOUT

    if config.option.nbval_cell_timeout == NBVAL_TIMEOUT:
        config.option.nbval_cell_timeout = CELL_TIMEOUT


def _runs_notebooks(config: pytest.Config) -> bool:
    return bool(getattr(config.option, "nbval", False) or getattr(config.option, "nbval_lax", False))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    collectors = yield
    if not _runs_notebooks(parent.config) or file_path.suffix != ".ipynb":
        return collectors
    from course_helpers.grading.nbval_cells import in_place_of

    return [in_place_of(collector) for collector in collectors]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if lesson := config.getoption("lesson"):
        dropped = [item for item in items if not _belongs(item, str(lesson).zfill(2))]
        items[:] = [item for item in items if _belongs(item, str(lesson).zfill(2))]
        if dropped:
            config.hook.pytest_deselected(items=dropped)
    if hasattr(config, "workerinput"):  # one of xdist's processes
        _slow_files_first(items)


def _belongs(item: pytest.Item, lesson: str) -> bool:
    if item.path.suffix == ".ipynb":
        return item.path.name.startswith(f"{lesson}_")
    return any(lesson in mark.args for mark in item.iter_markers("lesson"))


def _slow_files_first(items: list[pytest.Item]) -> None:
    """A file that is begun last and takes long is waited for by everything else."""
    counts = Counter(item.path for item in items)
    slow = {item.path for item in items if item.path.suffix == ".ipynb" or item.get_closest_marker("kernels")}
    items.sort(key=lambda item: (item.path not in slow, -counts[item.path], str(item.path)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if hasattr(item, "result_of_cell") and (report.when == "call" or report.failed):
        cell: CourseCell = item  # type: ignore[assignment]
        properties: dict[str, Any] = cell.result_of_cell(report, call.excinfo)
        report.user_properties.append(("course", properties))
    return report
