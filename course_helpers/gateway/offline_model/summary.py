"""Summaries: facts in the third person, which facts.py reads back.

A summary here is lossy, in this way: typed facts survive (who people are, where they live and work, what they chose,
decided, must avoid, have to deliver), the user's questions survive as topics, and an old summary that stands in the
request is carried on, with corrected facts replaced. Small talk, explanations, reasons and whatever no rule of
facts.py reads are lost. A bare "summarise" keeps the shortest: who the user is and what was talked about. Naming
what matters ("key facts, decisions, preferences") keeps those as well. What does not fit the length is cut from the
end, the least important last: people first, then deadlines and choices, then likes, then topics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from course_helpers.gateway import tokens
from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.facts import USER, Fact
from course_helpers.gateway.offline_model.knowledge import knowledge
from course_helpers.gateway.offline_model.known import Knowledge
from course_helpers.gateway.offline_model.phrases import reported
from course_helpers.gateway.offline_model.topics import TOPICS
from course_helpers.gateway.protocol import Message

ASKED = re.compile(
    r"\b(?:summari[sz]e|summari[sz]ing|(?:create|write|make|give|extend|update|provide|produce|return|generate)\b.{0,40}\bsummary|new summary\s*:|condense|tl;?dr|sum up|recap)\b|\bextract\b.{0,80}\bcontext\b",
    re.IGNORECASE | re.DOTALL,
)
ORDERED = re.compile(
    r"\W*(?:please )?(?:summari[sz]e\b|(?:create|write|produce|return|extend) (?:a|the) (?:[\w ]{0,30})?summary|you (?:write|produce|create) summaries|"
    r"you are (?:a|the) (?:[\w ]{0,30})?summari[sz]er|your (?:task|job) is to summari[sz]e)",
    re.IGNORECASE,
)
NOT_THE_TALK = re.compile(
    r"\bsummari[sz]e (?:this|the following|the) (?:article|text|book|document|page|paragraph|story|film|movie)\b|\bsummary of (?:the )?(?:book|film|movie|article|plot)\b",
    re.IGNORECASE,
)
RICH = re.compile(
    r"\b(?:recap|discussed|sum up|facts?|decisions?|preferences?|details|constraints?|important|relevant|names?|numbers?|goals?|choices)\b",
    re.IGNORECASE,
)
LENGTH = re.compile(
    r"\b(?:at most|under|no more than|within|up to|maximum(?: of)?|max|fewer than|less than|in)\s+(?P<number>\d+|one|two|three|four|five)\s+(?P<unit>words?|sentences?|tokens?)",
    re.IGNORECASE,
)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
BARE, FULL = 40, 120  # tokens of a summary, by what was asked for
# Pieces of a prompt that hold what is to be summarised.
OLD = re.compile(
    r"(?:current summary|existing summary|previous summary|summary of the conversation (?:to date|so far)|summary to date|this is (?:a )?summary[^:]*|so far)\s*:\s*(?P<text>.*?)(?=\n\s*\n|\n(?:new lines|new messages|extend)|$)",
    re.IGNORECASE | re.DOTALL,
)
LINES = re.compile(
    r"^(?P<role>human|user|ai|assistant|system|tool)\s*:\s*(?P<text>.*?)(?=^(?:human|user|ai|assistant|system|tool|new summary|end of)\b[^\n:]*:?|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
XML_LINES = re.compile(
    r"<message type=\"(?P<role>human|ai|system|tool)\"[^>]*>(?P<text>.*?)</message>",
    re.IGNORECASE | re.DOTALL,
)
ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "tool": "tool",
}
# The order in which kinds are kept.
FIRST = (
    "name",
    "home",
    "job",
    "employer",
    "origin",
    "age",
    "birthday",
    "children",
    "allergy",
    "diet",
    "avoid",
)
BARE_KINDS = ("name", "home", "job", "employer")
LAST = ("like", "dislike", "preference", "car", "language")
TOPIC_SENTENCE = re.compile(r"^(?:They|The user) (?:asked|talked) (?:about )?(?P<topics>.+?)\.?$")


def summarise(conversation: Conversation) -> str | None:
    """A summary of the conversation, if the newest user message or the only system message asks for one."""
    order = _order(conversation)
    if order is None:
        return None
    messages, rest = _material(conversation, order)
    if not messages:
        return "Nothing has been said yet."
    talk = Conversation(messages)
    known = knowledge(talk)
    limit, sentences_at_most = _limit(rest)
    rich = bool(RICH.search(rest))
    lines = [reported(fact) for fact in _kept(known, rich)]
    if not lines:  # nothing that a rule reads: better their own words than none
        lines = [f'The user said: "{one.text}"' for one in known.statements[-4:] if one.by == "user"]
    topics = _topics(talk, messages)
    if topics:
        lines.append(f"They talked about {', '.join(topics)}.")
    return _fitted(lines, limit, sentences_at_most) or "Nothing of note was said."


def _order(conversation: Conversation) -> str | None:
    """The text that asks for the summary."""
    newest = conversation.messages[-1]
    if (
        newest.role in ("user", "system")
        and ASKED.search(newest.text)
        and not NOT_THE_TALK.search(newest.text)
    ):
        return newest.text
    # An instruction in front of the talk that it is about: "Summarise the conversation." and then the messages.
    first = conversation.messages[0]
    if first.role == "system" and ORDERED.match(first.text):
        return first.text
    return None


def _material(conversation: Conversation, order: str) -> tuple[list[Message], str]:
    """The messages to summarise, and the order without them."""
    inside = [Message(ROLES[m["role"].lower()], m["text"].strip()) for m in XML_LINES.finditer(order)]
    if not inside:
        # The example of a prompt ends where the real lines begin.
        body = (
            order[order.rfind("END OF EXAMPLE") + len("END OF EXAMPLE") :]
            if "END OF EXAMPLE" in order
            else order
        )
        inside = [Message(ROLES[m["role"].lower()], m["text"].strip()) for m in LINES.finditer(body)]
        old = [m["text"].strip() for m in OLD.finditer(body)]
    else:
        body, old = order, [m["text"].strip() for m in OLD.finditer(order)]
    rest = XML_LINES.sub("", LINES.sub("", body))
    for text in old:
        rest = rest.replace(text, "")
    before = [Message("system", text) for text in old[-1:] if text]
    if inside:
        return [*before, *inside], rest
    others = [message for message in conversation.messages if message.text != order]
    return [*before, *others], rest


def _limit(order: str) -> tuple[int, int | None]:
    """(tokens, sentences or None)."""
    full = FULL if RICH.search(order) else BARE
    match = LENGTH.search(order)
    if not match:
        return full, None
    number = NUMBERS.get(match["number"].lower()) or int(match["number"])
    if match["unit"].lower().startswith("sentence"):
        return full, number
    return (number if match["unit"].lower().startswith("token") else max(5, number)), None


def _kept(known: Knowledge, rich: bool) -> list[Fact]:
    kinds = list(dict.fromkeys((fact.subject, fact.kind) for fact in known.facts))
    facts: list[Fact] = []
    for subject, kind in kinds:
        for fact in known.values(subject, kind):
            if fact.subject == subject and fact not in facts:
                facts.append(fact)
    if not rich:
        facts = [fact for fact in facts if fact.subject == USER and fact.kind in BARE_KINDS]
    return sorted(facts, key=_rank)


def _rank(fact: Fact) -> tuple[int, int]:
    if fact.subject == USER and fact.kind in FIRST:
        return 0, FIRST.index(fact.kind)
    if fact.kind in LAST:
        return 3, LAST.index(fact.kind)
    return (1, 0) if fact.subject == USER else (2, 0)


def _topics(talk: Conversation, messages: Iterable[Message]) -> list[str]:
    """What was asked about, from the old summary on."""
    found: list[str] = []
    for message in messages:
        for sentence in sentences(message.text):
            if message.role == "system" and (match := TOPIC_SENTENCE.match(sentence)):
                found += [topic.strip() for topic in match["topics"].split(", ")]
            elif message.role == "user":
                found += [
                    topic.name for topic in TOPICS if topic.asked.search(sentence) and sentence.endswith("?")
                ]
    return list(dict.fromkeys(found))


def _fitted(lines: list[str], limit: int, sentences_at_most: int | None) -> str:
    """The first lines that fit."""
    kept: list[str] = []
    for line in lines:
        if sentences_at_most is not None and len(kept) >= sentences_at_most:
            break
        if tokens.count_text(" ".join([*kept, line])) <= limit:
            kept.append(line)
    return " ".join(kept)
