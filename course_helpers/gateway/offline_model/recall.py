"""Questions about people and their affairs: answered from what the request says, or not at all."""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.facts import MANY, USER, Fact, facts_in, normal
from course_helpers.gateway.offline_model.grammar import DATE, RELATION, TIME
from course_helpers.gateway.offline_model.knowledge import knowledge
from course_helpers.gateway.offline_model.known import Knowledge
from course_helpers.gateway.offline_model.phrases import PHRASES, spoken, spoken_unknown, subject_words
from course_helpers.gateway.offline_model.questions import Asked, asked_for, questions_in
from course_helpers.gateway.offline_model.quoting import quoted, quoted_answer
from course_helpers.gateway.offline_model.tool_results import from_earlier_results
from course_helpers.gateway.offline_model.words import alike, content

# Kinds that are asked for under one word.
TOGETHER = {
    "food": ("allergy", "diet", "avoid"),
    "allergy": ("allergy",),
    "stack": ("language used", "framework", "database", "cloud", "queue"),
    "deadline": ("deadline",),
}
PERSONAL = ("name", "last name", "home", "age", "birthday", "job", "employer", "origin")
MANY_AT_ONCE = ("like", "dislike", "preference", "language", "decision", "stack")
YES_NO = re.compile(
    r"^(?:and |so |but |then |hey |ok |wait |quick question[,:]? )*(?P<aux>am|are|is|do|does|did|was|were|have|has) (?P<rest>(?:i|we|my|our|the)\b.+|(?-i:[A-Z]).+)",
    re.IGNORECASE,
)
EVERYTHING = re.compile(
    r"\bwhat (?:do|did) you (?:know|remember|learn|have) (?:about|of|on) (?:me|us)\b|\bwhat have i told you about (?:me|myself)\b|"
    r"\bsummari[sz]e what you know about me\b|\btell me (?:everything|all|what) you know about me\b|\bwhat have you learned about me\b",
    re.IGNORECASE,
)
ABOUT_PERSON = re.compile(
    r"\b(?:what (?:do|did) you (?:know|remember) about|what did i (?:tell you|say) about|tell me about|who(?:'s| is| was)) (?P<who>my [\w -]+|(?-i:[A-Z]\w+))\s*\??$",
    re.IGNORECASE,
)
INDIRECT = re.compile(
    r"^(?:(?:hi|hey|hello|ok|okay|so|and|sorry|please|thanks|great|quick question|by the way|btw|just checking|one more thing|wait|also)[\s,.!:-]+)*(?:(?:can|could|would) you (?:please )?|please |do you (?:still )?|i (?:forgot|forget|can't remember|don't remember)[,.:]? ?|any idea |remind me[,:]? ?)*"
    r"(?:tell me|remind me|remember|recall|know|say)?(?: again)?,? *(?:of |about )?",
    re.IGNORECASE,
)


def recall(conversation: Conversation) -> str | None:
    """Each question of the newest message: its answer, or that it is not known. None if it asks for no fact."""
    known = knowledge(conversation, _place(conversation))
    if EVERYTHING.search(conversation.question):
        return _everything(known)
    answers, kinds = [], 0
    for question in questions_in(conversation.question):
        answer, is_fact = _one(question, known, conversation)
        kinds += is_fact
        answers.append(answer)
    told = [answer for answer in answers if answer]
    if not told or not kinds:
        return None
    return " ".join(dict.fromkeys(told))


def _place(conversation: Conversation) -> int:
    """Up to where the messages are read: the newest one too, since it may state what its question needs."""
    positions = [place for place, message in enumerate(conversation.messages) if message.role == "user"]
    return positions[-1] + 1 if positions else len(conversation.messages)


def _one(question: str, known: Knowledge, conversation: Conversation) -> tuple[str | None, bool]:
    """(answer, whether the question asks for a fact)."""
    if match := ABOUT_PERSON.search(question):
        about = _about_person(match["who"], known)
        if about:
            return about, True
    if answer := _yes_no(question, known):
        return answer, True
    asked = asked_for(question)
    if asked is None:
        return None, False
    if asked.value:
        return _who(asked, known), True
    if asked.subject == "?":
        person = _person_in_focus(conversation, known)
        if person is None and (answer := from_earlier_results(conversation, question)):
            return answer, True
        if person is None:
            return "I don't know who you mean: it is not in what I was sent.", True
        asked = Asked(person, asked.kind)
    facts = [fact for fact in _facts(asked, known) if _answers(question, fact)]
    if facts and asked.kind not in MANY_AT_ONCE and (said := known.doubt(facts[-1])):
        return quoted(said), True
    if facts:
        return told(facts), True
    if asked.kind == "job" and (word := _only_word_of(asked.subject, known)):
        return quoted([word]), True
    unknown = f"I don't know {spoken_unknown(asked.subject, asked.kind)}"
    if known.taken_back(asked.subject, asked.kind):
        return f"{unknown}: you said that it no longer holds.", True
    if asked.kind not in ("name", "last name") and (answer := quoted_answer(question, known, asked.subject)):
        return answer, True
    # What a tool returned of somebody called so and so is no word about the user.
    if asked.kind not in PERSONAL and (answer := from_earlier_results(conversation, question)):
        return answer, True
    return f"{unknown}: it is not in what I was sent.", True


