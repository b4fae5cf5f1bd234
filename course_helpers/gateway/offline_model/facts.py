"""What people say: facts about themselves, and about others.

A fact has a subject ("user", or a person: "sister", "tom"), a kind ("name", "home", "deadline") and a value.
STATEMENTS finds facts in a clause. To teach the model a new kind, add a line there, to QUESTIONS (questions.py) and
to PHRASES (phrases.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from course_helpers.gateway.offline_model.conversation import own_words, sentences, without_quotes
from course_helpers.gateway.offline_model.grammar import (
    ADVERB,
    ATTRIBUTE,
    DATE,
    GREETING,
    MONEY,
    NAME_VALUE,
    NAMED,
    NO_VALUE,
    OWNER,
    RELATION,
    VALUE,
    WHO,
    cleaned,
)
from course_helpers.gateway.offline_model.vocabulary import CHOICES, DIET, OCCUPATION, UNITS

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


CLAUSE = re.compile(
    r"(?:,|;|:|\s-|\s–|\s—|\band\b|\bbut\b|\bso\b|\bplus\b|\bbecause\b|\balso\b|\bthough\b|\bwhile\b)\s+"
    r"(?=(?:also |and |btw |by the way |she |he |they )*(?:i|i'm|i've|i'd|we|we're|we've|my|our|please|call|he|she|they|"
    r"it's|the [\w ]{2,25} (?:is|are|was)|let's|(?-i:[A-Z]\w+) (?:is|lives|works|likes|loves|hates|prefers|has|speaks))\b)",
    re.IGNORECASE,
)
HYPOTHETICAL = re.compile(
    r"\b(?:if|suppose|imagine|pretend|hypothetically|what if|let's say|say that|wish|would be|were to|unless|"
    r"in (?:my|the|a|this) (?:novel|story|book|game|dream|film|movie|play|example|tutorial)|for example|e\.g|"
    r"as an example|might|may (?:be|move)|could be|maybe|perhaps|not sure|thinking (?:of|about)|considering|used to)\b",
    re.IGNORECASE,
)
REPORTED = re.compile(
    r"\b(?:said|says|told|tells|wrote|writes|claims?|claimed|thinks?|thought|believes?|believed|heard|read|asked|"
    r"according to|apparently|rumou?r|supposedly|pretends?|lied?|lies|joked|jokes|called me|calls me|subject line|reads)\b"
    r"(?! (?:at|in|for)\b)",
    re.IGNORECASE,
)
NOT_REPORTED = re.compile(
    r"\b(?:told (?:me|us) to|i (?:think|thought|believe|heard)|my .{2,30} (?:reads|writes)|(?:likes?|loves?) to (?:read|write))\b",
    re.IGNORECASE,
)
INSTRUCTION = re.compile(
    r"^(?:please |kindly |now )*(?:write|translate|repeat|ignore|disregard|forget (?:all|every|previous|the above)|pretend|imagine|"
    r"act as|say|print|output|compose|draft|generate|rewrite|spell|convert|from now on|system\s*:|assistant\s*:|"
    r"you (?:are|must|should|will)|new instructions?)\b|\b(?:ignore|disregard|override)\b.{0,40}\b(?:instruction|prompt|rule|above|previous)",
    re.IGNORECASE,
)
ABOUT_NAMES = re.compile(r"\b(?:hard to|spelled|spelt|pronounced|common|rare|not important)\b", re.IGNORECASE)
NATIONALITY = re.compile(r"\w+(?:ish|ian|ean|ese|can|man|tch|ench|eek|iss)$")
LEAD_IN = re.compile(
    rf"^(?:(?:{GREETING}|oh|ok(?:ay)?|well|so|and|but|also|btw|by the way|just so you know|fyi|for (?:the record|context|your information)|"
    r"note(?: that)?|remember(?: that)?|please (?:note|remember)(?: that)?|in case it matters|one more thing|another thing|"
    r"actually|sorry|no|yes|yeah|right|anyway|first|thanks|thank you|great|sure|update|correction|wait|hmm|oops|p\.?s\.?|"
    r"don't forget(?: that)?|keep in mind(?: that)?|as i said|i (?:think|believe|guess|should mention)(?: that)?|the thing is|"
    r"today|right now|at the moment|these days|currently|there|everyone|all|team|folks)\b[\s,.:!–—-]*)+",
    re.IGNORECASE,
)


def _c(kind: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return kind, re.compile(pattern.replace("{WHO}", WHO), re.IGNORECASE)


BE = r"(?:\s*'?(?:am|is|are|was|m|re|s)\b)"
# (kind, pattern). "" takes the kind from the pattern: "my favourite colour is teal".
STATEMENTS: list[tuple[str, re.Pattern[str]]] = [
    _c(
        "name",
        rf"\b(?:my|the (?:user|customer)'s) (?:full |first |real |given |nick)?name(?:'s| is| was)(?: now| actually)* (?-i:{NAME_VALUE})",
    ),
    _c("name", rf"^name(?:'s| is|:) (?-i:{NAME_VALUE})"),
    _c(
        "name",
        rf"\b(?:call me|i am called|i'm called|i go by|i'm known as|(?:people|friends|everyone|everybody|colleagues) calls? me) (?-i:{NAME_VALUE})",
    ),
    _c("name", rf"\bthe (?:user|customer) is (?:called|named) (?-i:{NAME_VALUE})"),
    _c(
        "name",
        rf"^(?:i am|i'm|this is|it's) (?-i:(?P<value>{NAMED}))(?: (?:here|again|speaking|calling|from \w+|by the way|btw).*)?$",
    ),
    _c("name", rf"^(?-i:(?P<value>{NAMED})) here$"),
    _c(
        "name",
        r"^(?P<value>(?!(?:over|right|up|down|out|still|not|new|stuck|anyone|anybody|nobody|everyone|someone|it|all|back|home|in|from|is|now|see|just|already|him|her|me|us|them)\b)[a-z][a-z'-]+) here$",
    ),
    _c(
        "home",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:live|living|lives|lived|reside|resides|based|moved|moving|relocated|settled|stay|staying|located)(?: back| over| up| down| out)? (?:in|to|near) (?:the city of )?{VALUE}",
    ),
    _c(
        "origin",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:come|comes|came|grew up|was raised)?\s*(?:from|up in|raised in) (?-i:(?P<value>{NAMED}))",
    ),
    _c("origin", rf"^(?:originally |actually )+(?:from|i'm from) (?P<value>{NAMED})"),
    _c(
        "origin",
        r"^(?:i'm |i am |im )?from (?P<value>(?!(?:the|my|our|work|home|here|there|now|a|an|this|that|time|what|where)\b)[a-z][\w-]+)$",
    ),
    _c("birthday", rf"{{WHO}}{BE}?\s*{ADVERB}(?:was |were )?born on (?:the )?{VALUE}"),
    _c("birthday", rf"\b{OWNER} birthday is (?:on )?(?:the )?{VALUE}"),
    _c("born", rf"{{WHO}}{BE}?\s*{ADVERB}(?:was |were )?born in {VALUE}"),
    _c(
        "age",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:turned |turning |turn )?(?P<value>\d{{1,3}})(?: years? old| years of age)?(?= *$| and\b| years| yesterday| today| last| this| in | on )",
    ),
    _c(
        "employer",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:work|works|worked|working|employed) (?:\w+ )?(?:at|for|by) {VALUE}",
    ),
    _c(
        "employer",
        rf"{{WHO}}\s*{ADVERB}(?:started (?:at|working (?:at|for))|joined) (?-i:(?P<value>{NAMED}))",
    ),
    _c("job", rf"{{WHO}}{BE}?\s*{ADVERB}(?:work|works|worked|working|employed) as {VALUE}"),
    _c("job", rf"\b{OWNER} (?:job|profession|occupation|day job)(?: title)? is {VALUE}"),
    _c("job", rf"{{WHO}}{BE}\s*{ADVERB}(?P<value>an? (?:[\w-]+ ){{0,3}}{OCCUPATION})\b"),
    _c(
        "team",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:work|works|on|in|part of|working)(?: on| in)? the (?P<value>[\w -]+) (?:team|department)",
    ),
    _c("allergy", rf"{{WHO}}{BE}?\s*{ADVERB}allergic to {VALUE}"),
    _c(
        "allergy",
        rf"{{WHO}}\s*{ADVERB}(?:have|has|got|with) an? (?:severe |bad |serious )*(?P<value>[\w -]+?) allergy",
    ),
    _c("diet", rf"{{WHO}}{BE}\s*{ADVERB}(?:an? )?(?:strict )?(?P<value>{DIET})\b"),
    _c(
        "avoid",
        rf"{{WHO}}\s*{ADVERB}(?:can't|cannot|can not|don't|do not|doesn't|mustn't|never) (?:eat|have|drink|tolerate|digest) {VALUE}",
    ),
    _c(
        "language",
        rf"{{WHO}}\s*{ADVERB}(?:speak|speaks|fluent in) (?-i:(?P<value>[A-Z][\w]+(?:(?:, | and |, and )[A-Z]\w+)*))",
    ),
    _c("car", rf"{{WHO}}\s*{ADVERB}(?:drive|drives) (?P<value>an? [\w .-]+)"),
    _c("preference", rf"{{WHO}}\s*{ADVERB}(?:prefer|prefers|preferred|rather have|rather) {VALUE}"),
    _c(
        "dislike",
        rf"{{WHO}}\s*{ADVERB}(?:hate|hates|dislike|dislikes|can't stand|cannot stand|don't like|doesn't like|do not like|detest|loathe) {VALUE}",
    ),
    _c(
        "like",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:like|likes|love|loves|enjoy|enjoys|adore|adores|into|fond of|a (?:big )?fan of) (?!to know|it\b|that\b|this\b|you\b|a\b.*\bplease\b|to (?:book|order|buy|cancel|return|ask|change|see|make|get|have|schedule|know)\b){VALUE}",
    ),
    _c(
        "children",
        rf"{{WHO}}\s*{ADVERB}(?:have|has|got) (?P<value>(?:\d+|an?|one|two|three|four|five|six|seven) (?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?)(?:(?:,|:)? (?:called |named )?[A-Z][\w'-]+(?:(?:,| and|, and) [A-Z][\w'-]+)*)?)",
    ),
    _c(
        "pet",
        rf"{{WHO}}\s*{ADVERB}(?:have|has|got|adopted|own|owns) (?:an?|one|our|my|two|three) (?:\w+ )?(?P<kind>dogs?|cats?|parrots?|horses?|rabbits?|hamsters?|pupp(?:y|ies)|kittens?|goldfish|tortoise|turtle|gecko|snake|guinea pigs?|son|daughter|sister|brother|boat|car|twins?)(?:,| -)? (?:called|named|whose name is) (?-i:(?P<value>{NAMED}(?:(?:,| and) {NAMED})*))",
    ),
    _c("", rf"\b{OWNER} {ATTRIBUTE}(?:'s)? name(?:'s| is| was) (?-i:{NAME_VALUE})"),
    _c("", rf"\b{OWNER} (?P<kind>{RELATION}),? (?:is |was )?(?:called|named) (?-i:{NAME_VALUE})"),
    _c("", rf"^(?-i:(?P<value>{NAMED})) is {OWNER} (?P<kind>{RELATION}|favou?rite [\w -]+|home ?town)$"),
    _c(
        "budget",
        rf"{{WHO}}\s*{ADVERB}(?:can |could )?(?:spend|afford|pay)(?: up to| at most| no more than| around| about| a maximum of| max)* (?P<value>{MONEY}[^;!?]*)",
    ),
    _c(
        "budget",
        rf"\bbudget (?:is|of|was|:)(?: about| around| at most| up to| roughly| now| set (?:at|to))* {VALUE}",
    ),
    _c(
        "budget",
        rf"{{WHO}}\s*{ADVERB}(?:have|has|got) (?:about |around |at most |up to )?(?P<value>{MONEY}[^;!?]*?) to spend",
    ),
    _c(
        "deadline",
        rf"\b(?:deadline|due date)(?: (?:for|of) [\w ]+?)? (?:is|was|moved to|:|has (?:been )?(?:moved|changed) to|has changed to|changed to|got moved to|was moved to|is now)(?: on| now)* (?:the )?{VALUE}",
    ),
    _c("deadline", rf"\b(?:is|are|'s) due (?:on |by |at |in )?(?:the )?(?P<value>[^.;!?]*{DATE}[^.,;!?]*)"),
    _c(
        "deadline",
        rf"\b(?:has to|have to|must|needs? to|should) (?:be )?(?:done|finish(?:ed)?|ready|submit(?:ted)?|deliver(?:ed)?|ship(?:ped)?|hand(?:ed)? in)(?: \w+)?(?: it| this| everything)? (?:by|before|on) (?:the )?(?P<value>[^.;!?]*{DATE}[^.,;!?]*)",
    ),
    _c(
        "decision",
        rf"{{WHO}}\s*{ADVERB}(?:decided|agreed|chose|opted|settled)(?: (?:to|on|for|that we(?:'ll| will)?))+ {VALUE}",
    ),
    _c(
        "decision",
        r"\blet's (?:go with|go for|use|take|do|pick|choose|stick with|settle on) (?P<value>(?!it\b|that\b|this\b)[^.;!?]+)",
    ),
    _c(
        "decision",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:going with|go with|went with|picked|selected|gone with|choose|chosen|take|'ll take|'ll go with|ll go with|ll take) (?P<value>(?!it\b|that\b)[^.;!?]+)",
    ),
    _c(
        "number",
        rf"\b(?:(?P<owner>my|our|the|this|{OWNER}) )?(?P<kind>order|ticket|account|booking|reservation|invoice|case|customer|flight|reference|tracking|policy|member(?:ship)?|employee|student|room|seat|gate|confirmation|contract|serial|passport|license|patient|locker|badge|apartment|flat|platform|bus|phone|mobile|telephone)(?: (?:number|no\.?|id|code|reference|ref))?(?: is| was|:|=)?(?: now)? ?(?P<value>#?\+?(?=[\w-]*\d)[A-Za-z]{{0,6}}-?\d[\w-]*(?: ?\d[\d -]*\d)?)(?![\w:%]|\.\d)",
    ),
    _c(
        "email",
        r"\b(?:e-?mail(?: address)?(?: is|:)?|reach me at|contact me at|write to me at|mail me at|email me at)\s+(?P<value>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
    ),
    _c(
        "version",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:use|using|run|running|on|uses|runs|have) (?P<value>(?:python|node|java|ubuntu|macos|windows|django|react|postgres(?:ql)?|langchain|langgraph|ios|android|debian|ruby|php|go) v?\d[\w.]*)",
    ),
    _c("", rf"^{OWNER.replace('my|our|', 'my|our|the|')} (?:change|plan) to {ATTRIBUTE} is {VALUE}"),
    _c(
        "",
        rf"\b(?P<owner>my|our|the|this|the user's|the customer's|user's) (?!(?:user|customer)(?:'s)?\b){ATTRIBUTE} (?:is|are|was|will be|has been (?:set|moved|changed|pushed|postponed|brought forward) to|(?:got )?(?:moved|changed|pushed|postponed) (?:back )?to|is set (?:to|for)|was (?:moved|changed|pushed|postponed|set|rescheduled) (?:to|for)|changed to|moved to) (?:called |named |now |actually |currently |probably )*{VALUE}",
    ),
    _c(
        "",
        r"^(?P<kind>(?!(?:it|he|she|that|this|there|everything|everyone|what|who|which|here|all|one)\b)[a-z]+(?: (?!(?:is|at|on)\b)[a-z]+)?) (?:is|starts|will be) (?P<value>(?:at|on|in|from) [^.;!?]+)",
    ),
]
OTHERS_ATTRIBUTE = re.compile(
    rf"(?:\b{OWNER}\s+(?P<relation>{RELATION})(?:\s+(?P<called>{NAMED}))?|(?:^|(?<=and\s)|(?<=,\s))(?P<person>{NAMED}))'s {ATTRIBUTE} (?:is|are|was|will be) (?:now |called |named |on )*{VALUE}",
    re.IGNORECASE,
)
HIS_ATTRIBUTE = re.compile(
    rf"\b(?:his|her|their) {ATTRIBUTE} (?:is|are|was|will be) (?:now |called |named |on )*{VALUE}",
    re.IGNORECASE,
)
INTRODUCED = re.compile(
    rf"\b(?:my|our|the user's|the customer's|user's) (?P<relation>{RELATION}),? (?:is |was |called |named |is called |is named )*(?P<called>{NAMED})(?!')",
    re.IGNORECASE,
)
INTRODUCED_AFTER = re.compile(
    rf"(?:^|[\s,])(?P<called>{NAMED})(?:,| is) (?:my|our|the user's) (?P<relation>{RELATION})\b",
    re.IGNORECASE,
)
NO_LONGER = re.compile(
    r"\b(?:no longer|not (?:\w+ ){0,4}any ?more|any ?more|stopped|quit|gave up|sold|left)\b", re.IGNORECASE
)
CHOSEN = re.compile(
    rf"\b(?:(?:build|building|built|writing|wrote|written|coding|made|developing|developed|implemented|implementing|rewriting|rewrote|prototype|prototyping)\b[\w ]{{0,40}}? (?:with|in|on|using)|use|using|uses|used|chose|choose|chosen|picked|pick|went with|going with|go with|selected|adopted|decided (?:on|to use|for|to go with)|decided|switched to|switch to|"
    rf"switching to|migrated to|moved to|moving to|written in|built (?:with|in|on)|runs? on|running on|deployed (?:on|to)|host(?:ed|ing)? (?:on|it on)|settled on|based on|is|are|prefer|code in|program in|develop in|programming in|working in|work in)"
    rf" (?:(?:the|a|an|our|plain|good old|now|just|only|primarily|mostly)\s+)*(?P<value>{CHOICES})\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def facts_in(text: str) -> tuple[Fact, ...]:
    """The facts that a person states, in the order in which they say them."""
    return tuple(
        fact
        for sentence in sentences(own_words(text))
        if states(sentence)
        for fact in _facts_of_sentence(sentence)
    )


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
        mine = re.compile(r"\b(?:my|i|i'm|our|we)\b", re.IGNORECASE)
        found += [fact for fact in _facts_of_sentence(sentence) if not mine.search(sentence)]
    return tuple(found)


def states(sentence: str) -> bool:
    """Whether a sentence states something in its speaker's own name."""
    if sentence.rstrip("\"' )").endswith("?") or INSTRUCTION.search(sentence):
        return False
    if HYPOTHETICAL.search(sentence):
        return False
    return not REPORTED.search(sentence) or bool(NOT_REPORTED.search(sentence))


