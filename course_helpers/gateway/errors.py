"""Errors in the shape that OpenAI's API gives them, so that clients raise what they raise in production."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse


class ApiError(Exception):
    """A refusal: the message, the parameter that it is about, OpenAI's code, and the HTTP status."""

    def __init__(self, message: str, *, param: str | None = None, code: str | None = None, status: int = 400):
        super().__init__(message)
        self.param, self.code, self.status = param, code, status

    def body(self) -> dict[str, Any]:
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        return {"error": {"message": str(self), "type": kind, "param": self.param, "code": self.code}}

    def response(self) -> JSONResponse:
        return JSONResponse(self.body(), status_code=self.status)


def too_long(window: int, prompt: int, reserved: int) -> ApiError:
    """What OpenAI answers when the prompt, and the reply that was asked for, do not fit the window.

    All in tokens. LangChain tells its context-overflow error by the words and the code.
    """
    needed = f"Your messages resulted in {prompt + reserved} tokens"
    if reserved:
        needed = f"{needed} ({prompt} in the messages, {reserved} in the completion)"
    return ApiError(
        f"Input tokens exceed the configured limit of {window} tokens. {needed}. "
        "Please reduce the length of the messages.",
        param="messages",
        code="context_length_exceeded",
    )
