"""Which part of a prompt a provider would have cached, by the rules of OpenAI's prompt caching.

A prompt of at least 1,024 tokens gets the part that it shares, from its beginning, with an earlier prompt, in
steps of 128 tokens. Source: OpenAI's guide "Prompt caching". Real caches also forget after some minutes; this
one keeps the newest prompts, so that an output is the same each time.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Any

from course_helpers.gateway import tokens

SHORTEST = 1_024  # tokens
STEP = 128
KEPT = 50_000  # beginnings that are remembered


class PrefixCache:
    """Remembers the beginnings of prompts. Safe to use from several threads."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, None] = OrderedDict()
        self._lock = Lock()

    def cached_tokens(
        self, model: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]], prompt: int
    ) -> int:
        """How many tokens of this prompt's beginning were sent before; remembers the prompt.

        prompt: its tokens in all. Frames and tools are counted a little otherwise here, so it is the bound.
        """
        if prompt < SHORTEST:
            return 0
        ids = tokens.prompt_ids(messages, tools)
        beginnings = list(_beginnings(model, ids))
        shared = 0
        with self._lock:
            for length, digest in beginnings:
                if digest not in self._seen:
                    break
                shared = length
            for _, digest in beginnings:
                self._seen[digest] = None
                self._seen.move_to_end(digest)
            while len(self._seen) > KEPT:
                self._seen.popitem(last=False)
        shared = min(shared, prompt // STEP * STEP)
        return shared if shared >= SHORTEST else 0


def _beginnings(model: str, ids: list[int]) -> list[tuple[int, bytes]]:
    """(length, digest) of the prompt's first 128 tokens, its first 256, …"""
    digest, found = hashlib.sha1(model.encode()), []
    for end in range(STEP, len(ids) + 1, STEP):
        digest.update(b"".join(token.to_bytes(4, "little") for token in ids[end - STEP : end]))
        found.append((end, digest.digest()))
    return found
