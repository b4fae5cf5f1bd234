"""What people say: facts about themselves, and about others.

A fact has a subject ("user", or a person: "sister", "tom"), a kind ("name", "home", "deadline") and a value.
The patterns are in statements.py, one line a kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from course_helpers.gateway.offline_model.conversation import own_words, sentences, without_quotes
from course_helpers.gateway.offline_model.grammar import (
    NO_VALUE,
    WHO,
    cleaned,
)
from course_helpers.gateway.offline_model.statements import (
    ABOUT_NAMES,
    CHOSEN,
    CLAUSE,
    HIS_ATTRIBUTE,
    HYPOTHETICAL,
    INSTRUCTION,
    INTRODUCED,
    INTRODUCED_AFTER,
    LEAD_IN,
    MINE_IS,
    NAMES_LIKE_ONE,
    NATIONALITY,
    NO_LONGER,
    NOT_REPORTED,
    OTHERS_ATTRIBUTE,
    POLITE_IF,
    REPORTED,
    SAME_SUBJECT,
    STATEMENTS,
    UNCERTAIN,
    VERB_FIRST,
    WHO_IS,
)
from course_helpers.gateway.offline_model.vocabulary import CHOICES, UNITS

USER, PRONOUN = "user", "?"
MANY = (
    "like",
    "dislike",
    "preference",
    "allergy",
    "diet",
    "avoid",
    "language",
    "decision",
    "plan",
    "possession",
)
LONGEST = 14  # words in a value; what is longer is a story, not a fact


@dataclass(frozen=True)
class Fact:
    """subject: USER, PRONOUN ("she": whoever was spoken of last), or a person in lower case.

    gone: the fact was taken back ("I no longer live in Oslo"). owner: "my", "our", "the" of an attribute.
    """

    subject: str
    kind: str
    value: str
    gone: bool = False
    owner: str = "my"


@lru_cache(maxsize=20_000)
def facts_in(text: str) -> tuple[Fact, ...]:
    """The facts that a person states, in the order in which they say them."""
    return tuple(
        fact
        for sentence in sentences(own_words(text))
        if states(sentence)
        for fact in _facts_of_sentence(sentence)
    )


# A line of notes: "city: Bradford".
NOTE = re.compile(r"(?P<kind>[a-z][a-z ]{1,20}): (?P<value>[^:]{1,60})", re.IGNORECASE)


@lru_cache(maxsize=2_000)
def facts_reported_in(text: str) -> tuple[Fact, ...]:
    """The facts that a system message states about "the user" or "the customer", and about their people."""
    found = []
    for sentence in sentences(without_quotes(text)):
        if sentence.endswith("?") or INSTRUCTION.search(sentence):
            continue
        sentence = re.sub(
            r"^[^:.]{0,60}(?:summary|context|profile|facts|memory|memories|notes|known)[^:.]{0,40}:\s*",
            "",
            sentence,
            flags=re.IGNORECASE,
        )
        sentence = re.sub(r"^[-*•]\s+", "", sentence)
        if match := NOTE.fullmatch(sentence):
            found.append(Fact(USER, normal(match["kind"]), cleaned(match["value"])))
            continue
        mine = re.compile(r"\b(?:my|i|i'm|our|we)\b", re.IGNORECASE)
        found += [fact for fact in _facts_of_sentence(sentence) if not mine.search(sentence)]
    return tuple(found)


def states(sentence: str) -> bool:
    """Whether a sentence states something in its speaker's own name."""
    if sentence.rstrip("\"' )").endswith("?") or INSTRUCTION.search(sentence):
        return False
    if HYPOTHETICAL.search(POLITE_IF.sub("", sentence)):
        return False
    return not REPORTED.search(sentence) or bool(NOT_REPORTED.search(sentence))


def clauses(sentence: str) -> list[str]:
    """The parts of a sentence that state something each, with the subject that a part leaves out."""
    sentence = POLITE_IF.sub("", re.sub(r"^[-*•\d.)]+\s+", "", sentence))
    sentence = WHO_IS.sub(
        lambda match: (
            f"{match['who']}{match['called'] or ''} and {match['who']} {'is ' if match['be'] else ''}"
        ),
        sentence,
    )
    found: list[str] = []
    for part in CLAUSE.split(sentence.rstrip(".! ")):
        clause = LEAD_IN.sub("", part.strip(" ,")).strip(" ,")
        for piece in SAME_SUBJECT.split(clause):
            if found and VERB_FIRST.match(piece) and (subject := re.match(WHO, found[-1], re.IGNORECASE)):
                piece = f"{subject[0].strip()} {piece}"
            found.append(piece)
    return [clause for clause in found if clause and not UNCERTAIN.search(clause)]


def _facts_of_sentence(sentence: str) -> list[Fact]:
    found: list[Fact] = []
    for clause in clauses(sentence):
        if found and (match := MINE_IS.match(clause)):
            # "Tom's email is t@a.b and mine is p@h.t", "Anna's birthday is 5 May, Ben's is 9 June"
            subject = match["person"].lower() if match["person"] else USER
            found.append(Fact(subject, found[-1].kind, cleaned(match["value"])))
        else:
            found += _facts_of_clause(clause)
    return list(dict.fromkeys(fact for fact in found if fact.value))


