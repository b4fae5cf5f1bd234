"""A task, and what its check does.

A learner calls three things: task.check(answer), task.hint() and task.solution(). What a check looks at
stands in the lesson's own module, as a function that examines an answer: it returns what it saw if the
answer is right, and raises Incorrect or NotAttempted if it is not.
"""

from __future__ import annotations

import html
import inspect
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from traceback import walk_tb
from typing import Any, Literal

from course_helpers.front_end import somebody_is_there
from course_helpers.patience import Endless, in_time

Kind = Literal["correct", "incorrect", "not attempted"]
MARKS: dict[Kind, str] = {"correct": "✓", "incorrect": "✗", "not attempted": "…"}
COLOURS: dict[Kind, str] = {"correct": "#0072b2", "incorrect": "#d55e00", "not attempted": "#777777"}


class Incorrect(Exception):
    """The answer is wrong. The message says what was seen and what was expected, not the answer."""


class NotAttempted(Exception):
    """There is no answer yet. The message says where to start."""


@dataclass(frozen=True)
class Outcome:
    kind: Kind
    message: str  # one line, with its mark and the task's number


@dataclass
class Task:
    """One task of an exercise.

    number: "1.2". lesson: the notebook's name without its ending. points: for a right answer, there are no
    halves. examine(answer, random): see above; values drawn from `random` are fresh at every check. hints:
    three, the last nearly gives it away.
    """

    number: str
    lesson: str
    points: int
    examine: Callable[[Any, Random], str]
    hints: tuple[str, str, str]
    _shown: int = field(default=0, init=False)

    def check(self, answer: Any) -> None:
        """Show whether the answer is right.

        In a Jupyter front end the result is shown, whatever it is. Everywhere else a wrong or missing answer
        raises AssertionError with the same line, so that nothing that runs a notebook can take it for right.
        """
        outcome = self.outcome(answer, os.environ.get("COURSE_SEED") or secrets.token_hex(8))
        if outcome.kind != "correct" and not somebody_is_there():
            raise AssertionError(outcome.message) from None
        show(outcome)

    def outcome(self, answer: Any, seed: str) -> Outcome:
        """The result of a check, with the fresh values that `seed` gives. Shows nothing, raises nothing."""
        kind: Kind = "correct"
        try:
            message = self.examine(answer, Random(f"{seed} {self.number}"))
        except Incorrect as error:
            kind, message = "incorrect", str(error)
        except NotAttempted as error:
            kind, message = "not attempted", str(error)
        return Outcome(kind, f"{MARKS[kind]} {self.number} {message}")

    def hint(self) -> None:
        """Show the next of three hints; the third again after that."""
        self._shown = min(self._shown + 1, len(self.hints))
        print(f"Hint {self._shown} of {len(self.hints)}: {self.hints[self._shown - 1]}")

    def solution(self) -> None:
        """Say where the solution stands."""
        cell = f"answer-{self.number.replace('.', '-')}"
        print(f"Solved in solutions/{self.lesson}.ipynb, under task {self.number} (cell {cell}).")


def show(outcome: Outcome) -> None:
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        print(outcome.message)
        return
    style = f"border-left: 4px solid {COLOURS[outcome.kind]}; padding: 4px 10px"
    marked_up = f'<div style="{style}">{html.escape(outcome.message)}</div>'
    ipython.display.display({"text/plain": outcome.message, "text/html": marked_up}, raw=True)


def call(function: Any, *arguments: Any) -> Any:
    """Call a learner's function. What it raises becomes one line that names the error and where it is."""
    if not callable(function):
        raise NotAttempted(f"The answer should be a function; it is {described(function)}.")
    try:
        result = function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and odder ones end a kernel, or pass as a traceback
        raise Incorrect(raised(function, error)) from None
    if inspect.iscoroutine(result):
        result.close()
        raise Incorrect(f"{named(function)} is an async function; here it is called like any other. Write def.")
    return result


def patiently(function: Any, *arguments: Any, **limits: Any) -> Any:
    """call(), for an answer that may never come."""
    try:
        return in_time(partial(call, function, *arguments), **limits)
    except Endless as error:
        raise Incorrect(f"{named(function)} was still running {error}. Which loop does not end?") from None


def raised(function: Any, error: BaseException) -> str:
    """What a learner's function raised, in one line, with the line of their cell that did it."""
    code = getattr(function, "__code__", None)
    lines = [
        line
        for frame, line in walk_tb(error.__traceback__)
        if code and frame.f_code.co_filename == code.co_filename
    ]
    where = f" in line {lines[-1]} of your cell" if lines else ""
    first = error.args[0] if error.args else ""  # str() of a KeyError is quoted
    text = first if isinstance(first, str) and first else safely(str, error)
    message = " ".join(line.strip() for line in text.strip().splitlines()[:3])
    return f"{named(function)} raised {type(error).__name__}{where}: {shortened(message, 160)}"


def named(function: Any) -> str:
    """What a message calls a learner's function."""
    return str(getattr(function, "__name__", None) or f"the {type(function).__name__} object")


def not_begun(name: str) -> NotAttempted:
    """For an answer that does nothing yet."""
    return NotAttempted(
        f'{name} still returns None. Fill it in, and end with a return.'
    )


def described(value: Any) -> str:
    """A value with its type, short enough for a message: "the str 'Hello'", "AIMessage(content='Hel…"."""
    name, text = type(value).__name__, safely(repr, value)
    if value is None or text.startswith(name):
        return shortened(text)
    return f"the {name} {shortened(text)}"


def safely(show: Callable[[Any], str], value: Any) -> str:
    """str() or repr() of a learner's object, whose own method may fail."""
    try:
        return " ".join(show(value).split())
    except Exception:
        return "that cannot be shown"


def shortened(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
