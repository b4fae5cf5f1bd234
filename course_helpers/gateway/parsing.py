"""Reads the body of a chat request. What is wrong gets a 400 that says so, as OpenAI's API does."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from course_helpers.gateway.errors import ApiError
from course_helpers.gateway.protocol import ChatRequest, Message, Tool, ToolCall

ROLES = ("system", "developer", "user", "assistant", "tool")
# Refused rather than ignored: a client that asks for these relies on what they do.
UNSUPPORTED = ("functions", "function_call", "logprobs", "audio", "prediction", "web_search_options")
TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
SURROGATE = re.compile("[\ud800-\udfff]")
MOST_STOPS = 4


@dataclass(frozen=True)
class Parsed:
    """A checked request.

    body, messages, tools: as on the wire. request: the same, typed, for the model.
    limit: the most tokens that the reply may have, None for no limit. stop: where to cut it.
    """

    body: dict[str, Any]
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    request: ChatRequest
    stream: bool
    limit: int | None
    stop: tuple[str, ...]

    @property
    def model(self) -> str:
        return str(self.body["model"])


def parse_json(raw: bytes) -> dict[str, Any]:
    """The body as a JSON object. Raises ApiError if it is none."""
    try:
        body = json.loads(raw, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise ApiError("We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise ApiError("The body of a request is a JSON object.")
    # Half a surrogate pair is legal in JSON and cannot be sent back as UTF-8.
    whole: dict[str, Any] = _without_surrogates(body) if b"\\ud" in raw.lower() else body
    if not isinstance(whole.get("model"), str):
        raise ApiError("you must provide a model parameter", param="model")
    return whole


def parse_chat(raw: bytes) -> Parsed:
    """A chat request, checked whole before any of it is used."""
    body = parse_json(raw)
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise ApiError("'messages' must be a list with at least one message.", param="messages")
    typed = tuple(_message(index, message) for index, message in enumerate(messages))
    _check_tool_blocks(typed)
    for name in UNSUPPORTED:
        if body.get(name):
            raise ApiError(
                f"The course's model does not know '{name}'.", param=name, code="unsupported_parameter"
            )
    if body.get("n") not in (None, 1):
        raise ApiError("The course's model gives one answer: 'n' must be 1.", param="n")
    tools = _tools(body)
    tool_choice, force = _tool_choice(body, tools)
    schema, json_object = _response_format(body, messages)
    request = ChatRequest(
        messages=typed,
        tools=tools,
        tool_choice=tool_choice,
        force=force,
        parallel=body.get("parallel_tool_calls") is not False,
        schema=schema,
        json_object=json_object,
    )
    return Parsed(
        body=body,
        messages=messages,
        tools=body.get("tools") or [],
        request=request,
        stream=_flag(body, "stream"),
        limit=_reply_limit(body),
        stop=_stops(body),
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return SURROGATE.sub("?", value)
    if isinstance(value, list):
        return [_without_surrogates(part) for part in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(part) for key, part in value.items()}
    return value


def _message(index: int, message: Any) -> Message:
    where = f"messages.[{index}]"
    if not isinstance(message, dict):
        raise ApiError(f"'{where}' must be an object.", param=where)
    role = message.get("role")
    if role not in ROLES:
        known = ", ".join(ROLES)
        raise ApiError(f"Invalid value: {role!r}. Supported values are: {known}.", param=f"{where}.role")
    if not isinstance(message.get("name", ""), str):
        raise ApiError(f"Invalid type for '{where}.name': expected a string.", param=f"{where}.name")
    calls = _tool_calls(where, message)
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    if content is None and calls:  # a message that only asks for tools
        parts = []
    if not all(_is_text_part(part) for part in parts):
        problem = f"Invalid value for '{where}.content': expected a string or text parts."
        raise ApiError(problem, param=f"{where}.content")
    answers = message.get("tool_call_id", "")
    if role == "tool" and (not isinstance(answers, str) or not answers):
        raise ApiError(f"Missing parameter '{where}.tool_call_id'.", param=f"{where}.tool_call_id")
    return Message(
        role="system" if role == "developer" else role,
        text=" ".join(str(part["text"]) for part in parts),
        name=message.get("name", ""),
        tool_calls=calls,
        tool_call_id=answers if role == "tool" else "",
    )


def _is_text_part(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str)


def _tool_calls(where: str, message: dict[str, Any]) -> tuple[ToolCall, ...]:
    calls = message.get("tool_calls")
    if calls is None:
        return ()
    if message["role"] != "assistant":
        raise ApiError(f"'{where}.tool_calls' is only allowed in a message of the assistant.", param=where)
    if not isinstance(calls, list) or not calls:
        raise ApiError(
            f"Invalid '{where}.tool_calls': expected a list of calls.", param=f"{where}.tool_calls"
        )
    return tuple(_tool_call(f"{where}.tool_calls[{place}]", call) for place, call in enumerate(calls))


def _tool_call(where: str, call: Any) -> ToolCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not (
        isinstance(function, dict)
        and isinstance(call.get("id"), str)
        and isinstance(function.get("name"), str)
        and isinstance(function.get("arguments"), str)
    ):
        problem = (
            f"Invalid '{where}': expected an id and a function with a name and its arguments as a string."
        )
        raise ApiError(problem, param=where)
    try:
        arguments = json.loads(function["arguments"] or "{}")
    except (ValueError, RecursionError):
        arguments = None
    # A model may have written broken JSON. It is part of the history all the same.
    return ToolCall(function["name"], arguments if isinstance(arguments, dict) else {}, call["id"])


def _check_tool_blocks(messages: tuple[Message, ...]) -> None:
    """Every call has its result right after it, and every result its call right before it."""
    open_calls: list[str] = []
    asked_at = 0
    for index, message in enumerate(messages):
        if message.role == "tool":
            if message.tool_call_id not in open_calls:
                raise ApiError(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceding message "
                    "with 'tool_calls'.",
                    param=f"messages.[{index}].role",
                )
            open_calls.remove(message.tool_call_id)
            continue
        _check_answered(open_calls, asked_at)
        open_calls, asked_at = [call.id for call in message.tool_calls], index
    _check_answered(open_calls, asked_at)


def _check_answered(open_calls: list[str], asked_at: int) -> None:
    if open_calls:
        raise ApiError(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            "'tool_call_id'. The following tool_call_ids did not have response messages: "
            + ", ".join(open_calls),
            param=f"messages.[{asked_at}].role",
        )


def _tools(body: dict[str, Any]) -> tuple[Tool, ...]:
    tools = body.get("tools")
    if tools is None:
        return ()
    if not isinstance(tools, list) or not tools:
        raise ApiError("Invalid 'tools': expected a list with at least one tool.", param="tools")
    typed = tuple(_tool(f"tools[{index}]", tool) for index, tool in enumerate(tools))
    names = [tool.name for tool in typed]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ApiError(f"Tool names must be unique: {', '.join(doubled)}.", param="tools")
    return typed


def _tool(where: str, tool: Any) -> Tool:
    function = tool.get("function") if isinstance(tool, dict) and tool.get("type") == "function" else None
    if not isinstance(function, dict):
        raise ApiError(f"Invalid '{where}': the course's model knows tools of type 'function'.", param=where)
    name = function.get("name")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        problem = f"Invalid '{where}.function.name': expected letters, digits, '_' and '-', at most 64."
        raise ApiError(problem, param=f"{where}.function.name")
    description, parameters = function.get("description") or "", function.get("parameters") or {}
    if not isinstance(description, str) or not isinstance(parameters, dict):
        problem = f"Invalid '{where}.function': the description is a string, the parameters a JSON schema."
        raise ApiError(problem, param=f"{where}.function.parameters")
    if parameters.get("type", "object") != "object":
        problem = f"Invalid schema for function '{name}': schema must be of type 'object'."
        raise ApiError(problem, param=f"{where}.function.parameters", code="invalid_function_parameters")
    return Tool(name, description, parameters)


def _tool_choice(body: dict[str, Any], tools: tuple[Tool, ...]) -> tuple[str, str]:
    """("auto", "none" or "required", the name of the one tool that is forced or '')."""
    choice = body.get("tool_choice")
    if choice is None:
        return "auto", ""
    if not tools:
        raise ApiError("'tool_choice' is only allowed when 'tools' are specified.", param="tool_choice")
    if isinstance(choice, str) and choice in ("auto", "none", "required"):
        return choice, ""
    function = choice.get("function") if isinstance(choice, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        raise ApiError(f"Invalid value for 'tool_choice': {choice!r}.", param="tool_choice")
    if name not in [tool.name for tool in tools]:
        raise ApiError(f"Tool choice '{name}' not found in 'tools' parameter.", param="tool_choice")
    return "required", name


def _response_format(body: dict[str, Any], messages: list[Any]) -> tuple[dict[str, Any] | None, bool]:
    """(the JSON schema to fill or None, whether any JSON object will do)."""
    wanted = body.get("response_format")
    kind = wanted.get("type") if isinstance(wanted, dict) else wanted
    if wanted is None or kind == "text":
        return None, False
    if kind == "json_object":
        if "json" not in json.dumps(messages).lower():
            raise ApiError(
                "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
                "'json_object'.",
                param="messages",
            )
        return None, True
    described = wanted.get("json_schema") if isinstance(wanted, dict) and kind == "json_schema" else None
    if not isinstance(described, dict):
        known = "'text', 'json_object' and 'json_schema'"
        raise ApiError(
            f"Invalid value for 'response_format.type': supported are {known}.", param="response_format"
        )
    schema, name = described.get("schema"), described.get("name")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise ApiError("Missing or invalid 'response_format.json_schema.name'.", param="response_format")
    if not isinstance(schema, dict) or schema.get("type") != "object":
        problem = f"Invalid schema for response_format '{name}': schema must be of type 'object'."
        raise ApiError(problem, param="response_format")
    return schema, False


def _flag(body: dict[str, Any], name: str) -> bool:
    value = body.get(name)
    if value not in (None, True, False):
        raise ApiError(f"Invalid type for '{name}': expected a boolean.", param=name)
    return bool(value)


def _reply_limit(body: dict[str, Any]) -> int | None:
    """The newer name goes before the older one."""
    for name in ("max_completion_tokens", "max_tokens"):
        limit = body.get(name)
        if limit is None:
            continue
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
            raise ApiError(f"Invalid value for '{name}': the reply needs at least 1 token.", param=name)
        return limit
    return None


def _stops(body: dict[str, Any]) -> tuple[str, ...]:
    stop = body.get("stop")
    stops = [stop] if isinstance(stop, str) else stop or []
    if (
        not isinstance(stops, list)
        or len(stops) > MOST_STOPS
        or not all(isinstance(text, str) and text for text in stops)
    ):
        raise ApiError(f"Invalid 'stop': expected a text or a list of at most {MOST_STOPS}.", param="stop")
    return tuple(stops)
