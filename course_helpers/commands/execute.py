"""execute: run lessons and solutions, and save their outputs in the form that is committed."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from course_helpers import notebooks
from course_helpers.errors import CourseError
from course_helpers.grading.processors import workers
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import NOTEBOOKS, SOLUTIONS


def run(args: argparse.Namespace) -> int:
    """Run the notebooks, several at once. Returns 2 if one failed: it is named and left as it was."""
    files = [
        lesson_file(folder, number)
        for folder in (NOTEBOOKS, SOLUTIONS)
        for number in lessons(folder)
        if args.lesson in (None, number)
    ]
    if not files:
        raise CourseError(f"No notebook to run for lesson {args.lesson}. There is: {', '.join(lessons())}.")
    with ThreadPoolExecutor(workers()) as pool:
        outcomes = list(pool.map(_execute, files))
    for line, _ in outcomes:
        print(line)
    return 0 if all(done for _, done in outcomes) else 2


def _execute(path: Path) -> tuple[str, bool]:
    started, name = perf_counter(), f"{path.parent.name}/{path.name}"
    try:
        changed = notebooks.execute(path)
    except CourseError as error:
        return f"✗ {error}", False
    return f"✓ {name}: {'written' if changed else 'unchanged'} ({perf_counter() - started:.1f} s)", True