def _facts(asked: Asked, known: Knowledge) -> list[Fact]:
    found = [
        fact for kind in TOGETHER.get(asked.kind, (asked.kind,)) for fact in known.values(asked.subject, kind)
    ]
    if found:
        return found
    if asked.kind == "last name":
        return [fact for fact in known.values(asked.subject, "name") if " " in fact.value]
    if asked.kind == "name" and re.fullmatch(RELATION, asked.subject):
        return known.values(USER, asked.subject)
    if asked.subject == USER and re.fullmatch(RELATION, asked.kind):
        return []
    # "my wifi password" for "the password of the wifi", "the launch date" for "the date of the launch".
    wanted = content(asked.kind)
    near = [kind for kind in known.kinds(asked.subject) if _near(wanted, content(kind))]
    if len(near) == 1 and (asked.subject == USER or near[0] not in ("name",)):
        return known.values(asked.subject, near[0])
    return []


def _near(wanted: tuple[str, ...], kind: tuple[str, ...]) -> bool:
    """Whether a kind says all that is asked for: "budget" finds the "marketing budget", not the other way round."""
    return bool(wanted) and all(any(alike(one, other) for other in kind) for one in wanted)


def _only_word_of(person: str, known: Knowledge) -> str | None:
    """ "My brother Kofi drives a taxi": what Kofi does, if that is all that was said of him and no rule read it otherwise."""
    if person == USER:
        return None
    said = [one.text for one in known.statements if any(name in one.people for name in known.same(person))]
    told = {fact.kind for fact in known.facts if fact.subject in known.same(person)}
    return said[0] if len(said) == 1 and told <= {"car"} else None


def _answers(question: str, fact: Fact) -> bool:
    """Whether a value is of the sort that is asked for: "who" is no date, "when" is one."""
    if fact.kind in PHRASES:
        return True
    when = bool(re.search(rf"{DATE}|{TIME}", fact.value, re.IGNORECASE))
    if re.match(r"\W*(?:and |so )?who\b", question, re.IGNORECASE):
        return not when
    asks_when = re.search(r"^\W*(?:and |so )?(?:when|what time)\b", question, re.IGNORECASE)
    return (
        not asks_when
        or when
        or bool(re.search(r"\d|\b(?:morning|evening|noon|night|week|month|year|day)s?\b", fact.value))
    )


def told(facts: list[Fact]) -> str:
    """Facts as sentences; those of one kind as one."""
    said = []
    for kind in dict.fromkeys(fact.kind for fact in facts):
        same = [fact for fact in facts if fact.kind == kind]
        if kind in MANY and len(same) > 1:
            values = [fact.value for fact in same]
            joined = ", ".join(values[:-1]) + f" and {values[-1]}"
            same = [Fact(same[0].subject, kind, joined)]
        said += [capitalised(spoken(fact)) + "." for fact in same]
    return " ".join(said)


def _who(asked: Asked, known: Knowledge) -> str:
    people = []
    for subject in dict.fromkeys(fact.subject for fact in known.facts):
        if any(_matches(asked.value, fact.value) for fact in known.values(subject, asked.kind)):
            people.append("you" if subject == USER else _called(subject, known))
    if not people:
        return "I don't know: nothing in what I was sent says that."
    joined = people[0] if len(people) == 1 else ", ".join(people[:-1]) + f" and {people[-1]}"
    fact = Fact("x", asked.kind, asked.value)
    return (
        capitalised(joined) + spoken(fact).removeprefix("X") + "."
        if joined != "you"
        else capitalised(spoken(Fact(USER, asked.kind, asked.value))) + "."
    )


def _called(subject: str, known: Knowledge) -> str:
    names = known.names.get(subject, set())
    words = subject_words(subject)
    return f"{words} {next(iter(names)).title()}" if len(names) == 1 else words


