"""A learner's answers in a pristine exercise.

What is graded is the exercise that the solution gives, with nothing of the learner's notebook in it but the
answer cells. An edited, skipped or deleted check has no effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from nbformat import NotebookNode

from course_helpers.grading.release import exercise, role

_DEFINITION = re.compile(r"^def (\w+)\(", re.MULTILINE)


@dataclass(frozen=True)
class Composed:
    """notebook: what to run. begun: whether an answer differs from its starter. notes: a line for each answer
    cell that was not there exactly once."""

    notebook: NotebookNode
    begun: bool
    notes: list[str]


def compose(solution: NotebookNode, name: str, learners: NotebookNode) -> Composed:
    """The solution's exercise with the learner's answer cells. name: how an error calls the solution.

    An answer cell is found by its id, and so is a copy of it by its role and task. Several are run one after
    the other, as Run All does. Where there is none, the starter is left.
    """
    notebook, begun, notes = exercise(solution, name), False, list[str]()
    for cell in notebook.cells:
        if role(cell) != "answer":
            continue
        alone = sum(
            role(c) == "answer" and c.metadata.course.task == cell.metadata.course.task
            for c in notebook.cells
        )
        found = [own for own in learners.cells if _is_answer(own, cell, by_task=alone == 1)]
        sources = [own.source for own in found if own.cell_type == "code"]
        if sources:
            begun |= "\n\n".join(sources).strip() != cell.source.strip()
            cell.source = "\n\n".join(sources)
        if len(sources) > 1:
            notes.append(
                f"Cell {cell.id} is there {len(sources)} times; they were run one after the other. "
                "If one is an old copy, delete it."
            )
        elif not sources and found:
            notes.append(
                f"Cell {cell.id} is no code cell any more; the starter was graded in its place. Make it one "
                "again: click it, then choose Code in the bar above the notebook."
            )
        elif not sources:
            file = f"exercises/{name.rpartition('/')[2]}"
            notes.append(
                f"Cell {cell.id} is missing; the starter was graded in its place. To bring it back, copy "
                f"your answers of this exercise away and run: git restore {file}"
            )
    notes += [
        f"`{name}` is also defined in a cell that is not graded; only the task's own cell counts."
        for name in _defined_elsewhere(notebook, learners)
    ]
    return Composed(notebook, begun, notes)


def _defined_elsewhere(notebook: NotebookNode, learners: NotebookNode) -> list[str]:
    """The functions of answer cells that the learner also defines in cells of their own."""
    graded = {cell.id for cell in notebook.cells}
    own = "\n".join(
        cell.source
        for cell in learners.cells
        if cell.cell_type == "code" and cell.get("id") not in graded and "course" not in cell.metadata
    )
    asked = [
        name for cell in notebook.cells if role(cell) == "answer" for name in _DEFINITION.findall(cell.source)
    ]
    return sorted({name for name in asked if name in _DEFINITION.findall(own)})


def _is_answer(own: NotebookNode, cell: NotebookNode, by_task: bool) -> bool:
    if own.get("id") == cell.id:
        return True
    course = own.metadata.get("course")
    # JupyterLab gives a copied cell, and one half of a split one, a new id and leaves its metadata.
    return by_task and isinstance(course, dict) and dict(course) == dict(cell.metadata.course)
