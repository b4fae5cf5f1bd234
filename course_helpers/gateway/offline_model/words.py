"""Words, as the rules compare them: small, without endings, and with some that mean the same."""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:[-'.@:/][^\W_]+)*")
ENDINGS = ("ation", "ing", "er", "ed", "e")
# Words that say nothing of what a sentence is about.
_EMPTY = """a an the this that these those and or but so if then than as of in on at to for from with without by about
    into over under up down out off i me my mine we us our ours you your yours he him his she her hers it its they
    them their theirs is are was were am be been being do does did done doing have has had having will would can
    could shall should may might must not no yes there here what which who whom whose when where why how much many
    please just also too very really again now still ever never any some all both each more most other such only
    own same s t don ll ve re d m i'm i'd i've i'll it's that's what's where's who's when's how's let's don't
    doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't you're
    we're they're tell know remember remind say said want need like get got go going make give thing things one
    ones kind sort exactly currently mention mentioned told talk earlier before people number first last called"""
EMPTY = frozenset(_EMPTY.split())
# One meaning a line: a question may use another word than the statement.
ALIKE = """
live living home reside city town based
job work profession occupation living employed career role
employer company employed work
car vehicle drive automobile
deadline due finish submit deliver
budget spend afford cost price pay
flight fly plane depart
child kid children son daughter
wife husband spouse partner
doctor dentist appointment
meeting meet call appointment
begin start
leave depart
arrive land
buy purchase order bought
holiday vacation trip travel visit
movie film
phone mobile telephone
fly travel visit
arrive eta delivery
email mail
birthday born
eat food diet
hate dislike
love enjoy favourite favorite prefer
framework library tool stack
laptop computer
password passcode code pin
cheap inexpensive
ill sick
ship deliver release
hotel stay
school university college study
big large size
own have
instrument play
surgery operation procedure
motorbike motorcycle bike
dinner supper
sofa couch
pain sore hurt ache
furthest longest farthest
guest attendee
salary earn wage
weight weigh
tall height
flatmate roommate
cut reduce
"""


def words(text: str) -> list[str]:
    return WORD.findall(text.lower().replace("’", "'"))


_IRREGULAR = """paid:pay bought:buy left:leave met:meet drove:drive flew:fly ate:eat wrote:write sold:sell lost:lose
found:find kept:keep sent:send began:begin took:take chose:choose chosen:choose spent:spend built:build gave:give
ran:run grew:grow taught:teach thought:think won:win held:hold broke:break came:come saw:see seen:see spoke:speak
slept:sleep married:marry planned:plan children:child mice:mouse men:man women:woman feet:foot"""
IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR.split())


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its ending: "planned", "planning" and "plans" are alike, and so are "play" and "plays"."""
    word = word.removesuffix("'s")
    word = IRREGULAR.get(word, word)
    if not word.isalpha() or len(word) <= 3:
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 6 and word.endswith("y"):  # delivery, deliver
        word = word[:-1]
    doubled = len(word) > 3 and word[-1] == word[-2]
    return word[:-1] if doubled and word[-1] != "s" and not (word[-1] == "l" and len(word) < 7) else word


@lru_cache(maxsize=20_000)
def content(text: str) -> tuple[str, ...]:
    """The stems of the words that say what a text is about, in order, each once."""
    return tuple(dict.fromkeys(stem(word) for word in words(text) if word not in EMPTY))


_GROUPS = [frozenset(stem(word) for word in line.split()) for line in ALIKE.strip().splitlines()]
_MEANING: dict[str, frozenset[str]] = {
    one: frozenset().union(*(group for group in _GROUPS if one in group))
    for group in _GROUPS
    for one in group
}


def alike(one: str, other: str) -> bool:
    """Whether two stems are the same word, or mean the same."""
    return one == other or other in _MEANING.get(one, ())