def clauses(sentence: str) -> list[str]:
    sentence = re.sub(r"^[-*•\d.)]+\s+", "", sentence)
    found = [LEAD_IN.sub("", part.strip(" ,")).strip(" ,") for part in CLAUSE.split(sentence.rstrip(".! "))]
    return [clause for clause in found if clause]


def _facts_of_sentence(sentence: str) -> list[Fact]:
    found: list[Fact] = []
    for clause in clauses(sentence):
        found += _facts_of_clause(clause)
    return list(dict.fromkeys(found))


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
    if kind == "name" and (NATIONALITY.fullmatch(value.lower()) or ABOUT_NAMES.search(clause)):
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
    gone = bool(NO_LONGER.search(clause)) or bool(
        re.search(r"\b(?:don't|do not|doesn't|not)\b", clause[: match.start("value")], re.IGNORECASE)
        and kind not in ("avoid", "dislike", "preference")
    )
    if gone and not NO_LONGER.search(clause):
        return None  # "I don't live in Oslo" says nothing of where
    owner = (groups.get("owner") or "my").lower()
    return Fact(subject_of(match), kind, value, gone, owner if owner in ("our", "the", "this") else "my")


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
    "mom": "mother", "mum": "mother", "dad": "father", "city": "home", "hometown": "origin", "home town": "origin",
    "e-mail": "email", "email address": "email", "e-mail address": "email", "due date": "deadline", "occupation": "job",
    "profession": "job", "company": "employer", "dogs": "dog", "cats": "cat", "programming language": "language used",
    "job title": "job", "telephone": "phone", "mobile": "phone", "phone number": "phone number", "mobile number": "phone number",
    "kids": "children", "roommate": "room-mate", "coworker": "colleague", "co-worker": "colleague", "db": "database",
}  # fmt: skip
