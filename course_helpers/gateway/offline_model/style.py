"""What a system message may ask of every answer, as far as rules can follow it."""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.conversation import sentences

EVERY = r"(?:every|each|all|your) (?:answers?|replies|reply|responses?|messages?)"
QUOTE = r"[\"“'](?P<text>[^\"”]+?)[\"”'](?=[\s.,;]|$)"
END = re.compile(rf"\b(?:end|finish|close) {EVERY} with {QUOTE}", re.IGNORECASE)
BEGIN = re.compile(rf"\b(?:start|begin|open) {EVERY} with {QUOTE}", re.IGNORECASE)
CAPITALS = re.compile(r"\bin (?:all )?(?:capitals|capital letters|upper ?case|all caps)\b", re.IGNORECASE)
ONE_SENTENCE = re.compile(r"\bin (?:one|a single)(?: short)? sentence\b", re.IGNORECASE)
YOU_ARE = re.compile(r"\byou are (?P<who>[^.!?\n]+)", re.IGNORECASE)


def styled(answer: str, instructions: str) -> str:
    """The answer as the system messages want it. instructions: their text, '' for none."""
    if ONE_SENTENCE.search(instructions):
        answer = next(iter(sentences(answer)), answer)
    if begin := _last(BEGIN, instructions):
        answer = f"{begin['text']} {answer}"
    if end := _last(END, instructions):
        answer = f"{answer} {end['text']}"
    return answer.upper() if CAPITALS.search(instructions) else answer


def identity(instructions: str) -> str | None:
    """ "I am Juno, a guide." for "You are Juno, a guide.", None where no system message says who it is."""
    match = _last(YOU_ARE, instructions)
    return f"I am {match['who'].strip()}." if match else None


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The newest instruction wins."""
    return max(pattern.finditer(text), key=lambda match: match.start(), default=None)
