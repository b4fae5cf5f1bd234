"""What git says that the person at this machine has changed.

JupyterLab saves metadata, outputs and answers into the files that a learner works in. That is no fault of
theirs, so the form of such a file is not held against it. Strict all the same: CI, and wherever git has
nothing to say.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from course_helpers.paths import ROOT


def changed_files(root: Path = ROOT) -> frozenset[Path]:
    """The files under root that differ from the last commit, and those that it does not know.

    Empty in CI, without git, outside a repository and before its first commit. A file that was added with
    `git add` and is not committed yet is its author's, and counts as unchanged.
    """
    if os.environ.get("CI", "").lower() in ("true", "1") or head(root) is None:
        return frozenset()
    status = _git(root, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--", ".")
    top = _git(root, "rev-parse", "--show-toplevel")
    if status is None or top is None:
        return frozenset()
    folder = Path(top.decode().strip())
    entries = [entry for entry in status.decode().split("\0") if entry]
    return frozenset((folder / entry[3:]).resolve() for entry in entries if not entry.startswith("A"))


def committed(path: Path, root: Path = ROOT) -> str | None:
    """The text of a file in the last commit; None if it is not there."""
    relative = path.resolve().relative_to(root.resolve()).as_posix()
    content = _git(root, "show", f"HEAD:./{relative}")
    return None if content is None else content.decode()


def head(root: Path = ROOT) -> str | None:
    """The last commit; None without git, outside a repository and before the first commit."""
    answer = _git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    return None if answer is None else answer.decode().strip()


def in_repository(root: Path = ROOT) -> bool:
    """Whether git keeps the folder."""
    return _git(root, "rev-parse", "--git-dir") is not None


def _git(root: Path, *arguments: str) -> bytes | None:
    # A hook that runs this sets GIT_DIR and GIT_INDEX_FILE for the repository that it belongs to.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    # Without the first option git refuses a folder that another user owns, as a mounted one may be.
    command = ["git", "-c", "safe.directory=*", "-c", "core.quotepath=off", "-C", str(root), *arguments]
    try:
        return subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
