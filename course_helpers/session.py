"""What a lesson's first cell calls, and what it looks at afterwards."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager

from course_helpers.errors import CourseError
from course_helpers.gateway import live, offline_model
from course_helpers.gateway.log import Request
from course_helpers.gateway.price import Price, price_of
from course_helpers.gateway.server import HOST, Gateway
from course_helpers.gateway.upstream import Upstream

# A value that a learner's shell may hold, and that would lead a client past the gateway.
MISLEADING = ("OPENAI_API_BASE", "OPENAI_PROXY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID")

_gateway: Gateway | None = None
_price: Price | None = None


def start(
    context_window: int | None = None, price: Price | tuple[float, ...] | list[float] | None = None
) -> None:
    """Start the course's model and point OpenAI clients in this process at it.

    Sets OPENAI_BASE_URL and OPENAI_API_KEY, so that `ChatOpenAI(model="gpt-4o-mini")` talks to a server on
    this machine. A key of your own is neither read nor used. Calling it again does no harm: the settings are
    those of the newest call.

    context_window: the most tokens of prompt and reply together, as a model has; None for no limit.
    price: dollars for a million tokens of prompt and reply, and of cached prompt as a third; see dollars().
    With COURSE_MODEL set a real model answers (see gateway/live.py). Raises CourseError for a setting that
    cannot work.
    """
    global _gateway, _price
    _check_window(context_window)
    _price = None if price is None else price_of(price)
    upstream = live.upstream()
    if _gateway is None or not _gateway.running:
        _gateway = Gateway(offline_model.answer)
    _gateway.service.upstream, _gateway.service.window = upstream, context_window
    for name in MISLEADING:
        os.environ.pop(name, None)
    os.environ["OPENAI_BASE_URL"] = _gateway.url
    os.environ["OPENAI_API_KEY"] = _gateway.key
    # A proxy must not see calls to this machine, and no trace of a lesson leaves it.
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host]
        os.environ[name] = ",".join(dict.fromkeys([*hosts, HOST, "localhost"]))
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
        os.environ[name] = "false"
    print(_line(upstream, context_window, _price))


def _check_window(window: object) -> None:
    if window is None or (isinstance(window, int) and not isinstance(window, bool) and window > 0):
        return
    raise CourseError(f"context_window={window!r} is no number of tokens. Give a whole number such as 2048.")


def _line(upstream: Upstream | None, window: int | None, price: Price | None) -> str:
    """The one line that start() prints: the same in every run with the same settings."""
    if upstream is None:
        said = ["Model: offline (rules that read, not a language model)."]
    else:
        said = [f"Model: live ({live.shown(upstream)})."]
    if window:
        said.append(f"Window: {window:,} tokens.")
    if price:
        said.append(f"Price: {price}.")
    said.append("No key, no network." if upstream is None else "Each call is sent there and may cost money.")
    return " ".join(said)


def dollars(request: Request) -> float:
    """What a request cost at the price that was given to start(). Raises CourseError if none was."""
    if _price is None:
        raise CourseError("No price is known. Give one: course_helpers.start(price=(0.15, 0.60)).")
    return _price.dollars(request)


def gateway() -> Gateway:
    """The running gateway. Raises CourseError before start()."""
    if _gateway is None:
        raise CourseError("No model is running yet. Run the cell with course_helpers.start() first.")
    return _gateway


def last_request() -> Request:
    """The newest request that reached the model: its `.messages` are what the model saw.

    Raises CourseError before start() and before the first call.
    """
    request = gateway().log.last()
    if request is None:
        raise CourseError("The model has not been called yet. Call model.invoke(...) first.")
    return request


def requests() -> list[Request]:
    """The requests that reached the model since start(), oldest first; none before start()."""
    return [] if _gateway is None else _gateway.log.all()


def context_window() -> int | None:
    """The window that was given to start(), in tokens."""
    return None if _gateway is None else _gateway.service.window


def recorded() -> AbstractContextManager[list[Request]]:
    """`with recorded() as calls:` collects every request that is made inside the block, oldest first."""
    return gateway().log.recorded()
