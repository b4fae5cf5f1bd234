"""One line that says how far the set-up is. Standard library only."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

_FETCHED_BY_PIP = re.compile(
    r"^(?:Collecting |Processing [^(\n]*[/\\])([A-Za-z0-9_.]+(?:-[A-Za-z]\w*)*)", re.MULTILINE
)
_FETCHED_BY_UV = re.compile(r"^ *Download(?:ing|ed) ([\w.-]+)(?: \(.*\))?$", re.MULTILINE)


class Progress:
    """The line. On a terminal it moves; elsewhere a new one is written now and then."""

    BETWEEN = 10.0  # seconds between two lines where nothing moves

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.moves = stream.isatty()
        self.shown = ""
        self.due = 0.0

    def show(self, text: str) -> None:
        """Show a text behind the beginning that all lines share."""
        line = f"Setting up .venv (once): {text}"
        if self.moves:
            line = line[: shutil.get_terminal_size().columns - 1]
            self._write("\r" + line.ljust(len(self.shown)))
            self.shown = line
        elif self.clock() >= self.due and line != self.shown:
            self._write(line + "\n")
            self.shown = line
            self.due = self.clock() + self.BETWEEN

    def clear(self) -> None:
        """Take the moving line away."""
        if self.moves and self.shown:
            self._write("\r" + " " * len(self.shown) + "\r")
        self.shown = ""

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()


def how_far(said: str, installed: list[str], listed: int) -> str:
    """What to show, as in "63 of 171 packages, jupyterlab …".

    said: the output of pip or uv so far. installed: names of packages, the newest first. listed: how many
    packages the lock lists; those for other systems count until the installer has said which they are.
    """
    resolved = re.search(r"^Resolved (\d+) packages", said, re.MULTILINE)
    total = int(resolved[1]) if resolved else listed - len(re.findall(r"^Ignoring ", said, re.MULTILINE))
    fetched = _FETCHED_BY_PIP.findall(said)
    fetching_with_uv = _FETCHED_BY_UV.findall(said)
    if re.search(r"^(Installing collected|Prepared \d+) package", said, re.MULTILINE):
        last = f", {installed[0]} …" if installed else " …"
        return f"{min(len(installed), total)} of {total} packages{last}"
    if fetched:
        return f"fetching {min(len(fetched), total)} of {total} packages, {fetched[-1]} …"
    if fetching_with_uv:
        return f"fetching {total} packages, {fetching_with_uv[-1]} …"
    return f"fetching {total} packages …"


def newest_first(packages: Path) -> list[str]:
    """The names of the packages in a site-packages folder, the one that was last written to first."""
    try:
        found = [(entry.stat().st_mtime, entry.name) for entry in os.scandir(packages)]
    except OSError:
        return []  # A package is being replaced, or nothing is there yet.
    folders = [name for _, name in sorted(found, reverse=True) if name.endswith(".dist-info")]
    names = [name.removesuffix(".dist-info").rpartition("-")[0].replace("_", "-") for name in folders]
    return [name for name in names if name not in ("pip", "setuptools")]
