"""Call something that may never end, and give up on it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sized
from threading import Thread
from typing import Any

SECONDS = 2.0  # that a function may think without asking the model


class Endless(Exception):
    """The work was given up. The message says after what."""


class _Stopped(BaseException):
    """Raised inside work that was given up, so that it ends."""


def in_time(
    work: Callable[[], Any], calls: Sized = (), most_calls: int = 1_000, seconds: float = SECONDS
) -> Any:
    """work(), done in a thread of its own: what it returns is returned, what it raises is raised.

    calls: grows with every call of the model that the work makes; see recorded(). Raises Endless when
    `seconds` pass without a new one, or when there are more than `most_calls` of them.
    """
    results: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below, where somebody catches it
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        _wait(thread, calls, most_calls, seconds)
    except BaseException:  # a person's interrupt too
        _stop(thread)
        raise
    if errors:
        raise errors[0]
    return results[0]


def _wait(thread: Thread, calls: Sized, most_calls: int, seconds: float) -> None:
    seen, since = len(calls), time.monotonic()
    while thread.is_alive():
        thread.join(0.02)
        if len(calls) > most_calls:
            raise Endless(f"after {most_calls:,} calls of the model")
        if len(calls) != seen:
            seen, since = len(calls), time.monotonic()
        elif thread.is_alive() and time.monotonic() - since > seconds:
            raise Endless(f"after {seconds:g} seconds")


def _stop(thread: Thread) -> None:
    """Raise _Stopped in the thread: a loop ends with it, and a call that waits ends when it returns."""
    for _ in range(20):  # a bare `except:` in the loop may swallow the first
        if not thread.is_alive():
            return
        identity = ctypes.c_ulong(thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(_Stopped))
        thread.join(0.05)
