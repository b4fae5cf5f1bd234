"""The offline model on conversations as people have them: mostly right, hardly ever wrong."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "reader"))
from conversations import CONVERSATIONS, UNKNOWN
from free_talk import FREE_TALK

from course_helpers.gateway.offline_model import answer
from course_helpers.gateway.protocol import ChatRequest, Message, ToolCall

HONEST = ("don't know", "I see no", "was sent", "I cannot", "I know nothing", "gives orders")


def request(texts: list[str]) -> ChatRequest:
    messages: list[Message] = []
    for number, text in enumerate(texts):
        kind, _, rest = text.partition(": ")
        if text.startswith("T: "):
            call = f"call_{number}"
            messages.append(Message("assistant", "", tool_calls=(ToolCall("lookup", {}, call),)))
            messages.append(Message("tool", text[3:], tool_call_id=call))
        elif kind in ("A", "S"):
            messages.append(Message("assistant" if kind == "A" else "system", rest))
        else:
            messages.append(Message("user", text))
    return ChatRequest(tuple(messages))


def verdict(said: str, expected: list[str]) -> str:
    """ "right", "missed" (an honest "I don't know") or "wrong"."""
    honest = any(mark in said for mark in HONEST)
    if any(one[1:].lower() in said.lower() for one in expected if one.startswith("!")):
        return "wrong"
    wanted = [one for one in expected if not one.startswith("!")]
    if wanted == [UNKNOWN]:
        return "right" if honest else "wrong"
    if all(any(part.lower() in said.lower() for part in one.split("|")) for one in wanted):
        return "right"
    return "missed" if honest or said == "All right." else "wrong"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [(texts, expected) for _, texts, expected in [*CONVERSATIONS, *FREE_TALK]],
    ids=lambda value: str(value)[:60],
)
def test_is_never_wrong(texts, expected):
    said = answer(request(texts)).text
    assert verdict(said, expected) != "wrong", said


@pytest.mark.parametrize(("conversations", "share"), [(CONVERSATIONS, 0.95), (FREE_TALK, 0.65)])
def test_is_mostly_right(conversations, share):
    verdicts = Counter(verdict(answer(request(texts)).text, expected) for _, texts, expected in conversations)
    assert verdicts["right"] >= share * len(conversations), verdicts


def test_never_mind_takes_nothing_back():
    """People say it to close a thought and ask on in the same breath."""
    said = answer(request(["My name is Sam.", "A: Hello Sam!", "Never mind. What is my name?"])).text
    assert "Sam" in said


def test_reads_a_talk_that_is_written_out_in_one_message():
    def said(texts):
        return answer(request(texts)).text

    talk = "Be brief.\n\nHuman: My name is Ada.\nAI: Hello Ada!\nHuman: {}\nAI:"
    assert said([talk.format("What is my name?")]) == "Your name is Ada."
    assert said([talk.format("I live in Porto.")]) == "Noted: you live in Porto."
