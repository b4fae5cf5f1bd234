"""The last way to answer a question about what was said: quote the sentence that answers it, where one clearly does."""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.facts import USER
from course_helpers.gateway.offline_model.grammar import DATE, MONEY, TIME
from course_helpers.gateway.offline_model.known import Knowledge, Statement
from course_helpers.gateway.offline_model.words import alike, content

ENOUGH_NAMED = 0.5  # the same, of a question that names the person whom the sentence is about
ENOUGH = 0.6  # of the question's words that the sentence has to hold
NUMBER = r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|dozen|hundred|thousand|both|several)\b"
# What the sentence has to hold for the question's first word.
WANTED = (
    (
        re.compile(r"\bwhat time\b", re.IGNORECASE),
        re.compile(rf"{TIME}|\b(?:morning|noon|evening)\b|\d", re.IGNORECASE),
    ),
    (
        re.compile(
            r"\bwhen\b|\bwhat (?:day|date|month|year)\b|\bwhich (?:day|date|month|year)\b", re.IGNORECASE
        ),
        re.compile(
            rf"{DATE}|{TIME}|\b(?:morning|evening|afternoon|week|month|year|summer|winter|spring|autumn|fall|weekend|ago|before|after)\b",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"\bhow (?:much|many|long|old|big|far|often|tall|heavy)\b", re.IGNORECASE),
        re.compile(rf"{NUMBER}|{MONEY}|\b(?:daily|weekly|every|once|twice)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bwhere\b", re.IGNORECASE),
        re.compile(r"\b(?:in|at|to|from|near|on|under|behind|inside|into|by)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bwhy\b", re.IGNORECASE),
        re.compile(r"\b(?:because|since|so that|due to|as|to)\b", re.IGNORECASE),
    ),
    (re.compile(r"\bwho\b", re.IGNORECASE), re.compile(r"[A-Z]\w|\b(?:my|our|his|her)\b")),
)
NEGATED = re.compile(r"\b(?:not|never|no longer|\w+n't|nobody|nothing)\b", re.IGNORECASE)
NOT_THIS = re.compile(r",\s*not [^,.]+")
# "Which instrument do I play?": the answer names an instrument and need not say the word.
SORT = re.compile(
    r"\b(?:what|which) (?P<sort>[\w-]+)(?: (?P<more>[\w-]+))? (?:do|does|did|am|are|have|has|should|can) (?:i|we|my \w+)\b|\b(?:what|which) (?P<when>time|day|date|month|year)\b",
    re.IGNORECASE,
)
VAGUE = frozenset(content("use take have make do buy see watch read plan try"))
WHEN = re.compile(r"\b(?:what time|when|what (?:day|date))\b", re.IGNORECASE)
# Sorts of things that have names of their own: the answer has to hold one.
NAMED_SORTS = re.compile(
    r"city|town|country|airline|company|hotel|restaurant|band|school|university|brand|street|team|book|film|movie|shop|store|bank|airport|station|person|author",
    re.IGNORECASE,
)
NEWER = re.compile(
    r"\b(?:now|instead|changed|upgraded|downgraded|any ?more|actually|no longer|dropped|moved|switched|updated|new|rather|meanwhile|since then)\b",
    re.IGNORECASE,
)
NAME_IN_QUESTION = re.compile(r"(?<=[a-z,] )(?!I\b|I')([A-Z][a-z]+)\b")
NAME_ASKED = re.compile(r"\bcalled\b|\bnames?\b", re.IGNORECASE)
ABOUT_ME = re.compile(r"\b(?:i|me|my|mine|we|us|our|i'm)\b", re.IGNORECASE)
NOT_FROM_TALK = re.compile(
    r"\b(?:capital of|define|definition|meaning of|how do (?:i|you|we)|how can i|how to|should i|what should|recommend|suggest|why (?:is|are|do|does) (?:the|a))\b",
    re.IGNORECASE,
)


def quoted_answer(question: str, known: Knowledge, subject: str = USER) -> str | None:
    """The sentence, or the two that say it as well as each other, with what was said later to correct them."""
    best = best_statements(question, known, subject)
    if not best:
        return None
    said = list(dict.fromkeys(text for statement in best for text in (statement.text, *statement.amended)))
    if best[-1].amended:
        said = list(dict.fromkeys([best[-1].text, *best[-1].amended]))
    later = [text for text, at in known.doubts if at == best[-1].place + 2 or at == best[-1].place + 1]
    return quoted(list(dict.fromkeys([*said, *later[:1]])), best[-1].by)


