"""The ways in which people state facts: one line each.

A kind and a pattern; "" takes the kind from the pattern ("my favourite colour is teal"). To teach the model a new
kind, add a line to STATEMENTS, to QUESTIONS (questions.py) and to PHRASES (phrases.py).
"""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.grammar import (
    ADVERB,
    ATTRIBUTE,
    DATE,
    GREETING,
    MONEY,
    NAME_VALUE,
    NAMED,
    OWNER,
    RELATION,
    VALUE,
    WHO,
)
from course_helpers.gateway.offline_model.vocabulary import CHOICES, DIET, OCCUPATION

CLAUSE = re.compile(
    r"(?:,|;|:|\s-|\s–|\s—|\band\b|\bbut\b|\bso\b|\bplus\b|\bbecause\b|\balso\b|\bthough\b|\bwhile\b)\s+"
    r"(?=(?:also |and |now |then |today |btw |by the way |she |he |they )*(?:i|i'm|i've|i'd|we|we're|we've|my|our|mine is|(?-i:[A-Z]\w+)'s is|please|call|he|she|they|"
    r"it's|the [\w ]{2,25} (?:is|are|was)|let's|(?-i:[A-Z]\w+) (?:is|lives|works|likes|loves|hates|prefers|has|speaks))\b)",
    re.IGNORECASE,
)
VERBS = (
    r"(?:works?|worked|lives?|lived|has|have|am|likes?|loves?|hates?|prefers?|studies|study|plays?|drives?|speaks?|wants?|needs?|enjoys?|"
    r"moved|use|uses|can't|cannot|don't|doesn't|grew up|came|decided|joined|turned)"
)
SAME_SUBJECT = re.compile(rf",?\s+(?:and|but)\s+(?=(?:also |now |currently )*{VERBS}\b)", re.IGNORECASE)
VERB_FIRST = re.compile(rf"(?:also |now |currently )*{VERBS}\b", re.IGNORECASE)
MINE_IS = re.compile(
    rf"(?:mine|(?P<person>{NAMED})'s) (?:is|are) (?:called |named |on )?(?P<value>.+)", re.IGNORECASE
)
# "My mum, Doreen, who's 78": she is 78.
WHO_IS = re.compile(
    rf"\b(?P<who>(?:my|our) {RELATION})(?P<called>,? {NAMED})?,? who(?P<be>'s| is)? ", re.IGNORECASE
)
HYPOTHETICAL = re.compile(
    r"\b(?:if|suppose|imagine|pretend|hypothetically|what if|let's say|say that|wish|would be|were to|unless|"
    r"in (?:my|the|a|this) (?:novel|story|book|game|dream|film|movie|play|example|tutorial)|for example|e\.g|as an example)\b",
    re.IGNORECASE,
)
UNCERTAIN = re.compile(
    r"\b(?:might|may (?:be|move)|could be|maybe|perhaps|not sure|thinking (?:of|about)|considering|used to)\b",
    re.IGNORECASE,
)
POLITE_IF = re.compile(
    r",? if (?:that|it|this) (?:matters|helps|works|is (?:ok|okay|relevant))\b|,? if (?:possible|needed|necessary)\b|,? if you (?:can|must|want|like|don't mind|need(?: it| to know)?)\b",
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
NAMES_LIKE_ONE = ["florian", "adrian", "brian", "julian", "damian", "christian", "sebastian", "ian", "vivian", "lilian", "marian", "bastian", "fabian", "dorian", "norman", "herman", "roman", "iman", "duncan", "jean", "sean", "dean", "ethan", "nathan", "jonathan", "morgan", "logan"]  # fmt: skip
NATIONALITY = re.compile(r"\w+(?:ish|ian|ean|ese|can|man|tch|ench|eek|iss)$")
LEAD_IN = re.compile(
    rf"^(?:(?:{GREETING}|oh|ok(?:ay)?|well|so|and|but|also|btw|by the way|just so you know|fyi|for (?:the record|context|your information)|"
    r"note(?: that)?|remember(?: that)?|please (?:note|remember)(?: that)?|in case it matters|one more thing|another thing|"
    r"actually|sorry|no|yes|yeah|right|anyway|first|thanks|thank you|great|sure|update|correction|wait|hmm|oops|p\.?s\.?|"
    r"don't forget(?: that)?|(?:it )?turns out(?: that)?|keep in mind(?: that)?|as i said|i (?:think|believe|guess|should mention)(?: that)?|the thing is|"
    r"today|right now|at the moment|these days|currently|there|everyone|all|team|folks)\b[\s,.:!–—-]*)+",
    re.IGNORECASE,
)


def _c(kind: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return kind, re.compile(pattern.replace("{WHO}", WHO), re.IGNORECASE)


BE = r"(?:\s*'?(?:am|is|are|was|m|re|s)\b)"
# (kind, pattern). "" takes the kind from the pattern: "my favourite colour is teal".
STATEMENTS: list[tuple[str, re.Pattern[str]]] = [
    _c("name", rf"\bthe (?:user|customer|human|client), (?:an? )?(?-i:(?P<value>{NAMED})),"),
    _c("name", rf"\bintroduces? (?:him|her|them)sel(?:f|ves) as (?-i:(?P<value>{NAMED}))"),
    _c(
        "version",
        r"\bversion (?P<value>\d[\w.]* of (?:python|node|java|ubuntu|macos|windows|django|react|postgres|langchain|langgraph))",
    ),
    _c("employer", rf"\b(?:i'm|i am|we're) (?:now )?(?:at|with) (?-i:(?P<value>{NAMED}))(?: now)?$"),
    _c("manager", rf"\bi (?:now )?report to (?-i:(?P<value>{NAMED}))"),
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
        rf"^(?:i am|i'm|this is|it's(?= [\w ]+ (?:here|from|calling|speaking|again)\b)) (?-i:(?P<value>{NAMED}))(?: (?:here|again|speaking|calling|from \w+|by the way|btw).*)?$",
    ),
    _c("name", rf"^(?-i:(?P<value>{NAMED})) here(?: (?:from|at|again|with) .+)?$"),
    _c(
        "name",
        r"^(?P<value>(?!(?:over|right|up|down|out|still|not|new|stuck|anyone|anybody|nobody|everyone|someone|it|all|back|home|in|from|is|now|see|just|already|him|her|me|us|them)\b)[a-z][a-z'-]+) here$",
    ),
    _c(
        "home",
        rf"{{WHO}}{BE}?\s*{ADVERB}(?:live|living|lives|lived|reside|resides|based|moved|moving|relocated|settled|stay|staying|located)(?: alone| together| back| over| up| down| out)? (?:in|to|near) (?:the city of )?{VALUE}",
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
    rf"\b(?:(?:switched|switching|switch|migrated|migrating|moved|changed) (?:away )?from [\w .+#-]{{1,30}}? to|(?:build|building|built|writing|wrote|written|coding|made|developing|developed|implemented|implementing|rewriting|rewrote|prototype|prototyping)\b[\w ]{{0,40}}? (?:with|in|on|using)|use|using|uses|used|chose|choose|chosen|picked|pick|went with|going with|go with|selected|adopted|decided (?:on|to use|for|to go with)|decided|switched to|switch to|"
    rf"switching to|migrated to|moved to|moving to|written in|built (?:with|in|on)|runs? on|running on|deployed (?:on|to)|host(?:ed|ing)? (?:on|it on)|settled on|based on|is|are|prefer|code in|program in|develop in|programming in|working in|work in)"
    rf" (?:(?:the|a|an|our|plain|good old|now|just|only|primarily|mostly)\s+)*(?P<value>{CHOICES})\b",
    re.IGNORECASE,
)
