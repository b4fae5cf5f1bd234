"""Finds the value of one property in what was said: an id, a date, a place, a number, a free text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from course_helpers.gateway.offline_model.facts import USER, normal
from course_helpers.gateway.offline_model.grammar import DAY, MONTH, NAMED, TIME
from course_helpers.gateway.offline_model.known import Knowledge
from course_helpers.gateway.offline_model.tool_results import spaced
from course_helpers.gateway.offline_model.words import alike, content, words

NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w])")
ID = re.compile(r"#?\b(?=[A-Za-z-]*\d)[A-Z]{0,6}-?\d[\w-]*\b")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
ISO_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
SPOKEN_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}(?: \d{{4}})?|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|(?:next |this )?{DAY}|tomorrow|today|tonight|next (?:week|month))\b",
    re.IGNORECASE,
)
TIME_OF_DAY = re.compile(TIME, re.IGNORECASE)
QUOTE = re.compile(r"\"([^\"]+)\"|“([^”]+)”|(?<!\w)'([^']{2,})'(?!\w)")
PLACE = re.compile(rf"\b(?:in|at|to|for|from|near|of)\s+(?P<value>{NAMED})")
PLACE_WORDS = ("city", "location", "place", "town", "destination", "country", "address", "region")
NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "a dozen": 12,
}
# A property's name and the kind of fact that fills it.
KINDS = {"name": "name", "user name": "name", "full name": "name", "first name": "name", "city": "home", "home": "home", "location": "home", "hometown": "origin",
         "job": "job", "occupation": "job", "profession": "job", "employer": "employer", "company": "employer", "allergies": "allergy", "allergy": "allergy",
         "hobbies": "like", "interests": "like", "likes": "like", "dislikes": "dislike", "preferences": "preference", "decisions": "decision", "languages": "language",
         "age": "age", "email": "email", "deadline": "deadline", "budget": "budget", "diet": "diet", "framework": "framework", "database": "database"}  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Where values come from. text: the words that ask. known: facts, None if only the text may be used."""

    text: str
    known: Knowledge | None = None


def enum_in(choices: list[Any], text: str) -> Any:
    have = content(text)
    for choice in choices:
        wanted = content(spaced(str(choice))) or tuple(words(str(choice)))
        if wanted and all(any(alike(word, other) for other in (*have, *words(text))) for word in wanted):
            return choice
    return None


def boolean_in(label: str, text: str) -> bool | None:
    wanted = content(label)
    if wanted and all(any(alike(word, other) for other in content(text)) for word in wanted):
        return not re.search(r"\b(?:no|not|without|don't|never)\b", text, re.IGNORECASE)
    return None


def number_in(label: str, description: str, source: Source, whole: bool) -> float | int | None:
    text = source.text
    if fact := _fact(label, source):
        text = fact
    near = [word for word in (*content(label), *content(description)) if len(word) > 2]
    text = ISO_DATE.sub(" ", text)
    candidates = [(match.start(), match[0]) for match in NUMBER.finditer(text)]
    candidates += [
        (match.start(), str(NUMBER_WORDS[match[0].lower()]))
        for match in re.finditer(rf"\b(?:{'|'.join(NUMBER_WORDS)})\b", text, re.IGNORECASE)
    ]
    if not candidates:
        return None

    def distance(place: int) -> int:
        spots = [
            match.start()
            for match in re.finditer(r"[^\W_]+", text)
            if any(alike(stemmed, word) for word in near for stemmed in content(match[0]))
        ]
        return min((abs(place - spot) for spot in spots), default=1_000)

    value = float(min(candidates, key=lambda pair: (distance(pair[0]), pair[0]))[1].replace(",", ""))
    if whole and value != int(value):
        return None
    return int(value) if whole or value == int(value) else value


