"""What people say about themselves, and how they ask for it later.

A fact has a kind ("name", "home", "favourite colour") and a value. STATEMENTS finds facts in what was said,
QUESTIONS finds the kind that is asked for. The newest statement of a kind wins: that is how a correction
works. To teach the model a new kind, add a line to STATEMENTS, to QUESTIONS and to PHRASES.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from course_helpers.gateway.offline_model.conversation import Conversation, sentences, without_quotes

GREETING = r"(?:hi|hello|hey|good (?:morning|afternoon|evening))"
CAPITALISED = r"[^\W\d_a-z][\w'-]*(?:\s+[^\W\d_a-z][\w'-]*){0,3}"
NAME = rf"(?P<value>{CAPITALISED}|[\w'-]+(?=\s*(?:[.,;!?]|and\b|but\b|$)))"
VALUE = r"(?P<value>[^.,;!?]+)"
ATTRIBUTE = r"(?P<kind>(?!name\b)[a-z][\w'-]*(?:\s+(?!is\b|are\b|was\b)[\w'-]+){0,3})"

# Clauses are looked at one by one, so that "my name is Ana and I live in Porto" holds two facts.
CLAUSE = re.compile(r"(?:,|;|\band\b|\bbut\b)\s+(?=(?:i|i'm|my|please|call)\b)", re.IGNORECASE)
NOT_A_VALUE = re.compile(r"(?:not|never|that|why|how|what|whether|no longer)\b", re.IGNORECASE)
NATIONALITY = re.compile(r"\w+(?:ish|ian|ean|ese|can|man|tch|ench|eek|iss)$")


@dataclass(frozen=True)
class Fact:
    kind: str
    value: str


def _compiled(*patterns: tuple[str, str]) -> list[tuple[str, re.Pattern[str]]]:
    return [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in patterns]


# (kind, pattern). A pattern without a kind of its own captures it: "my favourite colour is teal".
STATEMENTS = _compiled(
    ("name", rf"\bmy (?:full |first )?name(?:'s| is| was)(?: now)? (?-i:{NAME})"),
    ("name", rf"\b(?:call me|i am called|i'm called called|i go by) (?-i:{NAME})"),
    (
        "name",
        rf"^(?:(?:hi|hello|hey|good \w+)\b[^\w]*)?(?:i am|i'm|this is) (?-i:(?P<value>{CAPITALISED}))$",
    ),
    ("home", rf"\bi (?:live|now live|moved|have moved|am based) (?:in|to) {VALUE}"),
    ("job", rf"\b(?:i work as|my job is|my profession is) {VALUE}"),
    ("employer", rf"\bi work (?:at|for) {VALUE}"),
    ("allergy", rf"\b(?:i am|i'm) allergic to {VALUE}"),
    ("", rf"\bmy {ATTRIBUTE}(?:'s)? name is (?-i:{NAME})"),
    ("", rf"\bmy {ATTRIBUTE} (?:is|are) (?:called |named |now |actually )*{VALUE}"),
)
# What a system message or a summary says of the person.
REPORTS = _compiled(
    ("name", rf"\bthe (?:user|customer)'s name is (?-i:{NAME})"),
    ("name", rf"\bthe (?:user|customer) is (?:called|named) (?-i:{NAME})"),
    ("home", rf"\bthe (?:user|customer) lives in {VALUE}"),
    ("", rf"\bthe (?:user|customer)'s {ATTRIBUTE} is {VALUE}"),
)
QUESTIONS = _compiled(
    ("name", r"\b(?:what(?:'s| is| was)|know|remember|tell me|say) my (?:full |first )?name\b"),
    ("name", r"\b(?:who am i|what am i called|what should you call me)\b"),
    ("home", r"\bwhere (?:do i live|am i based|am i living)\b|\bmy (?:home town|hometown)\b"),
    ("job", r"\bwhat do i do\b(?! (?:if|when|about|now|with)\b)|\bwhat(?:'s| is) my (?:job|profession)\b"),
    ("employer", r"\b(?:where do i work|who do i work for|who is my employer)\b"),
    ("allergy", r"\bwhat am i allergic to\b|\bmy allerg(?:y|ies)\b"),
    ("", rf"\b(?:what|which|who|when|where|how much|how many)(?:'s| is| are| was) my {ATTRIBUTE}"),
    ("", rf"\b(?:know|remember|tell me) my {ATTRIBUTE}"),
)
# How a kind is spoken of: known, and not known. Other kinds follow "your <kind> is <value>".
PHRASES = {
    "name": ("your name is {value}", "your name"),
    "home": ("you live in {value}", "where you live"),
    "job": ("you work as {value}", "what your job is"),
    "employer": ("you work for {value}", "where you work"),
    "allergy": ("you are allergic to {value}", "what you are allergic to"),
}


def facts_in(text: str) -> list[Fact]:
    """The facts that a person states about themselves, in the order in which they say them."""
    found = []
    for sentence in sentences(without_quotes(text)):
        if sentence.endswith("?"):
            continue
        for clause in CLAUSE.split(sentence.rstrip(".! ")):
            found += _first_match(clause, STATEMENTS)
    return found


def facts_reported_in(text: str) -> list[Fact]:
    """The facts that a system message or a tool result states about "the user" or "the customer"."""
    return [fact for sentence in sentences(text) for fact in _first_match(sentence.rstrip(".! "), REPORTS)]


def _first_match(clause: str, patterns: list[tuple[str, re.Pattern[str]]]) -> list[Fact]:
    for kind, pattern in patterns:
        match = pattern.search(clause)
        if match is None:
            continue
        value = match["value"].strip(" \"'“”")
        if not value or NOT_A_VALUE.match(value) or (kind == "name" and NATIONALITY.fullmatch(value.lower())):
            continue
        return [Fact(kind or normal(match["kind"]), value)]
    return []


def known_facts(conversation: Conversation) -> dict[str, str]:
    """Kind -> newest value, over every message of the request."""
    facts: dict[str, str] = {}
    for message in conversation.messages:
        if message.role == "user":
            found = facts_in(message.text)
        elif message.role in ("system", "tool"):
            found = facts_reported_in(message.text)
        else:  # what the assistant said is not evidence
            continue
        facts.update({fact.kind: fact.value for fact in found})
    return facts


def kind_asked_for(text: str) -> str | None:
    """The kind of fact that a question asks for, None if it asks for none."""
    question = next((sentence for sentence in reversed(sentences(text)) if sentence.endswith("?")), text)
    for kind, pattern in QUESTIONS:
        if match := pattern.search(question):
            return kind or normal(match["kind"])
    return None


def spoken(kind: str, value: str) -> str:
    """A fact as it is told to the person it is about: "your name is Ana"."""
    known, _ = PHRASES.get(kind, (f"your {kind} is {{value}}", ""))
    return known.replace("{value}", value)


def spoken_unknown(kind: str) -> str:
    """What is not known: "your name", "where you live"."""
    return PHRASES[kind][1] if kind in PHRASES else f"anything about your {kind}"


def normal(kind: str) -> str:
    """One spelling for a kind, so that a question finds what a statement said.

    "my dog is called Rex" and "my dog's name is Rex" say the same, so both are of the kind "dog".
    """
    kind = re.sub(r"\s+", " ", kind.lower()).strip()
    kind = re.sub(r"(?: (?:called|named|again|now|please)|'s(?: name)?)$", "", kind)
    return kind.replace("favorite", "favourite").replace("color", "colour")
