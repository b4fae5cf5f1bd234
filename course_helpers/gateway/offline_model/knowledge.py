"""Everything that a request says, put together: facts in the order in which they were said, corrections applied.

The newest statement of a kind wins. "Actually, make it 4" corrects what was said last of the same sort. A fact about
somebody else stays with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from course_helpers.gateway.offline_model.conversation import Conversation, own_words, sentences
from course_helpers.gateway.offline_model.facts import (
    INSTRUCTION,
    LEAD_IN,
    MANY,
    PRONOUN,
    USER,
    Fact,
    facts_in,
    facts_reported_in,
    normal,
    states,
    usable,
)
from course_helpers.gateway.offline_model.grammar import DATE, DAY, MONEY, NAMED, RELATION, TIME, cleaned
from course_helpers.gateway.offline_model.questions import asked_of_the_person
from course_helpers.gateway.protocol import Message

ELLIPTIC = re.compile(
    r"^(?P<cue>(?:(?:oh|oops|hmm|um|ah|and|but|ok|okay|my bad|apologies)[,.!\s]+)*(?:actually|sorry|wait|no|nope|correction|scratch that|"
    r"i meant|i mean|rather|on second thou?ghts?|let me correct that|i misspoke|i mistyped|typo|i made a (?:mistake|typo)|that's (?:wrong|not right)|my mistake|that was wrong|forget that|change of plans?|update|strike that|not quite)[,.:;!\s–—-]*)+"
    r"(?:(?:i (?:meant|mean|should have said)|it(?:'s| is| was| should be)|that(?:'s| is| should be)|make (?:it|that)|change (?:it|that) to|the (?:right|correct) one is|it's actually|let's (?:make it|say)|we moved it to|they moved it to|it (?:got |was )?moved to|it has (?:changed|moved) to)\s+)?"
    r"(?:actually |really |now |on |at |to |in )*(?P<value>[^.!?;]+)",
    re.IGNORECASE,
)
IT_IS_NOW = re.compile(
    r"^(?:actually,? |sorry,? |no,? |ok,? |so )*(?:it(?:'s| is| has)|that(?:'s| is| has)|they(?:'ve| have)|we(?:'ve| have)?)(?: been| got| just)? (?:changed|moved|pushed|postponed|rescheduled|shifted|now|increased|decreased|raised|cut|updated|bumped)(?: it| that)?(?: back| forward| up| down)?(?: to| is| at| on|)\s+(?P<value>[^.!?;]+)",
    re.IGNORECASE,
)
MAKE_IT = re.compile(
    r"^(?:please |can you |could you |can we |could we |shall we |let's |actually,? )*(?:make (?:it|that)|change (?:it|that) to|update (?:it|that) to)\s+(?P<value>[^.!?;]+)",
    re.IGNORECASE,
)
CHANGE_MY = re.compile(
    r"\b(?:please )?(?:change|update|correct|move|set|switch|push|fix|we(?:'ve| have)? (?:moved|changed|pushed|postponed|raised|increased|cut|lowered)|(?:they|she|he|i)(?:'ve| have)? (?:moved|changed|pushed|postponed|raised|increased|cut|updated))"
    r" (?P<owner>my|our|the) (?P<kind>[a-z][\w' -]{1,30}?)(?: back| forward| up| down)? (?:from [^.!?;]+? )?(?:to|on|at) (?P<value>[^.!?;]+)",
    re.IGNORECASE,
)
SWITCHED = re.compile(
    r"\b(?:switch(?:ed|ing)?|migrat(?:ed|ing)|mov(?:ed|ing)|chang(?:ed|ing)) (?:away )?from (?P<old>[\w+#. -]+?) to (?P<value>[^.,!?;]+)",
    re.IGNORECASE,
)
REPLACED = re.compile(
    r"\b(?:replaced|swapped(?: out)?) (?P<old>[\w+#. -]+?) (?:with|for) (?P<value>[^.,!?;]+)", re.IGNORECASE
)
NOT_OLD = re.compile(
    r"[,\s]*\b(?:and )?(?:not|instead of|rather than)\s+(?:on |at |in |the )?(?P<old>[^,.!?;]+)",
    re.IGNORECASE,
)
NOT_BUT = re.compile(
    r"^(?:it's |it is |that's |i'm |my \w+ is(?:n't)? )?not (?:on |at |in )?(?P<old>[^,.!?;]+?)(?:,? but|[,;]) (?:it's |rather )?(?:on |at |in )?(?P<value>[^.!?;]+)",
    re.IGNORECASE,
)
TAKEN_BACK = re.compile(
    r"^(?:\W*(?:actually|oh|no|wait|sorry|please|ok)[\s,]+)*(?:scratch that|forget (?:that|it|what i (?:just )?said)|never ?mind|disregard that|strike that|ignore what i (?:just )?said)\W*$",
    re.IGNORECASE,
)


@dataclass
class Statement:
    """A sentence that may be quoted as an answer. amended: what was said later to correct it."""

    text: str
    place: int  # of its message
    people: tuple[str, ...] = ()
    about_user: bool = True
    amended: list[str] = field(default_factory=list)
    gone: bool = False


@dataclass
class Knowledge:
    facts: list[Fact] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    names: dict[str, set[str]] = field(default_factory=dict)  # relation -> names, "sister" -> {"eva"}
    _last_place: int = -1

    def values(self, subject: str, kind: str) -> list[Fact]:
        """What holds now of a kind: one fact, or all of a kind of which one can have many. Oldest first."""
        subjects = self.same(subject)
        found: list[Fact] = []
        for fact in self.facts:
            if fact.kind != kind or not (fact.subject == subject or fact.subject in subjects):
                continue
            if fact.gone:
                found = (
                    [one for one in found if fact.value and not _within(fact.value, one.value)]
                    if kind in MANY
                    else []
                )
            elif kind in MANY:
                found = [one for one in found if one.value.lower() != fact.value.lower()] + [fact]
            else:
                found = [fact]
        return found

    def value(self, subject: str, kind: str) -> Fact | None:
        found = self.values(subject, kind)
        return found[-1] if found else None

    def same(self, subject: str) -> set[str]:
        """The ways in which a person is spoken of: {"sister", "eva"}."""
        subjects = {subject}
        for relation, names in self.names.items():
            if relation == subject:
                subjects |= names
            elif subject in names and len(names) == 1:
                subjects.add(relation)
            elif subject in names:
                subjects |= {relation} if len(names) == 1 else set()
        return subjects

    def taken_back(self, subject: str, kind: str) -> list[Fact]:
        """What was said of a kind and then taken back: "I no longer work for Acme"."""
        subjects = self.same(subject)
        return [fact for fact in self.facts if fact.gone and fact.kind == kind and fact.subject in subjects]

    def knows(self, person: str) -> bool:
        return any(person in {relation, *names} for relation, names in self.names.items()) or any(
            fact.subject == person for fact in self.facts
        )

    def kinds(self, subject: str = USER) -> list[str]:
        return list(dict.fromkeys(fact.kind for fact in self.facts if fact.subject in self.same(subject)))


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


def _add_system(known: Knowledge, place: int, message: Message) -> None:
    for fact in facts_reported_in(message.text):
        _add(known, fact)
    for sentence in sentences(message.text):
        if re.search(
            r"\b(?:the user|the customer|user|customer|they|decided|deadline|budget)\b",
            sentence,
            re.IGNORECASE,
        ) and not INSTRUCTION.search(sentence):
            known.statements.append(Statement(sentence, place, tuple(_people(known, sentence))))


def _add_user(known: Knowledge, place: int, message: Message, asked: str) -> None:
    subject = None
    first = len(known.facts)
    if (
        message.name
        and re.fullmatch(NAMED, message.name.replace("_", " "))
        and known.value(USER, "name") is None
    ):
        known.facts.append(Fact(USER, "name", message.name.replace("_", " ")))
    own = own_words(message.text)
    if asked and (fact := _answer_to(asked, own)):
        _add(known, fact)
    for sentence in sentences(own):
        if sentence.rstrip("\"' )").endswith("?") and not MAKE_IT.match(sentence):
            continue
        if TAKEN_BACK.match(sentence):
            _take_back(known, place)
            continue
        found = [_resolved(fact, subject, known) for fact in facts_in(sentence)]
        found = [fact for fact in found if fact.subject != PRONOUN]
        if not (_corrected(known, sentence, place, bool(found)) and not found):
            for fact in found:
                _add(known, fact)
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
    if len(known.facts) > first:
        known._last_place = place


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
    known.facts.append(fact)
    if fact.subject == USER and re.fullmatch(RELATION, fact.kind) and re.fullmatch(NAMED, fact.value):
        known.names.setdefault(fact.kind, set()).add(fact.value.lower())


def _people(known: Knowledge, sentence: str) -> Iterator[str]:
    """The people that a sentence speaks of, as far as they are known or told by a relation."""
    for match in re.finditer(
        rf"\b(?:my|our|the user's|his|her) (?P<relation>{RELATION})\b", sentence, re.IGNORECASE
    ):
        yield normal(match["relation"])
    lowered = sentence.lower()
    for names in known.names.values():
        for name in names:
            if re.search(rf"\b{re.escape(name)}\b", lowered):
                yield name
    for fact in known.facts:
        if fact.subject != USER and re.search(rf"\b{re.escape(fact.subject)}\b", lowered):
            yield fact.subject


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


def _sort(value: str) -> str:
    """What sort of thing a value is, so that a correction finds what it corrects."""
    for sort, pattern in (("time", TIME), ("day", DAY), ("date", DATE), ("money", MONEY)):
        if re.search(pattern, value, re.IGNORECASE):
            return sort
    if re.search(r"\d", value) or re.fullmatch(
        r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b.*", value, re.IGNORECASE
    ):
        return "number"
    return "name" if re.match(r"[A-Z]", value) else "word"


# "my sister lives in Rome" is about her; "my sister gave me a lamp" is about the speaker too.
MYSELF = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|mine|we|we're|us)\b", re.IGNORECASE)
ALIKE_SORTS = ({"time", "number"}, {"day", "date"}, {"money", "number"}, {"name", "word"}, {"date", "number"})


def _fits(old: str, new: str) -> bool:
    one, other = _sort(old), _sort(new)
    return one == other or {one, other} in ALIKE_SORTS


def _within(part: str, whole: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part.lower().strip())}(?!\w)", whole.lower()) is not None


def _corrected(known: Knowledge, sentence: str, place: int, states_a_fact: bool) -> bool:
    """Apply a sentence that corrects something said before. Returns whether it did."""
    if match := CHANGE_MY.search(sentence):
        kind, value = normal(match["kind"]), cleaned(match["value"])
        if usable(value):
            owner = match["owner"].lower()
            _amend(known, kind, sentence)
            known.facts.append(Fact(USER, kind, value, owner=owner if owner in ("our", "the") else "my"))
            return True
    for pattern in (SWITCHED, REPLACED):
        if match := pattern.search(sentence):
            return _replace(known, match["old"], cleaned(match["value"]), sentence)
    if match := NOT_BUT.match(LEAD_IN.sub("", sentence)):
        return _replace(known, match["old"], cleaned(match["value"]), sentence)
    elliptic = IT_IS_NOW.match(sentence) or MAKE_IT.match(sentence) or ELLIPTIC.match(sentence)
    if elliptic is None:
        # "It's Tuesday, not Monday."
        if (match := NOT_OLD.search(sentence)) and not states_a_fact:
            value = cleaned(
                re.sub(
                    r"^(?:it's|it is|that's|i meant) (?:on |at )?",
                    "",
                    LEAD_IN.sub("", sentence[: match.start()]),
                    flags=re.IGNORECASE,
                )
            )
            return bool(value) and len(value.split()) <= 5 and _replace(known, match["old"], value, sentence)
        return False
    value = elliptic["value"]
    if match := NOT_OLD.search(value):
        old, value = match["old"], cleaned(value[: match.start()])
        if _replace(known, old, value, sentence):
            return True
    if states_a_fact:
        return False
    value = cleaned(re.sub(r"^(?:it's|it is|on|at|to|in) ", "", value, flags=re.IGNORECASE))
    if (
        not value
        or len(value.split()) > 6
        or re.match(
            r"(?:i|we|you|that|this|the \w+ is|can|could|what|how|please|thanks|thank|problem|worries|need|idea|way)\b",
            value,
            re.IGNORECASE,
        )
    ):
        return False
    return _correct_last(known, value, sentence, place)


def _replace(known: Knowledge, old: str, value: str, sentence: str) -> bool:
    """Put a new value where an old one was said."""
    old = cleaned(old)
    if not usable(value) or not old:
        return False
    newest = {(fact.subject, fact.kind): fact for fact in known.facts}
    holding = [fact for fact in newest.values() if not fact.gone and _within(old, fact.value)]
    for fact in holding:
        spelled = rf"(?<!\w){re.escape(old)}(?!\w)"
        changed = re.sub(spelled, lambda _: value, fact.value, flags=re.IGNORECASE)
        _amend_value(known, fact, sentence)
        known.facts.append(replace(fact, value=changed))
        _rename(known, fact, changed)
    if holding:
        return True
    for statement in reversed(known.statements):
        if _within(old, statement.text):
            statement.amended.append(sentence)
            return True
    return False


def _rename(known: Knowledge, fact: Fact, value: str) -> None:
    names = known.names.get(fact.kind)
    if fact.subject == USER and names and fact.value.lower() in names:
        names.discard(fact.value.lower())
        names.add(value.lower())


def _correct_last(known: Knowledge, value: str, sentence: str, place: int) -> bool:
    """ "Actually, make it 4": of the facts said last, the newest of the same sort."""
    for fact in reversed(known.facts[-6:]):
        if not fact.gone and _fits(fact.value, value):
            for pattern in (TIME, DAY, DATE, MONEY, r"\d+"):
                # A part of the value: "on Friday at 3" with "make it 4".
                if re.fullmatch(pattern, value, re.IGNORECASE) and re.search(
                    pattern, fact.value, re.IGNORECASE
                ):
                    value = re.sub(pattern, lambda _: value, fact.value, count=1, flags=re.IGNORECASE)  # noqa: B023
                    break
            _amend_value(known, fact, sentence)
            known.facts.append(replace(fact, value=value))
            _rename(known, fact, value)
            return True
    recent = [one for one in known.statements if one.place >= place - 4]
    if recent:
        recent[-1].amended.append(sentence)
        return True
    return False


def _amend_value(known: Knowledge, fact: Fact, sentence: str) -> None:
    for statement in reversed(known.statements):
        if _within(fact.value, statement.text):
            statement.amended.append(sentence)
            return


def _amend(known: Knowledge, kind: str, sentence: str) -> None:
    for statement in reversed(known.statements):
        if _within(kind, statement.text):
            statement.amended.append(sentence)
            return


def _take_back(known: Knowledge, place: int) -> None:
    """ "Scratch that": the facts of the message before it, or of this one."""
    if not known.statements:
        return
    last = known.statements[-1].place
    taken = {id(statement) for statement in known.statements if statement.place == last}
    texts = [statement.text for statement in known.statements if id(statement) in taken]
    known.statements = [statement for statement in known.statements if id(statement) not in taken]
    for text in texts:
        for fact in facts_in(text):
            for index in range(len(known.facts) - 1, -1, -1):
                if known.facts[index] == fact:
                    del known.facts[index]
                    break
