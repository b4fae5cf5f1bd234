"""Fills a JSON schema from what the conversation says: tool arguments, and structured answers.

A property gets what the text or the known facts say for its name and description, in its type. What is not known
stays out, or becomes null, or, where the schema allows neither, the emptiest value that it allows.
"""

from __future__ import annotations

from typing import Any

from course_helpers.gateway.offline_model.facts import USER
from course_helpers.gateway.offline_model.tool_results import spaced
from course_helpers.gateway.offline_model.values import (
    KINDS,
    Source,
    boolean_in,
    enum_in,
    number_in,
    string_in,
)

DEEPEST = 6  # levels of a schema that refers to itself


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
        return enum_in(part["enum"], source.text)
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
        return boolean_in(label, source.text)
    if kind in ("integer", "number"):
        return number_in(label, str(part.get("description") or ""), source, kind == "integer")
    return string_in(label, source, part) if kind in (None, "string") and not _options(part) else None


def _array(
    name: str, part: dict[str, Any], source: Source, root: dict[str, Any], depth: int
) -> list[Any] | None:
    item = resolved(part.get("items", {}), root)
    if isinstance(item.get("enum"), list):
        chosen = [choice for choice in item["enum"] if enum_in([choice], source.text) is not None]
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
