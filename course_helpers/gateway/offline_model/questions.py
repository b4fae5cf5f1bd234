"""What a question asks for: whose fact, and of which kind.

To teach the model another way of asking, add a line to QUESTIONS.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from course_helpers.gateway.offline_model.conversation import sentences
from course_helpers.gateway.offline_model.facts import USER, normal
from course_helpers.gateway.offline_model.grammar import NAMED, NOT_A_PERSON, RELATION

WHO = (
    rf"(?:(?P<i>\b(?:i|we|me|us)\b)|(?P<relative>\b(?:my|our) (?P<relation>{RELATION})(?: (?P<called>{NAMED}))?)"
    rf"|{NOT_A_PERSON}(?P<person>{NAMED})|(?P<pronoun>\b(?:he|she|they|him|her|them)\b))"
)
WHOSE = (
    rf"(?:(?P<i>\b(?:my|our|the|this)\b)(?! (?:{RELATION})'s)|\b(?:my|our) (?P<relation>{RELATION})(?: (?P<called>{NAMED}))?'s"
    rf"|{NOT_A_PERSON}(?P<person>{NAMED})'s|(?P<pronoun>\b(?:his|her|their)\b))"
)
KIND = r"(?P<kind>[a-z][\w'-]*(?:\s+(?!is\b|are\b|was\b|again\b|please\b|for\b|in\b|on\b|at\b|to\b|and\b|now\b|right\b|so\b|you\b)[\w'-]+){0,3})"
BE = r"(?:'s|'re| is| are| was| am| were)"
PLEASE = r"\b(?:what(?:'s| is| was)|know|remember|recall|tell me|say|remind me(?: of)?|give me|repeat)"


@dataclass(frozen=True)
class Asked:
    """subject: USER, a person in lower case, or "?" for "she". kind: of the fact. reverse: value whose owner is asked."""

    subject: str
    kind: str
    value: str = ""


def _c(kind: str, *patterns: str) -> list[tuple[str, re.Pattern[str]]]:
    """Several ways of asking for one kind, each a pattern of its own."""
    filled = [pattern.replace("{WHO}", WHO).replace("{WHOSE}", WHOSE) for pattern in patterns]
    return [(kind, re.compile(pattern, re.IGNORECASE)) for pattern in filled]


QUESTIONS: list[tuple[str, re.Pattern[str]]] = [
    *_c("last name", r"\bmy (?:last|family|middle|maiden|sur) ?name\b"),
    *_c("name", r"\bwhat do (?:people|my friends|they|others) call me\b"),
    *_c("preference", r"\bhow (?:do|does) {WHO} (?:prefer|like) to be (?:contacted|reached|addressed|called)\b"),
    *_c("dislike", r"\bwhat (?:\w+ )?(?:don't|doesn't) {WHO} like\b"),
    *_c("number", r"\bwhich (?P<kind>order|ticket|room|flight|seat|invoice|case|booking) (?:did|have|am|do) (?P<i>i|we)\b"),
    *_c("language used", r"\b(?:what|which) language (?:is|are) {WHOSE} [\w ]+? (?:in|written in)\b"),
    *_c("", r"\bwhat (?P<kind>[a-z][\w ]{2,25}?) do you have (?:for|of|on) (?P<i>me)\b"),
    *_c("", r"\bwhich (?:\w+ )?(?P<kind>framework|database|editor|cloud) (?:do|does|did|are|am|is|have) {WHO}\b"),
    *_c("version", r"\b(?:which|what) (?:version of )?(?:python|node|java|django|react|postgres|langchain|langgraph)(?: version)? (?:do|does|am|is|are) {WHO}\b"),
    *_c("name", rf"{PLEASE} my (?:full |first |own )?name\b(?!s)"),
    *_c("name", r"\b(?:who am i(?! \w)|what am i called|what (?:should|can|do|would|will) you call me|what should i be called|how should you (?:address|call) me|my name again)\b"),
    *_c("name", r"\bdo you (?:still )?(?:know|remember) (?:who i am|what i'm called|what to call me|my name)\b"),
    *_c("home", r"\bwhere(?:'s)? (?:do|does|did|am|is|are|'s) {WHO} (?:currently |now |actually |again )*(?:live|living|lives|based|located|reside|residing|settled|move to|moved to|staying|call home|at home)\b"),
    *_c("home", r"\b(?:what|which) (?:city|town|place|country|village) (?:do|does|am|is|are) {WHO} (?:currently |now )*(?:live|living|in|based|reside|call home)"),
    *_c("home", r"\b(?:in )?(?:what|which) (?:city|town|place) {WHO}(?:'m| am| is|'s)? (?:now )?(?:living|live|lives|in|based)\b"),
    *_c("home", r"\bwhere {WHO} (?:live|lives|am based|is based)\b", r"\bmy (?:home ?town|home city|current city)\b"),
    *_c("origin", r"\bwhere(?:'s)? (?:do|does|am|is|are|'m) {WHO} (?:originally )?(?:come )?from\b", r"\bwhere did {WHO} grow up\b"),
    *_c("origin", r"\b(?:what|which) (?:country|city|town|place) (?:do|does|am|is|are) {WHO} (?:originally )?(?:come )?from\b"),
    *_c("employer", r"\bwhere (?:do|does|did|am|is) {WHO} (?:currently |now )*(?:work|working|employed)\b"),
    *_c("employer", r"\bwh(?:o|at company|ich company) (?:do|does|am|is) {WHO} (?:currently |now )*(?:work|working) (?:for|at)\b", r"\bwho is my employer\b", r"\bwho pays my (?:salary|wages)\b", r"\b(?:what|which) (?:company|firm) (?:do|does|am|is) {WHO} (?:work|working|at|with)\b"),
    *_c("job", r"\bwhat (?:do|does|did) {WHO} do(?: for (?:a living|work|my job))?\s*(?:again|exactly)?\s*(?:\?|$)"),
    *_c("job", r"\bwhat kind of work do {WHO} do\b", r"\bwhat (?:do|does) {WHO} work as\b", r"\bwhat(?:'s| is) {WHOSE} (?:job|profession|occupation|line of work)\b"),
    *_c("age", r"\bhow old (?:am|is|are) {WHO}\b", r"\bwhat(?:'s| is) {WHOSE} age\b", r"\bwhat age (?:am|is) {WHO}\b"),
    *_c("birthday", r"\bwhen (?:is|was|'s) {WHOSE} birthday\b", r"\bwhen was {WHO} born\b", r"\bwhen were {WHO} born\b", r"\bwhat(?:'s| is) {WHOSE} (?:birthday|date of birth|birth date)\b", r"\bwhen do {WHO} turn\b"),
    *_c("born", r"\bwhere (?:was|were) {WHO} born\b"),
    *_c("allergy", r"\b(?:what|which \w+) (?:am|is|are) {WHO} allergic to\b", r"\bwhat (?:is|are) {WHOSE} allerg(?:y|ies)\b", r"\bdo {WHO} have (?:any )?allerg(?:y|ies)\b", r"\bany allergies\b", r"\bmy allerg(?:y|ies)\b"),
    *_c("food", r"\bwhat (?:can't|cannot|can not|should not|shouldn't|mustn't|must not|am i not allowed to|should|do|does|don't|doesn't) {WHO} (?:not )?(?:avoid )?(?:eat|eating|avoid|have|drink)\b", r"\b(?:am|is) {WHO} not allowed to eat\b", r"\bdietary (?:needs|restrictions|requirements|preferences)\b", r"\bmy diet\b"),
    *_c("like", r"\bwhat (?:hobbies )?(?:do|does) {WHO} (?:like|love|enjoy)\b(?! to (?:do )?(?:today|now))", r"\bwhat (?:am|is) {WHO} (?:into|fond of)\b", r"\bwhat are {WHOSE} (?:hobbies|interests|likes)\b"),
    *_c("dislike", r"\bwhat (?:do|does|don't|doesn't) {WHO} (?:not like|hate|dislike|like not|detest|like least|(?<=n't )like)\b", r"\bwhat can't {WHO} stand\b", r"\bwhat are {WHOSE} dislikes\b"),
    *_c("preference", r"\b(?:what|which)(?: \w+){0,3} (?:do|does) {WHO} prefer\b", r"\bwhat(?:'s| is| are) {WHOSE} preferences?\b", r"\bmy (?:\w+ )?preferences?\b"),
    *_c("language", r"\b(?:what|which) languages? (?:do|does|can) {WHO} speak\b"),
    *_c("car", r"\b(?:what|which)(?: kind of| make of)? (?:car|vehicle) (?:do|does) {WHO} (?:drive|have|own)\b", r"\bwhat (?:do|does) {WHO} drive\b"),
    *_c("children", r"\bhow many (?:kids|children|sons|daughters) (?:do|does) {WHO} have\b", r"\bdo {WHO} have (?:any )?(?:kids|children)\b", r"\bwhat are {WHOSE} (?:kids|children)(?:'s|s'|') names\b", r"\bwhat are {WHOSE} (?:kids|children) called\b"),
    *_c("budget", r"\bhow much (?:money )?(?:can|could|do|should|may) {WHO} (?:have to )?(?:spend|afford|pay|have for)\b", r"\b(?:what(?:'s| is| was)|remind me of|remember|tell me) (?:my|our|the) (?:\w+ )?budget\b", r"\bhow much (?:is|was) (?:my|our|the) budget\b"),
    *_c("deadline", r"\bwhen (?:is|was|'s) (?:my |our |the |it |this |everything |that |[\w ]{3,30} )?(?:deadline|due)\b", r"\bwhen (?:do|does|must|should) {WHO} (?:have to |need to )?(?:be done|finish|be finished|submit|deliver|hand \w+ in|have it done|be ready)\b", r"\b(?:what(?:'s| is| was)|remind me of|remember|tell me) (?:my|our|the) (?:new |current )?(?:[\w]+ )?(?:deadline|due date)\b", r"\bby when\b"),
    *_c("decision", r"\bwhat (?:did|have|had) {WHO} (?:decide|decided|agree|agreed|settle|settled|choose|chosen|pick|picked)(?: on| to do| to)?\b", r"\bwhat was (?:my|our|the) decision\b", r"\bwhich (?:one|option|plan|approach|of (?:them|those|these)) (?:did|have) {WHO} (?:choose|chosen|pick|picked|decide|decided|go with|settle)\b"),
    *_c("", r"\b(?:what|which) (?P<kind>database|framework|programming language|language|cloud(?: provider)?|queue|editor|orchestrator|operating system|os|db|web framework|backend language) (?:do|does|did|are|am|is|have|should|will) (?:{WHO}|the \w+)"),
    *_c("", r"\bwhat(?:'s| is) (?:the )?(?P<kind>database|framework|programming language|backend|web framework) (?:that )?(?:{WHO}|of)"),
    *_c("stack", r"\bwhat(?:'s| is) (?:my|our|the) (?:tech(?:nology)? )?stack\b", r"\bwhich (?:tools|technologies) (?:do|did) {WHO}\b"),
    *_c("number", r"\b(?:which|what) (?P<kind>order|ticket|account|booking|reservation|invoice|case|customer|flight|reference|tracking|policy|confirmation|phone|room) (?:number|no\.?|id|code|reference|ref) (?:did|have|was|is) (?P<i>i|we|mine)\b"),
    *_c("", r"\bwhat(?:'s| is| was) the name of (?:my|our) (?P<kind>[a-z][\w'-]*(?: [\w'-]+)?)"),
    *_c("number", r"\b{WHOSE} (?P<kind>order|ticket|account|booking|reservation|invoice|case|customer|flight|reference|tracking|policy|member(?:ship)?|employee|student|room|seat|gate|confirmation|contract|serial|passport|license|patient|locker|badge|apartment|flat|platform|bus|phone|mobile) (?:number|no\.?|id|code|reference|ref)\b"),
    *_c("number", r"\bwhich (?P<kind>room|seat|gate|platform|flight|bus|apartment) (?:am|is|do|are) {WHO}\b"),
    *_c("", rf"\b(?:what|which|who|when|where|how much|how many|how long|how big){BE} {{WHOSE}} {KIND}"),
    *_c("", rf"\b(?:know|remember|recall|tell me|remind me(?: of)?|repeat|say|give me|confirm) (?:what )?{{WHOSE}} {KIND}"),
    *_c("", rf"\b(?:what did i (?:say|tell you) {{WHOSE}}) {KIND} (?:is|was|were|are)"),
    *_c("", rf"\bwhat {KIND} (?:do|does|did) {{WHO}} (?:have|use|own|want|need)\b"),
    *_c("", rf"\b(?:which|what) (?:day|date|time|month){BE} {{WHOSE}} {KIND}"),
    *_c("", r"\bwhat (?:did|do|have) i (?:name|call|named|called) my (?P<kind>[a-z]\w*)"),
    *_c("", r"\bwho(?:'s| is| was) my (?P<kind>[a-z][\w -]*)"),
    *_c("", r"\b(?:what time|when|what day)(?:'s| is| are| was) (?P<kind>(?!(?:it|that|this|he|she|there)\b)[a-z]+(?: [a-z]+)?)\s*\??$"),
]  # fmt: skip
REVERSE = (
    ("employer", re.compile(r"\bwho (?:works|is working|worked) (?:for|at) (?P<value>[^?]+)", re.IGNORECASE)),
    ("home", re.compile(r"\bwho (?:lives|is living|is based) in (?P<value>[^?]+)", re.IGNORECASE)),
    ("job", re.compile(r"\bwho (?:works as|is) (?P<value>an? [^?]+)", re.IGNORECASE)),
    (
        "diet",
        re.compile(
            r"\bwho(?:'s| is) (?:an? |the )?(?P<value>vegetarian|vegan|gluten[- ]free|diabetic)\b",
            re.IGNORECASE,
        ),
    ),
    ("allergy", re.compile(r"\bwho(?:'s| is) allergic to (?P<value>[^?]+)", re.IGNORECASE)),
    ("like", re.compile(r"\bwho (?:likes|loves|enjoys) (?P<value>[^?]+)", re.IGNORECASE)),
    ("language", re.compile(r"\bwho speaks (?P<value>[^?]+)", re.IGNORECASE)),
)
SPLIT = re.compile(
    r"[,;]?\s+(?:and(?: also)?|also|plus)\s+(?=(?:what|what's|where|where's|who|who's|when|when's|how|which|do|am|is|does)\b)|(?<=\?)\s+",
    re.IGNORECASE,
)
NOT_ABOUT_FACTS = re.compile(
    r"\b(?:mean|stand for|capital of|meaning of|definition of|difference between)\b", re.IGNORECASE
)


def questions_in(text: str) -> list[str]:
    """The questions of a message, one by one: "What's my name and where do I live?" holds two."""
    asked = [sentence for sentence in sentences(text) if sentence.rstrip("\"' )").endswith("?")]
    if not asked:
        asked = [text]
    return [
        part.strip(" ?") + "?" for sentence in asked for part in SPLIT.split(sentence) if part.strip(" ?")
    ]


@lru_cache(maxsize=5_000)
def asked_for(question: str) -> Asked | None:
    """What one question asks for, None if no line of QUESTIONS tells."""
    if NOT_ABOUT_FACTS.search(question):
        return None
    for kind, pattern in REVERSE:
        if match := pattern.search(question):
            return Asked("", kind, match["value"].strip(" ?"))
    for kind, pattern in QUESTIONS:
        match = pattern.search(question)
        if match is None:
            continue
        found = match.groupdict()
        own = normal(found["kind"]) if found.get("kind") else kind
        own = f"{own} number" if kind == "number" else own
        own = {"os": "operating system", "language": "language used" if kind == "" else "language", "db": "database",
               "web framework": "framework", "backend language": "language used", "cloud provider": "cloud"}.get(own, own)  # fmt: skip
        return Asked(_subject(found, kind), own)
    return None


def _subject(found: dict[str, str | None], kind: str) -> str:
    if found.get("pronoun"):
        return "?"
    if found.get("person"):
        return str(found["person"]).lower()
    if found.get("relation"):
        return str(found.get("called") or normal(str(found["relation"]))).lower()
    return USER


def asked_of_the_person(question: str) -> str | None:
    """The kind that an assistant's question to the person asks for: "What is your name?" asks for the name."""
    turned = re.sub(
        r"\byou\b", "I", re.sub(r"\byour\b", "my", question, flags=re.IGNORECASE), flags=re.IGNORECASE
    )
    if not re.search(r"\byou(?:r)?\b", question, re.IGNORECASE) or re.search(
        r"\b(?:help|assist|like to know|want to know|like an example)\b", question
    ):
        return None
    turned = re.sub(r"\bare I\b", "am I", turned)
    found = asked_for(turned)
    return found.kind if found and found.subject == USER and not found.value else None