def _matches(asked: str, value: str) -> bool:
    wanted, have = content(asked), content(value)
    return bool(wanted) and all(any(alike(one, other) for other in have) for one in wanted)


def _yes_no(question: str, known: Knowledge) -> str | None:
    """ "Do I live in Oslo?" is read as the statement that it asks about."""
    match = YES_NO.match(INDIRECT.sub("", question.rstrip("? ")) or question.rstrip("? "))
    if not match:
        return None
    aux, rest = match["aux"].lower(), match["rest"]
    if aux in ("is", "are", "was", "were", "am"):
        statement = re.sub(
            rf"^((?:my|our|the) (?:{RELATION})|i|we|(?-i:[A-Z]\w+)|(?:my|our|the) [\w ]+?)\s+(?=\w+(?: \w+){{0,6}}$)",
            rf"\1 {aux} ",
            rest,
            count=1,
            flags=re.IGNORECASE,
        )
    else:
        statement = rest
    if statement == rest and aux in ("is", "are", "was", "were", "am"):
        return None
    for claimed in facts_in(statement):
        facts = known.values(claimed.subject, claimed.kind)
        if any(
            _matches(claimed.value, fact.value) for fact in known.taken_back(claimed.subject, claimed.kind)
        ) and not any(_matches(claimed.value, fact.value) for fact in facts):
            return "No: you said that this does not hold."
        if claimed.kind in ("name",) and claimed.subject == USER and not facts:
            return None
        if any(_matches(claimed.value, fact.value) for fact in facts):
            return f"Yes, {spoken(next(f for f in facts if _matches(claimed.value, f.value)))}."
        if facts and claimed.kind not in ("like", "preference"):
            return f"No, {told(facts)[:1].lower()}{told(facts)[1:]}"
        if claimed.kind in ("like", "preference") and any(
            _matches(claimed.value, fact.value) for fact in known.values(claimed.subject, "dislike")
        ):
            return f"No, {spoken(Fact(claimed.subject, 'dislike', claimed.value))}."
    return None


def _person_in_focus(conversation: Conversation, known: Knowledge) -> str | None:
    """Whom "she" means: the one person that the newest texts speak of."""
    for message in reversed(conversation.messages[:-1]):
        people = list(dict.fromkeys(_spoken_of(message.text, known)))
        if len(people) == 1:
            return people[0]
        if people:
            return None
    return None


def _spoken_of(text: str, known: Knowledge) -> list[str]:
    lowered = text.lower()
    subjects = [fact.subject for fact in known.facts if fact.subject != USER]
    found = [subject for subject in subjects if re.search(rf"\b{re.escape(subject)}\b", lowered)]
    for relation, names in known.names.items():
        for name in names:
            if re.search(rf"\b(?:{re.escape(name)}|{re.escape(relation)})\b", lowered):
                found.append(name if len(names) > 1 else relation)
    canonical = {
        name: relation for relation, names in known.names.items() if len(names) == 1 for name in names
    }
    return [canonical.get(one, one) for one in found]


def _about_person(who: str, known: Knowledge) -> str | None:
    person = normal(re.sub(r"^my ", "", who.strip(), flags=re.IGNORECASE))
    subjects = known.same(person)
    facts = [
        fact
        for subject in sorted(subjects)
        for kind in known.kinds(subject)
        for fact in known.values(subject, kind)
        if fact.subject in subjects
    ]
    said = []
    for relation, names in known.names.items():
        if person in names:
            said.append(f"{person.title()} is your {relation}.")
        elif person == relation and names:
            said.append(f"Your {relation} is {' and '.join(sorted(name.title() for name in names))}.")
    if person in (fact.kind for fact in known.facts if fact.subject == USER) and not said:
        said += [capitalised(spoken(fact)) + "." for fact in known.values(USER, person)]
    if facts:
        said.append(told(list(dict.fromkeys(facts))))
    quotes = [f'You said: "{one.text}"' for one in known.statements if person in one.people and not said]
    return " ".join(said or quotes[-1:]) or None


def _everything(known: Knowledge) -> str:
    facts = [fact for kind in known.kinds() for fact in known.values(USER, kind)]
    facts = [fact for fact in facts if fact.subject == USER]
    return told(list(dict.fromkeys(facts))) or "I know nothing about you: it is not in what I was sent."


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def question_sentence(text: str) -> str:
    return next((one for one in reversed(sentences(text)) if one.endswith("?")), text)
