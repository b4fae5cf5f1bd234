"""What the model can do, one small function each.

A rule takes the conversation and gives an answer, or None to leave it to the next one. RULES is the order in
which they are tried. To add an ability, write a rule and put it where it belongs in the order.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.facts import (
    GREETING,
    facts_in,
    kind_asked_for,
    known_facts,
    spoken,
    spoken_unknown,
)
from course_helpers.gateway.offline_model.style import identity
from course_helpers.gateway.offline_model.topics import OFFER, topic_asked_for, topic_said_in

Rule = Callable[[Conversation], str | None]

SIMPLER = re.compile(
    r"\b(?:break (?:that|it|this) down|simpl(?:y|er|ify)|(?:in|use) (?:simple|plain) (?:words|terms))\b",
    re.IGNORECASE,
)
YES = re.compile(r"(?:yes|yeah|yep|sure|ok|okay|go on|please do)\b[\s,.!]*(?:please)?[\s.!]*", re.IGNORECASE)
NO = re.compile(r"(?:no|nope)\b[\s,.!]*(?:thanks|thank you)?[\s.!]*", re.IGNORECASE)
WHO_ARE_YOU = re.compile(
    r"\b(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bintroduce yourself\b", re.IGNORECASE
)
HELLO = re.compile(rf"{GREETING}\b", re.IGNORECASE)
REQUEST = re.compile(
    r"(?:please |(?:can|could|would) you )*"
    r"(?:tell|write|give|list|describe|summari[sz]e|make|create|show|compare|translate|explain|plan|suggest)\b",
    re.IGNORECASE,
)
UNNAMED = "I am the offline model: rules that read, not a language model."
THANKS = re.compile(r"\b(?:thanks|thank you)\b", re.IGNORECASE)


def nothing_asked(conversation: Conversation) -> str | None:
    """A request without a user message, or with an empty one."""
    return None if conversation.question else "I was sent no question."


def break_it_down(conversation: Conversation) -> str | None:
    """ "Can you break that down more simply?": only what came before tells what "that" is."""
    if not SIMPLER.search(conversation.question) or topic_asked_for(conversation.question):
        return None
    if conversation.last_answer is None:
        return "Break what down? Nothing came before this in what I was sent."
    topic = topic_said_in(conversation.last_answer)
    return topic.simpler if topic else f"I cannot put this more simply: {conversation.last_answer}"


def yes_or_no(conversation: Conversation) -> str | None:
    """A bare "yes" or "no": only the question that was asked tells what it means."""
    said_no = NO.fullmatch(conversation.question)
    if not (YES.fullmatch(conversation.question) or said_no):
        return None
    asked = sentences(conversation.last_answer or "")[-1:]
    if not asked or "?" not in asked[0]:
        word = "No" if said_no else "Yes"
        return f"{word} to what? I see no question of mine before it in what I was sent."
    if said_no:
        return "All right. What else would you like to know?"
    topic = topic_said_in(conversation.last_answer or "")
    return topic.example if topic and OFFER in asked[0] else "Good. Go ahead."


def who_are_you(conversation: Conversation) -> str | None:
    if not WHO_ARE_YOU.search(conversation.question):
        return None
    return (
        identity(conversation.instructions)
        or "I am the offline model: rules that read, not a language model."
    )


def recall(conversation: Conversation) -> str | None:
    """A question about the person: answered from the messages, or not at all."""
    kind = kind_asked_for(conversation.question)
    if kind is None:
        return None
    value = known_facts(conversation).get(kind)
    if value is None:
        return f"I don't know {spoken_unknown(kind)}: it is not in what I was sent."
    return capitalised(spoken(kind, value)) + "."


def explain(conversation: Conversation) -> str | None:
    """A question that the table of public facts answers."""
    topic = topic_asked_for(conversation.question)
    return f"{topic.explanation} {OFFER}" if topic else None


def acknowledge(conversation: Conversation) -> str | None:
    """Facts that the newest message states."""
    facts = {fact.kind: fact.value for fact in facts_in(conversation.question)}
    if not facts:
        return None
    name = facts.pop("name", None)
    hello = f"Hello {name}! Nice to meet you." if name else ""
    noted = f"Noted: {', '.join(spoken(kind, value) for kind, value in facts.items())}." if facts else ""
    return f"{hello} {noted}".strip()


def greet(conversation: Conversation) -> str | None:
    if not HELLO.match(conversation.question):
        return None
    name = known_facts(conversation).get("name")
    return f"Hello{f' {name}' if name else ''}! How can I help you?"


def welcome(conversation: Conversation) -> str | None:
    return "You're welcome." if THANKS.search(conversation.question) else None


def admit(conversation: Conversation) -> str | None:
    """The last rule: it always answers, and says what it cannot do."""
    if REQUEST.match(conversation.question):
        return "I cannot do that: I am rules that read, not a language model."
    if "?" in conversation.question:
        return "I don't know: nothing in what I was sent answers that."
    return "All right."


RULES: tuple[Rule, ...] = (
    nothing_asked,
    break_it_down,
    yes_or_no,
    who_are_you,
    recall,
    explain,
    acknowledge,
    greet,
    welcome,
    admit,
)


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