def quoted(said: list[str], by: str = "user") -> str:
    return ("You said: " if by == "user" else "My notes say: ") + " Then: ".join(f'"{text}"' for text in said)


def best_statements(question: str, known: Knowledge, subject: str = USER) -> list[Statement]:
    if NOT_FROM_TALK.search(question):
        return []
    wanted = list(content(question))
    people = list(_people(question, known))
    if people:
        wanted = [word for word in wanted if not any(word in content(person) for person in people)]
    elif subject != USER:
        return []
    names = [name for name in NAME_IN_QUESTION.findall(question) if name.lower() not in people]
    if names:
        named = {stem for name in names for stem in content(name)}
        wanted = [word for word in wanted if word not in named]
    sort = SORT.search(question)
    wanted = _without_sort(wanted, question)
    if names and not wanted and re.search(r"\b(?:do|does|want|wants|like|likes|have|has)\b", question):
        about = [
            one
            for one in known.statements
            if all(re.search(rf"\b{re.escape(name)}\b", one.text) for name in names)
        ]
        return about if len(about) == 1 else []
    if not wanted or not (
        names or people or ABOUT_ME.search(question) or len(wanted) >= 2 or WHEN.search(question)
    ):
        return []
    anybody = bool(re.match(r"\W*(?:and |so )?who\b", question, re.IGNORECASE))
    scored: list[tuple[float, int, Statement]] = []
    for place, statement in enumerate(known.statements):
        score = _score(wanted, statement, question)
        if sort and NAMED_SORTS.search(sort[0]) and not re.search(r"\s[A-Z]\w", statement.text):
            continue
        if names and not all(re.search(rf"\b{re.escape(name)}\b", statement.text) for name in names):
            continue
        enough = ENOUGH_NAMED if names or people else ENOUGH
        if score >= enough and (names or _of_the_same(people, statement, known, anybody)):
            scored.append((score, place, statement))
    if not scored:
        return []
    top = max(score for score, _, _ in scored)
    best = [statement for score, _, statement in scored if score == top]
    if len(best) > 1 and NEWER.search(best[-1].text):
        return best[-1:]
    return best if len(best) <= 2 else []


def _without_sort(wanted: list[str], question: str) -> list[str]:
    match = SORT.search(question)
    if not match:
        return wanted
    sort = content(" ".join(group for group in match.groups() if group))
    rest = [word for word in wanted if word not in sort]
    return rest if any(word not in VAGUE for word in rest) else wanted


def _score(wanted: list[str], statement: Statement, question: str) -> float:
    if NEGATED.search(NOT_THIS.sub("", statement.text)) and not NEGATED.search(question):
        return 0  # what does not hold answers nothing
    if NAME_ASKED.search(question) and not re.search(r"\s[A-Z]\w|\b(?:called|named)\b", statement.text):
        return 0
    have = content(statement.text)
    matched = [word for word in wanted if any(alike(word, other) for other in have)]
    if not matched or (len(have) <= len(matched) and not re.search(r"\d", statement.text)):
        return 0
    if _of_somebody_else(statement.text, question):
        return 0
    for asks, needs in WANTED:
        if asks.search(question) and not any(
            needs.search(text) for text in (statement.text, *statement.amended)
        ):
            return 0
    return len(matched) / len(wanted)


def _of_somebody_else(text: str, question: str) -> bool:
    """Whether the question is about "my dog" and the sentence only about "the neighbour's dog"."""
    for match in re.finditer(r"\b(?:my|our) (\w+)", question, re.IGNORECASE):
        thing = re.escape(match[1])
        if re.search(
            rf"(?:\w's|\bhis|\bher|\btheir|\byour) (?:\w+ )?{thing}\b", text, re.IGNORECASE
        ) and not re.search(rf"\b(?:my|our) (?:\w+ )?{thing}\b", text, re.IGNORECASE):
            return True
    return False


def _people(question: str, known: Knowledge) -> list[str]:
    lowered = question.lower()
    everybody = {*known.people, *known.names}
    everybody |= {person for statement in known.statements for person in statement.people}
    return sorted(one for one in everybody if re.search(rf"\b{re.escape(one)}\b", lowered))


def _of_the_same(people: list[str], statement: Statement, known: Knowledge, anybody: bool) -> bool:
    """Whether a sentence is about the people that the question is about; about the user, if it names none.

    anybody: "who" asks for a person, so a sentence about any will do.
    """
    if not people:
        return statement.about_user or anybody
    return any(person in known.same(one) for one in people for person in statement.people)
