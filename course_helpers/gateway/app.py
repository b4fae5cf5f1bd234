"""The gateway's HTTP routes: OpenAI's chat completions, answered by the offline model."""

from __future__ import annotations

import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from course_helpers.gateway import tokens
from course_helpers.gateway.log import Request, RequestLog

Message = dict[str, Any]
Model = Callable[[list[Message]], str]

ROLES = ("system", "developer", "user", "assistant", "tool")
# Refused rather than ignored: a client that asks for these relies on what they do.
UNSUPPORTED = ("tools", "functions", "stop", "logprobs", "audio", "prediction")
CHUNK_TOKENS = 4


class ApiError(Exception):
    """An error in the shape that OpenAI's API gives it."""

    def __init__(self, message: str, *, param: str | None = None, code: str | None = None, status: int = 400):
        super().__init__(message)
        self.param, self.code, self.status = param, code, status

    def response(self) -> JSONResponse:
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        error = {"message": str(self), "type": kind, "param": self.param, "code": self.code}
        return JSONResponse({"error": error}, status_code=self.status)


def create_app(model: Model, log: RequestLog, key: str) -> Starlette:
    """The server: `model` answers, `log` keeps what was asked, `key` is the only bearer token it accepts."""

    async def chat_completions(http: HttpRequest) -> Response:
        authorise(http, key)
        body = parse_body(await http.body())
        messages, limit = body["messages"], reply_limit(body)
        text, finish_reason = cut(answer_of(model, messages), limit)
        usage = usage_of(messages, text)
        log.add(
            Request(
                model=body["model"],
                messages=messages,
                prompt_tokens=usage["prompt_tokens"],
                completion_tokens=usage["completion_tokens"],
                reply=text,
            )
        )
        envelope = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), "model": body["model"]}
        if body.get("stream"):
            events = stream_events(envelope, text, finish_reason, usage)
            return StreamingResponse(events, media_type="text/event-stream")
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}
        return JSONResponse(
            envelope | {"object": "chat.completion", "choices": [choice], "usage": usage},
        )

    async def models(http: HttpRequest) -> Response:
        authorise(http, key)
        card = {"id": "gpt-4o-mini", "object": "model", "created": 0, "owned_by": "course"}
        return JSONResponse({"object": "list", "data": [card]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", chat_completions, methods=["POST"]),
            Route("/v1/models", models, methods=["GET"]),
        ],
        exception_handlers={
            ApiError: lambda _, error: error.response(),
            HTTPException: lambda _, error: unknown_route(error),
        },
    )


def answer_of(model: Model, messages: list[Message]) -> str:
    try:
        return model(messages)
    except Exception as error:
        # Left to the server it would end as a traceback in the learner's notebook.
        raise ApiError(f"The offline model failed: {error!r}. Please report it.", status=500) from error


def unknown_route(error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    message = "The course gateway has no such route. It answers POST /v1/chat/completions and GET /v1/models."
    return ApiError(message, status=status).response()


def authorise(http: HttpRequest, key: str) -> None:
    """Only this session's own clients may call: the key is made anew at each start."""
    sent = http.headers.get("authorization", "")
    if not secrets.compare_digest(sent.encode(), f"Bearer {key}".encode()):
        message = "The course gateway takes the key that start() put into OPENAI_API_KEY. Pass no api_key."
        raise ApiError(message, code="invalid_api_key", status=401)


def parse_body(raw: bytes) -> dict[str, Any]:
    """The request, checked: what is wrong gets a 400 that says so."""
    try:
        body = json.loads(raw)
    except ValueError:
        raise ApiError("We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise ApiError("The body of a request is a JSON object.")
    if not isinstance(body.get("model"), str):
        raise ApiError("you must provide a model parameter", param="model")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise ApiError("'messages' must be a list with at least one message.", param="messages")
    for index, message in enumerate(messages):
        check_message(index, message)
    for name in UNSUPPORTED:
        if body.get(name):
            raise ApiError(
                f"The offline model does not know '{name}'.", param=name, code="unsupported_parameter"
            )
    if body.get("n") not in (None, 1):
        raise ApiError("The offline model gives one answer: 'n' must be 1.", param="n")
    response_format = body.get("response_format")
    if response_format is not None and response_format != {"type": "text"}:
        raise ApiError("The offline model answers in plain text.", param="response_format")
    return body


def check_message(index: int, message: Any) -> None:
    where = f"messages[{index}]"
    if not isinstance(message, dict):
        raise ApiError(f"'{where}' must be an object.", param=where)
    role = message.get("role")
    if role not in ROLES:
        known = ", ".join(ROLES)
        raise ApiError(f"Invalid value: {role!r}. Supported values are: {known}.", param=f"{where}.role")
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    if not all(is_text_part(part) for part in parts):
        problem = f"Invalid value for '{where}.content': expected a string or text parts."
        raise ApiError(problem, param=f"{where}.content")
    if not isinstance(message.get("name", ""), str):
        raise ApiError(f"Invalid type for '{where}.name': expected a string.", param=f"{where}.name")


def is_text_part(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str)


def reply_limit(body: dict[str, Any]) -> int | None:
    """The most tokens that the reply may have, None for no limit. The older name still counts."""
    limit = body.get("max_completion_tokens", body.get("max_tokens"))
    if limit is None:
        return None
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        raise ApiError("Invalid value: the reply needs at least 1 token.", param="max_completion_tokens")
    return limit


def cut(text: str, limit: int | None) -> tuple[str, str]:
    """The text within `limit` tokens, and OpenAI's word for why it ended."""
    ids = tokens.encoding().encode(text, disallowed_special=())
    if limit is None or len(ids) <= limit:
        return text, "stop"
    return tokens.encoding().decode(ids[:limit]), "length"


def usage_of(messages: list[Message], text: str) -> dict[str, int]:
    prompt, completion = tokens.count_messages(messages), tokens.count_text(text)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def stream_events(
    envelope: dict[str, Any], text: str, finish_reason: str, usage: dict[str, int]
) -> Iterator[str]:
    """Server-sent events: the role, the text in pieces, why it ended, the usage.

    The usage always comes: LangChain asks OpenAI for it, but no other address.
    """

    def event(delta: dict[str, str], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return sse(envelope | {"object": "chat.completion.chunk", "choices": [choice]})

    yield event({"role": "assistant", "content": ""})
    for piece in pieces(text):
        yield event({"content": piece})
    yield event({}, finish_reason)
    yield sse(envelope | {"object": "chat.completion.chunk", "choices": [], "usage": usage})
    yield "data: [DONE]\n\n"


def pieces(text: str) -> Iterator[str]:
    """The text in pieces of a few tokens, never cut inside a character."""
    encoding = tokens.encoding()
    ids = encoding.encode(text, disallowed_special=())
    waiting: list[int] = []
    for token in ids:
        waiting.append(token)
        if len(waiting) >= CHUNK_TOKENS and "�" not in (piece := encoding.decode(waiting)):
            yield piece
            waiting = []
    if waiting:
        yield encoding.decode(waiting)


def sse(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data)}\n\n"
