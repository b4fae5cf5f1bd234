"""What a lesson's first cell calls, and what it looks at afterwards."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager

from course_helpers.errors import CourseError
from course_helpers.gateway import offline_model
from course_helpers.gateway.log import Request
from course_helpers.gateway.server import HOST, Gateway

# A value that a learner's shell may hold, and that would lead a client past the gateway.
MISLEADING = ("OPENAI_API_BASE", "OPENAI_PROXY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID")

_gateway: Gateway | None = None


def start() -> None:
    """Start the course's model and point OpenAI clients in this process at it.

    Sets OPENAI_BASE_URL and OPENAI_API_KEY, so that `ChatOpenAI(model="gpt-4o-mini")` talks to a server on
    this machine. A key of your own is neither read nor used. Calling it again does no harm.
    """
    global _gateway
    if _gateway is None or not _gateway.running:
        _gateway = Gateway(offline_model.reply)
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
    print("Model: offline (rules that read, not a language model). No key, no network.")


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


def recorded() -> AbstractContextManager[list[Request]]:
    """`with recorded() as calls:` collects every request that is made inside the block, oldest first."""
    return gateway().log.recorded()
