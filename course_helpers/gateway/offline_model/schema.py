"""Fills a JSON schema from what the conversation says: tool arguments, and structured answers.

A property gets what the text or the known facts say for its name and description, in its type. What is not known
stays out, or becomes null, or, where the schema allows neither, the emptiest value that it allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from course_helpers.gateway.offline_model.facts import USER, normal
from course_helpers.gateway.offline_model.grammar import DAY, MONTH, NAMED, TIME
from course_helpers.gateway.offline_model.knowledge import Knowledge
from course_helpers.gateway.offline_model.tool_results import spaced
from course_helpers.gateway.offline_model.words import alike, content, words

DEEPEST = 6  # levels of a schema that refers to itself
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w])")
ID = re.compile(r"#?\b(?=[A-Za-z-]*\d)[A-Z]{0,6}-?\d[\w-]*\b")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
ISO_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
SPOKEN_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}(?: \d{{4}})?|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|(?:next |this )?{DAY}|tomorrow|today|tonight|next (?:week|month))\b",
    re.IGNORECASE,
)
TIME_OF_DAY = re.compile(TIME, re.IGNORECASE)
QUOTE = re.compile(r"\"([^\"]+)\"|“([^”]+)”|'([^']{2,})'")
PLACE = re.compile(rf"\b(?:in|at|to|for|from|near|of)\s+(?P<value>{NAMED})")
PLACE_WORDS = ("city", "location", "place", "town", "destination", "country", "address", "region")
NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "a dozen": 12,
}
# A property's name and the kind of fact that fills it.
KINDS = {"name": "name", "user name": "name", "full name": "name", "first name": "name", "city": "home", "home": "home", "location": "home", "hometown": "origin",
         "job": "job", "occupation": "job", "profession": "job", "employer": "employer", "company": "employer", "allergies": "allergy", "allergy": "allergy",
         "hobbies": "like", "interests": "like", "likes": "like", "dislikes": "dislike", "preferences": "preference", "decisions": "decision", "languages": "language",
         "age": "age", "email": "email", "deadline": "deadline", "budget": "budget", "diet": "diet", "framework": "framework", "database": "database"}  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Where values come from. text: the words that ask. known: facts, None if only the text may be used."""

    text: str
    known: Knowledge | None = None


def fill(schema: dict[str, Any], source: Source) -> dict[str, Any]:
    """An object that validates against the schema."""
    value = _value("", schema, source, schema, 0)
    return value if isinstance(value, dict) else {}


def arguments(schema: dict[str, Any], source: Source) -> tuple[dict[str, Any], list[str]]:
    """(what is known of an object's properties, the required ones that are not)."""
    properties = _properties(schema)
    found, missing = {}, []
    required = schema.get("required") or []
    for name, part in properties.items():
        part = resolved(part, schema)
        value = _known(name, part, source, schema)
        if value is not None:
            found[name] = value
        elif name in required:
            if "default" in part:
                found[name] = part["default"]
            else:
                missing.append(name)
    return found, missing


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def resolved(part: Any, root: dict[str, Any]) -> dict[str, Any]:
    """The schema that a $ref points at."""
    for _ in range(DEEPEST):
        if not isinstance(part, dict):
            return {}
        reference = part.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return part
        target: Any = root
        for step in reference.removeprefix("#/").split("/"):
            target = target.get(step, {}) if isinstance(target, dict) else {}
        part = (
            {**target, **{key: value for key, value in part.items() if key != "$ref"}}
            if isinstance(target, dict)
            else {}
        )
    return {}


def _options(part: dict[str, Any]) -> list[dict[str, Any]]:
    options = part.get("anyOf") or part.get("oneOf") or part.get("allOf")
    if isinstance(options, list):
        return [option for option in options if isinstance(option, dict)]
    kinds = part.get("type")
    if isinstance(kinds, list):
        return [{**part, "type": kind} for kind in kinds]
    return []


def _value(name: str, part: Any, source: Source, root: dict[str, Any], depth: int) -> Any:
    """A value that validates: known, or the emptiest one."""
    part = resolved(part, root)
    if "const" in part:
        return part["const"]
    options = _options(part)
    kind = part.get("type") or ("object" if "properties" in part else "string")
    if kind == "object" and not options and "enum" not in part:
        return _object(part, source, root, depth)
    known = _known(name, part, source, root, depth)
    if known is not None:
        return known
    if "default" in part:
        return part["default"]
    if options:
        nullable = any(option.get("type") == "null" for option in options)
        return None if nullable else _value(name, options[0], source, root, depth + 1)
    if part.get("enum"):
        return part["enum"][0]
    if kind == "array":
        wanted = part.get("minItems") or 0 if depth <= DEEPEST else 0
        return [_value(name, part.get("items", {}), source, root, depth + 1) for _ in range(wanted)]
    return _emptiest(kind, part)


