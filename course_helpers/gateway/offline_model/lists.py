"""Lists that somebody made earlier, and "the second one", "the cheaper one", "which of those"."""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.words import alike, content

ITEM = re.compile(
    r"^\s*(?:(?:option |number |#)?\(?(?P<number>\d{1,2}|[a-hA-H])[.):]|[-*•–])\s+(?P<text>.+?)\s*$",
    re.MULTILINE | re.IGNORECASE,
)
INLINE_ITEM = re.compile(
    r"(?:^|\s)\(?(?P<number>\d[.)]|[A-Ha-h]\))\s+(?P<text>.+?)(?=(?:[,;.]?\s+(?:and |or )?\(?(?:\d[.)]|[A-Ha-h]\))\s)|$)",
    re.DOTALL,
)

COMMAS = re.compile(
    r"(?:(?:are|:|about|in|at|visited|mentioned|include|recommend|suggest|have|try|consider|between|offer|like|found|is|is either|either|options|choose from|there's|need|bring|buy|want|got|visit|love|invited|pack)\s+)(?P<items>[^.:!?\n]+?,[^.!?\n]*?(?:,? (?:and|or) )[^.!?\n]+\??|[^.:,!?\n]+? (?:or|and) [^.:,!?\n]+)",
    re.IGNORECASE,
)
ADDS = re.compile(
    r"\b(?:add|put|include)\s+(?P<items>[^.!?]+?)(?P<to>\s+(?:to|on|onto|in) (?:my|the|that) (?:[\w-]+ )?list)?[.!]*$",
    re.IGNORECASE,
)
TAKES_OFF = re.compile(
    r"\b(?:take off|take|remove|delete|cross off|drop|scratch)\s+(?:the |my )?(?P<items>[^,.!?]+?)(?:\s+(?:off|from)\b[^,.!?]*)?(?=[,.!?]|$)",
    re.IGNORECASE,
)
AFTER_COLON = re.compile(r":\s+(?P<items>[^,:;]{1,60}(?:[,;]\s+[^,;:]{1,60}(?::\d\d[^,;:]{0,40})?){2,})$")
NUMBER_WORDS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "sixth": 6,
                "seventh": 7, "eighth": 8, "last": -1, "final": -1, "former": 1, "latter": -1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}  # fmt: skip
