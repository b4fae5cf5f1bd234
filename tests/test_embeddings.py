"""Embeddings, through LangChain, the official client and bare requests."""

from __future__ import annotations

import math

import openai
import pytest
from gateways import gateway, post
from langchain_openai import OpenAIEmbeddings


@pytest.fixture(scope="module")
def running():
    with gateway() as one:
        yield one


@pytest.fixture(scope="module")
def langchain(running):
    return OpenAIEmbeddings(base_url=running.url, api_key=running.key)


def similarity(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_meaning_is_near_meaning(langchain):
    texts = ["My dog has a fever.", "The train to Oslo leaves at nine.", "I would like my money back."]
    vectors = langchain.embed_documents(texts)
    questions = ["Is my pet ill?", "When does the railway go?", "Can I get a refund?"]
    for place, question in enumerate(questions):
        scores = [similarity(langchain.embed_query(question), vector) for vector in vectors]
        assert scores.index(max(scores)) == place


def test_unit_vectors_the_same_each_time(langchain):
    vector = langchain.embed_query("hello")
    assert len(vector) == 512
    assert math.isclose(similarity(vector, vector), 1, rel_tol=1e-4)
    assert vector == langchain.embed_query("hello")


def test_floats_base64_texts_and_ids_agree(running):
    client = openai.OpenAI(base_url=running.url, api_key=running.key)
    name = "text-embedding-3-small"
    as_text = client.embeddings.create(model=name, input="hello world", encoding_format="float")
    as_ids = client.embeddings.create(model=name, input=[15339, 1917], encoding_format="float")  # cl100k
    in_base64 = client.embeddings.create(model=name, input=["hello world"])
    assert as_text.data[0].embedding == pytest.approx(as_ids.data[0].embedding)
    assert as_text.data[0].embedding == pytest.approx(in_base64.data[0].embedding, abs=1e-6)
    assert as_text.usage.prompt_tokens == 2


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"input": ""},
        {"input": []},
        {"input": [""]},
        {"input": 7},
        {"input": [[]]},
        {"input": [True]},
        {"input": [-1]},
        {"input": [10**30]},
        {"input": {"text": "a"}},
        {"input": "a", "encoding_format": "xml"},
        {"input": "a", "dimensions": 3},
        {"input": ["a"] * 2_049},
    ],
)
def test_wrong_input_gets_openais_error_shape(running, fields):
    status, answer = post(running, {"model": "m", **fields}, path="/embeddings")
    assert status == 400
    assert answer["error"]["message"]
