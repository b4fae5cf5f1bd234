"""Corrections: "actually, make it 4", "change my email to …", "we switched from MySQL to Postgres", "scratch that"."""

from __future__ import annotations

import re
from dataclasses import replace

from course_helpers.gateway.offline_model.facts import USER, Fact, facts_in, normal, usable
from course_helpers.gateway.offline_model.grammar import DATE, DAY, MONEY, TIME, cleaned
from course_helpers.gateway.offline_model.known import Knowledge, within
from course_helpers.gateway.offline_model.statements import LEAD_IN

ELLIPTIC = re.compile(
    r"^(?P<cue>(?:(?:oh|oops|hmm|um|ah|and|but|ok|okay|my bad|apologies)[,.!\s]+)*(?:actually|sorry|wait|no|nope|correction|scratch that|"
    r"i meant|i mean|rather|on second thou?ghts?|let me correct that|i misspoke|i mistyped|typo|i made a (?:mistake|typo)|that's (?:wrong|not right)|my mistake|that was wrong|forget that|change of plans?|update|strike that|not quite)[,.:;!\s–—-]*)+"
    r"(?:(?:i (?:meant|mean|should have said)|it(?:'s| is| was| should be)|that(?:'s| is| should be)|make (?:it|that)|change (?:it|that) to|the (?:right|correct) one is|it's actually|let's (?:make it|say)|we moved it to|they moved it to|it (?:got |was )?moved to|it has (?:changed|moved) to)\s+)?"
    r"(?:actually |really |now |on |at |to |in )*(?P<value>(?:[^.!?;]|[.!?;](?=\w))+)",
    re.IGNORECASE,
)
IT_IS_NOW = re.compile(
    r"^(?:actually,? |sorry,? |no,? |ok,? |so )*(?:it(?:'s| is| has)|that(?:'s| is| has)|they(?:'ve| have)|we(?:'ve| have)?)(?: been| got| just)? (?:changed|moved|pushed|postponed|rescheduled|shifted|now|increased|decreased|raised|cut|updated|bumped)(?: it| that)?(?: back| forward| up| down)?(?: to| is| at| on|)\s+(?P<value>(?:[^.!?;]|[.!?;](?=\w))+)",
    re.IGNORECASE,
)
MAKE_IT = re.compile(
    r"^(?:please |can you |could you |can we |could we |shall we |let's |actually,? )*(?:make (?:it|that)|change (?:it|that) to|update (?:it|that) to)\s+(?P<value>(?:[^.!?;]|[.!?;](?=\w))+)",
    re.IGNORECASE,
)
CHANGE_MY = re.compile(
    r"\b(?:please )?(?:change|update|correct|move|set|switch|push|fix|we(?:'ve| have)? (?:moved|changed|pushed|postponed|raised|increased|cut|lowered)|(?:they|she|he|i)(?:'ve| have)? (?:moved|changed|pushed|postponed|raised|increased|cut|updated))"
    r" (?P<owner>my|our|the) (?P<kind>[a-z][\w' -]{1,30}?)(?: back| forward| up| down)? (?:from [^.!?;]+? )?(?:to|on|at) (?P<value>(?:[^.!?;]|[.!?;](?=\w))+)",
    re.IGNORECASE,
)
SWITCHED = re.compile(
    r"\b(?:switch(?:ed|ing)?|migrat(?:ed|ing)|mov(?:ed|ing)|chang(?:ed|ing)) (?:away )?from (?P<old>[\w+#. -]+?) to (?P<value>(?:[^.,!?;]|[.,](?=\w))+)",
    re.IGNORECASE,
)
REPLACED = re.compile(
    r"\b(?:replaced|swapped(?: out)?) (?P<old>[\w+#. -]+?) (?:with|for) (?P<value>(?:[^.,!?;]|[.,](?=\w))+)",
    re.IGNORECASE,
)
NOT_OLD = re.compile(
    r"[,\s]*\b(?:and )?(?:not|instead of|rather than)\s+(?:on |at |in |the )?(?P<old>[^,.!?;]+)",
    re.IGNORECASE,
)
NOT_BUT = re.compile(
    r"^(?:it's |it is |that's |i'm |my \w+ is(?:n't)? )?not (?:on |at |in )?(?P<old>[^,.!?;]+?)(?:,? but|[,;]) (?:it's |rather )?(?:on |at |in )?(?P<value>(?:[^.!?;]|[.!?;](?=\w))+)",
    re.IGNORECASE,
)
TAKEN_BACK = re.compile(
    r"^(?:\W*(?:actually|oh|no|wait|sorry|please|ok)[\s,]+)*(?:scratch that|forget (?:that|it|what i (?:just )?said)|disregard that|strike that|ignore what i (?:just )?said)\W*$",
    re.IGNORECASE,
)


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


ALIKE_SORTS = ({"time", "number"}, {"day", "date"}, {"money", "number"}, {"name", "word"}, {"date", "number"})


def _fits(old: str, new: str) -> bool:
    one, other = _sort(old), _sort(new)
    return one == other or {one, other} in ALIKE_SORTS


def correct(known: Knowledge, sentence: str, place: int, states_a_fact: bool) -> bool:
    """Apply a sentence that corrects something said before. Returns whether it did."""
    if match := CHANGE_MY.search(sentence):
        kind, value = normal(match["kind"]), cleaned(match["value"])
        if usable(value):
            owner = match["owner"].lower()
            _amend(known, kind, sentence)
            known.add(Fact(USER, kind, value, owner=owner if owner in ("our", "the") else "my"))
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
    if states_a_fact and ("," not in value or facts_in(value.split(",")[0])):
        return False
    value = value.split(",")[0] if states_a_fact else value
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
    holding = [fact for fact in newest.values() if not fact.gone and within(old, fact.value)]
    for fact in holding:
        spelled = rf"(?<!\w){re.escape(old)}(?!\w)"
        changed = re.sub(spelled, lambda _: value, fact.value, flags=re.IGNORECASE)
        _amend_value(known, fact, sentence)
        known.add(replace(fact, value=changed))
        _rename(known, fact, changed)
    if holding:
        return True
    for statement in reversed(known.statements):
        if within(old, statement.text):
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
            known.add(replace(fact, value=value))
            _rename(known, fact, value)
            return True
    recent = [one for one in known.statements if one.place >= place - 4]
    if recent:
        recent[-1].amended.append(sentence)
        return True
    return False


def _amend_value(known: Knowledge, fact: Fact, sentence: str) -> None:
    for statement in reversed(known.statements):
        if within(fact.value, statement.text):
            statement.amended.append(sentence)
            return


def _amend(known: Knowledge, kind: str, sentence: str) -> None:
    for statement in reversed(known.statements):
        if within(kind, statement.text):
            statement.amended.append(sentence)
            return


def take_back(known: Knowledge, place: int) -> None:
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
                    known.remove(index)
                    break
