"""grade: points for the exercises, what the checks say, and what to try next."""

from __future__ import annotations

import argparse
from pathlib import Path

from course_helpers.errors import CourseError
from course_helpers.grading.grade import Submission, advice, grade, report, submission
from course_helpers.grading.release import pairs
from course_helpers.paths import NOTEBOOKS


def run(args: argparse.Namespace) -> int:
    """Grade one exercise, or all that have been begun. Returns 2 if one of them is no notebook any more."""
    found, problems = _submissions(args.lesson)
    # Without --lesson: what is untouched need not run. If all of it is, the first one says where to begin.
    begun = [one for one in found if one.begun or args.lesson] or found[:1]
    if begun:
        what = f"exercises/{begun[0].file.name}" if len(begun) == 1 else f"{len(begun)} exercises"
        print(f"Running {what} …", flush=True)
        grades = grade(begun)
        for one in grades:
            print(f"\n{report(one)}")
        if others := [one.file.name[:2] for one in found if one not in begun]:
            print(f"\nNot begun: {', '.join(others)}.")
        if len(grades) > 1:
            print(f"\nIn all {sum(g.earned for g in grades)} of {sum(g.possible for g in grades)} points.")
        last = next((one for one in grades if one.unsolved), grades[-1])
        print(f"\n{advice(last, _following(last.file))}")
    for problem in problems:
        print(f"✗ {problem}")
    return 2 if problems else 0


def _submissions(lesson: str | None) -> tuple[list[Submission], list[str]]:
    found, problems = [], []
    for solution, file in pairs(lesson):
        try:
            found.append(submission(solution, file))
        except CourseError as error:
            if lesson:
                raise
            problems.append(str(error))
    return found, problems


def _following(file: Path) -> Path | None:
    """The lesson after an exercise's own."""
    later = [path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")) if path.name[:2] > file.name[:2]]
    return later[0] if later else None
