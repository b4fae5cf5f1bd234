"""Everything that a request says, put together: facts in the order in which they were said, corrections applied.

The newest statement of a kind wins. "Actually, make it 4" corrects what was said last of the same sort. A fact about
somebody else stays with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from course_helpers.gateway.offline_model.conversation import Conversation, own_words, sentences
from course_helpers.gateway.offline_model.corrections import MAKE_IT, TAKEN_BACK, correct, take_back
from course_helpers.gateway.offline_model.facts import (
    PRONOUN,
    USER,
    Fact,
    facts_in,
    facts_reported_in,
    normal,
    states,
    usable,
)
from course_helpers.gateway.offline_model.grammar import NAMED, RELATION, cleaned
from course_helpers.gateway.offline_model.known import Knowledge, Statement
from course_helpers.gateway.offline_model.questions import asked_of_the_person
from course_helpers.gateway.offline_model.statements import INSTRUCTION, LEAD_IN
from course_helpers.gateway.protocol import Message

LIKES_IT = re.compile(
    r"(?:but |and )?i (?:really |absolutely |do )*(?P<verb>love|like|adore|enjoy|hate|dislike|can't stand|don't like) (?:it|them|that)\b",
    re.IGNORECASE,
)
# Words of somebody who puts right what was said before.
CORRECTS = re.compile(
    r"\b(?:actually|wait|sorry|typo|misread|mistyped|misspoke|now|these days|turns out|moved|switched|changed|left|on second thou?ghts?|instead|"
    r"scrap|scratch|any ?more|no longer|not .+ after all|wrong|correction|my bad|used to|make that|rather than|more of a|as of|meant|update)\b|^(?:lol )?no\b|^not\b",
    re.IGNORECASE,
)
# "I live in Split, what's a good beach?": the statement before a question.
ASKS_AFTER = re.compile(
    r"(?:,|;|\s[-–—])\s*(?:so |and |but )?(?:what|what's|where|where's|how|who|which|when|why|can|could|would|should|is|are|do|does|any|got any)\b[^,;]*\?$",
    re.IGNORECASE,
)
# "my sister lives in Rome" is about her; "my sister gave me a lamp" is about the speaker too.
MYSELF = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|mine|we|we're|us)\b", re.IGNORECASE)


def knowledge(conversation: Conversation, upto: int | None = None) -> Knowledge:
    """What the user and the system messages say. upto: only the messages before this place."""
    known = Knowledge()
    asked = ""
    for place, message in enumerate(conversation.messages[:upto]):
        if message.role == "system":
            _add_system(known, place, message)
        elif message.role == "user":
            _add_user(known, place, message, asked)
        if message.role == "assistant":
            asked = message.text
    return known


NOTES = re.compile(
    r"\b(?:summary|recap|memory|memories|profile|context|notes?|known facts|so far|earlier|background)\b",
    re.IGNORECASE,
)


def _add_system(known: Knowledge, place: int, message: Message) -> None:
    notes = bool(NOTES.search(message.text))
    for sentence in sentences(message.text):
        known.reading = (sentence, place)
        for fact in facts_reported_in(sentence):
            _add(known, fact)
        about = notes or re.search(
            r"\b(?:user|customer|human|they|decided|deadline|budget)\b", sentence, re.IGNORECASE
        )
        if about and not INSTRUCTION.search(sentence):
            known.statements.append(Statement(sentence, place, tuple(_people(known, sentence)), by="system"))


def _add_user(known: Knowledge, place: int, message: Message, asked: str) -> None:
    subject = None
    if (
        message.name
        and re.fullmatch(NAMED, message.name.replace("_", " "))
        and known.value(USER, "name") is None
    ):
        known.add(Fact(USER, "name", message.name.replace("_", " ")))
    own = own_words(message.text)
    if asked and (fact := _answer_to(asked, own)):
        _add(known, fact)
    for sentence in joined(sentences(own)):
        sentence = without_question(sentence)
        known.reading = (sentence, place)
        if sentence.rstrip("\"' )").endswith("?") and not MAKE_IT.match(sentence):
            continue
        if TAKEN_BACK.match(sentence):
            take_back(known, place)
            continue
        found = [_resolved(fact, subject, known) for fact in facts_in(sentence)]
        found = [fact for fact in found if fact.subject != PRONOUN]
        if (
            (match := LIKES_IT.match(sentence))
            and known.facts
            and known.facts[-1].kind in ("like", "dislike", "preference")
        ):
            kind = (
                "dislike" if re.match(r"hate|dislike|can't|don't", match["verb"], re.IGNORECASE) else "like"
            )
            found = [Fact(USER, kind, known.facts[-1].value)]
        corrected = correct(known, sentence, place, bool(found))
        for fact in found:
            _add(known, fact)
        if not found and not corrected and CORRECTS.search(sentence):
            known.doubts.append((sentence, place))
        people = list(_people(known, sentence))
        said_of = next((fact.subject for fact in found if fact.subject != USER), None)
        introduced = next(
            (
                fact.value.lower()
                for fact in found
                if fact.subject == USER and re.fullmatch(RELATION, fact.kind)
            ),
            None,
        )
        subject = said_of or introduced or (people[0] if len(people) == 1 else subject)
        if states(sentence):
            pronoun = re.match(r"(?:and |but |so )*(?:he|she|they|his|her|their)\b", sentence, re.IGNORECASE)
            if pronoun and subject:
                people = [*people, subject]
            mine = bool(MYSELF.search(sentence))
            known.statements.append(
                Statement(sentence, place, tuple(dict.fromkeys(people)), mine or not people)
            )


def joined(texts: tuple[str, ...]) -> list[str]:
    """The sentences, a mere "Sorry, typo!" in one with what follows it."""
    found: list[str] = []
    for text in texts:
        if found and CORRECTS.search(found[-1]) and len(found[-1].split()) <= 3 and not facts_in(found[-1]):
            found[-1] = f"{found[-1].rstrip('!. ')}, {text}"
        else:
            found.append(text)
    return found


def without_question(sentence: str) -> str:
    stated = ASKS_AFTER.sub(".", sentence)
    return stated if stated != sentence and facts_in(stated) else sentence


def _resolved(fact: Fact, subject: str | None, known: Knowledge) -> Fact:
    if fact.subject != PRONOUN:
        return fact
    if subject is None:
        people = list(dict.fromkeys(one.subject for one in known.facts[-4:] if one.subject != USER))
        subject = people[0] if len(people) == 1 else None
        named = [
            one.value.lower()
            for one in known.facts[-2:]
            if one.subject == USER and re.fullmatch(RELATION, one.kind)
        ]
        subject = subject or (named[-1] if len(set(named)) == 1 else None)
    return replace(fact, subject=subject or PRONOUN)


def _add(known: Knowledge, fact: Fact) -> None:
    known.add(fact)
    if fact.subject != USER:
        known.people[fact.subject] = None
    elif re.fullmatch(RELATION, fact.kind) and re.fullmatch(NAMED, fact.value):
        known.names.setdefault(fact.kind, set()).add(fact.value.lower())
        known.people[fact.value.lower()] = None


def _people(known: Knowledge, sentence: str) -> Iterator[str]:
    """The people that a sentence speaks of, as far as they are known or told by a relation."""
    for match in re.finditer(
        rf"\b(?:my|our|the user's|his|her) (?P<relation>{RELATION})\b", sentence, re.IGNORECASE
    ):
        yield normal(match["relation"])
    lowered = sentence.lower()
    for person in known.people:
        if person in lowered and re.search(rf"\b{re.escape(person)}\b", lowered):
            yield person


def _answer_to(asked: str, said: str) -> Fact | None:
    """The fact in "Priya.", said when the assistant had asked "What is your name?"."""
    questions = [sentence for sentence in sentences(asked) if sentence.endswith("?")]
    value = cleaned(LEAD_IN.sub("", said.strip()).strip(" .!"))
    if not questions or not value or len(value.split()) > 5 or said.rstrip().endswith("?") or facts_in(said):
        return None
    kind = asked_of_the_person(questions[-1])
    if (
        kind is None
        or not usable(value)
        or re.match(r"(?:yes|no|sure|ok|i|my|we|it|why|thanks)\b", value, re.IGNORECASE)
    ):
        return None
    return Fact(USER, kind, re.sub(r"^(?:in|on|at|by|as|for) ", "", value))
