"""The request, as the rules see it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from course_helpers.gateway.protocol import Message

SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+|\n+")
QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")


@dataclass(frozen=True)
class Conversation:
    messages: list[Message]  # oldest first, never empty

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Conversation:
        """messages: those of a request, oldest first."""
        return cls([replace(message, text=plain(message.text)) for message in messages])

    @property
    def question(self) -> str:
        """What the newest user message says, '' if there is none."""
        return next((message.text for message in reversed(self.messages) if message.role == "user"), "")

    @property
    def before_question(self) -> list[Message]:
        """Everything that stands before the newest user message."""
        positions = [index for index, message in enumerate(self.messages) if message.role == "user"]
        return self.messages[: positions[-1]] if positions else self.messages

    @property
    def last_answer(self) -> str | None:
        """What the assistant said last before the question, None if it has not spoken."""
        return next(
            (message.text for message in reversed(self.before_question) if message.role == "assistant"), None
        )

    @property
    def instructions(self) -> str:
        """The system messages, joined."""
        return "\n".join(message.text for message in self.messages if message.role == "system")


def plain(text: str) -> str:
    """The text with one apostrophe, so that no rule has to look for two."""
    return text.replace("’", "'").strip()


def sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in SENTENCE_END.split(text) if sentence.strip()]


def without_quotes(text: str) -> str:
    """The text without what it quotes: somebody else's words are not the speaker's own."""
    return QUOTED.sub(" ", text)
