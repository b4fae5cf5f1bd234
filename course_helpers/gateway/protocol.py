"""A chat request and its answer, as the rest of the gateway sees them: OpenAI's JSON, checked and typed.

parsing makes a ChatRequest of a body; a model makes an Answer of a ChatRequest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """A call that the model asks for. id is given by the gateway when the answer is sent; '' until then."""

    name: str
    arguments: dict[str, Any]
    id: str = ""


@dataclass(frozen=True)
class Message:
    """role: "system", "user", "assistant" or "tool". "developer" counts as "system".

    text: the content, its parts joined; '' for none. name: who speaks, '' if it was not said.
    tool_calls: what an assistant message asked for. tool_call_id: what a tool message answers.
    """

    role: str
    text: str
    name: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True)
class Tool:
    """A function that the client offers. parameters: its JSON schema."""

    name: str
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ChatRequest:
    """A request for one answer.

    messages: oldest first, never empty. tools: what may be called.
    tool_choice: "auto", "none" or "required"; force: the one tool that has to be called, '' for any.
    parallel: whether one answer may hold several calls.
    schema: the JSON schema that the answer has to fill, None for free text.
    json_object: whether any JSON object will do.
    """

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    tool_choice: str = "auto"
    force: str = ""
    parallel: bool = True
    schema: dict[str, Any] | None = None
    json_object: bool = False


@dataclass(frozen=True)
class Answer:
    """What a model says: a text, or calls of tools, or both."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()


Model = Callable[[ChatRequest], Answer]