def _object(part: dict[str, Any], source: Source, root: dict[str, Any], depth: int) -> dict[str, Any]:
    """Every property that is required, known, or may be null."""
    result: dict[str, Any] = {}
    if depth > DEEPEST:
        return result
    for key, inner in _properties(part).items():
        inner = resolved(inner, root)
        nullable = any(option.get("type") == "null" for option in _options(inner)) or "default" in inner
        if (
            key in (part.get("required") or [])
            or nullable
            or _known(key, inner, source, root, depth) is not None
        ):
            result[key] = _value(key, inner, source, root, depth + 1)
    return result


def _emptiest(kind: Any, part: dict[str, Any]) -> Any:
    if kind in ("integer", "number"):
        low = part.get("minimum", 0)
        return int(low) if kind == "integer" else low
    if kind == "string":
        return " " * (part.get("minLength") or 0)
    return {"boolean": False, "object": {}}.get(kind)


def _fits(value: Any, part: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a value that was found may stand here."""
    if "const" in part:
        return bool(value == part["const"])
    if isinstance(part.get("enum"), list):
        return value in part["enum"]
    if isinstance(value, str):
        return len(value) >= (part.get("minLength") or 0)
    if isinstance(value, int | float):
        return bool(part.get("minimum", value) <= value <= part.get("maximum", value))
    if isinstance(value, list):
        item = resolved(part.get("items", {}), root)
        return len(value) >= (part.get("minItems") or 0) and all(
            _of_type(one, item) and _fits(one, item, root) for one in value
        )
    return True


def _of_type(value: Any, part: dict[str, Any]) -> bool:
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "array": list,
        "object": dict,
    }
    kind = part.get("type")
    if isinstance(kind, str) and kind in kinds:
        return isinstance(value, kinds[kind]) and isinstance(value, bool) == (kind == "boolean")
    return kind is None or not isinstance(kind, str)


def _known(name: str, part: dict[str, Any], source: Source, root: dict[str, Any], depth: int = 0) -> Any:
    """What the text or the facts say for a property, None if they say nothing that fits."""
    value = _found(name, part, source, root, depth) if depth <= DEEPEST else None
    return value if value is not None and _fits(value, part, root) else None


def _found(name: str, part: dict[str, Any], source: Source, root: dict[str, Any], depth: int) -> Any:
    for option in _options(part):
        if option.get("type") != "null":
            value = _known(name, resolved(option, root), source, root, depth + 1)
            if value is not None:
                return value
    label, kind = spaced(name), part.get("type")
    if isinstance(part.get("enum"), list):
        return _enum(part["enum"], source.text)
    if kind == "array":
        return _array(name, part, source, root, depth)
    if kind == "object":
        inner = _object(part, source, root, depth + 1)
        said = any(
            _known(key, resolved(sub, root), source, root, depth + 1) is not None
            for key, sub in _properties(part).items()
        )
        return inner if said else None
    if kind == "boolean":
        return _boolean(label, source.text)
    if kind in ("integer", "number"):
        return _number(label, str(part.get("description") or ""), source, kind == "integer")
    return _string(label, source, part) if kind in (None, "string") and not _options(part) else None


def _enum(choices: list[Any], text: str) -> Any:
    have = content(text)
    for choice in choices:
        wanted = content(spaced(str(choice))) or tuple(words(str(choice)))
        if wanted and all(any(alike(word, other) for other in (*have, *words(text))) for word in wanted):
            return choice
    return None


def _boolean(label: str, text: str) -> bool | None:
    wanted = content(label)
    if wanted and all(any(alike(word, other) for other in content(text)) for word in wanted):
        return not re.search(r"\b(?:no|not|without|don't|never)\b", text, re.IGNORECASE)
    return None


def _number(label: str, description: str, source: Source, whole: bool) -> float | int | None:
    text = source.text
    if fact := _fact(label, source):
        text = fact
    near = [word for word in (*content(label), *content(description)) if len(word) > 2]
    text = ISO_DATE.sub(" ", text)
    candidates = [(match.start(), match[0]) for match in NUMBER.finditer(text)]
    candidates += [
        (match.start(), str(NUMBER_WORDS[match[0].lower()]))
        for match in re.finditer(rf"\b(?:{'|'.join(NUMBER_WORDS)})\b", text, re.IGNORECASE)
    ]
    if not candidates:
        return None

    def distance(place: int) -> int:
        spots = [
            match.start()
            for match in re.finditer(r"[^\W_]+", text)
            if any(alike(stemmed, word) for word in near for stemmed in content(match[0]))
        ]
        return min((abs(place - spot) for spot in spots), default=1_000)

    value = float(min(candidates, key=lambda pair: (distance(pair[0]), pair[0]))[1].replace(",", ""))
    if whole and value != int(value):
        return None
    return int(value) if whole or value == int(value) else value


def _array(
    name: str, part: dict[str, Any], source: Source, root: dict[str, Any], depth: int
) -> list[Any] | None:
    item = resolved(part.get("items", {}), root)
    if isinstance(item.get("enum"), list):
        chosen = [choice for choice in item["enum"] if _enum([choice], source.text) is not None]
        return chosen or None
    if item.get("type") == "string":
        kind = KINDS.get(spaced(name))
        if kind and source.known:
            values = [fact.value for fact in source.known.values(USER, kind)]
            if values:
                return values
        one = _known(name.removesuffix("s"), {**item, "type": "string"}, source, root, depth + 1)
        return [one] if one is not None else None
    one = _known(name, item, source, root, depth + 1)
    return [one] if one is not None else None


def _fact(label: str, source: Source) -> str | None:
    if source.known is None:
        return None
    kinds = [
        KINDS.get(label, ""),
        normal(label),
        normal(re.sub(r" (?:id|number|no)$", " number", label)),
        normal(label.removeprefix("user ")),
    ]
    people = list(dict.fromkeys(fact.subject for fact in source.known.facts if fact.subject != USER))
    for kind in kinds:
        if kind and (fact := source.known.value(USER, kind)):
            return fact.value
        # A text about one person: "Ana is 34 and lives in Porto."
        if kind and len(people) == 1:
            if kind == "name":
                return " ".join(part.capitalize() for part in people[0].split())
            if fact := source.known.value(people[0], kind):
                return fact.value
    return None


def _string(label: str, source: Source, part: dict[str, Any]) -> str | None:
    named = label.split()
    text = source.text
    rules: list[tuple[bool, Callable[[], str | None]]] = [
        ("email" in label, lambda: _first(EMAIL, text)),
        (
            part.get("format") == "date" or "date" in named or named[-1] == "day",
            lambda: _first(ISO_DATE, text) or _first(SPOKEN_DATE, text),
        ),
        ("time" in named, lambda: _first(TIME_OF_DAY, text)),
        (
            named[-1] in ("id", "number", "code", "reference", "order", "ticket", "sku"),
            lambda: _id(named, text),
        ),
        (any(word in PLACE_WORDS for word in named), lambda: _place(text)),
        (named[-1] in ("to", "recipient", "receiver"), lambda: _first(EMAIL, text) or _receiver(text)),
    ]
    for applies, rule in rules:
        if applies and (value := rule()):
            return value
        if applies:
            return _fact(label, source)
    if match := QUOTE.search(text):
        return next(group for group in match.groups() if group)
    # "priority: high", "the subject is Invoice"
    if match := re.search(rf"\b{re.escape(label)}(?: is| =|:)? (?P<value>[^.,;!?]+)", text, re.IGNORECASE):
        return match["value"].strip()
    if fact := _fact(label, source):
        return fact
    return _free_text(label, text)


def _free_text(label: str, text: str) -> str | None:
    """What a search or a note is about: the words after "for", "about", "that"."""
    if not re.search(
        r"\b(?:query|topic|subject|text|content|message|note|fact|memory|search|keyword|term|question|item|product|title|task|name|symbol|ticker|expression|word|value|to|recipient|person|body|description|what)s?\b",
        label,
    ):
        return None
    if re.search(r"\b(?:note|fact|memory|content)\b", label) and (
        match := re.search(
            r"\b(?:remember|note|save|store|don't forget)(?: down)?(?: the fact)?(?: that)?[:,]? (?P<value>.+)",
            text,
            re.IGNORECASE,
        )
    ):
        return match["value"].strip(" .!")
    if re.search(r"\b(?:person|name)\b", label):
        found = re.search(rf"\b(?:to|for|with|of|named|called)\s+(?P<value>{NAMED})", text)
        return found["value"] if found else None
    if re.search(r"\bexpression\b", label):
        found = re.search(r"[\d(][\d\s()+*/^.%-]*[\d)]", text)
        return found[0].strip() if found else None
    match = re.search(
        r"\b(?:about|for|on|regarding|named|called|of|that|saying)\s+(?:the |a |an |my )?(?P<value>[^.,;!?]+)",
        text,
        re.IGNORECASE,
    )
    if match:
        return match["value"].strip()
    if re.search(r"\b(?:query|search|question|text|keyword|term)\b", label):
        return text.strip(" ?!.") or None
    return None


def _id(named: list[str], text: str) -> str | None:
    """The id beside the word that it belongs to: in "30 euros for order 4471" the order's is 4471."""
    for noun in named:
        match = re.search(
            rf"\b{re.escape(noun)}s?(?: (?:number|no\.?|id|code|reference))?:? ?(?P<id>{ID.pattern})",
            text,
            re.IGNORECASE,
        )
        if match and re.search(r"\d", match["id"]):
            return match["id"].lstrip("#")
    found = _first(ID, text)
    return found.lstrip("#") if found else None


def _receiver(text: str) -> str | None:
    match = re.search(rf"\bto\s+(?P<value>{NAMED})", text)
    return match["value"] if match else None


def _place(text: str) -> str | None:
    match = PLACE.search(text)
    return match["value"] if match else None


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[0] if match else None