def _facts_of_clause(clause: str) -> list[Fact]:
    found = _introductions(clause)
    for pattern, pronoun in ((OTHERS_ATTRIBUTE, False), (HIS_ATTRIBUTE, True)):
        if match := pattern.search(clause):
            value = cleaned(match["value"])
            if usable(value):
                subject = PRONOUN if pronoun else subject_of(match)
                kind = normal(match["kind"])
                return [*found, Fact(subject, "home" if kind in ("home", "city") else kind, value)]
    found += _choices(clause)
    for kind, pattern in STATEMENTS:
        match = pattern.search(clause)
        if match is None:
            continue
        fact = _fact(kind, match, clause)
        if fact is None:
            continue
        found.append(fact)
        if kind not in ("job", "number", "employer", "version", "decision", "age"):
            break
        if kind == "employer":  # "I work at Lumen as a nurse"
            found[-1] = Fact(
                fact.subject, kind, re.sub(r" (?:as|in|on) an? .*$| as .*$", "", fact.value), fact.gone
            )
    return found


def _fact(kind: str, match: re.Match[str], clause: str) -> Fact | None:
    groups = match.groupdict()
    value = cleaned(match["value"])
    if not usable(value) or (kind != "children" and len(value.split()) > LONGEST):
        return None
    if kind == "name" and (_is_nationality(value) or ABOUT_NAMES.search(clause)):
        return None
    if kind == "" and normal(groups["kind"] or "") in (
        "problem",
        "question",
        "issue",
        "point",
        "thing",
        "answer",
        "idea",
        "reason",
        "weather",
        "word",
        "sentence",
        "title",
    ):
        return None
    kind = (
        (normal(groups["kind"]) + (" number" if kind == "number" else ""))
        if groups.get("kind") and kind in ("", "number", "pet")
        else kind
    )
    if kind == "name" and "'s" in value:
        return None
    if kind == "age" and not 0 < int(value) < 120:
        return None
    # "I'm not allergic to nuts", "I no longer live in Oslo": what was said before does not hold.
    denied = re.search(
        r"\b(?:don't|do not|doesn't|does not|not|never|isn't|aren't)\b",
        clause[: match.start("value")],
        re.IGNORECASE,
    )
    gone = bool(NO_LONGER.search(clause)) or bool(denied and kind not in ("avoid", "dislike"))
    owner = (groups.get("owner") or "my").lower()
    return Fact(subject_of(match), kind, value, gone, owner if owner in ("our", "the", "this") else "my")


def _is_nationality(value: str) -> bool:
    return NATIONALITY.fullmatch(value.lower()) is not None and value.lower() not in NAMES_LIKE_ONE


def subject_of(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if groups.get("pronoun"):
        return PRONOUN
    if groups.get("person"):
        return str(groups["person"]).lower()
    if groups.get("relation"):
        return str(groups["called"] or normal(groups["relation"])).lower()
    return USER


def _introductions(clause: str) -> list[Fact]:
    """ "My sister Eva …": the user's sister is Eva."""
    found = []
    for pattern in (INTRODUCED, INTRODUCED_AFTER):
        for match in pattern.finditer(clause):
            called = match["called"]
            if called.split()[0].lower() not in (
                "i",
                "i'm",
                "monday",
                "tuesday",
                "wednesday",
                "thursday",
                "friday",
                "saturday",
                "sunday",
            ):
                found.append(Fact(USER, normal(match["relation"]), called))
    return found


def _choices(clause: str) -> list[Fact]:
    """ "We went with Postgres": a database was chosen. The kind is that of the thing."""
    found = []
    if re.search(
        r"\b(?:not|never|don't|didn't|won't|instead of|rather than|hate|no longer)\b", clause, re.IGNORECASE
    ):
        clause = re.sub(r"\b(?:not|instead of|rather than) .*$", "", clause, flags=re.IGNORECASE)
    subject = re.search(rf"^{WHO}", clause, re.IGNORECASE)
    who = subject_of(subject) if subject else USER
    for match in CHOSEN.finditer(clause):
        rest = clause[match.start("value") :]
        for name in re.findall(
            rf"\b{CHOICES}\b", re.split(r" (?:for|because|but|on|to|with|instead)\b", rest)[0], re.IGNORECASE
        ):
            found.append(Fact(who, UNITS[name.lower()], name))
    return found


def usable(value: str) -> bool:
    return bool(value) and not NO_VALUE.match(value)


@lru_cache(maxsize=20_000)
def normal(kind: str) -> str:
    """One spelling for a kind, so that a question finds what a statement said.

    "my dog is called Rex" and "my dog's name is Rex" say the same, so both are of the kind "dog".
    """
    kind = re.sub(r"\s+", " ", kind.lower()).strip(" ?.")
    kind = re.sub(
        r"(?: (?:called|named|again|now|please|right now|currently|exactly)|'s(?: name)?)$", "", kind
    )
    kind = re.sub(r"^(?:new|current|own|actual|exact|full|total|usual) ", "", kind)
    kind = kind.replace("favorite", "favourite").replace("color", "colour")
    return SAME_KIND.get(kind, kind)


SAME_KIND = {
    "meeting": "meeting",
    "grandad": "grandfather", "granddad": "grandfather", "grandpa": "grandfather", "grandma": "grandmother", "mom": "mother", "mum": "mother", "dad": "father", "city": "home", "hometown": "origin", "home town": "origin",
    "e-mail": "email", "email address": "email", "e-mail address": "email", "due date": "deadline", "occupation": "job",
    "profession": "job", "company": "employer", "dogs": "dog", "cats": "cat", "programming language": "language used",
    "job title": "job", "telephone": "phone", "mobile": "phone", "phone number": "phone number", "mobile number": "phone number",
    "kids": "children", "roommate": "room-mate", "coworker": "colleague", "co-worker": "colleague", "db": "database",
}  # fmt: skip
