"""Which lessons there are, and where the notebooks of each one stand. Standard library only."""

from __future__ import annotations

import re
from pathlib import Path

from course_helpers.errors import CourseError
from course_helpers.paths import NOTEBOOKS

_NAME = re.compile(r"(\d\d)_\w+\.ipynb")


def lessons(folder: Path = NOTEBOOKS) -> list[str]:
    """The numbers of the lessons that have a notebook in the folder, in order: ["01", "02"]."""
    return sorted(_files(folder))


def lesson_file(folder: Path, lesson: str) -> Path:
    """The notebook of one lesson in a folder: notebooks/, exercises/ or solutions/.

    lesson: two digits, "01". Raises CourseError, naming the lessons that do exist, if it has none there.
    """
    files = _files(folder)
    if not files:
        raise CourseError(f"The folder {folder.name} holds no lessons. Restore it: git restore {folder.name}")
    if lesson not in files:
        raise CourseError(f"No lesson {lesson} in {folder.name}. There is: {', '.join(sorted(files))}.")
    return files[lesson]


def _files(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        return {}
    return {match[1]: path for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))}
