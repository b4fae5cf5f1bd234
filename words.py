"""Words: which of them carry meaning, what they have in common, and what sort of thing they name.

Two texts are compared by their stems ("flights" and "flight") and by their sense ("due" and "deadline").
The tables here are short on purpose. A word that is missing makes the model say that it does not know.
"""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['@.\-/:][^\W_]+)*")
STOP = frozenset(
    """a about after again all also am an and any anyway are as at be been before being but by can could d did do
    does doing don for from get got had has have having he hello her here hers hey hi him his how i if in into is
    it its just ll many me mine more most much my no not now of oh ok okay on one ones or our ours out over please
    quite re really s said say she should so some tell than thanks that the their them then there these they thing
    this those to too up us ve very was we well were what when where which who whom whose why will with would yes
    you your yours know remember remind again still currently actually exactly right earlier mentioned mention
    told give given let lets btw i'm i've i'd i'll we're we've it's what's where's who's that's don't didn't
    doesn't isn't aren't wasn't won't can't couldn't name's sure maybe supposed ever anything something else
    already only kind sort type called today am""".split()
)
IRREGULAR = {
    word: stem
    for line in """go went gone going goes|fly flew flown flying flies flight flights|choose chose chosen choosing
    |pay paid|buy bought|leave left|meet met|write wrote written writing|child children|begin began begun
    |drive drove driven|speak spoke spoken|eat ate eaten|win won|lose lost|sell sold|think thought|take took taken
    |send sent|spend spent|teach taught|run ran running|sit sat|keep kept|make made|hold held|see saw seen
    |fall fell|find found|person people|man men|woman women|tooth teeth|foot feet|build built|wake woke
    |break broke broken|born birth|ski skiing|lie lying|plan planned planning plans|swim swam swimming""".split(
        "|"
    )
    for stem in line.split()[:1]
    for word in line.split()
}
# Stems that mean much the same. The first of a line is the sense.
SENSES = {
    stem: line.split()[0]
    for line in """deadline due done submit finish hand|home live resid base|job profession occupation career
    |budget spend|cost price pay fee worth expens charg|choos pick use select decid settl adopt us
    |go travel fly trip head visit holiday vacation journey|begin start open kick launch|phone mobil cell telephon
    |email mail e-mail|child kid|buy order purchas|car driv vehicl|meet appoint meeting
    |learn study|company employ firm|doctor gp physician|room bedroom|big size larg|colour color
    |favourit favorit best|film movi|arriv eta come deliver|like enjoy love fond|dislik hat|partner spous
    |password passcod|ill sick|hous flat apart""".split("|")
    for stem in line.split()
}
# Things and what they are, in lower case: "which database" may be answered by "Postgres".
CATEGORIES: dict[str, frozenset[str]] = {
    "database": frozenset(
        "postgres postgresql mysql mariadb sqlite mongodb mongo redis oracle dynamodb cassandra duckdb "
        "cockroachdb elasticsearch snowflake bigquery neo4j firebase supabase".split()
    ),
    "framework": frozenset(
        "fastapi flask django react vue svelte sveltekit angular rails laravel spring express next.js nextjs "
        "nuxt starlette phoenix gin pytorch tensorflow jax langchain langgraph solid qwik ember remix".split()
    ),
    "language": frozenset(
        "python go golang rust java javascript typescript kotlin swift ruby php scala elixir haskell perl julia "
        "c c++ c# english french german spanish italian portuguese norwegian swedish danish dutch polish "
        "japanese chinese mandarin korean arabic hindi turkish greek russian ukrainian finnish".split()
    ),
    "cloud": frozenset("aws azure gcp heroku hetzner digitalocean cloudflare vercel netlify render".split()),
    "editor": frozenset("vscode vim neovim emacs pycharm intellij sublime zed cursor helix".split()),
    "instrument": frozenset(
        "piano guitar violin cello viola flute clarinet drums trumpet saxophone harp ukulele accordion oboe "
        "bass trombone banjo harmonica organ".split()
    ),
    "pet": frozenset(
        "dog cat puppy kitten rabbit hamster parrot goldfish tortoise horse budgie snake lizard ferret "
        "guinea-pig retriever labrador poodle terrier".split()
    ),
    "colour": frozenset(
        "red blue green yellow orange purple pink black white grey gray brown teal turquoise navy beige cream "
        "silver gold violet maroon crimson indigo sand charcoal".split()
    ),
    "sport": frozenset(
        "football tennis golf rugby cricket basketball hockey swimming climbing running cycling chess judo "
        "badminton volleyball skiing rowing sailing surfing yoga boxing".split()
    ),
    "diet": frozenset("vegetarian vegan pescatarian halal kosher coeliac celiac gluten-free keto".split()),
    "seat": frozenset("window aisle middle".split()),
}
CATEGORIES["stack"] = CATEGORIES["database"] | CATEGORIES["framework"] | CATEGORIES["language"]
CATEGORIES["db"] = CATEGORIES["database"]
CATEGORIES["tool"] = CATEGORIES["stack"] | CATEGORIES["editor"]

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
}
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
CLOCK = r"(?:\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?(?:[ap]m\b|o'clock)|noon|midnight|half past \w+)"
DATE = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}\b(?:,? \d{{4}})?"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?|\d{{1,2}}[/.]\d{{1,2}}(?:[/.]\d{{2,4}})?)"
)
TIME = re.compile(
    rf"\b(?:{DATE}|{CLOCK}|{WEEKDAY}|{MONTH}|tomorrow|tonight|today|yesterday"
    rf"|(?:next|this|last) (?:week|month|year|spring|summer|autumn|winter|weekend)|in (?:\d+|\w+) (?:days?|weeks?|months?)"
    rf"|(?:spring|summer|autumn|winter|weekends?|mornings?|evenings?|afternoons?|christmas|easter)"
    rf"|at (?:\d{{1,2}}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(
    rf"\d|\b(?:{'|'.join(word for word in NUMBER_WORDS if word != 'one')}|thirty|forty|fifty|hundred|thousand"
    r"|million|dozen|one)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What the forms of a word have in common: "plants" and "planted" have the stem "plant"."""
    word = word.lower().strip("'").removesuffix("'s")
    if word in IRREGULAR:
        return IRREGULAR[word]
    if any(mark in word for mark in "@0123456789.:/"):
        return word
    for ending in ("ings", "ing", "edly", "ied", "ies", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgmnprt":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def sense(word: str) -> str:
    """The sense that a word shares with others, its stem if it stands alone."""
    stemmed = stem(word)
    return SENSES.get(stemmed, stemmed)


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """The words that carry meaning, in their order, as they are written; each once."""
    return tuple(dict.fromkeys(word for word in WORD.findall(text) if word.lower() not in STOP))


@lru_cache(maxsize=4096)
def senses(text: str) -> frozenset[str]:
    """The senses and the stems of a text's words. Only ever asked whether it holds something."""
    words = content_words(text)
    return frozenset([*map(sense, words), *map(stem, words), *(word.lower() for word in words)])


def category_members(noun: str, text: str) -> list[str]:
    """The things in the text that are of the kind that the noun names: databases, languages, …"""
    members = CATEGORIES.get(noun.lower(), CATEGORIES.get(noun.lower().removesuffix("s"), frozenset()))
    found = []
    for word in WORD.findall(text):
        # "Go" and "C" are languages, "go" and "c" are not.
        if word.lower() in members and (word[0].isupper() or word.lower() not in AMBIGUOUS):
            found.append(word)
    return found


AMBIGUOUS = frozenset(
    "go c swift spring express render solid ember oracle ruby julia gin phoenix next rust".split()
)


def as_number(text: str) -> float | None:
    """The first number in a text, written in digits or as a word; None if it has none."""
    if match := re.search(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", text):
        return float(match[0].replace(",", ""))
    return next((float(NUMBER_WORDS[w]) for w in WORD.findall(text.lower()) if w in NUMBER_WORDS), None)
