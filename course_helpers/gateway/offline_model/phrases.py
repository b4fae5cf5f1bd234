"""How facts are told to the person, and how a summary words them.

The wordings of a summary are statements that facts.py reads back: what a summary says is known again.
"""

from __future__ import annotations

import re

from course_helpers.gateway.offline_model.facts import USER, Fact
from course_helpers.gateway.offline_model.grammar import RELATION

# kind: (of the user, of somebody else, not known). Other kinds follow "your <kind> is <value>".
PHRASES = {
    "name": ("your name is {v}", "{s} is called {v}", "{your} name"),
    "home": ("you live in {v}", "{s} lives in {v}", "where {you} live{s3}"),
    "origin": ("you are from {v}", "{s} is from {v}", "where {you} {are} from"),
    "job": ("you work as {v}", "{s} works as {v}", "what {your} job is"),
    "employer": ("you work for {v}", "{s} works for {v}", "where {you} work{s3}"),
    "team": ("you are on the {v} team", "{s} is on the {v} team", "which team {you} {are} on"),
    "age": ("you are {v} years old", "{s} is {v} years old", "how old {you} {are}"),
    "born": ("you were born in {v}", "{s} was born in {v}", "where {you} {were} born"),
    "allergy": ("you are allergic to {v}", "{s} is allergic to {v}", "what {you} {are} allergic to"),
    "diet": ("you are {v}", "{s} is {v}", "what {you} eat{s3}"),
    "avoid": ("you don't eat {v}", "{s} doesn't eat {v}", "what {you} avoid{s3}"),
    "like": ("you like {v}", "{s} likes {v}", "what {you} like{s3}"),
    "dislike": ("you dislike {v}", "{s} dislikes {v}", "what {you} dislike{s3}"),
    "preference": ("you prefer {v}", "{s} prefers {v}", "what {you} prefer{s3}"),
    "language": ("you speak {v}", "{s} speaks {v}", "which languages {you} speak{s3}"),
    "car": ("you drive {v}", "{s} drives {v}", "what {you} drive{s3}"),
    "children": ("you have {v}", "{s} has {v}", "whether {you} {have} children"),
    "decision": ("you decided on {v}", "{s} decided on {v}", "what {you} decided"),
    "database": ("the database is {v}", "{s} uses {v}", "which database {you} use{s3}"),
    "framework": ("the framework is {v}", "{s} uses {v}", "which framework {you} use{s3}"),
    "language used": (
        "the programming language is {v}",
        "{s} uses {v}",
        "which programming language {you} use{s3}",
    ),
    "version": ("you use {v}", "{s} uses {v}", "which version {you} use{s3}"),
    "food": ("", "", "what {you} should avoid eating"),
    "stack": ("", "", "what {your} stack is"),
}
VERB = re.compile(r"^(?:to|that)\s+")


def subject_words(subject: str) -> str:
    """ "your sister", "Tom"."""
    if re.fullmatch(RELATION, subject):
        return f"your {subject}"
    return " ".join(part.capitalize() for part in subject.split())


def spoken(fact: Fact) -> str:
    """A fact as it is told to the user: "your name is Ana", "your sister lives in Oslo"."""
    value = VERB.sub("to ", fact.value) if fact.kind == "decision" else fact.value
    pattern = PHRASES.get(fact.kind)
    if fact.subject == USER:
        if pattern is None:
            owner = "the" if fact.owner in ("the", "this") else "your"
            verb = (
                "are"
                if re.search(r"(?<!s)s$", fact.kind) and not fact.kind.endswith(("status", "address"))
                else "is"
            )
            return f"{owner} {fact.kind} {verb} {value}"
        told = pattern[0].replace("{v}", value)
    elif pattern is None:
        return f"{subject_words(fact.subject)}'s {fact.kind} is {value}"
    else:
        told = pattern[1].replace("{s}", subject_words(fact.subject)).replace("{v}", value)
    return (
        re.sub(r"decided on (?=(?:to|that|not to) )", "decided ", told) if fact.kind == "decision" else told
    )


def spoken_unknown(subject: str, kind: str) -> str:
    """What is not known: "your name", "where you live", "where Tom works"."""
    own = subject == USER
    words = "you" if own else subject_words(subject)
    if kind not in PHRASES:
        return f"anything about your {kind}" if own else f"anything about {words}'s {kind}"
    told = PHRASES[kind][2]
    for mark, mine, theirs in (
        ("{your}", "your", f"{words}'s"),
        ("{you}", "you", words),
        ("{s3}", "", "s"),
        ("{are}", "are", "is"),
        ("{were}", "were", "was"),
        ("{have}", "have", "has"),
    ):
        told = told.replace(mark, mine if own else theirs)
    return told


def reported(fact: Fact) -> str:
    """A fact as a summary words it: "The user lives in Porto.", "The user's sister lives in Oslo."."""
    told = spoken(fact)
    if fact.subject == USER:
        told = re.sub(r"^your (?=.* (?:is|are) )", "the user's ", told)
        for mine, theirs in (
            ("you are ", "the user is "),
            ("you were ", "the user was "),
            ("you have ", "the user has "),
            ("you don't ", "the user doesn't "),
        ):
            told = told.replace(mine, theirs)
        told = re.sub(r"^you (\w+)", lambda match: f"the user {_third(match[1])}", told)
    else:
        told = re.sub(r"^your ", "the user's ", told)
    return told[:1].upper() + told[1:] + "."


def _third(verb: str) -> str:
    return verb if verb.endswith("ed") else f"{verb}s"