ORDINAL = re.compile(
    r"\b(?:the |your |that |my )(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth|last|final|middle|1st|2nd|3rd|4th|5th|former|latter)(?: (?P<noun>one|option|item|book|suggestion|choice|idea|hotel|restaurant|place|thing|flight|plan|step|entry|point|result|recommendation|product|movie|film|city|name|candidate|dish|phone|laptop|topic|question|task|reason|tip))?\b(?! (?:time|question i|message|thing i|name|day|week|month|year|of (?:january|february|march|april|may|june|july)))"
    r"|\b(?:option|number|step|item|choice|point|#)\s?(?P<option>\d{1,2}|one|two|three|four|five|[a-h])\b(?! (?:years?|days?|people))",
    re.IGNORECASE,
)
SUPERLATIVE = re.compile(
    r"\b(?:the |is |are )?(?P<more>cheap(?:er|est)|least expensive|most affordable|lowest[- ]price\w*|more expensive|most expensive|pric(?:ier|iest)|dear(?:er|est)|costli?est|shorter|shortest|longer|longest|oldest|older|newest|newer|latest|earlier|earliest|later|smallest|smaller|largest|larger|biggest|bigger|highest|lowest|fastest|quickest|slowest|closest|nearest|furthest|best[- ]rated|highest[- ]rated)\b"
    r"(?: (?:one|option|of (?:those|these|them|the (?:two|three|four))|hotel|book|flight|plan|item|choice|phone|laptop|restaurant|product))?",
    re.IGNORECASE,
)
LOW = re.compile(r"cheap|least|affordable|lowest|short|old|earl|small|fast|quick|close|near", re.IGNORECASE)
MONEY_WORDS = re.compile(r"cheap|expensive|affordable|pric|dear|cost", re.IGNORECASE)
YEAR_WORDS = re.compile(r"old|new|latest|earl|later", re.IGNORECASE)
THOSE = re.compile(
    r"\b(?:which|what|how many|any|are there|is there|is any|do any)(?: one)?s?(?: of)? (?:those|these|them|the (?:options|items|books|hotels|restaurants|places|suggestions|flights|plans|products|list|two|three|four|five))\b",
    re.IGNORECASE,
)
LIST_AGAIN = re.compile(
    r"\b(?:repeat|show|list|what (?:was|were|is|are)|tell me|give me|read|remind me of)(?: me)?(?: again)? (?:that |the |your |those |these |my )(?:(?:whole|full|entire|shopping|packing|todo|to-do|grocery|guest|reading|book) )*(?:list|options|suggestions|items|recommendations|choices)\b",
    re.IGNORECASE,
)
ON_LIST = re.compile(
    r"\bwhat(?:'s| is| was| were)? (?:all )?on (?:my|the|that|your) (?:\w+ )?list\b", re.IGNORECASE
)
HOW_MANY = re.compile(
    r"\bhow many (?:\w+ )?(?:are there|options|items|suggestions|books|of them|things|(?:\w+ )?did (?:you|i) (?:list|suggest|give|recommend|name)|are (?:on|in) (?:the|that|my|your) list)\b",
    re.IGNORECASE,
)
UNDER = re.compile(
    r"\b(?P<sort>under|below|less than|at most|cheaper than|no more than|within|over|above|more than|at least|before|after)\s+[$€£]?\s?(?P<number>\d[\d,.]*)",
    re.IGNORECASE,
)
PRICE = re.compile(
    r"[$€£¥]\s?(?P<a>\d[\d,]*(?:\.\d+)?)|(?P<b>\d[\d,]*(?:\.\d+)?)\s?(?:dollars?|euros?|pounds?|eur|usd|gbp|chf|€|£)",
    re.IGNORECASE,
)
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
LONGEST_LINE = 300  # characters; a longer sentence is no list
YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")


def items_in(text: str) -> list[str]:
    """The items of the list in a text, in order; [] if it holds none."""
    found = [match["text"] for match in ITEM.finditer(text)]
    if len(found) >= 2:
        return found
    inline = [match["text"].strip(" ,;") for match in INLINE_ITEM.finditer(text)]
    if len(inline) >= 2:
        return inline
    for sentence in sentences(text):
        if (match := AFTER_COLON.search(sentence)) and len(sentence) <= LONGEST_LINE:
            return [part.strip(" .!?") for part in re.split(r",\s+(?:and |or )?|;\s+", match["items"])]
        if len(sentence) <= LONGEST_LINE and (match := COMMAS.search(sentence)):
            parts = re.split(r",\s+(?:and |or )?|\s+(?:and|or)\s+", match["items"].strip(" .!?"))
            parts = [re.sub(r"^(?:the |either |both )", "", part).strip() for part in parts]
            if len(parts) >= 2 and all(0 < len(part.split()) <= 12 for part in parts):
                return parts
    return []


def newest_list(conversation: Conversation, about: str = "") -> list[str]:
    """The newest list before the question: the assistant's or the user's, or of what a tool returned."""
    best: list[str] = []
    for message in reversed(conversation.before_question):
        if message.role not in ("assistant", "user"):
            continue
        items = items_in(message.text)
        if not items:
            continue
        if not about or any(alike(one, other) for one in content(about) for other in content(message.text)):
            return items
        best = best or items
    return best


def from_the_list(conversation: Conversation) -> str | None:
    """ "The second one", "the cheaper one", "which of those is under 100", "how many are there"."""
    question = conversation.question
    if LIST_AGAIN.search(question) or ON_LIST.search(question):
        return _again(conversation)
    picked = picked_item(conversation)
    if picked is not None:
        return picked
    if HOW_MANY.search(question):
        items = newest_list(conversation)
        return f"There are {len(items)}: {'; '.join(items)}." if items else None
    if THOSE.search(question):
        return _those(conversation)
    return None


