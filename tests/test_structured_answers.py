"""JSON answers: they validate, hold what was said, and nothing else."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from course_helpers.gateway.offline_model import answer
from course_helpers.gateway.protocol import ChatRequest, Message


def filled(schema, *texts):
    return json.loads(answer(ChatRequest(tuple(Message("user", text) for text in texts), schema=schema)).text)


class Person(BaseModel):
    name: str
    age: int | None = None
    city: str | None = None
    email: str | None = None


class Ticket(BaseModel):
    """A support ticket."""

    title: str = ""
    priority: Literal["low", "medium", "high"]
    reporter: Person | None = None
    tags: list[str] = Field(default_factory=list)


def test_takes_what_was_said():
    schema = Person.model_json_schema()
    assert filled(schema, "I'm Ana, I'm 34 and I live in Porto.", "Extract my data.") == {
        "name": "Ana",
        "age": 34,
        "city": "Porto",
        "email": None,
    }


def test_takes_it_of_the_one_person_that_is_spoken_of():
    found = filled(Person.model_json_schema(), "Tom lives in Oslo and Tom is 41 years old.")
    assert (found["name"], found["city"]) == ("Tom", "Oslo")


def test_what_was_not_said_stays_empty():
    assert filled(Person.model_json_schema(), "Hello") == {
        "name": "",
        "age": None,
        "city": None,
        "email": None,
    }


def test_an_enum_is_chosen_by_its_word():
    assert (
        filled(Ticket.model_json_schema(), "The login is broken, this is high priority!")["priority"]
        == "high"
    )


@pytest.mark.parametrize("model", [Person, Ticket])
@pytest.mark.parametrize("text", ["", "hi", "I'm Ana.", "high 3 true null", "My email is a@b.co"])
def test_validates_whatever_was_said(model, text):
    model.model_validate(filled(model.model_json_schema(), text))


LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer"},
        {"type": "number", "minimum": 2},
        {"type": "boolean"},
        {"type": "null"},
        {"type": ["string", "null"]},
        {"enum": ["a", "b"]},
        {"const": 3},
        {"type": "string", "minLength": 2},
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    ]
)
NAMES = st.sampled_from(["name", "city", "order_id", "count", "is_urgent", "tags", "date", "note"])


def objects(inner):
    return st.dictionaries(NAMES, inner, max_size=4).flatmap(
        lambda properties: (
            st.lists(st.sampled_from(sorted(properties)), unique=True).map(
                lambda required: {
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": False,
                }
            )
            if properties
            else st.just({"type": "object", "properties": {}})
        )
    )


SCHEMAS = objects(
    st.recursive(
        LEAVES,
        lambda inner: (
            objects(inner) | inner.map(lambda item: {"type": "array", "items": item, "minItems": 1})
        ),
        max_leaves=5,
    )
)
TEXTS = st.sampled_from(["", "I'm Ana.", "Order 7 is urgent, 3 items in Oslo on 2026-01-02.", "a b c"])


@settings(max_examples=150, deadline=None)
@given(SCHEMAS, TEXTS)
def test_any_schema_is_filled_so_that_it_validates(schema, text):
    Draft202012Validator(schema).validate(filled(schema, text))


def test_a_schema_that_refers_to_itself_comes_to_an_end():
    tree = {
        "type": "object",
        "properties": {"child": {"$ref": "#/$defs/node"}},
        "$defs": {
            "node": {"type": "object", "properties": {"child": {"$ref": "#/$defs/node"}}, "required": []}
        },
    }
    assert filled(tree, "hi") is not None


def test_any_object_will_do():
    request = ChatRequest(
        (Message("user", "I'm Ana and I live in Porto. As JSON please."),), json_object=True
    )
    assert json.loads(answer(request).text) == {"name": "Ana", "home": "Porto"}