def _fact(label: str, source: Source) -> str | None:
    if source.known is None:
        return None
    kinds = [
        KINDS.get(label, ""),
        normal(label),
        normal(re.sub(r" (?:id|number|no)$", " number", label)),
        normal(label.removeprefix("user ")),
    ]
    people = list(dict.fromkeys(fact.subject for fact in source.known.facts if fact.subject != USER))
    for kind in kinds:
        if kind and (fact := source.known.value(USER, kind)):
            return fact.value
        # A text about one person: "Ana is 34 and lives in Porto."
        if kind and len(people) == 1:
            if kind == "name":
                return " ".join(part.capitalize() for part in people[0].split())
            if fact := source.known.value(people[0], kind):
                return fact.value
    return None


def string_in(label: str, source: Source, part: dict[str, Any]) -> str | None:
    named = label.split()
    text = source.text
    rules: list[tuple[bool, Callable[[], str | None]]] = [
        ("email" in label, lambda: _first(EMAIL, text)),
        (
            part.get("format") == "date" or "date" in named or named[-1] == "day",
            lambda: _first(ISO_DATE, text) or _first(SPOKEN_DATE, text),
        ),
        ("time" in named, lambda: _first(TIME_OF_DAY, text)),
        (
            named[-1] in ("id", "number", "code", "reference", "order", "ticket", "sku"),
            lambda: _id(named, text),
        ),
        (any(word in PLACE_WORDS for word in named), lambda: _place(text)),
        (named[-1] in ("to", "recipient", "receiver"), lambda: _first(EMAIL, text) or _receiver(text)),
    ]
    for applies, rule in rules:
        if applies and (value := rule()):
            return value
        if applies:
            return _fact(label, source)
    if match := QUOTE.search(text):
        return next(group for group in match.groups() if group)
    # "priority: high", "the subject is Invoice"
    if match := re.search(rf"\b{re.escape(label)}(?: is| =|:)? (?P<value>[^.,;!?]+)", text, re.IGNORECASE):
        return match["value"].strip()
    if fact := _fact(label, source):
        return fact
    return _free_text(label, text)


def _free_text(label: str, text: str) -> str | None:
    """What a search or a note is about: the words after "for", "about", "that"."""
    if not re.search(
        r"\b(?:query|topic|subject|text|content|message|note|fact|memory|search|keyword|term|question|item|product|title|task|name|symbol|ticker|expression|word|value|to|recipient|person|body|description|what)s?\b",
        label,
    ):
        return None
    if re.search(r"\b(?:note|fact|memory|content)\b", label) and (
        match := re.search(
            r"\b(?:remember|note|save|store|don't forget)(?: down)?(?: the fact)?(?: that)?[:,]? (?P<value>.+)",
            text,
            re.IGNORECASE,
        )
    ):
        return match["value"].strip(" .!")
    if re.search(r"\b(?:person|name)\b", label):
        found = re.search(rf"\b(?:to|for|with|of|named|called)\s+(?P<value>{NAMED})", text)
        return found["value"] if found else None
    if re.search(r"\bexpression\b", label):
        found = re.search(r"[\d(][\d\s()+*/^.%-]*[\d)]", text)
        return found[0].strip() if found else None
    match = re.search(
        r"\b(?:about|for|on|regarding|named|called|of|that|saying)\s+(?:the |a |an |my )?(?P<value>[^.,;!?]+)",
        text,
        re.IGNORECASE,
    )
    if match:
        return match["value"].strip()
    if re.search(r"\b(?:query|search|question|text|keyword|term)\b", label):
        return text.strip(" ?!.") or None
    return None


def _id(named: list[str], text: str) -> str | None:
    """The id beside the word that it belongs to: in "30 euros for order 4471" the order's is 4471."""
    for noun in named:
        match = re.search(
            rf"\b{re.escape(noun)}s?(?: (?:number|no\.?|id|code|reference))?:? ?(?P<id>{ID.pattern})",
            text,
            re.IGNORECASE,
        )
        if match and re.search(r"\d", match["id"]):
            return match["id"].lstrip("#")
    found = _first(ID, text)
    return found.lstrip("#") if found else None


def _receiver(text: str) -> str | None:
    match = re.search(rf"\bto\s+(?P<value>{NAMED})", text)
    return match["value"] if match else None


def _place(text: str) -> str | None:
    match = PLACE.search(text)
    return match["value"] if match else None


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[0] if match else None