def _again(conversation: Conversation) -> str:
    items = kept_list(conversation) or newest_list(conversation)
    return "; ".join(items) + "." if items else "I see no list in what I was sent."


def last_question(text: str) -> str:
    """The sentence that asks: in "Done with the first. What's number 2?" it is number 2 that is wanted."""
    asked = [one for one in sentences(text) if one.endswith("?")]
    return asked[-1] if asked and (ORDINAL.search(asked[-1]) or SUPERLATIVE.search(asked[-1])) else text


def kept_list(conversation: Conversation) -> list[str]:
    """The list that the person keeps by saying what to add and what to take off."""
    kept: list[str] = []
    for text in conversation.said_by("user"):
        for sentence in sentences(text):
            if match := ADDS.search(sentence):
                if match["to"] or kept:
                    kept += [
                        one
                        for one in re.split(r",\s+(?:and\s+)?|\s+and\s+", match["items"].strip(" .!"))
                        if one
                    ]
            elif match := TAKES_OFF.search(sentence):
                gone = content(match["items"])
                kept = [
                    one
                    for one in kept
                    if not any(alike(word, other) for word in content(one) for other in gone)
                ]
    return kept


def picked_item(conversation: Conversation) -> str | None:
    """The item that the question points at, told with its place; None if it points at none."""
    question = last_question(conversation.question)
    ordinal = (
        None
        if re.search(r"\b(?:did i|my (?:first|last|second)|have i|i ask)\b", question, re.IGNORECASE)
        else ORDINAL.search(question)
    )
    superlative = SUPERLATIVE.search(question)
    if not ordinal and not superlative:
        return None
    items = newest_list(conversation)
    if superlative and ordinal:
        # "Which is cheaper, the first or the third?"
        places = [_place(match) for match in ORDINAL.finditer(question)]
        items = [items[place - 1 if place > 0 else -1] for place in places if place <= len(items)]
        ordinal = None
    if superlative and not ordinal:
        if not items or not re.search(
            r"\b(?:one|which|what|of (?:those|these|them)|option|is|tell|take|book)\b",
            question,
            re.IGNORECASE,
        ):
            return None
        item = extreme(items, superlative["more"])
        if item is None:
            return None
        return f"The {superlative['more'].lower()} one is {trimmed(item)}."
    assert ordinal is not None
    if not items:
        pointed = re.search(r"\b(?:one|option|item)\b", ordinal[0], re.IGNORECASE)
        return "I see no list in what I was sent, so I don't know which one you mean." if pointed else None
    if (ordinal["word"] or "").lower() == "middle":
        return f"The middle one is {trimmed(items[len(items) // 2])}." if len(items) % 2 else None
    place = _place(ordinal)
    if beside := re.search(r"\b(before|after)\s+" + re.escape(ordinal[0]), question, re.IGNORECASE):
        place = (place if place > 0 else len(items)) + (1 if beside[1].lower() == "after" else -1)
        if not 1 <= place <= len(items):
            return f"None: the list is {'; '.join(map(trimmed, items))}."
        return f"{trimmed(items[place - 1])}."
    if place > len(items):
        return f"The list has only {len(items)} items: {'; '.join(items)}."
    item = items[place - 1] if place > 0 else items[-1]
    if detail := _detail(question, item):
        return detail
    name = (ordinal["word"] or f"{place}.").lower()
    return f"The {name} one is {trimmed(item)}." if ordinal["word"] else f"Number {place} is {trimmed(item)}."


def _place(ordinal: re.Match[str]) -> int:
    word = (ordinal["word"] or ordinal["option"]).lower()
    if word.isdigit():
        return int(word)
    return NUMBER_WORDS.get(word) or "abcdefgh".find(word) + 1


