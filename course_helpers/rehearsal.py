"""Failures that a lesson or a check can count on: a service that is down, two callers at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

from langchain_core.messages import HumanMessage

PATIENCE = 1.0  # seconds that a caller waits for the other one


class Service:
    """Something that a node depends on. The node calls needed(); the lesson says how that goes.

    name: what the error says, "the provider".
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._down = False
        self._meeting: Barrier | None = None

    def needed(self) -> None:
        """Returns at once, unless the service is down or its callers are held back until they overlap."""
        if self._down:
            raise ConnectionError(f"{self.name} is down")
        if self._meeting is not None:
            with suppress(BrokenBarrierError):
                self._meeting.wait(PATIENCE)

    @contextmanager
    def down(self) -> Iterator[None]:
        """`with service.down():` every call inside the block raises ConnectionError."""
        self._down = True
        try:
            yield
        finally:
            self._down = False

    @contextmanager
    def overlap(self) -> Iterator[None]:
        """`with service.overlap():` the first caller waits for a second, for at most a second of time."""
        self._meeting = Barrier(2)
        try:
            yield
        finally:
            self._meeting = None


def said(text: str) -> dict[str, Any]:
    """The input of a turn in which a person says `text`. The message is a new one each time."""
    return {"messages": [HumanMessage(text)]}


def thread(name: str) -> dict[str, Any]:
    """The config of the thread with this thread_id."""
    return {"configurable": {"thread_id": name}}


def at_once(function: Callable[[Any], Any], *values: Any) -> list[Any]:
    """Call function(value) for all values at the same time, and return the results in the same order."""
    with ThreadPoolExecutor(len(values)) as pool:
        return list(pool.map(function, values))


def error_of(function: Callable[..., Any], *arguments: Any) -> str:
    """What a call raises, in one line. Raises AssertionError if it raises nothing."""
    try:
        function(*arguments)
    except Exception as error:
        first_line = (str(error).splitlines() or [""])[0]
        return f"{type(error).__name__}: {first_line}"
    raise AssertionError("No error was raised; the lesson expects one.")
