"""Failures that a lesson or a check can count on: a service that is down, two runs that overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

from langchain_core.messages import HumanMessage

PATIENCE = 1.0  # seconds that a run waits for another one


class Service:
    """Something that a node depends on. The node calls needed(); the lesson says how that goes.

    name: what the error says, "the provider".
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._down = False

    def needed(self) -> None:
        """Returns at once. Raises ConnectionError while the service is down."""
        if self._down:
            raise ConnectionError(f"{self.name} is down")

    @contextmanager
    def down(self) -> Iterator[None]:
        """`with service.down():` every call inside the block raises ConnectionError."""
        self._down = True
        try:
            yield
        finally:
            self._down = False


@contextmanager
def overlap(app: Any) -> Iterator[None]:
    """`with overlap(app):` two runs read their thread before either goes on to write.

    app: a compiled graph with a checkpointer. A run that no other one joins goes on alone after PATIENCE.
    """
    saver, meeting = app.checkpointer, Barrier(2)
    read = saver.get_tuple

    def read_and_wait(config: Any) -> Any:
        found = read(config)
        with suppress(BrokenBarrierError):
            meeting.wait(PATIENCE)
        return found

    saver.get_tuple = read_and_wait
    try:
        yield
    finally:
        del saver.get_tuple


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