def _detail(question: str, item: str) -> str | None:
    """ "How much is the second one?", "Who wrote it?": the part of the item that answers."""
    if re.search(r"\bhow much|\bcost|\bprice|\bexpensive", question, re.IGNORECASE):
        price = PRICE.search(item)
        return (
            f"{_title(item)}: {price[0]}."
            if price
            else f"I don't know what it costs: the list says only {trimmed(item)}."
        )
    if re.search(r"\bwho (?:wrote|is the author|made|directed)|\bauthor\b", question, re.IGNORECASE):
        by = re.search(r"\bby ([^(,;]+)", item)
        return f"{_title(item)} is by {by[1].strip()}." if by else None
    if re.search(r"\bwhen\b|\bwhat year\b|\bhow old\b", question, re.IGNORECASE):
        year = YEAR.search(item)
        return f"{_title(item)}: {year[0]}." if year else None
    if re.search(r"^\s*why\b", question, re.IGNORECASE):
        return f"I don't know: the list says only {trimmed(item)}."
    return None


def _title(item: str) -> str:
    return re.split(r"\s+(?:by|for|at|from|with)\s+|[(:,–—]|\s-\s", item)[0].strip() or item


def trimmed(item: str) -> str:
    return item.strip().rstrip(".;,")


CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")


def amount(item: str, kind: str) -> float | None:
    """The number of an item that a comparison is about: its price, its year, or its only number."""
    if re.match(r"earl|late", kind, re.IGNORECASE) and (clock := CLOCK.search(item)):
        return int(clock[1]) * 60 + int(clock[2])
    if MONEY_WORDS.search(kind) or not YEAR_WORDS.search(kind):
        if match := PRICE.search(item):
            return float((match["a"] or match["b"]).replace(",", ""))
        if MONEY_WORDS.search(kind) and not (numbers := NUMBER.findall(item)):
            return None
    if YEAR_WORDS.search(kind) and (year := YEAR.search(item)):
        return float(year[0])
    numbers = NUMBER.findall(item)
    return (
        float(numbers[-1].replace(",", ""))
        if len(numbers) == 1 or (numbers and MONEY_WORDS.search(kind))
        else None
    )


def extreme(items: list[str], kind: str) -> str | None:
    amounts = [amount(item, kind) for item in items]
    if any(number is None for number in amounts) or len(set(amounts)) < 2:
        return None
    pairs = [(number, item) for number, item in zip(amounts, items, strict=True) if number is not None]
    low = bool(LOW.search(kind))
    return (min if low else max)(pairs, key=lambda pair: pair[0])[1]


def _those(conversation: Conversation) -> str | None:
    items = newest_list(conversation)
    if not items:
        return "I see no list in what I was sent, so I don't know which ones you mean."
    question = conversation.question
    if match := UNDER.search(question):
        bound, low = (
            float(match["number"].replace(",", "")),
            match["sort"].lower()
            in ("under", "below", "less than", "at most", "cheaper than", "no more than", "within", "before"),
        )
        kind = "new" if match["sort"].lower() in ("before", "after") else "cheap"
        amounts = [(amount(item, kind), item) for item in items]
        if any(number is None for number, _ in amounts):
            return None
        fits = [
            item
            for number, item in amounts
            if number is not None and (number <= bound if low else number >= bound)
        ]
    else:
        asked = THOSE.sub(" ", question)
        wanted = content(asked)
        if not wanted:
            return None
        fits = [
            item
            for item in items
            if all(any(alike(word, other) for other in content(item)) for word in wanted)
        ]
        if not fits:
            return f"None of them, as far as I was sent: {'; '.join(map(trimmed, items))}."
    if question.lower().startswith("how many"):
        return f"{len(fits)}: {'; '.join(map(trimmed, fits))}." if fits else "None of them."
    return "; ".join(map(trimmed, fits)) + "." if fits else "None of them."
