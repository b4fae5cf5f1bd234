"""Counts: the same as LangChain's, whatever is counted, and without a network."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

from course_helpers.gateway import tokens

ROLES = {"user": HumanMessage, "assistant": AIMessage, "system": SystemMessage}


def test_known_counts():
    # From OpenAI's vocabulary: these do not depend on our code.
    assert tokens.count_text("") == 0
    assert tokens.count_text("hello world") == 2
    assert tokens.count_text("नमस्ते दुनिया") == 5
    assert tokens.count_text("<|endoftext|>") > 1  # plain text here, not one special token


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(ROLES)), st.text(max_size=80)), min_size=1, max_size=6))
def test_agrees_with_langchain(said):
    said = [(role, text.replace("<|", "")) for role, text in said]  # LangChain refuses special tokens
    tokens.encoding()
    model = ChatOpenAI(model="gpt-4o-mini", api_key="unused")
    expected = model.get_num_tokens_from_messages([ROLES[role](text) for role, text in said])
    assert tokens.count_messages([{"role": role, "content": text} for role, text in said]) == expected


def test_counts_parts_and_names():
    text = tokens.count_messages([{"role": "user", "content": "one two"}])
    assert tokens.count_messages([{"role": "user", "content": [{"type": "text", "text": "one two"}]}]) == text
    named = tokens.count_messages([{"role": "user", "content": "one two", "name": "ana"}])
    assert named == text + tokens.TOKENS_PER_NAME + tokens.count_text("ana")


def test_counts_without_a_network():
    program = (
        "import socket\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from course_helpers.gateway import tokens\n"
        "print(tokens.count_text('hello world'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_vocabularies_go_elsewhere_when_the_environment_is_read_only(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")  # a file where a folder is wanted
    monkeypatch.setattr(sys, "prefix", str(blocked))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    folder = tokens.install_vocabularies()
    assert len(list(folder.iterdir())) == 2
