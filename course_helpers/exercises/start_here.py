"""The warm-up of lesson 00: a task to try a check and its hints on. It earns nothing and is not graded."""

from __future__ import annotations

from random import Random
from typing import Any

from course_helpers.exercises.task import Incorrect, Task, call, described, not_begun


def examine_warm_up(ask: Any, random: Random) -> str:
    text = call(ask)
    if text is None:
        raise not_begun("ask")
    if not isinstance(text, str):
        raise Incorrect(f"ask returned {described(text)}; expected a text, a str.")
    if "?" not in text:
        raise Incorrect(f"ask returned {described(text)}; expected a text with a question in it.")
    return f"ask returned a question: {described(text)}."


warm_up = Task(
    number="0.1",
    lesson="00_start_here",
    points=0,
    examine=examine_warm_up,
    hints=(
        "What tells a question from a statement, in writing?",
        "It is one sign, at the end.",
        'Return any text that ends with "?".',
    ),
)
