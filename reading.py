"""What in a message is the speaker's own word, cut into clauses.

Quotes, code, forwarded mail, texts to translate, suppositions and questions are left out: whoever writes
'he said "my name is Bob"' has not told their name. When in doubt, it is left out.
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST_SENTENCE = 700  # characters; what is longer is cut, which keeps the patterns fast
ABBREVIATIONS = "".join(
    rf"(?<!\b{word}\.)" for word in ("Dr", "Mr", "Mrs", "Ms", "St", "No", "vs", "e.g", "i.e")
)
SENTENCE_END = re.compile(rf"(?<=[.!?]){ABBREVIATIONS}[\"'”’)]*\s+|\n+")

CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
QUOTED_LINE = re.compile(r"^\s*>.*$", re.MULTILINE)
FORWARDED = re.compile(
    r"^\W*(?:begin )?(?:forwarded message|original message|from: |fwd?: )", re.IGNORECASE | re.MULTILINE
)
QUOTE = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^'\n]{8,}'(?!\w)")
A_VERB = re.compile(r"\b(?:is|am|are|was|i'm|live|work|call|say|ignore|remember)\b|:", re.IGNORECASE)

# Somebody else's words follow, to the end of the message.
INTRODUCED = re.compile(
    r"\b(?:says?|said|wrote|writes|reads?|translate|repeat after me|quote|text|message|e?mail|article|letter|note"
    r"|document|transcript|poem|story|sentence|phrase|paragraph|following|rewrite|proofread|correct this"
    r"|starts with|begins with|summari[sz]e this|example|system|assistant)\b[^:.!?\n]{0,40}:(?=\s|$)",
    re.IGNORECASE,
)
# The same within a sentence: "he said my name is Bob". "I said" and "we said" are one's own.
REPORTED = re.compile(
    r"\b(?<!i )(?<!we )(?:says|said|claims|claimed|writes|wrote|thinks|thought|reads|pretends?|believes|tells|told me"
    r"|asks?|asked|translate)\b",
    re.IGNORECASE,
)
SUPPOSED = re.compile(
    r"\b(?:if|whether|suppose|supposing|imagine|pretend|assume|assuming|what if|let's say|in case|unless"
    r"|i wish|wish i|would be|hypothetically|as though|as if|i wonder|not sure|might|role-?play)\b",
    re.IGNORECASE,
)
QUESTION_WORD = (
    r"(?:what|what's|where|where's|who|who's|whose|when|when's|which|why|how|how's|is|are|am|do|does|did|can|could"
    r"|would|will|should|was|were|any|may|has|have i|have we|have you)"
)
ASKS = re.compile(rf"^(?:and |so |but |ok(?:ay)?,? |well,? )*{QUESTION_WORD}\b", re.IGNORECASE)
ASIDE_QUESTION = re.compile(rf"(?:[,;:–-]| and| so| but)\s+(?=(?:so |and )?{QUESTION_WORD}\b)", re.IGNORECASE)
SUBJECT = (
    r"(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|we'll|our|he|he's|she|she's|they|they're|his|her|their|it|it's"
    r"|please|call|the [\w-]+(?:'s)? (?:is|are|was|moved|changed)|let's|now i|now we|[\w-]+'s [\w-]+ is|[\w-]+'s is"
    r"|the (?:user|customer)|(?-i:[A-Z])[\w-]+ (?:is|has|lives|works|likes|prefers|does|drives|comes))"
)
CLAUSE = re.compile(
    rf"\s*(?:[,;–]|\s-|\bbut\b|\band\b|\bbecause\b|\bwhile\b|\bso\b|\bsince\b)\s*"
    rf"(?:and |but |so |also |oh |now |then |because |that )*(?={SUBJECT}\b)",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"^(?:(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|day)|morning|greetings|dear all)\b(?: there| all| again)?"
    r"|oh|and|also|btw|by the way|so|well|ok|okay|right|for the record|fyi|just so you know|for context|anyway"
    r"|please note(?: that)?|note(?: that)?|to be clear|thanks|thank you|yes|yeah|sure|great|cool|but|plus|because"
    r"|(?:please )?(?:remember|keep in mind|don't forget)(?: that)?|you should know(?: that)?"
    r"|as (?:i|we) said|like i said|i(?:'d| would)? (?:want|like) (?:you )?to (?:know|remember)(?: that)?"
    r"|i (?:said|mentioned|told you)(?: that)?|good news|bad news|update|reminder|one more thing|ps|p\.s\."
    r"|quick (?:intro|note|one)|earlier|now)\b[\s,:!.–-]*",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """The text with one apostrophe, so that no rule has to look for two."""
    return text.replace("’", "'").strip()


def sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in SENTENCE_END.split(text) if sentence.strip()]


def without_quotes(text: str) -> str:
    """The text without what it quotes. A quoted name or title ('called "Blue Heron"') is kept."""

    def kept(match: re.Match[str]) -> str:
        inside = match[0][1:-1]
        return inside if len(inside.split()) <= 3 and not A_VERB.search(inside) else " "

    return QUOTE.sub(kept, text)


def own_words(text: str) -> str:
    """A message without code, quotes, forwarded mail and texts that it introduces with a colon."""
    text = QUOTED_LINE.sub("", CODE.sub("\n", text)).replace("`", "")
    for start in (FORWARDED, INTRODUCED):
        if match := start.search(text):
            text = text[: match.start()]
    return without_quotes(text)


@lru_cache(maxsize=4096)
def statements_in(text: str) -> tuple[str, ...]:
    """The clauses in which the speaker states something, in their order."""
    return tuple(
        clause for sentence in sentences(own_words(text)) for clause in _clauses(sentence[:LONGEST_SENTENCE])
    )


def _clauses(sentence: str) -> list[str]:
    sentence = sentence.lstrip("-*•# ")
    if sentence.endswith("?"):
        # "I live in Porto, can you recommend a restaurant?" states something before it asks.
        before = ASIDE_QUESTION.split(opened(sentence), maxsplit=1)
        sentence = before[0] if len(before) > 1 else ""
    for pattern in (REPORTED, SUPPOSED):
        if match := pattern.search(sentence):
            sentence = sentence[: match.start()]
    clauses = []
    for clause in CLAUSE.split(sentence):
        clause = opened(clause).rstrip(".!,;: ")
        if clause and not ASKS.match(clause):
            clauses.append(clause)
    return clauses


def opened(clause: str) -> str:
    """The clause without greetings and fillers in front: "oh and btw I moved" -> "I moved"."""
    while (shorter := OPENING.sub("", clause)) != clause and shorter:
        clause = shorter
    return clause


@lru_cache(maxsize=1024)
def questions_in(text: str) -> tuple[str, ...]:
    """The questions of a message, in their order: sentences that ask, cut where a second question begins."""
    found: list[str] = []
    for sentence in sentences(CODE.sub("\n", text)):
        sentence = opened(sentence)[:LONGEST_SENTENCE]
        if not sentence.endswith("?") and not ASKS.match(sentence) and not COMMAND.match(sentence):
            continue
        parts = NEXT_QUESTION.split(sentence)
        found += [part.strip(" ,?.!") for part in parts if part.strip(" ,?.!")]
    return tuple(found)


COMMAND = re.compile(
    r"^(?:please |can you |could you |now )*(?:tell me|remind me|give me|say|repeat|list|name|show me|recall|i forgot"
    r"|i don't remember|i can't remember|do you (?:know|remember|recall))\b",
    re.IGNORECASE,
)
NEXT_QUESTION = re.compile(
    r"(?:,| and|, and|;| or)\s+(?=(?:also )?(?:what|what's|where|where's|who|who's|when|when's|which|how (?:much|many|old)"
    r"|do i|am i|is my)\b)",
    re.IGNORECASE,
)
