"""What the gateway was sent: the truth of the wire, for lessons and checks to look at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

KEPT = 1_000  # requests; older ones are dropped so that a long session does not fill the memory


@dataclass(frozen=True)
class Request:
    """One call of the model, as it arrived.

    messages: exactly what was on the wire, oldest first, each {"role": ..., "content": ...}.
    prompt_tokens, completion_tokens: the usage that the reply reported.
    reply: the text that was sent back, None if the request was refused as too long.
    cached_tokens: how many of the prompt's tokens a provider would have had in its prompt cache.
    tools: the names of the tools that were offered. tool_calls: what the reply asked for, as on the wire.
    approximate: whether the prompt was counted here and not by the model that answered (live mode).
    """

    model: str
    messages: list[dict[str, Any]]
    prompt_tokens: int
    completion_tokens: int
    reply: str | None
    cached_tokens: int = 0
    tools: list[str] = field(default_factory=list)
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    approximate: bool = False


class RequestLog:
    """The newest requests, and lists that grow while a recording is on. Safe to use from several threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._requests: deque[Request] = deque(maxlen=kept)
        self._recordings: list[list[Request]] = []
        self._lock = Lock()

    def add(self, request: Request) -> None:
        with self._lock:
            self._requests.append(request)
            for recording in self._recordings:
                recording.append(request)

    def last(self) -> Request | None:
        """The newest request, None before the first."""
        with self._lock:
            return self._requests[-1] if self._requests else None

    def all(self) -> list[Request]:
        """The requests that are kept, oldest first."""
        with self._lock:
            return list(self._requests)

    @contextmanager
    def recorded(self) -> Iterator[list[Request]]:
        """A list that receives every request made while the block runs."""
        recording: list[Request] = []
        with self._lock:
            self._recordings.append(recording)
        try:
            yield recording
        finally:
            with self._lock:
                # By identity: two recordings that hold the same requests are equal.
                self._recordings = [other for other in self._recordings if other is not recording]
