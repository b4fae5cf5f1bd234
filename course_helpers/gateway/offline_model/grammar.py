"""The pieces that statements and questions are made of: who is spoken of, values, and what ends a value."""

from __future__ import annotations

import re

GREETING = r"(?:hi|hello|hey|good (?:morning|afternoon|evening))"
RELATION = (
    r"(?:(?:best |older |younger |little |big |twin |late |ex-?|former |new |step-?)*"
    r"(?:sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|"
    r"son|daughter|boss|manager|colleague|co-?worker|friend|neighbou?r|room-?mate|flat-?mate|aunt|uncle|cousin|"
    r"grand(?:mother|father|ma|pa|mum|mom|dad|son|daughter)|niece|nephew|teacher|doctor|dentist|landlord|client|assistant|"
    r"team-?mate|mentor|therapist|lawyer|accountant|plumber|tutor|coach|supervisor|ceo|cto|team lead|"
    r"(?:mother|father|sister|brother)-in-law|dog|cat|parrot|horse|rabbit|hamster|puppy|kitten|baby))"
)
NAMED = r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-ZÀ-ÖØ-Þ][\w'-]*(?:\s+(?:van |von |de |da |la |der )*[A-ZÀ-ÖØ-Þ][\w'-]*){0,3})"
# Capitalised at the beginning of a sentence, and nobody's name.
NOT_A_PERSON = (
    r"(?!(?:The|It|This|That|There|These|Those|What|My|Our|We|You|And|But|Also|Yes|No|Not|Actually|Today|Please|"
    r"Hi|Hello|Hey|Then|So|If|When|Where|Who|How|Why|Which|Now|Oh|Ok|Okay|Well|One|Everyone|Everything|Nobody|"
    r"Someone|Somebody|He|She|They|I|I'm|I've|I'd|I'll|A|An|In|On|At|For|By|Let|Let's|Sorry|Thanks|Maybe|Both|All|"
    r"Most|Some|His|Her|Their|Its|Your|Sometimes|Usually|Currently|After|Before|During|Since|While|As|Because|Although|Though|Last|Next|Every|Each|With|Without|From|To|Just|Finally|Later|Yesterday|Tomorrow|Tonight|Any|Good|Great|Btw|Got|Also|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Summary|Conversation|User|Customer|Turns|Correction|Update|Forwarded|Subject)\b)"
)
OWNER = r"(?:my|our|the user's|the customer's|user's|their|his|her)"
ADVERB = (
    r"(?:(?:now|currently|also|still|really|just|actually|always|usually|recently|already|mostly|both|officially|"
    r"absolutely|alone|mainly|been|no longer|not|don't|doesn't|do not|does not|didn't|never|definitely|basically|personally|generally|only|even|then|have|has|'ve|'s|had|did|do|would|will)\s+)*"
)
# Who a statement is about. A person is told by a relation ("my sister", "my sister Eva") or by name.
WHO = (
    rf"(?:(?P<i>\bi\b|\bwe\b|\bi'm|\bwe're|\bi've|\bwe've|\bi'd|\bwe'd|\bthe user\b|\bthe customer\b|\bthe human\b|^user\b|^human\b)"
    rf"|(?P<relative>\b{OWNER}\s+(?P<relation>{RELATION})(?:,?\s+(?:is |called |named )?(?P<called>{NAMED})(?=[\s,]))?,?)"
    rf"|(?P<pronoun>\b(?:he|she|they)\b)"
    rf"|(?:^|(?<=,\s)|(?<=and\s)){NOT_A_PERSON}(?P<person>{NAMED}))"
)
VALUE = r"(?P<value>(?:[^.,;!?()]|[.,](?=\d)|(?<=\w)\.(?=\w))+)"
NAME_VALUE = rf"(?P<value>{NAMED}|[\w'-]+(?=\s*(?:[.,;!?(]|and\b|but\b|by the way|btw|$)))"
ATTRIBUTE = r"(?P<kind>(?!name\b)[a-z][\w'-]*(?:\s+(?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|will\b|that\b|who\b|which\b)[\w'-]+){0,3})"

# Where a value ends although the sentence goes on.
TAIL = re.compile(
    r"\s+(?:(?:and|but|so|because|since|though|although|while|which|who|where|if|when|as)\s+"
    r"(?:i|i'm|i've|we|we're|my|our|he|she|they|it|it's|that|the|there|you|please|can|could|what|not|then|mine)\b"
    r"|because\b|although\b|though\b|which\b|by the way\b|btw\b|if you\b|in case you\b|instead of\b|rather than\b|"
    r"these days\b|right now\b|at the moment\b|for now\b|from now on\b|just so you know\b|fyi\b|so far\b|for (?:about |over )?\w+ years\b"
    r"|since (?:\d|last|then|january|february|march|april|may|june|july|august|september|october|november|december)).*$",
    re.IGNORECASE,
)
LAST_WORD = re.compile(
    r"[\s,]+(?:now|after all|please|too|as well|again|actually|though|then|instead|already|currently|originally|anymore|any more)$",
    re.IGNORECASE,
)
FIRST_WORD = re.compile(
    r"^(?:actually|now|called|named|currently|about|around|exactly|just|still|probably)\s+", re.IGNORECASE
)
NO_VALUE = re.compile(
    r"(?:not|never|that|why|how|what|whether|no longer|unknown|none|it|very|so|too|quite|really|going|getting|being|"
    r"unclear|important|nothing|something|great|good|nice|fine|bad|hard|easy|ok|okay|here|there|gone|wrong|right|done)\b",
    re.IGNORECASE,
)
MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
DATE = rf"(?:\b{MONTH}\b|\b{DAY}\b|\b\d{{4}}-\d\d-\d\d\b|\btomorrow\b|\btoday\b|\btonight\b|\bnext week\b|\bend of\b|\b\d{{1,2}}(?:st|nd|rd|th)\b|\b(?:19|20)\d\d\b|\b\d{{1,2}}/\d{{1,2}}\b)"
TIME = r"(?:\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)|\bnoon\b|\bmidnight\b|\bat \d{1,2}\b)"
MONEY = r"(?:[$€£¥]\s?\d|\d[\d.,]*\s?(?:k|m)?\s?(?:dollars?|euros?|pounds?|bucks|usd|eur|gbp|chf|francs?|yen|cents?)\b|\d+k\b)"


def cleaned(value: str) -> str:
    """A value without what people hang on to it: "Porto, by the way" is Porto. '' if nothing is left."""
    value = TAIL.sub("", value.strip(" \"'“”-–—:"))
    for _ in range(3):
        value = FIRST_WORD.sub("", LAST_WORD.sub("", value)).strip(" \"'“”-–—:")
    return value
