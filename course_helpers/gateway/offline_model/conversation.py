"""The request, as the rules see it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from course_helpers.gateway.protocol import Message

SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+|\n+")
ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|approx|e\.g|i\.e)\.$", re.IGNORECASE)
QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^'\n]{3,}?'(?!\w)")
CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
FORWARDED = re.compile(
    r"^[-\s>]*(?:(?:begin )?forwarded message|original message|from: ).*",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
QUOTED_LINE = re.compile(r"^\s*(?:>|\|).*$", re.MULTILINE)
# What follows is a text that the person passes on, not what they say.
PASSED_ON = re.compile(
    r"(?:\b(?:e-?mail|mail|letter|article|text|document|page|review|post|comment|transcript|log|file|"
    r"excerpt|paragraph|story|poem|script|ticket|readme|website|chat|essay|quote|memo|pdf)\b[^.!?\n:]{0,60}"
    r"|\b(?:translate|proofread|rewrite|rephrase|summari[sz]e|paraphrase|correct|classify|spell-?check|"
    r"says|said|wrote|writes|reads|read|replied|goes)\b[^.!?\n:]{0,60}"
    r"|-{3,}\s*(?:forwarded|original)[^\n]*):(?=\s+(?:\S+\s+){3}).*",
    re.IGNORECASE | re.DOTALL,
)


APOSTROPHED = {
    "im": "I'm", "ive": "I've", "dont": "don't", "cant": "can't", "doesnt": "doesn't", "isnt": "isn't", "whats": "what's",
    "wheres": "where's", "whos": "who's", "hows": "how's", "whens": "when's", "didnt": "didn't", "thats": "that's",
}  # fmt: skip
UNAPOSTROPHED = re.compile(rf"(?<![\w'@./-])(?:{'|'.join(APOSTROPHED)})(?![\w'@./-])", re.IGNORECASE)


# A talk written out in one message, to be continued after its last line. Where no one speaks, a line goes on.
SPEAKER = re.compile(r"^(Human|AI): ?", re.MULTILINE)
TO_BE_CONTINUED = re.compile(r"^Human: .*^AI:\s*\Z", re.MULTILINE | re.DOTALL)
ROLES = {"Human": "user", "AI": "assistant"}

LONGEST_TEXT = 60_000  # characters of a message that are read: what is longer is a document, not talk
LONGEST_SENTENCE = 600  # characters; no rule reads a longer one


@dataclass(frozen=True)
class Conversation:
    messages: list[Message]  # oldest first, never empty

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Conversation:
        """messages: those of a request, oldest first."""
        read = [replace(message, text=plain(message.text)) for message in messages]
        return cls([one for message in read for one in unfolded(message)])

    @cached_property
    def question(self) -> str:
        """What the newest user message says, '' if there is none."""
        return next((message.text for message in reversed(self.messages) if message.role == "user"), "")

    @cached_property
    def before_question(self) -> list[Message]:
        """Everything that stands before the newest user message."""
        positions = [index for index, message in enumerate(self.messages) if message.role == "user"]
        return self.messages[: positions[-1]] if positions else self.messages

    @property
    def last_answer(self) -> str | None:
        """What the assistant said last before the question, None if it has not spoken."""
        texts = (m.text for m in reversed(self.before_question) if m.role == "assistant" and m.text)
        return next(texts, None)

    @property
    def instructions(self) -> str:
        """The system messages, joined."""
        return "\n".join(message.text for message in self.messages if message.role == "system")

    def said_by(self, role: str) -> list[str]:
        """The texts of one role before the newest user message, oldest first."""
        return [message.text for message in self.before_question if message.role == role and message.text]


def unfolded(message: Message) -> list[Message]:
    """A message that writes a talk out ("Human: Hello.\\nAI: ...") and ends with "AI:", as the messages of it.

    What stands before the talk are instructions. Any other message is left as it is.
    """
    if message.role != "user" or not TO_BE_CONTINUED.search(message.text):
        return [message]
    before, *parts = SPEAKER.split(message.text)
    spoken = zip((ROLES[name] for name in parts[::2]), parts[1::2], strict=True)
    talk = [replace(message, role=role, text=text.strip()) for role, text in [("system", before), *spoken]]
    return [one for one in talk if one.text]


def plain(text: str) -> str:
    """The text with one apostrophe, so that no rule has to look for two, and none left out: "im", "whats"."""
    text = text[:LONGEST_TEXT]
    return UNAPOSTROPHED.sub(lambda match: APOSTROPHED[match[0].lower()], text.replace("’", "'")).strip()


@lru_cache(maxsize=20_000)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text; a line ends one too. What is too long to be one is left out."""
    found: list[str] = []
    for part in SENTENCE_END.split(text):
        part = part.strip()
        if not part or len(part) > LONGEST_SENTENCE:
            continue
        if found and ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return tuple(found)


def without_quotes(text: str) -> str:
    """The text without what it quotes: somebody else's words are not the speaker's own."""
    return QUOTED.sub(" ", text)


@lru_cache(maxsize=20_000)
def own_words(text: str) -> str:
    """What the speaker says in their own words: no code, no quotes, no text that they pass on."""
    text = FORWARDED.sub("", QUOTED_LINE.sub("", CODE.sub(" ", text)))
    text = PASSED_ON.sub(".", without_quotes(text))
    return text.strip()
