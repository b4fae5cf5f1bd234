"""What the tests of notebooks share."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from notebook_making import SOLUTION, git


@pytest.fixture
def repository(tmp_path: Path, monkeypatch) -> Path:
    """An empty git repository, outside CI."""
    monkeypatch.delenv("CI", raising=False)
    git(tmp_path, "init", "--quiet")
    return tmp_path


@pytest.fixture
def solution():
    """A solution with two tasks; a copy."""
    return copy.deepcopy(SOLUTION)
