"""solutions -> exercises: the same notebook without answers and outputs.

In an answer cell of a solution the lines between `# BEGIN SOLUTION` and `# END SOLUTION` are the answer. The
lines after `# STARTER`, each behind a `# `, are what the learner gets in its place; without them it is the
one line `# your code`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from course_helpers import notebooks
from course_helpers.errors import CourseError
from course_helpers.grading import changes
from course_helpers.paths import EXERCISES, ROOT, SOLUTIONS

YOUR_CODE = "# your code"
_MARKER = re.compile(r"[ \t]*#[ \t]*(BEGIN SOLUTION|STARTER|END SOLUTION)[ \t]*")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Malformed(Exception):
    """What is wrong with a cell. The caller knows which cell it is."""


def exercise(solution: NotebookNode, name: str) -> NotebookNode:
    """The exercise that a solution gives, in the normal form, and without outputs.

    name: how an error calls the solution, "solutions/01_stateless_calls.ipynb". Raises CourseError, naming
    the cell, for markers that do not pair up, and for a task that is not complete.
    """
    check_solution(solution, name)
    starter = notebooks.normalise(solution)
    starter.metadata.course.kind = "exercise"
    for cell in starter.cells:
        if cell.cell_type != "code":
            continue
        cell.outputs, cell.execution_count = [], None
        try:
            if role(cell) == "answer":
                cell.source = starter_source(cell.source)
            elif any(_MARKER.fullmatch(line) for line in cell.source.splitlines()):
                raise _Malformed("has a SOLUTION or STARTER line and is no answer cell")
        except _Malformed as error:
            raise CourseError(f"{name}, cell {cell.id}: {error}.") from None
    return starter


def role(cell: NotebookNode) -> str | None:
    """ "answer", "check" or None."""
    course = cell.metadata.get("course")
    found = course.get("role") if isinstance(course, dict) else None
    return found if found in ("answer", "check") and cell.cell_type == "code" else None


def starter_source(source: str) -> str:
    """What a learner gets of an answer cell."""
    lines: list[str] = []
    region: str | None = None  # the marker that was read last, inside a region
    indent, starter, answer, regions = "", list[str](), list[str](), 0
    for line in source.splitlines():
        marker = match[1] if (match := _MARKER.fullmatch(line)) else None
        if marker is None and region is None:
            lines.append(line)
        elif marker is None:
            (starter if region == "STARTER" else answer).append(line)
        elif marker == "BEGIN SOLUTION":
            if region is not None:
                raise _Malformed("has a second BEGIN SOLUTION before END SOLUTION")
            region, starter, answer = marker, [], []
            indent = line[: len(line) - len(line.lstrip())]
        elif region is None:
            raise _Malformed(f"has {marker} without BEGIN SOLUTION before it")
        elif marker == region:
            raise _Malformed("has STARTER twice in one region")
        elif marker == "STARTER":
            region = marker
        else:
            if not any(line.strip() for line in answer):
                raise _Malformed("has a region without a solution in it")
            lines += list(_uncommented(starter, indent)) if region == "STARTER" else [indent + YOUR_CODE]
            region, regions = None, regions + 1
    if region is not None:
        raise _Malformed("has BEGIN SOLUTION without END SOLUTION")
    if not regions:
        raise _Malformed("is an answer cell and has no BEGIN SOLUTION: all of it would be given away")
    return _valid("\n".join(lines))


def _uncommented(starter: list[str], indent: str) -> Iterator[str]:
    if not starter:
        raise _Malformed("has nothing after STARTER; leave that line out for a plain `# your code`")
    for line in starter:
        if not line.strip():
            yield ""
        elif not line.startswith(indent + "#"):
            raise _Malformed(f"has a line after STARTER that is not a comment at its indent: {line.strip()}")
        else:
            text = line.removeprefix(indent + "#").removeprefix(" ")
            yield indent + text if text else ""


def _valid(source: str) -> str:
    # A function whose only line is `# your code` is no Python.
    from IPython.core.inputtransformer2 import TransformerManager

    try:
        code = TransformerManager().transform_cell(source)
        compile(code, "starter", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)
    except SyntaxError as error:
        raise _Malformed(f"gives a starter that is no Python ({error.msg}): add STARTER lines") from None
    return source


def check_solution(solution: NotebookNode, name: str) -> None:
    """Raise CourseError unless the solution is one that can be released and graded.

    Every task needs an answer cell and, after it, one check cell with points; every cell an id of its own.
    """
    if solution.metadata.get("course", {}).get("kind") != "solution":
        raise CourseError(f'{name}: its metadata must hold "course": {{"kind": "solution"}}.')
    ids = [cell.get("id") for cell in solution.cells]
    for cell_id in ids:
        if cell_id is None or not _SLUG.fullmatch(cell_id):
            raise CourseError(f"{name}: {cell_id!r} is no cell id. Give the cell one like answer-1-1.")
        if ids.count(cell_id) > 1:
            raise CourseError(f"{name}: two cells have the id {cell_id}. Give each one of its own.")
    answered: set[str] = set()
    checked: set[str] = set()
    for cell in solution.cells:
        if role(cell) is None:
            continue
        course, where = cell.metadata.course, f"{name}, cell {cell.id}"
        task = course.get("task")
        lesson = Path(name).name[:2]
        if not isinstance(task, str) or not re.fullmatch(rf"0*{lesson.lstrip('0') or 0}\.[1-9]\d*", task):
            raise CourseError(f"{where}: its task is {task!r}; in this notebook it is {int(lesson)}.1 or so.")
        if course.role == "answer":
            if task in checked:
                raise CourseError(f"{where}: the answer to task {task} stands after its check.")
            answered.add(task)
            continue
        if task in checked:
            raise CourseError(f"{where}: task {task} has two check cells. Keep one.")
        points = course.get("points")
        if not isinstance(points, int) or isinstance(points, bool) or points < 1:
            raise CourseError(f'{where}: "points" must be a whole number from 1; it is {points!r}.')
        if task not in answered:
            raise CourseError(f"{where}: task {task} has no answer cell before its check.")
        checked.add(task)
    for task in sorted(answered - checked):
        raise CourseError(f"{name}: task {task} has an answer cell and no check cell.")
    if not checked:
        raise CourseError(f"{name}: it has no task. A task is an answer cell and a check cell.")


def drift(solution: Path, exercise_file: Path) -> str | None:
    """Where an exercise differs from what its solution gives, in one line; None if it does not."""
    name = f"{exercise_file.parent.name}/{exercise_file.name}"
    wanted = exercise(notebooks.read(solution), f"{solution.parent.name}/{solution.name}")
    if not exercise_file.exists():
        return f"{name} is missing"
    if exercise_file.read_bytes() == notebooks.dumps(wanted).encode():
        return None
    found = notebooks.read(exercise_file)
    wanted_ids, found_ids = [c.id for c in wanted.cells], [c.get("id") for c in found.cells]
    for missing in [cell_id for cell_id in wanted_ids if cell_id not in found_ids]:
        return f"{name}: cell {missing} is missing"
    for extra in [cell_id for cell_id in found_ids if cell_id not in wanted_ids]:
        return f"{name}: cell {extra} is not in the solution"
    if wanted_ids != found_ids:
        moved = next(a for a, b in zip(found_ids, wanted_ids, strict=False) if a != b)
        return f"{name}: cell {moved} stands in another place"
    for expected, cell in zip(wanted.cells, found.cells, strict=True):
        if expected != cell:
            part = next(key for key in {**expected, **cell} if expected.get(key) != cell.get(key))
            return f"{name}: cell {cell.id} has another {part.replace('_', ' ')}"
    return f"{name}: not in the form that release writes"


def pairs(lesson: str | None = None) -> list[tuple[Path, Path]]:
    """Each solution and where its exercise belongs. Raises CourseError if there is none."""
    from course_helpers.lessons import lesson_file, lessons

    files = [lesson_file(SOLUTIONS, number) for number in ([lesson] if lesson else lessons(SOLUTIONS))]
    if not files:
        raise CourseError("The folder solutions holds no notebook. Restore it: git restore solutions")
    return [(file, EXERCISES / file.name) for file in files]


def all_drift(lesson: str | None = None, ignored: frozenset[Path] = frozenset()) -> list[str]:
    """Every difference between solutions/ and exercises/, one line each. ignored: exercises to leave out."""
    found = [
        line
        for solution, file in pairs(lesson)
        if file.resolve() not in ignored and (line := drift(solution, file)) is not None
    ]
    if lesson is None:
        known = {file for _, file in pairs()}
        strangers = [file for file in sorted(EXERCISES.glob("*.ipynb")) if file not in known]
        found += [f"exercises/{f.name} has no solution" for f in strangers if f.resolve() not in ignored]
    return found


def release(solution: Path, exercise_file: Path, root: Path = ROOT) -> bool:
    """Write a solution's exercise. Returns whether the file has changed.

    Raises CourseError, and writes nothing, if the exercise holds somebody's answers: an answer cell that is
    neither the starter nor what the last commit has. A file that git keeps, and that no commit has yet, is
    its author's.
    """
    wanted = exercise(notebooks.read(solution), f"{solution.parent.name}/{solution.name}")
    if exercise_file.exists():
        name = f"{exercise_file.parent.name}/{exercise_file.name}"
        if cells := _own_answers(notebooks.read(exercise_file), wanted, exercise_file, root):
            raise CourseError(
                f"{name} holds answers of yours ({', '.join(cells)}), and release would overwrite them. "
                f"Copy your work away, or: git restore {name}"
            )
    exercise_file.parent.mkdir(exist_ok=True)
    return notebooks.write(wanted, exercise_file)


def _own_answers(found: NotebookNode, wanted: NotebookNode, file: Path, root: Path) -> list[str]:
    starters = _answers(wanted)
    old: dict[str, str] = {}
    if changes.in_repository(root):
        text = changes.committed(file, root)
        if text is None:
            return []
        old = _answers(notebooks.parse(text, file.name))
    return [
        cell_id
        for cell_id, source in _answers(found).items()
        if source.strip() not in (starters.get(cell_id, "").strip(), old.get(cell_id, "").strip())
    ]


def _answers(notebook: NotebookNode) -> dict[str, str]:
    return {str(cell.get("id")): cell.source for cell in notebook.cells if role(cell) == "answer"}
