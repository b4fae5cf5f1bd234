"""Answers from what a tool returned. They are told as the tool's words, never as the user's own facts."""

from __future__ import annotations

import json
import re
from typing import Any

from course_helpers.gateway.offline_model.conversation import Conversation, sentences, without_quotes
from course_helpers.gateway.offline_model.statements import INSTRUCTION
from course_helpers.gateway.offline_model.words import alike, content
from course_helpers.gateway.protocol import Message, ToolCall

# A text from a tool that speaks to the model is somebody's attempt to give it orders.
ORDERS = re.compile(
    r"\b(?:ignore|disregard|override|forget)\b.{0,60}\b(?:instructions?|prompts?|rules|above|previous|everything)\b|\b(?:system|assistant|developer)\s*:|"
    r"\byou (?:must|should|are now|will now|have to)\b|\b(?:reply|respond|answer|say|tell|inform|call|remember|note|send|email|reveal)\b.{0,40}\b(?:the user|that the user|user's)\b|\bAI (?:assistant|model|agent)\b|\bnew instructions?\b|\bthe user'?s? (?:name|is|lives|wants|has|password)\b",
    re.IGNORECASE,
)
HIDDEN = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)  # nobody sees it on the page
LONGEST_FIELD = 300  # characters


def answer_from_results(conversation: Conversation) -> str | None:
    """When the request ends with tool results: what they say, in words."""
    results = _newest(conversation.messages)
    if not results:
        return None
    question = conversation.question
    told = [told_result(call, message.text, question) for call, message in results]
    return " ".join(told)


def _newest(messages: list[Message]) -> list[tuple[ToolCall | None, Message]]:
    """The results at the end of the request, each with its call."""
    end = len(messages)
    while end and messages[end - 1].role == "tool":
        end -= 1
    calls = {call.id: call for call in messages[end - 1].tool_calls} if end else {}
    return [(calls.get(message.tool_call_id), message) for message in messages[end:]]


def told_result(call: ToolCall | None, text: str, question: str) -> str:
    text = HIDDEN.sub(" ", text).strip()
    if not text:
        return "The tool returned nothing."
    value = parsed(text)
    if isinstance(value, str):
        kept = [
            sentence
            for sentence in sentences(value)
            if not ORDERS.search(sentence) and not INSTRUCTION.search(sentence)
        ]
        if not kept:
            return "The tool returned a text that gives orders instead of an answer; I left it out."
        said = " ".join(kept)
        if re.match(r"(?:error|exception|failed|traceback|toolexception)\b", said, re.IGNORECASE):
            return f"The tool failed: {re.sub(r'^(?:error|exception)[: ]+', '', said, flags=re.IGNORECASE).rstrip('.')}."
        return said if re.search(r"[.!?]$", said) else f"{said}."
    rows = fields(value)
    if isinstance(value, dict) and isinstance(value.get("error"), str):
        return f"The tool failed: {value['error'].rstrip('.')}."
    if not rows:
        return "The tool found nothing."
    chosen = relevant(rows, question)
    return "; ".join(f"{label}: {shown(item)}" if label else shown(item) for label, item in chosen[:12]) + "."


def parsed(text: str) -> Any:
    """The JSON in a result, or its text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, dict | list) else str(value)


def fields(value: Any, label: str = "") -> list[tuple[str, Any]]:
    """A JSON value as rows: label, and what stands there. Texts that give orders are left out."""
    if isinstance(value, dict):
        return [
            row for key, part in value.items() for row in fields(part, f"{label} {spaced(str(key))}".strip())
        ]
    if isinstance(value, list):
        if all(not isinstance(part, dict | list) for part in value):
            safe = [str(part) for part in value if not ORDERS.search(str(part))]
            return [(label, ", ".join(safe))] if safe else []
        return [
            row
            for number, part in enumerate(value, 1)
            for row in fields(part, f"{label} {number}".strip() if len(value) > 1 else label)
        ]
    if value is None or (isinstance(value, str) and (ORDERS.search(value) or len(value) > LONGEST_FIELD)):
        return []
    return [(label, value)]


def spaced(key: str) -> str:
    return re.sub(r"[_-]+|(?<=[a-z])(?=[A-Z])", " ", key).lower()


def shown(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def relevant(rows: list[tuple[str, Any]], question: str) -> list[tuple[str, Any]]:
    """The rows whose label the question asks for; all of them if it asks for none in particular."""
    wanted = asked_words(question)
    said = question.lower()
    chosen = [
        row
        for row in rows
        if any(alike(word, other) for word in wanted for other in content(row[0]))
        and str(row[1]).lower() not in said  # an echo of the question tells nothing
    ]
    return chosen if 0 < len(chosen) < len(rows) else rows


def _label_asked(row: dict[str, Any], question: str) -> str | None:
    """The one field of an object that a question asks for."""
    wanted, said = asked_words(question), question.lower()
    found = [
        f"{label}: {shown(item)}"
        for label, item in fields(row)
        if any(alike(word, other) for word in wanted for other in content(label))
        and str(item).lower() not in said
    ]
    return found[0] if len(found) == 1 else None


def asked_words(question: str) -> tuple[str, ...]:
    """The words of a question, with the labels that stand for "how much" and "when"."""
    wanted = content(question)
    if re.search(r"\bhow much\b", question, re.IGNORECASE):
        wanted += ("price", "cost", "total", "amount", "balanc")
    return wanted


def named_row(value: Any, question: str) -> Any:
    """Of a list of objects, the one that the question names: "How much is Big Band Night?"."""
    if not isinstance(value, list):
        return value
    said = question.lower()
    named = [
        row
        for row in value
        if isinstance(row, dict)
        and any(isinstance(part, str) and len(part) > 2 and part.lower() in said for part in row.values())
    ]
    return named[0] if len(named) == 1 else value


def from_earlier_results(conversation: Conversation, question: str) -> str | None:
    """A later question that an earlier result answers, told as what the tool returned."""
    wanted = content(question)
    if not wanted:
        return None
    best: tuple[float, str] | None = None
    for message in conversation.before_question:
        if message.role != "tool":
            continue
        value = named_row(parsed(message.text), question)
        if isinstance(value, dict) and (row := _label_asked(value, question)):
            return f"The tool returned: {row}."
        if isinstance(value, str):
            candidates = [
                (sentence, sentence)
                for sentence in sentences(without_quotes(value))
                if not ORDERS.search(sentence) and not INSTRUCTION.search(sentence)
            ]
        else:
            candidates = [(label, f"{label}: {shown(item)}") for label, item in fields(value)]
        context = content(message.text)
        for key, told in candidates:
            have = content(key)
            matched = [word for word in wanted if any(alike(word, other) for other in have)]
            elsewhere = [
                word
                for word in wanted
                if word not in matched and any(alike(word, other) for other in context)
            ]
            score = (len(matched) + 0.5 * len(elsewhere)) / len(wanted)
            if (
                matched
                and score >= (0.5 if not isinstance(value, str) else 0.6)
                and (best is None or score >= best[0])
            ):
                best = (score, told)
    return f"The tool returned: {best[1].rstrip('.')}." if best else None
