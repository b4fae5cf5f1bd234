"""The x-ray as text: what nbval compares, and what any terminal shows."""

from __future__ import annotations

from course_helpers.charts import counted
from course_helpers.xray.layers import XRay


def table(looked: XRay) -> str:
    """Three rows, one a layer; a column more if a text is looked for."""
    rows = [
        ["layer", "holds"],
        ["prompt", prompt(looked)],
        ["live state", state(looked)],
        ["log", log(looked)],
    ]
    if looked.text is not None:
        answers = [repr(looked.text), *map(yes_or_no, (looked.in_prompt, looked.in_state)), stored(looked)]
        rows = [[*row, answer] for row, answer in zip(rows, answers, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join([title(looked), *(line.rstrip() for line in lines)])


def title(looked: XRay) -> str:
    if not looked.turns:
        return f"thread {looked.thread_id}: empty"
    return f"thread {looked.thread_id}, turn {looked.turn} of {looked.turns}"


def prompt(looked: XRay) -> str:
    request = looked.prompt
    if request is None:
        return "not sent since start()"
    said = f"{counted(len(request.messages), 'message')}, {counted(request.prompt_tokens, 'token')}"
    if looked.window:
        said += f" of {looked.window:,}"
    return said + (", refused" if request.reply is None else "")


def state(looked: XRay) -> str:
    return f"{counted(len(looked.state), 'message')}, {counted(looked.state_tokens, 'token')}"


def log(looked: XRay) -> str:
    stored = looked.log
    parts = [(len(stored.versions), "version"), (stored.rows, "row"), (stored.size, "byte")]
    return ", ".join(counted(number, noun) for number, noun in parts)


def stored(looked: XRay) -> str:
    if looked.found is None or not looked.found.rows:
        return "no"
    return f"in {counted(looked.found.versions, 'version')}, {counted(looked.found.rows, 'row')}"


def yes_or_no(holds: bool) -> str:
    return "yes" if holds else "no"
